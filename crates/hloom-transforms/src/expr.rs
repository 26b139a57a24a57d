//! Elementwise formulas as trees with operators: `(x.exp() - (-&x).exp()) * 0.5`.
//!
//! A tree is written into a program once; parts that it shares (clones of one [`Ex`]) become one value.

use crate::Rewriter;
use hloom_ir::attrs::CompareType;
use hloom_ir::{Builder, Dims, Op, Region, TensorType, Type, Value};
use hloom_num::{BinaryOp, CompareDirection, DType, UnaryOp};
use rustc_hash::FxHashMap;
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::rc::Rc;

/// An expression over elements of one type.
#[derive(Clone)]
pub(crate) struct Ex {
    node: Rc<Node>,
    dtype: DType,
}

enum Node {
    Value(Value),
    Const(f64),
    Unary(UnaryOp, Ex),
    Binary(BinaryOp, Ex, Ex),
    Compare(CompareDirection, Ex, Ex),
    Select(Ex, Ex, Ex),
    Convert(Ex),
    Bitcast(Ex),
}

impl Ex {
    fn new(node: Node, dtype: DType) -> Ex {
        Ex { node: Rc::new(node), dtype }
    }
    /// A value of that element type.
    pub(crate) fn value(v: Value, dtype: DType) -> Ex {
        Ex::new(Node::Value(v), dtype)
    }
    /// A number; the element type must have it.
    pub(crate) fn number(dtype: DType, x: f64) -> Ex {
        Ex::new(Node::Const(x), dtype)
    }
    /// A number of this expression's type.
    pub(crate) fn like(&self, x: f64) -> Ex {
        Ex::number(self.dtype, x)
    }
    /// Element type.
    pub(crate) fn dtype(&self) -> DType {
        self.dtype
    }
    pub(crate) fn unary(&self, op: UnaryOp) -> Ex {
        let dtype = hloom_num::scalar::unary_result_type(op, self.dtype);
        Ex::new(Node::Unary(op, self.clone()), dtype)
    }
    pub(crate) fn binary(&self, op: BinaryOp, other: &Ex) -> Ex {
        let dtype = hloom_num::scalar::binary_result_type(op, self.dtype).unwrap_or(self.dtype);
        Ex::new(Node::Binary(op, self.clone(), other.clone()), dtype)
    }
    /// Conversion; nothing if the type is the same.
    pub(crate) fn convert(&self, dtype: DType) -> Ex {
        if dtype == self.dtype { self.clone() } else { Ex::new(Node::Convert(self.clone()), dtype) }
    }
    /// The same bits as a type of the same width.
    pub(crate) fn bitcast(&self, dtype: DType) -> Ex {
        Ex::new(Node::Bitcast(self.clone()), dtype)
    }
    fn compare(&self, d: CompareDirection, other: &Ex) -> Ex {
        Ex::new(Node::Compare(d, self.clone(), other.clone()), DType::Bool)
    }
    pub(crate) fn lt(&self, other: &Ex) -> Ex {
        self.compare(CompareDirection::Lt, other)
    }
    pub(crate) fn eq(&self, other: &Ex) -> Ex {
        self.compare(CompareDirection::Eq, other)
    }
    pub(crate) fn ne(&self, other: &Ex) -> Ex {
        self.compare(CompareDirection::Ne, other)
    }
    pub(crate) fn less(&self, x: f64) -> Ex {
        self.lt(&self.like(x))
    }
    pub(crate) fn at_most(&self, x: f64) -> Ex {
        self.compare(CompareDirection::Le, &self.like(x))
    }
    pub(crate) fn greater(&self, x: f64) -> Ex {
        self.compare(CompareDirection::Gt, &self.like(x))
    }
    pub(crate) fn is(&self, x: f64) -> Ex {
        self.eq(&self.like(x))
    }
    pub(crate) fn and(&self, other: &Ex) -> Ex {
        self.binary(BinaryOp::And, other)
    }
    pub(crate) fn or(&self, other: &Ex) -> Ex {
        self.binary(BinaryOp::Or, other)
    }
    pub(crate) fn not(&self) -> Ex {
        self.unary(UnaryOp::Not)
    }
    /// `self ? yes : no`.
    pub(crate) fn select(&self, yes: &Ex, no: &Ex) -> Ex {
        Ex::new(Node::Select(self.clone(), yes.clone(), no.clone()), yes.dtype)
    }
    pub(crate) fn abs(&self) -> Ex {
        self.unary(UnaryOp::Abs)
    }
    pub(crate) fn sign(&self) -> Ex {
        self.unary(UnaryOp::Sign)
    }
    pub(crate) fn sqrt(&self) -> Ex {
        self.unary(UnaryOp::Sqrt)
    }
    pub(crate) fn exp(&self) -> Ex {
        self.unary(UnaryOp::Exponential)
    }
    pub(crate) fn expm1(&self) -> Ex {
        self.unary(UnaryOp::ExponentialMinusOne)
    }
    pub(crate) fn log(&self) -> Ex {
        self.unary(UnaryOp::Log)
    }
    pub(crate) fn log1p(&self) -> Ex {
        self.unary(UnaryOp::LogPlusOne)
    }
    pub(crate) fn sin(&self) -> Ex {
        self.unary(UnaryOp::Sine)
    }
    pub(crate) fn cos(&self) -> Ex {
        self.unary(UnaryOp::Cosine)
    }
    pub(crate) fn floor(&self) -> Ex {
        self.unary(UnaryOp::Floor)
    }
    pub(crate) fn atan2(&self, x: &Ex) -> Ex {
        self.binary(BinaryOp::Atan2, x)
    }
    pub(crate) fn pow(&self, y: &Ex) -> Ex {
        self.binary(BinaryOp::Power, y)
    }
    pub(crate) fn max(&self, other: &Ex) -> Ex {
        self.binary(BinaryOp::Maximum, other)
    }
    pub(crate) fn min(&self, other: &Ex) -> Ex {
        self.binary(BinaryOp::Minimum, other)
    }
    /// Horner's scheme, lowest degree first.
    pub(crate) fn poly(&self, coefficients: &[f64]) -> Ex {
        let Some((&last, rest)) = coefficients.split_last() else { return self.like(0.0) };
        rest.iter().rev().fold(self.like(last), |acc, &c| acc * self + c)
    }
}

