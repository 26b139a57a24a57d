// The custom form says that the operand is a witness.
func.func @f(%a: i1) {
  "shape.assuming"(%a) ({
    "shape.assuming_yield"() : () -> ()
  }) : (i1) -> ()
  func.return
}
