// Dicts of constant keys that change where they are made, lists that are known
// up to a place, and objects that nobody else sees.
// RUN: ts-opt %s --ts-scalarize-containers --ts-scalarize-containers -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @versions(
// CHECK-SAME: %[[A:.*]]: i64, %[[B:.*]]: i64
// CHECK-NOT: aten::
// CHECK: return %[[A]], %[[B]], %{{.*}} : i64, i64, i1
func.func @versions(%a: i64, %b: i64) -> (i64, i64, i1) {
  %x = ts.constant.str "x"
  %y = ts.constant.str "y"
  %d = ts.dict.construct keys(%x) values(%a) : !ts.dict<!ts.str, i64>
  %0 = ts.op "aten::__getitem__.Dict_str"(%d, %x) : (!ts.dict<!ts.str, i64>, !ts.str) -> i64
  ts.op "aten::_set_item.str"(%d, %x, %b) : (!ts.dict<!ts.str, i64>, !ts.str, i64) -> ()
  %1 = ts.op "aten::__getitem__.Dict_str"(%d, %x) : (!ts.dict<!ts.str, i64>, !ts.str) -> i64
  ts.op "aten::_set_item.str"(%d, %y, %a) : (!ts.dict<!ts.str, i64>, !ts.str, i64) -> ()
  ts.op "aten::Delete.Dict_str"(%d, %x) : (!ts.dict<!ts.str, i64>, !ts.str) -> ()
  %2 = ts.op "aten::__contains__.str"(%d, %x) : (!ts.dict<!ts.str, i64>, !ts.str) -> i1
  return %0, %1, %2 : i64, i64, i1
}

// -----

// Keys come in the order in which they were set first.
// CHECK-LABEL: func.func @listed(
// CHECK-SAME: %[[A:.*]]: i64, %[[B:.*]]: i64
// CHECK-DAG: %[[X:.*]] = ts.constant.str "x"
// CHECK-DAG: %[[Y:.*]] = ts.constant.str "y"
// CHECK: %[[K:.*]] = ts.list.construct %[[X]], %[[Y]] : !ts.list<!ts.str>
// CHECK: %[[V:.*]] = ts.list.construct %[[B]], %[[A]] : !ts.list<i64>
// CHECK: return %[[K]], %[[V]]
func.func @listed(%a: i64, %b: i64) -> (!ts.list<!ts.str>, !ts.list<i64>) {
  %x = ts.constant.str "x"
  %y = ts.constant.str "y"
  %d = ts.dict.construct keys() values() : !ts.dict<!ts.str, i64>
  ts.op "aten::_set_item.str"(%d, %x, %a) : (!ts.dict<!ts.str, i64>, !ts.str, i64) -> ()
  ts.op "aten::_set_item.str"(%d, %y, %a) : (!ts.dict<!ts.str, i64>, !ts.str, i64) -> ()
  ts.op "aten::_set_item.str"(%d, %x, %b) : (!ts.dict<!ts.str, i64>, !ts.str, i64) -> ()
  %k = ts.op "aten::keys.str"(%d) : (!ts.dict<!ts.str, i64>) -> !ts.list<!ts.str>
  %v = ts.op "aten::values.str"(%d) : (!ts.dict<!ts.str, i64>) -> !ts.list<i64>
  return %k, %v : !ts.list<!ts.str>, !ts.list<i64>
}

// -----

// A key that is not known may be any, and a key that is missing raises; what is
// read before either is known.
// CHECK-LABEL: func.func @stays(
// CHECK-SAME: %[[A:.*]]: i64, %{{.*}}: !ts.str
// CHECK: aten::_set_item.str
// CHECK: %[[L:.*]] = ts.op "aten::__getitem__.Dict_str"
// CHECK: aten::Delete.Dict_str
// CHECK: return %[[A]], %[[L]]
func.func @stays(%a: i64, %key: !ts.str) -> (i64, i64) {
  %x = ts.constant.str "x"
  %y = ts.constant.str "y"
  %d = ts.dict.construct keys(%x) values(%a) : !ts.dict<!ts.str, i64>
  %0 = ts.op "aten::__getitem__.Dict_str"(%d, %x) : (!ts.dict<!ts.str, i64>, !ts.str) -> i64
  ts.op "aten::_set_item.str"(%d, %key, %a) : (!ts.dict<!ts.str, i64>, !ts.str, i64) -> ()
  %1 = ts.op "aten::__getitem__.Dict_str"(%d, %x) : (!ts.dict<!ts.str, i64>, !ts.str) -> i64
  %e = ts.dict.construct keys(%x) values(%a) : !ts.dict<!ts.str, i64>
  ts.op "aten::Delete.Dict_str"(%e, %y) : (!ts.dict<!ts.str, i64>, !ts.str) -> ()
  return %0, %1 : i64, i64
}

// -----

// The loop has one turn, as the list has one element where it is asked for its
// length: what changes in the loop comes later.
// CHECK-LABEL: func.func @one(
// CHECK-SAME: %[[A:.*]]: i64
// CHECK-NOT: ts.for
// CHECK: %[[S:.*]] = arith.addi %[[A]], %[[A]]
// CHECK: return %[[S]]
func.func @one(%a: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %l = ts.list.construct : !ts.list<i64>
  %0 = ts.op "aten::append.t"(%l, %a) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %n = ts.op "aten::len.t"(%l) : (!ts.list<i64>) -> i64
  ts.for %i to %n {
    %1 = ts.op "aten::__getitem__.t"(%l, %i) : (!ts.list<i64>, i64) -> i64
    %2 = arith.addi %1, %1 : i64
    %3 = ts.op "aten::_set_item.t"(%l, %i, %2) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
    ts.yield
  }
  %4 = ts.op "aten::__getitem__.t"(%l, %zero) : (!ts.list<i64>, i64) -> i64
  return %4 : i64
}

// -----

ts.class @Images {
  ts.attr "sizes" : !ts.list<i64>
  ts.attr "count" : i64
}

// CHECK-LABEL: func.func @object(
// CHECK-SAME: %[[A:.*]]: i64, %[[B:.*]]: i64
// CHECK-NOT: ts.new
// CHECK: return %[[A]], %[[B]]
func.func @object(%a: i64, %b: i64) -> (i64, i64) {
  %o = ts.new : !ts.object<@Images>
  ts.setattr %o["count"] = %a : !ts.object<@Images>, i64
  %0 = ts.getattr %o["count"] : !ts.object<@Images> -> i64
  ts.setattr %o["count"] = %b : !ts.object<@Images>, i64
  %1 = ts.getattr %o["count"] : !ts.object<@Images> -> i64
  return %0, %1 : i64, i64
}

// An object that others see, and one whose attribute is set in a branch, stay.
// CHECK-LABEL: func.func @seen(
// CHECK-COUNT-2: ts.new
func.func @seen(%a: i64, %c: i1) -> (!ts.object<@Images>, i64) {
  %o = ts.new : !ts.object<@Images>
  ts.setattr %o["count"] = %a : !ts.object<@Images>, i64
  %p = ts.new : !ts.object<@Images>
  ts.if %c {
    ts.setattr %p["count"] = %a : !ts.object<@Images>, i64
    ts.yield
  }
  %0 = ts.getattr %p["count"] : !ts.object<@Images> -> i64
  return %o, %0 : !ts.object<@Images>, i64
}
