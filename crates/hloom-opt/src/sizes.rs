//! Sizes computed in MLIR's `arith`, `shape` and `tensor` dialects, written by StableHLO ops.
//!
//! A scalar becomes a tensor of rank 0, `index` becomes `i32` (the type of `get_dimension_size`), a shape a tensor of its
//! sizes, a witness a tensor of `i1`. Assertions become custom calls `@shape_assertion`, and a region that relies on one
//! stands where its op stood. Functions take and give the new types.
//!
//! Absences
//! * No shape of unknown rank: `!shape.shape` as a parameter is refused.

use hloom_ir::rewrite::{Rewrite, Rewriter, Values, rewrite_module};
use hloom_ir::shapes::constant;
use hloom_ir::{
    ArithOp, Attr, Builder, Diagnostics, Loc, MlirType, Module, Op, OpData, Region, Severity, ShapeOp, TensorType,
    Type, Value,
};
use hloom_mlir::Type as SynType;
use hloom_num::{BinaryOp, CompareDirection, DType, Literal, UnaryOp};
use smallvec::smallvec;

/// What sizes are.
const SIZE: DType = DType::I32;

/// Writes the size computations of all functions by StableHLO ops.
///
/// # Errors
/// Shapes whose rank is not known, positions in them that are not known, sizes beyond 32 bits.
pub fn legalize(module: Module) -> Result<Module, Diagnostics> {
    rewrite_module(module, &mut Legalize)
}

/// True if a function computes sizes in MLIR's dialects.
pub(crate) fn concerns(module: &Module) -> bool {
    module.funcs.iter().any(|f| {
        let mut found = (0..f.graph.num_values()).any(|i| matches!(f.graph.ty(Value(i as u32)), Type::Mlir(_)));
        f.graph.walk(f.body, |id| found |= f.graph.op(id).op.computes_sizes());
        found
    })
}

struct Legalize;

fn element(d: DType) -> DType {
    if d == DType::Index { SIZE } else { d }
}

fn ints(values: &[i64]) -> Option<Literal> {
    let narrow: Option<Vec<i32>> = values.iter().map(|&v| i32::try_from(v).ok()).collect();
    let bytes: Vec<u8> = narrow?.iter().flat_map(|v| v.to_le_bytes()).collect();
    Literal::new(SIZE, &[values.len() as i64], bytes).ok()
}

/// What ops on shapes are made of.
struct Sizes<'r, 's> {
    r: &'r mut Rewriter<'s>,
}

