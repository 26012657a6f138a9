// RUN: ts-opt %s --ts-prune-functions --split-input-file | FileCheck %s

// The example of the pass's documentation.
// CHECK: ts.class @C
// CHECK-NOT: ts.method
// CHECK-NOT: @C.f
// CHECK: func @g
ts.class @C {
  ts.method "f" = @C.f
}
func.func private @C.f(%self: !ts.object<@C>) {
  func.return
}
func.func @g() {
  func.return
}

// -----

// A method that is called by its name stays in every class that has it.
// CHECK: ts.method "f" = @A.f
// CHECK: ts.method "f" = @B.f
// CHECK: func private @A.f
// CHECK: func private @B.f
// CHECK-NOT: @unused
ts.class @A {
  ts.method "f" = @A.f
}
ts.class @B {
  ts.method "f" = @B.f
}
func.func private @A.f(%self: !ts.object<@A>) {
  func.return
}
func.func private @B.f(%self: !ts.object<@B>) {
  func.return
}
func.func private @unused() {
  func.return
}
func.func @g(%a: !ts.object<@A>) {
  ts.call_method %a["f"]() : !ts.object<@A>, () -> ()
  func.return
}
