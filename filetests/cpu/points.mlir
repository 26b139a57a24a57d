// Stencils of stencils behind paddings: each reads the one below at more points than the last, so that some of them must be stored.
// Without that the kernel of the first grows beyond all memory. Expected values are NumPy's.

func.func @five_points_of_f32() {
  %x = stablehlo.constant dense<[[3.0, 1.0, 1.0, 3.0, 1.0, 2.0, 2.0, -2.0, -3.0], [-1.0, -2.0, 3.0, 3.0, -3.0, 0.0, 2.0, -3.0, 2.0], [-3.0, 0.0, 2.0, -1.0, -1.0, -2.0, 2.0, -2.0, 3.0], [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 3.0, 2.0, 2.0], [1.0, 1.0, -1.0, 3.0, 0.0, -2.0, 2.0, -2.0, 3.0], [1.0, -3.0, -3.0, 0.0, -3.0, -3.0, 0.0, 3.0, 0.0]]> : tensor<6x9xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.constant dense<2.0> : tensor<6x9xf32>
  %2 = stablehlo.pad %x, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<6x9xf32>, tensor<f32>) -> tensor<8x11xf32>
  %3 = stablehlo.slice %2 [0:6, 1:10] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %4 = stablehlo.slice %2 [2:8, 1:10] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %5 = stablehlo.add %3, %4 : tensor<6x9xf32>
  %6 = stablehlo.slice %2 [1:7, 0:9] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %7 = stablehlo.add %5, %6 : tensor<6x9xf32>
  %8 = stablehlo.slice %2 [1:7, 2:11] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %9 = stablehlo.add %7, %8 : tensor<6x9xf32>
  %10 = stablehlo.multiply %1, %x : tensor<6x9xf32>
  %11 = stablehlo.subtract %9, %10 : tensor<6x9xf32>
  %12 = stablehlo.pad %11, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<6x9xf32>, tensor<f32>) -> tensor<8x11xf32>
  %13 = stablehlo.slice %12 [0:6, 1:10] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %14 = stablehlo.slice %12 [2:8, 1:10] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %15 = stablehlo.add %13, %14 : tensor<6x9xf32>
  %16 = stablehlo.slice %12 [1:7, 0:9] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %17 = stablehlo.add %15, %16 : tensor<6x9xf32>
  %18 = stablehlo.slice %12 [1:7, 2:11] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %19 = stablehlo.add %17, %18 : tensor<6x9xf32>
  %20 = stablehlo.multiply %1, %11 : tensor<6x9xf32>
  %21 = stablehlo.subtract %19, %20 : tensor<6x9xf32>
  %22 = stablehlo.pad %21, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<6x9xf32>, tensor<f32>) -> tensor<8x11xf32>
  %23 = stablehlo.slice %22 [0:6, 1:10] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %24 = stablehlo.slice %22 [2:8, 1:10] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %25 = stablehlo.add %23, %24 : tensor<6x9xf32>
  %26 = stablehlo.slice %22 [1:7, 0:9] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %27 = stablehlo.add %25, %26 : tensor<6x9xf32>
  %28 = stablehlo.slice %22 [1:7, 2:11] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %29 = stablehlo.add %27, %28 : tensor<6x9xf32>
  %30 = stablehlo.multiply %1, %21 : tensor<6x9xf32>
  %31 = stablehlo.subtract %29, %30 : tensor<6x9xf32>
  %32 = stablehlo.pad %31, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<6x9xf32>, tensor<f32>) -> tensor<8x11xf32>
  %33 = stablehlo.slice %32 [0:6, 1:10] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %34 = stablehlo.slice %32 [2:8, 1:10] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %35 = stablehlo.add %33, %34 : tensor<6x9xf32>
  %36 = stablehlo.slice %32 [1:7, 0:9] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %37 = stablehlo.add %35, %36 : tensor<6x9xf32>
  %38 = stablehlo.slice %32 [1:7, 2:11] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %39 = stablehlo.add %37, %38 : tensor<6x9xf32>
  %40 = stablehlo.multiply %1, %31 : tensor<6x9xf32>
  %41 = stablehlo.subtract %39, %40 : tensor<6x9xf32>
  %42 = stablehlo.pad %41, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<6x9xf32>, tensor<f32>) -> tensor<8x11xf32>
  %43 = stablehlo.slice %42 [0:6, 1:10] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %44 = stablehlo.slice %42 [2:8, 1:10] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %45 = stablehlo.add %43, %44 : tensor<6x9xf32>
  %46 = stablehlo.slice %42 [1:7, 0:9] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %47 = stablehlo.add %45, %46 : tensor<6x9xf32>
  %48 = stablehlo.slice %42 [1:7, 2:11] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %49 = stablehlo.add %47, %48 : tensor<6x9xf32>
  %50 = stablehlo.multiply %1, %41 : tensor<6x9xf32>
  %51 = stablehlo.subtract %49, %50 : tensor<6x9xf32>
  %52 = stablehlo.pad %51, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<6x9xf32>, tensor<f32>) -> tensor<8x11xf32>
  %53 = stablehlo.slice %52 [0:6, 1:10] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %54 = stablehlo.slice %52 [2:8, 1:10] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %55 = stablehlo.add %53, %54 : tensor<6x9xf32>
  %56 = stablehlo.slice %52 [1:7, 0:9] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %57 = stablehlo.add %55, %56 : tensor<6x9xf32>
  %58 = stablehlo.slice %52 [1:7, 2:11] : (tensor<8x11xf32>) -> tensor<6x9xf32>
  %59 = stablehlo.add %57, %58 : tensor<6x9xf32>
  %60 = stablehlo.multiply %1, %51 : tensor<6x9xf32>
  %61 = stablehlo.subtract %59, %60 : tensor<6x9xf32>
  check.expect_eq_const %61, dense<[[-2780.0, 3957.0, -1215.0, -3954.0, 6758.0, -4838.0, 451.0, 3087.0, -3350.0], [5318.0, -6417.0, 305.0, 9134.0, -14059.0, 11749.0, -6110.0, 1331.0, 885.0], [-6973.0, 7728.0, 60.0, -10801.0, 17101.0, -17376.0, 15611.0, -13038.0, 7596.0], [8014.0, -9479.0, 2969.0, 6383.0, -13543.0, 18344.0, -22919.0, 24389.0, -16337.0], [-8014.0, 10311.0, -5864.0, -1449.0, 8744.0, -16209.0, 24426.0, -28162.0, 19554.0], [5281.0, -6962.0, 4455.0, -2.0, -4847.0, 10317.0, -16395.0, 19273.0, -13481.0]]> : tensor<6x9xf32>
  func.return
}

