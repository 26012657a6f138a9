// RUN: ts-opt --pass-pipeline='builtin.module(func.func(ts-pack-library-operands))' %s | FileCheck %s

// A strided input is copied before the call.
// CHECK-LABEL: func.func @input(
// CHECK-SAME: %[[A:.*]]: memref<2x4xf32, strided<[8, 1]>>
// CHECK: %[[PACKED:.*]] = memref.alloc() : memref<2x4xf32>
// CHECK-NEXT: linalg.copy ins(%[[A]] : {{.*}}) outs(%[[PACKED]]
// CHECK-NEXT: tsrt.library_call "f" [1] ins(%[[PACKED]], %arg1 :
// CHECK-NEXT: return
func.func @input(%a: memref<2x4xf32, strided<[8, 1]>>, %b: memref<4x3xf32>, %c: memref<2x3xf32>) {
  tsrt.library_call "f" [1] ins(%a, %b : memref<2x4xf32, strided<[8, 1]>>, memref<4x3xf32>) outs(%c : memref<2x3xf32>)
  return
}

// A strided result is computed elsewhere and copied back; what it held before
// counts, as the call may add to it.
// CHECK-LABEL: func.func @output(
// CHECK-SAME: %[[C:[a-z0-9]+]]: memref<2x3xf32, strided<[6, 1]>>
// CHECK: %[[PACKED:.*]] = memref.alloc() : memref<2x3xf32>
// CHECK-NEXT: linalg.copy ins(%[[C]] : {{.*}}) outs(%[[PACKED]]
// CHECK-NEXT: tsrt.library_call "f" [] ins(%arg0 : {{.*}}) outs(%[[PACKED]]
// CHECK-NEXT: linalg.copy ins(%[[PACKED]] : {{.*}}) outs(%[[C]]
func.func @output(%a: memref<2x4xf32>, %c: memref<2x3xf32, strided<[6, 1]>>) {
  tsrt.library_call "f" [] ins(%a : memref<2x4xf32>) outs(%c : memref<2x3xf32, strided<[6, 1]>>)
  return
}

// Row-major operands stay.
// CHECK-LABEL: func.func @row_major(
// CHECK-NEXT: tsrt.library_call "f" [] ins(%arg0 : {{.*}}) outs(%arg1
// CHECK-NEXT: return
func.func @row_major(%a: memref<2x4xf32>, %c: memref<2x3xf32>) {
  tsrt.library_call "f" [] ins(%a : memref<2x4xf32>) outs(%c : memref<2x3xf32>)
  return
}
