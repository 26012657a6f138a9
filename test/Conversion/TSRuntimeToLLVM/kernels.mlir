// RUN: ts-opt --convert-tsrt-to-llvm %s | FileCheck %s

// Calls of compiled kernels (KernelPatterns.cpp).

llvm.func @kernel(%in: !llvm.ptr, %n: !llvm.ptr, %out: !llvm.ptr, %work: !llvm.ptr) attributes {ts.workspace = 256 : i64} {
  llvm.return
}

// The signature says: 2 inputs, 1 output, 256 bytes of workspace; a float32
// (dtype 6) of rank 2, 2x3; a scalar (-1); an int64 (4) of rank 1.
// CHECK: llvm.mlir.global internal constant @kernel$signature(dense<[2, 1, 256, 6, 2, 2, 3, -1, 4, 1, 5]> : tensor<11xi64>)

// The entry takes all buffers in one array.
// CHECK: llvm.func internal @kernel$entry(%[[BUFFERS:.*]]: !llvm.ptr)
// CHECK: llvm.getelementptr %[[BUFFERS]][0]
// CHECK: llvm.getelementptr %[[BUFFERS]][8]
// CHECK: llvm.getelementptr %[[BUFFERS]][16]
// CHECK: llvm.getelementptr %[[BUFFERS]][24]
// CHECK: llvm.call @kernel(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})

// Tensors are passed as objects, numbers by address; the runtime checks the
// shapes, makes the results and runs the kernel.
// CHECK-LABEL: llvm.func @call(
// CHECK: %[[OUTPUTS:.*]] = llvm.alloca %{{.*}} x !llvm.ptr
// CHECK: %[[SLOT:.*]] = llvm.alloca %{{.*}} x i64
// CHECK: %[[INPUTS:.*]] = llvm.alloca %{{.*}} x !llvm.ptr
// CHECK: llvm.store %arg0, %{{.*}} : !llvm.ptr
// CHECK: llvm.store %arg1, %[[SLOT]] : i64
// CHECK: llvm.store %[[SLOT]], %{{.*}} : !llvm.ptr
// CHECK: %[[ENTRY:.*]] = llvm.mlir.addressof @kernel$entry
// CHECK: %[[SIGNATURE:.*]] = llvm.mlir.addressof @kernel$signature
// CHECK: %[[E:.*]] = llvm.call @tsrt_kernel_run(%[[ENTRY]], %[[SIGNATURE]], %[[INPUTS]], %[[OUTPUTS]])
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
func.func private @call(%x: !ts.tensor<[2,3], f32>, %n: i64) -> (!tsrt.error, !ts.tensor<[5], i64>) {
  %e, %0 = tsrt.kernel_call @kernel(%x, %n) : (!ts.tensor<[2,3], f32>, i64) -> (!tsrt.error, !ts.tensor<[5], i64>)
  return %e, %0 : !tsrt.error, !ts.tensor<[5], i64>
}

// A second call of the kernel has the same entry and signature.
// CHECK-NOT: llvm.func internal @kernel$entry
// CHECK-LABEL: llvm.func @again(
// CHECK: llvm.mlir.addressof @kernel$entry
// CHECK: llvm.mlir.addressof @kernel$signature
func.func private @again(%x: !ts.tensor<[2,3], f32>, %n: i64) -> (!tsrt.error, !ts.tensor<[5], i64>) {
  %e, %0 = tsrt.kernel_call @kernel(%x, %n) : (!ts.tensor<[2,3], f32>, i64) -> (!tsrt.error, !ts.tensor<[5], i64>)
  return %e, %0 : !tsrt.error, !ts.tensor<[5], i64>
}