impl Sizes<'_, '_> {
    fn b(&mut self) -> Builder<'_> {
        self.r.builder()
    }

    fn number(&mut self, n: i64) -> Value {
        self.b().splat(SIZE, &[], n as f64)
    }

    fn flag(&mut self, holds: bool) -> Value {
        self.b().splat(DType::Bool, &[], f64::from(u8::from(holds)))
    }

    fn list(&mut self, sizes: &[i64]) -> Result<Value, Diagnostics> {
        match ints(sizes) {
            Some(literal) => Ok(self.b().constant(literal)),
            None => Err(self.r.unimplemented("size-too-large", format!("a size of {sizes:?} does not fit 32 bits"))),
        }
    }

    /// How many sizes a shape has.
    fn rank(&self, shape: Value) -> Result<i64, Diagnostics> {
        match self.r.graph.tensor(shape).dims[..] {
            [n] if n >= 0 => Ok(n),
            _ => Err(self.r.unimplemented("unknown-rank", "a shape of a rank that is not known")),
        }
    }

    /// The sizes of a shape, each a tensor of rank 0.
    fn split(&mut self, shape: Value) -> Result<Vec<Value>, Diagnostics> {
        let n = self.rank(shape)?;
        Ok((0..n).map(|i| self.get(shape, i)).collect())
    }

    fn get(&mut self, shape: Value, i: i64) -> Value {
        let mut b = self.b();
        let one = b.slice(shape, &[i], &[i + 1], &[1]);
        b.reshape(one, &[])
    }

    /// A shape of these sizes.
    fn join(&mut self, sizes: &[Value]) -> Result<Value, Diagnostics> {
        if sizes.is_empty() {
            return self.list(&[]);
        }
        let mut b = self.b();
        let parts: Vec<Value> = sizes.iter().map(|&v| b.reshape(v, &[1])).collect();
        Ok(if let [one] = parts[..] { one } else { b.concatenate(&parts, 0) })
    }

    fn dimension(&mut self, tensor: Value, i: i64) -> Value {
        let ty = Type::tensor(SIZE, &[]);
        self.r.emit(Op::GetDimensionSize { dimension: i }, &[tensor], [ty])[0]
    }

    fn shape_of(&mut self, tensor: Value) -> Result<Value, Diagnostics> {
        let n = self.r.graph.tensor(tensor).rank() as i64;
        let sizes: Vec<Value> = (0..n).map(|i| self.dimension(tensor, i)).collect();
        self.join(&sizes)
    }

    /// The value of an `i32` that is a constant.
    fn known(&self, v: Value) -> Option<i64> {
        match &self.r.graph.def_op(v)?.1.op {
            Op::Constant { value } if value.num_elements() == 1 => {
                hloom_interp::Tensor::from_literal(value).ints()?.first().copied()
            }
            _ => None,
        }
    }

    /// A shape with ones in front, so that it has `rank` sizes.
    fn padded(&mut self, shape: Value, rank: i64) -> Result<Value, Diagnostics> {
        let n = self.rank(shape)?;
        if n >= rank {
            return Ok(shape);
        }
        let ones = self.list(&vec![1; (rank - n) as usize])?;
        Ok(self.b().concatenate(&[ones, shape], 0))
    }

    /// All shapes with the greatest of their ranks.
    fn aligned(&mut self, shapes: &[Value]) -> Result<Vec<Value>, Diagnostics> {
        let mut rank = 0;
        for &s in shapes {
            rank = rank.max(self.rank(s)?);
        }
        shapes.iter().map(|&s| self.padded(s, rank)).collect()
    }

    /// Where a size is 1 the other's, else its own: shapes that cannot be broadcast have been asserted away.
    fn broadcast(&mut self, shapes: &[Value]) -> Result<Value, Diagnostics> {
        let aligned = self.aligned(shapes)?;
        let Some((&first, rest)) = aligned.split_first() else { return self.list(&[]) };
        let mut out = first;
        for &s in rest {
            let n = self.rank(s)?;
            let ones = self.list(&vec![1; n as usize])?;
            let mut b = self.b();
            let is_one = b.compare(CompareDirection::Eq, out, ones);
            out = b.select(is_one, s, out);
        }
        Ok(out)
    }

    /// True if all elements of a list of flags are.
    fn all(&mut self, flags: Value) -> Value {
        let yes = self.flag(true);
        self.b().reduce_by(BinaryOp::And, flags, yes, &[0])
    }

    fn equal(&mut self, shapes: &[Value]) -> Result<Value, Diagnostics> {
        let Some((&first, rest)) = shapes.split_first() else { return Ok(self.flag(true)) };
        let mut out = self.flag(true);
        for &s in rest {
            if self.rank(s)? != self.rank(first)? {
                return Ok(self.flag(false));
            }
            let same = self.b().compare(CompareDirection::Eq, first, s);
            let same = self.all(same);
            out = self.b().binary(BinaryOp::And, out, same);
        }
        Ok(out)
    }

    /// True if each size is 1 or what the broadcast shape has there.
    fn is_broadcastable(&mut self, shapes: &[Value]) -> Result<Value, Diagnostics> {
        let to = self.broadcast(shapes)?;
        let mut out = self.flag(true);
        for s in self.aligned(shapes)? {
            let n = self.rank(s)?;
            let ones = self.list(&vec![1; n as usize])?;
            let mut b = self.b();
            let (one, same) = (b.compare(CompareDirection::Eq, s, ones), b.compare(CompareDirection::Eq, s, to));
            let fits = b.binary(BinaryOp::Or, one, same);
            let fits = self.all(fits);
            out = self.b().binary(BinaryOp::And, out, fits);
        }
        Ok(out)
    }

    fn assert(&mut self, holds: Value, message: &str) {
        let call = Op::CustomCall {
            call_target_name: "shape_assertion".into(),
            has_side_effect: true,
            backend_config: None,
            api_version: Some(Box::new(Attr::Int(2, SynType::Scalar(SIZE)))),
            called_computations: None,
            operand_layouts: None,
            result_layouts: None,
            output_operand_aliases: None,
        };
        let extra = [("error_message".into(), Attr::String(message.into()))];
        self.r.emit_with(call, &[holds], &[], [], Some(&extra));
    }

    /// Quotient rounded down, or up.
    fn rounded_quotient(&mut self, x: Value, y: Value, up: bool) -> Value {
        let t = self.r.graph.tensor(x).clone();
        let mut b = self.b();
        let (q, rest) = (b.divide(x, y), b.binary(BinaryOp::Remainder, x, y));
        let zero = b.subtract(x, x);
        let inexact = b.compare(CompareDirection::Ne, rest, zero);
        let (xs, ys) = (b.compare(CompareDirection::Lt, x, zero), b.compare(CompareDirection::Lt, y, zero));
        let away = b.compare(if up { CompareDirection::Eq } else { CompareDirection::Ne }, xs, ys);
        let off = b.binary(BinaryOp::And, inexact, away);
        let step = b.convert(t.dtype, off);
        if up { b.add(q, step) } else { b.subtract(q, step) }
    }

    /// A binary op on the same bits read without sign.
    fn unsigned(&mut self, op: BinaryOp, x: Value, y: Value) -> Result<Value, Diagnostics> {
        let t = self.r.graph.tensor(x).clone();
        let Some(dtype) = without_sign(t.dtype) else {
            return Err(self.r.unimplemented("unsigned", format!("numbers of type {} without sign", t.dtype)));
        };
        let u = TensorType { dtype, ..t.clone() };
        let mut b = self.b();
        let (x, y) = (b.bitcast_convert(u.clone(), x), b.bitcast_convert(u, y));
        let z = b.binary(op, x, y);
        Ok(b.bitcast_convert(t, z))
    }
}

