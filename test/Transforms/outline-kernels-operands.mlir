// RUN: ts-opt --ts-outline-kernels --split-input-file %s | FileCheck %s

// What kernels are given, and what they are made of.

// Numbers are passed by address, constants and undefined tensors are copied
// into the kernel; each result gets a buffer of its own.
// CHECK-LABEL: func.func @number(
// CHECK: %[[R:.*]]:2 = tsrt.kernel_call @kernels::@kernel_0(%{{.*}}, %{{.*}}) : (!ts.tensor<[2],f32>, f64) -> (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>)
// CHECK: return %[[R]]#0, %[[R]]#1
// CHECK: func.func @kernel_0(%{{.*}}: memref<2xf32>, %[[N:.*]]: memref<f64>, %{{.*}}: memref<2xf32>, %{{.*}}: memref<2xf32>)
// CHECK: memref.load %[[N]][]
// CHECK: %[[FIRST:.*]] = tensor.empty
// CHECK: arith.constant 2.0
// CHECK: linalg.map {{.*}} outs(%[[FIRST]]
// CHECK: %[[SECOND:.*]] = tensor.empty
// CHECK: linalg.exp {{.*}} outs(%[[SECOND]]
func.func @number(%x: !ts.tensor<[2],f32>, %n: f64) -> (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) {
  %0 = ts.tensor.value %x : !ts.tensor<[2],f32> -> tensor<2xf32>
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<2xf32>
  %1 = linalg.map ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) (%a: f32) {
    %narrow = arith.truncf %n : f64 to f32
    %p = arith.mulf %a, %narrow : f32
    %q = arith.mulf %p, %two : f32
    linalg.yield %q : f32
  }
  %2 = linalg.exp ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %3 = ts.tensor.ref %1 : tensor<2xf32> -> !ts.tensor<[2],f32>
  %4 = ts.tensor.ref %2 : tensor<2xf32> -> !ts.tensor<[2],f32>
  return %3, %4 : !ts.tensor<[2],f32>, !ts.tensor<[2],f32>
}

// -----

// A literal is a constant of its kernel, which may keep what it makes of it.
// CHECK-LABEL: func.func @weights(
// CHECK: func.func @kernel_0(%{{.*}}: memref<2xf32> {ts.constant}, %{{.*}}: memref<2xf32>)
func.func @weights() -> !ts.tensor<[2],f32> {
  %w = ts.tensor.literal dense<[1.0, 2.0]> : tensor<2xf32> -> !ts.tensor<[2],f32>
  %0 = ts.tensor.value %w : !ts.tensor<[2],f32> -> tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %1 = linalg.exp ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %2 = ts.tensor.ref %1 : tensor<2xf32> -> !ts.tensor<[2],f32>
  return %2 : !ts.tensor<[2],f32>
}

// -----

// What nobody uses is not computed, and a module without kernels has no
// @kernels.
// CHECK-LABEL: func.func @unused(
// CHECK-NEXT: return %arg0
// CHECK-NOT: module @kernels
func.func @unused(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %0 = ts.tensor.value %x : !ts.tensor<[2],f32> -> tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %1 = linalg.exp ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  return %x : !ts.tensor<[2],f32>
}

// -----

// Branches have kernels of their own.
// CHECK-LABEL: func.func @branch(
// CHECK: ts.if
// CHECK: tsrt.kernel_call @kernels::@kernel_0
func.func @branch(%x: !ts.tensor<[2],f32>, %c: i1) -> !ts.tensor<[2],f32> {
  %r = ts.if %c -> (!ts.tensor<[2],f32>) {
    %0 = ts.tensor.value %x : !ts.tensor<[2],f32> -> tensor<2xf32>
    %e = tensor.empty() : tensor<2xf32>
    %1 = linalg.exp ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    %2 = ts.tensor.ref %1 : tensor<2xf32> -> !ts.tensor<[2],f32>
    ts.yield %2 : !ts.tensor<[2],f32>
  } else {
    ts.yield %x : !ts.tensor<[2],f32>
  }
  return %r : !ts.tensor<[2],f32>
}

// -----

// A number of an element type is computed in the kernel, from what the program
// has.
// CHECK-LABEL: func.func @rounded(
// CHECK: tsrt.kernel_call @kernels::@kernel_0(%{{.*}}, %{{.*}}) : (!ts.tensor<[2],f32>, f64) -> !ts.tensor<[2],f32>
// CHECK: func.func @kernel_0(%{{.*}}: memref<2xf32>, %[[N:.*]]: memref<f64>, %{{.*}}: memref<2xf32>)
// CHECK: %[[L:.*]] = memref.load %[[N]][]
// CHECK-DAG: arith.truncf %[[L]] : f64 to f32
// CHECK-DAG: %[[C:.*]] = arith.constant 9.000000e-01 : f64
// CHECK: linalg.map
func.func @rounded(%x: !ts.tensor<[2],f32>, %n: f64) -> !ts.tensor<[2],f32> {
  %0 = ts.tensor.value %x : !ts.tensor<[2],f32> -> tensor<2xf32>
  %c = arith.constant 0.9 : f64
  %narrow = arith.truncf %n : f64 to f32
  %constant = arith.truncf %c : f64 to f32
  %e = tensor.empty() : tensor<2xf32>
  %1 = linalg.map ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) (%a: f32) {
    %p = arith.mulf %a, %narrow : f32
    %q = arith.addf %p, %constant : f32
    linalg.yield %q : f32
  }
  %2 = ts.tensor.ref %1 : tensor<2xf32> -> !ts.tensor<[2],f32>
  return %2 : !ts.tensor<[2],f32>
}

// -----

// An index that is computed of a kernel's number is computed again where it is
// used.
// CHECK-LABEL: func.func @place(
// CHECK: %[[N:.*]] = tsrt.kernel_call @kernels::@kernel_0(%{{.*}}) : (!ts.tensor<[4],i64>) -> i64
// CHECK: %[[I:.*]] = arith.index_cast %[[N]] : i64 to index
// CHECK: arith.cmpi sge, %[[I]], %{{.*}} : index
func.func @place(%x: !ts.tensor<[4],i64>) -> (i64, i1) {
  %0 = ts.tensor.value %x : !ts.tensor<[4],i64> -> tensor<4xi64>
  %c0 = arith.constant 0 : index
  %1 = tensor.extract %0[%c0] : tensor<4xi64>
  %2 = arith.addi %1, %1 : i64
  %3 = arith.index_cast %2 : i64 to index
  %4 = arith.cmpi sge, %3, %c0 : index
  return %2, %4 : i64, i1
}
