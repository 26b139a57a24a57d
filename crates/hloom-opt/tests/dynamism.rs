//! Dynamic programs: run with the sizes at hand, and made static for given argument types; both agree.

use hloom_interp::{Interpreter, Tensor};
use hloom_ir::{Diagnostics, Module, TensorType, Type, verify};
use hloom_num::DType;
use hloom_num::scalar::Scalar;
use hloom_opt::dynamism::{is_static, remove_dynamism};

fn parse(text: &str) -> Module {
    let module = hloom_stablehlo::parse(text.as_bytes(), "test.mlir", &Default::default()).expect("a program");
    verify(&module).unwrap_or_else(|d| panic!("{}", d.render(&module.locs)));
    module
}

fn ramp(dims: &[i64]) -> Tensor {
    let ty = TensorType::new(DType::F32, dims);
    let data = (0..ty.num_elements()).map(|i| Scalar::Float(i as f64)).collect();
    Tensor::new(ty, data)
}

fn types(args: &[Tensor]) -> Vec<Type> {
    args.iter().map(|t| Type::Tensor(t.ty.clone())).collect()
}

/// Runs as it is and refined; the results, which must be the same.
fn run(text: &str, args: &[Tensor]) -> Vec<Tensor> {
    let module = parse(text);
    let open = Interpreter::new(&module).run("main", args).expect("the dynamic program runs");
    let refined =
        remove_dynamism(&module, "main", &types(args), &[]).unwrap_or_else(|d| panic!("{}", d.render(&module.locs)));
    verify(&refined).unwrap_or_else(|d| panic!("{}", d.render(&refined.locs)));
    for f in &refined.funcs {
        f.graph.walk(f.body, |id| assert!(f.graph.op(id).results.iter().all(|&v| is_static(f.graph.ty(v)))));
    }
    let closed = Interpreter::new(&refined).run("main", args).expect("the static program runs");
    assert_eq!(open.len(), closed.len());
    for (a, b) in open.iter().zip(&closed) {
        assert_eq!(a.ty, b.ty);
        assert_eq!(a.to_bytes(), b.to_bytes());
    }
    open
}

fn refused(text: &str, args: &[Tensor]) -> Diagnostics {
    remove_dynamism(&parse(text), "main", &types(args), &[]).expect_err("it must be refused")
}

const ROW_SUMS_OVER_SIZE: &str = "func.func @main(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %s = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %b = stablehlo.dynamic_broadcast_in_dim %f, %s, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %d = call @div(%r, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %d : tensor<?xf32>
}
func.func private @div(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.divide %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32>
}";

#[test]
fn sizes_go_through_calls_and_empty_shapes() {
    let out = run(ROW_SUMS_OVER_SIZE, &[ramp(&[2, 4])]);
    assert_eq!(*out[0].data, vec![Scalar::Float(1.5), Scalar::Float(5.5)]);
    assert_eq!(run(ROW_SUMS_OVER_SIZE, &[ramp(&[0, 4])])[0].dims(), [0]);
    assert_eq!(run(ROW_SUMS_OVER_SIZE, &[ramp(&[1, 1])])[0].dims(), [1]);
}

#[test]
fn a_loop_carries_sizes_and_what_it_does_not_change() {
    let text = "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
      %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
      %i = stablehlo.constant dense<0> : tensor<i32>
      %r:3 = stablehlo.while(%k = %i, %m = %n, %v = %x) : tensor<i32>, tensor<i32>, tensor<?xf32>
        cond { %c = stablehlo.constant dense<3> : tensor<i32>
          %p = stablehlo.compare LT, %k, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1> }
        do { %one = stablehlo.constant dense<1> : tensor<i32>
          %k2 = stablehlo.add %k, %one : tensor<i32>
          %s = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
          %io = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
          %w = stablehlo.add %v, %io : tensor<?xf32>
          stablehlo.return %k2, %m, %w : tensor<i32>, tensor<i32>, tensor<?xf32> }
      return %r#2 : tensor<?xf32>
    }";
    assert_eq!(run(text, &[ramp(&[3])])[0].data[2], Scalar::Float(8.0));
}

