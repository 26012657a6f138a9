// Sizes of what only the runtime computes.
// RUN: ts-opt %s --ts-infer-types -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @results(
// CHECK: "aten::frexp.Tensor"{{.*}} -> (!ts.tensor<[?,5],f32>, !ts.tensor<[?,5],i32>)
// CHECK: "aten::segment_reduce"{{.*}} -> !ts.tensor<[4,5],f32>
// CHECK: "aten::binary_cross_entropy"{{.*}} -> !ts.tensor<[],f32>
// CHECK: "aten::as_strided"{{.*}} -> !ts.tensor<[2,5],f32>
// CHECK: "aten::combinations"{{.*}} -> !ts.tensor<[?,2],i64>
func.func @results(%x: !ts.tensor<[?,5],f32>, %n: !ts.tensor<[4],i64>) {
  %none = ts.constant.none
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %five = arith.constant 5 : i64
  %no = arith.constant false
  %sum = ts.constant.str "sum"
  %sizes = ts.list.construct %two, %five : !ts.list<i64>
  %0:2 = ts.op "aten::frexp.Tensor"(%x) : (!ts.tensor<[?,5],f32>) -> (!ts.tensor, !ts.tensor)
  %1 = ts.op "aten::segment_reduce"(%x, %sum, %n, %none, %none, %zero, %no, %none) : (!ts.tensor<[?,5],f32>, !ts.str, !ts.tensor<[4],i64>, !ts.none, !ts.none, i64, i1, !ts.none) -> !ts.tensor
  %2 = ts.op "aten::binary_cross_entropy"(%x, %x, %none, %one) : (!ts.tensor<[?,5],f32>, !ts.tensor<[?,5],f32>, !ts.none, i64) -> !ts.tensor
  %3 = ts.op "aten::as_strided"(%x, %sizes, %sizes, %none) : (!ts.tensor<[?,5],f32>, !ts.list<i64>, !ts.list<i64>, !ts.none) -> !ts.tensor
  %4 = ts.op "aten::combinations"(%n, %two, %no) : (!ts.tensor<[4],i64>, i64, i1) -> !ts.tensor
  return
}

// -----

// Neither both, lengths and offsets, nor places of several dimensions; losses of
// integers.
// CHECK-LABEL: func.func @refused(
// CHECK: "aten::segment_reduce"{{.*}} -> !ts.tensor{{$}}
// CHECK: "aten::combinations"{{.*}} -> !ts.tensor{{$}}
// CHECK: "aten::binary_cross_entropy"{{.*}} -> !ts.tensor{{$}}
func.func @refused(%x: !ts.tensor<[6,5],f32>, %n: !ts.tensor<[4],i64>, %p: !ts.tensor<[2,2],i64>) {
  %none = ts.constant.none
  %zero = arith.constant 0 : i64
  %two = arith.constant 2 : i64
  %no = arith.constant false
  %sum = ts.constant.str "sum"
  %0 = ts.op "aten::segment_reduce"(%x, %sum, %n, %none, %n, %zero, %no, %none) : (!ts.tensor<[6,5],f32>, !ts.str, !ts.tensor<[4],i64>, !ts.none, !ts.tensor<[4],i64>, i64, i1, !ts.none) -> !ts.tensor
  %1 = ts.op "aten::combinations"(%p, %two, %no) : (!ts.tensor<[2,2],i64>, i64, i1) -> !ts.tensor
  %2 = ts.op "aten::binary_cross_entropy"(%n, %n, %none, %two) : (!ts.tensor<[4],i64>, !ts.tensor<[4],i64>, !ts.none, i64) -> !ts.tensor
  return
}
