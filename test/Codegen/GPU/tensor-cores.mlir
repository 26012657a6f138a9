// Products by tiles are computed by the matrix units of NVIDIA's chips, where these
// have units for the elements.
// DEFINE: %{chip} = sm_80
// DEFINE: %{launch} = ts-opt %s --ts-set-device='target=nvvm chip=%{chip}' --ts-form-kernels --ts-split-kernels --ts-schedule-device-kernels --ts-launch-device-kernels --ts-emit-device-kernels
// RUN: %{launch} | FileCheck %s
// REDEFINE: %{chip} = sm_70
// RUN: %{launch} | FileCheck %s --check-prefix=OLD
// REDEFINE: %{chip} = sm_90+tf32
// RUN: %{launch} | FileCheck %s --check-prefix=TF32
// RUN: not ts-opt %s --ts-set-device=target=rocdl:gfx90a+tf32 2>&1 | FileCheck %s --check-prefix=AMD
// RUN: not ts-opt %s --ts-set-device=target=nvvm:sm_75+tf32 2>&1 | FileCheck %s --check-prefix=UNITS
// AMD: error: 'gfx90a+tf32' is not a chip of the target rocdl
// UNITS: error: 'sm_75' has no units for tf32, which chips have from sm_80 on

// The first kernel fills the results. 8 groups of 32 threads have two pieces of the 64x64 results beside each other
// each: one piece of the rows, two of the columns. The results go through shared
// memory.
// CHECK: .visible .entry kernel_0_1(
// CHECK-SAME: .shared .align 32 .b8 kernel_0_1_shared
// CHECK-SAME: bar.sync
// CHECK-SAME: wmma.load.a.sync.aligned.col.m16n16k16.shared.bf16
// CHECK-SAME: wmma.load.b.sync.aligned.row.m16n16k16.shared.bf16
// CHECK-SAME: wmma.mma.sync.aligned.col.row.m16n16k16.f32.bf16.bf16.f32
// CHECK-SAME: wmma.load.b.sync.aligned.row.m16n16k16.shared.bf16
// CHECK-SAME: wmma.mma.sync.aligned.col.row.m16n16k16.f32.bf16.bf16.f32
// CHECK-SAME: wmma.store.d.sync.aligned.row.m16n16k16.shared.f32
// CHECK-SAME: wmma.store.d.sync.aligned.row.m16n16k16.shared.f32
// CHECK-SAME: bar.sync
// CHECK-SAME: .visible .entry kernel_0_2(
// CHECK-SAME: wmma.mma.sync.aligned.col.row.m16n16k16.f32.f32
// No float32 is rounded, and no tile that 32 threads have no pieces of.
// CHECK-SAME: .visible .entry kernel_0_3(
// CHECK-NOT: wmma
// CHECK-SAME: fma.rn.f32
// CHECK-SAME: .visible .entry kernel_0_4(
// CHECK-NOT: wmma

// OLD: .visible .entry kernel_0_1(
// OLD-NOT: wmma
// OLD-SAME: .visible .entry kernel_0_2(
// OLD-SAME: wmma.mma.sync.col.row.m16n16k16.f32.f32
// OLD-SAME: .visible .entry kernel_0_3(
// OLD-NOT: wmma

// Elements are rounded to the nearest on their way to shared memory; a step has two
// instructions.
// TF32: .visible .entry kernel_0_3(
// TF32-SAME: cvt.rna.tf32.f32
// TF32-SAME: st.shared
// TF32-SAME: bar.sync
// TF32-SAME: wmma.load.a.sync.aligned.col.m16n16k8.shared.tf32
// TF32-SAME: wmma.mma.sync.aligned.col.row.m16n16k8.f32.tf32.tf32.f32
// TF32-SAME: wmma.store.d.sync.aligned.row.m16n16k8.shared.f32
// TF32-SAME: .visible .entry kernel_0_4(

func.func private @f(%arg0: !ts.tensor<[64,80],bf16>, %arg1: !ts.tensor<[64,80],f16>, %arg2: !ts.tensor<[64,80],f32>, %arg3: !ts.tensor<[16,80],bf16>) -> (!ts.tensor<[64,64],f32>, !ts.tensor<[64,64],f32>, !ts.tensor<[64,64],f32>, !ts.tensor<[16,16],f32>) {
  %x = ts.tensor.value %arg0 : !ts.tensor<[64,80],bf16> -> tensor<64x80xbf16>
  %y = ts.tensor.value %arg1 : !ts.tensor<[64,80],f16> -> tensor<64x80xf16>
  %z = ts.tensor.value %arg2 : !ts.tensor<[64,80],f32> -> tensor<64x80xf32>
  %w = ts.tensor.value %arg3 : !ts.tensor<[16,80],bf16> -> tensor<16x80xbf16>
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<64x64xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul_transpose_b ins(%x, %x : tensor<64x80xbf16>, tensor<64x80xbf16>) outs(%1 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = linalg.matmul_transpose_b ins(%y, %y : tensor<64x80xf16>, tensor<64x80xf16>) outs(%1 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %4 = linalg.matmul_transpose_b ins(%z, %z : tensor<64x80xf32>, tensor<64x80xf32>) outs(%1 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %5 = tensor.empty() : tensor<16x16xf32>
  %6 = linalg.fill ins(%zero : f32) outs(%5 : tensor<16x16xf32>) -> tensor<16x16xf32>
  %7 = linalg.matmul_transpose_b ins(%w, %w : tensor<16x80xbf16>, tensor<16x80xbf16>) outs(%6 : tensor<16x16xf32>) -> tensor<16x16xf32>
  %8 = ts.tensor.ref %2 : tensor<64x64xf32> -> !ts.tensor<[64,64],f32>
  %9 = ts.tensor.ref %3 : tensor<64x64xf32> -> !ts.tensor<[64,64],f32>
  %10 = ts.tensor.ref %4 : tensor<64x64xf32> -> !ts.tensor<[64,64],f32>
  %11 = ts.tensor.ref %7 : tensor<16x16xf32> -> !ts.tensor<[16,16],f32>
  return %8, %9, %10, %11 : !ts.tensor<[64,64],f32>, !ts.tensor<[64,64],f32>, !ts.tensor<[64,64],f32>, !ts.tensor<[16,16],f32>
}