macro_rules! operator {
    ($trait:ident $method:ident $op:ident) => {
        impl $trait<&Ex> for &Ex {
            type Output = Ex;
            fn $method(self, other: &Ex) -> Ex {
                self.binary(BinaryOp::$op, other)
            }
        }
        impl $trait<Ex> for &Ex {
            type Output = Ex;
            fn $method(self, other: Ex) -> Ex {
                self.binary(BinaryOp::$op, &other)
            }
        }
        impl $trait<&Ex> for Ex {
            type Output = Ex;
            fn $method(self, other: &Ex) -> Ex {
                self.binary(BinaryOp::$op, other)
            }
        }
        impl $trait<Ex> for Ex {
            type Output = Ex;
            fn $method(self, other: Ex) -> Ex {
                self.binary(BinaryOp::$op, &other)
            }
        }
        impl $trait<f64> for &Ex {
            type Output = Ex;
            fn $method(self, other: f64) -> Ex {
                self.binary(BinaryOp::$op, &self.like(other))
            }
        }
        impl $trait<f64> for Ex {
            type Output = Ex;
            fn $method(self, other: f64) -> Ex {
                self.binary(BinaryOp::$op, &self.like(other))
            }
        }
        impl $trait<&Ex> for f64 {
            type Output = Ex;
            fn $method(self, other: &Ex) -> Ex {
                other.like(self).binary(BinaryOp::$op, other)
            }
        }
        impl $trait<Ex> for f64 {
            type Output = Ex;
            fn $method(self, other: Ex) -> Ex {
                other.like(self).binary(BinaryOp::$op, &other)
            }
        }
    };
}
operator!(Add add Add);
operator!(Sub sub Subtract);
operator!(Mul mul Multiply);
operator!(Div div Divide);

