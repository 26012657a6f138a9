// The four gates of an LSTM cell lie beside each other: their sizes say all.
// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(ts-infer-types,ts-to-value,ts-guard-kernels))' | FileCheck %s --check-prefix=GUARD
// RUN: ts-opt %s --torchscript-to-linalg | FileCheck %s --check-prefix=LINALG
// RUN: ts-opt %s --torchscript-to-linalg --ts-outline-kernels | FileCheck %s --check-prefix=KERNEL
// RUN: ts-opt %s --torchscript-to-linalg --ts-compile-kernels | FileCheck %s --check-prefix=LLVM

// GUARD-NOT: ts.if
// GUARD: ts.op "aten::narrow"{{.*}} {ts.guarded}
// GUARD: ts.op "aten::add.Tensor"{{.*}} {ts.guarded}

// LINALG-COUNT-4: tensor.extract_slice
// LINALG: linalg.generic
// LINALG-NOT: ts.op

// KERNEL: %{{.*}}:2 = tsrt.kernel_call @kernels::@kernel_0(
// KERNEL-NOT: tsrt.kernel_call

// LLVM: llvm.func @kernel_0(
// LLVM-NOT: llvm.func @kernel_1(

func.func @f(%gates: !ts.tensor<[?,?],f32>, %c: !ts.tensor<[?,?],f32>) -> (!ts.tensor<[?,?],f32>, !ts.tensor<[?,?],f32>) {
  %n = ts.symbol "n"
  %h = ts.symbol "h"
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %0 = ts.tensor.value %gates : !ts.tensor<[?,?],f32> -> tensor<?x?xf32>
  ts.bind_shape %0, affine_map<()[s0, s1] -> (s0, s1 * 4)>[%n, %h] : tensor<?x?xf32>
  %1 = ts.tensor.value %c : !ts.tensor<[?,?],f32> -> tensor<?x?xf32>
  ts.bind_shape %1, affine_map<()[s0, s1] -> (s0, s1)>[%n, %h] : tensor<?x?xf32>
  %c1 = arith.constant 1 : index
  %size = tensor.dim %1, %c1 : tensor<?x?xf32>
  %width = arith.index_cast %size : index to i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %w2 = arith.muli %width, %two : i64
  %w3 = arith.muli %width, %three : i64
  %i0 = ts.op "aten::narrow"(%0, %one, %zero, %width) : (tensor<?x?xf32>, i64, i64, i64) -> tensor<?x?xf32>
  %f0 = ts.op "aten::narrow"(%0, %one, %width, %width) : (tensor<?x?xf32>, i64, i64, i64) -> tensor<?x?xf32>
  %g0 = ts.op "aten::narrow"(%0, %one, %w2, %width) : (tensor<?x?xf32>, i64, i64, i64) -> tensor<?x?xf32>
  %o0 = ts.op "aten::narrow"(%0, %one, %w3, %width) : (tensor<?x?xf32>, i64, i64, i64) -> tensor<?x?xf32>
  %i = ts.op "aten::sigmoid"(%i0) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %f = ts.op "aten::sigmoid"(%f0) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %g = ts.op "aten::tanh"(%g0) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %o = ts.op "aten::sigmoid"(%o0) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %kept = ts.op "aten::mul.Tensor"(%f, %1) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %new = ts.op "aten::mul.Tensor"(%i, %g) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %next = ts.op "aten::add.Tensor"(%kept, %new, %one) : (tensor<?x?xf32>, tensor<?x?xf32>, i64) -> tensor<?x?xf32>
  %act = ts.op "aten::tanh"(%next) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %out = ts.op "aten::mul.Tensor"(%o, %act) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %r0 = ts.tensor.ref %out : tensor<?x?xf32> -> !ts.tensor<[?,?],f32>
  %r1 = ts.tensor.ref %next : tensor<?x?xf32> -> !ts.tensor<[?,?],f32>
  return %r0, %r1 : !ts.tensor<[?,?],f32>, !ts.tensor<[?,?],f32>
}
