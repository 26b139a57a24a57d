//! Ops whose custom form is more than a line of a table: those with regions, `custom_call`, `optimization_barrier`.

use super::convolution;
use super::formats::{functional, i64s, parse_i64s};
use hloom_mlir::text::{OpState, Parser, Printer};
use hloom_mlir::{Attr, Loc, RankedTensor, RawBlock, RawOp, RawRegion, RawValue, SyntaxError, Type};
use hloom_num::DType;

pub(super) fn parse(name: &str, p: &mut Parser<'_>, op: &mut OpState) -> Result<bool, SyntaxError> {
    match name {
        "stablehlo.convolution" => convolution::parse(p, op)?,
        "stablehlo.custom_call" => {
            let target = p.symbol_name()?;
            op.set("call_target_name", Attr::String(target));
            p.expect("(")?;
            op.operands = p.operands()?;
            p.expect(")")?;
            p.attr_dict(op)?;
            p.expect(":")?;
            functional(p, op)?;
        }
        "stablehlo.optimization_barrier" => {
            p.attr_dict(op)?;
            if p.eat("(") {
                p.expect(")")?;
                return Ok(true);
            }
            op.operands = p.operands()?;
            p.expect(":")?;
            let types = p.types()?;
            p.check_types(&op.operands, &types)?;
            op.result_types = types;
        }
        "stablehlo.reduce" => parse_reduce(p, op)?,
        "stablehlo.while" => parse_while(p, op)?,
        "chlo.scan" => parse_scan(p, op)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// `stablehlo.constant() <{value = ..}> {..} : () -> type`: a literal of another type than the result, which is quantized.
pub(super) fn parse_constant_call(p: &mut Parser<'_>, op: &mut OpState) -> Result<(), SyntaxError> {
    p.expect("(")?;
    p.expect(")")?;
    if p.eat("<") {
        p.attr_dict(op)?;
        p.expect(">")?;
    }
    p.attr_dict(op)?;
    p.expect(":")?;
    functional(p, op)
}

/// Writes what [`parse_constant_call`] reads; `false` if the op is none, or is written with one type.
pub(super) fn print_constant_call(op: &RawOp, p: &mut Printer<'_>) -> bool {
    let ("stablehlo.constant", Some(value @ Attr::Dense(dense)), [result]) =
        (&*op.name, op.attr("value"), &op.results[..])
    else {
        return false;
    };
    if *p.type_of(*result) == dense.ty {
        return false;
    }
    p.op_name(&op.name);
    p.write("() <{value = ");
    p.attr(value);
    p.write("}>");
    p.attr_dict(op, &["value"]);
    p.write(" : ");
    p.functional_type(op);
    true
}

pub(super) fn print(op: &RawOp, p: &mut Printer<'_>) -> bool {
    match &*op.name {
        "stablehlo.convolution" => convolution::print(op, p).is_some(),
        "stablehlo.custom_call" => print_custom_call(op, p).is_some(),
        "stablehlo.optimization_barrier" => print_barrier(op, p),
        "stablehlo.reduce" => print_reduce(op, p).is_some(),
        "stablehlo.while" => print_while(op, p).is_some(),
        "chlo.scan" => print_scan(op, p).is_some(),
        _ => false,
    }
}

fn print_custom_call(op: &RawOp, p: &mut Printer<'_>) -> Option<()> {
    let Attr::String(target) = op.attr("call_target_name")? else { return None };
    if !op.regions.is_empty() {
        return None;
    }
    p.op_name(&op.name);
    p.write(" ");
    p.symbol(target);
    p.write("(");
    p.values(&op.operands);
    p.write(")");
    p.attr_dict(op, &["call_target_name"]);
    p.write(" : ");
    p.functional_type(op);
    Some(())
}

fn print_barrier(op: &RawOp, p: &mut Printer<'_>) -> bool {
    let types = p.types_of(&op.operands);
    if types != p.types_of(&op.results) || !op.regions.is_empty() {
        return false;
    }
    p.op_name(&op.name);
    p.attr_dict(op, &[]);
    if types.is_empty() {
        p.write("()");
    } else {
        p.write(" ");
        p.values(&op.operands);
        p.write(" : ");
        p.types(&types);
    }
    true
}

/// The binary ops that `applies` may name: commutative, one type for operands and result.
const REDUCERS: [&str; 7] = [
    "stablehlo.add",
    "stablehlo.and",
    "stablehlo.maximum",
    "stablehlo.minimum",
    "stablehlo.multiply",
    "stablehlo.or",
    "stablehlo.xor",
];

/// `(%x init: %i), ... [applies op] across dimensions = [..] {..} : type [reducer(%a: t, %b: t) ... {..}]`.
fn parse_reduce(p: &mut Parser<'_>, op: &mut OpState) -> Result<(), SyntaxError> {
    // Upstream has a reduction without location where its operands begin.
    let position = p.here();
    op.loc = Some(p.location_at(position));
    let mut inits = Vec::new();
    while p.eat("(") {
        op.operands.push(p.operand()?);
        p.expect_word("init")?;
        p.expect(":")?;
        inits.push(p.operand()?);
        p.expect(")")?;
        if !p.eat(",") {
            break;
        }
    }
    op.operands.extend(inits);
    let mut reducer = None;
    if p.eat_word("applies") {
        let name = p.word("an op")?;
        if !REDUCERS.contains(&name) {
            return Err(p.error(format!("`applies` takes {}", REDUCERS.join(", "))));
        }
        reducer = Some(name);
    }
    p.expect_word("across")?;
    p.expect_word("dimensions")?;
    p.expect("=")?;
    let dimensions = parse_i64s(p)?;
    op.set("dimensions", i64s(&dimensions));
    p.attr_dict(op)?;
    p.expect(":")?;
    functional(p, op)?;
    if let Some(name) = reducer {
        // What the short form implies is where the whole is.
        let loc = p.location_or(position)?;
        op.loc = Some(loc);
        let input = op.operands.first().map(|v| p.type_of(*v).clone());
        let Some(ty) = input.as_ref().and_then(element_tensor) else {
            return Err(p.error("`applies` needs a tensor to reduce before this"));
        };
        op.regions.push(implied_reducer(name, ty, loc, p));
        return Ok(());
    }
    p.expect_word("reducer")?;
    let (mut lhs, mut rhs) = (Vec::new(), Vec::new());
    while p.eat("(") {
        lhs.push(p.argument()?);
        p.expect(",")?;
        rhs.push(p.argument()?);
        p.expect(")")?;
    }
    lhs.append(&mut rhs);
    op.regions.push(p.region(lhs, false)?);
    Ok(())
}

/// A tensor of rank 0 with the element type of `ty`.
fn element_tensor(ty: &Type) -> Option<Type> {
    let elem = match ty {
        Type::RankedTensor(tensor) => tensor.elem.clone(),
        Type::UnrankedTensor(elem) => (**elem).clone(),
        _ => return None,
    };
    Some(Type::RankedTensor(RankedTensor { dims: Vec::new(), elem, encoding: None }.into()))
}

/// The region that `applies name` stands for.
fn implied_reducer(name: &str, ty: Type, loc: Loc, p: &mut Parser<'_>) -> RawRegion {
    let [lhs, rhs, result] = [(); 3].map(|()| p.new_value(ty.clone()));
    let op = |name: &str, operands: &[RawValue], results: &[RawValue]| RawOp {
        name: name.into(),
        operands: operands.into(),
        results: results.into(),
        attrs: Vec::new(),
        regions: Vec::new(),
        loc,
    };
    let ops = vec![op(name, &[lhs, rhs], &[result]), op("stablehlo.return", &[result], &[])];
    RawRegion { blocks: vec![RawBlock { args: vec![(lhs, loc), (rhs, loc)], ops }] }
}

/// The op that `applies` may name for this region.
fn applied_op<'a>(op: &'a RawOp, block: &'a RawBlock, p: &Printer<'_>) -> Option<&'a str> {
    let ([(lhs, _), (rhs, _)], [inner, ret]) = (&block.args[..], &block.ops[..]) else { return None };
    let ty = element_tensor(p.type_of(*op.operands.first()?))?;
    let matches = op.operands.len() == 2
        && REDUCERS.contains(&&*inner.name)
        && inner.operands[..] == [*lhs, *rhs]
        && inner.attrs.is_empty()
        && &*ret.name == "stablehlo.return"
        && ret.operands == inner.results
        && ret.attrs.is_empty()
        && ret.results.is_empty()
        && inner.results.len() == 1
        && [*lhs, *rhs, inner.results[0]].iter().all(|v| *p.type_of(*v) == ty);
    matches.then_some(&*inner.name)
}

