//! Hloom's graph IR.
//!
//! A [`Module`] holds functions; a [`Func`] owns one append-only arena of ops, values and regions ([`Graph`]). Every op
//! is an [`Op`] (from THE TABLE, [`table`]) with operands, regions and typed results.
//!
//! ```
//! use hloom_ir::{Builder, Func, Module, Type, verify};
//! use hloom_num::DType;
//!
//! let mut f = Func::new("main", true);
//! let body = f.body;
//! let mut b = Builder::new(&mut f.graph, body);
//! let x = b.param(Type::tensor(DType::F32, &[2, 3]));
//! let y = b.transpose(x, &[1, 0]);
//! assert_eq!(b.tensor(y).to_string(), "tensor<3x2xf32>");
//! b.ret(&[y]);
//! let module = Module { funcs: vec![f], ..Module::default() };
//! assert!(verify(&module).is_ok());
//! ```
//!
//! Invariants
//! * Ops of a region stand in an order in which definitions precede uses; a nested region sees the values of the
//!   regions around it (MLIR's scoping, functions isolated).
//! * A region ends by naming its results; there is no terminator op.
//! * The arena is append-only: a pass reads one graph and builds another. No use lists, no half-edited IR.
//! * Result types are stored; [`mod@infer`] computes them where the spec infers them and [`verify()`] checks them.
//!
//! Absences
//! * No versions: VHLO exists only in the codec (`hloom-stablehlo`).
//! * No syntax: how an op is written is `hloom-stablehlo`'s business. The table only names attributes and converts
//!   them to and from syntax-tree attributes.

mod accuracy;
mod algorithm;
pub mod attrs;
mod build;
pub mod chlo;
pub mod codec;
mod custom;
mod diag;
mod graph;
pub mod infer;
mod print;
mod processes;
mod quantized;
pub mod rewrite;
pub mod shapes;
pub mod table;
pub mod trips;
mod types;
mod verify;
mod walk;
mod work;

pub use build::Builder;
pub use custom::Layouts;
pub use diag::{Diagnostic, Diagnostics, Severity};
pub use graph::{Func, Graph, MeshDecl, Module, OpData, OpId, Region, RegionData, Value, ValueData, ValueDef};
pub use hloom_mlir::{Attr, Loc, LocData, LocTable, Str, Type as SynType, str_to_bytes};
pub use infer::{InferError, KnownInts, custom_form, infer, refine, static_form};
pub use processes::{EXCHANGE_SOURCE, Processes, Strategy};
pub use quantized::{MAX_STORAGE_BITS, QuantParam, Quantized};
pub use shapes::{ArithOp, MlirType, ShapeOp};
pub use table::{Arity, Kind, Level, Op, OpInfo};
pub use types::{Dims, TensorType, Type};
pub use verify::{MAX_BYTES, MAX_RANK, verify};
pub use walk::ValueMap;
