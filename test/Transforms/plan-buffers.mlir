// RUN: ts-opt --ts-plan-buffers %s | FileCheck %s
// RUN: not ts-opt --ts-plan-buffers %S/Inputs/dynamic-alloc.mlir 2>&1 | FileCheck %s --check-prefix=DYNAMIC

// The first and the third buffer live one after the other and share memory.
// CHECK-LABEL: func.func @k(
// CHECK-SAME: %[[WS:[a-z0-9]+]]: memref<2048xi8>) attributes {ts.workspace = 2048 : i64}
// CHECK-NOT: memref.alloc
// CHECK: %[[A:.*]] = arith.constant 0 : index
// CHECK: memref.view %[[WS]][%[[A]]]
// CHECK: %[[B:.*]] = arith.constant 1024 : index
// CHECK: memref.view %[[WS]][%[[B]]]
// CHECK: %[[C:.*]] = arith.constant 0 : index
// CHECK: memref.view %[[WS]][%[[C]]]
func.func @k(%in: memref<256xf32>, %out: memref<256xf32>) {
  %a = memref.alloc() : memref<256xf32>
  memref.copy %in, %a : memref<256xf32> to memref<256xf32>
  %b = memref.alloc() : memref<256xf32>
  memref.copy %a, %b : memref<256xf32> to memref<256xf32>
  %c = memref.alloc() : memref<256xf32>
  memref.copy %b, %c : memref<256xf32> to memref<256xf32>
  memref.copy %c, %out : memref<256xf32> to memref<256xf32>
  return
}

// DYNAMIC: error: 'memref.alloc' op is not of static size
