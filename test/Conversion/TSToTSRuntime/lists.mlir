// RUN: ts-opt --convert-ts-to-tsrt --ts-reserve-lists %s | FileCheck %s

// One comparison in the common case.
// CHECK-LABEL: func.func @get
// CHECK: %[[N:.*]] = tsrt.list.size %arg0
// CHECK: %[[OUT:.*]] = arith.cmpi uge, %arg1, %[[N]]
// CHECK: %[[PLACE:.*]] = scf.if %[[OUT]] -> (i64) {
// CHECK: %[[WRAPPED:.*]] = arith.addi %arg1, %[[N]]
// CHECK: tsrt.raise_if %{{.*}}, "RuntimeError", "list index out of range"
// CHECK: scf.yield %[[WRAPPED]]
// CHECK: else
// CHECK: scf.yield %arg1
// CHECK: tsrt.list.load %arg0[%[[PLACE]]]
func.func @get(%l: !ts.list<i64>, %i: i64) -> i64 {
  %0 = ts.op "aten::__getitem__.t"(%l, %i) : (!ts.list<i64>, i64) -> i64
  return %0 : i64
}

// A constant that does not count from the end.
// CHECK-LABEL: func.func @third
// CHECK: %[[TWO:.*]] = arith.constant 2
// CHECK: %[[N:.*]] = tsrt.list.size
// CHECK-NEXT: %[[OUT:.*]] = arith.cmpi ule, %[[N]], %[[TWO]]
// CHECK-NEXT: tsrt.raise_if %[[OUT]], "RuntimeError", "list index out of range"
// CHECK-NEXT: tsrt.list.load %arg0[%[[TWO]]]
func.func @third(%l: !ts.list<i64>) -> i64 {
  %two = arith.constant 2 : i64
  %0 = ts.op "aten::__getitem__.t"(%l, %two) : (!ts.list<i64>, i64) -> i64
  return %0 : i64
}

// Operators without a better lowering are boxed calls.
// CHECK-LABEL: func.func @upper
// CHECK: tsrt.op_call "aten::upper"(%arg0) : (!ts.str) -> !ts.str
func.func @upper(%s: !ts.str) -> !ts.str {
  %0 = ts.op "aten::upper"(%s) : (!ts.str) -> !ts.str
  return %0 : !ts.str
}

// A comprehension that cannot fail makes room for all its elements.
// CHECK-LABEL: func.func @comprehension
// CHECK: %[[L:.*]] = tsrt.list.make()
// CHECK: tsrt.runtime_call raises @tsrt_try_reserve(%[[L]], %arg0)
// CHECK-NEXT: scf.for
// CHECK: tsrt.list.append reserved %{{.*}}, %[[L]]
func.func @comprehension(%n: i64) -> !ts.list<i64> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %l = ts.list.construct : !ts.list<i64>
  scf.for %i = %zero to %n step %one : i64 {
    ts.op "aten::append.t"(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
  }
  return %l : !ts.list<i64>
}

// One that may end early makes room for a bounded number of elements, and
// exists twice: where these suffice, the appends do not look for room.
// CHECK-LABEL: func.func @lookup
// CHECK: %[[L:.*]] = tsrt.list.make()
// CHECK: tsrt.list.reserve %[[L]], %arg1
// CHECK: %[[LIMIT:.*]] = arith.constant 16384
// CHECK: %[[SMALL:.*]] = arith.cmpi sle, %arg1, %[[LIMIT]]
// CHECK: %[[R:.*]] = scf.if %[[SMALL]] -> (i64) {
// CHECK: %[[A:.*]] = scf.for
// CHECK: tsrt.raise_if
// CHECK: tsrt.list.append reserved %{{.*}}, %[[L]]
// CHECK: scf.yield %[[A]]
// CHECK: } else {
// CHECK: %[[B:.*]] = scf.for
// CHECK: tsrt.raise_if
// CHECK: tsrt.list.append %{{.*}}, %[[L]]
// CHECK: scf.yield %[[B]]
// CHECK: return %[[L]], %[[R]]
func.func @lookup(%from: !ts.list<i64>, %n: i64) -> (!ts.list<i64>, i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %l = ts.list.construct : !ts.list<i64>
  %sum = scf.for %i = %zero to %n step %one iter_args(%s = %zero) -> i64 : i64 {
    %x = ts.op "aten::__getitem__.t"(%from, %i) : (!ts.list<i64>, i64) -> i64
    ts.op "aten::append.t"(%l, %x) : (!ts.list<i64>, i64) -> !ts.list<i64>
    %next = arith.addi %s, %x : i64
    scf.yield %next : i64
  }
  return %l, %sum : !ts.list<i64>, i64
}

// A list that others know may be what is read: it grows as it is.
// CHECK-LABEL: func.func @known
// CHECK-NOT: reserved
// CHECK: return
func.func @known(%l: !ts.list<i64>, %n: i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  scf.for %i = %zero to %n step %one : i64 {
    %x = ts.op "aten::__getitem__.t"(%l, %i) : (!ts.list<i64>, i64) -> i64
    ts.op "aten::append.t"(%l, %x) : (!ts.list<i64>, i64) -> !ts.list<i64>
  }
  return
}

// With a small constant count the appends are known to have room.
// CHECK-LABEL: func.func @constant
// CHECK: tsrt.list.reserve
// CHECK: tsrt.list.append reserved
func.func @constant() -> !ts.list<i64> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %eight = arith.constant 8 : i64
  %l = ts.list.construct : !ts.list<i64>
  scf.for %i = %zero to %eight step %one : i64 {
    ts.op "aten::append.t"(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
  }
  return %l : !ts.list<i64>
}

// Not when something else may use up the room, or only some iterations append.
// CHECK-LABEL: func.func @shared
// CHECK: tsrt.list.reserve
// CHECK-NOT: reserved
// CHECK: return
func.func @shared() -> !ts.list<i64> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %eight = arith.constant 8 : i64
  %l = ts.list.construct : !ts.list<i64>
  scf.for %i = %zero to %eight step %one : i64 {
    ts.op "aten::append.t"(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
    ts.op "aten::insert.t"(%l, %i, %i) : (!ts.list<i64>, i64, i64) -> ()
  }
  return %l : !ts.list<i64>
}

// CHECK-LABEL: func.func @sometimes
// CHECK-NOT: tsrt.list.reserve
// CHECK: return
func.func @sometimes(%n: i64, %c: i1) -> !ts.list<i64> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %l = ts.list.construct : !ts.list<i64>
  scf.for %i = %zero to %n step %one : i64 {
    scf.if %c {
      ts.op "aten::append.t"(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
    }
  }
  return %l : !ts.list<i64>
}
