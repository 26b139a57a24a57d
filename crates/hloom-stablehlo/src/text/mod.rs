//! Custom assembly of the dialects StableHLO programs are written in: `stablehlo`, `chlo`, `func`, `sdy`, and the `check` and
//! `interpreter` dialects of the test programs.
//!
//! Most ops are one line of a table of formats (`formats`, `table`) that the reader and the printer both interpret; the few
//! with a grammar of their own are in `special`, `convolution` and `functions`. An op read from its custom form has the same
//! attributes as from its generic form, so nothing behind this module knows which form a program was written in.

mod attributes;
mod convolution;
mod format_print;
mod formats;
mod functions;
mod sdy;
mod shapes;
mod special;
mod table;

use hloom_mlir::text::{Assembly, OpState, ParseOptions, Parser, PrintOptions, Printer};
use hloom_mlir::{Attr, RawModule, RawOp, SyntaxError, Type};
use std::borrow::Cow;

/// The assembly of all dialects of this crate.
#[derive(Clone, Copy, Debug, Default)]
pub struct StableHlo;

/// Reads StableHLO text in generic, custom or mixed form.
///
/// # Errors
/// [`SyntaxError`] with the position of the first problem.
pub fn parse(text: &str, file_name: &str) -> Result<RawModule, SyntaxError> {
    hloom_mlir::text::parse(text, &ParseOptions::new(file_name, &StableHlo))
}

/// The text of a module in custom form, without locations.
pub fn print(module: &RawModule) -> String {
    hloom_mlir::text::print(module, &PrintOptions::pretty(&StableHlo))
}

/// The text of a module in generic form, without locations.
pub fn print_generic(module: &RawModule) -> String {
    hloom_mlir::text::print(module, &PrintOptions::generic(&StableHlo))
}

impl Assembly for StableHlo {
    fn canonical_name(&self, name: &str) -> Option<&'static str> {
        Some(match name {
            "return" => "func.return",
            "call" => "func.call",
            "func" => "func.func",
            _ => return None,
        })
    }

    fn is_isolated(&self, name: &str) -> bool {
        matches!(
            name,
            "builtin.module" | "func.func" | "vhlo.func_v1" | "stablehlo.async_start" | "sdy.manual_computation"
        )
    }

    fn parse_op(&self, name: &str, p: &mut Parser<'_>, op: &mut OpState) -> Result<bool, SyntaxError> {
        if name == "stablehlo.constant" && p.at("(") {
            special::parse_constant_call(p, op)?;
            return Ok(true);
        }
        if let Some(format) = table::format_of(name) {
            formats::parse(name, format, p, op)?;
            return Ok(true);
        }
        if functions::parse(name, p, op)? {
            return Ok(true);
        }
        if sdy::parse(name, p, op)? || shapes::parse(name, p, op)? {
            return Ok(true);
        }
        special::parse(name, p, op)
    }

    fn print_op(&self, op: &RawOp, p: &mut Printer<'_>) -> bool {
        if special::print_constant_call(op, p) {
            return true;
        }
        match table::format_of(&op.name) {
            Some(format) => format_print::print(format, op, p),
            None => functions::print(op, p) || sdy::print(op, p) || shapes::print(op, p) || special::print(op, p),
        }
    }

    fn result_names(&self, op: &RawOp, types: &[Type]) -> Vec<(Cow<'static, str>, usize)> {
        if let Some(names) = shapes::result_names(op) {
            return names;
        }
        let names: &[&'static str] = match &*op.name {
            "stablehlo.constant" | "chlo.constant" => &[if is_integer(&types[0]) { "c" } else { "cst" }],
            "stablehlo.rng_bit_generator" => &["output_state", "output"],
            "stablehlo.batch_norm_training" => &["output", "batch_mean", "batch_var"],
            "stablehlo.batch_norm_grad" => &["grad_operand", "grad_scale", "grad_offset"],
            "chlo.top_k" => &["values", "indices"],
            _ => &[],
        };
        if names.len() == types.len() { names.iter().map(|n| ((*n).into(), 1)).collect() } else { Vec::new() }
    }

    fn region_argument_name(&self, op: &RawOp, index: usize) -> Option<&'static str> {
        match &*op.name {
            "stablehlo.while" => Some("iterArg"),
            "chlo.scan" => special::scan_argument(op, index),
            _ => None,
        }
    }

    fn canonical_body(&self, dialect: &str, mnemonic: &str, body: &str) -> Result<Option<String>, String> {
        attributes::canonical_body(dialect, mnemonic, body)
    }

    fn is_property(&self, op: &str, attr: &str) -> bool {
        attributes::is_property(op, attr)
    }

    fn is_default(&self, op: &str, name: &str, value: &Attr) -> bool {
        attributes::is_default(op, name, value)
    }

    fn canonical_type(&self, ty: Type) -> Type {
        crate::convert::canonical_type(ty)
    }

    fn is_enum_attr(&self, _: &str, mnemonic: &str) -> bool {
        let unversioned = mnemonic.strip_suffix("_v1").unwrap_or(mnemonic);
        matches!(
            unversioned,
            "comparison_direction"
                | "comparison_type"
                | "custom_call_api_version"
                | "fft_type"
                | "precision"
                | "rng_algorithm"
                | "rng_distribution"
                | "transpose"
                | "manual_axes"
                | "axis_ref_list"
                | "list_of_axis_ref_lists"
                | "all_to_all_param_list"
        ) || mnemonic == "result_accuracy_mode_v1"
            || mnemonic == "api_version_v1"
    }
}

fn is_integer(ty: &Type) -> bool {
    match ty {
        Type::RankedTensor(tensor) => match &tensor.elem {
            Type::Scalar(d) => d.is_int() || d.is_bool(),
            _ => false,
        },
        _ => false,
    }
}
