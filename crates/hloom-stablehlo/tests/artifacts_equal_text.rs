//! The artifact and the text of a program of the model zoo read as the same tree.
//!
//! JAX's export moves constants to the top of their function and merges equal ones, so constants are compared where
//! they are used. Programs that the export rewrites further (CHLO is lowered, dead and equal ops go) are counted and left
//! out: their sequence of ops differs.

use hloom_mlir::{Attr, Limits, RawBlock, RawModule, RawOp, RawValue, Str};
use hloom_stablehlo::{text, vhlo};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Two modules and how the values of the first correspond to those of the second.
struct Compare<'a> {
    a: &'a RawModule,
    b: &'a RawModule,
    values: HashMap<RawValue, RawValue>,
    /// The constants of both, by value.
    constants: [HashMap<RawValue, Attr>; 2],
}

/// Names of all ops but constants, in order.
fn names(op: &RawOp, out: &mut Vec<Str>) {
    if &*op.name != "stablehlo.constant" {
        out.push(op.name.clone());
    }
    op.regions.iter().flat_map(|r| &r.blocks).flat_map(|b| &b.ops).for_each(|op| names(op, out));
}

fn constants(op: &RawOp, out: &mut HashMap<RawValue, Attr>) {
    if let ("stablehlo.constant", [result], Some(value)) = (&*op.name, &op.results[..], op.attr("value")) {
        out.insert(*result, value.clone());
    }
    op.regions.iter().flat_map(|r| &r.blocks).flat_map(|b| &b.ops).for_each(|op| constants(op, out));
}

impl Compare<'_> {
    fn bind(&mut self, op: &str, a: RawValue, b: RawValue) -> Result<(), String> {
        self.values.insert(a, b);
        let types = (&self.a.value_types[a.0 as usize], &self.b.value_types[b.0 as usize]);
        if types.0 == types.1 { Ok(()) } else { Err(format!("'{op}': {:?} and {:?}", types.0, types.1)) }
    }

    fn op(&mut self, a: &RawOp, b: &RawOp) -> Result<(), String> {
        if a.name != b.name {
            return Err(format!("'{}' and '{}'", a.name, b.name));
        }
        let same = |(x, y): (&RawValue, &RawValue)| match self.constants[0].get(x) {
            Some(constant) => self.constants[1].get(y) == Some(constant),
            None => self.values.get(x) == Some(y),
        };
        if a.operands.len() != b.operands.len() || !a.operands.iter().zip(&b.operands).all(same) {
            return Err(format!("'{}' has other operands", a.name));
        }
        if a.results.len() != b.results.len() || a.regions.len() != b.regions.len() {
            return Err(format!("'{}' has other numbers of results or regions", a.name));
        }
        a.results.iter().zip(&b.results).try_for_each(|(&x, &y)| self.bind(&a.name, x, y))?;
        let (only_a, only_b) = (missing(a, b), missing(b, a));
        if !only_a.is_empty() || !only_b.iter().all(|attr| is_default(attr)) {
            return Err(format!("'{}': artifact {only_a:?}, text {only_b:?}", a.name));
        }
        for (x, y) in a.regions.iter().zip(&b.regions) {
            if x.blocks.len() != y.blocks.len() {
                return Err(format!("'{}' has other numbers of blocks", a.name));
            }
            x.blocks.iter().zip(&y.blocks).try_for_each(|(x, y)| self.block(&a.name, x, y))?;
        }
        Ok(())
    }

    fn block(&mut self, op: &str, a: &RawBlock, b: &RawBlock) -> Result<(), String> {
        if a.args.len() != b.args.len() {
            return Err(format!("'{op}' has a block with another number of arguments"));
        }
        a.args.iter().zip(&b.args).try_for_each(|(x, y)| self.bind(op, x.0, y.0))?;
        let body = |block: &RawBlock| block.ops.iter().filter(|op| &*op.name != "stablehlo.constant").count();
        if body(a) != body(b) {
            return Err(format!("'{op}' has a block of another size"));
        }
        let others = |op: &&RawOp| &*op.name != "stablehlo.constant";
        a.ops.iter().filter(others).zip(b.ops.iter().filter(others)).try_for_each(|(x, y)| self.op(x, y))
    }
}