fn without_sign(d: DType) -> Option<DType> {
    Some(match d {
        DType::I2 => DType::U2,
        DType::I4 => DType::U4,
        DType::I8 => DType::U8,
        DType::I16 => DType::U16,
        DType::I32 => DType::U32,
        DType::I64 => DType::U64,
        _ => return None,
    })
}

fn arith(s: &mut Sizes<'_, '_>, op: ArithOp, x: &[Value], to: &Type) -> Result<Value, Diagnostics> {
    use ArithOp as A;
    let is_flag = s.r.graph.tensor(x[0]).dtype.is_bool();
    let binary = match op {
        A::AddI | A::SubI if is_flag => BinaryOp::Xor,
        A::MulI if is_flag => BinaryOp::And,
        A::AddI | A::AddF => BinaryOp::Add,
        A::SubI | A::SubF => BinaryOp::Subtract,
        A::MulI | A::MulF => BinaryOp::Multiply,
        A::AndI => BinaryOp::And,
        A::OrI => BinaryOp::Or,
        A::XorI => BinaryOp::Xor,
        A::DivF => BinaryOp::Divide,
        A::MaximumF => BinaryOp::Maximum,
        A::MinimumF => BinaryOp::Minimum,
        A::NegF => return Ok(s.b().unary(UnaryOp::Negate, x[0])),
        A::Select => return Ok(s.b().select(x[0], x[1], x[2])),
        A::ExtF | A::TruncF | A::FPToSI => return Ok(convert(s, x[0], to)),
        A::IndexCast | A::TruncI if !is_flag => return Ok(convert(s, x[0], to)),
        A::SIToFP | A::ExtSI if !is_flag => return Ok(convert(s, x[0], to)),
        A::ExtUI | A::IndexCastUI if is_flag => return Ok(convert(s, x[0], to)),
        // True is -1 where its sign counts.
        A::ExtSI | A::IndexCast | A::SIToFP => {
            let one = convert(s, x[0], to);
            let mut b = s.b();
            let zero = b.subtract(one, one);
            return Ok(b.subtract(zero, one));
        }
        A::ExtUI | A::IndexCastUI => {
            let t = s.r.graph.tensor(x[0]).clone();
            let Some(dtype) = without_sign(t.dtype) else {
                return Err(s.r.unimplemented("unsigned", format!("numbers of type {} without sign", t.dtype)));
            };
            let bits = s.b().bitcast_convert(TensorType { dtype, ..t }, x[0]);
            return Ok(convert(s, bits, to));
        }
        _ if is_flag => {
            return Err(s.r.unimplemented("no-expansion", format!("{} of i1 has no expansion", op.mnemonic())));
        }
        A::DivSI => BinaryOp::Divide,
        A::RemSI => BinaryOp::Remainder,
        A::MaxSI => BinaryOp::Maximum,
        A::MinSI => BinaryOp::Minimum,
        A::FloorDivSI => return Ok(s.rounded_quotient(x[0], x[1], false)),
        A::CeilDivSI => return Ok(s.rounded_quotient(x[0], x[1], true)),
        A::DivUI => return s.unsigned(BinaryOp::Divide, x[0], x[1]),
        A::RemUI => return s.unsigned(BinaryOp::Remainder, x[0], x[1]),
        A::MaxUI => return s.unsigned(BinaryOp::Maximum, x[0], x[1]),
        _ => return s.unsigned(BinaryOp::Minimum, x[0], x[1]),
    };
    Ok(s.b().binary(binary, x[0], x[1]))
}

