//! Modules, functions, and the arena of a function.

use crate::attrs::{AttrValue, Mesh, MeshRef, SdyMesh};
use crate::{Op, TensorType, Type};
use hloom_mlir::{Attr, Loc, LocTable, Str};
use smallvec::SmallVec;

/// An op of a [`Graph`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct OpId(pub u32);
/// A value of a [`Graph`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Value(pub u32);
/// A region of a [`Graph`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Region(pub u32);

/// An op with its operands, regions and results.
#[derive(Clone, Debug)]
pub struct OpData {
    /// What it does.
    pub op: Op,
    /// Operands in the order of the table entry; variadic groups follow one another.
    pub operands: SmallVec<[Value; 4]>,
    /// Nested regions.
    pub regions: SmallVec<[Region; 2]>,
    /// Results.
    pub results: SmallVec<[Value; 2]>,
    /// Attributes the table does not know (`mhlo.sharding`, `result_accuracy`, …), kept for printing.
    pub extra: Option<Box<[(Str, Attr)]>>,
    /// Where it came from.
    pub loc: Loc,
}

/// Who defines a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// Result `1` of op `0`.
    Result(OpId, u32),
    /// Parameter `1` of region `0`.
    Param(Region, u32),
}

/// A value's type and definition.
#[derive(Clone, Debug)]
pub struct ValueData {
    /// Type.
    pub ty: Type,
    /// Definition.
    pub def: ValueDef,
}

/// A region: parameters, ops in order, results.
#[derive(Clone, Debug, Default)]
pub struct RegionData {
    /// Parameters.
    pub params: Vec<Value>,
    /// Ops in order.
    pub ops: Vec<OpId>,
    /// What the region returns.
    pub results: Vec<Value>,
    /// Where the parameters came from; missing ones are unknown.
    pub param_locs: Vec<Loc>,
    /// Where the end of the region came from.
    pub end_loc: Loc,
}

/// The append-only arena of one function.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    ops: Vec<OpData>,
    values: Vec<ValueData>,
    regions: Vec<RegionData>,
}

impl Graph {
    /// Makes room in a region for that many more ops, of about one result each.
    pub fn reserve(&mut self, region: Region, ops: usize) {
        self.ops.reserve(ops);
        self.values.reserve(ops);
        self.regions[region.0 as usize].ops.reserve(ops);
    }
    /// A new empty region.
    pub fn add_region(&mut self) -> Region {
        self.regions.push(RegionData::default());
        Region((self.regions.len() - 1) as u32)
    }
    /// Appends a parameter to a region.
    pub fn add_param(&mut self, region: Region, ty: Type) -> Value {
        let v = Value(self.values.len() as u32);
        let index = self.regions[region.0 as usize].params.len() as u32;
        self.values.push(ValueData { ty, def: ValueDef::Param(region, index) });
        self.regions[region.0 as usize].params.push(v);
        v
    }
    /// Appends an op to a region. `result_types` are taken as they are; [`crate::verify`] checks them.
    pub fn add_op(
        &mut self,
        region: Region,
        op: Op,
        operands: &[Value],
        regions: &[Region],
        result_types: impl IntoIterator<Item = Type>,
        loc: Loc,
    ) -> OpId {
        let id = OpId(self.ops.len() as u32);
        let mut results = SmallVec::new();
        for (i, ty) in result_types.into_iter().enumerate() {
            results.push(Value(self.values.len() as u32));
            self.values.push(ValueData { ty, def: ValueDef::Result(id, i as u32) });
        }
        self.ops.push(OpData {
            op,
            operands: SmallVec::from_slice(operands),
            regions: SmallVec::from_slice(regions),
            results,
            extra: None,
            loc,
        });
        self.regions[region.0 as usize].ops.push(id);
        id
    }
    /// Keeps attributes that the table does not know.
    pub fn set_extra(&mut self, op: OpId, extra: Vec<(Str, Attr)>) {
        self.ops[op.0 as usize].extra = (!extra.is_empty()).then(|| extra.into());
    }
    /// States where a region's parameters and its end came from.
    pub fn set_locs(&mut self, region: Region, params: Vec<Loc>, end: Loc) {
        let data = &mut self.regions[region.0 as usize];
        (data.param_locs, data.end_loc) = (params, end);
    }
    /// States what a region returns.
    pub fn set_results(&mut self, region: Region, results: Vec<Value>) {
        self.regions[region.0 as usize].results = results;
    }
    /// An op.
    pub fn op(&self, id: OpId) -> &OpData {
        &self.ops[id.0 as usize]
    }
    /// A value.
    pub fn value(&self, v: Value) -> &ValueData {
        &self.values[v.0 as usize]
    }
    /// A region.
    pub fn region(&self, r: Region) -> &RegionData {
        &self.regions[r.0 as usize]
    }
    /// Type of a value.
    pub fn ty(&self, v: Value) -> &Type {
        &self.values[v.0 as usize].ty
    }
    /// Tensor type of a value.
    ///
    /// # Panics
    /// If it is not a tensor: call only after [`crate::verify`] and for operands that the spec says are tensors.
    pub fn tensor(&self, v: Value) -> &TensorType {
        self.ty(v).as_tensor().expect("verified: a tensor")
    }
    /// The op that defines `v`, if a region parameter does not.
    pub fn def_op(&self, v: Value) -> Option<(OpId, &OpData)> {
        match self.value(v).def {
            ValueDef::Result(op, _) => Some((op, self.op(op))),
            ValueDef::Param(..) => None,
        }
    }
    /// Number of ops in the arena, dead ones included.
    pub fn num_ops(&self) -> usize {
        self.ops.len()
    }
    /// Number of values in the arena.
    pub fn num_values(&self) -> usize {
        self.values.len()
    }
    /// Number of regions in the arena.
    pub fn num_regions(&self) -> usize {
        self.regions.len()
    }
}

