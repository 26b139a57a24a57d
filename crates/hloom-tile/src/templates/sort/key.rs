//! What a comparator compares, if that is one integer of each side.

use super::SortSpec;
use crate::FuncBuilder;
use crate::kernel::{Expr, ExprId, Kernel};
use crate::loop_ir::{BinOp, CastOp, CmpOp, Elem, Ty, Val};
use crate::lower::prep;
use crate::templates::{Scalars, scalar};

/// What a comparator compares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    /// The operand it is computed from.
    pub(super) operand: usize,
    /// The key of the first side, over the parameters of the comparator.
    value: ExprId,
    elem: Elem,
    signed: bool,
    descending: bool,
}

impl Key {
    /// The key, if the comparator has one.
    pub(super) fn of(less: &Scalars<'_>) -> Option<Key> {
        let mut k = less.kernel.clone();
        let &[result] = less.results else { return None };
        let &Expr::Cmp(op, first, second) = k.expr(result) else { return None };
        let signed = match op {
            CmpOp::SLt => true,
            CmpOp::ULt => false,
            _ => return None,
        };
        let elem = k.elem(first);
        let (a, b) = (param(&k, first)?, param(&k, second)?);
        // Parameters are pairs of sides.
        let (value, other, descending) = if a < b { (first, second, false) } else { (second, first, true) };
        let (mine, theirs) = (a.min(b), a.max(b));
        if mine % 2 != 0 || theirs != mine + 1 || signed && elem == Elem::I1 {
            return None;
        }
        let find = |n: u32| (0..k.exprs.len() as u32).map(ExprId).find(|e| *k.expr(*e) == Expr::Param(n));
        let (from, to) = (find(theirs)?, find(mine)?);
        let same = k.elem(from) == k.elem(to) && prep::replace(&mut k, other, from, to) == value;
        let operand = mine as usize / 2;
        same.then_some(Key { operand, value, elem, signed, descending })
    }

    /// Bytes of the key.
    pub(super) fn bytes(&self) -> i64 {
        i64::from(self.elem.bytes())
    }

    /// True if it takes a word of 64 bits.
    pub(super) fn is_wide(&self) -> bool {
        self.elem == Elem::I64
    }

    /// What makes the order of the highest byte of a computed key unsigned.
    pub(super) fn flip(&self) -> i64 {
        // Narrow numbers without sign have none when they are extended.
        if self.signed || self.bytes() >= 4 { 0x80 } else { 0 }
    }

    /// The type of computed keys.
    pub(super) fn computed(&self) -> Elem {
        if self.is_wide() { Elem::I64 } else { Elem::I32 }
    }

    /// Numbers that order as signed like the key, from values of its operand.
    pub(super) fn compute(&self, b: &mut FuncBuilder, s: &SortSpec<'_>, x: Val) -> Result<Val, String> {
        let params = vec![x; 2 * s.dtypes.len()];
        let key = scalar::emit(b, Scalars { kernel: s.less.kernel, results: &[self.value] }, &params)?[0];
        let to = self.computed();
        let extend = if self.signed { CastOp::SExt } else { CastOp::ZExt };
        let key = if self.elem == to { key } else { b.cast(extend, key, to) };
        let ty = Ty::vector(to, b.ty(key).lanes);
        // Extended, a number without sign has one already.
        let key = if !self.signed && self.elem == to {
            let top = b.int(ty, if to == Elem::I64 { i64::MIN } else { i64::from(i32::MIN) });
            b.bin(BinOp::Xor, key, top)
        } else {
            key
        };
        if !self.descending {
            return Ok(key);
        }
        let all = b.int(ty, -1);
        Ok(b.bin(BinOp::Xor, key, all))
    }
}

/// The only parameter that an expression depends on.
fn param(k: &Kernel, root: ExprId) -> Option<u32> {
    let (mut found, mut only) = (None, true);
    prep::visit(k, root, &mut |e| match e {
        Expr::Param(n) => only &= found.replace(*n).is_none_or(|before| before == *n),
        Expr::Coord(_) | Expr::Load { .. } | Expr::Read(..) => only = false,
        _ => {}
    });
    found.filter(|_| only)
}
