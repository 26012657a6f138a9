// Elementwise operators with broadcasting: one size has to be another.
// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(ts-infer-types,ts-to-value,ts-guard-kernels))' | FileCheck %s --check-prefix=GUARD
// RUN: ts-opt %s --torchscript-to-linalg | FileCheck %s --check-prefix=LINALG
// RUN: ts-opt %s --torchscript-to-linalg --ts-outline-kernels | FileCheck %s --check-prefix=KERNEL
// RUN: ts-opt %s --torchscript-to-linalg --ts-compile-kernels | FileCheck %s --check-prefix=LLVM

// GUARD: %[[X:.*]] = ts.tensor.value %arg0
// GUARD: %[[Y:.*]] = ts.tensor.value %arg1
// GUARD: %[[N:.*]] = tensor.dim %[[X]]
// GUARD: %[[M:.*]] = tensor.dim %[[Y]]
// GUARD: %[[SAME:.*]] = arith.cmpi eq, %[[N]], %[[M]] : index
// GUARD: %[[R:.*]] = ts.if %[[SAME]] -> (!ts.tensor<[?,3],f32>) {
// GUARD: ts.op "aten::add.Tensor"(%[[X]], %[[Y]], %{{.*}}) {ts.guarded} : (tensor<?x3xf32>, tensor<?x1xf32>, i64)
// GUARD: ts.op "aten::mul.Tensor"{{.*}} {ts.guarded}
// GUARD: } else {
// GUARD: ts.op "aten::add.Tensor"(%arg0, %arg1, %{{.*}}) {ts.fallback
// GUARD: ts.op "aten::mul.Tensor"{{.*}} {ts.fallback

// LINALG: scf.if
// LINALG: linalg.generic
// LINALG: linalg.generic
// LINALG: } else {
// LINALG: ts.op "aten::add.Tensor"

// The kernel has two buffers and sizes of each, and those of its result.
// KERNEL: %[[A:.*]] = ts.op "aten::size.int"(%arg0
// KERNEL: scf.if
// KERNEL: tsrt.kernel_call @kernels::@kernel_0({{.*}}) : (!ts.tensor<[?,1],f32>, !ts.tensor<[?,3],f32>) -> !ts.tensor<[?,3],f32>
// KERNEL: func.func @kernel_0(%{{.*}}: memref<f32>, %{{.*}}: memref<f32>, %{{.*}}: memref<f32>, %{{.*}}: memref<2xi64>, %{{.*}}: memref<2xi64>, %{{.*}}: memref<2xi64>) attributes {ts.sizes = @kernel_0_sizes}
// KERNEL: func.func @kernel_0_sizes(
// KERNEL-SAME: %[[SIZES:[a-z0-9]+]]: memref<3xi64>) {
// KERNEL-NOT: linalg
// KERNEL: memref.store %{{.*}}, %[[SIZES]]
// KERNEL: memref.store %{{.*}}, %[[SIZES]]
// KERNEL-NOT: memref.store

// LLVM: llvm.func @kernel_0(
// LLVM: llvm.func @kernel_0_sizes(

func.func @f(%x: !ts.tensor<[?,3],f32>, %y: !ts.tensor<[?,1],f32>) -> !ts.tensor<[?,3],f32> {
  %one = arith.constant 1 : i64
  %0 = ts.tensor.value %x : !ts.tensor<[?,3],f32> -> tensor<?x3xf32>
  %1 = ts.tensor.value %y : !ts.tensor<[?,1],f32> -> tensor<?x1xf32>
  %2 = ts.op "aten::add.Tensor"(%0, %1, %one) : (tensor<?x3xf32>, tensor<?x1xf32>, i64) -> tensor<?x3xf32>
  %3 = ts.op "aten::mul.Tensor"(%2, %0) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %4 = ts.tensor.ref %3 : tensor<?x3xf32> -> !ts.tensor<[?,3],f32>
  return %4 : !ts.tensor<[?,3],f32>
}
