//! The nest with what lowering needs to know at each loop: which scopes open there, and which staged Defs live there.

use super::LowerError;
use crate::ix::{Ix, Term};
use crate::kernel::*;
use crate::nest::{Bind, Nest, Space, Tail, Tiles};

/// A node of the nest.
pub(super) enum Node {
    Loop(LoopNode),
    At {
        def: DefId,
        local: bool,
    },
    Tiles(Tiles),
    Store {
        out: u32,
        stream: bool,
    },
    /// Only where the innermost loop over the axis is at its first sub-range.
    First {
        axis: AxisId,
        body: Vec<Node>,
    },
    If {
        not_negative: Ix,
        body: Vec<Node>,
        /// Reduces whose scope this is.
        opens: Vec<DefId>,
    },
    Prefetch {
        buf: BufId,
        index: Vec<Ix>,
    },
}

/// A loop of the nest.
pub(super) struct LoopNode {
    pub(super) axis: AxisId,
    pub(super) step: i64,
    pub(super) bind: Bind,
    pub(super) tail: Tail,
    pub(super) body: Vec<Node>,
    /// Reduces whose scope this loop is.
    pub(super) opens: Vec<DefId>,
    /// A [`Node::First`] of this loop is below.
    pub(super) has_first: bool,
    /// Staged Defs that are produced and read inside one iteration.
    pub(super) locals: Vec<DefId>,
}

/// The prepared nest.
pub(super) struct Plan {
    pub(super) root: Vec<Node>,
    /// Staged Defs whose readers have only the root in common.
    pub(super) root_locals: Vec<DefId>,
    /// By Def: computed by some `At`.
    pub(super) evaluated: Vec<bool>,
    /// By Def: staged in scratch memory where it is evaluated (a Reduce: when it is complete).
    pub(super) staged: Vec<bool>,
    /// By Def: a Reduce whose accumulators are in scratch memory.
    pub(super) in_memory: Vec<bool>,
    /// By Def: the axis along which it lies in scratch memory, if not the last one.
    pub(super) along: Vec<Option<AxisId>>,
}

struct Prep<'k> {
    k: &'k Kernel,
    staged: Vec<bool>,
    evaluated: Vec<bool>,
    in_memory: Vec<bool>,
    along: Vec<Option<AxisId>>,
    /// By Def: the node paths (child indices) that produce or read it.
    uses: Vec<Vec<Vec<usize>>>,
    /// The loops around the current node: axis, and length of the path to the loop.
    loops: Vec<(AxisId, usize)>,
    /// Length of the path to the loop that the innermost [`Nest::First`] belongs to.
    produced_at: Option<usize>,
}

pub(super) fn prepare(k: &Kernel, nest: &[Nest]) -> Result<Plan, LowerError> {
    let n = k.defs.len();
    let mut p = Prep {
        k,
        staged: vec![false; n],
        evaluated: vec![false; n],
        in_memory: vec![false; n],
        along: vec![None; n],
        uses: vec![Vec::new(); n],
        loops: Vec::new(),
        produced_at: None,
    };
    p.ats(nest)?;
    let mut root = p.nodes(nest, &mut Vec::new(), &mut Vec::new(), &mut Vec::new())?;
    let mut root_locals = Vec::new();
    for d in 0..n {
        if !p.staged[d] || p.in_memory[d] {
            continue;
        }
        let mut common: Vec<usize> = match p.uses[d].first() {
            Some(u) => u[..u.len() - 1].to_vec(),
            None => Vec::new(),
        };
        for u in &p.uses[d] {
            let parent = &u[..u.len() - 1];
            let same = common.iter().zip(parent).take_while(|(a, b)| a == b).count();
            common.truncate(same);
        }
        attach(&mut root, &common, DefId(d as u32), &mut root_locals);
    }
    let Prep { evaluated, staged, in_memory, along, .. } = p;
    Ok(Plan { root, root_locals, evaluated, staged, in_memory, along })
}

