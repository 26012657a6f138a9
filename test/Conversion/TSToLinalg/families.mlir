// RUN: ts-opt --ts-infer-types --ts-to-value --convert-ts-to-linalg --ts-value-to-objects --canonicalize --split-input-file %s | FileCheck %s

// One operation of each family.

// CHECK-LABEL: func.func @pointwise(
// CHECK: %[[V:.*]] = ts.tensor.value %{{.*}} -> tensor<2x3xf32>
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[V]] : tensor<2x3xf32>)
// CHECK: arith.cmpf olt
// CHECK: %[[T:.*]] = ts.tensor.ref %[[R]]
// CHECK: return %[[T]]
func.func @pointwise(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32> {
  %0 = ts.op "aten::relu"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
  return %0 : !ts.tensor<[2,3],f32>
}

// -----

// CHECK-LABEL: func.func @linear(
// CHECK: linalg.matmul_transpose_b
func.func @linear(%x: !ts.tensor<[2,3],f32>, %w: !ts.tensor<[4,3],f32>, %b: !ts.tensor<[4],f32>) -> !ts.tensor<[2,4],f32> {
  %0 = ts.op "aten::linear"(%x, %w, %b) : (!ts.tensor<[2,3],f32>, !ts.tensor<[4,3],f32>, !ts.tensor<[4],f32>) -> !ts.tensor<[2,4],f32>
  return %0 : !ts.tensor<[2,4],f32>
}

// -----

// CHECK-LABEL: func.func @pooling(
// CHECK: linalg.pooling_nchw_max
func.func @pooling(%x: !ts.tensor<[1,2,4,4],f32>) -> !ts.tensor<[1,2,2,2],f32> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %false = arith.constant false
  %kernel = ts.list.construct %two : !ts.list<i64>
  %stride = ts.list.construct : !ts.list<i64>
  %padding = ts.list.construct %zero : !ts.list<i64>
  %dilation = ts.list.construct %one : !ts.list<i64>
  %0 = ts.op "aten::max_pool2d"(%x, %kernel, %stride, %padding, %dilation, %false) : (!ts.tensor<[1,2,4,4],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor<[1,2,2,2],f32>
  return %0 : !ts.tensor<[1,2,2,2],f32>
}

// -----

// CHECK-LABEL: func.func @reduction(
// CHECK: linalg.reduce
func.func @reduction(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor<[],f32> {
  %none = ts.constant.none
  %0 = ts.op "aten::sum"(%x, %none) : (!ts.tensor<[2,3],f32>, !ts.none) -> !ts.tensor<[],f32>
  return %0 : !ts.tensor<[],f32>
}

// -----

// A view that is returned keeps its operator: the result aliases the argument.
// CHECK-LABEL: func.func @returned_view(
// CHECK: %[[T:.*]] = ts.op "aten::t"
// CHECK-SAME: ts.residue = "an object of it is needed"
// CHECK: return %[[T]]
func.func @returned_view(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor<[3,2],f32> {
  %0 = ts.op "aten::t"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[3,2],f32>
  return %0 : !ts.tensor<[3,2],f32>
}

// -----

// A view that only values use becomes one.
// CHECK-LABEL: func.func @used_view(
// CHECK-NOT: ts.op
// CHECK: linalg.transpose
func.func @used_view(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor<[3,2],f32> {
  %0 = ts.op "aten::t"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[3,2],f32>
  %1 = ts.op "aten::relu"(%0) : (!ts.tensor<[3,2],f32>) -> !ts.tensor<[3,2],f32>
  return %1 : !ts.tensor<[3,2],f32>
}

// -----

// A write elsewhere does not matter.
// CHECK-LABEL: func.func @writes(
// CHECK: linalg.generic
// CHECK: %[[Z:.*]] = linalg.fill
// CHECK: ts.tensor.overwrite %[[Z]]
func.func @writes(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %0 = ts.op "aten::relu"(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  %1 = ts.op "aten::zero_"(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor
  return %0 : !ts.tensor<[2],f32>
}

// -----

// Unknown sizes are those of the tensor.
// CHECK-LABEL: func.func @dynamic(
// CHECK: %[[N:.*]] = tensor.dim %[[V:.*]], %{{.*}} : tensor<?xf32>
// CHECK: %[[E:.*]] = tensor.empty(%[[N]]) : tensor<?xf32>
// CHECK: linalg.generic {{.*}} ins(%[[V]] : tensor<?xf32>) outs(%[[E]] : tensor<?xf32>)
func.func @dynamic(%x: !ts.tensor<[?],f32>) -> !ts.tensor {
  %0 = ts.op "aten::relu"(%x) : (!ts.tensor<[?],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}
