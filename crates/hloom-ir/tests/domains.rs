//! What the verifier lets through, the scalar semantics can compute; what the spec allows beyond that is unimplemented.

use hloom_ir::{Builder, Func, Module, Op, Type, verify};
use hloom_num::scalar::{self, Scalar};
use hloom_num::{BinaryOp, DType, UnaryOp};

/// Verifies a function of that one op; `None` if the op does not take that type.
fn verified(op: Op, dtype: DType) -> Option<bool> {
    let mut f = Func::new("f", true);
    let body = f.body;
    let mut b = Builder::new(&mut f.graph, body);
    let x = b.param(Type::tensor(dtype, &[2]));
    let operands = if matches!(op, Op::Binary(_)) { vec![x, x] } else { vec![x] };
    b.try_op(op, &operands, &[], None).ok()?;
    let found = verify(&Module { funcs: vec![f], ..Module::default() });
    if let Err(d) = &found {
        assert!(d.is_unimplemented(), "{:?}", d.0);
    }
    Some(found.is_ok())
}

#[test]
fn verified_elementwise_ops_have_a_meaning() {
    for &dtype in DType::ALL {
        let one = Scalar::one(dtype);
        for &u in UnaryOp::ALL {
            if let Some(ok) = verified(Op::Unary(u), dtype) {
                assert_eq!(ok, scalar::unary(u, dtype, one).is_ok(), "{} of {dtype}", u.mnemonic());
            }
        }
        for &b in BinaryOp::ALL {
            if let Some(ok) = verified(Op::Binary(b), dtype) {
                assert_eq!(ok, scalar::binary(b, dtype, one, one).is_ok(), "{} of {dtype}", b.mnemonic());
            }
        }
    }
}
