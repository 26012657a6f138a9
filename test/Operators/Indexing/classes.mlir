// Losses and vectors of classes, which are checked.
// RUN: ts-opt %s --ts-infer-types --ts-to-value --convert-ts-to-linalg -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @nll(
// CHECK: arith.cmpi eq
// CHECK: arith.cmpi ult
// CHECK: arith.divf
// CHECK: ts.if
// CHECK: ts.op "aten::nll_loss_nd"{{.*}}ts.fallback
func.func @nll(%x: !ts.tensor<[2,3,4],f32>, %t: !ts.tensor<[2,4],i64>) -> !ts.tensor {
  %none = ts.constant.none
  %w = ts.derefine %none : !ts.none to !ts.optional<!ts.tensor>
  %mean = arith.constant 1 : i64
  %ignored = arith.constant -100 : i64
  %0 = ts.op "aten::nll_loss_nd"(%x, %t, %w, %mean, %ignored) : (!ts.tensor<[2,3,4],f32>, !ts.tensor<[2,4],i64>, !ts.optional<!ts.tensor>, i64, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @one_hot(
// CHECK: linalg.generic
// CHECK: ts.op "aten::one_hot"{{.*}}ts.fallback
func.func @one_hot(%x: !ts.tensor<[2,3],i64>) -> !ts.tensor {
  %five = arith.constant 5 : i64
  %0 = ts.op "aten::one_hot"(%x, %five) : (!ts.tensor<[2,3],i64>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// Sizes may be open; targets have no dimension of classes, and the number of
// these may be one that the data say.
// CHECK-LABEL: func.func @types(
// CHECK: ts.op "aten::nll_loss_nd"{{.*}} -> tensor<?xf32>
// CHECK: ts.op "aten::nll_loss_nd"{{.*}} -> !ts.tensor{{$}}
// CHECK: ts.op "aten::one_hot"{{.*}} -> tensor<?x?xi64>
func.func @types(%x: !ts.tensor<[?,3],f32>, %t: !ts.tensor<[?],i64>, %u: !ts.tensor<[?,3],i64>) {
  %none = ts.constant.none
  %w = ts.derefine %none : !ts.none to !ts.optional<!ts.tensor>
  %zero = arith.constant 0 : i64
  %least = arith.constant -1 : i64
  %0 = ts.op "aten::nll_loss_nd"(%x, %t, %w, %zero, %least) : (!ts.tensor<[?,3],f32>, !ts.tensor<[?],i64>, !ts.optional<!ts.tensor>, i64, i64) -> !ts.tensor
  %1 = ts.op "aten::nll_loss_nd"(%x, %u, %w, %zero, %least) : (!ts.tensor<[?,3],f32>, !ts.tensor<[?,3],i64>, !ts.optional<!ts.tensor>, i64, i64) -> !ts.tensor
  %2 = ts.op "aten::one_hot"(%t, %least) : (!ts.tensor<[?],i64>, i64) -> !ts.tensor
  return
}
