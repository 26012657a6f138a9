// RUN: ts-opt --ts-infer-types --split-input-file %s | FileCheck %s

// Questions about a tensor whose shape is known are answered.

// CHECK-LABEL: func.func @answered(
// CHECK-NOT: ts.op
// CHECK: %[[RANK:.*]] = arith.constant 2 : i64
// CHECK: %[[SIZE:.*]] = arith.constant 3 : i64
// CHECK: %[[LENGTH:.*]] = arith.constant 2 : i64
// CHECK: %[[COUNT:.*]] = arith.constant 6 : i64
// CHECK: %[[FLOATS:.*]] = arith.constant true
// CHECK: return %[[RANK]], %[[SIZE]], %[[LENGTH]], %[[COUNT]], %[[FLOATS]]
func.func @answered(%x: !ts.tensor<[2,3],f32>) -> (i64, i64, i64, i64, i1) {
  %last = arith.constant -1 : i64
  %0 = ts.op "aten::dim"(%x) : (!ts.tensor<[2,3],f32>) -> i64
  %1 = ts.op "aten::size.int"(%x, %last) : (!ts.tensor<[2,3],f32>, i64) -> i64
  %2 = ts.op "aten::len.Tensor"(%x) : (!ts.tensor<[2,3],f32>) -> i64
  %3 = ts.op "aten::numel"(%x) : (!ts.tensor<[2,3],f32>) -> i64
  %4 = ts.op "aten::is_floating_point"(%x) : (!ts.tensor<[2,3],f32>) -> i1
  return %0, %1, %2, %3, %4 : i64, i64, i64, i64, i1
}

// -----

// All sizes are a new list, which may be changed.
// CHECK-LABEL: func.func @sizes(
// CHECK: %[[A:.*]] = arith.constant 2 : i64
// CHECK: %[[B:.*]] = arith.constant 3 : i64
// CHECK: ts.list.construct %[[A]], %[[B]] : !ts.list<i64>
func.func @sizes(%x: !ts.tensor<[2,3],f32>) -> !ts.list<i64> {
  %0 = ts.op "aten::size"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.list<i64>
  return %0 : !ts.list<i64>
}

// -----

// `is None` of archives becomes the operation that canonicalization knows.
// CHECK-LABEL: func.func @identity(
// CHECK: ts.is_none %arg0
// CHECK: %[[NONE:.*]] = ts.is_none %arg0
// CHECK: arith.xori %[[NONE]]
func.func @identity(%x: !ts.optional<!ts.tensor>) -> (i1, i1) {
  %none = ts.constant.none
  %0 = ts.op "aten::__is__"(%x, %none) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  %1 = ts.op "aten::__isnot__"(%none, %x) : (!ts.none, !ts.optional<!ts.tensor>) -> i1
  return %0, %1 : i1, i1
}

// -----

// What raises stays: a dimension that is not there, the length of a number;
// so does what is not known.
// CHECK-LABEL: func.func @left(
// CHECK: ts.op "aten::size.int"
// CHECK: ts.op "aten::len.Tensor"
// CHECK: ts.op "aten::numel"
// CHECK: ts.op "aten::dim"
func.func @left(%x: !ts.tensor<[2,3],f32>, %s: !ts.tensor<[],f32>, %d: !ts.tensor<[?,3],f32>, %u: !ts.tensor) -> (i64, i64, i64, i64) {
  %two = arith.constant 2 : i64
  %0 = ts.op "aten::size.int"(%x, %two) : (!ts.tensor<[2,3],f32>, i64) -> i64
  %1 = ts.op "aten::len.Tensor"(%s) : (!ts.tensor<[],f32>) -> i64
  %2 = ts.op "aten::numel"(%d) : (!ts.tensor<[?,3],f32>) -> i64
  %3 = ts.op "aten::dim"(%u) : (!ts.tensor) -> i64
  return %0, %1, %2, %3 : i64, i64, i64, i64
}

// -----

// What is not known of a dtype is asked when the program runs.
// CHECK-LABEL: func.func @unknown_dtype(
// CHECK: ts.op "aten::is_complex"
func.func @unknown_dtype(%x: !ts.tensor<[2,3],*>) -> i1 {
  %0 = ts.op "aten::is_complex"(%x) : (!ts.tensor<[2,3],*>) -> i1
  return %0 : i1
}

// -----

// What constants decide by way of small tensors is a number; what is written, or
// depends on an argument, is computed when the program runs.
// CHECK-LABEL: func.func @numbers(
// CHECK-SAME: %{{.*}}: i64
// CHECK-DAG: %[[L:.*]] = arith.constant 2.000000e+00 : f64
// CHECK: %[[I:.*]] = ts.op "aten::Int.Tensor"
// CHECK: return %[[L]], %[[I]]
func.func @numbers(%n: i64) -> (f64, i64) {
  %none = ts.constant.none
  %no = arith.constant false
  %a = arith.constant 4 : i64
  %b = arith.constant 6 : i64
  %float = arith.constant 6 : i64
  %half = arith.constant 5.000000e-01 : f64
  %l = ts.list.construct %a, %b : !ts.list<i64>
  %0 = ts.op "aten::tensor"(%l, %none, %none, %no) : (!ts.list<i64>, !ts.none, !ts.none, i1) -> !ts.tensor
  %1 = ts.op "aten::min"(%0) : (!ts.tensor) -> !ts.tensor
  %2 = ts.op "aten::to.dtype"(%1, %float, %no, %no, %none) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
  %3 = ts.op "aten::mul.Scalar"(%2, %half) : (!ts.tensor, f64) -> !ts.tensor
  %4 = ts.op "aten::Float.Tensor"(%3) : (!ts.tensor) -> f64
  %m = ts.list.construct %a, %n : !ts.list<i64>
  %5 = ts.op "aten::tensor"(%m, %none, %none, %no) : (!ts.list<i64>, !ts.none, !ts.none, i1) -> !ts.tensor
  %6 = ts.op "aten::max"(%5) : (!ts.tensor) -> !ts.tensor
  %7 = ts.op "aten::Int.Tensor"(%6) : (!ts.tensor) -> i64
  return %4, %7 : f64, i64
}

// Dropout outside of training writes nothing; a share that is no probability
// raises.
// CHECK-LABEL: func.func @no_dropout(
// CHECK-NOT: dropout_
// CHECK: ts.op "aten::dropout_"
// CHECK-NEXT: ts.op "aten::dropout_"
// CHECK-NOT: dropout_
// CHECK: return
func.func @no_dropout(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %half = arith.constant 0.5 : f64
  %two = arith.constant 2.0 : f64
  %zero = arith.constant 0.0 : f64
  %true = arith.constant true
  %false = arith.constant false
  %0 = ts.op "aten::dropout_"(%x, %half, %false) : (!ts.tensor<[2,3],f32>, f64, i1) -> !ts.tensor
  %1 = ts.op "aten::feature_dropout_"(%0, %zero, %true) : (!ts.tensor, f64, i1) -> !ts.tensor
  %2 = ts.op "aten::dropout_"(%1, %half, %true) : (!ts.tensor, f64, i1) -> !ts.tensor
  %3 = ts.op "aten::dropout_"(%2, %two, %false) : (!ts.tensor, f64, i1) -> !ts.tensor
  %4 = ts.op "aten::relu"(%3) : (!ts.tensor) -> !ts.tensor
  return %4 : !ts.tensor
}
