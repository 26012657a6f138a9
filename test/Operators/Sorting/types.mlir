// Sizes of orders, ranks and counts.
// RUN: ts-opt %s --ts-infer-types -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @orders(
// CHECK: "aten::sort"{{.*}} -> (!ts.tensor<[?,5],f32>, !ts.tensor<[?,5],i64>)
// CHECK: "aten::topk"{{.*}} -> (!ts.tensor<[?,2],f32>, !ts.tensor<[?,2],i64>)
// CHECK: "aten::median"{{.*}} -> !ts.tensor<[],f32>
// CHECK: "aten::nonzero"{{.*}} -> !ts.tensor<[?,2],i64>
func.func @orders(%x: !ts.tensor<[?,5],f32>) {
  %dim = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %no = arith.constant false
  %yes = arith.constant true
  %0:2 = ts.op "aten::sort"(%x, %dim, %no) : (!ts.tensor<[?,5],f32>, i64, i1) -> (!ts.tensor, !ts.tensor)
  %1:2 = ts.op "aten::topk"(%x, %two, %dim, %yes, %yes) : (!ts.tensor<[?,5],f32>, i64, i64, i1, i1) -> (!ts.tensor, !ts.tensor)
  %2 = ts.op "aten::median"(%x) : (!ts.tensor<[?,5],f32>) -> !ts.tensor
  %3 = ts.op "aten::nonzero"(%x) : (!ts.tensor<[?,5],f32>) -> !ts.tensor
  return
}

// -----

// More elements than there are, and numbers without an order.
// CHECK-LABEL: func.func @refused(
// CHECK: "aten::topk"{{.*}} -> (!ts.tensor, !ts.tensor)
// CHECK: "aten::msort"{{.*}} -> !ts.tensor{{$}}
func.func @refused(%x: !ts.tensor<[3,5],f32>, %z: !ts.tensor<[3],complex<f32>>) {
  %dim = arith.constant 1 : i64
  %six = arith.constant 6 : i64
  %yes = arith.constant true
  %0:2 = ts.op "aten::topk"(%x, %six, %dim, %yes, %yes) : (!ts.tensor<[3,5],f32>, i64, i64, i1, i1) -> (!ts.tensor, !ts.tensor)
  %1 = ts.op "aten::msort"(%z) : (!ts.tensor<[3],complex<f32>>) -> !ts.tensor
  return
}