impl Neg for &Ex {
    type Output = Ex;
    fn neg(self) -> Ex {
        self.unary(UnaryOp::Negate)
    }
}
impl Neg for Ex {
    type Output = Ex;
    fn neg(self) -> Ex {
        self.unary(UnaryOp::Negate)
    }
}

/// Writes expressions over tensors of one shape.
pub(crate) struct Writer<'a, 's> {
    r: &'a mut Rewriter<'s>,
    dims: Dims,
    /// A value of this shape.
    model: Value,
    /// The sizes, once a constant has asked for them.
    shape: Option<Value>,
    done: FxHashMap<*const Node, Value>,
    /// Keeps what has been written alive, so that no other node gets its address.
    kept: Vec<Ex>,
    numbers: FxHashMap<(DType, u64), Value>,
}

/// The sizes of a tensor, each of type `tensor<i32>`.
pub(crate) fn sizes_of(r: &mut Rewriter<'_>, v: Value) -> Vec<Value> {
    let dims = r.graph.tensor(v).dims.clone();
    let size = |(i, &d): (usize, &i64)| match d {
        0.. => r.builder().splat(DType::I32, &[], d as f64),
        _ => r.emit(Op::GetDimensionSize { dimension: i as i64 }, &[v], [Type::tensor(DType::I32, &[])])[0],
    };
    dims.iter().enumerate().map(size).collect()
}

/// Sizes as one tensor.
pub(crate) fn shape_from(r: &mut Rewriter<'_>, sizes: &[Value]) -> Value {
    let mut b = r.builder();
    let parts: Vec<Value> = sizes.iter().map(|&v| b.reshape(v, &[1])).collect();
    if let [one] = parts[..] { one } else { b.concatenate(&parts, 0) }
}

/// A value with the type that is stated for it, which may know more or less of its sizes.
pub(crate) fn as_stated(r: &mut Rewriter<'_>, v: Value, ty: &Type) -> Value {
    if r.graph.ty(v) == ty { v } else { r.emit(Op::Convert {}, &[v], [ty.clone()])[0] }
}

/// `v` spread over a shape known at run time.
pub(crate) fn spread(r: &mut Rewriter<'_>, v: Value, along: &[i64], shape: Value, ty: TensorType) -> Value {
    let op = Op::DynamicBroadcastInDim {
        broadcast_dimensions: along.iter().copied().collect(),
        known_expanding_dimensions: None,
        known_nonexpanding_dimensions: None,
    };
    r.emit(op, &[v, shape], [Type::Tensor(ty)])[0]
}

impl<'a, 's> Writer<'a, 's> {
    /// At the place of the op that is rewritten, for elements of the shape of `model`.
    pub(crate) fn new(r: &'a mut Rewriter<'s>, model: Value) -> Writer<'a, 's> {
        let dims = r.graph.tensor(model).dims.clone();
        Writer {
            r,
            dims,
            model,
            shape: None,
            done: FxHashMap::default(),
            kept: Vec::new(),
            numbers: FxHashMap::default(),
        }
    }

    /// The sizes as a tensor, if one of them is known at run time only.
    fn shape(&mut self) -> Option<Value> {
        if self.shape.is_none() && self.dims.iter().any(|&d| d < 0) {
            let sizes = sizes_of(self.r, self.model);
            self.shape = Some(shape_from(self.r, &sizes));
        }
        self.shape
    }

