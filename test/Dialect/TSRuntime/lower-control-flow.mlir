// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(tsrt-lower-control-flow))' | FileCheck %s

// CHECK-LABEL: func.func @branch(%arg0: i1, %arg1: i64, %arg2: i64) -> i64
// CHECK-NEXT: cf.cond_br %arg0, ^[[THEN:.*]], ^[[ELSE:.*]]
// CHECK-NEXT: ^[[THEN]]:
// CHECK-NEXT: cf.br ^[[JOIN:.*]](%arg1 : i64)
// CHECK-NEXT: ^[[ELSE]]:
// CHECK-NEXT: cf.br ^[[JOIN]](%arg2 : i64)
// CHECK-NEXT: ^[[JOIN]](%[[R:.*]]: i64):
// CHECK-NEXT: cf.br ^[[AFTER:.*]]
// CHECK-NEXT: ^[[AFTER]]:
// CHECK-NEXT: return %[[R]]
func.func @branch(%c: i1, %a: i64, %b: i64) -> i64 {
  %r = scf.if %c -> (i64) {
    scf.yield %a : i64
  } else {
    scf.yield %b : i64
  }
  return %r : i64
}

// The counter and the carried value are arguments of the block that tests; a
// branch inside stays inside, and one without else falls through.
// CHECK-LABEL: func.func @loop
// CHECK: cf.br ^[[HEAD:.*]](%{{.*}}, %arg1 : i64, i64)
// CHECK: ^[[HEAD]](%[[I:.*]]: i64, %[[A:.*]]: i64):
// CHECK-NEXT: %[[GO:.*]] = arith.cmpi slt, %[[I]], %arg0
// CHECK-NEXT: cf.cond_br %[[GO]], ^[[BODY:.*]], ^[[AFTER:.*]]
// CHECK-NEXT: ^[[BODY]]:
// CHECK-NEXT: %[[X:.*]] = arith.addi %[[A]], %[[I]]
// CHECK-NEXT: cf.cond_br %arg2, ^[[INNER:.*]], ^[[NEXT:.*]]
// CHECK-NEXT: ^[[INNER]]:
// CHECK-NEXT: call @g
// CHECK-NEXT: cf.br ^[[NEXT]]
// CHECK-NEXT: ^[[NEXT]]:
// CHECK-NEXT: %[[J:.*]] = arith.addi %[[I]], %{{.*}}
// CHECK-NEXT: cf.br ^[[HEAD]](%[[J]], %[[X]] : i64, i64)
// CHECK-NEXT: ^[[AFTER]]:
// CHECK-NEXT: return %[[A]]
func.func @loop(%n: i64, %a: i64, %c: i1) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %r = scf.for %i = %zero to %n step %one iter_args(%s = %a) -> (i64) : i64 {
    %x = arith.addi %s, %i : i64
    scf.if %c {
      func.call @g() : () -> ()
    }
    scf.yield %x : i64
  }
  return %r : i64
}

// CHECK-LABEL: func.func @while
// CHECK-NEXT: cf.br ^[[HEAD:.*]](%arg0 : i64)
// CHECK-NEXT: ^[[HEAD]](%[[P:.*]]: i64):
// CHECK-NEXT: %[[GO:.*]] = arith.cmpi slt, %[[P]], %arg1
// CHECK-NEXT: cf.cond_br %[[GO]], ^[[BODY:.*]](%[[P]], %arg1 : i64, i64), ^[[AFTER:.*]]
// CHECK-NEXT: ^[[BODY]](%[[Y:.*]]: i64, %[[Z:.*]]: i64):
// CHECK-NEXT: %[[K:.*]] = arith.addi %[[Y]], %[[Z]]
// CHECK-NEXT: cf.br ^[[HEAD]](%[[K]] : i64)
// CHECK-NEXT: ^[[AFTER]]:
// CHECK-NEXT: return %[[P]]
func.func @while(%a: i64, %n: i64) -> i64 {
  %w:2 = scf.while (%p = %a) : (i64) -> (i64, i64) {
    %q = arith.cmpi slt, %p, %n : i64
    scf.condition(%q) %p, %n : i64, i64
  } do {
  ^bb0(%y: i64, %z: i64):
    %k = arith.addi %y, %z : i64
    scf.yield %k : i64
  }
  return %w#0 : i64
}

// Branches in a row stay in order.
// CHECK-LABEL: func.func @row
// CHECK: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: call @g
// CHECK-NEXT: cf.br ^bb2
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: call @h
// CHECK-NEXT: cf.cond_br %arg1, ^bb3, ^bb4
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: call @g
// CHECK-NEXT: cf.br ^bb4
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: return
func.func @row(%c: i1, %d: i1) {
  scf.if %c {
    func.call @g() : () -> ()
  }
  func.call @h() : () -> ()
  scf.if %d {
    func.call @g() : () -> ()
  }
  return
}

func.func private @g()
func.func private @h()
