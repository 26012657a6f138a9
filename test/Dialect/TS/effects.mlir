// RUN: ts-opt %s --canonicalize --cse | FileCheck %s

// The effects of an operator come from its schema.

// An operator without effects goes when nobody uses it, also when it might
// raise, as in TorchScript; one that writes stays.
// CHECK-LABEL: func @unused
// CHECK-NEXT: ts.op "aten::add_.Tensor"
// CHECK-NEXT: ts.op "aten::append.t"
// CHECK-NEXT: ts.op "aten::dropout"
// CHECK-NEXT: ts.op "aten::rand"
// CHECK-NEXT: return
func.func @unused(%t: !ts.tensor, %l: !ts.list<i64>, %a: i64, %p: f64, %c: i1, %none: !ts.none) {
  %0 = ts.op "aten::add.Tensor"(%t, %t, %a) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %1 = ts.op "aten::add_.Tensor"(%t, %t, %a) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %2 = ts.op "aten::floordiv.int"(%a, %a) : (i64, i64) -> i64
  %3 = ts.op "aten::append.t"(%l, %a) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %4 = ts.op "aten::dropout"(%t, %p, %c) : (!ts.tensor, f64, i1) -> !ts.tensor
  %5 = ts.op "aten::rand"(%l, %none, %none, %none, %none) : (!ts.list<i64>, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  return
}

// The length of a list is read again after somebody wrote to it, and only then.
// CHECK-LABEL: func @length
// CHECK-NEXT: %[[A:.*]] = ts.op "aten::len.t"
// CHECK-NEXT: ts.op "aten::append.t"
// CHECK-NEXT: %[[B:.*]] = ts.op "aten::len.t"
// CHECK-NEXT: return %[[A]], %[[A]], %[[B]]
func.func @length(%l: !ts.list<i64>, %a: i64) -> (i64, i64, i64) {
  %0 = ts.op "aten::len.t"(%l) : (!ts.list<i64>) -> i64
  %1 = ts.op "aten::len.t"(%l) : (!ts.list<i64>) -> i64
  %2 = ts.op "aten::append.t"(%l, %a) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %3 = ts.op "aten::len.t"(%l) : (!ts.list<i64>) -> i64
  return %0, %1, %3 : i64, i64, i64
}

// Two tensors made alike are two tensors.
// CHECK-LABEL: func @identity
// CHECK-COUNT-2: ts.op "aten::clone"
func.func @identity(%t: !ts.tensor, %none: !ts.none) -> (!ts.tensor, !ts.tensor) {
  %0 = ts.op "aten::clone"(%t, %none) : (!ts.tensor, !ts.none) -> !ts.tensor
  %1 = ts.op "aten::clone"(%t, %none) : (!ts.tensor, !ts.none) -> !ts.tensor
  return %0, %1 : !ts.tensor, !ts.tensor
}
