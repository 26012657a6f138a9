// Concatenations of the same parts are slices of the largest, whose parts are
// put into it right behind what computes them.

// RUN: ts-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(ts-concatenate-in-place))' | FileCheck %s

// A dense block: each layer reads what all layers before it made.
// CHECK-LABEL: func.func @dense
// CHECK: %[[ALL:.*]] = tensor.empty() : tensor<4x24xf32>
// CHECK: %[[X:.*]] = linalg.exp
// CHECK: %[[X1:.*]] = tensor.insert_slice %[[X]] into %[[ALL]][0, 0] [4, 8] [1, 1]
// CHECK: %[[Y:.*]] = linalg.exp ins(%[[X]]
// CHECK: %[[Y1:.*]] = tensor.insert_slice %[[Y]] into %[[X1]][0, 8] [4, 8] [1, 1]
// CHECK: %[[XY:.*]] = tensor.extract_slice %[[Y1]][0, 0] [4, 16] [1, 1]
// CHECK: linalg.reduce {{.*}}ins(%[[XY]]
// CHECK: %[[Z:.*]] = linalg.broadcast
// CHECK: %[[Z1:.*]] = tensor.insert_slice %[[Z]] into %[[Y1]][0, 16] [4, 8] [1, 1]
// CHECK: return %[[Z1]]
func.func @dense(%a: tensor<4x8xf32>) -> tensor<4x24xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<4x8xf32>
  %x = linalg.exp ins(%a : tensor<4x8xf32>) outs(%e0 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %e1 = tensor.empty() : tensor<4x8xf32>
  %y = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %e2 = tensor.empty() : tensor<4x16xf32>
  %c0 = tensor.insert_slice %x into %e2[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x16xf32>
  %c1 = tensor.insert_slice %y into %c0[0, 8] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x16xf32>
  %e3 = tensor.empty() : tensor<4xf32>
  %e4 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce { arith.addf } ins(%c1 : tensor<4x16xf32>) outs(%e4 : tensor<4xf32>) dimensions = [1]
  %e5 = tensor.empty() : tensor<4x8xf32>
  %z = linalg.broadcast ins(%sum : tensor<4xf32>) outs(%e5 : tensor<4x8xf32>) dimensions = [1]
  %e6 = tensor.empty() : tensor<4x24xf32>
  %d0 = tensor.insert_slice %x into %e6[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x24xf32>
  %d1 = tensor.insert_slice %y into %d0[0, 8] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x24xf32>
  %d2 = tensor.insert_slice %z into %d1[0, 16] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x24xf32>
  return %d2 : tensor<4x24xf32>
}

// -----

// A concatenation that is a part of another along the same dimension, and one
// that reads it before the rest is there.
// CHECK-LABEL: func.func @nested
// CHECK-SAME: %[[A:.*]]: tensor<2x4xf32>, %[[B:.*]]: tensor<3x4xf32>
// CHECK: %[[ALL:.*]] = tensor.empty() : tensor<7x4xf32>
// CHECK: tensor.insert_slice %{{.*}} into %[[ALL]][0, 0] [2, 4] [1, 1]
// CHECK: %[[AB:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[2, 0] [3, 4] [1, 1]
// CHECK: %[[HERE:.*]] = tensor.extract_slice %[[AB]][0, 0] [5, 4] [1, 1]
// CHECK: linalg.exp ins(%[[HERE]]
// CHECK: %[[LAST:.*]] = tensor.insert_slice %{{.*}} into %[[AB]][5, 0] [2, 4] [1, 1]
// CHECK: return %{{.*}}, %[[LAST]]
func.func @nested(%a: tensor<2x4xf32>, %b: tensor<3x4xf32>) -> (tensor<5x4xf32>, tensor<7x4xf32>) {
  %e0 = tensor.empty() : tensor<5x4xf32>
  %c0 = tensor.insert_slice %a into %e0[0, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<5x4xf32>
  %c1 = tensor.insert_slice %b into %c0[2, 0] [3, 4] [1, 1] : tensor<3x4xf32> into tensor<5x4xf32>
  %e1 = tensor.empty() : tensor<5x4xf32>
  %y = linalg.exp ins(%c1 : tensor<5x4xf32>) outs(%e1 : tensor<5x4xf32>) -> tensor<5x4xf32>
  %e2 = tensor.empty() : tensor<2x4xf32>
  %z = linalg.exp ins(%a : tensor<2x4xf32>) outs(%e2 : tensor<2x4xf32>) -> tensor<2x4xf32>
  %e3 = tensor.empty() : tensor<7x4xf32>
  %d0 = tensor.insert_slice %c1 into %e3[0, 0] [5, 4] [1, 1] : tensor<5x4xf32> into tensor<7x4xf32>
  %d1 = tensor.insert_slice %z into %d0[5, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<7x4xf32>
  return %y, %d1 : tensor<5x4xf32>, tensor<7x4xf32>
}

// -----

// What another convolution reads is copied, what nothing else reads is written
// where it belongs.
// CHECK-LABEL: func.func @convolutions
// CHECK: %[[ALL:.*]] = tensor.empty() : tensor<1x4x4x32xf32>
// CHECK: %[[X:.*]] = tsrt.convolution
// CHECK: %[[TO:.*]] = tensor.extract_slice %[[ALL]][0, 0, 0, 0] [1, 4, 4, 16]
// CHECK: %[[COPY:.*]] = linalg.copy ins(%[[X]] {{.*}}) outs(%[[TO]]
// CHECK: %[[X1:.*]] = tensor.insert_slice %[[COPY]] into %[[ALL]]
// CHECK: %[[Y:.*]] = tsrt.convolution ins(%[[X]]
// CHECK: tensor.insert_slice %[[Y]] into %[[X1]][0, 0, 0, 16]
func.func @convolutions(%a: tensor<1x4x4x16xf32>, %w: tensor<16x16x1x1xf32>) -> tensor<1x4x4x32xf32> {
  %e0 = tensor.empty() : tensor<1x4x4x16xf32>
  %x = tsrt.convolution ins(%a, %w : tensor<1x4x4x16xf32>, tensor<16x16x1x1xf32>)
      outs(%e0 : tensor<1x4x4x16xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>,
       high = array<i64: 0, 0>, groups = 1 : i64, channels_last} -> tensor<1x4x4x16xf32>
  %e1 = tensor.empty() : tensor<1x4x4x16xf32>
  %y = tsrt.convolution ins(%x, %w : tensor<1x4x4x16xf32>, tensor<16x16x1x1xf32>)
      outs(%e1 : tensor<1x4x4x16xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>,
       high = array<i64: 0, 0>, groups = 1 : i64, channels_last} -> tensor<1x4x4x16xf32>
  %e2 = tensor.empty() : tensor<1x4x4x32xf32>
  %c0 = tensor.insert_slice %x into %e2[0, 0, 0, 0] [1, 4, 4, 16] [1, 1, 1, 1] : tensor<1x4x4x16xf32> into tensor<1x4x4x32xf32>
  %c1 = tensor.insert_slice %y into %c0[0, 0, 0, 16] [1, 4, 4, 16] [1, 1, 1, 1] : tensor<1x4x4x16xf32> into tensor<1x4x4x32xf32>
  return %c1 : tensor<1x4x4x32xf32>
}

// -----

// Not filled, with steps, or of unknown size: as it was.
// CHECK-LABEL: func.func @others
// CHECK-NEXT: tensor.empty
// CHECK-NEXT: tensor.insert_slice %{{.*}}[0, 0] [2, 4] [1, 1]
// CHECK-NEXT: tensor.insert_slice %{{.*}}[3, 0] [2, 4] [1, 1]
// CHECK-NEXT: tensor.empty
// CHECK-NEXT: tensor.insert_slice %{{.*}}[0, 0] [2, 4] [2, 1]
// CHECK-NEXT: return
func.func @others(%a: tensor<2x4xf32>) -> (tensor<5x4xf32>, tensor<4x4xf32>) {
  %e0 = tensor.empty() : tensor<5x4xf32>
  %c0 = tensor.insert_slice %a into %e0[0, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<5x4xf32>
  %c1 = tensor.insert_slice %a into %c0[3, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<5x4xf32>
  %e1 = tensor.empty() : tensor<4x4xf32>
  %d0 = tensor.insert_slice %a into %e1[0, 0] [2, 4] [2, 1] : tensor<2x4xf32> into tensor<4x4xf32>
  return %c1, %d0 : tensor<5x4xf32>, tensor<4x4xf32>
}

// -----

// Sizes of other dimensions may be known at run time alone, when they are the
// same values.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: %{{.*}}: tensor<?x2x?xf32>, %[[N:.*]]: index)
// CHECK: %[[ALL:.*]] = tensor.empty(%[[N]], %[[N]]) : tensor<?x6x?xf32>
// CHECK: %[[X:.*]] = linalg.exp
// CHECK: %[[X1:.*]] = tensor.insert_slice %[[X]] into %[[ALL]][0, 0, 0] [%[[N]], 2, %[[N]]] [1, 1, 1]
// CHECK: %[[X2:.*]] = tensor.insert_slice %[[X]] into %[[X1]][0, 4, 0] [%[[N]], 2, %[[N]]] [1, 1, 1]
// CHECK: %[[Y:.*]] = linalg.log
// CHECK: %[[Y1:.*]] = tensor.insert_slice %[[Y]] into %[[X2]][0, 2, 0] [%[[N]], 2, %[[N]]] [1, 1, 1]
// CHECK: %[[XY:.*]] = tensor.extract_slice %[[Y1]][0, 0, 0] [%[[N]], 4, %[[N]]] [1, 1, 1] : tensor<?x6x?xf32> to tensor<?x4x?xf32>
// CHECK: linalg.exp ins(%[[XY]]
// CHECK: return %{{.*}}, %[[Y1]]
func.func @dynamic(%a: tensor<?x2x?xf32>, %n: index) -> (tensor<?x4x?xf32>, tensor<?x6x?xf32>) {
  %e0 = tensor.empty(%n, %n) : tensor<?x2x?xf32>
  %x = linalg.exp ins(%a : tensor<?x2x?xf32>) outs(%e0 : tensor<?x2x?xf32>) -> tensor<?x2x?xf32>
  %y = linalg.log ins(%x : tensor<?x2x?xf32>) outs(%e0 : tensor<?x2x?xf32>) -> tensor<?x2x?xf32>
  %e1 = tensor.empty(%n, %n) : tensor<?x4x?xf32>
  %c0 = tensor.insert_slice %x into %e1[0, 0, 0] [%n, 2, %n] [1, 1, 1] : tensor<?x2x?xf32> into tensor<?x4x?xf32>
  %c1 = tensor.insert_slice %y into %c0[0, 2, 0] [%n, 2, %n] [1, 1, 1] : tensor<?x2x?xf32> into tensor<?x4x?xf32>
  %z = linalg.exp ins(%c1 : tensor<?x4x?xf32>) outs(%e1 : tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
  %e2 = tensor.empty(%n, %n) : tensor<?x6x?xf32>
  %d0 = tensor.insert_slice %x into %e2[0, 0, 0] [%n, 2, %n] [1, 1, 1] : tensor<?x2x?xf32> into tensor<?x6x?xf32>
  %d1 = tensor.insert_slice %y into %d0[0, 2, 0] [%n, 2, %n] [1, 1, 1] : tensor<?x2x?xf32> into tensor<?x6x?xf32>
  %d2 = tensor.insert_slice %x into %d1[0, 4, 0] [%n, 2, %n] [1, 1, 1] : tensor<?x2x?xf32> into tensor<?x6x?xf32>
  return %z, %d2 : tensor<?x4x?xf32>, tensor<?x6x?xf32>
}

// -----

// Other sizes, or along the dimension: as it was.
// CHECK-LABEL: func.func @others_dynamic
// CHECK-NEXT: tensor.empty
// CHECK-NEXT: tensor.insert_slice
// CHECK-NEXT: tensor.insert_slice
// CHECK-NEXT: tensor.empty
// CHECK-NEXT: tensor.insert_slice
// CHECK-NEXT: tensor.insert_slice
// CHECK-NEXT: return
func.func @others_dynamic(%a: tensor<?x2xf32>, %b: tensor<2x?xf32>, %n: index, %m: index, %k: index) -> (tensor<?x4xf32>, tensor<2x?xf32>) {
  %e0 = tensor.empty(%n) : tensor<?x4xf32>
  %c0 = tensor.insert_slice %a into %e0[0, 0] [%m, 2] [1, 1] : tensor<?x2xf32> into tensor<?x4xf32>
  %c1 = tensor.insert_slice %a into %c0[0, 2] [%n, 2] [1, 1] : tensor<?x2xf32> into tensor<?x4xf32>
  %e1 = tensor.empty(%k) : tensor<2x?xf32>
  %d0 = tensor.insert_slice %b into %e1[0, 0] [2, %n] [1, 1] : tensor<2x?xf32> into tensor<2x?xf32>
  %d1 = tensor.insert_slice %b into %d0[0, %n] [2, %m] [1, 1] : tensor<2x?xf32> into tensor<2x?xf32>
  return %c1, %d1 : tensor<?x4xf32>, tensor<2x?xf32>
}