/// Registers a staged Def at the loop of that path. `Unroll`, `Ilp` and `Vector` loops are no storage boundaries of their
/// own, but the rule holds for them just as well.
fn attach(nodes: &mut [Node], path: &[usize], d: DefId, root_locals: &mut Vec<DefId>) {
    let Some((first, rest)) = path.split_first() else {
        root_locals.push(d);
        return;
    };
    match &mut nodes[*first] {
        Node::Loop(l) if rest.is_empty() => l.locals.push(d),
        Node::Loop(LoopNode { body, .. }) | Node::If { body, .. } => attach(body, rest, d, root_locals),
        _ => {}
    }
}

impl Prep<'_> {
    fn ats(&mut self, nest: &[Nest]) -> Result<(), LowerError> {
        for n in nest {
            match n {
                Nest::Loop { axis, step, body, .. } => {
                    if *step <= 0 || axis.0 as usize >= self.k.axes.len() {
                        return Err(LowerError::Nest(format!("loop of axis {} with step {step}", axis.0)));
                    }
                    self.ats(body)?;
                }
                Nest::First { body, .. } | Nest::If { body, .. } => self.ats(body)?,
                Nest::At { def, .. } | Nest::Tiles(Tiles { def, .. }) => {
                    let d = def.0 as usize;
                    if d >= self.k.defs.len() {
                        return Err(LowerError::Nest(format!("no Def {d}")));
                    }
                    self.evaluated[d] = true;
                    self.staged[d] |= !matches!(n, Nest::At { space: Space::Reg, .. });
                }
                Nest::Store { out, .. } => {
                    if *out as usize >= self.k.outs.len() {
                        return Err(LowerError::Nest(format!("no out {out}")));
                    }
                }
                Nest::Prefetch { buf, .. } => {
                    if buf.0 as usize >= self.k.bufs.len() {
                        return Err(LowerError::Nest(format!("no buffer {}", buf.0)));
                    }
                }
            }
        }
        Ok(())
    }

    /// `open`: Reduces whose scope is open. `path`: child indices. `serial`: per enclosing loop, its axis and the number
    /// of scopes open outside it, if it is a `Serial`, `Window`, `Parts` or `Grid` loop.
    fn nodes(
        &mut self,
        nest: &[Nest],
        open: &mut Vec<DefId>,
        path: &mut Vec<usize>,
        serial: &mut Vec<(AxisId, usize)>,
    ) -> Result<Vec<Node>, LowerError> {
        let mut out = Vec::new();
        for (i, n) in nest.iter().enumerate() {
            path.push(i);
            out.push(match n {
                Nest::Loop { axis, step, bind, tail, body } => {
                    let mut opens = Vec::new();
                    reduces_in(self.k, body, *axis, &mut opens);
                    opens.retain(|d| !open.contains(d));
                    let outside = open.len();
                    open.extend(&opens);
                    let is_serial = matches!(bind, Bind::Serial | Bind::Window | Bind::Parts | Bind::Grid);
                    if is_serial {
                        serial.push((*axis, outside));
                    }
                    self.loops.push((*axis, path.len()));
                    let body = self.nodes(body, open, path, serial)?;
                    self.loops.pop();
                    if is_serial {
                        serial.pop();
                    }
                    open.truncate(outside);
                    Node::Loop(LoopNode {
                        axis: *axis,
                        step: *step,
                        bind: *bind,
                        tail: *tail,
                        has_first: has_first(&body, *axis),
                        body,
                        opens,
                        locals: Vec::new(),
                    })
                }
                Nest::If { not_negative, body } => {
                    let mut opens = Vec::new();
                    (0..self.k.axes.len()).for_each(|a| reduces_in(self.k, body, AxisId(a as u32), &mut opens));
                    opens.retain(|d| !open.contains(d));
                    let outside = open.len();
                    open.extend(&opens);
                    let body = self.nodes(body, open, path, serial)?;
                    open.truncate(outside);
                    Node::If { not_negative: not_negative.clone(), body, opens }
                }
                Nest::First { axis, body } => {
                    let Some(depth) = self.loops.iter().rev().find(|l| l.0 == *axis).map(|l| l.1) else {
                        return Err(LowerError::Nest(format!("first of axis {} outside a loop over it", axis.0)));
                    };
                    // What is staged here outlives that loop: it counts as produced beside it.
                    let outer = self.produced_at.replace(depth.min(self.produced_at.unwrap_or(depth)));
                    let body = self.nodes(body, open, path, serial)?;
                    self.produced_at = outer;
                    Node::First { axis: *axis, body }
                }
                Nest::At { def, space } => {
                    if self.staged[def.0 as usize] {
                        let end = self.produced_at.unwrap_or(path.len());
                        self.uses[def.0 as usize].push(path[..end].to_vec());
                    }
                    if let Some(at) = open.iter().position(|d| d == def) {
                        let axes = &self.k.def(*def).axes;
                        // A Serial loop over an output axis inside the scope: many accumulators, not in registers.
                        if serial.iter().any(|(a, outside)| *outside > at && axes.contains(a)) {
                            self.in_memory[def.0 as usize] = true;
                            self.staged[def.0 as usize] = false;
                        }
                    }
                    for e in def_exprs(self.k, *def) {
                        self.reads(e, path);
                    }
                    Node::At { def: *def, local: *space == Space::Local }
                }
                Nest::Tiles(t) => {
                    self.along[t.def.0 as usize] = Some(t.lane);
                    self.uses[t.def.0 as usize].push(path.clone());
                    for e in def_exprs(self.k, t.def) {
                        self.reads(e, path);
                    }
                    Node::Tiles(*t)
                }
                Nest::Store { out, stream } => {
                    let o = &self.k.outs[*out as usize];
                    self.read(o.def, path);
                    for e in out_exprs(o) {
                        self.reads(e, path);
                    }
                    Node::Store { out: *out, stream: *stream }
                }
                Nest::Prefetch { buf, index } => Node::Prefetch { buf: *buf, index: index.clone() },
            });
            path.pop();
        }
        Ok(out)
    }

    fn read(&mut self, d: DefId, path: &[usize]) {
        let i = d.0 as usize;
        if self.staged[i] {
            if self.uses[i].last().is_none_or(|u| u != path) {
                self.uses[i].push(path.to_vec());
            }
        } else if !self.evaluated[i] && matches!(self.k.def(d).body, Body::Map(_)) {
            for e in def_exprs(self.k, d) {
                self.reads(e, path);
            }
        }
    }

    /// Marks what expressions read from staged Defs, through Maps that are computed where they are read.
    fn reads(&mut self, root: ExprId, path: &[usize]) {
        let mut defs = Vec::new();
        visit(self.k, root, &mut |e| {
            if let Expr::Read(d, ..) = e {
                defs.push(*d);
            }
        });
        for d in defs {
            self.read(d, path);
        }
    }
}

