// RUN: ts-opt --ts-infer-types --ts-to-value --convert-ts-to-linalg --ts-value-to-objects --canonicalize --split-input-file %s | FileCheck %s

// Views whose object nobody needs are operations on values.

// CHECK-LABEL: func.func @slice(
// CHECK-NOT: ts.op
// CHECK: tensor.extract_slice %{{.*}}[0, 1] [2, 3] [1, 3] : tensor<2x10xf32> to tensor<2x3xf32>
func.func @slice(%x: !ts.tensor<[2,10],f32>) -> !ts.tensor {
  %one = arith.constant 1 : i64
  %nine = arith.constant 9 : i64
  %three = arith.constant 3 : i64
  %0 = ts.op "aten::slice.Tensor"(%x, %one, %one, %nine, %three) : (!ts.tensor<[2,10],f32>, i64, i64, i64, i64) -> !ts.tensor
  %1 = ts.op "aten::relu"(%0) : (!ts.tensor) -> !ts.tensor
  return %1 : !ts.tensor
}

// -----

// An index counts from the end when it is negative; the dimension is dropped.
// CHECK-LABEL: func.func @select(
// CHECK: tensor.extract_slice %{{.*}}[8, 0] [1, 4] [1, 1] : tensor<10x4xf32> to tensor<4xf32>
func.func @select(%x: !ts.tensor<[10,4],f32>) -> !ts.tensor {
  %zero = arith.constant 0 : i64
  %index = arith.constant -2 : i64
  %0 = ts.op "aten::select.int"(%x, %zero, %index) : (!ts.tensor<[10,4],f32>, i64, i64) -> !ts.tensor
  %1 = ts.op "aten::relu"(%0) : (!ts.tensor) -> !ts.tensor
  return %1 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @permute(
// CHECK: linalg.transpose ins(%{{.*}} : tensor<2x3x4xf32>) outs(%{{.*}} : tensor<4x2x3xf32>) permutation = [2, 0, 1]
func.func @permute(%x: !ts.tensor<[2,3,4],f32>) -> !ts.tensor {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %last = arith.constant -1 : i64
  %order = ts.list.construct %last, %zero, %one : !ts.list<i64>
  %0 = ts.op "aten::permute"(%x, %order) : (!ts.tensor<[2,3,4],f32>, !ts.list<i64>) -> !ts.tensor
  %1 = ts.op "aten::relu"(%0) : (!ts.tensor) -> !ts.tensor
  return %1 : !ts.tensor
}

// -----

// Parts are put side by side.
// CHECK-LABEL: func.func @cat(
// CHECK: %[[INTO:.*]] = tensor.empty() : tensor<2x4xf32>
// CHECK: %[[FIRST:.*]] = tensor.insert_slice %{{.*}} into %[[INTO]][0, 0] [2, 3] [1, 1]
// CHECK: tensor.insert_slice %{{.*}} into %[[FIRST]][0, 3] [2, 1] [1, 1]
func.func @cat(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[2,1],f32>) -> !ts.tensor {
  %one = arith.constant 1 : i64
  %a = ts.derefine %x : !ts.tensor<[2,3],f32> to !ts.tensor
  %b = ts.derefine %y : !ts.tensor<[2,1],f32> to !ts.tensor
  %list = ts.list.construct %a, %b : !ts.list<!ts.tensor>
  %0 = ts.op "aten::cat"(%list, %one) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// A copy is no view: its operator goes even when it is returned.
// CHECK-LABEL: func.func @clone(
// CHECK-NOT: ts.op
// CHECK: ts.tensor.ref
func.func @clone(%x: !ts.tensor<[2],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %0 = ts.op "aten::clone"(%x, %none) : (!ts.tensor<[2],f32>, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// A view that a list keeps, too, is needed as an object: both exist.
// CHECK-LABEL: func.func @kept_view(
// CHECK-DAG: ts.op "aten::t"
// CHECK-DAG: linalg.transpose
func.func @kept_view(%x: !ts.tensor<[2,3],f32>) -> (!ts.tensor, !ts.tensor) {
  %0 = ts.op "aten::t"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
  %1 = ts.op "aten::relu"(%0) : (!ts.tensor) -> !ts.tensor
  return %0, %1 : !ts.tensor, !ts.tensor
}

// -----

// An index out of range stays and raises.
// CHECK-LABEL: func.func @out_of_range(
// CHECK-NOT: tensor.extract_slice
// CHECK: ts.op "aten::select.int"
func.func @out_of_range(%x: !ts.tensor<[10,4],f32>) -> !ts.tensor {
  %zero = arith.constant 0 : i64
  %index = arith.constant 10 : i64
  %0 = ts.op "aten::select.int"(%x, %zero, %index) : (!ts.tensor<[10,4],f32>, i64, i64) -> !ts.tensor
  return %0 : !ts.tensor
}
