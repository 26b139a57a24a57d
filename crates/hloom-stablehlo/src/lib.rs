//! StableHLO, CHLO and VHLO: assembly formats, portable artifacts, versions.
//!
//! ```
//! use hloom_interp::{Interpreter, Tensor};
//! use hloom_stablehlo::{Form, parse, parse_syntax, print, serialize, vhlo};
//!
//! let text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
//!   %0 = stablehlo.add %x, %x : tensor<2xf32>
//!   return %0 : tensor<2xf32>
//! }";
//! let module = parse(text.as_bytes(), "a.mlir", &Default::default()).expect("a program");
//! hloom_ir::verify(&module).expect("a right one");
//! assert!(print(&module, Form::Pretty, false).contains("stablehlo.add %arg0, %arg0 : tensor<2xf32>"));
//!
//! // On the interpreter.
//! let ty = module.funcs[0].graph.tensor(module.funcs[0].params()[0]).clone();
//! let x = Tensor::from_bytes(ty, &[1.5f32, -2.0].map(f32::to_le_bytes).concat()).expect("two elements");
//! let y = Interpreter::new(&module).run("main", &[x]).expect("it runs");
//! assert_eq!(y[0].to_bytes(), [3.0f32, -4.0].map(f32::to_le_bytes).concat());
//!
//! // As a portable artifact, and back.
//! let syntax = parse_syntax(text.as_bytes(), "a.mlir", &Default::default()).expect("a program");
//! let artifact = serialize(&syntax, &vhlo::Options::default()).expect("all of it has a version");
//! let again = parse(&artifact, "a.mlirbc", &Default::default()).expect("the same program");
//! assert_eq!(print(&again, Form::Pretty, false), print(&module, Form::Pretty, false));
//! ```
//!
//! [`parse`] and [`print`](fn@print) go all the way between files and the graph IR; the modules are the steps.

pub mod convert;
mod facade;
pub mod text;
pub mod vhlo;

pub use facade::{
    Form, ParseError, SerializeError, parse, parse_syntax, print, print_syntax, serialize, write_bytecode,
};