/// To the element type of `to`; truncation to `i1` keeps the lowest bit.
fn convert(s: &mut Sizes<'_, '_>, x: Value, to: &Type) -> Value {
    let dtype = match to {
        Type::Mlir(MlirType::Scalar(d)) => element(*d),
        Type::Tensor(t) => element(t.dtype),
        _ => SIZE,
    };
    let from = s.r.graph.tensor(x).dtype;
    if from == dtype {
        return x;
    }
    let mut b = s.b();
    if dtype.is_bool() && from.is_int() {
        let zero = b.subtract(x, x);
        let zeros = b.convert(DType::I8, zero);
        let ones = b.compare(CompareDirection::Eq, zeros, zeros);
        let one = b.convert(from, ones);
        let low = b.binary(BinaryOp::And, x, one);
        return b.compare(CompareDirection::Ne, low, zero);
    }
    b.convert(dtype, x)
}

/// By number of `arith.cmpi` and, from `olt` on alike, of `arith.cmpf`.
fn compare(s: &mut Sizes<'_, '_>, predicate: i64, floats: bool, x: &[Value]) -> Result<Value, Diagnostics> {
    use CompareDirection as D;
    if !floats {
        let direction = match predicate {
            0 => D::Eq,
            1 => D::Ne,
            2 | 6 => D::Lt,
            3 | 7 => D::Le,
            4 | 8 => D::Gt,
            _ => D::Ge,
        };
        let t = s.r.graph.tensor(x[0]).clone();
        // The comparison of `i1` reads them without sign.
        return match (t.dtype.is_bool(), predicate) {
            (false, 6..) => {
                let Some(dtype) = without_sign(t.dtype) else {
                    return Err(s.r.unimplemented("unsigned", format!("numbers of type {} without sign", t.dtype)));
                };
                let u = TensorType { dtype, ..t };
                let mut b = s.b();
                let (x, y) = (b.bitcast_convert(u.clone(), x[0]), b.bitcast_convert(u, x[1]));
                Ok(b.compare(direction, x, y))
            }
            (true, 2..6) => Ok(s.b().compare(direction, x[1], x[0])),
            _ => Ok(s.b().compare(direction, x[0], x[1])),
        };
    }
    let mut b = s.b();
    let ordered = |b: &mut Builder<'_>| {
        let (x, y) = (b.compare(D::Eq, x[0], x[0]), b.compare(D::Eq, x[1], x[1]));
        b.binary(BinaryOp::And, x, y)
    };
    let direct = match predicate {
        1 | 8 => Some(D::Eq),
        2 | 9 => Some(D::Gt),
        3 | 10 => Some(D::Ge),
        4 | 11 => Some(D::Lt),
        5 | 12 => Some(D::Le),
        6 | 13 => Some(D::Ne),
        _ => None,
    };
    let known = ordered(&mut b);
    let holds = match direct {
        Some(d) => b.compare(d, x[0], x[1]),
        // Ordered or not at all.
        None if matches!(predicate, 7 | 14) => known,
        None => b.compare(D::Eq, known, known),
    };
    Ok(match predicate {
        0 => b.unary(UnaryOp::Not, holds),
        1..=6 => b.binary(BinaryOp::And, holds, known),
        8..=13 => {
            let unknown = b.unary(UnaryOp::Not, known);
            b.binary(BinaryOp::Or, holds, unknown)
        }
        14 => b.unary(UnaryOp::Not, holds),
        _ => holds,
    })
}

