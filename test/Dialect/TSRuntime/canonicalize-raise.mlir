// A check that cannot fail is gone; one that fails, or is not known, stays.
// RUN: ts-opt %s --ts-canonicalize | FileCheck %s

// CHECK-LABEL: @never
// CHECK-NOT: tsrt.raise_if
// CHECK-LABEL: @always
// CHECK: tsrt.raise_if
// CHECK-LABEL: @unknown
// CHECK: tsrt.raise_if %arg0
func.func @never() {
  %false = arith.constant false
  tsrt.raise_if %false, "RuntimeError", "division by zero"
  return
}
func.func @always() {
  %true = arith.constant true
  tsrt.raise_if %true, "RuntimeError", "division by zero"
  return
}
func.func @unknown(%arg0: i1) {
  tsrt.raise_if %arg0, "RuntimeError", "division by zero"
  return
}
