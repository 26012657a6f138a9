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

// -----

// Of very many loops in a kernel each is a function, so that LLVM sees small ones.
// CHECK-LABEL: func.func @very_many(
// CHECK-COUNT-65: call @loop_
// CHECK: return
func.func @very_many(%b: memref<4096xf32>) {
  %c0 = arith.constant 0.5 : f32
  %c1 = arith.constant 1.5 : f32
  %c2 = arith.constant 2.5 : f32
  %c3 = arith.constant 3.5 : f32
  %c4 = arith.constant 4.5 : f32
  %c5 = arith.constant 5.5 : f32
  %c6 = arith.constant 6.5 : f32
  %c7 = arith.constant 7.5 : f32
  %c8 = arith.constant 8.5 : f32
  %c9 = arith.constant 9.5 : f32
  %c10 = arith.constant 10.5 : f32
  %c11 = arith.constant 11.5 : f32
  %c12 = arith.constant 12.5 : f32
  %c13 = arith.constant 13.5 : f32
  %c14 = arith.constant 14.5 : f32
  %c15 = arith.constant 15.5 : f32
  %c16 = arith.constant 16.5 : f32
  %c17 = arith.constant 17.5 : f32
  %c18 = arith.constant 18.5 : f32
  %c19 = arith.constant 19.5 : f32
  %c20 = arith.constant 20.5 : f32
  %c21 = arith.constant 21.5 : f32
  %c22 = arith.constant 22.5 : f32
  %c23 = arith.constant 23.5 : f32
  %c24 = arith.constant 24.5 : f32
  %c25 = arith.constant 25.5 : f32
  %c26 = arith.constant 26.5 : f32
  %c27 = arith.constant 27.5 : f32
  %c28 = arith.constant 28.5 : f32
  %c29 = arith.constant 29.5 : f32
  %c30 = arith.constant 30.5 : f32
  %c31 = arith.constant 31.5 : f32
  %c32 = arith.constant 32.5 : f32
  %c33 = arith.constant 33.5 : f32
  %c34 = arith.constant 34.5 : f32
  %c35 = arith.constant 35.5 : f32
  %c36 = arith.constant 36.5 : f32
  %c37 = arith.constant 37.5 : f32
  %c38 = arith.constant 38.5 : f32
  %c39 = arith.constant 39.5 : f32
  %c40 = arith.constant 40.5 : f32
  %c41 = arith.constant 41.5 : f32
  %c42 = arith.constant 42.5 : f32
  %c43 = arith.constant 43.5 : f32
  %c44 = arith.constant 44.5 : f32
  %c45 = arith.constant 45.5 : f32
  %c46 = arith.constant 46.5 : f32
  %c47 = arith.constant 47.5 : f32
  %c48 = arith.constant 48.5 : f32
  %c49 = arith.constant 49.5 : f32
  %c50 = arith.constant 50.5 : f32
  %c51 = arith.constant 51.5 : f32
  %c52 = arith.constant 52.5 : f32
  %c53 = arith.constant 53.5 : f32
  %c54 = arith.constant 54.5 : f32
  %c55 = arith.constant 55.5 : f32
  %c56 = arith.constant 56.5 : f32
  %c57 = arith.constant 57.5 : f32
  %c58 = arith.constant 58.5 : f32
  %c59 = arith.constant 59.5 : f32
  %c60 = arith.constant 60.5 : f32
  %c61 = arith.constant 61.5 : f32
  %c62 = arith.constant 62.5 : f32
  %c63 = arith.constant 63.5 : f32
  %c64 = arith.constant 64.5 : f32
  linalg.fill ins(%c0 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c1 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c2 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c3 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c4 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c5 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c6 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c7 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c8 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c9 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c10 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c11 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c12 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c13 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c14 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c15 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c16 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c17 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c18 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c19 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c20 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c21 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c22 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c23 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c24 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c25 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c26 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c27 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c28 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c29 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c30 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c31 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c32 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c33 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c34 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c35 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c36 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c37 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c38 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c39 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c40 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c41 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c42 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c43 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c44 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c45 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c46 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c47 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c48 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c49 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c50 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c51 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c52 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c53 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c54 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c55 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c56 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c57 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c58 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c59 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c60 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c61 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c62 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c63 : f32) outs(%b : memref<4096xf32>)
  linalg.fill ins(%c64 : f32) outs(%b : memref<4096xf32>)
  return
}

// -----

// Eight equal loops on few elements are worth a function, seven are not, and of
// very few elements none.
module @kernels {
  // CHECK-LABEL: func.func @few(
  // CHECK-COUNT-8: call @loop_0
  // CHECK-COUNT-7: linalg.abs
  // CHECK-COUNT-8: linalg.negf
  // CHECK-NOT: call
  func.func @few(%x: memref<64xf32>, %y: memref<64xf32>, %z: memref<16xf32>) {
    linalg.exp ins(%x : memref<64xf32>) outs(%y : memref<64xf32>)
    linalg.exp ins(%x : memref<64xf32>) outs(%y : memref<64xf32>)
    linalg.exp ins(%x : memref<64xf32>) outs(%y : memref<64xf32>)
    linalg.exp ins(%x : memref<64xf32>) outs(%y : memref<64xf32>)
    linalg.exp ins(%x : memref<64xf32>) outs(%y : memref<64xf32>)
    linalg.exp ins(%x : memref<64xf32>) outs(%y : memref<64xf32>)
    linalg.exp ins(%x : memref<64xf32>) outs(%y : memref<64xf32>)
    linalg.exp ins(%x : memref<64xf32>) outs(%y : memref<64xf32>)
    linalg.abs ins(%x : memref<64xf32>) outs(%y : memref<64xf32>)
    linalg.abs ins(%x : memref<64xf32>) outs(%y : memref<64xf32>)
    linalg.abs ins(%x : memref<64xf32>) outs(%y : memref<64xf32>)
    linalg.abs ins(%x : memref<64xf32>) outs(%y : memref<64xf32>)
    linalg.abs ins(%x : memref<64xf32>) outs(%y : memref<64xf32>)
    linalg.abs ins(%x : memref<64xf32>) outs(%y : memref<64xf32>)
    linalg.abs ins(%x : memref<64xf32>) outs(%y : memref<64xf32>)
    linalg.negf ins(%z : memref<16xf32>) outs(%z : memref<16xf32>)
    linalg.negf ins(%z : memref<16xf32>) outs(%z : memref<16xf32>)
    linalg.negf ins(%z : memref<16xf32>) outs(%z : memref<16xf32>)
    linalg.negf ins(%z : memref<16xf32>) outs(%z : memref<16xf32>)
    linalg.negf ins(%z : memref<16xf32>) outs(%z : memref<16xf32>)
    linalg.negf ins(%z : memref<16xf32>) outs(%z : memref<16xf32>)
    linalg.negf ins(%z : memref<16xf32>) outs(%z : memref<16xf32>)
    linalg.negf ins(%z : memref<16xf32>) outs(%z : memref<16xf32>)
    return
  }
  // CHECK: func.func private @loop_0
}