#[test]
fn amounts_become_attributes() {
    let text = "func.func @main(%x: tensor<?x4xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>) {
      %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
      %v = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
      %one = stablehlo.constant dense<1> : tensor<1xi32>
      %two = stablehlo.constant dense<2> : tensor<1xi32>
      %four = stablehlo.constant dense<4> : tensor<1xi32>
      %starts = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
      %limits = stablehlo.concatenate %v, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %strides = stablehlo.concatenate %one, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %a = stablehlo.real_dynamic_slice %x, %starts, %limits, %strides : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
      %z = stablehlo.constant dense<9.0> : tensor<f32>
      %b = stablehlo.dynamic_pad %x, %z, %starts, %limits, %strides : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
      %n = stablehlo.multiply %v, %four : tensor<1xi32>
      %c = stablehlo.dynamic_reshape %x, %n : (tensor<?x4xf32>, tensor<1xi32>) -> tensor<?xf32>
      %i = stablehlo.constant dense<[[0], [1]]> : tensor<2x1xi32>
      %sizes = stablehlo.concatenate %one, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %d = \"stablehlo.dynamic_gather\"(%x, %i, %sizes) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<?x4xf32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
      return %a, %b, %c, %d : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>
    }";
    let out = run(text, &[ramp(&[3, 4])]);
    let shapes: Vec<&[i64]> = out.iter().map(|t| t.dims()).collect();
    assert_eq!(shapes, [&[2, 2][..], &[9, 14], &[12], &[2, 4]]);
    assert_eq!(out[0].data[1], Scalar::Float(6.0));
}

#[test]
fn operands_of_broadcasting_ops_meet_at_one_shape() {
    let text = "func.func @main(%x: tensor<?x4xf32>, %y: tensor<?xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
      %0 = chlo.broadcast_add %x, %y : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
      %p = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>} : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xi1>
      %one = \"chlo.constant_like\"(%y) {value = 1.0 : f32} : (tensor<?xf32>) -> tensor<?xf32>
      %1 = chlo.broadcast_select %p, %x, %one : (tensor<?x4xi1>, tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
      return %0, %1 : tensor<?x4xf32>, tensor<?x4xf32>
    }";
    let out = run(text, &[ramp(&[2, 4]), ramp(&[4])]);
    assert_eq!(out[0].data[7], Scalar::Float(10.0));
    let out = run(text, &[ramp(&[3, 4]), ramp(&[1])]);
    assert_eq!(out[1].data[5], Scalar::Float(1.0));
    let error = refused(text, &[ramp(&[3, 4]), ramp(&[2])]);
    assert_eq!(error.0[0].code, "broadcast_add_c3");
    assert!(Interpreter::new(&parse(text)).run("main", &[ramp(&[3, 4]), ramp(&[2])]).is_err());
}

#[test]
fn an_assertion_about_sizes_holds_or_says_why_not() {
    let text = "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
      %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
      %two = stablehlo.constant dense<2> : tensor<i32>
      %r = stablehlo.remainder %n, %two : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %ok = stablehlo.compare EQ, %r, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.custom_call @shape_assertion(%ok, %n) {api_version = 2 : i32, error_message = \"{0} is odd\", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
      return %x : tensor<?xf32>
    }";
    run(text, &[ramp(&[4])]);
    let error = refused(text, &[ramp(&[3])]);
    assert_eq!(error.0[0].code, "shape-assertion");
    assert!(error.0[0].message.contains("3 is odd"), "{}", error.0[0].message);
    let error = Interpreter::new(&parse(text)).run("main", &[ramp(&[3])]).expect_err("the assertion fails");
    assert!(error.to_string().contains("is odd"), "{error}");
}

