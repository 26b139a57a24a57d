//! Elementwise ops, constants.

use super::Generator;
use hloom_ir::attrs::{CompareType, I64s};
use hloom_ir::{Attr, Dims, Op, Type, Value};
use hloom_mlir::Type as SynType;
use hloom_num::{BinaryOp, CompareDirection, DType, UnaryOp};

pub(super) const DIRECTIONS: [CompareDirection; 6] = [
    CompareDirection::Eq,
    CompareDirection::Ne,
    CompareDirection::Ge,
    CompareDirection::Gt,
    CompareDirection::Le,
    CompareDirection::Lt,
];

impl Generator {
    pub(super) fn elementwise(&mut self, name: &str) -> Option<Vec<Value>> {
        if let Some(u) = UnaryOp::from_mnemonic(name) {
            let x = self.any(0, 4);
            return self.plain(Op::Unary(u), &[x]);
        }
        if let Some(b) = BinaryOp::from_mnemonic(name) {
            let x = self.any(0, 4);
            let t = self.ty(x);
            let y = self.operand(t.dtype, &t.dims);
            return self.plain(Op::Binary(b), &[x, y]);
        }
        if let Some(&(op, _)) = hloom_ir::chlo::BROADCASTING.iter().find(|(_, n)| *n == name) {
            let [x, y] = self.two_to_broadcast()?;
            return self.plain(Op::Broadcasting { op, broadcast_dimensions: None }, &[x, y]);
        }
        match name {
            "stablehlo.compare" => {
                let x = self.any(0, 4);
                let t = self.ty(x);
                let y = self.operand(t.dtype, &t.dims);
                let (direction, compare_type) = (self.one_of(&DIRECTIONS), self.compare_type(t.dtype));
                self.plain(Op::Compare { direction, compare_type }, &[x, y])
            }
            "chlo.broadcast_compare" => {
                let [x, y] = self.two_to_broadcast()?;
                let dtype = self.ty(x).dtype;
                let (direction, compare_type) = (self.one_of(&DIRECTIONS), self.compare_type(dtype));
                self.plain(Op::BroadcastCompare { broadcast_dimensions: None, direction, compare_type }, &[x, y])
            }
            "stablehlo.select" => {
                let x = self.any(0, 4);
                let t = self.ty(x);
                let y = self.operand(t.dtype, &t.dims);
                let scalar = self.chance(30);
                let p = self.operand(DType::Bool, if scalar { &[] } else { &t.dims });
                self.plain(Op::Select {}, &[p, x, y])
            }
            "chlo.broadcast_select" => {
                let [x, y] = self.two_to_broadcast()?;
                let scalar = self.chance(50);
                let dims = self.ty(x).dims;
                let p = self.operand(DType::Bool, if scalar { &[] } else { &dims });
                self.plain(Op::BroadcastSelect {}, &[p, x, y])
            }
            "stablehlo.clamp" => {
                let x = self.any(0, 4);
                let t = self.ty(x);
                let bound = |g: &mut Generator| {
                    let scalar = g.chance(50);
                    g.operand(t.dtype, if scalar { &[] } else { &t.dims })
                };
                let (lo, hi) = (bound(self), bound(self));
                self.plain(Op::Clamp {}, &[lo, x, hi])
            }
            "stablehlo.fma" => {
                let x = self.any(0, 4);
                let t = self.ty(x);
                let (y, z) = (self.operand(t.dtype, &t.dims), self.operand(t.dtype, &t.dims));
                self.plain(Op::Fma {}, &[x, y, z])
            }
            "stablehlo.convert" => {
                let x = self.any(0, 4);
                let to = self.other_dtype();
                let ty = self.ty(x).with_dtype(to);
                self.stated(Op::Convert {}, &[x], ty)
            }
            "stablehlo.bitcast_convert" => self.bitcast(),
            "stablehlo.reduce_precision" => {
                let x = self.any(0, 4);
                let (exponent_bits, mantissa_bits) = (self.between(1, 11), self.between(0, 30));
                self.plain(Op::ReducePrecision { exponent_bits, mantissa_bits }, &[x])
            }
            "stablehlo.map" => self.map(),
            "chlo.constant_like" => {
                let x = self.any(0, 4);
                let dtype = self.ty(x).dtype;
                let ty = SynType::element(dtype);
                let value = match dtype {
                    d if d.is_int() => Attr::Int(self.between(0, 1).into(), ty),
                    d if d.is_float() => Attr::Float(1.0f64.to_bits(), ty),
                    _ => return None,
                };
                self.plain(Op::ConstantLike { value }, &[x])
            }
            "stablehlo.constant" => {
                let (dtype, dims) = (self.dtype(), self.dims(0, 3));
                let ty = hloom_ir::TensorType::from_dims(dtype, dims);
                let value = super::argument(&ty, &mut self.r).to_literal()?;
                self.constant(value).map(|v| vec![v])
            }
            _ => None,
        }
    }