// -----

func.func @five_points_of_i32() {
  %x = stablehlo.constant dense<[[2, 3, 2, 1], [0, 0, -2, 0], [-1, -2, 3, -3], [-3, -2, 3, 1], [3, -2, 2, -1]]> : tensor<5x4xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.constant dense<2> : tensor<5x4xi32>
  %2 = stablehlo.pad %x, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<7x6xi32>
  %3 = stablehlo.slice %2 [0:5, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %4 = stablehlo.slice %2 [2:7, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %5 = stablehlo.add %3, %4 : tensor<5x4xi32>
  %6 = stablehlo.slice %2 [1:6, 0:4] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %7 = stablehlo.add %5, %6 : tensor<5x4xi32>
  %8 = stablehlo.slice %2 [1:6, 2:6] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %9 = stablehlo.add %7, %8 : tensor<5x4xi32>
  %10 = stablehlo.multiply %1, %x : tensor<5x4xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<5x4xi32>
  %12 = stablehlo.pad %11, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<7x6xi32>
  %13 = stablehlo.slice %12 [0:5, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %14 = stablehlo.slice %12 [2:7, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %15 = stablehlo.add %13, %14 : tensor<5x4xi32>
  %16 = stablehlo.slice %12 [1:6, 0:4] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %17 = stablehlo.add %15, %16 : tensor<5x4xi32>
  %18 = stablehlo.slice %12 [1:6, 2:6] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %19 = stablehlo.add %17, %18 : tensor<5x4xi32>
  %20 = stablehlo.multiply %1, %11 : tensor<5x4xi32>
  %21 = stablehlo.subtract %19, %20 : tensor<5x4xi32>
  %22 = stablehlo.pad %21, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<7x6xi32>
  %23 = stablehlo.slice %22 [0:5, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %24 = stablehlo.slice %22 [2:7, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %25 = stablehlo.add %23, %24 : tensor<5x4xi32>
  %26 = stablehlo.slice %22 [1:6, 0:4] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %27 = stablehlo.add %25, %26 : tensor<5x4xi32>
  %28 = stablehlo.slice %22 [1:6, 2:6] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %29 = stablehlo.add %27, %28 : tensor<5x4xi32>
  %30 = stablehlo.multiply %1, %21 : tensor<5x4xi32>
  %31 = stablehlo.subtract %29, %30 : tensor<5x4xi32>
  %32 = stablehlo.pad %31, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<7x6xi32>
  %33 = stablehlo.slice %32 [0:5, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %34 = stablehlo.slice %32 [2:7, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %35 = stablehlo.add %33, %34 : tensor<5x4xi32>
  %36 = stablehlo.slice %32 [1:6, 0:4] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %37 = stablehlo.add %35, %36 : tensor<5x4xi32>
  %38 = stablehlo.slice %32 [1:6, 2:6] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %39 = stablehlo.add %37, %38 : tensor<5x4xi32>
  %40 = stablehlo.multiply %1, %31 : tensor<5x4xi32>
  %41 = stablehlo.subtract %39, %40 : tensor<5x4xi32>
  %42 = stablehlo.pad %41, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<7x6xi32>
  %43 = stablehlo.slice %42 [0:5, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %44 = stablehlo.slice %42 [2:7, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %45 = stablehlo.add %43, %44 : tensor<5x4xi32>
  %46 = stablehlo.slice %42 [1:6, 0:4] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %47 = stablehlo.add %45, %46 : tensor<5x4xi32>
  %48 = stablehlo.slice %42 [1:6, 2:6] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %49 = stablehlo.add %47, %48 : tensor<5x4xi32>
  %50 = stablehlo.multiply %1, %41 : tensor<5x4xi32>
  %51 = stablehlo.subtract %49, %50 : tensor<5x4xi32>
  %52 = stablehlo.pad %51, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<7x6xi32>
  %53 = stablehlo.slice %52 [0:5, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %54 = stablehlo.slice %52 [2:7, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %55 = stablehlo.add %53, %54 : tensor<5x4xi32>
  %56 = stablehlo.slice %52 [1:6, 0:4] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %57 = stablehlo.add %55, %56 : tensor<5x4xi32>
  %58 = stablehlo.slice %52 [1:6, 2:6] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %59 = stablehlo.add %57, %58 : tensor<5x4xi32>
  %60 = stablehlo.multiply %1, %51 : tensor<5x4xi32>
  %61 = stablehlo.subtract %59, %60 : tensor<5x4xi32>
  %62 = stablehlo.pad %61, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<7x6xi32>
  %63 = stablehlo.slice %62 [0:5, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %64 = stablehlo.slice %62 [2:7, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %65 = stablehlo.add %63, %64 : tensor<5x4xi32>
  %66 = stablehlo.slice %62 [1:6, 0:4] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %67 = stablehlo.add %65, %66 : tensor<5x4xi32>
  %68 = stablehlo.slice %62 [1:6, 2:6] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %69 = stablehlo.add %67, %68 : tensor<5x4xi32>
  %70 = stablehlo.multiply %1, %61 : tensor<5x4xi32>
  %71 = stablehlo.subtract %69, %70 : tensor<5x4xi32>
  %72 = stablehlo.pad %71, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<7x6xi32>
  %73 = stablehlo.slice %72 [0:5, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %74 = stablehlo.slice %72 [2:7, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %75 = stablehlo.add %73, %74 : tensor<5x4xi32>
  %76 = stablehlo.slice %72 [1:6, 0:4] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %77 = stablehlo.add %75, %76 : tensor<5x4xi32>
  %78 = stablehlo.slice %72 [1:6, 2:6] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %79 = stablehlo.add %77, %78 : tensor<5x4xi32>
  %80 = stablehlo.multiply %1, %71 : tensor<5x4xi32>
  %81 = stablehlo.subtract %79, %80 : tensor<5x4xi32>
  %82 = stablehlo.pad %81, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<7x6xi32>
  %83 = stablehlo.slice %82 [0:5, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %84 = stablehlo.slice %82 [2:7, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %85 = stablehlo.add %83, %84 : tensor<5x4xi32>
  %86 = stablehlo.slice %82 [1:6, 0:4] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %87 = stablehlo.add %85, %86 : tensor<5x4xi32>
  %88 = stablehlo.slice %82 [1:6, 2:6] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %89 = stablehlo.add %87, %88 : tensor<5x4xi32>
  %90 = stablehlo.multiply %1, %81 : tensor<5x4xi32>
  %91 = stablehlo.subtract %89, %90 : tensor<5x4xi32>
  %92 = stablehlo.pad %91, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<7x6xi32>
  %93 = stablehlo.slice %92 [0:5, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %94 = stablehlo.slice %92 [2:7, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %95 = stablehlo.add %93, %94 : tensor<5x4xi32>
  %96 = stablehlo.slice %92 [1:6, 0:4] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %97 = stablehlo.add %95, %96 : tensor<5x4xi32>
  %98 = stablehlo.slice %92 [1:6, 2:6] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %99 = stablehlo.add %97, %98 : tensor<5x4xi32>
  %100 = stablehlo.multiply %1, %91 : tensor<5x4xi32>
  %101 = stablehlo.subtract %99, %100 : tensor<5x4xi32>
  %102 = stablehlo.pad %101, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<7x6xi32>
  %103 = stablehlo.slice %102 [0:5, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %104 = stablehlo.slice %102 [2:7, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %105 = stablehlo.add %103, %104 : tensor<5x4xi32>
  %106 = stablehlo.slice %102 [1:6, 0:4] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %107 = stablehlo.add %105, %106 : tensor<5x4xi32>
  %108 = stablehlo.slice %102 [1:6, 2:6] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %109 = stablehlo.add %107, %108 : tensor<5x4xi32>
  %110 = stablehlo.multiply %1, %101 : tensor<5x4xi32>
  %111 = stablehlo.subtract %109, %110 : tensor<5x4xi32>
  %112 = stablehlo.pad %111, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<7x6xi32>
  %113 = stablehlo.slice %112 [0:5, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %114 = stablehlo.slice %112 [2:7, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %115 = stablehlo.add %113, %114 : tensor<5x4xi32>
  %116 = stablehlo.slice %112 [1:6, 0:4] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %117 = stablehlo.add %115, %116 : tensor<5x4xi32>
  %118 = stablehlo.slice %112 [1:6, 2:6] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %119 = stablehlo.add %117, %118 : tensor<5x4xi32>
  %120 = stablehlo.multiply %1, %111 : tensor<5x4xi32>
  %121 = stablehlo.subtract %119, %120 : tensor<5x4xi32>
  %122 = stablehlo.pad %121, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<7x6xi32>
  %123 = stablehlo.slice %122 [0:5, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %124 = stablehlo.slice %122 [2:7, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %125 = stablehlo.add %123, %124 : tensor<5x4xi32>
  %126 = stablehlo.slice %122 [1:6, 0:4] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %127 = stablehlo.add %125, %126 : tensor<5x4xi32>
  %128 = stablehlo.slice %122 [1:6, 2:6] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %129 = stablehlo.add %127, %128 : tensor<5x4xi32>
  %130 = stablehlo.multiply %1, %121 : tensor<5x4xi32>
  %131 = stablehlo.subtract %129, %130 : tensor<5x4xi32>
  %132 = stablehlo.pad %131, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<7x6xi32>
  %133 = stablehlo.slice %132 [0:5, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %134 = stablehlo.slice %132 [2:7, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %135 = stablehlo.add %133, %134 : tensor<5x4xi32>
  %136 = stablehlo.slice %132 [1:6, 0:4] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %137 = stablehlo.add %135, %136 : tensor<5x4xi32>
  %138 = stablehlo.slice %132 [1:6, 2:6] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %139 = stablehlo.add %137, %138 : tensor<5x4xi32>
  %140 = stablehlo.multiply %1, %131 : tensor<5x4xi32>
  %141 = stablehlo.subtract %139, %140 : tensor<5x4xi32>
  %142 = stablehlo.pad %141, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<7x6xi32>
  %143 = stablehlo.slice %142 [0:5, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %144 = stablehlo.slice %142 [2:7, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %145 = stablehlo.add %143, %144 : tensor<5x4xi32>
  %146 = stablehlo.slice %142 [1:6, 0:4] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %147 = stablehlo.add %145, %146 : tensor<5x4xi32>
  %148 = stablehlo.slice %142 [1:6, 2:6] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %149 = stablehlo.add %147, %148 : tensor<5x4xi32>
  %150 = stablehlo.multiply %1, %141 : tensor<5x4xi32>
  %151 = stablehlo.subtract %149, %150 : tensor<5x4xi32>
  %152 = stablehlo.pad %151, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<7x6xi32>
  %153 = stablehlo.slice %152 [0:5, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %154 = stablehlo.slice %152 [2:7, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %155 = stablehlo.add %153, %154 : tensor<5x4xi32>
  %156 = stablehlo.slice %152 [1:6, 0:4] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %157 = stablehlo.add %155, %156 : tensor<5x4xi32>
  %158 = stablehlo.slice %152 [1:6, 2:6] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %159 = stablehlo.add %157, %158 : tensor<5x4xi32>
  %160 = stablehlo.multiply %1, %151 : tensor<5x4xi32>
  %161 = stablehlo.subtract %159, %160 : tensor<5x4xi32>
  %162 = stablehlo.pad %161, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<7x6xi32>
  %163 = stablehlo.slice %162 [0:5, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %164 = stablehlo.slice %162 [2:7, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %165 = stablehlo.add %163, %164 : tensor<5x4xi32>
  %166 = stablehlo.slice %162 [1:6, 0:4] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %167 = stablehlo.add %165, %166 : tensor<5x4xi32>
  %168 = stablehlo.slice %162 [1:6, 2:6] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %169 = stablehlo.add %167, %168 : tensor<5x4xi32>
  %170 = stablehlo.multiply %1, %161 : tensor<5x4xi32>
  %171 = stablehlo.subtract %169, %170 : tensor<5x4xi32>
  %172 = stablehlo.pad %171, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<7x6xi32>
  %173 = stablehlo.slice %172 [0:5, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %174 = stablehlo.slice %172 [2:7, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %175 = stablehlo.add %173, %174 : tensor<5x4xi32>
  %176 = stablehlo.slice %172 [1:6, 0:4] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %177 = stablehlo.add %175, %176 : tensor<5x4xi32>
  %178 = stablehlo.slice %172 [1:6, 2:6] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %179 = stablehlo.add %177, %178 : tensor<5x4xi32>
  %180 = stablehlo.multiply %1, %171 : tensor<5x4xi32>
  %181 = stablehlo.subtract %179, %180 : tensor<5x4xi32>
  %182 = stablehlo.pad %181, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<7x6xi32>
  %183 = stablehlo.slice %182 [0:5, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %184 = stablehlo.slice %182 [2:7, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %185 = stablehlo.add %183, %184 : tensor<5x4xi32>
  %186 = stablehlo.slice %182 [1:6, 0:4] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %187 = stablehlo.add %185, %186 : tensor<5x4xi32>
  %188 = stablehlo.slice %182 [1:6, 2:6] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %189 = stablehlo.add %187, %188 : tensor<5x4xi32>
  %190 = stablehlo.multiply %1, %181 : tensor<5x4xi32>
  %191 = stablehlo.subtract %189, %190 : tensor<5x4xi32>
  %192 = stablehlo.pad %191, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<7x6xi32>
  %193 = stablehlo.slice %192 [0:5, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %194 = stablehlo.slice %192 [2:7, 1:5] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %195 = stablehlo.add %193, %194 : tensor<5x4xi32>
  %196 = stablehlo.slice %192 [1:6, 0:4] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %197 = stablehlo.add %195, %196 : tensor<5x4xi32>
  %198 = stablehlo.slice %192 [1:6, 2:6] : (tensor<7x6xi32>) -> tensor<5x4xi32>
  %199 = stablehlo.add %197, %198 : tensor<5x4xi32>
  %200 = stablehlo.multiply %1, %191 : tensor<5x4xi32>
  %201 = stablehlo.subtract %199, %200 : tensor<5x4xi32>
  check.expect_eq_const %201, dense<[[-400565942, -1763759749, 944626969, 1904421134], [-406023492, 1444868794, 1390260074, 1376701972], [1171066915, -888652306, 1134372717, 633247387], [-1811923691, -1010211445, -1665577570, -1389873000], [1587706540, -250987312, 647817052, -206362781]]> : tensor<5x4xi32>
  func.return
}

// -----

func.func @three_points_of_f64() {
  %x = stablehlo.constant dense<[0.0, -3.0, 1.0, 2.0, 1.0, -2.0, 0.0, -2.0, 3.0, 3.0, -2.0, 0.0, 3.0, 2.0, 1.0, 1.0, -3.0, 2.0, 0.0, -3.0, -2.0, 0.0, 2.0, 0.0, 1.0, 3.0, 1.0, -1.0, 1.0, 1.0, -3.0, -3.0, 1.0, -1.0, 1.0, -1.0, -2.0, -2.0, -1.0, 2.0, -1.0, -1.0, 1.0, 3.0, -1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 3.0, -2.0, 0.0, 0.0, -1.0, -2.0, -3.0, -1.0, 2.0, -3.0, -1.0, 3.0, 3.0, -2.0, -3.0, 1.0, -3.0, -1.0]> : tensor<70xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %1 = stablehlo.constant dense<2.0> : tensor<70xf64>
  %2 = stablehlo.pad %x, %zero, low = [1], high = [1], interior = [0] : (tensor<70xf64>, tensor<f64>) -> tensor<72xf64>
  %3 = stablehlo.slice %2 [0:70] : (tensor<72xf64>) -> tensor<70xf64>
  %4 = stablehlo.slice %2 [2:72] : (tensor<72xf64>) -> tensor<70xf64>
  %5 = stablehlo.add %3, %4 : tensor<70xf64>
  %6 = stablehlo.multiply %1, %x : tensor<70xf64>
  %7 = stablehlo.subtract %5, %6 : tensor<70xf64>
  %8 = stablehlo.pad %7, %zero, low = [1], high = [1], interior = [0] : (tensor<70xf64>, tensor<f64>) -> tensor<72xf64>
  %9 = stablehlo.slice %8 [0:70] : (tensor<72xf64>) -> tensor<70xf64>
  %10 = stablehlo.slice %8 [2:72] : (tensor<72xf64>) -> tensor<70xf64>
  %11 = stablehlo.add %9, %10 : tensor<70xf64>
  %12 = stablehlo.multiply %1, %7 : tensor<70xf64>
  %13 = stablehlo.subtract %11, %12 : tensor<70xf64>
  %14 = stablehlo.pad %13, %zero, low = [1], high = [1], interior = [0] : (tensor<70xf64>, tensor<f64>) -> tensor<72xf64>
  %15 = stablehlo.slice %14 [0:70] : (tensor<72xf64>) -> tensor<70xf64>
  %16 = stablehlo.slice %14 [2:72] : (tensor<72xf64>) -> tensor<70xf64>
  %17 = stablehlo.add %15, %16 : tensor<70xf64>
  %18 = stablehlo.multiply %1, %13 : tensor<70xf64>
  %19 = stablehlo.subtract %17, %18 : tensor<70xf64>
  %20 = stablehlo.pad %19, %zero, low = [1], high = [1], interior = [0] : (tensor<70xf64>, tensor<f64>) -> tensor<72xf64>
  %21 = stablehlo.slice %20 [0:70] : (tensor<72xf64>) -> tensor<70xf64>
  %22 = stablehlo.slice %20 [2:72] : (tensor<72xf64>) -> tensor<70xf64>
  %23 = stablehlo.add %21, %22 : tensor<70xf64>
  %24 = stablehlo.multiply %1, %19 : tensor<70xf64>
  %25 = stablehlo.subtract %23, %24 : tensor<70xf64>
  %26 = stablehlo.pad %25, %zero, low = [1], high = [1], interior = [0] : (tensor<70xf64>, tensor<f64>) -> tensor<72xf64>
  %27 = stablehlo.slice %26 [0:70] : (tensor<72xf64>) -> tensor<70xf64>
  %28 = stablehlo.slice %26 [2:72] : (tensor<72xf64>) -> tensor<70xf64>
  %29 = stablehlo.add %27, %28 : tensor<70xf64>
  %30 = stablehlo.multiply %1, %25 : tensor<70xf64>
  %31 = stablehlo.subtract %29, %30 : tensor<70xf64>
  %32 = stablehlo.pad %31, %zero, low = [1], high = [1], interior = [0] : (tensor<70xf64>, tensor<f64>) -> tensor<72xf64>
  %33 = stablehlo.slice %32 [0:70] : (tensor<72xf64>) -> tensor<70xf64>
  %34 = stablehlo.slice %32 [2:72] : (tensor<72xf64>) -> tensor<70xf64>
  %35 = stablehlo.add %33, %34 : tensor<70xf64>
  %36 = stablehlo.multiply %1, %31 : tensor<70xf64>
  %37 = stablehlo.subtract %35, %36 : tensor<70xf64>
  %38 = stablehlo.pad %37, %zero, low = [1], high = [1], interior = [0] : (tensor<70xf64>, tensor<f64>) -> tensor<72xf64>
  %39 = stablehlo.slice %38 [0:70] : (tensor<72xf64>) -> tensor<70xf64>
  %40 = stablehlo.slice %38 [2:72] : (tensor<72xf64>) -> tensor<70xf64>
  %41 = stablehlo.add %39, %40 : tensor<70xf64>
  %42 = stablehlo.multiply %1, %37 : tensor<70xf64>
  %43 = stablehlo.subtract %41, %42 : tensor<70xf64>
  %44 = stablehlo.pad %43, %zero, low = [1], high = [1], interior = [0] : (tensor<70xf64>, tensor<f64>) -> tensor<72xf64>
  %45 = stablehlo.slice %44 [0:70] : (tensor<72xf64>) -> tensor<70xf64>
  %46 = stablehlo.slice %44 [2:72] : (tensor<72xf64>) -> tensor<70xf64>
  %47 = stablehlo.add %45, %46 : tensor<70xf64>
  %48 = stablehlo.multiply %1, %43 : tensor<70xf64>
  %49 = stablehlo.subtract %47, %48 : tensor<70xf64>
  %50 = stablehlo.pad %49, %zero, low = [1], high = [1], interior = [0] : (tensor<70xf64>, tensor<f64>) -> tensor<72xf64>
  %51 = stablehlo.slice %50 [0:70] : (tensor<72xf64>) -> tensor<70xf64>
  %52 = stablehlo.slice %50 [2:72] : (tensor<72xf64>) -> tensor<70xf64>
  %53 = stablehlo.add %51, %52 : tensor<70xf64>
  %54 = stablehlo.multiply %1, %49 : tensor<70xf64>
  %55 = stablehlo.subtract %53, %54 : tensor<70xf64>
  check.expect_eq_const %55, dense<[-81751.0, 136384.0, -159693.0, 170395.0, -187733.0, 209503.0, -212276.0, 174178.0, -99496.0, 20622.0, 28162.0, -41548.0, 46991.0, -76699.0, 135758.0, -195922.0, 218566.0, -185523.0, 111557.0, -29767.0, -32728.0, 65328.0, -68951.0, 51242.0, -26603.0, 10333.0, -6613.0, 7329.0, -7702.0, 18121.0, -52954.0, 108697.0, -159852.0, 178330.0, -154016.0, 96932.0, -25466.0, -43249.0, 95698.0, -124798.0, 135810.0, -145026.0, 165358.0, -192674.0, 210218.0, -206242.0, 183412.0, -150607.0, 109635.0, -53466.0, -21641.0, 103021.0, -163116.0, 177854.0, -145940.0, 91068.0, -46703.0, 37330.0, -66295.0, 113555.0, -147373.0, 146784.0, -114734.0, 66132.0, -7228.0, -63864.0, 137292.0, -184151.0, 175709.0, -106819.0]> : tensor<70xf64>
  func.return
}

// -----

func.func @two_elements() {
  %x = stablehlo.constant dense<[0, 3]> : tensor<2xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.constant dense<2> : tensor<2xi32>
  %2 = stablehlo.pad %x, %zero, low = [1], high = [1], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %3 = stablehlo.slice %2 [0:2] : (tensor<4xi32>) -> tensor<2xi32>
  %4 = stablehlo.slice %2 [2:4] : (tensor<4xi32>) -> tensor<2xi32>
  %5 = stablehlo.add %3, %4 : tensor<2xi32>
  %6 = stablehlo.multiply %1, %x : tensor<2xi32>
  %7 = stablehlo.subtract %5, %6 : tensor<2xi32>
  %8 = stablehlo.pad %7, %zero, low = [1], high = [1], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %9 = stablehlo.slice %8 [0:2] : (tensor<4xi32>) -> tensor<2xi32>
  %10 = stablehlo.slice %8 [2:4] : (tensor<4xi32>) -> tensor<2xi32>
  %11 = stablehlo.add %9, %10 : tensor<2xi32>
  %12 = stablehlo.multiply %1, %7 : tensor<2xi32>
  %13 = stablehlo.subtract %11, %12 : tensor<2xi32>
  %14 = stablehlo.pad %13, %zero, low = [1], high = [1], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %15 = stablehlo.slice %14 [0:2] : (tensor<4xi32>) -> tensor<2xi32>
  %16 = stablehlo.slice %14 [2:4] : (tensor<4xi32>) -> tensor<2xi32>
  %17 = stablehlo.add %15, %16 : tensor<2xi32>
  %18 = stablehlo.multiply %1, %13 : tensor<2xi32>
  %19 = stablehlo.subtract %17, %18 : tensor<2xi32>
  %20 = stablehlo.pad %19, %zero, low = [1], high = [1], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %21 = stablehlo.slice %20 [0:2] : (tensor<4xi32>) -> tensor<2xi32>
  %22 = stablehlo.slice %20 [2:4] : (tensor<4xi32>) -> tensor<2xi32>
  %23 = stablehlo.add %21, %22 : tensor<2xi32>
  %24 = stablehlo.multiply %1, %19 : tensor<2xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<2xi32>
  %26 = stablehlo.pad %25, %zero, low = [1], high = [1], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %27 = stablehlo.slice %26 [0:2] : (tensor<4xi32>) -> tensor<2xi32>
  %28 = stablehlo.slice %26 [2:4] : (tensor<4xi32>) -> tensor<2xi32>
  %29 = stablehlo.add %27, %28 : tensor<2xi32>
  %30 = stablehlo.multiply %1, %25 : tensor<2xi32>
  %31 = stablehlo.subtract %29, %30 : tensor<2xi32>
  %32 = stablehlo.pad %31, %zero, low = [1], high = [1], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %33 = stablehlo.slice %32 [0:2] : (tensor<4xi32>) -> tensor<2xi32>
  %34 = stablehlo.slice %32 [2:4] : (tensor<4xi32>) -> tensor<2xi32>
  %35 = stablehlo.add %33, %34 : tensor<2xi32>
  %36 = stablehlo.multiply %1, %31 : tensor<2xi32>
  %37 = stablehlo.subtract %35, %36 : tensor<2xi32>
  %38 = stablehlo.pad %37, %zero, low = [1], high = [1], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %39 = stablehlo.slice %38 [0:2] : (tensor<4xi32>) -> tensor<2xi32>
  %40 = stablehlo.slice %38 [2:4] : (tensor<4xi32>) -> tensor<2xi32>
  %41 = stablehlo.add %39, %40 : tensor<2xi32>
  %42 = stablehlo.multiply %1, %37 : tensor<2xi32>
  %43 = stablehlo.subtract %41, %42 : tensor<2xi32>
  %44 = stablehlo.pad %43, %zero, low = [1], high = [1], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %45 = stablehlo.slice %44 [0:2] : (tensor<4xi32>) -> tensor<2xi32>
  %46 = stablehlo.slice %44 [2:4] : (tensor<4xi32>) -> tensor<2xi32>
  %47 = stablehlo.add %45, %46 : tensor<2xi32>
  %48 = stablehlo.multiply %1, %43 : tensor<2xi32>
  %49 = stablehlo.subtract %47, %48 : tensor<2xi32>
  %50 = stablehlo.pad %49, %zero, low = [1], high = [1], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %51 = stablehlo.slice %50 [0:2] : (tensor<4xi32>) -> tensor<2xi32>
  %52 = stablehlo.slice %50 [2:4] : (tensor<4xi32>) -> tensor<2xi32>
  %53 = stablehlo.add %51, %52 : tensor<2xi32>
  %54 = stablehlo.multiply %1, %49 : tensor<2xi32>
  %55 = stablehlo.subtract %53, %54 : tensor<2xi32>
  %56 = stablehlo.pad %55, %zero, low = [1], high = [1], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %57 = stablehlo.slice %56 [0:2] : (tensor<4xi32>) -> tensor<2xi32>
  %58 = stablehlo.slice %56 [2:4] : (tensor<4xi32>) -> tensor<2xi32>
  %59 = stablehlo.add %57, %58 : tensor<2xi32>
  %60 = stablehlo.multiply %1, %55 : tensor<2xi32>
  %61 = stablehlo.subtract %59, %60 : tensor<2xi32>
  %62 = stablehlo.pad %61, %zero, low = [1], high = [1], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %63 = stablehlo.slice %62 [0:2] : (tensor<4xi32>) -> tensor<2xi32>
  %64 = stablehlo.slice %62 [2:4] : (tensor<4xi32>) -> tensor<2xi32>
  %65 = stablehlo.add %63, %64 : tensor<2xi32>
  %66 = stablehlo.multiply %1, %61 : tensor<2xi32>
  %67 = stablehlo.subtract %65, %66 : tensor<2xi32>
  %68 = stablehlo.pad %67, %zero, low = [1], high = [1], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %69 = stablehlo.slice %68 [0:2] : (tensor<4xi32>) -> tensor<2xi32>
  %70 = stablehlo.slice %68 [2:4] : (tensor<4xi32>) -> tensor<2xi32>
  %71 = stablehlo.add %69, %70 : tensor<2xi32>
  %72 = stablehlo.multiply %1, %67 : tensor<2xi32>
  %73 = stablehlo.subtract %71, %72 : tensor<2xi32>
  check.expect_eq_const %73, dense<[-797160, 797163]> : tensor<2xi32>
  func.return
}

// -----

func.func @one_element() {
  %x = stablehlo.constant dense<[[-3]]> : tensor<1x1xi8>
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %1 = stablehlo.constant dense<2> : tensor<1x1xi8>
  %2 = stablehlo.pad %x, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<1x1xi8>, tensor<i8>) -> tensor<3x3xi8>
  %3 = stablehlo.slice %2 [0:1, 1:2] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %4 = stablehlo.slice %2 [2:3, 1:2] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %5 = stablehlo.add %3, %4 : tensor<1x1xi8>
  %6 = stablehlo.slice %2 [1:2, 0:1] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %7 = stablehlo.add %5, %6 : tensor<1x1xi8>
  %8 = stablehlo.slice %2 [1:2, 2:3] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %9 = stablehlo.add %7, %8 : tensor<1x1xi8>
  %10 = stablehlo.multiply %1, %x : tensor<1x1xi8>
  %11 = stablehlo.subtract %9, %10 : tensor<1x1xi8>
  %12 = stablehlo.pad %11, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<1x1xi8>, tensor<i8>) -> tensor<3x3xi8>
  %13 = stablehlo.slice %12 [0:1, 1:2] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %14 = stablehlo.slice %12 [2:3, 1:2] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %15 = stablehlo.add %13, %14 : tensor<1x1xi8>
  %16 = stablehlo.slice %12 [1:2, 0:1] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %17 = stablehlo.add %15, %16 : tensor<1x1xi8>
  %18 = stablehlo.slice %12 [1:2, 2:3] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %19 = stablehlo.add %17, %18 : tensor<1x1xi8>
  %20 = stablehlo.multiply %1, %11 : tensor<1x1xi8>
  %21 = stablehlo.subtract %19, %20 : tensor<1x1xi8>
  %22 = stablehlo.pad %21, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<1x1xi8>, tensor<i8>) -> tensor<3x3xi8>
  %23 = stablehlo.slice %22 [0:1, 1:2] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %24 = stablehlo.slice %22 [2:3, 1:2] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %25 = stablehlo.add %23, %24 : tensor<1x1xi8>
  %26 = stablehlo.slice %22 [1:2, 0:1] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %27 = stablehlo.add %25, %26 : tensor<1x1xi8>
  %28 = stablehlo.slice %22 [1:2, 2:3] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %29 = stablehlo.add %27, %28 : tensor<1x1xi8>
  %30 = stablehlo.multiply %1, %21 : tensor<1x1xi8>
  %31 = stablehlo.subtract %29, %30 : tensor<1x1xi8>
  %32 = stablehlo.pad %31, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<1x1xi8>, tensor<i8>) -> tensor<3x3xi8>
  %33 = stablehlo.slice %32 [0:1, 1:2] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %34 = stablehlo.slice %32 [2:3, 1:2] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %35 = stablehlo.add %33, %34 : tensor<1x1xi8>
  %36 = stablehlo.slice %32 [1:2, 0:1] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %37 = stablehlo.add %35, %36 : tensor<1x1xi8>
  %38 = stablehlo.slice %32 [1:2, 2:3] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %39 = stablehlo.add %37, %38 : tensor<1x1xi8>
  %40 = stablehlo.multiply %1, %31 : tensor<1x1xi8>
  %41 = stablehlo.subtract %39, %40 : tensor<1x1xi8>
  %42 = stablehlo.pad %41, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<1x1xi8>, tensor<i8>) -> tensor<3x3xi8>
  %43 = stablehlo.slice %42 [0:1, 1:2] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %44 = stablehlo.slice %42 [2:3, 1:2] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %45 = stablehlo.add %43, %44 : tensor<1x1xi8>
  %46 = stablehlo.slice %42 [1:2, 0:1] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %47 = stablehlo.add %45, %46 : tensor<1x1xi8>
  %48 = stablehlo.slice %42 [1:2, 2:3] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %49 = stablehlo.add %47, %48 : tensor<1x1xi8>
  %50 = stablehlo.multiply %1, %41 : tensor<1x1xi8>
  %51 = stablehlo.subtract %49, %50 : tensor<1x1xi8>
  %52 = stablehlo.pad %51, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<1x1xi8>, tensor<i8>) -> tensor<3x3xi8>
  %53 = stablehlo.slice %52 [0:1, 1:2] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %54 = stablehlo.slice %52 [2:3, 1:2] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %55 = stablehlo.add %53, %54 : tensor<1x1xi8>
  %56 = stablehlo.slice %52 [1:2, 0:1] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %57 = stablehlo.add %55, %56 : tensor<1x1xi8>
  %58 = stablehlo.slice %52 [1:2, 2:3] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %59 = stablehlo.add %57, %58 : tensor<1x1xi8>
  %60 = stablehlo.multiply %1, %51 : tensor<1x1xi8>
  %61 = stablehlo.subtract %59, %60 : tensor<1x1xi8>
  %62 = stablehlo.pad %61, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<1x1xi8>, tensor<i8>) -> tensor<3x3xi8>
  %63 = stablehlo.slice %62 [0:1, 1:2] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %64 = stablehlo.slice %62 [2:3, 1:2] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %65 = stablehlo.add %63, %64 : tensor<1x1xi8>
  %66 = stablehlo.slice %62 [1:2, 0:1] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %67 = stablehlo.add %65, %66 : tensor<1x1xi8>
  %68 = stablehlo.slice %62 [1:2, 2:3] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %69 = stablehlo.add %67, %68 : tensor<1x1xi8>
  %70 = stablehlo.multiply %1, %61 : tensor<1x1xi8>
  %71 = stablehlo.subtract %69, %70 : tensor<1x1xi8>
  %72 = stablehlo.pad %71, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<1x1xi8>, tensor<i8>) -> tensor<3x3xi8>
  %73 = stablehlo.slice %72 [0:1, 1:2] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %74 = stablehlo.slice %72 [2:3, 1:2] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %75 = stablehlo.add %73, %74 : tensor<1x1xi8>
  %76 = stablehlo.slice %72 [1:2, 0:1] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %77 = stablehlo.add %75, %76 : tensor<1x1xi8>
  %78 = stablehlo.slice %72 [1:2, 2:3] : (tensor<3x3xi8>) -> tensor<1x1xi8>
  %79 = stablehlo.add %77, %78 : tensor<1x1xi8>
  %80 = stablehlo.multiply %1, %71 : tensor<1x1xi8>
  %81 = stablehlo.subtract %79, %80 : tensor<1x1xi8>
  check.expect_eq_const %81, dense<[[0]]> : tensor<1x1xi8>
  func.return
}