#[test]
fn windows_given_as_operands() {
    let text = "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
      %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
      %w = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
      %one = stablehlo.constant dense<1> : tensor<1xi32>
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %m = stablehlo.subtract %w, %one : tensor<1xi32>
      %zero = stablehlo.constant dense<0> : tensor<1xi32>
      %q = stablehlo.concatenate %m, %zero, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %p = stablehlo.reshape %q : (tensor<2xi32>) -> tensor<1x2xi32>
      %r = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %z, %w, %one, %one, %one, %p) {called_computations = [@add]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
      return %r : tensor<?xf32>
    }
    func.func private @add(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.add %a, %b : tensor<f32>
      return %0 : tensor<f32>
    }";
    // A window over everything before: sums of prefixes.
    let out = run(text, &[ramp(&[4])]);
    let expected: Vec<Scalar> = [0.0, 1.0, 3.0, 6.0].map(Scalar::Float).to_vec();
    assert_eq!(*out[0].data, expected);
}

/// A reshape of `x` to sizes that are an argument.
const TO_SHAPE: &str = "func.func @main(%x: tensor<?xf32>, %s: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}";

#[test]
fn bad_sizes_are_errors_that_name_the_op() {
    let sizes = |a: i64, b: i64| Tensor::new(TensorType::new(DType::I64, &[2]), vec![Scalar::Int(a), Scalar::Int(b)]);
    let module = parse(TO_SHAPE);
    let run = |a, b| Interpreter::new(&module).run("main", &[ramp(&[6]), sizes(a, b)]);
    assert_eq!(run(2, 3).expect("six elements")[0].dims(), [2, 3]);
    for (a, b) in [(-1, 6), (4, 4), (1 << 40, 1 << 40), (i64::MIN, i64::MAX)] {
        let error = run(a, b).expect_err("sizes that do not fit");
        assert!(error.to_string().contains("dynamic_reshape"), "{error}");
        assert_ne!(error.loc(), hloom_ir::Loc::UNKNOWN);
    }
    // The argument's type does not say the sizes.
    let error = refused(TO_SHAPE, &[ramp(&[6]), sizes(2, 3)]);
    assert!(error.is_unimplemented());
    // Its value does.
    let args = [ramp(&[6]), sizes(2, 3)];
    let values = [None, args[1].to_literal()];
    let refined = remove_dynamism(&module, "main", &types(&args), &values).expect("sizes are known");
    assert_eq!(Interpreter::new(&refined).run("main", &args).expect("runs")[0].dims(), [2, 3]);

    let huge = "func.func @main(%s: tensor<1xi64>) -> tensor<?xf32> {
      %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }";
    let s = Tensor::new(TensorType::new(DType::I64, &[1]), vec![Scalar::Int(1 << 44)]);
    assert!(Interpreter::new(&parse(huge)).run("main", &[s]).is_err());
}

#[test]
fn a_callee_that_states_another_size_is_an_error() {
    let text = "func.func @main(%x: tensor<?xf32>) -> tensor<3xf32> {
      %0 = call @three(%x) : (tensor<?xf32>) -> tensor<3xf32>
      return %0 : tensor<3xf32>
    }
    func.func private @three(%x: tensor<3xf32>) -> tensor<3xf32> { return %x : tensor<3xf32> }";
    run(text, &[ramp(&[3])]);
    assert_eq!(refused(text, &[ramp(&[4])]).0[0].code, "call-signature");
    assert!(Interpreter::new(&parse(text)).run("main", &[ramp(&[4])]).is_err());
}

#[test]
fn a_bounded_size_is_set() {
    let text = "func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<f32> {
      %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<f32>) -> tensor<f32>
      return %1 : tensor<f32>
    }";
    let module = parse(text);
    let n = |i| Tensor::scalar(DType::I32, Scalar::Int(i));
    let run = |i| Interpreter::new(&module).run("main", &[ramp(&[4]), n(i)]);
    assert_eq!(run(3).expect("within the bound")[0].data[0], Scalar::Float(3.0));
    assert_eq!(run(0).expect("empty")[0].data[0], Scalar::Float(0.0));
    assert!(run(5).is_err() && run(-1).is_err());
}
