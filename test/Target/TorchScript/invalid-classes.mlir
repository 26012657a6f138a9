// RUN: not ts-translate --export-torchscript %s 2>&1 | FileCheck %s
// REQUIRES: ts-translate

// CHECK-NOT: import torch
// CHECK-DAG: error: cannot be written as TorchScript text: attribute 'x-y', which is no identifier and has a type that its value does not tell
// CHECK-DAG: error: cannot be written as TorchScript text: an assignment to attribute 'x-y', which is no identifier
// CHECK-DAG: error: cannot be written as TorchScript text: a function of several modules
// CHECK-DAG: error: cannot be written as TorchScript text: attribute 'limit', which '__init__' cannot declare
// CHECK-DAG: error: cannot be written as TorchScript text: attribute 'not a name', which '__init__' cannot declare
// CHECK-DAG: error: cannot be written as TorchScript text: an object that no '__init__' completes
ts.class module @__torch__.Net {
  ts.attr "training" : i1
  ts.attr "x-y" : !ts.optional<i64>
  ts.method "forward" = @__torch__.Net.forward
}
func.func @__torch__.Net.forward(%self: !ts.object<@__torch__.Net>, %value: !ts.optional<i64>) {
  ts.setattr %self["x-y"] = %value : !ts.object<@__torch__.Net>, !ts.optional<i64>
  ts.return
}
func.func @both(%a: !ts.object<@__torch__.Net>, %b: !ts.object<@__torch__.Net>) {
  ts.return
}
ts.class @__torch__.C {
  ts.attr constant "limit" : i64 = 3 : i64
  ts.attr "not a name" : i64
  ts.method "__init__" = @__torch__.C.__init__
}
func.func @__torch__.C.__init__(%self: !ts.object<@__torch__.C>) {
  ts.return
}
func.func @f() -> !ts.object<@__torch__.C> {
  %0 = ts.new : !ts.object<@__torch__.C>
  ts.return %0 : !ts.object<@__torch__.C>
}