    fn builder(&mut self) -> Builder<'_> {
        self.r.builder()
    }

    /// The value of an expression.
    pub(crate) fn write(&mut self, e: &Ex) -> Value {
        let key = Rc::as_ptr(&e.node);
        if let Some(&v) = self.done.get(&key) {
            return v;
        }
        let v = match &*e.node {
            Node::Value(v) => *v,
            Node::Const(x) => match self.numbers.get(&(e.dtype, x.to_bits())) {
                Some(&v) => v,
                None => {
                    let dims = self.dims.clone();
                    let v = match self.shape() {
                        None => self.builder().splat(e.dtype, &dims, *x),
                        Some(shape) => {
                            let one = self.builder().splat(e.dtype, &[], *x);
                            spread(self.r, one, &[], shape, TensorType::new(e.dtype, &dims))
                        }
                    };
                    self.numbers.insert((e.dtype, x.to_bits()), v);
                    v
                }
            },
            Node::Unary(op, x) => {
                let x = self.write(x);
                self.builder().unary(*op, x)
            }
            Node::Binary(op, x, y) => {
                let (x, y) = (self.write(x), self.write(y));
                self.builder().binary(*op, x, y)
            }
            Node::Compare(direction, x, y) => {
                let (a, b) = (self.write(x), self.write(y));
                let kind = match x.dtype {
                    d if d.is_float() || d.is_complex() => CompareType::Float,
                    d if d.is_signed_int() => CompareType::Signed,
                    _ => CompareType::Unsigned,
                };
                let op = Op::Compare { direction: *direction, compare_type: Some(kind) };
                self.builder().op(op, &[a, b], &[], None)[0]
            }
            Node::Select(p, x, y) => {
                let (p, x, y) = (self.write(p), self.write(x), self.write(y));
                self.builder().select(p, x, y)
            }
            Node::Convert(x) => {
                let x = self.write(x);
                self.builder().convert(e.dtype, x)
            }
            Node::Bitcast(x) => {
                let x = self.write(x);
                let ty = TensorType::new(e.dtype, &self.dims);
                self.builder().bitcast_convert(ty, x)
            }
        };
        self.kept.push(e.clone());
        self.done.insert(key, v);
        v
    }

    /// A loop over values of this shape and a counter: `body` gives the next values from the counter (`i64` of this
    /// shape) and the values; it goes on while `more` holds anywhere.
    pub(crate) fn repeat(
        &mut self,
        init: &[Ex],
        more: impl Fn(&Ex, &[Ex]) -> Ex,
        body: impl Fn(&Ex, &[Ex]) -> Vec<Ex>,
    ) -> Vec<Ex> {
        let dims = self.dims.clone();
        // Where the loop sees them.
        self.shape();
        let zero = Ex::number(DType::I64, 0.0);
        let all: Vec<Ex> = std::iter::once(zero).chain(init.iter().cloned()).collect();
        let operands: Vec<Value> = all.iter().map(|e| self.write(e)).collect();
        let types: Vec<Type> = all.iter().map(|e| Type::tensor(e.dtype, &dims)).collect();
        type Inside<'f, W> = &'f dyn Fn(&mut W, &Ex, &[Ex]) -> Vec<Value>;
        let region = |w: &mut Self, f: Inside<'_, Self>| -> Region {
            let new = w.r.graph.add_region();
            let params: Vec<Ex> =
                types.iter().zip(&all).map(|(t, e)| Ex::value(w.r.graph.add_param(new, t.clone()), e.dtype)).collect();
            // Constants of this region are not seen outside.
            let (done, numbers) = (w.done.clone(), w.numbers.clone());
            let outer = std::mem::replace(&mut w.r.region, new);
            let results = f(w, &params[0], &params[1..]);
            w.r.region = outer;
            (w.done, w.numbers) = (done, numbers);
            w.r.graph.set_results(new, results);
            new
        };
        let cond = region(self, &|w, i, v| {
            let more = w.write(&more(i, v));
            let mut b = w.builder();
            let scalar = Type::tensor(DType::Bool, &[]);
            let either = b.nested(&[scalar.clone(), scalar], |b, p| vec![b.binary(BinaryOp::Or, p[0], p[1])]);
            let none = b.splat(DType::Bool, &[], 0.0);
            let dimensions = (0..dims.len() as i64).collect();
            b.op(Op::Reduce { dimensions }, &[more, none], &[either], None)
        });
        let step = region(self, &|w, i, v| {
            let next = std::iter::once(i + 1.0).chain(body(i, v));
            next.map(|e| w.write(&e)).collect()
        });
        let results = self.r.emit_with(Op::While {}, &operands, &[cond, step], types.clone(), None);
        results.iter().zip(&all).skip(1).map(|(&v, e)| Ex::value(v, e.dtype)).collect()
    }
}