/// A function.
#[derive(Clone, Debug)]
pub struct Func {
    /// Symbol name.
    pub name: Str,
    /// Callable from outside.
    pub public: bool,
    /// Arena.
    pub graph: Graph,
    /// Body; its parameters and results are the function's.
    pub body: Region,
    /// True for a declaration: the body has parameters and results, which are parameters of no region, and no op.
    pub declared: bool,
    /// Attributes of each parameter, e.g. `tf.aliasing_output`.
    pub param_attrs: Vec<Vec<(Str, Attr)>>,
    /// Attributes of each result.
    pub result_attrs: Vec<Vec<(Str, Attr)>>,
    /// Other attributes.
    pub attrs: Vec<(Str, Attr)>,
    /// Where it came from.
    pub loc: Loc,
}

impl Func {
    /// A function with an empty body.
    pub fn new(name: impl Into<Str>, public: bool) -> Func {
        let mut graph = Graph::default();
        let body = graph.add_region();
        Func {
            name: name.into(),
            public,
            graph,
            body,
            declared: false,
            param_attrs: Vec::new(),
            result_attrs: Vec::new(),
            attrs: Vec::new(),
            loc: Loc::UNKNOWN,
        }
    }
    /// Parameters.
    pub fn params(&self) -> &[Value] {
        &self.graph.region(self.body).params
    }
    /// Results.
    pub fn results(&self) -> &[Value] {
        &self.graph.region(self.body).results
    }
}

/// `sdy.mesh @name = <…>`.
#[derive(Clone, Debug)]
pub struct MeshDecl {
    /// Symbol name.
    pub name: Str,
    /// `mesh` and whatever else it states, but for the name.
    pub attrs: Vec<(Str, Attr)>,
    /// Index of the function that it stands before, or the number of functions.
    pub before: usize,
    /// Where it came from.
    pub loc: Loc,
}

impl MeshDecl {
    /// The mesh, from `mesh` or, as other tools write it, from the dictionary `stablehlo.mesh`.
    ///
    /// # Errors
    /// What is wrong with it, as a phrase.
    pub fn mesh(&self) -> Result<Mesh, String> {
        let find = |name: &str| self.attrs.iter().find(|(n, _)| &**n == name).map(|(_, a)| a);
        match (find("mesh"), find("stablehlo.mesh")) {
            (Some(a), _) => SdyMesh::from_attr(Some(a)).map(|m| m.0).map_err(|e| format!("attribute 'mesh': {e}")),
            (None, Some(a)) => Mesh::from_dict(a).map_err(|e| format!("attribute 'stablehlo.mesh': {e}")),
            (None, None) => Err("attribute 'mesh' is required".into()),
        }
    }
}

/// A program.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// `sym_name`, may be empty.
    pub name: String,
    /// Module attributes.
    pub attrs: Vec<(Str, Attr)>,
    /// Functions in source order.
    pub funcs: Vec<Func>,
    /// Meshes in source order.
    pub meshes: Vec<MeshDecl>,
    /// Locations.
    pub locs: LocTable,
    /// Where it came from.
    pub loc: Loc,
}

impl Module {
    /// The function with that name.
    pub fn func(&self, name: &str) -> Option<&Func> {
        self.funcs.iter().find(|f| &*f.name == name)
    }
    /// The mesh with that name, if it is a sound one.
    pub fn mesh(&self, name: &str) -> Option<Mesh> {
        self.meshes.iter().find(|m| &*m.name == name).and_then(|m| m.mesh().ok())
    }
    /// The mesh of a sharding, if it is a sound one.
    pub fn mesh_of(&self, mesh: &MeshRef) -> Option<Mesh> {
        match mesh {
            MeshRef::Inline(m) => Some(m.clone()),
            MeshRef::Symbol(name) => self.mesh(name),
        }
    }
}
