//! Named passes: what `hloom opt FILE --PASS…` runs, in the order given.
//!
//! A pass takes a verified module and gives a verified one that means the same, but for what its summary says. Each is
//! one file of [`passes`] with a constant `PASS`, and one line of [`PASSES`].
//!
//! ```
//! use hloom_transforms::{PassOptions, pass, run};
//! let text = b"func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
//!   %0 = stablehlo.composite \"my.id\" %a {decomposition = @id} : (tensor<2xf32>) -> tensor<2xf32>
//!   return %0 : tensor<2xf32>
//! }
//! func.func private @id(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }";
//! let module = hloom_stablehlo::parse(text, "in.mlir", &Default::default()).expect("a program");
//! let pass = pass("stablehlo-legalize-composite-to-call").expect("a name of a pass");
//! let module = run(module, &[(pass, PassOptions::default())]).expect("the pass runs");
//! assert!(hloom_stablehlo::print(&module, hloom_stablehlo::Form::Pretty, false).contains("call @id"));
//! ```
//!
//! Absences
//! * No pass that compilation depends on: the compiler's own road is `hloom-opt`.
//! * No syntax but that of types in options, no target, no code generator.

mod complex;
mod expr;
mod options;
pub mod passes;
mod special;

use hloom_ir::{Diagnostics, Module};

pub use hloom_ir::rewrite::{Rewrite, Rewriter, Values, rewrite_func, rewrite_module};
pub use options::{OptionError, PassOption, PassOptions};
pub use passes::PASSES;

/// A pass: a named function from modules to modules.
#[derive(Debug)]
pub struct Pass {
    /// Name on the command line, without the dashes.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// The options it takes.
    pub options: &'static [PassOption],
    /// Does it. The module is verified; the result is verified by [`run`].
    pub run: fn(Module, &PassOptions) -> Result<Module, Diagnostics>,
}

/// The pass of that name.
pub fn pass(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|p| p.name == name).copied()
}

/// A pass that could not do its work, or did it wrong.
#[derive(Debug)]
pub struct Failed {
    /// Name of the pass.
    pub pass: &'static str,
    /// Why.
    pub diagnostics: Diagnostics,
    /// True if what the pass made does not verify: a fault of the pass.
    pub broken: bool,
}

/// Runs passes one after another over a verified module; each result is verified.
///
/// # Errors
/// The first pass that fails.
pub fn run(mut module: Module, pipeline: &[(&'static Pass, PassOptions)]) -> Result<Module, Failed> {
    for (pass, options) in pipeline {
        let failed = |diagnostics, broken| Failed { pass: pass.name, diagnostics, broken };
        module = (pass.run)(module, options).map_err(|d| failed(d, false))?;
        hloom_ir::verify(&module).map_err(|d| failed(d, true))?;
    }
    Ok(module)
}
