// RUN: ts-opt --ts-share-loops --split-input-file %s | FileCheck %s
// RUN: ts-opt --ts-share-loops --ts-plan-buffers --split-input-file %s | FileCheck %s --check-prefix=PLAN

// Equal loops of two kernels are one function.
module @kernels {
  // CHECK-LABEL: func.func @kernel_0(
  // CHECK: call @loop_0(%arg0, %arg1)
  // CHECK: call @loop_0(%arg1, %arg2)
  // CHECK-NOT: linalg.exp
  func.func @kernel_0(%x: memref<512xf32>, %y: memref<512xf32>, %z: memref<512xf32>) {
    linalg.exp ins(%x : memref<512xf32>) outs(%y : memref<512xf32>)
    linalg.exp ins(%y : memref<512xf32>) outs(%z : memref<512xf32>)
    return
  }
  // CHECK-LABEL: func.func @kernel_1(
  // CHECK: call @loop_0(%arg0, %arg1)
  // PLAN-LABEL: func.func @kernel_1(
  // PLAN-SAME: memref<0xi8>
  // PLAN: call @loop_0
  func.func @kernel_1(%x: memref<512xf32>, %y: memref<512xf32>) {
    linalg.exp ins(%x : memref<512xf32>) outs(%y : memref<512xf32>)
    return
  }
  // CHECK: func.func private @loop_0(%[[X:.*]]: memref<512xf32>, %[[Y:.*]]: memref<512xf32>)
  // CHECK-SAME: passthrough = ["noinline"]
  // CHECK: linalg.exp ins(%[[X]] {{.*}} outs(%[[Y]]
  // PLAN: func.func private @loop_0(%{{.*}}: memref<512xf32>, %{{.*}}: memref<512xf32>) attributes
}

// -----

// Buffers of a loop are made before it; constants belong to the function.
// CHECK-LABEL: func.func @rows(
// CHECK: %[[A:.*]] = memref.alloc
// CHECK: call @loop_0(%arg0, %arg1, %[[A]])
// CHECK: %[[B:.*]] = memref.alloc
// CHECK: call @loop_0(%arg1, %arg2, %[[B]])
// CHECK: func.func private @loop_0(
// CHECK-SAME: memref<1x64xf32> {llvm.noalias})
// CHECK-DAG: arith.constant 8 : index
// CHECK: scf.for
// CHECK-NOT: memref.alloc
// PLAN-LABEL: func.func @rows(
// PLAN: memref.view
// PLAN: call @loop_0
func.func @rows(%x: memref<8x64xf32>, %y: memref<8x64xf32>, %z: memref<8x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %in = memref.subview %x[%i, 0] [1, 64] [1, 1] : memref<8x64xf32> to memref<1x64xf32, strided<[64, 1], offset: ?>>
    %out = memref.subview %y[%i, 0] [1, 64] [1, 1] : memref<8x64xf32> to memref<1x64xf32, strided<[64, 1], offset: ?>>
    %row = memref.alloc() : memref<1x64xf32>
    linalg.exp ins(%in : memref<1x64xf32, strided<[64, 1], offset: ?>>) outs(%row : memref<1x64xf32>)
    linalg.exp ins(%row : memref<1x64xf32>) outs(%out : memref<1x64xf32, strided<[64, 1], offset: ?>>)
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %in = memref.subview %y[%i, 0] [1, 64] [1, 1] : memref<8x64xf32> to memref<1x64xf32, strided<[64, 1], offset: ?>>
    %out = memref.subview %z[%i, 0] [1, 64] [1, 1] : memref<8x64xf32> to memref<1x64xf32, strided<[64, 1], offset: ?>>
    %row = memref.alloc() : memref<1x64xf32>
    linalg.exp ins(%in : memref<1x64xf32, strided<[64, 1], offset: ?>>) outs(%row : memref<1x64xf32>)
    linalg.exp ins(%row : memref<1x64xf32>) outs(%out : memref<1x64xf32, strided<[64, 1], offset: ?>>)
  }
  return
}

// -----

// Loops that differ in a constant, short ones, and those on buffers that are
// more than a pointer stay.
// CHECK-LABEL: func.func @stay(
// CHECK-NOT: call
// CHECK: return
// CHECK-NOT: func.func private
func.func @stay(%x: memref<512xf32>, %y: memref<512xf32>, %a: memref<8xf32>, %b: memref<8xf32>, %n: memref<?xf32>, %m: memref<?xf32>) {
  %0 = arith.constant 0.0 : f32
  %1 = arith.constant 1.0 : f32
  linalg.fill ins(%0 : f32) outs(%x : memref<512xf32>)
  linalg.fill ins(%1 : f32) outs(%y : memref<512xf32>)
  linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
  linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
  linalg.exp ins(%n : memref<?xf32>) outs(%m : memref<?xf32>)
  linalg.exp ins(%n : memref<?xf32>) outs(%m : memref<?xf32>)
  return
}
