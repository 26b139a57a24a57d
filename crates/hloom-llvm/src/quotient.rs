//! Quotients by a number whose inverse is known ([`hloom_tile::quotient`]): three multiplications, and the division behind a
//! branch that is hardly ever taken.

use crate::llvm_sys::LLVMIntPredicate::*;
use crate::llvm_sys::LLVMOpcode::*;
use crate::llvm_sys::LLVMRealPredicate::*;
use crate::lower::Lower;
use crate::unit::Value;
use hloom_tile::loop_ir::{BinOp, Elem, Ty};

impl Lower<'_> {
    /// `x / by`, from the operands of an [`Expr::Quotient`](hloom_tile::loop_ir::Expr::Quotient).
    pub(crate) fn quotient(&mut self, ty: Ty, [x, by, inverse, least]: [Value; 4]) -> Value {
        let near = self.unit.binary(LLVMFMul, x, inverse);
        let minus_x = self.unit.fneg(x);
        let excess = self.fma(ty, near, by, minus_x);
        let less = self.unit.fneg(excess);
        let q = self.fma(ty, less, inverse, near);

        let u = &*self.unit;
        let ints = u.int_type_like(x);
        let bits = u.bitcast(x, ints);
        let twice = u.binary(LLVMAdd, u.binary(LLVMAdd, bits, bits), u.all_ones(ints));
        let small = u.icmp(LLVMIntULT, twice, least);
        let lanes = u.binary(LLVMOr, small, u.fcmp(LLVMRealUNO, q, q));
        let any = self.reduce(BinOp::Or, ty.with_elem(Elem::I1), lanes);

        let u = &*self.unit;
        let fast = u.here();
        let [divide, exit] = [(); 2].map(|()| u.new_block(self.llvm_func));
        u.branch_rarely(any, divide, exit);
        u.at_end(divide);
        let slow = u.binary(LLVMFDiv, x, by);
        u.jump(exit);
        u.at_end(exit);
        let result = u.phi(u.type_of(x));
        u.incoming(result, q, fast);
        u.incoming(result, slow, divide);
        result
    }
}
