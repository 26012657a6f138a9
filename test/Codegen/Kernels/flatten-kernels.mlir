// RUN: ts-opt --ts-flatten-kernels --split-input-file %s | FileCheck %s

// Functions and globals of @kernels move beside their callers; what both
// modules declare is declared once; calls name the kernel directly.
// CHECK-LABEL: module {
// CHECK: llvm.func @tsrt_onednn_matmul(
// CHECK-NOT: llvm.func @tsrt_onednn_matmul(
// CHECK: tsrt.kernel_call @kernel_0(%{{.*}}, %{{.*}}) :
// CHECK-NOT: module @kernels
// CHECK: llvm.mlir.global internal constant @table(
// CHECK-NEXT: llvm.func @kernel_0(
// CHECK-NOT: module @
llvm.func @tsrt_onednn_matmul(!llvm.ptr, !llvm.ptr, !llvm.ptr)
func.func @f(%x: !ts.tensor<[2], f32>) -> !ts.tensor<[2], f32> {
  %0 = tsrt.kernel_call @kernels::@kernel_0(%x, %x) : (!ts.tensor<[2], f32>, !ts.tensor<[2], f32>) -> !ts.tensor<[2], f32>
  return %0 : !ts.tensor<[2], f32>
}
module @kernels {
  llvm.func @tsrt_onednn_matmul(!llvm.ptr, !llvm.ptr, !llvm.ptr)
  llvm.mlir.global internal constant @table(1 : i64) : i64
  llvm.func @kernel_0(%in: !llvm.ptr, %out: !llvm.ptr) {
    llvm.return
  }
}

// -----

// A module without kernels stays as it is.
// CHECK-LABEL: func.func @plain
// CHECK-NEXT: tsrt.kernel_call @other(
func.func @plain(%x: !ts.tensor<[2], f32>) -> !ts.tensor<[2], f32> {
  %0 = tsrt.kernel_call @other(%x) : (!ts.tensor<[2], f32>) -> !ts.tensor<[2], f32>
  return %0 : !ts.tensor<[2], f32>
}
