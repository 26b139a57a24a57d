//! Ops of MLIR's `arith`, `shape` and `tensor` dialects. Scalars are tensors of rank 0 here, shapes extent tensors,
//! sizes scalars of type `index`, witnesses scalars of type `i1`.

use crate::InterpError;
use crate::eval::{Frame, Interpreter, Val};
use crate::tensor::Tensor;
use hloom_ir::shapes::constant;
use hloom_ir::{ArithOp, MlirType, Op, OpData, ShapeOp, TensorType, Type};
use hloom_num::scalar::{self, CompareType, Scalar};
use hloom_num::{BinaryOp, CompareDirection, DType, UnaryOp};

fn index(n: i64) -> Tensor {
    Tensor::scalar(DType::Index, Scalar::Int(n))
}

fn flag(b: bool) -> Tensor {
    Tensor::scalar(DType::Bool, Scalar::Bool(b))
}

fn extents(dims: &[i64]) -> Tensor {
    let data = dims.iter().map(|&d| Scalar::Int(d)).collect();
    Tensor::new(TensorType::new(DType::Index, &[dims.len() as i64]), data)
}

/// Its operands, and what they are as numbers.
struct Args<'a> {
    name: &'static str,
    values: &'a [Tensor],
}

impl Args<'_> {
    fn malformed(&self) -> InterpError {
        InterpError::Malformed(self.name.into())
    }
    fn tensor(&self, i: usize) -> Result<&Tensor, InterpError> {
        self.values.get(i).ok_or_else(|| self.malformed())
    }
    fn ints(&self, i: usize) -> Result<Vec<i64>, InterpError> {
        self.tensor(i)?.ints().ok_or_else(|| self.malformed())
    }
    fn int(&self, i: usize) -> Result<i64, InterpError> {
        self.tensor(i)?.as_index().ok_or_else(|| self.malformed())
    }
    fn shapes(&self) -> Result<Vec<Vec<i64>>, InterpError> {
        (0..self.values.len()).map(|i| self.ints(i)).collect()
    }
    fn wrong(&self, message: impl Into<String>) -> InterpError {
        InterpError::shape(self.name, message)
    }
    /// Element `i` of `dims`.
    fn pick(&self, dims: &[i64], i: i64) -> Result<i64, InterpError> {
        let found = usize::try_from(i).ok().and_then(|i| dims.get(i)).copied();
        found.ok_or_else(|| self.wrong(format!("dimension {i} of {}", dims.len())))
    }
}

/// The shape that operands of these shapes are broadcast to; `None` if they cannot be.
fn broadcast(shapes: &[Vec<i64>]) -> Option<Vec<i64>> {
    let rank = shapes.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = vec![1; rank];
    for s in shapes {
        for (slot, &d) in out.iter_mut().rev().zip(s.iter().rev()) {
            match (*slot, d) {
                (x, y) if x == y || y == 1 => {}
                (1, y) => *slot = y,
                _ => return None,
            }
        }
    }
    Some(out)
}

fn unsigned(bits: u32, x: i64) -> u64 {
    if bits >= 64 { x as u64 } else { x as u64 & ((1 << bits) - 1) }
}

/// An op on integers without sign of type `dtype`, each given with its sign.
fn integers(op: ArithOp, dtype: DType, x: i64, y: i64) -> i64 {
    let bits = dtype.bits();
    let (ux, uy) = (unsigned(bits, x), unsigned(bits, y));
    use ArithOp as A;
    match op {
        A::AddI => x.wrapping_add(y),
        A::SubI => x.wrapping_sub(y),
        A::MulI => x.wrapping_mul(y),
        A::AndI => x & y,
        A::OrI => x | y,
        A::XorI => x ^ y,
        A::MaxSI => x.max(y),
        A::MinSI => x.min(y),
        A::MaxUI => ux.max(uy) as i64,
        A::MinUI => ux.min(uy) as i64,
        // Undefined by zero; StableHLO's results are as good as any.
        A::DivSI | A::FloorDivSI | A::CeilDivSI | A::DivUI if y == 0 => -1,
        A::RemSI | A::RemUI if y == 0 => x,
        A::DivSI => x.wrapping_div(y),
        A::RemSI => x.wrapping_rem(y),
        A::DivUI => (ux / uy) as i64,
        A::RemUI => (ux % uy) as i64,
        A::FloorDivSI => x.wrapping_div(y) - i64::from(x.wrapping_rem(y) != 0 && (x < 0) != (y < 0)),
        _ => x.wrapping_div(y) + i64::from(x.wrapping_rem(y) != 0 && (x < 0) == (y < 0)),
    }
}

