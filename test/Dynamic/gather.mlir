// How many elements there are the data say; what is behind is a kernel.
// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(ts-infer-types,ts-to-value,ts-guard-kernels))' | FileCheck %s --check-prefix=GUARD
// RUN: ts-opt %s --torchscript-to-linalg | FileCheck %s --check-prefix=LINALG
// RUN: ts-opt %s --torchscript-to-linalg --ts-outline-kernels | FileCheck %s --check-prefix=KERNEL
// RUN: ts-opt %s --torchscript-to-linalg --ts-compile-kernels | FileCheck %s --check-prefix=LLVM

// GUARD: ts.op "aten::gt.Scalar"{{.*}} {ts.guarded}
// GUARD: %[[Y:.*]] = ts.op "aten::masked_select"({{.*}}) {{.*}} -> !ts.tensor<[?],f32>
// GUARD: %[[V:.*]] = ts.tensor.value %[[Y]]
// GUARD: ts.op "aten::tanh"(%[[V]]) {ts.guarded} : (tensor<?xf32>) -> tensor<?xf32>
// GUARD: ts.op "aten::mul.Tensor"{{.*}} {ts.guarded}
// GUARD-NOT: ts.if

// LINALG: linalg.generic
// LINALG: ts.op "aten::masked_select"
// LINALG: linalg.generic

// KERNEL: %[[M:.*]] = tsrt.kernel_call @kernels::@kernel_0(%arg0)
// KERNEL: %[[Y:.*]] = ts.op "aten::masked_select"(%arg0, %[[M]])
// KERNEL: tsrt.kernel_call @kernels::@kernel_1(%[[Y]])

// LLVM: llvm.func @kernel_0(
// LLVM: llvm.func @kernel_1(

func.func @f(%x: !ts.tensor<[?],f32>) -> !ts.tensor<[?],f32> {
  %zero = arith.constant 0.0 : f64
  %0 = ts.op "aten::gt.Scalar"(%x, %zero) : (!ts.tensor<[?],f32>, f64) -> !ts.tensor<[?],i1>
  %1 = ts.op "aten::masked_select"(%x, %0) : (!ts.tensor<[?],f32>, !ts.tensor<[?],i1>) -> !ts.tensor
  %2 = ts.op "aten::tanh"(%1) : (!ts.tensor) -> !ts.tensor
  %3 = ts.op "aten::mul.Tensor"(%2, %1) : (!ts.tensor, !ts.tensor) -> !ts.tensor<[?],f32>
  return %3 : !ts.tensor<[?],f32>
}
