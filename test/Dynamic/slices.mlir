// Rows are written in a loop; that they are there is guarded.
// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(ts-infer-types,ts-to-value,ts-guard-kernels))' | FileCheck %s --check-prefix=GUARD
// RUN: ts-opt %s --torchscript-to-linalg | FileCheck %s --check-prefix=LINALG
// RUN: ts-opt %s --torchscript-to-linalg --ts-outline-kernels | FileCheck %s --check-prefix=KERNEL
// RUN: ts-opt %s --torchscript-to-linalg --ts-compile-kernels | FileCheck %s --check-prefix=LLVM

// GUARD: ts.for %[[I:.*]] to
// GUARD: arith.cmpi sge
// GUARD: arith.cmpi sge
// GUARD: arith.cmpi sge
// GUARD: ts.if
// GUARD: ts.op "aten::select.int"{{.*}} {ts.guarded}
// GUARD: ts.op "aten::select_scatter"{{.*}} {ts.guarded}
// GUARD: ts.op "aten::select.int"{{.*}} {ts.fallback
// GUARD: ts.op "aten::select_scatter"{{.*}} {ts.fallback
// GUARD: ts.tensor.overwrite

// LINALG: scf.for
// LINALG: scf.if
// LINALG: tensor.extract_slice
// LINALG: tensor.insert_slice

// KERNEL: scf.for
// KERNEL: scf.if
// KERNEL: tsrt.kernel_call @kernels::@kernel_0(
// KERNEL: ts.op "aten::copy_"

// LLVM: llvm.func @kernel_0(

func.func @f(%x: !ts.tensor<[?,3],f32>, %y: !ts.tensor<[?,3],f32>, %n: i64) {
  %dim = arith.constant 0 : i64
  ts.for %i to %n {
    %0 = ts.tensor.value %y : !ts.tensor<[?,3],f32> -> tensor<?x3xf32>
    %1 = ts.op "aten::select.int"(%0, %dim, %i) : (tensor<?x3xf32>, i64, i64) -> tensor<3xf32>
    %2 = ts.op "aten::relu"(%1) : (tensor<3xf32>) -> tensor<3xf32>
    %3 = ts.tensor.value %x : !ts.tensor<[?,3],f32> -> tensor<?x3xf32>
    %4 = ts.op "aten::select_scatter"(%3, %2, %dim, %i) : (tensor<?x3xf32>, tensor<3xf32>, i64, i64) -> tensor<?x3xf32>
    ts.tensor.overwrite %4, %x : tensor<?x3xf32>, !ts.tensor<[?,3],f32>
    ts.yield
  }
  return
}
