// RUN: ts-opt --convert-ts-to-tsrt --verify-diagnostics --split-input-file %s | FileCheck %s

ts.class @Timer {
  ts.method "__enter__" = @"Timer.__enter__"
  ts.method "__exit__" = @"Timer.__exit__"
}
func.func private @"Timer.__enter__"(!ts.object<@Timer>) -> i64
func.func private @"Timer.__exit__"(!ts.object<@Timer>, !ts.any, !ts.any, !ts.any)

// A manager is in scope before it is entered, and no more when it is left.
// CHECK-LABEL: func.func @with
// CHECK-SAME: %[[M:.*]]: !ts.object<@Timer>
// CHECK: tsrt.scope.begin @Timer.__exit__(%[[M]])
// CHECK: %[[X:.*]] = {{(func.)?}}call @Timer.__enter__(%[[M]])
// CHECK: tsrt.print %[[X]]
// CHECK: tsrt.scope.end
// CHECK: %[[NONE:.*]] = tsrt.zero : !ts.any
// CHECK: call @Timer.__exit__(%[[M]], %{{.*}}, %{{.*}}, %{{.*}})
func.func @with(%m: !ts.object<@Timer>) {
  %x = ts.enter %m : !ts.object<@Timer> -> i64
  ts.print %x : i64
  ts.exit %m : !ts.object<@Timer>
  return
}

// -----

// A call on an interface asks the object for its class.
ts.interface @I {
  ts.signature "run" : (i64) -> i64
}
// CHECK-LABEL: func.func @interface
// CHECK: tsrt.method_call "run"(%arg0, %arg1) : (!ts.interface<@I>, i64) -> i64
func.func @interface(%o: !ts.interface<@I>, %x: i64) -> i64 {
  %y = ts.call_method %o["run"](%x) : !ts.interface<@I>, (i64) -> i64
  return %y : i64
}

// -----

func.func private @task(i64) -> i64

// CHECK-LABEL: func.func @wait
// CHECK: %[[F:.*]] = ts.fork @task
// CHECK: %[[T:.*]] = tsrt.descriptor i64
// CHECK: tsrt.runtime_call raises @tsrt_wait(%[[F]], %[[T]])
func.func @wait(%x: i64) -> i64 {
  %f = ts.fork @task(%x) : (i64) -> !ts.future<i64>
  %y = ts.wait %f : !ts.future<i64>
  return %y : i64
}

// -----

ts.class @NoManager {
}
func.func @no_manager(%m: !ts.object<@NoManager>) {
  // expected-error @below {{not supported yet: with}}
  ts.enter %m : !ts.object<@NoManager>
  return
}