/// Calls `f` with the operand expressions (not those inside coordinates and guards).
pub fn operands(e: &Expr, f: &mut dyn FnMut(ExprId)) {
    match e {
        Expr::Int(_) | Expr::Float(_) | Expr::Coord(_) | Expr::Read(..) | Expr::Param(_) => {}
        Expr::Load { other, .. } => other.iter().for_each(|o| f(*o)),
        Expr::Un(_, a) | Expr::Cast(_, a) | Expr::Round(_, a) | Expr::Bits(_, a) | Expr::OfBits(_, a) => f(*a),
        Expr::Bin(_, a, b) | Expr::Cmp(_, a, b) => {
            f(*a);
            f(*b);
        }
        Expr::Select(a, b, c) | Expr::Fma(a, b, c) => {
            f(*a);
            f(*b);
            f(*c);
        }
        Expr::Math(_, args) => args.iter().for_each(|a| f(*a)),
    }
}

/// Calls `f` with all expressions right below one: operands, and what its coordinates and guards name.
pub(crate) fn below(e: &Expr, f: &mut dyn FnMut(ExprId)) {
    operands(e, f);
    match e {
        Expr::Load { index, when, .. } => {
            index.iter().for_each(|x| ix_exprs(x, f));
            pred_exprs(when, f);
        }
        Expr::Read(_, _, index) => index.iter().for_each(|x| ix_exprs(x, f)),
        Expr::Coord(x) => ix_exprs(x, f),
        _ => {}
    }
}

