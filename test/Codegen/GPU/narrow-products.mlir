// Products read half precision as it is, and widen what they read.
// RUN: ts-opt %s --ts-narrow-products --canonicalize --split-input-file | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @widened(
// CHECK-SAME: %[[X:.*]]: tensor<8x4xbf16>, %[[Y:.*]]: tensor<4x8xf32>
// CHECK-NOT: arith.extf
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[Y]] : tensor<8x4xbf16>, tensor<4x8xf32>)
// CHECK-NEXT: ^bb0(%[[A:.*]]: bf16, %[[B:.*]]: f32, %[[S:.*]]: f32):
// CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[A]] : bf16 to f32
// CHECK-NEXT: arith.mulf %[[WIDE]], %[[B]] : f32
// CHECK-NEXT: arith.addf %[[S]]
func.func @widened(%x: tensor<8x4xbf16>, %y: tensor<4x8xf32>, %z: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = tensor.empty() : tensor<8x4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x4xbf16>) outs(%0 : tensor<8x4xf32>) {
  ^bb0(%a: bf16, %b: f32):
    %3 = arith.extf %a : bf16 to f32
    linalg.yield %3 : f32
  } -> tensor<8x4xf32>
  %2 = linalg.matmul ins(%1, %y : tensor<8x4xf32>, tensor<4x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// What is rounded and widened again is only rounded; two products share it.
// CHECK-LABEL: func.func @rounded(
// CHECK: %[[NARROW:.*]] = linalg.generic
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK-NEXT: linalg.yield
// CHECK: linalg.generic {{.*}} ins(%[[NARROW]], %[[NARROW]] : tensor<?x?xf16>, tensor<?x?xf16>)
// CHECK: linalg.generic {{.*}} ins(%[[NARROW]], %{{.*}} : tensor<?x?xf16>, tensor<?x?xf32>)
// CHECK-NOT: truncf
func.func @rounded(%x: tensor<?x?xf32>, %z: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %4 = arith.negf %a : f32
    %5 = arith.truncf %4 : f32 to f16
    %6 = arith.extf %5 : f16 to f32
    linalg.yield %6 : f32
  } -> tensor<?x?xf32>
  %2 = linalg.matmul ins(%1, %1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = linalg.matmul ins(%1, %2 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2, %3 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// Another use, or what is not widened last, changes nothing.
// CHECK-LABEL: func.func @other(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<8x8xf32>, tensor<8x8xf32>)
func.func @other(%x: tensor<8x8xf16>, %z: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x8xf16>) outs(%z : tensor<8x8xf32>) {
  ^bb0(%a: f16, %b: f32):
    %4 = arith.extf %a : f16 to f32
    %5 = arith.negf %4 : f32
    linalg.yield %5 : f32
  } -> tensor<8x8xf32>
  %2 = linalg.matmul ins(%1, %1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