fn print_reduce(op: &RawOp, p: &mut Printer<'_>) -> Option<()> {
    let Attr::DenseArray(DType::I64, dimensions) = op.attr("dimensions")? else { return None };
    let [region] = &op.regions[..] else { return None };
    let [block] = &region.blocks[..] else { return None };
    let count = op.operands.len() / 2;
    if count == 0 || !op.operands.len().is_multiple_of(2) || block.args.len() != 2 * count {
        return None;
    }
    p.op_name(&op.name);
    for i in 0..count {
        p.write(if i > 0 { ", (" } else { "(" });
        p.value(op.operands[i]);
        p.write(" init: ");
        p.value(op.operands[count + i]);
        p.write(")");
    }
    let applied = applied_op(op, block, p).map(str::to_owned);
    if let Some(name) = &applied {
        p.write(" applies ");
        p.write(name);
    }
    p.write(&format!(" across dimensions = {dimensions:?}"));
    p.attr_dict(op, &["dimensions"]);
    p.write(" : ");
    p.functional_type(op);
    if applied.is_none() {
        p.new_line();
        p.write(" reducer");
        for i in 0..count {
            p.write("(");
            p.argument(block.args[i].0, block.args[i].1);
            p.write(", ");
            p.argument(block.args[count + i].0, block.args[count + i].1);
            p.write(") ");
        }
        p.write(" ");
        p.region(region, false, "");
    }
    Some(())
}

