// A module with a result is none.
"builtin.module"() ({
  func.func @f(%a: tensor<f32>) -> tensor<f32> {
    return %a : tensor<f32>
  }
}) : () -> ui8
