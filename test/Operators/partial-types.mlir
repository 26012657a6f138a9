// RUN: ts-opt --ts-infer-types --split-input-file %s | FileCheck %s

// Of sizes that are known in part what follows is known.

// CHECK-LABEL: func.func @broadcast(
// CHECK: ts.op "aten::add.Tensor"{{.*}} -> !ts.tensor<[?,3],f32>
// CHECK: ts.op "aten::add.Tensor"{{.*}} -> !ts.tensor<[?,3],f32>
func.func @broadcast(%x: !ts.tensor<[?,?],f32>, %y: !ts.tensor<[?,3],f32>) -> (!ts.tensor, !ts.tensor) {
  %one = arith.constant 1 : i64
  %0 = ts.op "aten::add.Tensor"(%y, %y, %one) : (!ts.tensor<[?,3],f32>, !ts.tensor<[?,3],f32>, i64) -> !ts.tensor
  %1 = ts.op "aten::add.Tensor"(%x, %y, %one) : (!ts.tensor<[?,?],f32>, !ts.tensor<[?,3],f32>, i64) -> !ts.tensor
  return %0, %1 : !ts.tensor, !ts.tensor
}

// -----

// CHECK-LABEL: func.func @matmul(
// CHECK: ts.op "aten::matmul"{{.*}} -> !ts.tensor<[?,2,5],f32>
func.func @matmul(%x: !ts.tensor<[?,2,?],f32>, %y: !ts.tensor<[4,5],f32>) -> !ts.tensor {
  %0 = ts.op "aten::matmul"(%x, %y) : (!ts.tensor<[?,2,?],f32>, !ts.tensor<[4,5],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @flatten(
// CHECK: ts.op "aten::flatten.using_ints"{{.*}} -> !ts.tensor<[?,12],f32>
func.func @flatten(%x: !ts.tensor<[?,3,4],f32>) -> !ts.tensor {
  %one = arith.constant 1 : i64
  %last = arith.constant -1 : i64
  %0 = ts.op "aten::flatten.using_ints"(%x, %one, %last) : (!ts.tensor<[?,3,4],f32>, i64, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// Nothing is claimed of an operator that is known to raise.
// CHECK-LABEL: func.func @raises(
// CHECK: ts.op "aten::mm"{{.*}} -> !ts.tensor{{$}}
func.func @raises(%x: !ts.tensor<[?,3],f32>, %y: !ts.tensor<[4,5],f32>) -> !ts.tensor {
  %0 = ts.op "aten::mm"(%x, %y) : (!ts.tensor<[?,3],f32>, !ts.tensor<[4,5],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}
