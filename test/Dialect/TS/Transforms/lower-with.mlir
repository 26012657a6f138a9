// RUN: ts-opt %s --ts-lower-with --split-input-file --verify-diagnostics | FileCheck %s

ts.class @Timer {
}

// CHECK-LABEL: func @plain
// CHECK-SAME: (%[[M:.*]]: !ts.object<@Timer>, %[[S:.*]]: !ts.str)
// CHECK-NEXT: ts.enter %[[M]] : !ts.object<@Timer>
// CHECK-NEXT: ts.print %[[S]]
// CHECK-NEXT: ts.exit %[[M]]
// CHECK-NEXT: return
func.func @plain(%m: !ts.object<@Timer>, %s: !ts.str) {
  ts.with %m : !ts.object<@Timer> {
    ts.print %s : !ts.str
  }
  return
}

// Nested scopes are left inside out.
// CHECK-LABEL: func @nested
// CHECK-SAME: (%[[M:.*]]: !ts.object<@Timer>, %[[N:.*]]: !ts.object<@Timer>)
// CHECK-NEXT: ts.enter %[[M]]
// CHECK-NEXT: %[[X:.*]] = ts.enter %[[N]] : !ts.object<@Timer> -> i64
// CHECK-NEXT: ts.print %[[X]]
// CHECK-NEXT: ts.exit %[[N]]
// CHECK-NEXT: ts.exit %[[M]]
func.func @nested(%m: !ts.object<@Timer>, %n: !ts.object<@Timer>) {
  ts.with %m : !ts.object<@Timer> {
    ts.with %n : !ts.object<@Timer> {
    ^bb0(%x: i64):
      ts.print %x : i64
    }
  }
  return
}

// -----

ts.class @Timer {
}
func.func @exit(%m: !ts.object<@Timer>) {
  ts.with %m : !ts.object<@Timer> {
    // expected-error @+1 {{'ts.return' leaves a 'ts.with'; run ts-lower-exits before}}
    ts.return
  }
  return
}
