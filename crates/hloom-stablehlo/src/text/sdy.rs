//! Shardy's ops with regions.

use super::formats::functional;
use hloom_mlir::text::{OpState, Parser, Printer};
use hloom_mlir::{Attr, RawOp, SyntaxError};

pub(super) fn parse(name: &str, p: &mut Parser<'_>, op: &mut OpState) -> Result<bool, SyntaxError> {
    let named = match name {
        "sdy.manual_computation" => false,
        "sdy.named_computation" => true,
        _ => return Ok(false),
    };
    if named {
        p.expect("<")?;
        let name = p.string()?;
        op.set("name", Attr::String(name.into()));
        p.expect(">")?;
    }
    p.expect("(")?;
    op.operands = p.operands()?;
    p.expect(")")?;
    for side in ["in_shardings", "out_shardings"] {
        if !named || p.peek_word() == Some(side) {
            list(side, "sharding_per_value", p, op)?;
        }
    }
    if !named {
        list("manual_axes", "manual_axes", p, op)?;
    }
    let mut arguments = Vec::new();
    p.expect("(")?;
    while !p.at(")") {
        arguments.push(p.argument()?);
        if !p.eat(",") {
            break;
        }
    }
    p.expect(")")?;
    let isolated = p.is_isolated(name);
    op.regions.push(p.region(arguments, isolated)?);
    p.attr_dict(op)?;
    p.expect(":")?;
    functional(p, op)?;
    Ok(true)
}

/// `word=[…]`.
fn list(word: &str, mnemonic: &str, p: &mut Parser<'_>, op: &mut OpState) -> Result<(), SyntaxError> {
    p.expect_word(word)?;
    p.expect("=")?;
    let body = p.bracketed()?;
    op.set(word, Attr::Dialect("sdy".into(), mnemonic.into(), body.into()));
    Ok(())
}

pub(super) fn print(op: &RawOp, p: &mut Printer<'_>) -> bool {
    matches!(&*op.name, "sdy.manual_computation" | "sdy.named_computation") && print_computation(op, p).is_some()
}

fn print_computation(op: &RawOp, p: &mut Printer<'_>) -> Option<()> {
    let [region] = &op.regions[..] else { return None };
    let [block] = &region.blocks[..] else { return None };
    // An empty block would be read back as none.
    if block.ops.is_empty() {
        return None;
    }
    p.op_name(&op.name);
    let named = &*op.name == "sdy.named_computation";
    if named {
        let Attr::String(name) = op.attr("name")? else { return None };
        p.write("<");
        p.string(name);
        p.write(">");
    }
    p.write("(");
    p.values(&op.operands);
    p.write(")");
    for (word, mnemonic) in [
        ("in_shardings", "sharding_per_value"),
        ("out_shardings", "sharding_per_value"),
        ("manual_axes", "manual_axes"),
    ] {
        match op.attr(word) {
            Some(Attr::Dialect(dialect, m, body))
                if &**dialect == "sdy"
                    && **m == *mnemonic
                    && body.starts_with(['[', '{'])
                    && !(named && word == "manual_axes") =>
            {
                p.write(&format!(" {word}={body}"));
            }
            None if named => {}
            _ => return None,
        }
    }
    p.write(" (");
    for (i, (value, loc)) in block.args.iter().enumerate() {
        if i > 0 {
            p.write(", ");
        }
        p.argument(*value, *loc);
    }
    p.write(") ");
    p.region(region, false, "");
    p.attr_dict(op, &["name", "in_shardings", "out_shardings", "manual_axes"]);
    p.write(" : ");
    p.functional_type(op);
    Some(())
}