fn arith_element(op: ArithOp, from: DType, to: DType, x: &[Scalar]) -> Result<Scalar, InterpError> {
    use ArithOp as A;
    let float = |b| Ok(scalar::binary(b, from, x[0], x[1])?);
    let signed = |i: usize| x[i].as_i64().unwrap_or(0);
    // `i1` is 0 or -1 where its sign counts.
    let wide = |i: usize| if from.is_bool() { -signed(i) } else { signed(i) };
    let stored = |n: i64| match to.is_bool() {
        true => Scalar::Bool(n & 1 != 0),
        false => Scalar::Int(n).rounded(to),
    };
    match op {
        A::AddF => float(BinaryOp::Add),
        A::SubF => float(BinaryOp::Subtract),
        A::MulF => float(BinaryOp::Multiply),
        A::DivF => float(BinaryOp::Divide),
        A::MaximumF => float(BinaryOp::Maximum),
        A::MinimumF => float(BinaryOp::Minimum),
        A::NegF => Ok(scalar::unary(UnaryOp::Negate, from, x[0])?),
        A::Select => Ok(scalar::select(x[0], x[1], x[2])),
        A::SIToFP => Ok(scalar::convert(DType::I64, to, Scalar::Int(wide(0)))),
        A::FPToSI | A::ExtF | A::TruncF => Ok(scalar::convert(from, to, x[0])),
        A::IndexCast | A::ExtSI | A::TruncI => Ok(stored(wide(0))),
        A::IndexCastUI | A::ExtUI => Ok(stored(unsigned(from.bits(), wide(0)) as i64)),
        _ => Ok(stored(integers(op, from, wide(0), wide(1)))),
    }
}

/// Elementwise over scalars or tensors; a scalar condition counts for all elements.
fn elementwise(
    a: &Args<'_>,
    to: DType,
    f: impl Fn(&[Scalar]) -> Result<Scalar, InterpError>,
) -> Result<Tensor, InterpError> {
    let last = a.values.last().ok_or_else(|| a.malformed())?;
    let n = last.data.len();
    let at = |t: &Tensor, i: usize| t.data.get(if t.dims().is_empty() { 0 } else { i }).copied();
    let mut data = Vec::with_capacity(n);
    for i in 0..n {
        let x: Option<Vec<Scalar>> = a.values.iter().map(|t| at(t, i)).collect();
        data.push(f(&x.ok_or_else(|| a.malformed())?)?);
    }
    Ok(Tensor::new(TensorType::new(to, last.dims()), data))
}

fn arith(a: &Args<'_>, op: ArithOp, to: DType) -> Result<Tensor, InterpError> {
    let from = a.tensor(0)?.dtype();
    elementwise(a, to, |x| arith_element(op, from, to, x))
}

fn compare_ints(a: &Args<'_>, predicate: i64) -> Result<Tensor, InterpError> {
    let dtype = a.tensor(0)?.dtype();
    elementwise(a, DType::Bool, |x| {
        let wide = |s: Scalar| s.as_i64().map_or(0, |n| if dtype.is_bool() { -n } else { n });
        let (x, y) = (wide(x[0]), wide(x[1]));
        let order = if predicate >= 6 { unsigned(dtype.bits(), x).cmp(&unsigned(dtype.bits(), y)) } else { x.cmp(&y) };
        Ok(Scalar::Bool(match predicate {
            0 => order.is_eq(),
            1 => order.is_ne(),
            2 | 6 => order.is_lt(),
            3 | 7 => order.is_le(),
            4 | 8 => order.is_gt(),
            _ => order.is_ge(),
        }))
    })
}

