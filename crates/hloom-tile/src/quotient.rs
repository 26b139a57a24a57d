//! Quotients of a vector by one number: multiplications by its inverse, with the bits of a division.
//!
//! A division of a vector takes the place of five to ten multiplications on some processors, and they do not overlap. Where the
//! divisor is known some time before, so is its inverse. With `r` the rounded inverse of `y` and `q` the rounded `x r`,
//! `q - (q y - x) r` is `x / y` rounded, if both steps are fused and nothing leaves the normal numbers (N. Brisebarre, J.-M.
//! Muller and S. K. Raina, "Accelerating correctly rounded floating-point division when the divisor is known in advance", IEEE
//! Transactions on Computers 53(8), 2004). What is subtracted is a multiple of `q y - x` and not of `x - q y`, so that zeros
//! keep their signs.
//!
//! The condition is in two parts. Divisors outside `DIVISORS` have NaN in place of an inverse; elements that are too small have
//! a bound ([`Expr::Quotient`]'s `least`), and zeros are well. What is too large becomes NaN on the way. Code divides where
//! either shows in any lane.
//!
//! That is eight operations for one, so `settle` keeps it only where divisions are what code waits for.

use crate::builder::FuncBuilder;
use crate::loop_ir::*;

/// Powers of two between which a divisor has an inverse that is used.
const DIVISORS: (i32, i32) = (-20, 60);

/// `x / y` for a scalar `y`, as [`Expr::Quotient`].
pub fn by_scalar(b: &mut FuncBuilder, x: Val, y: Val) -> Val {
    let ty = b.ty(x);
    let one = b.ty(y);
    debug_assert!(one == Ty::scalar(ty.elem) && matches!(ty.elem, Elem::F32 | Elem::F64), "{ty:?} / {one:?}");
    // The last bit of `q y - x` is 2 (digits - 1) places below `x`, and must be normal.
    let (digits, lowest, int) = if ty.elem == Elem::F32 { (24, -126, Elem::I32) } else { (53, -1022, Elem::I64) };
    let power = |b: &mut FuncBuilder, n: i32| b.float(one, 2f64.powi(n));

    let (low, high) = (power(b, DIVISORS.0), power(b, DIVISORS.1));
    let (above, below) = (b.cmp(CmpOp::FLe, low, y), b.cmp(CmpOp::FLe, y, high));
    let known = b.bin(BinOp::And, above, below);
    let (unit, nan) = (power(b, 0), b.float(one, f64::NAN));
    let inverse = b.bin(BinOp::FDiv, unit, y);
    let inverse = b.select(known, inverse, nan);

    let (exact, normal) = (power(b, lowest + 2 * digits), power(b, lowest + 2));
    let normal = b.bin(BinOp::FMul, normal, y);
    let larger = b.cmp(CmpOp::FLt, exact, normal);
    let least = b.select(larger, normal, exact);
    let least = b.cast(CastOp::Bitcast, least, int);
    let least = twice_less_one(b, least);

    let [by, inverse, least] = [y, inverse, least].map(|v| b.splat(v, ty.lanes));
    b.expr(ty, Expr::Quotient { x, by, inverse, least })
}

/// Makes divisions of quotients again in code that has much else to do: operations on vectors are counted a block, as a Golden
/// Cove takes them.
pub(crate) fn settle(func: &mut Func) {
    settle_block(&mut func.body, &func.tys);
}

fn settle_block(block: &mut Block, tys: &[Ty]) {
    // Half cycles: two operations a cycle; divisions and roots are one after the other, beside them.
    const DIVISION: u32 = 19;
    const ROOT: u32 = 25;
    let (mut divider, mut others) = (0, 0);
    for s in &block.stmts {
        match s {
            Stmt::Let(v, _) if tys[v.0 as usize].lanes == 1 => {}
            Stmt::Let(_, Expr::Quotient { .. } | Expr::Bin(BinOp::FDiv, ..)) => divider += DIVISION,
            Stmt::Let(_, Expr::Un(UnOp::Sqrt, _)) => divider += ROOT,
            Stmt::Let(_, Expr::Int(_) | Expr::Float(_) | Expr::Lanes | Expr::Splat(_) | Expr::Load { .. }) => {}
            Stmt::Let(..) => others += 1,
            _ => {}
        }
    }
    for s in &mut block.stmts {
        match s {
            Stmt::Let(_, e) if divider <= others => {
                if let Expr::Quotient { x, by, .. } = e {
                    *e = Expr::Bin(BinOp::FDiv, *x, *by);
                }
            }
            _ => s.blocks_mut().for_each(|b| settle_block(b, tys)),
        }
    }
}

/// Order of the magnitudes of floats by their bits, with zero as the largest of all, unsigned.
fn twice_less_one(b: &mut FuncBuilder, bits: Val) -> Val {
    let minus = b.int(b.ty(bits), -1);
    let twice = b.bin(BinOp::Add, bits, bits);
    b.bin(BinOp::Add, twice, minus)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A vector divided by a number that was there before it, and so many other operations.
    fn divides(others: usize) -> Func {
        let mut b = FuncBuilder::new(
            "f",
            &[(Ty::PTR, ParamAttrs::default()), (Ty::scalar(Elem::F32), ParamAttrs::default())],
            None,
        );
        let (p, y) = (b.param(0), b.param(1));
        let x = b.load(Ty::vector(Elem::F32, 16), p, 4);
        let q = by_scalar(&mut b, x, y);
        let sum = (0..others).fold(q, |sum, _| b.bin(BinOp::FAdd, sum, x));
        b.store(p, sum, 4);
        b.push(Stmt::Return(None));
        b.finish(true, false)
    }

    fn count(f: &Func, what: impl Fn(&Expr) -> bool) -> usize {
        f.body.stmts.iter().filter(|s| matches!(s, Stmt::Let(v, e) if f.ty(*v).lanes > 1 && what(e))).count()
    }

    #[test]
    fn quotients_stay_where_divisions_are_what_takes_the_time() {
        let inverse = |e: &Expr| matches!(e, Expr::Quotient { .. });
        let division = |e: &Expr| matches!(e, Expr::Bin(BinOp::FDiv, ..));
        for (others, stays) in [(0, true), (18, true), (19, false), (200, false)] {
            let mut f = divides(others);
            crate::verify::verify(&f).expect("valid");
            settle(&mut f);
            crate::verify::verify(&f).expect("valid");
            assert_eq!(
                (count(&f, inverse), count(&f, division)),
                (usize::from(stays), usize::from(!stays)),
                "{others}"
            );
        }
    }
}