fn shape(s: &mut Sizes<'_, '_>, op: ShapeOp, x: &[Value], results: &[Type]) -> Result<Values, Diagnostics> {
    use ShapeOp as S;
    let one = match op {
        S::ShapeOf => s.shape_of(x[0])?,
        S::ToExtentTensor | S::FromExtentTensor | S::ValueAsShape | S::IndexToSize | S::SizeToIndex => x[0],
        S::FromExtents => s.join(x)?,
        S::NumElements => {
            let sizes = s.split(x[0])?;
            let one = s.number(1);
            sizes.into_iter().fold(one, |n, d| s.b().multiply(n, d))
        }
        S::Broadcast => s.broadcast(x)?,
        S::Concat => s.b().concatenate(x, 0),
        S::SplitAt => {
            let n = s.rank(x[0])?;
            let at = s.known(x[1]).map(|i| if i < 0 { i + n } else { i }).filter(|i| (0..=n).contains(i));
            let Some(at) = at else {
                return Err(s.r.unimplemented("unknown-position", "a position that is not known"));
            };
            let mut b = s.b();
            return Ok(smallvec![b.slice(x[0], &[0], &[at], &[1]), b.slice(x[0], &[at], &[n], &[1])]);
        }
        S::GetExtent => extract(s, x[0], &x[1..])?,
        S::Dim | S::TensorDim => match s.known(x[1]) {
            Some(i) if (0..s.r.graph.tensor(x[0]).rank() as i64).contains(&i) => s.dimension(x[0], i),
            Some(i) => return Err(s.r.error("dimension", format!("there is no dimension {i}"))),
            None => {
                let sizes = s.shape_of(x[0])?;
                extract(s, sizes, &x[1..])?
            }
        },
        S::Rank => {
            let n = s.rank(x[0])?;
            s.number(n)
        }
        S::TensorRank => {
            let n = s.r.graph.tensor(x[0]).rank() as i64;
            s.number(n)
        }
        S::Add => s.b().add(x[0], x[1]),
        S::Mul => s.b().multiply(x[0], x[1]),
        S::Div => s.rounded_quotient(x[0], x[1], false),
        S::Max => s.b().binary(BinaryOp::Maximum, x[0], x[1]),
        S::Min => s.b().binary(BinaryOp::Minimum, x[0], x[1]),
        S::ShapeEq => s.equal(x)?,
        S::IsBroadcastable => s.is_broadcastable(x)?,
        S::CstrEq | S::CstrBroadcastable => {
            let equal = op == S::CstrEq;
            let holds = if equal { s.equal(x)? } else { s.is_broadcastable(x)? };
            s.assert(holds, if equal { "required equal shapes" } else { "required broadcastable shapes" });
            s.flag(true)
        }
        S::AssumingAll => {
            let first = x[0];
            x[1..].iter().fold(first, |a, &w| s.b().binary(BinaryOp::And, a, w))
        }
        S::TensorCast => {
            let from = s.r.graph.tensor(x[0]).clone();
            match &results[0] {
                // What is known of the sizes stays known.
                Type::Tensor(t) if !from.is_static() => {
                    let ty = TensorType { dtype: element(t.dtype), ..t.clone() };
                    s.r.emit(Op::Convert {}, x, [Type::Tensor(ty)])[0]
                }
                _ => x[0],
            }
        }
        S::TensorExtract => extract(s, x[0], &x[1..])?,
        S::TensorFromElements => {
            let Type::Tensor(t) = &results[0] else { return Err(s.r.error("result", "the result is a tensor")) };
            if x.is_empty() {
                let mut empty = t.clone();
                empty.dtype = element(t.dtype);
                let literal = Literal::new(empty.dtype, &empty.dims, Vec::new());
                let literal = literal.map_err(|e| s.r.error("constant", e.to_string()))?;
                s.b().constant(literal)
            } else {
                let all = s.join(x)?;
                if t.rank() == 1 { all } else { s.b().reshape(all, &t.dims) }
            }
        }
    };
    Ok(smallvec![one])
}

/// One element of a tensor, at positions that need not be known.
fn extract(s: &mut Sizes<'_, '_>, tensor: Value, at: &[Value]) -> Result<Value, Diagnostics> {
    let t = s.r.graph.tensor(tensor).clone();
    let known: Option<Vec<i64>> = at.iter().map(|&v| s.known(v)).collect();
    let ones = vec![1; at.len()];
    if let Some(start) = known {
        if let Some((i, d)) = start.iter().zip(&t.dims).find(|&(&i, &d)| i < 0 || d >= 0 && i >= d) {
            return Err(s.r.error("dimension", format!("there is no element {i} among {d}")));
        }
        if t.is_static() {
            let limit: Vec<i64> = start.iter().map(|i| i + 1).collect();
            let mut b = s.b();
            let part = b.slice(tensor, &start, &limit, &ones);
            return Ok(b.reshape(part, &[]));
        }
    }
    let mut b = s.b();
    let part = b.dynamic_slice(tensor, at, &ones);
    Ok(b.reshape(part, &[]))
}

