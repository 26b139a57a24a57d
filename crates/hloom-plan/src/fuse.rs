//! Which values get a buffer, and which are computed where they are read.
//!
//! One pass over the ops, consumers first. Each op that computes (reductions, contractions, windows, opaque ops) is the
//! root of a kernel. A movement or elementwise value joins the kernels that read it, unless
//! * something needs it in memory (a result of a region, an operand of an opaque op),
//! * it turns a product for another product, which then reads it as it lies,
//! * it would be computed many times over: an expensive op below a broadcast or outside the loop that reads it, any arithmetic
//!   below a contraction or window, what a kernel reads at many points of, as stencils do,
//! * several kernels read it and computing it again costs more than storing it.
//!
//! Every decision against inlining is recorded in [`Placement::decisions`].

use crate::decision::{Decision, Origin, Verdict};
use crate::group::Root;
use crate::points::Points;
use hloom_ir::{Graph, Kind, Op, OpData, OpId, Region, TensorType, Value, ValueDef};
use hloom_tile::Target;
use hloom_tile::kernel::Kernel;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Where values live.
pub(crate) struct Placement {
    stored: Vec<bool>,
    alias: Vec<Option<Value>>,
    /// Values that something reads.
    live: Vec<bool>,
    /// What was decided, in the order of deciding.
    pub(crate) decisions: Vec<Decision>,
    /// Values that are Defs of the kernel of a root.
    members: FxHashMap<OpId, Vec<Value>>,
    /// By op: a root whose kernel is another root's.
    joined: Vec<bool>,
    /// Values whose buffers have only the first so many elements along a dimension.
    kept: FxHashMap<Value, (usize, i64)>,
}

impl Placement {
    /// The value whose buffer holds `v`'s bytes; `None` if `v` is computed where it is read.
    pub(crate) fn stored(&self, v: Value) -> Option<Value> {
        let mut v = v;
        loop {
            if self.stored[v.0 as usize] {
                return Some(v);
            }
            v = self.alias[v.0 as usize]?;
        }
    }
    /// The value that a buffer for `v` belongs to.
    pub(crate) fn base(&self, v: Value) -> Value {
        let mut v = v;
        loop {
            match self.alias[v.0 as usize] {
                Some(u) if !self.stored[v.0 as usize] => v = u,
                _ => return v,
            }
        }
    }
    /// True if `v` itself has a buffer.
    pub(crate) fn has_buffer(&self, v: Value) -> bool {
        self.stored[v.0 as usize]
    }
    pub(crate) fn set_stored(&mut self, v: Value, stored: bool) {
        self.stored[v.0 as usize] = stored;
    }
    pub(crate) fn set_members(&mut self, root: OpId, values: Vec<Value>) {
        self.members.insert(root, values);
    }
    /// The root's results are computed by the kernel of another root.
    pub(crate) fn set_joined(&mut self, root: OpId) {
        self.joined[root.0 as usize] = true;
    }
    /// True if the kernel of another root computes this op's results.
    pub(crate) fn is_joined(&self, op: OpId) -> bool {
        self.joined[op.0 as usize]
    }
    /// Values that are Defs of the kernel that `root` heads; those with a buffer are stored by it.
    pub(crate) fn members(&self, root: OpId) -> &[Value] {
        self.members.get(&root).map_or(&[], Vec::as_slice)
    }
    /// A dimension, and how many of the first elements along it the buffer of `v` has, if it does not have all.
    pub(crate) fn kept(&self, v: Value) -> Option<(usize, i64)> {
        self.kept.get(&v).copied()
    }
    /// The type of the buffer of `v`.
    pub(crate) fn buffer_type(&self, g: &Graph, v: Value) -> TensorType {
        let mut t = g.tensor(v).clone();
        if let Some((d, n)) = self.kept(v) {
            t.dims[d] = n;
        }
        t
    }
    /// True if something reads `v`.
    pub(crate) fn is_live(&self, v: Value) -> bool {
        self.live[v.0 as usize]
    }
}

