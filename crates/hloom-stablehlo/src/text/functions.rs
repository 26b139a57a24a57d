//! `func.func` and `func.call`.

use hloom_mlir::text::{OpState, Parser, Printer};
use hloom_mlir::{Attr, FunctionType, RawOp, RawRegion, Str, SyntaxError, Type};

/// Attributes of one argument or result.
type Attrs = Vec<(Str, Attr)>;

pub(super) fn parse(name: &str, p: &mut Parser<'_>, op: &mut OpState) -> Result<bool, SyntaxError> {
    match name {
        "func.func" => parse_function(p, op)?,
        "func.call" => {
            let callee = p.symbol_name()?;
            op.set("callee", Attr::Symbol([callee].into()));
            p.expect("(")?;
            op.operands = p.operands()?;
            p.expect(")")?;
            p.attr_dict(op)?;
            p.expect(":")?;
            super::formats::functional(p, op)?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn parse_function(p: &mut Parser<'_>, op: &mut OpState) -> Result<(), SyntaxError> {
    for visibility in ["public", "private", "nested"] {
        if p.eat_word(visibility) {
            op.set("sym_visibility", Attr::String(visibility.into()));
            break;
        }
    }
    let name = p.symbol_name()?;
    op.set("sym_name", Attr::String(name));
    let (mut arguments, mut inputs, mut argument_attrs) = (Vec::new(), Vec::new(), Vec::new());
    p.expect("(")?;
    while !p.at(")") {
        if p.at("%") {
            let position = p.here();
            let name = p.value_name()?;
            p.expect(":")?;
            let ty = p.ty()?;
            argument_attrs.push(optional_dict(p)?);
            let loc = p.location_or(position)?;
            inputs.push(ty.clone());
            arguments.push((name, ty, loc));
        } else {
            inputs.push(p.ty()?);
            argument_attrs.push(optional_dict(p)?);
            p.optional_location()?;
        }
        if !p.eat(",") {
            break;
        }
    }
    p.expect(")")?;
    if !arguments.is_empty() && arguments.len() != inputs.len() {
        return Err(p.error("either all arguments before this have names or none"));
    }
    let (mut results, mut result_attrs) = (Vec::new(), Vec::new());
    if p.eat("->") {
        if p.eat("(") {
            while !p.at(")") {
                results.push(p.ty()?);
                result_attrs.push(optional_dict(p)?);
                if !p.eat(",") {
                    break;
                }
            }
            p.expect(")")?;
        } else {
            results.push(p.ty()?);
        }
    }
    let declared = inputs.len();
    op.set("function_type", Attr::Type(Type::Function(FunctionType { inputs, results }.into())));
    for (name, attrs) in [("arg_attrs", argument_attrs), ("res_attrs", result_attrs)] {
        if attrs.iter().any(|a| !a.is_empty()) {
            op.set(name, Attr::Array(attrs.into_iter().map(|a| Attr::Dict(a.into())).collect()));
        }
    }
    if p.eat_word("attributes") {
        p.attr_dict(op)?;
    }
    if !p.at("{") {
        op.regions.push(RawRegion::default());
        return Ok(());
    }
    if arguments.len() != declared {
        return Err(p.error("a function with a body needs names for its arguments"));
    }
    let region = p.region(arguments, true)?;
    if region.blocks.is_empty() {
        return Err(p.error("the function body before this is empty"));
    }
    op.regions.push(region);
    Ok(())
}

fn optional_dict(p: &mut Parser<'_>) -> Result<Attrs, SyntaxError> {
    if p.at("{") { p.dict() } else { Ok(Vec::new()) }
}

pub(super) fn print(op: &RawOp, p: &mut Printer<'_>) -> bool {
    match &*op.name {
        "func.func" => print_function(op, p).is_some(),
        "func.call" => print_call(op, p).is_some(),
        _ => false,
    }
}

fn print_call(op: &RawOp, p: &mut Printer<'_>) -> Option<()> {
    let Attr::Symbol(path) = op.attr("callee")? else { return None };
    let [callee] = &path[..] else { return None };
    if !op.regions.is_empty() {
        return None;
    }
    p.op_name(&op.name);
    p.write(" ");
    p.symbol(callee);
    p.write("(");
    p.values(&op.operands);
    p.write(")");
    p.attr_dict(op, &["callee"]);
    p.write(" : ");
    p.functional_type(op);
    Some(())
}

/// The attribute dictionaries of `count` arguments or results; `None` if the attribute is not of that form.
fn dictionaries<'a>(op: &'a RawOp, name: &str, count: usize) -> Option<Vec<&'a [(Str, Attr)]>> {
    let Some(attr) = op.attr(name) else { return Some(vec![&[]; count]) };
    let Attr::Array(items) = attr else { return None };
    let dicts: Vec<_> = items
        .iter()
        .map(|item| match item {
            Attr::Dict(entries) => Some(&entries[..]),
            _ => None,
        })
        .collect::<Option<_>>()?;
    (dicts.len() == count).then_some(dicts)
}

fn print_function(op: &RawOp, p: &mut Printer<'_>) -> Option<()> {
    let Attr::String(name) = op.attr("sym_name")? else { return None };
    let Attr::Type(Type::Function(ty)) = op.attr("function_type")? else { return None };
    let visibility = match op.attr("sym_visibility") {
        None => None,
        Some(Attr::String(v)) if matches!(&**v, "public" | "private" | "nested") => Some(v),
        Some(_) => return None,
    };
    let [region] = &op.regions[..] else { return None };
    let argument_attrs = dictionaries(op, "arg_attrs", ty.inputs.len())?;
    let result_attrs = dictionaries(op, "res_attrs", ty.results.len())?;
    let entry = region.blocks.first();
    if !op.operands.is_empty() || !op.results.is_empty() {
        return None;
    }
    if let Some(block) = entry {
        let same = block.args.iter().map(|(v, _)| p.type_of(*v)).eq(&ty.inputs);
        let empty = region.blocks.len() == 1 && block.ops.is_empty();
        if !same || empty {
            return None;
        }
    }
    p.op_name(&op.name);
    p.write(" ");
    if let Some(visibility) = visibility {
        p.write(visibility);
        p.write(" ");
    }
    p.symbol(name);
    p.write("(");
    for (i, (ty, attrs)) in ty.inputs.iter().zip(argument_attrs).enumerate() {
        if i > 0 {
            p.write(", ");
        }
        let argument = entry.map(|b| b.args[i]);
        if let Some((value, _)) = argument {
            p.value(value);
            p.write(": ");
        }
        p.ty(ty);
        print_dict(attrs, p);
        if let Some((_, loc)) = argument {
            p.argument_location(loc);
        }
    }
    p.write(")");
    if !ty.results.is_empty() {
        p.write(" -> ");
        if result_attrs.iter().all(|a| a.is_empty()) {
            p.result_types(&ty.results);
        } else {
            p.write("(");
            for (i, (ty, attrs)) in ty.results.iter().zip(result_attrs).enumerate() {
                if i > 0 {
                    p.write(", ");
                }
                p.ty(ty);
                print_dict(attrs, p);
            }
            p.write(")");
        }
    }
    let shown = ["sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs"];
    p.attr_dict_with_keyword(op, &shown);
    if entry.is_some() {
        p.write(" ");
        p.region(region, false, "func");
    }
    Some(())
}

fn print_dict(attrs: &[(Str, Attr)], p: &mut Printer<'_>) {
    if !attrs.is_empty() {
        p.write(" ");
        p.dict(attrs.iter());
    }
}