impl Rewrite for Legalize {
    fn ty(&mut self, ty: &Type) -> Result<Type, Diagnostics> {
        Ok(match ty {
            Type::Mlir(MlirType::Scalar(d)) => Type::tensor(element(*d), &[]),
            Type::Mlir(MlirType::Size) => Type::tensor(SIZE, &[]),
            Type::Mlir(MlirType::Witness) => Type::tensor(DType::Bool, &[]),
            Type::Mlir(MlirType::Shape) => {
                let message = "a shape of a rank that is not known (!shape.shape) as a parameter or result";
                return Err(Diagnostics::one(Severity::Unimplemented, "unknown-rank", message, Loc::UNKNOWN));
            }
            Type::Tensor(t) if t.dtype == DType::Index => Type::Tensor(t.with_dtype(SIZE)),
            Type::Tuple(items) => {
                Type::Tuple(items.iter().map(|t| self.ty(t)).collect::<Result<Vec<Type>, _>>()?.into())
            }
            other => other.clone(),
        })
    }

    fn inline(&mut self, r: &mut Rewriter<'_>, op: &OpData, operands: &[Value]) -> Result<bool, Diagnostics> {
        let Op::ShapeAssuming {} = op.op else { return Ok(false) };
        let mut s = Sizes { r };
        if !is_true(&s, operands[0]) {
            s.assert(operands[0], "the assertion does not hold");
        }
        Ok(true)
    }

    fn op(
        &mut self,
        r: &mut Rewriter<'_>,
        op: &OpData,
        operands: &[Value],
        _: &[Region],
    ) -> Result<Option<Values>, Diagnostics> {
        let results = r.result_types(op);
        let mut s = Sizes { r };
        let one = match &op.op {
            Op::Arith(o) => arith(&mut s, *o, operands, &results[0])?,
            Op::Shape(o) => return shape(&mut s, *o, operands, &results).map(Some),
            Op::ArithCmpI { predicate } => compare(&mut s, *predicate, false, operands)?,
            Op::ArithCmpF { predicate } => compare(&mut s, *predicate, true, operands)?,
            Op::ArithConstant { value } | Op::ShapeConstSize { value } => {
                let literal = constant(value).ok_or_else(|| s.r.error("constant", "a value that is no literal"))?;
                constant_of(&mut s, &literal)?
            }
            Op::ShapeConst { shape } => constant_of(&mut s, shape)?,
            Op::Constant { value } if value.dtype() == DType::Index => constant_of(&mut s, value)?,
            Op::ShapeConstWitness { passing } => s.flag(*passing),
            Op::ShapeCstrRequire { msg } => {
                s.assert(operands[0], msg);
                s.flag(true)
            }
            _ => return Ok(None),
        };
        Ok(Some(smallvec![one]))
    }
}

/// True if a witness is the constant that an assertion leaves.
fn is_true(s: &Sizes<'_, '_>, witness: Value) -> bool {
    match s.r.graph.def_op(witness).map(|(_, d)| &d.op) {
        Some(Op::Constant { value }) => value.splat_bytes() == Some(&[1]),
        Some(Op::Binary(BinaryOp::And)) => {
            let operands = s.r.graph.def_op(witness).map(|(_, d)| d.operands.clone()).unwrap_or_default();
            operands.iter().all(|&v| is_true(s, v))
        }
        _ => false,
    }
}

/// A constant, with sizes of 32 bits.
fn constant_of(s: &mut Sizes<'_, '_>, literal: &Literal) -> Result<Value, Diagnostics> {
    if literal.dtype() != DType::Index {
        return Ok(s.b().constant(literal.clone()));
    }
    let values = hloom_interp::Tensor::from_literal(literal).ints().unwrap_or_default();
    let list = s.list(&values)?;
    match literal.shape() {
        [_] => Ok(list),
        dims => {
            let Some(narrow) = ints(&values) else { return Ok(list) };
            let reshaped = Literal::new(SIZE, dims, narrow.stored_bytes().clone());
            let reshaped = reshaped.map_err(|e| s.r.error("constant", e.to_string()))?;
            Ok(s.b().constant(reshaped))
        }
    }
}
