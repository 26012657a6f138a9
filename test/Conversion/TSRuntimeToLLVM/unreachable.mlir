// RUN: ts-opt %s --convert-tsrt-to-llvm | FileCheck %s

// Blocks that nothing reaches are dropped.
// CHECK-LABEL: llvm.func @f()
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }
func.func @f() {
  return
^bb1:
  return
}
