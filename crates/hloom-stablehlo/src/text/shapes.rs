//! MLIR's `arith`, `shape` and `tensor` dialects, as far as programs compute sizes with them.

use super::formats::{enum_attr, parse_i64s};
use hloom_ir::shapes::{FLOAT_PREDICATES, INT_PREDICATES};
use hloom_ir::{ArithOp, ShapeOp};
use hloom_mlir::text::{OpState, Parser, Printer};
use hloom_mlir::{Attr, Dense, RankedTensor, RawBlock, RawOp, RawValues, SyntaxError, Type};
use hloom_num::DType;
use smallvec::smallvec;
use std::borrow::Cow;
use std::sync::Arc;

/// How an op is written after its name.
#[derive(Clone, Copy)]
enum Form {
    /// `%a, %b : type`, which is that of all operands and of the result.
    Same,
    /// `%a : type to type`.
    Cast,
    /// `%c, %a, %b : type`, with the condition's type in front if that is a tensor.
    Select,
    /// `eq, %a, %b : type`, by the names of the predicates.
    Compare(&'static [&'static str]),
    /// `value`, with its type.
    Constant,
    /// `%a, %b : types -> type`.
    Arrow,
    /// `%a, %b : types`; the result is of a type that is known.
    Operands(Known),
    /// `%a, %b`; all operands are of one type that is known, the result too.
    Bare(Known, Known),
    /// `%a, "message"`.
    Require,
    /// `[1, 2] : type`.
    ConstShape,
    /// `10`.
    ConstSize,
    /// `true`.
    ConstWitness,
    /// `%w -> (types) {…}`.
    Assuming,
    /// `%a, %i : type` of the first; the others are of type `index`, so is the result.
    Dim,
    /// `%a[%i, %j] : type`.
    Extract,
    /// `%a, %b : type` of the result, which the operands are elements of.
    Elements,
    /// `%a : types`, nothing if there are none.
    Yield,
}

/// A type that the format leaves out.
#[derive(Clone, Copy)]
enum Known {
    Index,
    Flag,
    Shape,
    Size,
    Witness,
}

impl Known {
    fn ty(self) -> Type {
        let shape = |name: &str| Type::Dialect("shape".into(), name.into());
        match self {
            Known::Index => Type::Index,
            Known::Flag => Type::Scalar(DType::Bool),
            Known::Shape => shape("shape"),
            Known::Size => shape("size"),
            Known::Witness => shape("witness"),
        }
    }
}

fn form(name: &str) -> Option<Form> {
    if let Some(op) = ArithOp::from_mnemonic(name) {
        return Some(match op {
            ArithOp::Select => Form::Select,
            _ if op.is_cast() => Form::Cast,
            _ => Form::Same,
        });
    }
    if let Some(op) = ShapeOp::from_mnemonic(name) {
        use ShapeOp as S;
        return Some(match op {
            S::SplitAt => return None,
            S::FromExtentTensor | S::FromExtents => Form::Operands(Known::Shape),
            S::ShapeEq | S::IsBroadcastable => Form::Operands(Known::Flag),
            S::CstrEq | S::CstrBroadcastable => Form::Operands(Known::Witness),
            S::SizeToIndex => Form::Operands(Known::Index),
            S::IndexToSize => Form::Bare(Known::Index, Known::Size),
            S::AssumingAll => Form::Bare(Known::Witness, Known::Witness),
            S::TensorDim | S::TensorRank => Form::Dim,
            S::TensorCast => Form::Cast,
            S::TensorExtract => Form::Extract,
            S::TensorFromElements => Form::Elements,
            _ => Form::Arrow,
        });
    }
    Some(match name {
        "arith.constant" => Form::Constant,
        "arith.cmpi" => Form::Compare(&INT_PREDICATES),
        "arith.cmpf" => Form::Compare(&FLOAT_PREDICATES),
        "shape.const_shape" => Form::ConstShape,
        "shape.const_size" => Form::ConstSize,
        "shape.const_witness" => Form::ConstWitness,
        "shape.cstr_require" => Form::Require,
        "shape.assuming" => Form::Assuming,
        "shape.assuming_yield" => Form::Yield,
        _ => return None,
    })
}

/// Attributes of arithmetic with a place of their own: keyword, name, mnemonic.
const FLAGS: [(&str, &str, &str); 2] =
    [("overflow", "overflowFlags", "overflow"), ("fastmath", "fastmath", "fastmath")];

