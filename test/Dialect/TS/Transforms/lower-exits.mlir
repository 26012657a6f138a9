// RUN: ts-opt %s --ts-lower-exits | FileCheck %s
// RUN: ts-opt %s --ts-lower-exits --mlir-print-debuginfo | FileCheck %s --check-prefix=LOC

// LOC-NOT: loc(unknown)

// A function with one return at its end needs nothing.
// CHECK-LABEL: func @straight
// CHECK-NEXT: return %{{.*}} : i64
func.func @straight(%a: i64) -> i64 {
  ts.return %a : i64
}

// The example of the pass's documentation: what follows goes to the other
// branch.
// CHECK-LABEL: func @early
// CHECK-SAME: (%[[C:.*]]: i1, %[[A:.*]]: i64, %[[B:.*]]: i64)
// CHECK-NEXT: %[[R:.*]] = ts.var "<returned value>" : !ts.slot<i64>
// CHECK-NEXT: ts.if %[[C]] {
// CHECK-NEXT: ts.store %[[A]], %[[R]]
// CHECK-NEXT: } else {
// CHECK-NEXT: ts.store %[[B]], %[[R]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[V:.*]] = ts.load %[[R]]
// CHECK-NEXT: return %[[V]] : i64
func.func @early(%c: i1, %a: i64, %b: i64) -> i64 {
  ts.if %c {
    ts.return %a : i64
  }
  ts.return %b : i64
}

// A continue keeps the counted loop, and needs no flag here.
// CHECK-LABEL: func @continue
// CHECK-NOT: ts.var
// CHECK: ts.for
// CHECK-NEXT: ts.if
// CHECK-NEXT: } else {
// CHECK-NEXT: ts.print
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @continue(%n: i64, %c: i1) {
  ts.for %i to %n {
    ts.if %c {
      ts.continue
    }
    ts.print %i : i64
  }
  ts.return
}

// A continue in one of two statements that go on needs a flag, made anew in
// each turn.
// CHECK-LABEL: func @continue_sometimes
// CHECK: ts.for
// CHECK-NEXT: %[[F:.*]] = ts.var "<continued>" : !ts.slot<i1>
// CHECK: ts.if %{{.*}} {
// CHECK-NEXT: ts.if %{{.*}} {
// CHECK: ts.store %{{.*}}, %[[F]]
// CHECK: %[[L:.*]] = ts.load %[[F]]
// CHECK: %[[N:.*]] = arith.xori %[[L]]
// CHECK-NEXT: ts.if %[[N]] {
// CHECK-NEXT: ts.print
func.func @continue_sometimes(%n: i64, %c: i1, %d: i1) {
  ts.for %i to %n {
    ts.if %c {
      ts.if %d {
        ts.continue
      }
    }
    ts.print %i : i64
  }
  ts.return
}

// A break makes a while loop of a counted one. The condition asks the flag
// first, and the index counts before the body.
// CHECK-LABEL: func @break
// CHECK: %[[F:.*]] = ts.var "<broken>"
// CHECK: %[[I:.*]] = ts.var "<index>"
// CHECK: ts.while {
// CHECK: ts.load %[[F]]
// CHECK: ts.if %{{.*}} -> (i1) {
// CHECK: ts.load %[[I]]
// CHECK: arith.cmpi slt
// CHECK: } else {
// CHECK: ts.condition
// CHECK: } do {
// CHECK: %[[TURN:.*]] = ts.load %[[I]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[TURN]]
// CHECK-NEXT: ts.store %[[NEXT]], %[[I]]
// CHECK: ts.if
// CHECK: ts.store %{{.*}}, %[[F]]
// CHECK: } else {
// CHECK-NEXT: ts.print %[[TURN]] : i64
func.func @break(%n: i64, %c: i1) {
  ts.for %i to %n {
    ts.if %c {
      ts.break
    }
    ts.print %i : i64
  }
  ts.return
}

// A break of an inner loop does not touch the outer one.
// CHECK-LABEL: func @inner_break
// CHECK: ts.for
// CHECK: ts.while
func.func @inner_break(%n: i64, %c: i1) {
  ts.for %i to %n {
    ts.while {
      ts.condition(%c)
    } do {
      ts.break
    }
    ts.print %i : i64
  }
  ts.return
}

// A return in a loop leaves the loop and guards what follows it.
// CHECK-LABEL: func @return_in_loop
// CHECK-DAG: %[[V:.*]] = ts.var "<returned value>"
// CHECK-DAG: %[[F:.*]] = ts.var "<returned>"
// CHECK: ts.while {
// CHECK: ts.load %[[F]]
// CHECK: do {
// CHECK: ts.store %{{.*}}, %[[V]]
// CHECK: ts.store %{{.*}}, %[[F]]
// CHECK: ts.load %[[F]]
// CHECK: ts.if %{{.*}} {
// CHECK-NEXT: ts.print
// CHECK: ts.load %[[V]]
// CHECK-NEXT: return
func.func @return_in_loop(%n: i64, %c: i1, %a: i64) -> i64 {
  ts.for %i to %n {
    ts.if %c {
      ts.return %i : i64
    }
  }
  ts.print %a : i64
  ts.return %a : i64
}

// What follows two branches that both leave is not reached.
// CHECK-LABEL: func @both_leave
// CHECK-NOT: ts.print
func.func @both_leave(%c: i1, %a: i64) -> i64 {
  ts.if %c {
    ts.return %a : i64
  } else {
    ts.return %a : i64
  }
  ts.print %a : i64
  ts.return %a : i64
}

// A raise needs no flag: nothing after it runs.
// CHECK-LABEL: func @raise
// CHECK-NOT: ts.var
// CHECK: ts.if
// CHECK-NEXT: ts.throw "ValueError"
// CHECK-NEXT: }
// CHECK-NEXT: ts.print
func.func @raise(%c: i1, %m: !ts.str) {
  ts.if %c {
    ts.raise "ValueError"(%m)
  }
  ts.print %m : !ts.str
  ts.return
}

// A function that always raises still returns something.
// CHECK-LABEL: func @always_raises
// CHECK-NEXT: ts.throw "E"
// CHECK-NEXT: %[[U:.*]] = ts.uninitialized : i64
// CHECK-NEXT: return %[[U]]
func.func @always_raises(%m: !ts.str) -> i64 {
  ts.raise "E"(%m)
}

// The message of an assertion is computed when it fails.
// CHECK-LABEL: func @assert
// CHECK: %[[N:.*]] = arith.xori
// CHECK-NEXT: ts.if %[[N]] {
// CHECK-NEXT: %[[M:.*]] = ts.op "aten::str"
// CHECK-NEXT: ts.throw "AssertionError"(%[[M]])
// CHECK: ts.if %{{.*}} {
// CHECK-NEXT: %[[E:.*]] = ts.constant.str ""
// CHECK-NEXT: ts.throw "AssertionError"(%[[E]])
func.func @assert(%c: i1, %a: i64) {
  ts.assert %c {
    %m = ts.op "aten::str"(%a) : (i64) -> !ts.str
    ts.yield %m : !ts.str
  }
  ts.assert %c
  ts.return
}
