// An op that CHLO does not have, whose name would not stand without quotes.
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?xf32>) -> tensor<?xf32>, sym_name = "main"}> ({
  ^bb0(%arg0: tensor<?xf32>):
    %0 = "chlo.broadcast_necomplex<f32>t_after"(%arg0, %arg0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    "func.return"(%0) : (tensor<?xf32>) -> ()
  }) : () -> ()
}) : () -> ()