/// True if the attribute says what its absence would.
pub(super) fn is_default(name: &str, value: &Attr) -> bool {
    FLAGS.iter().any(|(_, n, m)| *n == name && *value == enum_attr("arith", m, "none"))
}

/// The flags that every instance of an op has, whether they are written or not.
fn stated_flags(op: &str) -> Option<(&'static str, &'static str)> {
    let (_, name, mnemonic) = match op {
        "arith.addi" | "arith.subi" | "arith.muli" | "arith.trunci" => FLAGS[0],
        "arith.addf" | "arith.subf" | "arith.mulf" | "arith.divf" | "arith.maximumf" | "arith.minimumf"
        | "arith.negf" | "arith.cmpf" => FLAGS[1],
        _ => return None,
    };
    Some((name, mnemonic))
}

/// True if the attribute is one of the op's own.
pub(super) fn is_flag(name: &str) -> bool {
    FLAGS.iter().any(|(_, n, _)| *n == name)
}

fn parse_flags(name: &str, p: &mut Parser<'_>, op: &mut OpState) -> Result<(), SyntaxError> {
    let stated = stated_flags(name);
    for (word, name, mnemonic) in FLAGS {
        if p.eat_word(word) {
            p.expect("<")?;
            let body = p.balanced()?;
            op.set(name, enum_attr("arith", mnemonic, &body));
        }
    }
    if let Some((name, mnemonic)) = stated
        && !op.attrs.iter().any(|(n, _)| &**n == name)
    {
        op.set(name, enum_attr("arith", mnemonic, "none"));
    }
    Ok(())
}

/// The type with another element type.
fn with_element(ty: &Type, elem: Type) -> Type {
    match ty {
        Type::RankedTensor(t) => Type::RankedTensor(Arc::new(RankedTensor { elem, ..(**t).clone() })),
        Type::UnrankedTensor(_) => Type::UnrankedTensor(Arc::new(elem)),
        _ => elem,
    }
}

fn element(ty: &Type) -> Type {
    match ty {
        Type::RankedTensor(t) => t.elem.clone(),
        Type::UnrankedTensor(elem) => (**elem).clone(),
        other => other.clone(),
    }
}

fn extents(sizes: &[i64]) -> Attr {
    let ty = RankedTensor { dims: vec![Some(sizes.len() as i64)], elem: Type::Index, encoding: None };
    let data = sizes.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>();
    Attr::Dense(Arc::new(Dense { ty: Type::RankedTensor(ty.into()), data: data.into(), splat: false }))
}

/// The sizes in a dense tensor of `index`.
fn sizes(attr: &Attr) -> Option<Vec<i64>> {
    let Attr::Dense(dense) = attr else { return None };
    let Type::RankedTensor(t) = &dense.ty else { return None };
    let [Some(n)] = t.dims[..] else { return None };
    let chunks = dense.data.chunks_exact(8);
    let read: Vec<i64> = chunks.filter_map(|c| Some(i64::from_le_bytes(c.try_into().ok()?))).collect();
    match read[..] {
        [one] if dense.splat => Some(vec![one; usize::try_from(n).ok().filter(|n| *n < 1 << 16)?]),
        _ if t.elem == Type::Index && i64::try_from(read.len()) == Ok(n) => Some(read),
        _ => None,
    }
}

