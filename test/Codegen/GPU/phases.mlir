// The phases of code generation for devices, each on what the one before leaves.
// RUN: ts-opt %s --ts-set-device=target=spirv --ts-form-kernels --ts-split-kernels | FileCheck %s --check-prefix=SPLIT
// RUN: ts-opt %s --ts-set-device=target=spirv --ts-form-kernels --ts-split-kernels --ts-schedule-device-kernels | FileCheck %s --check-prefix=BUFFERS
// RUN: ts-opt %s --ts-set-device=target=spirv --ts-form-kernels --ts-split-kernels --ts-schedule-device-kernels --ts-launch-device-kernels | FileCheck %s --check-prefix=LAUNCH
// RUN: ts-opt %s --ts-set-device=target=spirv --ts-form-kernels --ts-split-kernels --ts-schedule-device-kernels --ts-launch-device-kernels --ts-emit-device-kernels | FileCheck %s --check-prefix=EMIT
// RUN: ts-opt %s --torchscript-to-gpu=target=spirv | FileCheck %s --check-prefix=ALL

// SPLIT: module attributes {ts.device = ["spirv"]}
// SPLIT: tsrt.kernel_call @device_kernels::@kernel_0
// SPLIT: module @kernels {
// SPLIT-NEXT: }
// SPLIT: module @device_kernels
// SPLIT: func.func @kernel_0(%{{.*}}: memref<2x300xf32>, %{{.*}}: memref<2x300xf32>)

// One loop over both operations, on buffers.
// BUFFERS: module @device_kernels
// BUFFERS-NOT: tensor<
// BUFFERS: linalg.generic
// BUFFERS: arith.negf
// BUFFERS-NEXT: arith.addf
// BUFFERS-NOT: linalg.generic

// Rows that lie behind each other are one: 600 elements in 3 blocks.
// LAUNCH: func.func @kernel_0
// LAUNCH: %[[C3:.*]] = arith.constant 3 : index
// LAUNCH: gpu.launch_func @device_code::@kernel_0_0 blocks in (%[[C3]], %{{.*}}, %{{.*}}) threads in
// LAUNCH: gpu.module @device_code
// LAUNCH: gpu.func @kernel_0_0({{.*}}) kernel attributes {known_block_size = array<i32: 256, 1, 1>}
// LAUNCH: gpu.block_id x
// LAUNCH: gpu.thread_id x
// LAUNCH: scf.if
// LAUNCH: memref.load
// LAUNCH: memref.store

// EMIT: module @device_kernels
// EMIT-NOT: gpu.
// EMIT-DAG: llvm.mlir.global internal constant @device_code$program() {{.*}}ts.device_program
// EMIT-DAG: llvm.mlir.global internal constant @device_code$image0("\03\02#\07
// EMIT-DAG: llvm.func @kernel_0({{.*}}ts.device_program = @device_code$program
// EMIT-DAG: llvm.call @tsrt_device_launch

// ALL: tsrt.kernel_call @kernel_0
// ALL-NOT: module
// ALL: llvm.call @tsrt_device_launch

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func private @f(%arg0: !ts.tensor<[2,300],f32>) -> !ts.tensor<[2,300],f32> {
  %0 = ts.tensor.value %arg0 : !ts.tensor<[2,300],f32> -> tensor<2x300xf32>
  %1 = tensor.empty() : tensor<2x300xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<2x300xf32>) outs(%1 : tensor<2x300xf32>) {
  ^bb0(%in: f32, %out: f32):
    %5 = arith.negf %in : f32
    linalg.yield %5 : f32
  } -> tensor<2x300xf32>
  %3 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%2, %0 : tensor<2x300xf32>, tensor<2x300xf32>) outs(%1 : tensor<2x300xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %5 = arith.addf %in, %in_0 : f32
    linalg.yield %5 : f32
  } -> tensor<2x300xf32>
  %4 = ts.tensor.ref %3 : tensor<2x300xf32> -> !ts.tensor<[2,300],f32>
  return %4 : !ts.tensor<[2,300],f32>
}
