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

// A convolution with its channels last leaves gaps between pixels itself, as
// long as rows have none; its input is packed.
// CHECK-LABEL: func.func @gaps(
// CHECK: %[[PACKED:.*]] = memref.alloc() : memref<1x4x4x8xf32>
// CHECK-NEXT: linalg.copy
// CHECK-NEXT: tsrt.convolution ins(%[[PACKED]], %arg1 : {{.*}}) outs(%arg2 :
// CHECK: linalg.copy ins(%arg0
// CHECK-NEXT: %[[ROWS:.*]] = memref.alloc() : memref<1x4x4x8xf32>
// CHECK-NEXT: linalg.copy ins(%arg3
// CHECK: tsrt.convolution {{.*}} outs(%[[ROWS]] :
// CHECK-NEXT: linalg.copy ins(%[[ROWS]]
func.func @gaps(%x: memref<1x4x4x8xf32, strided<[256, 64, 16, 1]>>, %w: memref<8x8x1x1xf32>,
                %y: memref<1x4x4x8xf32, strided<[256, 64, 16, 1], offset: 8>>,
                %z: memref<1x4x4x8xf32, strided<[256, 64, 8, 1]>>) {
  tsrt.convolution ins(%x, %w : memref<1x4x4x8xf32, strided<[256, 64, 16, 1]>>, memref<8x8x1x1xf32>)
      outs(%y : memref<1x4x4x8xf32, strided<[256, 64, 16, 1], offset: 8>>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>,
       groups = 1 : i64, channels_last}
  tsrt.convolution ins(%x, %w : memref<1x4x4x8xf32, strided<[256, 64, 16, 1]>>, memref<8x8x1x1xf32>)
      outs(%z : memref<1x4x4x8xf32, strided<[256, 64, 8, 1]>>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>,
       groups = 1 : i64, channels_last}
  return
}
