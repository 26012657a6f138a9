// RUN: not ts-opt %s --ts-verify-form=form=source 2>&1 | FileCheck %s

// Source form has no carried values, no raise of ssa form, and a location on
// every operation.

module {
  // Source form is fine with slots and exits.
  func.func @f(%a: i64, %n: i64) {
    %x = ts.var "x" : !ts.slot<i64>
    ts.for %i to %n {
      ts.break
    }
    ts.return
  }
  func.func @g(%a: i64, %n: i64, %m: !ts.str) {
    // CHECK: :[[#@LINE+1]]:10: error: 'ts.for' carries values; not allowed in source form
    %0 = ts.for %i to %n iter_args(%x = %a) : (i64) {
      ts.yield %x : i64
    }
    // CHECK: :[[#@LINE+1]]:5: error: 'ts.throw' is a raise of ssa form
    ts.throw "E"(%m)
    // CHECK: <unknown>:0: error: 'ts.uninitialized' has no source location
    %1 = ts.uninitialized : i64 loc(unknown)
    // CHECK: :[[#@LINE+1]]:5: error: 'func.return' is a return of ssa form
    return
  }
}
// CHECK: error: not in source form: ts.for 1 ts.throw 1 ts.uninitialized 1 func.return 1
