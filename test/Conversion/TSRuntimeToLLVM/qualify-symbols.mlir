// RUN: ts-opt --ts-qualify-symbols %s | FileCheck %s

// Functions with a body and what refers to them get the prefix; declarations,
// kernels and what the host calls by a fixed name stay.
// CHECK: func.func private @exp(f64) -> f64
// CHECK: func.func @ts.pow(
// CHECK-NEXT: call @exp(
// CHECK: func.func @ts.f(
// CHECK-SAME: ts.variants = ["ts.pow"]
// CHECK: call @ts.pow(
// CHECK: tsrt.kernel_call @kernels::@pow(
// CHECK: func.func @tsrt.init_objects()
func.func private @exp(f64) -> f64
func.func @pow(%x: f64) -> f64 {
  %0 = func.call @exp(%x) : (f64) -> f64
  return %0 : f64
}
func.func @f(%x: f64, %t: !ts.tensor<[2], f32>) -> f64 attributes {ts.variants = ["pow"]} {
  %0 = func.call @pow(%x) : (f64) -> f64
  %1 = tsrt.kernel_call @kernels::@pow(%t) : (!ts.tensor<[2], f32>) -> !ts.tensor<[2], f32>
  return %0 : f64
}
func.func @tsrt.init_objects() {
  return
}
module @kernels {
  llvm.func @pow(%in: !llvm.ptr, %out: !llvm.ptr) {
    llvm.return
  }
}
