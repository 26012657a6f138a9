// A softmax of rows of a size that is not zero: nothing is to be guarded.
// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(ts-infer-types,ts-to-value,ts-guard-kernels))' | FileCheck %s --check-prefix=GUARD
// RUN: ts-opt %s --torchscript-to-linalg | FileCheck %s --check-prefix=LINALG
// RUN: ts-opt %s --torchscript-to-linalg --ts-outline-kernels | FileCheck %s --check-prefix=KERNEL
// RUN: ts-opt %s --torchscript-to-linalg --ts-compile-kernels | FileCheck %s --check-prefix=LLVM

// GUARD-NOT: ts.if
// GUARD: ts.op "aten::_softmax"{{.*}} {ts.guarded}

// LINALG-NOT: ts.symbol
// LINALG-NOT: ts.bind_shape
// LINALG: linalg.reduce
// LINALG: linalg.reduce
// LINALG-NOT: ts.op

// KERNEL: tsrt.kernel_call @kernels::@kernel_0(%arg0)
// KERNEL: func.func @kernel_0_sizes(
// KERNEL-NOT: linalg

// The places of three buffers of unknown size.
// LLVM: llvm.func @kernel_0(
// LLVM: llvm.func @kernel_0_sizes(
// LLVM: llvm.store

func.func @f(%x: !ts.tensor<[?,?],f32>) -> !ts.tensor<[?,?],f32> {
  %n = ts.symbol "n" {min = 1 : i64}
  %m = ts.symbol "m" {min = 1 : i64}
  %last = arith.constant -1 : i64
  %false = arith.constant false
  %0 = ts.tensor.value %x : !ts.tensor<[?,?],f32> -> tensor<?x?xf32>
  ts.bind_shape %0, affine_map<()[s0, s1] -> (s0, s1)>[%n, %m] : tensor<?x?xf32>
  %1 = ts.op "aten::_softmax"(%0, %last, %false) : (tensor<?x?xf32>, i64, i1) -> tensor<?x?xf32>
  %2 = ts.tensor.ref %1 : tensor<?x?xf32> -> !ts.tensor<[?,?],f32>
  return %2 : !ts.tensor<[?,?],f32>
}