/// `(%name = %init, ...) : types [attributes {..}] cond {..} do {..}`.
fn parse_while(p: &mut Parser<'_>, op: &mut OpState) -> Result<(), SyntaxError> {
    let mut names = Vec::new();
    p.expect("(")?;
    while !p.at(")") {
        let position = p.here();
        names.push((p.value_name()?, position));
        p.expect("=")?;
        op.operands.push(p.operand()?);
        if !p.eat(",") {
            break;
        }
    }
    p.expect(")")?;
    if !names.is_empty() {
        p.expect(":")?;
        let types = p.types()?;
        p.check_types(&op.operands, &types)?;
        op.result_types = types;
    }
    if p.eat_word("attributes") {
        p.attr_dict(op)?;
    }
    for word in ["cond", "do"] {
        p.expect_word(word)?;
        let mut arguments = Vec::with_capacity(names.len());
        for ((name, position), ty) in names.iter().zip(&op.result_types) {
            arguments.push((*name, ty.clone(), p.location_at(*position)));
        }
        op.regions.push(p.region(arguments, false)?);
    }
    Ok(())
}

fn print_while(op: &RawOp, p: &mut Printer<'_>) -> Option<()> {
    let [condition, body] = &op.regions[..] else { return None };
    let types = p.types_of(&op.operands);
    if types != p.types_of(&op.results) {
        return None;
    }
    for region in [condition, body] {
        let [block] = &region.blocks[..] else { return None };
        // An empty block would be read back as none.
        if !block.args.iter().map(|(v, _)| p.type_of(*v)).eq(&types) || block.ops.is_empty() {
            return None;
        }
    }
    p.op_name(&op.name);
    p.write("(");
    for (i, (argument, _)) in condition.blocks[0].args.iter().enumerate() {
        if i > 0 {
            p.write(", ");
        }
        p.value(*argument);
        p.write(" = ");
        p.value(op.operands[i]);
    }
    p.write(")");
    if !types.is_empty() {
        p.write(" : ");
        p.types(&types);
    }
    p.attr_dict_with_keyword(op, &[]);
    p.new_line();
    p.write("cond ");
    p.region(condition, false, "");
    p.write(" do ");
    p.region(body, false, "");
    Some(())
}

