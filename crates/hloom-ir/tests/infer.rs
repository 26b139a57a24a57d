//! Inference on its own: dynamic sizes, types that must be stated, constraints that no program text can violate.

use hloom_ir::attrs::{ConvDims, I64s, PrecisionConfig};
use hloom_ir::{Op, TensorType, Type, infer};
use hloom_num::{BinaryOp, DType};

const DYN: i64 = TensorType::DYNAMIC;

fn f32s(dims: &[i64]) -> Type {
    Type::tensor(DType::F32, dims)
}

fn list(v: &[i64]) -> I64s {
    I64s::from_slice(v)
}

fn dims(op: Op, operands: &[&Type], regions: &[Vec<Type>]) -> Vec<i64> {
    match infer(&op, operands, regions, None).as_deref() {
        Ok([Type::Tensor(t)]) => t.dims.to_vec(),
        other => panic!("{}: {other:?}", op.name()),
    }
}

fn code(op: Op, operands: &[&Type]) -> String {
    infer(&op, operands, &[], None).expect_err("must be refused").code
}

#[test]
fn dynamic_sizes_spread_and_static_ones_win() {
    let (x, y) = (f32s(&[DYN, 3]), f32s(&[2, DYN]));
    assert_eq!(dims(Op::Binary(BinaryOp::Add), &[&x, &y], &[]), [2, 3]);
    assert_eq!(dims(Op::Concatenate { dimension: 0 }, &[&x, &y], &[]), [DYN, 3]);
    assert_eq!(dims(Op::Concatenate { dimension: 1 }, &[&x, &y], &[]), [2, DYN]);
    assert_eq!(dims(Op::Transpose { permutation: list(&[1, 0]) }, &[&x], &[]), [3, DYN]);
    let pad =
        Op::Pad { edge_padding_low: list(&[1, 1]), edge_padding_high: list(&[0, 0]), interior_padding: list(&[0, 1]) };
    assert_eq!(dims(pad, &[&x, &f32s(&[])], &[]), [DYN, 6]);
    let reduce = Op::Reduce { dimensions: list(&[1]) };
    assert_eq!(dims(reduce, &[&x, &f32s(&[])], &[vec![f32s(&[])]]), [DYN]);
    // Three inputs of which the first two leave a size open and the last two contradict each other.
    let (a, b, c) = (f32s(&[1, DYN]), f32s(&[1, 2]), f32s(&[1, 3]));
    assert_eq!(code(Op::Concatenate { dimension: 0 }, &[&a, &b, &c]), "concatenate_c2");
}

#[test]
fn what_is_not_inferred_must_be_stated() {
    let x = f32s(&[6]);
    assert_eq!(code(Op::Reshape {}, &[&x]), "needs-type");
    assert_eq!(code(Op::Convert {}, &[&x]), "needs-type");
    assert_eq!(code(Op::Iota { iota_dimension: 0 }, &[]), "needs-type");
    assert_eq!(code(Op::Reshape {}, &[]), "operand-count");
    assert_eq!(code(Op::If {}, &[&Type::tensor(DType::Bool, &[])]), "region-count");
    let stated = [f32s(&[2, 3])];
    assert_eq!(infer(&Op::Reshape {}, &[&x], &[], Some(&stated)).as_deref(), Ok(&stated[..]));
}

#[test]
fn convolution_dimensions_are_unique_and_in_range() {
    let good = ConvDims {
        input_batch: 0,
        input_feature: 1,
        input_spatial: list(&[2]),
        kernel_output_feature: 0,
        kernel_input_feature: 1,
        kernel_spatial: list(&[2]),
        output_batch: 0,
        output_feature: 1,
        output_spatial: list(&[2]),
    };
    let conv = |dims: ConvDims| Op::Convolution {
        window_strides: None,
        padding: None,
        lhs_dilation: None,
        rhs_dilation: None,
        window_reversal: None,
        dims: Box::new(dims),
        feature_group_count: 1,
        batch_group_count: 1,
        precision: PrecisionConfig::default(),
    };
    let (x, k) = (f32s(&[2, 4, 8]), f32s(&[6, 4, 3]));
    assert_eq!(dims(conv(good.clone()), &[&x, &k], &[]), [2, 6, 6]);
    let refused = |dims: ConvDims| code(conv(dims), &[&x, &k]);
    assert_eq!(refused(ConvDims { input_batch: 1, ..good.clone() }), "convolution_c13");
    assert_eq!(refused(ConvDims { input_batch: i64::MAX, ..good.clone() }), "convolution_c13");
    assert_eq!(refused(ConvDims { kernel_spatial: list(&[0]), ..good.clone() }), "convolution_c18");
    assert_eq!(refused(ConvDims { output_feature: -1, ..good }), "convolution_c20");
}
