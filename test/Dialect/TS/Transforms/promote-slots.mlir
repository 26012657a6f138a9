// RUN: ts-opt %s --ts-promote-slots --split-input-file --verify-diagnostics | FileCheck %s

// The example of the pass's documentation.
// CHECK-LABEL: func @branch
// CHECK-SAME: (%[[C:.*]]: i1, %[[A:.*]]: i64, %[[B:.*]]: i64)
// CHECK-NEXT: %[[R:.*]] = ts.if %[[C]] -> (i64) {
// CHECK-NEXT: ts.yield %[[B]] : i64
// CHECK-NEXT: } else {
// CHECK-NEXT: ts.yield %[[A]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]] : i64
func.func @branch(%c: i1, %a: i64, %b: i64) -> i64 {
  %x = ts.var "x" : !ts.slot<i64>
  ts.store %a, %x : !ts.slot<i64>
  ts.if %c {
    ts.store %b, %x : !ts.slot<i64>
  }
  %0 = ts.load %x : !ts.slot<i64>
  func.return %0 : i64
}

// A variable nobody reads later is no result.
// CHECK-LABEL: func @not_read
// CHECK: ts.if %{{.*}} {
// CHECK-NEXT: ts.print
// CHECK-NEXT: }
func.func @not_read(%c: i1, %a: i64) {
  %x = ts.var "x" : !ts.slot<i64>
  ts.if %c {
    ts.store %a, %x : !ts.slot<i64>
    %0 = ts.load %x : !ts.slot<i64>
    ts.print %0 : i64
  }
  func.return
}

// Only what is read in the next turn or after the loop is carried: `s` is,
// `t` is not, and `last` is although the loop never reads it.
// CHECK-LABEL: func @loop
// CHECK-SAME: (%[[N:.*]]: i64, %[[A:.*]]: i64)
// CHECK-NEXT: %[[R:.*]]:2 = ts.for %[[I:.*]] to %[[N]] iter_args(%[[S:.*]] = %[[A]], %{{.*}} = %[[A]]) : (i64, i64) {
// CHECK-NEXT: %[[T:.*]] = arith.muli %[[I]], %[[I]]
// CHECK-NEXT: %[[S2:.*]] = arith.addi %[[S]], %[[T]]
// CHECK-NEXT: ts.yield %[[S2]], %[[I]] : i64, i64
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]]#0, %[[R]]#1
func.func @loop(%n: i64, %a: i64) -> (i64, i64) {
  %s = ts.var "s" : !ts.slot<i64>
  %t = ts.var "t" : !ts.slot<i64>
  %last = ts.var "last" : !ts.slot<i64>
  ts.store %a, %s : !ts.slot<i64>
  ts.store %a, %last : !ts.slot<i64>
  ts.for %i to %n {
    %0 = arith.muli %i, %i : i64
    ts.store %0, %t : !ts.slot<i64>
    %1 = ts.load %s : !ts.slot<i64>
    %2 = ts.load %t : !ts.slot<i64>
    %3 = arith.addi %1, %2 : i64
    ts.store %3, %s : !ts.slot<i64>
    ts.store %i, %last : !ts.slot<i64>
  }
  %4 = ts.load %s : !ts.slot<i64>
  %5 = ts.load %last : !ts.slot<i64>
  func.return %4, %5 : i64, i64
}

// A variable that is first defined in the loop has no value before.
// CHECK-LABEL: func @defined_in_loop
// CHECK: %[[U:.*]] = ts.uninitialized : i64
// CHECK-NEXT: ts.for %[[I:.*]] to %{{.*}} iter_args(%{{.*}} = %[[U]]) : (i64)
// CHECK: ts.yield %[[I]] : i64
func.func @defined_in_loop(%n: i64) -> i64 {
  %x = ts.var "x" : !ts.slot<i64>
  ts.for %i to %n {
    ts.store %i, %x : !ts.slot<i64>
  }
  %0 = ts.load %x : !ts.slot<i64>
  func.return %0 : i64
}

