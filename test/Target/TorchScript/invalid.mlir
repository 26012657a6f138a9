// RUN: not ts-translate --export-torchscript %s 2>&1 | FileCheck %s
// REQUIRES: ts-translate

// Every operation that cannot be written is named; no text is written.
// CHECK-NOT: import torch
// CHECK: error: cannot be written as TorchScript text: 'arith.addi'
// CHECK: error: cannot be written as TorchScript text: exception class 'my.Error'
func.func @f(%a: i64) -> i64 {
  %0 = arith.addi %a, %a : i64
  ts.return %0 : i64
}
func.func @g() {
  %m = ts.constant.str "m"
  ts.raise "my.Error"(%m)
}
