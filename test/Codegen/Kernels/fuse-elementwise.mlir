// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(ts-fuse-elementwise))' | FileCheck %s
// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(ts-fuse-elementwise{max-operations=4}))' | FileCheck %s --check-prefix=BOUND
// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(ts-fuse-elementwise{max-operations=4}))' --mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not ts-opt %s --pass-pipeline='builtin.module(func.func(ts-fuse-elementwise{max-operations=few}))' 2>&1 | FileCheck %s --check-prefix=NUMBER

// NUMBER: 'few' value invalid for
// COUNT: 3 num-fused

#id = affine_map<(d0) -> (d0)>

// Four operations are one loop, or two with bodies of four operations at most,
// a yield among them.
// CHECK-LABEL: func @chain
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK-NEXT: arith.addf
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: arith.addf
// CHECK-NEXT: linalg.yield
// CHECK-NOT: linalg.generic
// BOUND-LABEL: func @chain
// BOUND: linalg.generic
// BOUND: arith.mulf
// BOUND-NEXT: arith.addf
// BOUND-NEXT: linalg.yield
// BOUND: linalg.generic
// BOUND: arith.mulf
// BOUND-NEXT: arith.addf
// BOUND-NEXT: linalg.yield
// BOUND-NOT: linalg.generic
// BOUND-LABEL: func @shared
func.func @chain(%x: tensor<4xf32>) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %4 = arith.mulf %in, %in : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %4 = arith.addf %in, %in : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%1 : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %4 = arith.mulf %in, %in : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%2 : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %4 = arith.addf %in, %in : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// A result that two operations use stays: it would be computed twice.
// CHECK-LABEL: func @shared
// CHECK-COUNT-2: linalg.generic
func.func @shared(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %empty = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = arith.mulf %in, %in : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = arith.addf %in, %in : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// A root and a quotient that each row would compute anew stay apart when they
// change along rows; a number that a row has once becomes part of it, and so
// does a product.
// CHECK-LABEL: func @rows
// CHECK: linalg.generic
// CHECK: math.sqrt
// CHECK: linalg.generic
// CHECK-NOT: math
// CHECK: arith.subf
// CHECK-NEXT: arith.mulf
// CHECK: linalg.generic
// CHECK: math.sqrt
// CHECK-NEXT: arith.mulf
// CHECK-NOT: linalg.generic
#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>
func.func @rows(%x: tensor<64x64xf32>, %v: tensor<64xf32>, %m: tensor<64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %e0 = tensor.empty() : tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%v : tensor<64xf32>) outs(%e0 : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %6 = math.sqrt %in : f32
    linalg.yield %6 : f32
  } -> tensor<64xf32>
  %e1 = tensor.empty() : tensor<64xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%m : tensor<64xf32>) outs(%e1 : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %6 = arith.subf %in, %in : f32
    linalg.yield %6 : f32
  } -> tensor<64xf32>
  %e2 = tensor.empty() : tensor<64x64xf32>
  %2 = linalg.generic {indexing_maps = [#all, #column, #column, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %0, %1 : tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>) outs(%e2 : tensor<64x64xf32>) {
  ^bb0(%in: f32, %a: f32, %b: f32, %out: f32):
    %6 = arith.mulf %b, %a : f32
    %7 = arith.addf %6, %in : f32
    linalg.yield %7 : f32
  } -> tensor<64x64xf32>
  %e3 = tensor.empty() : tensor<64xf32>
  %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%v : tensor<64xf32>) outs(%e3 : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %6 = math.sqrt %in : f32
    linalg.yield %6 : f32
  } -> tensor<64xf32>
  %e4 = tensor.empty() : tensor<64x64xf32>
  %4 = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %3 : tensor<64x64xf32>, tensor<64xf32>) outs(%e4 : tensor<64x64xf32>) {
  ^bb0(%in: f32, %a: f32, %out: f32):
    %6 = arith.mulf %in, %a : f32
    linalg.yield %6 : f32
  } -> tensor<64x64xf32>
  return %2, %4 : tensor<64x64xf32>, tensor<64x64xf32>
}

// What a loop uses is computed in front of it, once.
// CHECK-LABEL: func.func @in_front(
// CHECK: %[[S:.*]] = linalg.generic
// CHECK: math.sin
// CHECK-NOT: arith.addf
// CHECK: scf.for
// CHECK: linalg.generic {{.*}}ins({{.*}}%[[S]]
// CHECK-NOT: math.sin
// CHECK: arith.addf
func.func @in_front(%x: tensor<64xf32>, %n: index) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = math.sin %in : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> (tensor<64xf32>) {
    %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%h, %0 : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {
    ^bb0(%in: f32, %a: f32, %out: f32):
      %s = arith.addf %in, %a : f32
      linalg.yield %s : f32
    } -> tensor<64xf32>
    scf.yield %2 : tensor<64xf32>
  }
  return %1 : tensor<64xf32>
}

// A reduction of a number has no loop but starts from its init: a loop that
// took it in would go on with its own result.
// CHECK-LABEL: func @number
// CHECK: linalg.generic {{.*}} iterator_types = []
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]
// BOUND-LABEL: func @number
// BOUND: linalg.generic {{.*}} iterator_types = []
// BOUND: linalg.generic {{.*}} iterator_types = ["parallel"]
func.func @number(%x: tensor<f32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %number = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%number : tensor<f32>) -> tensor<f32>
  %sum = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%x : tensor<f32>) outs(%init : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %in, %out : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %empty = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id, affine_map<(d0) -> ()>, #id], iterator_types = ["parallel"]} ins(%y, %sum : tensor<4xf32>, tensor<f32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%in: f32, %number_in: f32, %out: f32):
    %1 = arith.mulf %in, %number_in : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
