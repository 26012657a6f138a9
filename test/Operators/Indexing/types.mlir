// Sizes of reads and writes at indices.
// RUN: ts-opt %s --ts-infer-types -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @reads(
// CHECK: "aten::gather"{{.*}} -> !ts.tensor<[2,3],f32>
// CHECK: "aten::index_select"{{.*}} -> !ts.tensor<[4,5],f32>
// CHECK: "aten::embedding"{{.*}} -> !ts.tensor<[2,3,5],f32>
// CHECK: "aten::take"{{.*}} -> !ts.tensor<[2,3],f32>
func.func @reads(%x: !ts.tensor<[4,5],f32>, %i: !ts.tensor<[2,3],i64>, %j: !ts.tensor<[4],i64>) {
  %zero = arith.constant 0 : i64
  %no = arith.constant false
  %0 = ts.op "aten::gather"(%x, %zero, %i, %no) : (!ts.tensor<[4,5],f32>, i64, !ts.tensor<[2,3],i64>, i1) -> !ts.tensor
  %1 = ts.op "aten::index_select"(%x, %zero, %j) : (!ts.tensor<[4,5],f32>, i64, !ts.tensor<[4],i64>) -> !ts.tensor
  %2 = ts.op "aten::embedding"(%x, %i, %zero, %no, %no) : (!ts.tensor<[4,5],f32>, !ts.tensor<[2,3],i64>, i64, i1, i1) -> !ts.tensor
  %3 = ts.op "aten::take"(%x, %i) : (!ts.tensor<[4,5],f32>, !ts.tensor<[2,3],i64>) -> !ts.tensor
  return
}

// -----

// Sizes that are not known stay open.
// CHECK-LABEL: func.func @dynamic(
// CHECK: "aten::embedding"{{.*}} -> !ts.tensor<[?,5],f32>
// CHECK: "aten::scatter_add"{{.*}} -> !ts.tensor<[?,5],f32>
func.func @dynamic(%x: !ts.tensor<[?,5],f32>, %i: !ts.tensor<[?],i64>, %j: !ts.tensor<[?,5],i64>) {
  %zero = arith.constant 0 : i64
  %no = arith.constant false
  %0 = ts.op "aten::embedding"(%x, %i, %zero, %no, %no) : (!ts.tensor<[?,5],f32>, !ts.tensor<[?],i64>, i64, i1, i1) -> !ts.tensor
  %1 = ts.op "aten::scatter_add"(%x, %zero, %j, %x) : (!ts.tensor<[?,5],f32>, i64, !ts.tensor<[?,5],i64>, !ts.tensor<[?,5],f32>) -> !ts.tensor
  return
}

// -----

// Index tensors that stand beside each other keep their place, others go to the
// front. Masks have sizes that the elements decide.
// CHECK-LABEL: func.func @several(
// CHECK: "aten::index.Tensor"{{.*}} -> !ts.tensor<[4,2,3],f32>
// CHECK: "aten::index.Tensor"{{.*}} -> !ts.tensor<[2,3,5],f32>
// CHECK: "aten::index.Tensor"{{.*}} -> !ts.tensor<[?,5,6],f32>
func.func @several(%x: !ts.tensor<[4,5,6],f32>, %i: !ts.tensor<[2,1],i64>, %j: !ts.tensor<[3],i64>, %m: !ts.tensor<[4],i1>) {
  %none = ts.constant.none
  %n = ts.derefine %none : !ts.none to !ts.optional<!ts.tensor>
  %a = ts.derefine %i : !ts.tensor<[2,1],i64> to !ts.optional<!ts.tensor>
  %b = ts.derefine %j : !ts.tensor<[3],i64> to !ts.optional<!ts.tensor>
  %c = ts.derefine %m : !ts.tensor<[4],i1> to !ts.optional<!ts.tensor>
  %l0 = ts.list.construct %n, %a, %b : !ts.list<!ts.optional<!ts.tensor>>
  %l1 = ts.list.construct %a, %n, %b : !ts.list<!ts.optional<!ts.tensor>>
  %l2 = ts.list.construct %c : !ts.list<!ts.optional<!ts.tensor>>
  %0 = ts.op "aten::index.Tensor"(%x, %l0) : (!ts.tensor<[4,5,6],f32>, !ts.list<!ts.optional<!ts.tensor>>) -> !ts.tensor
  %1 = ts.op "aten::index.Tensor"(%x, %l1) : (!ts.tensor<[4,5,6],f32>, !ts.list<!ts.optional<!ts.tensor>>) -> !ts.tensor
  %2 = ts.op "aten::index.Tensor"(%x, %l2) : (!ts.tensor<[4,5,6],f32>, !ts.list<!ts.optional<!ts.tensor>>) -> !ts.tensor
  return
}

// -----

// What raises has no type: an index that is too long, elements of nothing, and
// a source of another dtype.
// CHECK-LABEL: func.func @refused(
// CHECK: "aten::gather"{{.*}} -> !ts.tensor{{$}}
// CHECK: "aten::index_select"{{.*}} -> !ts.tensor{{$}}
// CHECK: "aten::scatter.src"{{.*}} -> !ts.tensor{{$}}
func.func @refused(%x: !ts.tensor<[2,3],f32>, %i: !ts.tensor<[2,4],i64>, %e: !ts.tensor<[0],f32>, %j: !ts.tensor<[1],i64>, %k: !ts.tensor<[1,1],i64>, %s: !ts.tensor<[1,1],f64>) {
  %zero = arith.constant 0 : i64
  %no = arith.constant false
  %0 = ts.op "aten::gather"(%x, %zero, %i, %no) : (!ts.tensor<[2,3],f32>, i64, !ts.tensor<[2,4],i64>, i1) -> !ts.tensor
  %1 = ts.op "aten::index_select"(%e, %zero, %j) : (!ts.tensor<[0],f32>, i64, !ts.tensor<[1],i64>) -> !ts.tensor
  %2 = ts.op "aten::scatter.src"(%x, %zero, %k, %s) : (!ts.tensor<[2,3],f32>, i64, !ts.tensor<[1,1],i64>, !ts.tensor<[1,1],f64>) -> !ts.tensor
  return
}