pub(super) fn parse(name: &str, p: &mut Parser<'_>, op: &mut OpState) -> Result<bool, SyntaxError> {
    let Some(form) = form(name) else { return Ok(false) };
    let ends = |p: &mut Parser<'_>, op: &mut OpState| {
        p.attr_dict(op)?;
        p.expect(":")
    };
    match form {
        Form::Same => {
            op.operands = p.operands()?;
            parse_flags(name, p, op)?;
            ends(p, op)?;
            let ty = p.ty()?;
            p.check_type(&op.operands, &ty)?;
            op.result_types = smallvec![ty];
        }
        Form::Cast => {
            op.operands = p.operands()?;
            parse_flags(name, p, op)?;
            ends(p, op)?;
            let from = p.ty()?;
            p.check_type(&op.operands, &from)?;
            p.expect_word("to")?;
            op.result_types = smallvec![p.ty()?];
        }
        Form::Select => {
            op.operands = p.operands()?;
            ends(p, op)?;
            let first = p.ty()?;
            let (condition, ty) = if p.eat(",") { (first, p.ty()?) } else { (Known::Flag.ty(), first) };
            p.check_types(&op.operands, &[condition, ty.clone(), ty.clone()])?;
            op.result_types = smallvec![ty];
        }
        Form::Compare(predicates) => {
            let word = p.word("a predicate")?;
            let Some(number) = predicates.iter().position(|w| *w == word) else {
                return Err(p.error(format!("expected one of {} before this", predicates.join(", "))));
            };
            op.set("predicate", Attr::Int(number as i128, Type::Scalar(DType::I64)));
            p.expect(",")?;
            op.operands = p.operands()?;
            parse_flags(name, p, op)?;
            ends(p, op)?;
            let ty = p.ty()?;
            p.check_type(&op.operands, &ty)?;
            op.result_types = smallvec![with_element(&ty, Known::Flag.ty())];
        }
        Form::Constant => {
            p.attr_dict(op)?;
            let value = p.attr()?;
            let ty = match &value {
                Attr::Bool(_) => Known::Flag.ty(),
                Attr::Int(_, ty) | Attr::Float(_, ty) => ty.clone(),
                Attr::Dense(dense) => dense.ty.clone(),
                _ => return Err(p.error("expected a number or `dense<...>` before this")),
            };
            op.set("value", value);
            op.result_types = smallvec![ty];
        }
        Form::Arrow => {
            op.operands = p.operands()?;
            ends(p, op)?;
            let types = p.types()?;
            p.check_types(&op.operands, &types)?;
            p.expect("->")?;
            op.result_types = p.result_types()?;
        }
        Form::Operands(result) => {
            op.operands = p.operands()?;
            p.attr_dict(op)?;
            if !op.operands.is_empty() {
                p.expect(":")?;
                let types = p.types()?;
                p.check_types(&op.operands, &types)?;
            }
            op.result_types = smallvec![result.ty()];
        }
        Form::Bare(operand, result) => {
            op.operands = p.operands()?;
            p.attr_dict(op)?;
            p.check_type(&op.operands, &operand.ty())?;
            op.result_types = smallvec![result.ty()];
        }
        Form::Require => {
            op.operands.push(p.operand()?);
            p.check_type(&op.operands, &Known::Flag.ty())?;
            p.expect(",")?;
            let message = p.string()?;
            op.set("msg", Attr::String(message.into()));
            p.attr_dict(op)?;
            op.result_types = smallvec![Known::Witness.ty()];
        }
        Form::ConstShape => {
            p.attr_dict(op)?;
            let sizes = parse_i64s(p)?;
            op.set("shape", extents(&sizes));
            p.expect(":")?;
            op.result_types = smallvec![p.ty()?];
        }
        Form::ConstSize => {
            let size = p.int64()?;
            op.set("value", Attr::Int(size.into(), Type::Index));
            p.attr_dict(op)?;
            op.result_types = smallvec![Known::Size.ty()];
        }
        Form::ConstWitness => {
            let passing = p.eat_word("true");
            if !passing {
                p.expect_word("false")?;
            }
            op.set("passing", Attr::Bool(passing));
            p.attr_dict(op)?;
            op.result_types = smallvec![Known::Witness.ty()];
        }
        Form::Assuming => {
            op.operands.push(p.operand()?);
            p.check_type(&op.operands, &Known::Witness.ty())?;
            if p.eat("->") {
                op.result_types = p.parenthesised_types()?;
            }
            let mut region = p.region(Vec::new(), false)?;
            if region.blocks.is_empty() {
                region.blocks.push(RawBlock::default());
            }
            for block in &mut region.blocks {
                if block.ops.last().is_none_or(|op| &*op.name != "shape.assuming_yield") {
                    let position = p.here();
                    let loc = p.location_at(position);
                    block.ops.push(RawOp {
                        name: "shape.assuming_yield".into(),
                        operands: RawValues::new(),
                        results: RawValues::new(),
                        attrs: vec![],
                        regions: vec![],
                        loc,
                    });
                }
            }
            op.regions.push(region);
            p.attr_dict(op)?;
        }
        Form::Dim => {
            op.operands = p.operands()?;
            ends(p, op)?;
            let ty = p.ty()?;
            let (tensor, index) = op.operands.split_at(op.operands.len().min(1));
            p.check_type(tensor, &ty)?;
            p.check_type(index, &Type::Index)?;
            op.result_types = smallvec![Type::Index];
        }
        Form::Extract => {
            op.operands.push(p.operand()?);
            p.expect("[")?;
            if !p.at("]") {
                let mut indices = p.operands()?;
                p.check_type(&indices, &Type::Index)?;
                op.operands.append(&mut indices);
            }
            p.expect("]")?;
            ends(p, op)?;
            let ty = p.ty()?;
            p.check_type(&op.operands[..1], &ty)?;
            op.result_types = smallvec![element(&ty)];
        }
        Form::Elements => {
            op.operands = if p.at(":") || p.at("{") { RawValues::new() } else { p.operands()? };
            ends(p, op)?;
            let ty = p.ty()?;
            p.check_type(&op.operands, &element(&ty))?;
            op.result_types = smallvec![ty];
        }
        Form::Yield => {
            if !p.at(":") && !p.at("{") && !p.at("}") {
                op.operands = p.operands()?;
            }
            p.attr_dict(op)?;
            if p.eat(":") {
                let types = p.types()?;
                p.check_types(&op.operands, &types)?;
            }
        }
    }
    Ok(true)
}