fn compare_floats(a: &Args<'_>, predicate: i64) -> Result<Tensor, InterpError> {
    use CompareDirection as D;
    elementwise(a, DType::Bool, |x| {
        let unordered = x[0].as_f64().is_nan() || x[1].as_f64().is_nan();
        let holds = |d| scalar::compare(d, CompareType::Float, x[0], x[1]);
        Ok(Scalar::Bool(match predicate {
            0 => false,
            15 => true,
            7 => !unordered,
            14 => unordered,
            p if unordered => p > 7,
            1 | 8 => holds(D::Eq),
            2 | 9 => holds(D::Gt),
            3 | 10 => holds(D::Ge),
            4 | 11 => holds(D::Lt),
            5 | 12 => holds(D::Le),
            _ => holds(D::Ne),
        }))
    })
}

fn shape(a: &Args<'_>, op: ShapeOp, result: Option<&Type>) -> Result<Vec<Tensor>, InterpError> {
    use ShapeOp as S;
    let equal = |shapes: &[Vec<i64>]| shapes.windows(2).all(|w| w[0] == w[1]);
    let size = |f: fn(i64, i64) -> Option<i64>| {
        let n = f(a.int(0)?, a.int(1)?).ok_or_else(|| a.wrong("the result is no size"))?;
        Ok::<Tensor, InterpError>(index(n))
    };
    let one = match op {
        S::ShapeOf => extents(a.tensor(0)?.dims()),
        S::ToExtentTensor | S::FromExtentTensor | S::ValueAsShape | S::IndexToSize | S::SizeToIndex => {
            a.tensor(0)?.clone()
        }
        S::FromExtents => {
            let sizes: Result<Vec<i64>, _> = (0..a.values.len()).map(|i| a.int(i)).collect();
            extents(&sizes?)
        }
        S::NumElements => {
            let product = a.ints(0)?.iter().try_fold(1i64, |n, &d| n.checked_mul(d));
            index(product.ok_or_else(|| a.wrong("the number of elements does not fit 64 bits"))?)
        }
        S::Broadcast => {
            let shapes = a.shapes()?;
            let dims = broadcast(&shapes);
            extents(&dims.ok_or_else(|| a.wrong(format!("{shapes:?} cannot be broadcast")))?)
        }
        S::Concat => extents(&[a.ints(0)?, a.ints(1)?].concat()),
        S::SplitAt => {
            let (dims, at) = (a.ints(0)?, a.int(1)?);
            // Counted from the end if negative.
            let from = if at < 0 { at.checked_add(dims.len() as i64) } else { Some(at) };
            let from = from.and_then(|n| usize::try_from(n).ok()).filter(|&n| n <= dims.len());
            let from = from.ok_or_else(|| a.wrong(format!("position {at} of {} sizes", dims.len())))?;
            return Ok(vec![extents(&dims[..from]), extents(&dims[from..])]);
        }
        S::GetExtent => index(a.pick(&a.ints(0)?, a.int(1)?)?),
        S::Dim | S::TensorDim => index(a.pick(a.tensor(0)?.dims(), a.int(1)?)?),
        S::Rank => index(a.tensor(0)?.data.len() as i64),
        S::TensorRank => index(a.tensor(0)?.dims().len() as i64),
        S::Add => size(i64::checked_add)?,
        S::Mul => size(i64::checked_mul)?,
        S::Div => size(|x, y| (y != 0).then(|| integers(ArithOp::FloorDivSI, DType::Index, x, y)))?,
        S::Max => size(|x, y| Some(x.max(y)))?,
        S::Min => size(|x, y| Some(x.min(y)))?,
        S::ShapeEq => flag(equal(&a.shapes()?)),
        S::IsBroadcastable => flag(broadcast(&a.shapes()?).is_some()),
        S::CstrEq => {
            let shapes = a.shapes()?;
            if !equal(&shapes) {
                return Err(a.wrong(format!("{shapes:?} are not equal")));
            }
            flag(true)
        }
        S::CstrBroadcastable => {
            let shapes = a.shapes()?;
            broadcast(&shapes).ok_or_else(|| a.wrong(format!("{shapes:?} cannot be broadcast")))?;
            flag(true)
        }
        S::AssumingAll => flag(a.values.iter().all(|t| t.data.iter().all(|s| s.is_true()))),
        S::TensorCast => a.tensor(0)?.clone(),
        S::TensorExtract => {
            let t = a.tensor(0)?;
            let at: Result<Vec<i64>, _> = (1..a.values.len()).map(|i| a.int(i)).collect();
            let at = at?;
            if !crate::tensor::in_bounds(t.dims(), &at) {
                return Err(a.wrong(format!("element {at:?} of {}", t.ty)));
            }
            Tensor::scalar(t.dtype(), t.at(&at))
        }
        S::TensorFromElements => {
            let Some(Type::Tensor(ty)) = result else { return Err(a.malformed()) };
            let data: Option<Vec<_>> = a.values.iter().map(|t| t.data.first().copied()).collect();
            Tensor::new(ty.clone(), data.ok_or_else(|| a.malformed())?)
        }
    };
    Ok(vec![one])
}