// The condition and the body of a while loop see the same variable.
// CHECK-LABEL: func @while
// CHECK-SAME: (%[[A:.*]]: i64, %[[N:.*]]: i64)
// CHECK-NEXT: %[[R:.*]] = ts.while (%[[X:.*]] = %[[A]]) : (i64) {
// CHECK-NEXT: %[[C:.*]] = arith.cmpi slt, %[[X]], %[[N]]
// CHECK-NEXT: ts.condition(%[[C]]) %[[X]] : i64
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[Y:.*]]: i64):
// CHECK-NEXT: %[[Z:.*]] = arith.addi %[[Y]], %[[Y]]
// CHECK-NEXT: ts.yield %[[Z]] : i64
// CHECK: return %[[R]]
func.func @while(%a: i64, %n: i64) -> i64 {
  %x = ts.var "x" : !ts.slot<i64>
  ts.store %a, %x : !ts.slot<i64>
  ts.while {
    %0 = ts.load %x : !ts.slot<i64>
    %1 = arith.cmpi slt, %0, %n : i64
    ts.condition(%1)
  } do {
    %0 = ts.load %x : !ts.slot<i64>
    %1 = arith.addi %0, %0 : i64
    ts.store %1, %x : !ts.slot<i64>
  }
  %0 = ts.load %x : !ts.slot<i64>
  func.return %0 : i64
}

// A variable the condition assigns is carried to the body.
// CHECK-LABEL: func @assigned_in_condition
// CHECK: ts.while (%{{.*}} = %{{.*}}) : (i64) {
// CHECK-NEXT: %[[V:.*]] = ts.op "test::next"
// CHECK: ts.condition(%{{.*}}) %[[V]] : i64
// CHECK: ^bb0(%[[Y:.*]]: i64):
// CHECK-NEXT: ts.print %[[Y]] : i64
func.func @assigned_in_condition(%c: i1) {
  %x = ts.var "x" : !ts.slot<i64>
  ts.while {
    %0 = ts.op "test::next"() : () -> i64
    ts.store %0, %x : !ts.slot<i64>
    ts.condition(%c)
  } do {
    %0 = ts.load %x : !ts.slot<i64>
    ts.print %0 : i64
  }
  func.return
}

// A branch that raises yields nothing anybody looks at, and what it assigns
// does not matter.
// CHECK-LABEL: func @raises
// CHECK: ts.if %{{.*}} -> (i64) {
// CHECK-NEXT: ts.yield %[[A:.*]] : i64
// CHECK-NEXT: } else {
// CHECK-NEXT: ts.throw
// CHECK-NEXT: %[[U:.*]] = ts.uninitialized : i64
// CHECK-NEXT: ts.yield %[[U]] : i64
func.func @raises(%c: i1, %a: i64, %b: i64, %m: !ts.str) -> i64 {
  %x = ts.var "x" : !ts.slot<i64>
  ts.if %c {
    ts.store %a, %x : !ts.slot<i64>
  } else {
    ts.store %b, %x : !ts.slot<i64>
    ts.throw "E"(%m)
  }
  %0 = ts.load %x : !ts.slot<i64>
  func.return %0 : i64
}

// Results that are there already stay in front.
// CHECK-LABEL: func @keeps_results
// CHECK: %[[R:.*]]:2 = ts.if %{{.*}} -> (f64, i64) {
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @keeps_results(%c: i1, %f: f64, %a: i64) -> (f64, i64) {
  %x = ts.var "x" : !ts.slot<i64>
  ts.store %a, %x : !ts.slot<i64>
  %0 = ts.if %c -> (f64) {
    %1 = arith.addi %a, %a : i64
    ts.store %1, %x : !ts.slot<i64>
    ts.yield %f : f64
  } else {
    ts.yield %f : f64
  }
  %1 = ts.load %x : !ts.slot<i64>
  func.return %0, %1 : f64, i64
}

// -----

func.func @exit(%c: i1) {
  %x = ts.var "x" : !ts.slot<i64>
  // expected-error @+1 {{'ts.return' is in the way of ts-promote-slots; run ts-lower-exits and ts-lower-with before}}
  ts.return
}

// -----

func.func @foreign(%n: index, %a: i64) {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  // expected-error @+1 {{cannot promote the slot "x"}}
  %x = ts.var "x" : !ts.slot<i64>
  scf.for %i = %z to %n step %one {
    // expected-note @+1 {{because of this 'ts.store' in 'scf.for'}}
    ts.store %a, %x : !ts.slot<i64>
  }
  return
}
