// RUN: ts-opt %s --ts-inline-methods --split-input-file | FileCheck %s
// RUN: ts-opt %s --ts-inline-methods=max-inlined=3 --split-input-file | FileCheck %s --check-prefix=BOUND

// The example of the pass's documentation.
ts.class module @C {
  ts.method "twice" = @C.twice
}
ts.object @m : !ts.object<@C> = {}
func.func private @C.twice(%self: !ts.object<@C>, %x: i64) -> i64 {
  %0 = arith.addi %x, %x : i64
  func.return %0 : i64
}
// CHECK-LABEL: func @m.forward
// CHECK-SAME: (%[[X:.*]]: i64)
// CHECK-NOT: call
// CHECK: arith.addi %[[X]], %[[X]]
// BOUND-LABEL: func @m.forward
// BOUND: call @C.twice
func.func @m.forward(%x: i64) -> i64 {
  %m = ts.object.ref @m : !ts.object<@C>
  %0 = ts.call_method %m["twice"](%x) : !ts.object<@C>, (i64) -> i64
  func.return %0 : i64
}

// -----

// Calls about no known object stay, and so do those of functions that call
// themselves.
ts.class @R {
  ts.method "again" = @R.again
}
ts.object @r : !ts.object<@R> = {}
func.func private @R.again(%self: !ts.object<@R>, %x: i64) -> i64 {
  %0 = func.call @R.again(%self, %x) : (!ts.object<@R>, i64) -> i64
  func.return %0 : i64
}
func.func private @plain(%x: i64) -> i64 {
  func.return %x : i64
}
// CHECK-LABEL: func @r.forward
// CHECK: call @R.again
// CHECK: call @plain
func.func @r.forward(%x: i64) -> i64 {
  %r = ts.object.ref @r : !ts.object<@R>
  %0 = ts.call_method %r["again"](%x) : !ts.object<@R>, (i64) -> i64
  %1 = func.call @plain(%0) : (i64) -> i64
  func.return %1 : i64
}