impl<'m> Interpreter<'m> {
    /// The results of an op that computes sizes; `None` for other ops.
    pub(crate) fn size_op(&self, frame: &mut Frame<'m>, op: &OpData) -> Result<Option<Vec<Val>>, InterpError> {
        if !op.op.computes_sizes() {
            return Ok(None);
        }
        let values: Vec<Tensor> = op.operands.iter().map(|&v| frame.tensor(v)).collect::<Result<_, _>>()?;
        self.spend(values.iter().map(|t| t.data.len() as u64).sum())?;
        let a = Args { name: op.op.name(), values: &values };
        let result = op.results.first().map(|&v| frame.graph.ty(v).clone());
        let element = match &result {
            Some(Type::Mlir(MlirType::Scalar(d))) => *d,
            Some(Type::Tensor(t)) => t.dtype,
            _ => DType::Index,
        };
        let literal = |value| constant(value).map(|l| Tensor::from_literal(&l)).ok_or_else(|| a.malformed());
        let results = match &op.op {
            Op::Arith(o) => vec![arith(&a, *o, element)?],
            Op::Shape(o) => shape(&a, *o, result.as_ref())?,
            Op::ArithConstant { value } | Op::ShapeConstSize { value } => vec![literal(value)?],
            Op::ArithCmpI { predicate } => vec![compare_ints(&a, *predicate)?],
            Op::ArithCmpF { predicate } => vec![compare_floats(&a, *predicate)?],
            Op::ShapeConst { shape } => vec![Tensor::from_literal(shape)],
            Op::ShapeConstWitness { passing } => vec![flag(*passing)],
            Op::ShapeCstrRequire { msg } => {
                if !a.tensor(0)?.data.iter().all(|s| s.is_true()) {
                    return Err(a.wrong(&**msg));
                }
                vec![flag(true)]
            }
            _ => {
                if !a.tensor(0)?.data.iter().all(|s| s.is_true()) {
                    return Err(a.wrong("the assertion does not hold"));
                }
                return self.region(frame, op.regions[0], Vec::new()).map(Some);
            }
        };
        let checked = results.into_iter().zip(&op.results).map(|(t, &v)| {
            let value = Val::Tensor(t);
            crate::dynamic::check_size(frame.graph.ty(v), &value)?;
            Ok(value)
        });
        checked.collect::<Result<Vec<Val>, InterpError>>().map(Some)
    }
}