/// Attributes of `a` that `b` has not.
fn missing<'a>(a: &'a RawOp, b: &RawOp) -> Vec<&'a (Str, Attr)> {
    a.attrs.iter().filter(|attr| !b.attrs.contains(attr)).collect()
}

/// True for an attribute that a text may state although it has its default; artifacts leave those out.
fn is_default((name, attr): &(Str, Attr)) -> bool {
    let all = |value: i64| match attr {
        Attr::DenseArray(_, items) => items.iter().all(|&x| x == value),
        Attr::Dense(dense) => dense.data.iter().all(|&b| i64::from(b) == value),
        _ => false,
    };
    let body = |default: &str| matches!(attr, Attr::Dialect(_, _, body) if &**body == default);
    match &**name {
        "window_strides" | "lhs_dilation" | "rhs_dilation" | "base_dilations" | "window_dilations" => all(1),
        "padding" | "window_reversal" => all(0),
        "indices_are_sorted" | "unique_indices" | "is_stable" | "has_side_effect" | "lower" => {
            *attr == Attr::Bool(false)
        }
        "compare_type" => body("NOTYPE"),
        "precision_config" => match attr {
            Attr::Array(items) => items.iter().all(|p| matches!(p, Attr::Dialect(_, _, body) if &**body == "DEFAULT")),
            _ => false,
        },
        "backend_config" => matches!(attr, Attr::String(s) if s.is_empty()),
        "called_computations" | "output_operand_aliases" | "arg_attrs" | "res_attrs" => {
            matches!(attr, Attr::Array(items) if items.is_empty())
        }
        "api_version" => matches!(attr, Attr::Int(1, _)),
        "dimension" => matches!(attr, Attr::Int(-1, _)),
        _ => false,
    }
}

#[test]
fn zoo_artifacts_equal_their_text() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let zoo = std::env::var_os("HLOOM_ZOO").map_or_else(|| root.join("target/data/zoo"), PathBuf::from);
    if !zoo.is_dir() {
        println!("NOT RUN: {} is absent (set HLOOM_ZOO)", zoo.display());
        return;
    }
    let (mut equal, mut rewritten, mut failures) = (0, 0, Vec::new());
    let mut cases: Vec<PathBuf> =
        std::fs::read_dir(&zoo).expect("the zoo is readable").map(|e| e.expect("an entry").path()).collect();
    cases.sort();
    for path in cases.iter().flat_map(|case| ["module", "generic"].map(|name| case.join(name))) {
        let (Ok(source), Ok(bytes)) =
            (std::fs::read_to_string(path.with_extension("mlir")), std::fs::read(path.with_extension("mlirbc")))
        else {
            continue;
        };
        let compare = || {
            let a = vhlo::read_artifact(&bytes, &Limits::default()).map_err(|e| e.to_string())?;
            let b = text::parse(&source, "module.mlir").map_err(|e| format!("{e} in line {}", e.line))?;
            let (mut in_a, mut in_b) = (Vec::new(), Vec::new());
            names(&a.op, &mut in_a);
            names(&b.op, &mut in_b);
            // The export also packs Shardy attributes into `mhlo.frontend_attributes`.
            if in_a != in_b || source.contains("#sdy.") {
                return Ok(false);
            }
            let mut found = [HashMap::new(), HashMap::new()];
            constants(&a.op, &mut found[0]);
            constants(&b.op, &mut found[1]);
            let mut both = Compare { a: &a, b: &b, values: HashMap::new(), constants: found };
            both.op(&a.op, &b.op).map(|()| true)
        };
        match compare() {
            Ok(true) => equal += 1,
            Ok(false) => rewritten += 1,
            Err(e) => failures.push(format!("{}: {}", path.display(), e.chars().take(600).collect::<String>())),
        }
    }
    println!("{equal} equal, {rewritten} rewritten by the export");
    assert!(failures.is_empty(), "{} differ:\n{}", failures.len(), failures.join("\n"));
}