/// An expression with other operands (not those inside coordinates and guards).
pub(crate) fn with_operands(e: &Expr, f: &mut dyn FnMut(ExprId) -> ExprId) -> Expr {
    match e.clone() {
        e @ (Expr::Int(_) | Expr::Float(_) | Expr::Coord(_) | Expr::Read(..) | Expr::Param(_)) => e,
        Expr::Load { buf, index, when, other } => Expr::Load { buf, index, when, other: other.map(f) },
        Expr::Un(o, a) => Expr::Un(o, f(a)),
        Expr::Cast(o, a) => Expr::Cast(o, f(a)),
        Expr::Round(d, a) => Expr::Round(d, f(a)),
        Expr::Bits(d, a) => Expr::Bits(d, f(a)),
        Expr::OfBits(d, a) => Expr::OfBits(d, f(a)),
        Expr::Bin(o, a, b) => Expr::Bin(o, f(a), f(b)),
        Expr::Cmp(o, a, b) => Expr::Cmp(o, f(a), f(b)),
        Expr::Select(a, b, c) => Expr::Select(f(a), f(b), f(c)),
        Expr::Fma(a, b, c) => Expr::Fma(f(a), f(b), f(c)),
        Expr::Math(m, args) => Expr::Math(m, args.into_iter().map(f).collect()),
    }
}

fn ix_exprs(x: &Ix, f: &mut dyn FnMut(ExprId)) {
    for (t, _) in &x.terms {
        match t {
            Term::Axis(_) => {}
            Term::Div(y, _) | Term::Mod(y, _) => ix_exprs(y, f),
            Term::Value(e) => f(*e),
        }
    }
}

/// What a guard names.
pub(crate) fn pred_exprs(p: &Pred, f: &mut dyn FnMut(ExprId)) {
    for a in &p.0 {
        match a {
            Atom::Range(x, ..) | Atom::Divides(x, _) => ix_exprs(x, f),
            Atom::Cond(e) => f(*e),
        }
    }
}

/// All expressions that a Def's body names.
pub(crate) fn def_exprs(k: &Kernel, d: DefId) -> Vec<ExprId> {
    let mut v = Vec::new();
    match &k.def(d).body {
        Body::Map(e) => v.extend(e),
        Body::Reduce { comb, init, args, when, .. } => {
            v.extend(init.iter().chain(args));
            if let Comb::Custom { results, .. } = comb {
                v.extend(results);
            }
            pred_exprs(when, &mut |e| v.push(e));
        }
    }
    v
}

/// True if a Def, or a Def that it reads, loads from a buffer.
pub fn loads_from(k: &Kernel, def: DefId, buf: BufId) -> bool {
    let mut seen = vec![false; k.defs.len()];
    let mut todo = vec![def];
    let mut found = false;
    while let Some(d) = todo.pop() {
        if found || std::mem::replace(&mut seen[d.0 as usize], true) {
            continue;
        }
        for e in def_exprs(k, d) {
            visit(k, e, &mut |e| match e {
                Expr::Load { buf: b, .. } => found |= *b == buf,
                Expr::Read(d, ..) => todo.push(*d),
                _ => {}
            });
        }
    }
    found
}

/// All expressions that an out's index and guard name.
pub(crate) fn out_exprs(o: &Out) -> Vec<ExprId> {
    let mut v = Vec::new();
    o.index.iter().for_each(|x| ix_exprs(x, &mut |e| v.push(e)));
    pred_exprs(&o.when, &mut |e| v.push(e));
    v
}

/// True if the value of an expression can differ along an axis of the kernel.
pub fn depends(k: &Kernel, root: ExprId, a: AxisId) -> bool {
    let mut found = false;
    visit(k, root, &mut |e| found |= has_axis(e, a));
    found
}

