// RUN: ts-opt %s --ts-specialize-objects --split-input-file | FileCheck %s
// RUN: ts-opt %s '--ts-specialize-objects=object=m methods=other,forward' --split-input-file | FileCheck %s --check-prefix=NAMED

// The example of the pass's documentation, and a method that is not asked for.
ts.class module @C {
  ts.attr "n" : i64
  ts.method "forward" = @"C.forward"
  ts.method "other" = @"C.other"
}
// An object that another one refers to is specialized with it only.
ts.class @D {
  ts.attr "part" : !ts.object<@C>
}
ts.object @m : !ts.object<@C> = {n = 3}
// CHECK: func private @C.forward(
// CHECK-LABEL: func @m.forward
// CHECK-SAME: (%[[X:.*]]: i64) -> i64
// CHECK-NEXT: %[[M:.*]] = ts.object.ref @m : !ts.object<@C>
// CHECK-NEXT: %[[N:.*]] = ts.getattr %[[M]]["n"]
// CHECK-NEXT: %[[Y:.*]] = arith.addi %[[X]], %[[N]]
// CHECK-NEXT: return %[[Y]]
// CHECK: func private @C.other
// CHECK-NOT: @m.other
// NAMED-DAG: func @m.forward
// NAMED-DAG: func @m.other()
// NAMED-DAG: func private @f
func.func @"C.forward"(%self: !ts.object<@C>, %x: i64) -> i64 {
  %0 = ts.getattr %self["n"] : !ts.object<@C> -> i64
  %1 = arith.addi %x, %0 : i64
  func.return %1 : i64
}
func.func @"C.other"(%self: !ts.object<@C>) {
  func.return
}
// CHECK: func private @f
func.func @f() {
  func.return
}