pub(super) fn print(op: &RawOp, p: &mut Printer<'_>) -> bool {
    form(&op.name).is_some_and(|form| print_form(form, op, p).is_some())
}

/// The flags of arithmetic; their names.
fn print_flags(op: &RawOp, p: &mut Printer<'_>) -> Option<[&'static str; 2]> {
    for (word, name, mnemonic) in FLAGS {
        match op.attr(name) {
            None => {}
            Some(value) if is_default(name, value) => {}
            Some(Attr::Dialect(d, m, body)) if &**d == "arith" && **m == *mnemonic => {
                p.write(&format!(" {word}<{body}>"));
            }
            Some(_) => return None,
        }
    }
    Some([FLAGS[0].1, FLAGS[1].1])
}

fn print_form(form: Form, op: &RawOp, p: &mut Printer<'_>) -> Option<()> {
    let operands = p.types_of(&op.operands);
    let results = p.types_of(&op.results);
    let is = |t: &Type, known: Known| *t == known.ty();
    if !matches!(form, Form::Assuming) && !op.regions.is_empty() {
        return None;
    }
    p.op_name(&op.name);
    if !matches!(form, Form::Compare(_)) && !op.operands.is_empty() {
        p.write(" ");
        p.values(&op.operands[..if matches!(form, Form::Extract) { 1 } else { op.operands.len() }]);
    }
    match form {
        Form::Same => {
            let [result] = &results[..] else { return None };
            if operands.iter().any(|t| t != result) {
                return None;
            }
            let flags = print_flags(op, p)?;
            p.attr_dict(op, &flags);
            p.write(" : ");
            p.ty(result);
        }
        Form::Cast => {
            let ([from], [to]) = (&operands[..], &results[..]) else { return None };
            let flags = print_flags(op, p)?;
            p.attr_dict(op, &flags);
            p.write(" : ");
            p.ty(from);
            p.write(" to ");
            p.ty(to);
        }
        Form::Select => {
            let ([condition, x, y], [result]) = (&operands[..], &results[..]) else { return None };
            if x != y || x != result {
                return None;
            }
            p.attr_dict(op, &[]);
            p.write(" : ");
            if !is(condition, Known::Flag) {
                p.ty(condition);
                p.write(", ");
            }
            p.ty(result);
        }
        Form::Compare(predicates) => {
            let Attr::Int(number, Type::Scalar(DType::I64)) = op.attr("predicate")? else { return None };
            let word = predicates.get(usize::try_from(*number).ok()?)?;
            let [x, y] = &operands[..] else { return None };
            if x != y || results[..] != [with_element(x, Known::Flag.ty())] {
                return None;
            }
            p.write(&format!(" {word}, "));
            p.values(&op.operands);
            let [a, b] = print_flags(op, p)?;
            p.attr_dict(op, &["predicate", a, b]);
            p.write(" : ");
            p.ty(x);
        }
        Form::Constant => {
            let value = op.attr("value")?;
            let ty = match value {
                Attr::Bool(_) => Known::Flag.ty(),
                Attr::Int(_, ty) | Attr::Float(_, ty) => ty.clone(),
                Attr::Dense(dense) => dense.ty.clone(),
                _ => return None,
            };
            if !operands.is_empty() || results[..] != [ty] {
                return None;
            }
            p.attr_dict(op, &["value"]);
            p.write(" ");
            p.attr(value);
        }
        Form::Arrow => {
            if operands.is_empty() || results.len() != 1 {
                return None;
            }
            p.attr_dict(op, &[]);
            p.write(" : ");
            p.types(&operands);
            p.write(" -> ");
            p.types(&results);
        }
        Form::Operands(result) => {
            if operands.is_empty() || results[..] != [result.ty()] {
                return None;
            }
            p.attr_dict(op, &[]);
            p.write(" : ");
            p.types(&operands);
        }
        Form::Bare(operand, result) => {
            if operands.is_empty() || !operands.iter().all(|t| is(t, operand)) || results[..] != [result.ty()] {
                return None;
            }
            p.attr_dict(op, &[]);
        }
        Form::Require => {
            let Attr::String(message) = op.attr("msg")? else { return None };
            if operands[..] != [Known::Flag.ty()] || results[..] != [Known::Witness.ty()] {
                return None;
            }
            p.write(", ");
            p.string(message);
            p.attr_dict(op, &["msg"]);
        }
        Form::ConstShape => {
            let sizes = sizes(op.attr("shape")?)?;
            if !operands.is_empty() || results.len() != 1 {
                return None;
            }
            p.attr_dict(op, &["shape"]);
            p.write(&format!(" {sizes:?} : "));
            p.types(&results);
        }
        Form::ConstSize => {
            let Attr::Int(size, Type::Index) = op.attr("value")? else { return None };
            if !operands.is_empty() || results[..] != [Known::Size.ty()] {
                return None;
            }
            p.write(&format!(" {size}"));
            p.attr_dict(op, &["value"]);
        }
        Form::ConstWitness => {
            let Attr::Bool(passing) = op.attr("passing")? else { return None };
            if !operands.is_empty() || results[..] != [Known::Witness.ty()] {
                return None;
            }
            p.write(&format!(" {passing}"));
            p.attr_dict(op, &["passing"]);
        }
        Form::Assuming => {
            let [region] = &op.regions[..] else { return None };
            let [block] = &region.blocks[..] else { return None };
            let last = block.ops.last()?;
            let witness = operands[..] == [Known::Witness.ty()];
            if !witness || !block.args.is_empty() || &*last.name != "shape.assuming_yield" {
                return None;
            }
            p.write(" ");
            if !results.is_empty() {
                p.write("-> (");
                p.types(&results);
                p.write(") ");
            }
            if last.operands.is_empty() {
                // The end is implied.
                let mut shown = region.clone();
                shown.blocks[0].ops.pop();
                p.region(&shown, false, "");
            } else {
                p.region(region, false, "");
            }
            p.attr_dict(op, &[]);
        }
        Form::Dim => {
            let (tensor, indices) = operands.split_first()?;
            if !indices.iter().all(|t| *t == Type::Index) || results[..] != [Type::Index] {
                return None;
            }
            p.attr_dict(op, &[]);
            p.write(" : ");
            p.ty(tensor);
        }
        Form::Extract => {
            let (tensor, indices) = operands.split_first()?;
            if !indices.iter().all(|t| *t == Type::Index) || results[..] != [element(tensor)] {
                return None;
            }
            p.write("[");
            p.values(&op.operands[1..]);
            p.write("]");
            p.attr_dict(op, &[]);
            p.write(" : ");
            p.ty(tensor);
        }
        Form::Elements => {
            let [result] = &results[..] else { return None };
            if operands.iter().any(|t| *t != element(result)) {
                return None;
            }
            p.attr_dict(op, &[]);
            p.write(" : ");
            p.ty(result);
        }
        Form::Yield => {
            if !results.is_empty() {
                return None;
            }
            p.attr_dict(op, &[]);
            if !operands.is_empty() {
                p.write(" : ");
                p.types(&operands);
            }
        }
    }
    Some(())
}

/// What MLIR calls the results of an op.
pub(super) fn result_names(op: &RawOp) -> Option<Vec<(Cow<'static, str>, usize)>> {
    let one = |name: Cow<'static, str>| Some(vec![(name, 1)]);
    match &*op.name {
        "arith.constant" => match op.attr("value")? {
            Attr::Bool(b) => one(if *b { "true" } else { "false" }.into()),
            Attr::Int(v, Type::Index) => one(format!("c{v}").into()),
            Attr::Int(v, Type::Scalar(d)) => one(format!("c{v}_{d}").into()),
            _ => one("cst".into()),
        },
        "shape.const_size" => match op.attr("value")? {
            Attr::Int(v, _) => one(format!("c{v}").into()),
            _ => None,
        },
        "shape.split_at" => Some(vec![("head".into(), 1), ("tail".into(), 1)]),
        "tensor.dim" => one("dim".into()),
        "tensor.rank" => one("rank".into()),
        "tensor.cast" => one("cast".into()),
        "tensor.extract" => one("extracted".into()),
        "tensor.from_elements" => one("from_elements".into()),
        _ => None,
    }
}
