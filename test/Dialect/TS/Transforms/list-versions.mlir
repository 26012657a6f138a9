// Lists that change where they are made, and loops that make lists.
// RUN: ts-opt %s --ts-scalarize-containers -split-input-file | FileCheck %s

// Each reader sees the elements of its place.
// CHECK-LABEL: func.func @versions(
// CHECK-SAME: %[[A:.*]]: i64, %[[B:.*]]: i64
// CHECK-NOT: aten::
// CHECK: return %[[A]], %[[B]], %[[A]] : i64, i64, i64
func.func @versions(%a: i64, %b: i64) -> (i64, i64, i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %l = ts.list.construct %a : !ts.list<i64>
  %0 = ts.op "aten::__getitem__.t"(%l, %zero) : (!ts.list<i64>, i64) -> i64
  %1 = ts.op "aten::append.t"(%l, %b) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %2 = ts.op "aten::__getitem__.t"(%l, %one) : (!ts.list<i64>, i64) -> i64
  %3 = ts.op "aten::_set_item.t"(%l, %one, %a) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
  %4 = ts.op "aten::__getitem__.t"(%l, %one) : (!ts.list<i64>, i64) -> i64
  return %0, %2, %4 : i64, i64, i64
}

// -----

// CHECK-LABEL: func.func @loop(
// CHECK-NOT: ts.for
// CHECK: %[[L:.*]] = ts.list.construct %{{.*}}, %{{.*}}, %{{.*}} : !ts.list<i64>
// CHECK: return %[[L]]
func.func @loop() -> !ts.list<i64> {
  %three = arith.constant 3 : i64
  %l = ts.list.construct : !ts.list<i64>
  ts.for %i to %three {
    %0 = ts.op "aten::append.t"(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
    ts.yield
  }
  return %l : !ts.list<i64>
}

// -----

// What changes in a branch, or what somebody else sees, stays; so do long
// loops.
// CHECK-LABEL: func.func @stays(
// CHECK-COUNT-3: aten::append.t
func.func @stays(%a: i64, %c: i1) -> (i64, i64) {
  %many = arith.constant 100 : i64
  %l = ts.list.construct %a : !ts.list<i64>
  ts.if %c {
    %0 = ts.op "aten::append.t"(%l, %a) : (!ts.list<i64>, i64) -> !ts.list<i64>
    ts.yield
  }
  %n = ts.op "aten::len.t"(%l) : (!ts.list<i64>) -> i64
  %m = ts.list.construct %a : !ts.list<i64>
  %t = ts.tuple.construct %m, %m : !ts.tuple<!ts.list<i64>, !ts.list<i64>>
  ts.print %t : !ts.tuple<!ts.list<i64>, !ts.list<i64>>
  %1 = ts.op "aten::append.t"(%m, %a) : (!ts.list<i64>, i64) -> !ts.list<i64>
  ts.print %t : !ts.tuple<!ts.list<i64>, !ts.list<i64>>
  %k = ts.list.construct %a : !ts.list<i64>
  ts.for %i to %many {
    %2 = ts.op "aten::append.t"(%k, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
    ts.yield
  }
  %o = ts.op "aten::len.t"(%k) : (!ts.list<i64>) -> i64
  return %n, %o : i64, i64
}

// -----

// A list that is widened when it is whole is known; what changes behind the
// cast is not.
// CHECK-LABEL: func.func @widened(
// CHECK-SAME: , %[[A:[^:]*]]: i64
// CHECK: %[[L:.*]] = ts.list.construct %[[A]] : !ts.list<i64>
// CHECK: %[[O:.*]] = ts.derefine %[[L]]
// CHECK: ts.op "aten::sum.dim_IntList"(%{{.*}}, %[[O]]
// CHECK: aten::append.t
func.func @widened(%t: !ts.tensor, %a: i64) -> (!ts.tensor, !ts.tensor) {
  %none = ts.constant.none
  %false = arith.constant false
  %l = ts.list.construct : !ts.list<i64>
  %0 = ts.op "aten::append.t"(%l, %a) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %1 = ts.derefine %l : !ts.list<i64> to !ts.optional<!ts.list<i64>>
  %2 = ts.op "aten::sum.dim_IntList"(%t, %1, %false, %none) : (!ts.tensor, !ts.optional<!ts.list<i64>>, i1, !ts.none) -> !ts.tensor
  %m = ts.list.construct : !ts.list<i64>
  %3 = ts.derefine %m : !ts.list<i64> to !ts.optional<!ts.list<i64>>
  %4 = ts.op "aten::append.t"(%m, %a) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %5 = ts.op "aten::sum.dim_IntList"(%t, %3, %false, %none) : (!ts.tensor, !ts.optional<!ts.list<i64>>, i1, !ts.none) -> !ts.tensor
  return %2, %5 : !ts.tensor, !ts.tensor
}

// -----

// A text that names a list reads it; numbers that are known are sorted.
// CHECK-LABEL: func.func @sorted(
// CHECK-NOT: aten::sort.int
// CHECK: %[[ONE:.*]] = arith.constant 1 : i64
// CHECK: aten::format
// CHECK: return %{{.*}}, %[[ONE]] : !ts.str, i64
func.func @sorted(%text: !ts.str) -> (!ts.str, i64) {
  %zero = arith.constant 0 : i64
  %two = arith.constant 2 : i64
  %one = arith.constant 1 : i64
  %no = arith.constant false
  %l = ts.list.construct %two, %one : !ts.list<i64>
  ts.op "aten::sort.int"(%l, %no) : (!ts.list<i64>, i1) -> ()
  %0 = ts.op "aten::format"(%text, %l) : (!ts.str, !ts.list<i64>) -> !ts.str
  %1 = ts.op "aten::__getitem__.t"(%l, %zero) : (!ts.list<i64>, i64) -> i64
  return %0, %1 : !ts.str, i64
}

// -----

// Tensors of known sizes become elements of the list's type.
// CHECK-LABEL: func.func @tensors(
// CHECK-SAME: %[[X:[^:]*]]: !ts.tensor<[2],f32>
// CHECK: %[[E:.*]] = ts.derefine %[[X]] : !ts.tensor<[2],f32> to !ts.tensor
// CHECK: ts.list.construct %[[E]] : !ts.list<!ts.tensor>
func.func @tensors(%x: !ts.tensor<[2],f32>) -> !ts.tensor {
  %zero = arith.constant 0 : i64
  %l = ts.list.construct : !ts.list<!ts.tensor>
  %0 = ts.op "aten::append.t"(%l, %x) : (!ts.list<!ts.tensor>, !ts.tensor<[2],f32>) -> !ts.list<!ts.tensor>
  %1 = ts.op "aten::stack"(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  return %1 : !ts.tensor
}