    /// Any element type, whatever is wished of operands.
    pub(super) fn other_dtype(&mut self) -> DType {
        let wish = self.wish.dtype.take();
        let d = self.dtype();
        self.wish.dtype = wish;
        d
    }

    fn compare_type(&mut self, dtype: DType) -> Option<CompareType> {
        (dtype.is_float() && self.chance(30)).then_some(CompareType::TotalOrder)
    }

    /// Two values of one element type, of which one may lack dimensions of the other.
    fn two_to_broadcast(&mut self) -> Option<[Value; 2]> {
        let x = self.any(0, 3);
        let t = self.ty(x);
        let mut dims: Dims = t.dims[self.r.below(t.rank() + 1)..].into();
        for d in &mut dims {
            if self.chance(20) {
                *d = 1;
            }
        }
        let y = self.operand(t.dtype, &dims);
        Some(if self.chance(50) { [x, y] } else { [y, x] })
    }

    fn bitcast(&mut self) -> Option<Vec<Value>> {
        let x = self.any(0, 3);
        let mut ty = self.ty(x);
        let from = ty.dtype;
        let to = (0..20).map(|_| self.other_dtype()).find(|to| {
            let (a, b) = (from.bits(), to.bits());
            from.is_complex() == to.is_complex() && (a.is_multiple_of(b) || b.is_multiple_of(a))
        })?;
        ty.dtype = to;
        let mut x = x;
        if from.bits() > to.bits() {
            ty.dims.push((from.bits() / to.bits()).into());
        } else if from.bits() < to.bits() {
            let mut dims = ty.dims.clone();
            dims.push((to.bits() / from.bits()).into());
            x = self.operand(from, &dims);
        }
        self.stated(Op::BitcastConvert {}, &[x], ty)
    }

    /// Elementwise by a region of a few ops on scalars.
    fn map(&mut self) -> Option<Vec<Value>> {
        let x = self.any(0, 3);
        let t = self.ty(x);
        let y = self.operand(t.dtype, &t.dims);
        let scalar = Type::tensor(t.dtype, &[]);
        let region = self.region(&[scalar.clone(), scalar], |g, p| {
            let mut v = p[0];
            for _ in 0..1 + g.r.below(3) {
                if let Some(r) = g.scalar_op(v, p[1]) {
                    v = r;
                }
            }
            Some(vec![v])
        })?;
        self.emit(Op::Map { dimensions: (0..t.rank() as i64).collect::<I64s>() }, &[x, y], &[region], None)
    }

    /// An elementwise op on scalars that gives their type.
    pub(super) fn scalar_op(&mut self, x: Value, y: Value) -> Option<Value> {
        let dtype = self.ty(x).dtype;
        let op = match self.r.below(3) {
            0 => Op::Unary(self.one_of(&[UnaryOp::Negate, UnaryOp::Square, UnaryOp::Abs, UnaryOp::Not])),
            _ => Op::Binary(self.one_of(&[BinaryOp::Add, BinaryOp::Multiply, BinaryOp::Maximum, BinaryOp::Subtract])),
        };
        let operands = if matches!(op, Op::Unary(_)) { vec![x] } else { vec![x, y] };
        let v = self.plain(op, &operands)?[0];
        (self.ty(v).dtype == dtype).then_some(v)
    }
}
