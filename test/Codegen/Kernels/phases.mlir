// The phases of code generation run alone, each on what the one before leaves.
// RUN: ts-opt %s --ts-form-kernels | FileCheck %s --check-prefix=FORM
// RUN: ts-opt %s --ts-form-kernels --ts-schedule-kernels | FileCheck %s --check-prefix=SCHEDULE
// RUN: ts-opt %s --ts-form-kernels --ts-schedule-kernels --ts-bufferize-kernels | FileCheck %s --check-prefix=BUFFERS
// RUN: ts-opt %s --ts-form-kernels --ts-schedule-kernels --ts-bufferize-kernels --ts-emit-kernels | FileCheck %s --check-prefix=EMIT
// RUN: ts-opt %s --ts-compile-kernels | FileCheck %s --check-prefix=EMIT

// FORM-LABEL: func.func private @f
// FORM: tsrt.kernel_call @kernels::@kernel_0
// FORM: module @kernels
// FORM: func.func @kernel_0(%{{.*}}: memref<2x3xf32>, %{{.*}}: memref<2x3xf32>)
// FORM: linalg.generic
// FORM: linalg.generic

// One loop over both operations.
// SCHEDULE: module @kernels
// SCHEDULE: linalg.generic
// SCHEDULE: arith.negf
// SCHEDULE-NEXT: arith.addf
// SCHEDULE-NOT: linalg.generic

// BUFFERS: module @kernels
// BUFFERS-NOT: tensor<
// BUFFERS: linalg.generic {{.*}} ins(%{{.*}} : memref<2x3xf32>) outs(%{{.*}} : memref<2x3xf32>)

// EMIT-LABEL: func.func private @ts.f
// EMIT: tsrt.kernel_call @kernel_0
// EMIT-NOT: module
// EMIT: llvm.func @kernel_0

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func private @f(%arg0: !ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32> {
  %0 = ts.tensor.value %arg0 : !ts.tensor<[2,3],f32> -> tensor<2x3xf32>
  %1 = tensor.empty() : tensor<2x3xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<2x3xf32>) outs(%1 : tensor<2x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %5 = arith.negf %in : f32
    linalg.yield %5 : f32
  } -> tensor<2x3xf32>
  %3 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%2, %0 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%1 : tensor<2x3xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %5 = arith.addf %in, %in2 : f32
    linalg.yield %5 : f32
  } -> tensor<2x3xf32>
  %4 = ts.tensor.ref %3 : tensor<2x3xf32> -> !ts.tensor<[2,3],f32>
  return %4 : !ts.tensor<[2,3],f32>
}
