// RUN: ts-opt %s --ts-resolve-reshapes | FileCheck %s

// The shape is numbers, and its buffer goes.
// CHECK-LABEL: func.func @known
// CHECK-SAME: %[[X:[^:]*]]: memref<?xf32>, %[[ROWS:[^:]*]]: index
// CHECK-NOT: memref.alloc
// CHECK: %[[V:.*]] = memref.reinterpret_cast %[[X]] to offset: [0], sizes: [%[[ROWS]], 4], strides: [4, 1] : memref<?xf32> to memref<?x4xf32>
// CHECK: memref.dim %[[V]]
func.func @known(%x: memref<?xf32>, %rows: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %shape = memref.alloc() : memref<2xindex>
  memref.store %rows, %shape[%c0] : memref<2xindex>
  memref.store %c4, %shape[%c1] : memref<2xindex>
  %r = memref.reshape %x(%shape) : (memref<?xf32>, memref<2xindex>) -> memref<?x4xf32>
  %d = memref.dim %r, %c0 : memref<?x4xf32>
  return %d : index
}

// What comes from elsewhere, or is only partly stored, stays.
// CHECK-LABEL: func.func @unknown
// CHECK-COUNT-2: memref.reshape
func.func @unknown(%x: memref<?xf32>, %rows: index, %given: memref<2xindex>) -> (memref<?x4xf32>, memref<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %shape = memref.alloc() : memref<2xindex>
  memref.store %rows, %shape[%c0] : memref<2xindex>
  %0 = memref.reshape %x(%given) : (memref<?xf32>, memref<2xindex>) -> memref<?x4xf32>
  %1 = memref.reshape %x(%shape) : (memref<?xf32>, memref<2xindex>) -> memref<?x4xf32>
  return %0, %1 : memref<?x4xf32>, memref<?x4xf32>
}
