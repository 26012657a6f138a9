// RUN: not ts-translate --export-torchscript %s 2>&1 | FileCheck %s
// REQUIRES: ts-translate

// CHECK-NOT: import torch
// CHECK-DAG: error: cannot be written as TorchScript text: module class '__torch__.Net', whose objects hold values from outside
// CHECK-DAG: error: cannot be written as TorchScript text: attribute 'limit', which '__init__' cannot declare
// CHECK-DAG: error: cannot be written as TorchScript text: attribute 'not a name', which '__init__' cannot declare
// CHECK-DAG: error: cannot be written as TorchScript text: an object that no '__init__' completes
ts.class module @__torch__.Net {
  ts.attr "training" : i1
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