/// The operand whose bytes are the bytes of `v`, if `v` only renames them.
fn alias_of(g: &Graph, kept: &FxHashMap<Value, (usize, i64)>, v: Value) -> Option<Value> {
    let ValueDef::Result(id, index) = g.value(v).def else { return None };
    let op = g.op(id);
    if let Op::OptimizationBarrier {} = op.op {
        return op.operands.get(index as usize).copied();
    }
    let u = *op.operands.first()?;
    let (t, s) = (g.ty(v).as_tensor()?, g.ty(u).as_tensor()?);
    let same_size = t.num_elements() == s.num_elements();
    let ordered = |d: &mut dyn Iterator<Item = i64>| {
        let v: Vec<i64> = d.collect();
        v.windows(2).all(|w| w[0] < w[1])
    };
    let same = match &op.op {
        Op::Reshape {} => true,
        Op::Convert {} => t.dtype == s.dtype,
        Op::BitcastConvert {} => {
            let whole = |d: hloom_num::DType| d.bits() as usize == d.byte_size() * 8;
            whole(t.dtype) && whole(s.dtype) || t.dtype.bits() == s.dtype.bits()
        }
        Op::BroadcastInDim { broadcast_dimensions } => {
            same_size
                && ordered(&mut broadcast_dimensions.iter().enumerate().filter(|(i, _)| s.dims[*i] != 1).map(|x| *x.1))
        }
        Op::Transpose { permutation } => ordered(&mut permutation.iter().copied().filter(|&p| s.dims[p as usize] != 1)),
        Op::Slice { start_indices, .. } => match kept.get(&u) {
            // As many elements as there are leave no room for a stride.
            Some(&(d, n)) => {
                start_indices[d] == 0 && (0..t.rank()).all(|i| t.dims[i] == if i == d { n } else { s.dims[i] })
            }
            None => same_size,
        },
        Op::Concatenate { .. } => op.operands.len() == 1,
        _ => false,
    };
    same.then_some(u)
}

/// Pieces of a concatenation that is computed where it is read: all of them are, at each point.
const MOST_PIECES: usize = 3;
/// Most points of which a kernel reads each with a stride, of words and of what is narrower: vectors of rows of more elements are
/// gathered one by one.
const MOST_STRIDED: [usize; 2] = [6, 4];
/// Work of an element of all its pieces together, at most.
const PIECES_WEIGHT: f64 = 4.0;
/// Least extent of such a concatenation along the last dimension, that of vectors.
const LONG: i64 = 32;

/// Concatenations of one number each that gathers alone read, as the components of their indices: which piece is read is known.
fn index_vectors(g: &Graph) -> FxHashSet<Value> {
    // The dimension along which a value has a number of each operand.
    let stacked = |v: Value| match g.def_op(v)?.1 {
        OpData { op: Op::Concatenate { dimension }, operands, .. } => {
            let one = |u: &Value| g.tensor(*u).dims[*dimension as usize] == 1;
            operands.iter().all(one).then_some(*dimension)
        }
        _ => None,
    };
    let (mut components, mut others) = (FxHashSet::default(), FxHashSet::default());
    for op in (0..g.num_ops() as u32).map(|i| g.op(OpId(i))) {
        for (i, &v) in op.operands.iter().enumerate() {
            let Some(d) = stacked(v) else { continue };
            match &op.op {
                Op::Gather { dims, .. } if i == 1 && dims.index_vector_dim == d => components.insert(v),
                _ => others.insert(v),
            };
        }
    }
    others.extend((0..g.num_regions()).flat_map(|r| &g.region(Region(r as u32)).results));
    components.retain(|v| !others.contains(v));
    components
}

/// True if the op, or one in its regions, does more than compute its results.
pub(crate) fn has_effects(g: &Graph, op: &OpData) -> bool {
    let inside = |&r: &Region| g.region(r).ops.iter().any(|&id| has_effects(g, g.op(id)));
    op.op.has_side_effect() || op.regions.iter().any(inside)
}

/// True if the op gives a number that the runtime knows.
pub(crate) fn is_process_id(op: &Op) -> bool {
    matches!(op, Op::PartitionId {} | Op::ReplicaId {})
}

/// True if the op's operands must be in memory.
fn opaque(op: &Op) -> bool {
    match op.kind() {
        Kind::Sort | Kind::Linalg | Kind::Host | Kind::Collective => true,
        Kind::Control => !matches!(op, Op::OptimizationBarrier {} | Op::AfterAll {}),
        _ => matches!(op, Op::Scatter { .. } | Op::Rng { .. }) || is_process_id(op),
    }
}

