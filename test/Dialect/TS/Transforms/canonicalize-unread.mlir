// Containers that nobody reads go, with what only changes them.
// RUN: ts-opt %s --ts-canonicalize | FileCheck %s

// CHECK-LABEL: func.func @unread
// CHECK-NEXT: return
func.func @unread(%x: i64, %n: index, %k: !ts.str) {
  %l = ts.list.construct %x, %x : !ts.list<i64>
  %m = ts.list.construct %x : !ts.list<i64>
  %c7 = arith.constant 7 : i64
  %0 = ts.op "aten::pop.t"(%l, %c7) : (!ts.list<i64>, i64) -> i64
  %1 = ts.op "aten::append.t"(%l, %x) : (!ts.list<i64>, i64) -> !ts.list<i64>
  ts.op "aten::extend.t"(%m, %l) : (!ts.list<i64>, !ts.list<i64>) -> ()
  %true = arith.constant true
  ts.op "aten::sort.int"(%m, %true) : (!ts.list<i64>, i1) -> ()
  %d = ts.dict.construct keys() values() : !ts.dict<!ts.str, i64>
  ts.op "aten::_set_item.str"(%d, %k, %x) : (!ts.dict<!ts.str, i64>, !ts.str, i64) -> ()
  return
}

// What becomes part of something else stays, and so does what is read.
// CHECK-LABEL: func.func @read
func.func @read(%x: i64, %other: !ts.list<!ts.list<i64>>) -> i64 {
  // CHECK: %[[L:.*]] = ts.list.construct
  %l = ts.list.construct %x : !ts.list<i64>
  // CHECK: aten::append.t"(%arg1, %[[L]])
  %0 = ts.op "aten::append.t"(%other, %l) : (!ts.list<!ts.list<i64>>, !ts.list<i64>) -> !ts.list<!ts.list<i64>>
  // CHECK: ts.list.construct
  %m = ts.list.construct %x, %x : !ts.list<i64>
  // CHECK: aten::pop.t
  %1 = ts.op "aten::pop.t"(%m, %x) : (!ts.list<i64>, i64) -> i64
  // CHECK: ts.list.construct
  %p = ts.list.construct %x, %x : !ts.list<i64>
  // CHECK: aten::append.t
  %2 = ts.op "aten::append.t"(%p, %x) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %3 = ts.op "aten::len.t"(%p) : (!ts.list<i64>) -> i64
  // CHECK: return
  %4 = arith.addi %1, %3 : i64
  return %4 : i64
}
