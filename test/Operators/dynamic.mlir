// RUN: ts-opt --convert-ts-to-linalg --canonicalize --cse --split-input-file %s | FileCheck %s

// Value form with sizes that are not known, a family each: sizes of results are
// computed from those of operands.

// CHECK-LABEL: func.func @pointwise(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32>, %[[B:.*]]: tensor<3xf32>
// CHECK: %[[D:.*]] = tensor.dim %[[X]], %c0
// CHECK: tensor.empty(%[[D]]) : tensor<?x3xf32>
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[B]] : tensor<?x3xf32>, tensor<3xf32>)
func.func @pointwise(%x: tensor<?x3xf32>, %b: tensor<3xf32>) -> tensor<?x3xf32> {
  %one = arith.constant 1 : i64
  %0 = ts.op "aten::add.Tensor"(%x, %b, %one) : (tensor<?x3xf32>, tensor<3xf32>, i64) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// A size that came from the same operand is the same one.
// CHECK-LABEL: func.func @same_size(
// CHECK-NOT: ts.op
// CHECK: return
func.func @same_size(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = ts.op "aten::relu"(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = ts.op "aten::mul.Tensor"(%0, %x) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}

// -----

// Two sizes of which nothing is known may not broadcast: the operator stays.
// CHECK-LABEL: func.func @open_condition(
// CHECK: ts.op "aten::mul.Tensor"
func.func @open_condition(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = ts.op "aten::mul.Tensor"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Sizes that are known not to fit: the operator stays, and raises.
// CHECK-LABEL: func.func @raises(
// CHECK: ts.op "aten::mm"
func.func @raises(%x: tensor<?x3xf32>, %y: tensor<4x5xf32>) -> tensor<?x5xf32> {
  %0 = ts.op "aten::mm"(%x, %y) : (tensor<?x3xf32>, tensor<4x5xf32>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// -----

// CHECK-LABEL: func.func @linear(
// CHECK: %[[ROWS:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]] : tensor<?x2x3xf32> into tensor<?x3xf32>
// CHECK: linalg.matmul_transpose_b ins(%[[ROWS]], {{.*}} -> tensor<?x4xf32>
// CHECK: tensor.expand_shape {{.*}} : tensor<?x4xf32> into tensor<?x2x4xf32>
func.func @linear(%x: tensor<?x2x3xf32>, %w: tensor<4x3xf32>) -> tensor<?x2x4xf32> {
  %none = ts.constant.none
  %0 = ts.op "aten::linear"(%x, %w, %none) : (tensor<?x2x3xf32>, tensor<4x3xf32>, !ts.none) -> tensor<?x2x4xf32>
  return %0 : tensor<?x2x4xf32>
}

// -----

// CHECK-LABEL: func.func @convolution(
// CHECK-SAME: %[[X:.*]]: tensor<?x3x9x8xf32>
// CHECK: %[[N:.*]] = tensor.dim %[[X]], %c0
// CHECK: tensor.pad %[[X]] low[0, 0, 1, 1] high[0, 0, 1, 1]
// CHECK: tensor.empty(%[[N]]) : tensor<?x4x9x8xf32>
// CHECK: linalg.conv_2d_nchw_fchw {{.*}} -> tensor<?x4x9x8xf32>
func.func @convolution(%x: tensor<?x3x9x8xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<?x4x9x8xf32> {
  %none = ts.constant.none
  %one = arith.constant 1 : i64
  %ones = ts.list.construct %one, %one : !ts.list<i64>
  %0 = ts.op "aten::conv2d"(%x, %w, %none, %ones, %ones, %ones, %one) : (tensor<?x3x9x8xf32>, tensor<4x3x3x3xf32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> tensor<?x4x9x8xf32>
  return %0 : tensor<?x4x9x8xf32>
}

// -----

// CHECK-LABEL: func.func @softmax(
// CHECK-COUNT-2: linalg.reduce
// CHECK: return %{{.*}} : tensor<?x?xf32>
func.func @softmax(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %dim = arith.constant -1 : i64
  %none = ts.constant.none
  %0 = ts.op "aten::softmax.int"(%x, %dim, %none) : (tensor<?x?xf32>, i64, !ts.none) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A mean divides by a size that the program computes.
// CHECK-LABEL: func.func @mean(
// CHECK: %[[D:.*]] = tensor.dim
// CHECK: %[[I:.*]] = arith.index_cast %[[D]]
// CHECK: %[[F:.*]] = arith.sitofp %[[I]]
// CHECK: arith.divf %{{.*}}, %[[F]]
func.func @mean(%x: tensor<?xf32>) -> tensor<f32> {
  %none = ts.constant.none
  %0 = ts.op "aten::mean"(%x, %none) : (tensor<?xf32>, !ts.none) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @scan(
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
func.func @scan(%x: tensor<?x?xi32>) -> tensor<?x?xi64> {
  %dim = arith.constant 1 : i64
  %none = ts.constant.none
  %0 = ts.op "aten::cumsum"(%x, %dim, %none) : (tensor<?x?xi32>, i64, !ts.none) -> tensor<?x?xi64>
  return %0 : tensor<?x?xi64>
}

// -----

// CHECK-LABEL: func.func @flip(
// CHECK: linalg.index
// CHECK: tensor.extract
func.func @flip(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %zero = arith.constant 0 : i64
  %dims = ts.list.construct %zero : !ts.list<i64>
  %0 = ts.op "aten::flip"(%x, %dims) : (tensor<?x4xf32>, !ts.list<i64>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// The size that is left open is computed; equal factors cancel.
// CHECK-LABEL: func.func @view(
// CHECK: tensor.reshape {{.*}} -> tensor<?x12xf32>
func.func @view(%x: tensor<?x3x4xf32>) -> tensor<?x12xf32> {
  %zero = arith.constant 0 : i64
  %open = arith.constant -1 : i64
  %twelve = arith.constant 12 : i64
  %sizes = ts.list.construct %open, %twelve : !ts.list<i64>
  %0 = ts.op "aten::view"(%x, %sizes) : (tensor<?x3x4xf32>, !ts.list<i64>) -> tensor<?x12xf32>
  return %0 : tensor<?x12xf32>
}

// -----

// An int that is the size of a tensor is that size.
// CHECK-LABEL: func.func @creation(
// CHECK: %[[N:.*]] = tensor.dim
// CHECK: tensor.empty(%[[N]]) : tensor<?xi64>
func.func @creation(%x: tensor<?xf32>) -> tensor<?xi64> {
  %zero = arith.constant 0 : i64
  %none = ts.constant.none
  %n = ts.op "aten::size.int"(%x, %zero) : (tensor<?xf32>, i64) -> i64
  %0 = ts.op "aten::arange"(%n, %none, %none, %none, %none) : (i64, !ts.none, !ts.none, !ts.none, !ts.none) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}
