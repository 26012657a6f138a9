// Kernels get a pointer per buffer, and the offsets, sizes and strides that types
// do not say; the host reads elements it wants to know.
// RUN: ts-opt %s --pass-pipeline='builtin.module(ts-outline-launches,ts-lower-launches)' | FileCheck %s

// CHECK-LABEL: func.func @views(
// CHECK-SAME: ts.device_program = @device_code$program
// CHECK: %[[BASE:.*]], %[[OFFSET:.*]], %{{.*}}, %{{.*}} = memref.extract_strided_metadata %{{.*}} : memref<4xf32, strided<[?], offset: ?>>
// CHECK: memref.extract_aligned_pointer_as_index %[[BASE]]
// CHECK: arith.index_cast %[[OFFSET]]
// CHECK: llvm.call @tsrt_device_launch
// CHECK: llvm.call @tsrt_device_read
// CHECK: llvm.load
// CHECK: gpu.func @views_0(%[[X:.*]]: memref<?xf32>, %[[OFFSET:.*]]: i64, %[[STRIDE:.*]]: i64, %[[Y:.*]]: memref<?xf32>)
// CHECK-DAG: %[[BEGIN:.*]] = arith.index_cast %[[OFFSET]]
// CHECK-DAG: %[[STEP:.*]] = arith.index_cast %[[STRIDE]]
// CHECK: %[[PART:.*]] = arith.muli %{{.*}}, %[[STEP]]
// CHECK: %[[PLACE:.*]] = arith.addi %[[BEGIN]], %[[PART]]
// CHECK: memref.load %[[X]][%[[PLACE]]]
// CHECK: arith.addi %{{.*}}, %c3
// CHECK: memref.store %{{.*}}, %[[Y]]
// CHECK: llvm.mlir.global internal constant @device_code$kernel0$arguments("\00\08\08\00")

func.func @views(%x: memref<4xf32, strided<[?], offset: ?>>, %y: memref<4xf32, strided<[1], offset: 3>>) -> f32 {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%i, %j, %k) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%bx = %c4, %by = %c1, %bz = %c1) {
    %0 = memref.load %x[%tx] : memref<4xf32, strided<[?], offset: ?>>
    memref.store %0, %y[%tx] : memref<4xf32, strided<[1], offset: 3>>
    gpu.terminator
  }
  %1 = memref.load %y[%c1] : memref<4xf32, strided<[1], offset: 3>>
  return %1 : f32
}