#[derive(Clone, Default)]
struct Use {
    groups: SmallVec<[u32; 4]>,
    /// Evaluations, if it is inlined everywhere.
    reads: f64,
    /// The points of it that are read for one of a kernel.
    points: Points,
    /// First place in the region of its op where it must be in memory; `usize::MAX` for a result of that region.
    forced: Option<usize>,
    /// Computed from constants and coordinates alone.
    leafless: bool,
    /// A product, convolution or window reads it, perhaps through other values.
    product: bool,
    /// A loop that it is not in reads it, perhaps through other values.
    looped: bool,
}

/// Where ops stand.
pub(crate) struct Homes {
    /// By op: its region and its place in it.
    at: Vec<Option<(Region, usize)>>,
    /// The op that a region belongs to.
    parent: FxHashMap<Region, OpId>,
}

impl Homes {
    /// Region and place of an op.
    pub(crate) fn of(&self, op: OpId) -> Option<(Region, usize)> {
        self.at[op.0 as usize]
    }
    /// The place in region `r` of what stands at a place in `r` or in a region below it.
    pub(crate) fn lift(&self, at: (Region, usize), r: Region) -> Option<usize> {
        let outwards = self.around(at.0).filter_map(|(_, op)| self.of(op));
        std::iter::once(at).chain(outwards).find(|at| at.0 == r).map(|at| at.1)
    }
    /// The regions from `r` outwards that belong to an op, each with that op.
    fn around(&self, r: Region) -> impl Iterator<Item = (Region, OpId)> {
        let with_op = |r: Region| Some((r, *self.parent.get(&r)?));
        std::iter::successors(with_op(r), move |&(_, op)| with_op(self.of(op)?.0))
    }
}

struct Pass<'a> {
    g: &'a Graph,
    uses: Vec<Use>,
    cost: Vec<f64>,
    /// Number of ops inlined in each group.
    sizes: Vec<u32>,
    p: Placement,
    homes: Homes,
    /// The root of each group.
    roots: Vec<(OpId, Region)>,
    /// See [`index_vectors`].
    index_vectors: FxHashSet<Value>,
    target: &'a Target,
}

/// Decides for all regions of a function.
pub(crate) fn place(g: &Graph, body: Region, target: &Target) -> Placement {
    let n = g.num_values();
    let mut kept = FxHashMap::default();
    for op in (0..g.num_ops() as u32).map(|i| g.op(OpId(i))) {
        if let Some(first) = crate::templates::kept(g, op) {
            kept.extend(op.results.iter().map(|&v| (v, first)));
        }
    }
    let alias = (0..n as u32).map(|v| alias_of(g, &kept, Value(v))).collect();
    let p = Placement {
        stored: vec![false; n],
        alias,
        live: vec![false; n],
        decisions: Vec::new(),
        members: FxHashMap::default(),
        joined: vec![false; g.num_ops()],
        kept,
    };
    let homes = Homes { at: vec![None; g.num_ops()], parent: FxHashMap::default() };
    let mut pass = Pass {
        g,
        uses: vec![Use::default(); n],
        cost: vec![0.0; n],
        sizes: Vec::new(),
        p,
        homes,
        roots: Vec::new(),
        index_vectors: index_vectors(g),
        target,
    };
    pass.forward(body);
    pass.region(body);
    let roots: Vec<Root> = pass
        .roots
        .iter()
        .map(|&(op, region)| {
            let results = &g.op(op).results;
            let mut readers: Vec<u32> = results.iter().flat_map(|v| pass.uses[v.0 as usize].groups.to_vec()).collect();
            readers.sort_unstable();
            readers.dedup();
            Root { op, region, forced: results.iter().filter_map(|v| pass.uses[v.0 as usize].forced).min(), readers }
        })
        .collect();
    let mut places = pass.p;
    crate::group::merge(g, &mut places, &pass.homes, &roots, target);
    places
}

