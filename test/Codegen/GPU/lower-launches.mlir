// Kernels get a pointer per buffer, offsets included, and the sizes and strides
// that types do not say; the host reads elements it wants to know.
// RUN: ts-opt %s --pass-pipeline='builtin.module(ts-outline-launches,ts-lower-launches)' | FileCheck %s

// CHECK-LABEL: func.func @views(
// CHECK-SAME: ts.device_program = @device_code$program
// CHECK: %[[BASE:.*]], %[[OFFSET:.*]], %{{.*}}, %{{.*}} = memref.extract_strided_metadata %{{.*}} : memref<4xf32, strided<[?], offset: ?>>
// CHECK: memref.extract_aligned_pointer_as_index %[[BASE]]
// CHECK: arith.muli %[[OFFSET]], %c4
// CHECK: llvm.call @tsrt_device_launch
// CHECK: llvm.call @tsrt_device_read
// CHECK: llvm.load
// CHECK: gpu.func @views_0(%[[X:.*]]: memref<?xf32>, %[[STRIDE:.*]]: i64, %[[Y:.*]]: memref<?xf32>)
// CHECK: arith.index_cast %[[STRIDE]]
// CHECK: memref.load %[[X]]
// CHECK: memref.store %{{.*}}, %[[Y]]
// CHECK: llvm.mlir.global internal constant @device_code$kernel0$arguments("\00\08\00")

func.func @views(%x: memref<4xf32, strided<[?], offset: ?>>, %y: memref<4xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%i, %j, %k) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%bx = %c4, %by = %c1, %bz = %c1) {
    %0 = memref.load %x[%tx] : memref<4xf32, strided<[?], offset: ?>>
    memref.store %0, %y[%tx] : memref<4xf32>
    gpu.terminator
  }
  %1 = memref.load %y[%c1] : memref<4xf32>
  return %1 : f32
}