/// True if an axis is in the coordinates or the guard of an expression itself. (Run-time values in them are expressions of their own.)
pub(crate) fn has_axis(e: &Expr, a: AxisId) -> bool {
    let has = |x: &Ix| x.mentions(a, &|_| false);
    match e {
        Expr::Load { index, when, .. } => {
            let guarded = |t: &Atom| matches!(t, Atom::Range(x, ..) | Atom::Divides(x, _) if has(x));
            index.iter().any(has) || when.0.iter().any(guarded)
        }
        Expr::Read(_, _, index) => index.iter().any(has),
        Expr::Coord(x) => has(x),
        _ => false,
    }
}

/// Visits an expression and all below it, as [`visit_all`].
pub(crate) fn visit(k: &Kernel, root: ExprId, f: &mut dyn FnMut(&Expr)) {
    visit_all(k, [root], &mut |e| f(k.expr(e)));
}

/// Visits expressions and all below them, those in coordinates and guards too, once each; not the bodies of Defs.
pub fn visit_all(k: &Kernel, roots: impl IntoIterator<Item = ExprId>, f: &mut dyn FnMut(ExprId)) {
    let mut seen = vec![false; k.exprs.len()];
    let mut todo: Vec<ExprId> = roots.into_iter().collect();
    while let Some(e) = todo.pop() {
        if !std::mem::replace(&mut seen[e.0 as usize], true) {
            f(e);
            below(k.expr(e), &mut |o| todo.push(o));
        }
    }
}

/// True if a [`Node::First`] of a loop over `axis` with this body is in it.
pub(super) fn has_first(body: &[Node], axis: AxisId) -> bool {
    body.iter().any(|n| match n {
        Node::First { axis: a, body } => *a == axis || has_first(body, axis),
        Node::If { body, .. } => has_first(body, axis),
        Node::Loop(l) => l.axis != axis && has_first(&l.body, axis),
        Node::At { .. } | Node::Tiles(_) | Node::Store { .. } | Node::Prefetch { .. } => false,
    })
}

/// True if there is such a loop in it.
pub(super) fn has_loop(body: &[Node], is: &dyn Fn(&LoopNode) -> bool) -> bool {
    body.iter().any(|n| match n {
        Node::First { body, .. } | Node::If { body, .. } => has_loop(body, is),
        Node::Loop(l) => is(l) || has_loop(&l.body, is),
        Node::At { .. } | Node::Tiles(_) | Node::Store { .. } | Node::Prefetch { .. } => false,
    })
}

/// Reduces over `axis` that are accumulated somewhere in the nodes.
fn reduces_in(k: &Kernel, nest: &[Nest], axis: AxisId, out: &mut Vec<DefId>) {
    for n in nest {
        match n {
            Nest::Loop { body, .. } | Nest::First { body, .. } | Nest::If { body, .. } => {
                reduces_in(k, body, axis, out);
            }
            Nest::At { def, .. } => {
                if k.def(*def).over().contains(&axis) && !out.contains(def) {
                    out.push(*def);
                }
            }
            // Its sums are complete where it stands.
            Nest::Tiles(_) | Nest::Store { .. } | Nest::Prefetch { .. } => {}
        }
    }
}

/// `root` with `from` replaced by `to` wherever it is an operand (not inside coordinates and guards).
pub(crate) fn replace(k: &mut Kernel, root: ExprId, from: ExprId, to: ExprId) -> ExprId {
    let mut memo = rustc_hash::FxHashMap::default();
    memo.insert(from, to);
    replaced(k, root, &mut memo)
}

fn replaced(k: &mut Kernel, e: ExprId, memo: &mut rustc_hash::FxHashMap<ExprId, ExprId>) -> ExprId {
    if let Some(v) = memo.get(&e) {
        return *v;
    }
    let (elem, old) = (k.elem(e), k.expr(e).clone());
    let new = with_operands(&old, &mut |x| replaced(k, x, memo));
    let new = k.add_expr(elem, new);
    memo.insert(e, new);
    new
}
