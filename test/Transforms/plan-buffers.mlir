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

// The sizes of a result are what the function of sizes has answered, as the
// buffer of the result, and so its sizes, are made with the answer.
// CHECK-LABEL: func.func @sized_sizes(
// CHECK-SAME: %[[GIVEN:[a-z0-9]+]]: memref<1xi64>, %[[ANSWER:[a-z0-9]+]]: memref<2xi64>)
// CHECK: memref.store %{{.*}}, %[[ANSWER]][
// CHECK-NOT: memref.load %[[GIVEN]]
// CHECK: memref.load %[[ANSWER]][
// CHECK: memref.store %{{.*}}, %[[ANSWER]][
func.func @sized(%in: memref<f32>, %out: memref<f32>, %of_in: memref<1xi64>, %of_out: memref<1xi64>)
    attributes {ts.sizes = @sized_sizes} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.load %of_out[%c0] : memref<1xi64>
  %size = arith.index_cast %n : i64 to index
  %a = memref.alloc(%size) : memref<?xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<?xf32>)
  return
}
func.func @sized_sizes(%in: memref<f32>, %out: memref<f32>, %of_in: memref<1xi64>, %of_out: memref<1xi64>,
                       %answer: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %n = memref.load %of_in[%c0] : memref<1xi64>
  memref.store %n, %answer[%c0] : memref<2xi64>
  return
}