/// `(%inputs) inits(%inits) dimension=0 [attributes {..}] {..} : type`.
fn parse_scan(p: &mut Parser<'_>, op: &mut OpState) -> Result<(), SyntaxError> {
    p.expect("(")?;
    op.operands = p.operands()?;
    let inputs = op.operands.len();
    p.expect(")")?;
    p.expect_word("inits")?;
    p.expect("(")?;
    op.operands.append(&mut p.operands()?);
    let inits = op.operands.len() - inputs;
    p.expect(")")?;
    p.expect_word("dimension")?;
    p.expect("=")?;
    let dimension = p.int64()?;
    op.set("dimension", Attr::Int(dimension.into(), Type::Scalar(DType::I64)));
    if p.eat_word("attributes") {
        p.attr_dict(op)?;
    }
    op.regions.push(p.region(Vec::new(), false)?);
    p.expect(":")?;
    functional(p, op)?;
    let Some(outputs) = op.result_types.len().checked_sub(inits) else {
        return Err(p.error("the op before this has fewer results than initial values"));
    };
    let segments = |a: usize, b: usize| Attr::DenseArray(DType::I32, [a as i64, b as i64].into());
    op.set("operandSegmentSizes", segments(inputs, inits));
    op.set("resultSegmentSizes", segments(outputs, inits));
    Ok(())
}

/// Arguments of the body of a scan: an element of each input, then what is carried.
pub(super) fn scan_argument(op: &RawOp, index: usize) -> Option<&'static str> {
    match op.attr("operandSegmentSizes")? {
        Attr::DenseArray(DType::I32, sizes) => match sizes[..] {
            [inputs, _] => Some(if (index as i64) < inputs { "input" } else { "carry" }),
            _ => None,
        },
        _ => None,
    }
}

fn print_scan(op: &RawOp, p: &mut Printer<'_>) -> Option<()> {
    let Attr::Int(dimension, Type::Scalar(DType::I64)) = op.attr("dimension")? else { return None };
    let segments = |name: &str, total: usize| match op.attr(name)? {
        Attr::DenseArray(DType::I32, sizes) => match sizes[..] {
            [a, b] if a >= 0 && b >= 0 && a.checked_add(b) == Some(total as i64) => Some((a as usize, b as usize)),
            _ => None,
        },
        _ => None,
    };
    let (inputs, inits) = segments("operandSegmentSizes", op.operands.len())?;
    let (_, carries) = segments("resultSegmentSizes", op.results.len())?;
    let [region] = &op.regions[..] else { return None };
    if carries != inits || inputs + inits != op.operands.len() {
        return None;
    }
    p.op_name(&op.name);
    p.write("(");
    p.values(&op.operands[..inputs]);
    p.write(") inits (");
    p.values(&op.operands[inputs..]);
    p.write(&format!(") dimension={dimension} "));
    p.attr_dict_with_keyword(op, &["dimension", "operandSegmentSizes", "resultSegmentSizes"]);
    p.write(" ");
    p.region(region, true, "");
    p.write(" : ");
    p.functional_type(op);
    Some(())
}
