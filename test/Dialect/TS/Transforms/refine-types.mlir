// RUN: ts-opt %s --ts-refine-types | FileCheck %s

// The example of the pass's documentation.
// CHECK-LABEL: func @never_none
// CHECK-NEXT: %[[F:.*]] = arith.constant false
// CHECK-NEXT: return %[[F]]
func.func @never_none(%c: i1, %a: i64, %b: i64) -> i1 {
  %0 = ts.derefine %a : i64 to !ts.optional<i64>
  %1 = ts.derefine %b : i64 to !ts.optional<i64>
  %2 = ts.if %c -> (!ts.optional<i64>) {
    ts.yield %0 : !ts.optional<i64>
  } else {
    ts.yield %1 : !ts.optional<i64>
  }
  %3 = ts.is_none %2 : !ts.optional<i64>
  func.return %3 : i1
}

// One branch may be None: nothing is narrowed.
// CHECK-LABEL: func @maybe_none
// CHECK: ts.if %{{.*}} -> (!ts.optional<i64>)
// CHECK: ts.is_none
func.func @maybe_none(%c: i1, %a: i64) -> i1 {
  %none = ts.constant.none
  %0 = ts.derefine %a : i64 to !ts.optional<i64>
  %1 = ts.derefine %none : !ts.none to !ts.optional<i64>
  %2 = ts.if %c -> (!ts.optional<i64>) {
    ts.yield %0 : !ts.optional<i64>
  } else {
    ts.yield %1 : !ts.optional<i64>
  }
  %3 = ts.is_none %2 : !ts.optional<i64>
  func.return %3 : i1
}

// An optional that is an int in every turn is carried as one.
// CHECK-LABEL: func @loop
// CHECK-SAME: (%[[N:.*]]: i64, %[[A:.*]]: i64)
// CHECK-NEXT: %[[R:.*]] = ts.for %[[I:.*]] to %[[N]] iter_args(%[[X:.*]] = %[[A]]) : (i64) {
// CHECK-NEXT: %[[Y:.*]] = arith.addi %[[X]], %[[I]]
// CHECK-NEXT: ts.yield %[[Y]] : i64
// CHECK: return %[[R]]
func.func @loop(%n: i64, %a: i64) -> i64 {
  %0 = ts.derefine %a : i64 to !ts.optional<i64>
  %1 = ts.for %i to %n iter_args(%x = %0) : (!ts.optional<i64>) {
    %is_none = ts.is_none %x : !ts.optional<i64>
    %2 = ts.if %is_none -> (i64) {
      ts.yield %i : i64
    } else {
      %3 = ts.unchecked_cast %x : !ts.optional<i64> to i64
      %4 = arith.addi %3, %i : i64
      ts.yield %4 : i64
    }
    %3 = ts.derefine %2 : i64 to !ts.optional<i64>
    ts.yield %3 : !ts.optional<i64>
  }
  %2 = ts.unwrap %1 : !ts.optional<i64>
  func.return %2 : i64
}

// CHECK-LABEL: func @while
// CHECK: ts.while (%[[X:.*]] = %{{.*}}) : (i64) {
// CHECK-NEXT: ts.condition(%{{.*}}) %[[X]] : i64
func.func @while(%c: i1, %a: i64) -> !ts.any {
  %0 = ts.derefine %a : i64 to !ts.any
  %1 = ts.while (%x = %0) : (!ts.any) {
    ts.condition(%c) %x : !ts.any
  } do {
  ^bb0(%y: !ts.any):
    %2 = ts.unchecked_cast %y : !ts.any to i64
    %3 = arith.addi %2, %2 : i64
    %4 = ts.derefine %3 : i64 to !ts.any
    ts.yield %4 : !ts.any
  }
  func.return %1 : !ts.any
}

// A test is known inside of the branch it decides, through `not` and `and`.
// CHECK-LABEL: func @facts
// CHECK: ts.if
// CHECK-NEXT: ts.print %{{.*}} : !ts.str
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @facts(%o: !ts.optional<i64>, %c: i1, %yes: !ts.str, %no: !ts.str) {
  %true = arith.constant true
  %0 = ts.is_none %o : !ts.optional<i64>
  %1 = arith.xori %0, %true : i1
  %2 = arith.andi %1, %c : i1
  ts.if %2 {
    %3 = ts.is_none %o : !ts.optional<i64>
    ts.if %3 {
      ts.print %no : !ts.str
    } else {
      ts.print %yes : !ts.str
    }
  }
  return
}

// A value that never arrives has every type.
// CHECK-LABEL: func @raising_branch
// CHECK: %[[F:.*]] = arith.constant false
// CHECK: return %[[F]]
func.func @raising_branch(%c: i1, %a: i64, %m: !ts.str) -> i1 {
  %0 = ts.derefine %a : i64 to !ts.optional<i64>
  %1 = ts.if %c -> (!ts.optional<i64>) {
    ts.yield %0 : !ts.optional<i64>
  } else {
    ts.throw "E"(%m)
    %u = ts.uninitialized : !ts.optional<i64>
    ts.yield %u : !ts.optional<i64>
  }
  %2 = ts.is_none %1 : !ts.optional<i64>
  func.return %2 : i1
}
