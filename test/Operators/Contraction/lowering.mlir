// RUN: ts-opt --ts-infer-types --ts-to-value --convert-ts-to-linalg --ts-value-to-objects --canonicalize --split-input-file %s | FileCheck %s

// Products and convolutions: named operations of linalg.

// What stands before the matrix of a product with a matrix are more rows.
// CHECK-LABEL: func.func @rows(
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %{{.*}} : tensor<4x2x3xf32> into tensor<8x3xf32>
// CHECK: %[[P:.*]] = linalg.matmul ins(%[[FLAT]], %{{.*}} : tensor<8x3xf32>, tensor<3x5xf32>)
// CHECK: tensor.expand_shape %[[P]] {{.*}} into tensor<4x2x5xf32>
func.func @rows(%x: !ts.tensor<[4,2,3],f32>, %y: !ts.tensor<[3,5],f32>) -> !ts.tensor<[4,2,5],f32> {
  %0 = ts.op "aten::matmul"(%x, %y) : (!ts.tensor<[4,2,3],f32>, !ts.tensor<[3,5],f32>) -> !ts.tensor<[4,2,5],f32>
  return %0 : !ts.tensor<[4,2,5],f32>
}

// -----

// A batch that both have becomes one dimension; one that is repeated is copied.
// CHECK-LABEL: func.func @batches(
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<2x3xf32>) outs(%{{.*}} : tensor<4x2x3xf32>)
// CHECK: linalg.batch_matmul ins(%{{.*}}, %{{.*}} : tensor<4x2x3xf32>, tensor<4x3x5xf32>)
func.func @batches(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[4,3,5],f32>) -> !ts.tensor<[4,2,5],f32> {
  %0 = ts.op "aten::matmul"(%x, %y) : (!ts.tensor<[2,3],f32>, !ts.tensor<[4,3,5],f32>) -> !ts.tensor<[4,2,5],f32>
  return %0 : !ts.tensor<[4,2,5],f32>
}

// -----

// A bias is what the product starts from.
// CHECK-LABEL: func.func @bias(
// CHECK: %[[INIT:.*]] = linalg.{{.*}} ins(%{{.*}} : tensor<4xf32>) outs(%{{.*}} : tensor<2x4xf32>)
// CHECK: linalg.matmul_transpose_b {{.*}} outs(%[[INIT]]
func.func @bias(%x: !ts.tensor<[2,3],f32>, %w: !ts.tensor<[4,3],f32>, %b: !ts.tensor<[4],f32>) -> !ts.tensor<[2,4],f32> {
  %0 = ts.op "aten::linear"(%x, %w, %b) : (!ts.tensor<[2,3],f32>, !ts.tensor<[4,3],f32>, !ts.tensor<[4],f32>) -> !ts.tensor<[2,4],f32>
  return %0 : !ts.tensor<[2,4],f32>
}

// -----

// CHECK-LABEL: func.func @addmm(
// CHECK: linalg.matmul
// A factor other than one is applied to the product.
// CHECK: %[[PRODUCT:.*]] = linalg.matmul
// CHECK: %[[TWICE:.*]] = linalg.generic {{.*}} ins(%[[PRODUCT]]
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[TWICE]]
func.func @addmm(%s: !ts.tensor<[2,4],f32>, %x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[3,4],f32>) -> (!ts.tensor<[2,4],f32>, !ts.tensor<[2,4],f32>) {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %0 = ts.op "aten::addmm"(%s, %x, %y, %one, %one) : (!ts.tensor<[2,4],f32>, !ts.tensor<[2,3],f32>, !ts.tensor<[3,4],f32>, i64, i64) -> !ts.tensor<[2,4],f32>
  %1 = ts.op "aten::addmm"(%s, %x, %y, %one, %two) : (!ts.tensor<[2,4],f32>, !ts.tensor<[2,3],f32>, !ts.tensor<[3,4],f32>, i64, i64) -> !ts.tensor<[2,4],f32>
  return %0, %1 : !ts.tensor<[2,4],f32>, !ts.tensor<[2,4],f32>
}

// -----

// Padding is in front of a convolution, strides and dilations belong to it.
// CHECK-LABEL: func.func @convolution(
// CHECK: %[[PADDED:.*]] = tensor.pad %{{.*}} low[0, 0, 1, 0] high[0, 0, 1, 0]
// CHECK: linalg.conv_2d_nchw_fchw {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%[[PADDED]]
func.func @convolution(%x: !ts.tensor<[1,3,9,8],f32>, %w: !ts.tensor<[4,3,3,3],f32>) -> !ts.tensor {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %none = ts.constant.none
  %stride = ts.list.construct %two, %one : !ts.list<i64>
  %padding = ts.list.construct %one, %zero : !ts.list<i64>
  %dilation = ts.list.construct %one, %two : !ts.list<i64>
  %0 = ts.op "aten::conv2d"(%x, %w, %none, %stride, %padding, %dilation, %one) : (!ts.tensor<[1,3,9,8],f32>, !ts.tensor<[4,3,3,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// Groups are a dimension of their own.
// CHECK-LABEL: func.func @groups(
// CHECK: tensor.expand_shape %{{.*}} {{.*}} into tensor<1x2x2x5x5xf32>
// CHECK: tensor.expand_shape %{{.*}} {{.*}} into tensor<2x3x2x3x3xf32>
// CHECK: linalg.conv_2d_ngchw_gfchw
func.func @groups(%x: !ts.tensor<[1,4,5,5],f32>, %w: !ts.tensor<[6,2,3,3],f32>) -> !ts.tensor {
  %two = arith.constant 2 : i64
  %none = ts.constant.none
  %default = ts.list.construct : !ts.list<i64>
  %0 = ts.op "aten::conv2d"(%x, %w, %none, %default, %default, %default, %two) : (!ts.tensor<[1,4,5,5],f32>, !ts.tensor<[6,2,3,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// What raises stays and raises.
// CHECK-LABEL: func.func @mismatch(
// CHECK-NOT: linalg
// CHECK: ts.op "aten::matmul"
func.func @mismatch(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[4,5],f32>) -> !ts.tensor {
  %0 = ts.op "aten::matmul"(%x, %y) : (!ts.tensor<[2,3],f32>, !ts.tensor<[4,5],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}
