// RUN: ts-opt --ts-lower-library-calls %s | FileCheck %s

// The C function is declared once.
// CHECK: llvm.func @tsrt_onednn_matmul(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr)
// CHECK-NOT: llvm.func @tsrt_onednn_matmul

// Each call of a kernel has a place for what the function keeps, null at first.
// CHECK: llvm.mlir.global internal @two$library() {{{.*}}ts.library_places = 1 : i64} : !llvm.array<1 x ptr> {
// CHECK-NEXT: llvm.mlir.zero

// Parameters and addresses of inputs go in arrays on the stack, the address of
// the result by itself.
// CHECK-LABEL: func.func @two(
// CHECK-SAME: %[[A:.*]]: memref<2x4xf32>, %[[B:.*]]: memref<4x3xf32>, %[[C:.*]]: memref<2x3xf32>)
// CHECK: %[[COUNT:.*]] = llvm.mlir.constant(2 : i64)
// CHECK: %[[INPUTS:.*]] = llvm.alloca %[[COUNT]] x !llvm.ptr
// CHECK: %[[THREE:.*]] = llvm.mlir.constant(3 : i64)
// CHECK: %[[NUMBERS:.*]] = llvm.alloca %[[THREE]] x i64
// CHECK: %[[AI:.*]] = memref.extract_aligned_pointer_as_index %[[A]]
// CHECK: %[[AB:.*]] = arith.index_cast %[[AI]] : index to i64
// CHECK: %[[AP:.*]] = llvm.inttoptr %[[AB]]
// CHECK: memref.extract_aligned_pointer_as_index %[[B]]
// CHECK: llvm.getelementptr %[[NUMBERS]][0]
// CHECK: llvm.getelementptr %[[NUMBERS]][1]
// CHECK: llvm.getelementptr %[[NUMBERS]][2]
// CHECK: %[[FIRST:.*]] = llvm.getelementptr %[[INPUTS]][0]
// CHECK: llvm.store %[[AP]], %[[FIRST]]
// CHECK: memref.extract_aligned_pointer_as_index %[[C]]
// CHECK: %[[CP:.*]] = llvm.inttoptr
// CHECK: %[[PLACES:.*]] = llvm.mlir.addressof @two$library
// CHECK: %[[PLACE:.*]] = llvm.getelementptr %[[PLACES]][0]
// CHECK: llvm.call @tsrt_onednn_matmul(%[[NUMBERS]], %[[INPUTS]], %[[CP]], %[[PLACE]])
// CHECK-NOT: tsrt.library_call
func.func @two(%a: memref<2x4xf32>, %b: memref<4x3xf32>, %c: memref<2x3xf32>) {
  tsrt.library_call "tsrt_onednn_matmul" [2, 3, 4] ins(%a, %b : memref<2x4xf32>, memref<4x3xf32>) outs(%c : memref<2x3xf32>)
  return
}

// The arrays of a call in a loop are made once, before it.
// CHECK-LABEL: func.func @loop(
// CHECK: llvm.alloca
// CHECK: llvm.alloca
// CHECK: scf.for
// CHECK-NOT: llvm.alloca
// CHECK: llvm.call @tsrt_onednn_matmul
func.func @loop(%a: memref<2x4xf32>, %c: memref<2x3xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    tsrt.library_call "tsrt_onednn_matmul" [] ins(%a : memref<2x4xf32>) outs(%c : memref<2x3xf32>)
  }
  return
}

// What a convolution has not is null; bounds are the bits of floats.
// CHECK-LABEL: func.func @convolution(
// CHECK: %[[INPUTS:.*]] = llvm.alloca
// CHECK: %[[NUMBERS:.*]] = llvm.alloca
// CHECK: %[[SIX:.*]] = llvm.mlir.constant(1086324736 : i64)
// CHECK: %[[NONE:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK: llvm.store %[[SIX]]
// CHECK: %[[SCALE:.*]] = llvm.getelementptr %[[INPUTS]][2]
// CHECK: llvm.store %[[NONE]], %[[SCALE]]
// CHECK: llvm.call @tsrt_onednn_convolution(
func.func @convolution(%x: memref<1x5x5x2xf32>, %w: memref<3x2x3x3xf32>, %y: memref<1x3x3x3xf32>) {
  tsrt.convolution ins(%x, %w : memref<1x5x5x2xf32>, memref<3x2x3x3xf32>) outs(%y : memref<1x3x3x3xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>,
       groups = 1 : i64, channels_last, activation = "clamp", bounds = array<f64: 0.0, 6.0>}
  return
}

// The output's offset is in its address, the step of its pixels a parameter.
// CHECK-LABEL: func.func @gaps(
// CHECK: llvm.mlir.constant(24 : i64)
// CHECK: %[[STEP:.*]] = llvm.mlir.constant(16 : i64)
// CHECK: llvm.getelementptr %{{.*}}[23]
// CHECK-NEXT: llvm.store %[[STEP]]
// CHECK: %[[BEGIN:.*]] = memref.extract_aligned_pointer_as_index %arg2
// CHECK: %[[BYTES:.*]] = arith.constant 32 : index
// CHECK: %[[SUM:.*]] = arith.addi %[[BEGIN]], %[[BYTES]]
// CHECK: arith.index_cast %[[SUM]]
func.func @gaps(%x: memref<1x4x4x8xf32>, %w: memref<8x8x1x1xf32>, %y: memref<1x4x4x8xf32, strided<[256, 64, 16, 1], offset: 8>>) {
  tsrt.convolution ins(%x, %w : memref<1x4x4x8xf32>, memref<8x8x1x1xf32>)
      outs(%y : memref<1x4x4x8xf32, strided<[256, 64, 16, 1], offset: 8>>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>,
       groups = 1 : i64, channels_last}
  return
}