impl Pass<'_> {
    /// True if the op can be computed where it is read.
    fn inlinable(&self, op: &OpData) -> bool {
        match (&op.op, op.op.kind()) {
            (Op::Concatenate { dimension }, _) => {
                let t = self.g.tensor(op.results[0]);
                let last = *dimension as usize + 1 == t.rank();
                let few = op.operands.len() <= MOST_PIECES && (!last || t.dims[*dimension as usize] >= LONG);
                few || self.index_vectors.contains(&op.results[0])
            }
            (_, Kind::Elementwise | Kind::Movement) => true,
            (op, Kind::Constant) => !is_process_id(op),
            (op, Kind::Index) => matches!(op, Op::DynamicSlice { .. } | Op::Gather { .. }),
            (op, Kind::Control) => matches!(op, Op::OptimizationBarrier {}),
            _ => false,
        }
    }

    /// Inline cost of every value if nothing but roots and results is stored, and the region of every op.
    fn forward(&mut self, r: Region) {
        let results: FxHashSet<Value> = self.g.region(r).results.iter().map(|&v| self.p.base(v)).collect();
        for (place, &id) in self.g.region(r).ops.iter().enumerate() {
            let op = self.g.op(id);
            self.homes.at[id.0 as usize] = Some((r, place));
            for &nested in &op.regions {
                self.homes.parent.insert(nested, id);
                self.forward(nested);
            }
            if self.inlinable(op) {
                let below: f64 = op.operands.iter().map(|o| self.cost[o.0 as usize]).sum();
                let leafless = match &op.op {
                    Op::Constant { value } => value.splat_bytes().is_some(),
                    Op::Map { .. } => false,
                    _ => op.operands.iter().all(|o| self.uses[o.0 as usize].leafless),
                };
                for &v in &op.results {
                    let kept = results.contains(&v);
                    self.cost[v.0 as usize] = if kept { 0.0 } else { (below + op.op.work()).min(1e6) };
                    self.uses[v.0 as usize].leafless = leafless;
                }
            }
        }
    }

    /// Something at that place needs `v` in memory.
    fn force(&mut self, v: Value, at: (Region, usize)) {
        let base = self.p.base(v);
        let mut u = v;
        while u != base {
            self.p.live[u.0 as usize] = true;
            match self.p.alias[u.0 as usize] {
                Some(x) => u = x,
                None => break,
            }
        }
        self.p.live[base.0 as usize] = true;
        let home = self.home(base);
        // Nothing is known of another place: as if it were the first.
        let place = home.and_then(|h| self.homes.lift(at, h.0)).unwrap_or(0);
        let forced = &mut self.uses[base.0 as usize].forced;
        *forced = Some(forced.map_or(place, |f| f.min(place)));
    }

    fn elements(&self, v: Value) -> f64 {
        self.g.ty(v).as_tensor().map_or(0.0, |t| t.num_elements() as f64)
    }

    fn region(&mut self, r: Region) {
        let g = self.g;
        for &p in &g.region(r).params {
            self.p.stored[p.0 as usize] = true;
        }
        for &v in &g.region(r).results {
            if g.ty(v).as_tensor().is_some() {
                self.force(v, (r, usize::MAX));
            }
        }
        for (place, &id) in g.region(r).ops.iter().enumerate().rev() {
            self.op((r, place), id, g.op(id));
        }
    }

    fn op(&mut self, here: (Region, usize), id: OpId, op: &OpData) {
        let used = op.results.iter().any(|v| self.p.live[v.0 as usize]) || has_effects(self.g, op);
        let effect_only = op.results.is_empty() && opaque(&op.op);
        if !used && !effect_only {
            return;
        }
        if opaque(&op.op) {
            for &v in &op.results {
                self.p.stored[v.0 as usize] = true;
            }
            let unread = if let Op::While {} = op.op { hloom_ir::trips::overwritten(self.g, op) } else { Vec::new() };
            for (i, &v) in op.operands.iter().enumerate() {
                if self.g.ty(v).as_tensor().is_some()
                    && !unread.get(i).is_some_and(|u| *u)
                    && !crate::templates::is_position(self.g, op, v)
                    && !crate::templates::is_uniform_update(self.g, op, i)
                {
                    self.force(v, here);
                }
            }
            for &nested in &op.regions {
                if op.op.kind() == Kind::Control {
                    self.region(nested);
                } else {
                    self.captures(nested, None, here);
                }
            }
            return;
        }
        let moves = self.inlinable(op);
        let root = !moves || op.results.iter().any(|&v| self.must_store(here, op, v));
        let product = if root {
            matches!(op.op, Op::DotGeneral { .. } | Op::Convolution { .. })
        } else {
            self.uses[op.results[0].0 as usize].product
        };
        let (groups, reads) = if root {
            for &v in &op.results {
                self.p.stored[v.0 as usize] = true;
            }
            let group = self.sizes.len() as u32;
            self.sizes.push(1);
            self.roots.push((id, here.0));
            (SmallVec::from_slice(&[group]), None)
        } else {
            let u = &self.uses[op.results[0].0 as usize];
            (u.groups.clone(), Some(u.reads))
        };
        for &grp in &groups {
            self.sizes[grp as usize] += 1;
        }
        let inlined = (!root).then(|| self.uses[op.results[0].0 as usize].points.clone());
        for (i, &v) in op.operands.iter().enumerate() {
            let scalar_operand = self.elements(v) <= 1.0;
            let n = match reads {
                Some(r) => r,
                None => self.root_reads(op, i),
            };
            self.read(v, &groups, if scalar_operand { n.min(1.0) } else { n });
            let looped = self.is_in_a_loop_around(here.0, v) || !root && self.uses[op.results[0].0 as usize].looped;
            let u = &mut self.uses[v.0 as usize];
            match &inlined {
                Some(points) => u.points.extend(self.g, points, op, i),
                None => u.points.extend_root(self.g, op, i, moves),
            }
            u.product |= product;
            u.looped |= looped;
        }
        if matches!(op.op, Op::DynamicUpdateSlice {}) {
            self.force(op.operands[0], here);
        } else if crate::templates::scan_axis(self.g, op).is_some() {
            op.operands[..op.results.len()].iter().for_each(|&v| self.force(v, here));
        }
        for &nested in &op.regions {
            self.captures(nested, Some(groups[0]), here);
        }
    }

    /// Where the op stands that computes `v`.
    fn home(&self, v: Value) -> Option<(Region, usize)> {
        self.g.def_op(v).and_then(|(id, _)| self.homes.of(id))
    }

    /// True if there is a loop around what stands in region `r` that `v` is not in.
    fn is_in_a_loop_around(&self, r: Region, v: Value) -> bool {
        let Some((home, _)) = self.home(v) else { return false };
        let is_loop = |op: OpId| matches!(self.g.op(op).op, Op::While {});
        self.homes.around(r).take_while(|(inner, _)| *inner != home).any(|(_, op)| is_loop(op))
    }

    /// True if an array is better read than computed again in each step of a loop, at so much work a point: the caches hold it, it is no
    /// larger than what it is computed from, or memory gives it in less time.
    fn is_worth_keeping(&self, op: &OpData, v: Value, work: f64) -> bool {
        /// Smaller ones are computed while others wait.
        const FEWEST: f64 = 64.0;
        const CACHED_BYTES: usize = 1 << 20;
        /// What memory gives a core while others read as well.
        const BYTES_PER_NS: f64 = 10.0;
        /// An exponential is 10 of work, and some twenty multiply-adds.
        const MULTIPLY_ADDS: f64 = 2.2;
        let elements = self.elements(v);
        if elements < FEWEST {
            return false;
        }
        let t = self.g.tensor(v);
        if t.num_bytes() <= CACHED_BYTES {
            return true;
        }
        let lanes = self.target.lanes(Kernel::compute_elem(t.dtype).bytes());
        let computed_ns = self.target.multiply_adds_ns(elements * work * MULTIPLY_ADDS, lanes.into());
        if t.num_bytes() as f64 / BYTES_PER_NS < computed_ns {
            return true;
        }
        let (mut look, mut seen) = (op.operands.to_vec(), FxHashSet::default());
        while let Some(x) = look.pop() {
            match self.g.def_op(x) {
                _ if !seen.insert(x) => {}
                Some((_, below)) if self.inlinable(below) => look.extend(&below.operands),
                _ if self.elements(x) >= elements => return true,
                _ => {}
            }
        }
        false
    }

    fn read(&mut self, v: Value, groups: &[u32], reads: f64) {
        self.p.live[v.0 as usize] = true;
        let u = &mut self.uses[v.0 as usize];
        for &grp in groups {
            if !u.groups.contains(&grp) {
                u.groups.push(grp);
            }
        }
        u.reads = u.reads.max(reads);
    }

    /// Values around a scalar region that it reads.
    fn captures(&mut self, region: Region, group: Option<u32>, here: (Region, usize)) {
        let g = self.g;
        for &id in &g.region(region).ops {
            for &v in &g.op(id).operands {
                if !crate::body::defined_in(g, region, v) {
                    self.read(v, group.as_slice(), 1.0);
                    self.force(v, here);
                }
            }
            for &nested in &g.op(id).regions {
                self.captures(nested, group, here);
            }
        }
        for &v in &g.region(region).results {
            if !crate::body::defined_in(g, region, v) {
                self.force(v, here);
            }
        }
    }

    /// How often a root reads elements of operand `i`.
    fn root_reads(&self, op: &OpData, i: usize) -> f64 {
        let out = self.elements(op.results[0]);
        let own = self.elements(op.operands[i]);
        match &op.op {
            Op::DotGeneral { dims, .. } => {
                let lhs = self.g.tensor(op.operands[0]);
                out * dims.lhs_contracting.iter().map(|&d| lhs.dims[d as usize] as f64).product::<f64>()
            }
            Op::Convolution { dims, .. } => {
                let rhs = self.g.tensor(op.operands[1]);
                out * rhs.num_elements() as f64 / (rhs.dims[dims.kernel_output_feature as usize].max(1) as f64)
            }
            Op::ReduceWindow { window_dimensions, .. } if i < op.operands.len() / 2 => {
                out * window_dimensions.iter().product::<i64>() as f64
            }
            Op::SelectAndScatter { window_dimensions, .. } if i < 2 => {
                let w = window_dimensions.as_ref().map_or(1, |w| w.iter().product::<i64>());
                out.max(own) * w as f64
            }
            Op::Reduce { .. } => own,
            Op::Concatenate { .. } => own,
            Op::DynamicUpdateSlice {} => own,
            _ => out,
        }
    }

    /// True if `v` is a product, perhaps with other unit dimensions.
    fn is_product(&self, v: Value) -> bool {
        let long = |v: Value| self.g.tensor(v).dims.iter().copied().filter(|&d| d != 1).collect::<Vec<_>>();
        let mut u = v;
        while let Some(x) = self.p.alias[u.0 as usize] {
            u = x;
        }
        long(u) == long(v) && self.g.def_op(u).is_some_and(|(_, op)| matches!(op.op, Op::DotGeneral { .. }))
    }

    /// True if few elements of the operand lie side by side, and many of the result do: whoever works on vectors of these has full ones.
    fn widens(&self, op: &OpData) -> bool {
        const FEW: i64 = 8;
        let last = |v: Value| self.g.tensor(v).dims.iter().copied().rfind(|&d| d != 1).unwrap_or(1);
        last(op.operands[0]) <= FEW && last(op.results[0]) > FEW
    }

    /// True if an inlinable value needs a buffer all the same.
    fn must_store(&mut self, here: (Region, usize), op: &OpData, v: Value) -> bool {
        let u = self.uses[v.0 as usize].clone();
        let (elements, w, cost) = (self.elements(v), op.op.work(), self.cost[v.0 as usize]);
        if u.forced.is_some() {
            return true;
        }
        if let Op::BitcastConvert {} = op.op {
            // What memory alone can reinterpret must have memory below it.
            let (t, s) = (self.g.tensor(v), self.g.tensor(op.operands[0]));
            let plain = |d: hloom_num::DType| (d.is_int() && d.bits() >= 8) || (d.is_float() && d.bits() >= 16);
            if t.dtype != s.dtype && (t.dtype.bits() != s.dtype.bits() || !plain(t.dtype) || !plain(s.dtype)) {
                self.force(op.operands[0], here);
            }
            return false;
        }
        let repeat = u.reads / elements.max(1.0);
        if let Op::Transpose { permutation } = &op.op
            && let Some(last) = permutation.iter().position(|&d| d as usize + 1 == permutation.len())
            && last + 1 != permutation.len()
            && u.points.along(last) > MOST_STRIDED[usize::from(self.g.tensor(v).dtype.bits() < 32)]
        {
            let why = "it would be read with strides at many points";
            self.note(v, Verdict::Stored { why, repeat, cost, kernels: u.groups.len() as u32 });
            return true;
        }
        if let Op::Transpose { .. } = op.op
            && (u.product && repeat >= 2.0 || self.widens(op))
            && self.p.alias[v.0 as usize].is_none()
            && self.is_product(op.operands[0])
        {
            let why = "a product writes it as it is read";
            self.note(v, Verdict::Stored { why, repeat, cost, kernels: u.groups.len() as u32 });
            return true;
        }
        // A renaming or movement costs nothing: what is below decides.
        if w == 0.0 || self.index_vectors.contains(&v) {
            return false;
        }
        let pieces = matches!(op.op, Op::Concatenate { .. }) && cost > w + PIECES_WEIGHT;
        let crowded = u.groups.iter().any(|&grp| self.sizes[grp as usize] > 300);
        let why = if crowded {
            "the kernel is large enough"
        } else if pieces {
            "all its pieces would be computed at each point"
        } else if u.leafless && cost <= 4.0 {
            // Masks of coordinates: to load them costs as much.
            return false;
        } else if u.looped && cost >= Op::COSTLY && self.is_worth_keeping(op, v, cost) {
            "it would be computed again in every step of a loop"
        } else if repeat >= 2.0 && cost >= 3.0 {
            "it would be computed again for every reader of a broadcast or product"
        } else if self.computes_too_often(&u, op, v) {
            "it would be computed again for each of the points that a kernel reads"
        } else if u.product && repeat >= 2.0 && elements > 1.0 && !self.for_products(here.0, op) {
            // Most often it follows another product, whose kernel it can end.
            "a product reads it many times"
        } else if self.ends_a_product(&u, op, v) {
            "it ends the kernel of a product, and a window reads it"
        } else if u.groups.len() > 1 && !(cost <= 3.0 && u.groups.len() <= 3 || elements <= 1.0 && cost <= 12.0) {
            "several kernels read it"
        } else {
            return false;
        };
        self.note(v, Verdict::Stored { why, repeat, cost, kernels: u.groups.len() as u32 });
        true
    }

    /// True for elementwise work between a product and a window, whose kernel cannot take the product in: the product's kernel can do
    /// it, as it does in layers that no window follows, and is the same one then.
    fn ends_a_product(&self, u: &Use, op: &OpData, v: Value) -> bool {
        let [group] = u.groups[..] else { return false };
        let (root, _) = self.roots[group as usize];
        if !matches!(self.g.op(root).op, Op::ReduceWindow { .. }) || op.op.kind() != Kind::Elementwise {
            return false;
        }
        let (mut look, mut seen) = (op.operands.to_vec(), FxHashSet::default());
        while let Some(x) = look.pop() {
            match self.g.def_op(x) {
                Some((_, below)) if seen.insert(x) && self.elements(x) == self.elements(v) => match below.op.kind() {
                    Kind::Elementwise => look.extend(&below.operands),
                    _ if matches!(below.op, Op::Convolution { .. } | Op::DotGeneral { .. }) => return true,
                    _ => {}
                },
                _ => {}
            }
        }
        false
    }

    /// True if a product may compute it for every reader: what it converts while it packs, and slices of what a loop does
    /// not change. A slice of something else would be read after its place, which may have been updated by then.
    fn for_products(&self, here: Region, op: &OpData) -> bool {
        match op.op {
            Op::Convert {} | Op::Pad { .. } => true,
            Op::DynamicSlice { .. } => {
                let source = op.operands[0];
                self.cost[source.0 as usize] == 0.0 && !crate::body::defined_in(self.g, here, self.p.base(source))
            }
            _ => false,
        }
    }

    /// True if computing `v` for each of the points that a kernel reads takes longer than to store and load it.
    fn computes_too_often(&self, u: &Use, op: &OpData, v: Value) -> bool {
        /// A store and a load, in units of work, of an array that the caches hold and of one that they do not.
        const CACHED: f64 = 11.0;
        const FAR: f64 = 30.0;
        /// What a kernel costs, however few its elements.
        const KERNEL: f64 = 600.0;
        let elements = self.elements(v);
        if u.points.len() < 2 || op.op.kind() != Kind::Elementwise {
            return false;
        }
        // What is below would be read at many times as many, and so on: the expression would have no bounds.
        if u.points.len() == Points::MOST {
            return true;
        }
        // Readers of parts are short.
        let again = (u.points.len() as f64 * (u.reads / elements).min(1.0) - 1.0) * self.g.own_work(op);
        let near = self.g.tensor(v).num_bytes() as u64 <= self.target.l3_bytes / 2;
        again >= if near { CACHED } else { FAR } && again * elements >= KERNEL
    }

    fn note(&mut self, v: Value, verdict: Verdict) {
        self.p.decisions.push(Decision { value: Origin::of(self.g, v), verdict });
    }
}
