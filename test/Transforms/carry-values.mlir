// RUN: ts-opt --ts-carry-values --split-input-file %s | FileCheck %s
// RUN: ts-opt --ts-carry-values --ts-outline-kernels --split-input-file %s | FileCheck %s --check-prefix=KERNEL

// A loop of nothing but tensor code carries values, in the buffer of what it
// carries; it becomes part of a kernel with what is before and behind it.
// CHECK-LABEL: func.func @loop(
// CHECK: %[[V:.*]] = ts.tensor.value %{{.*}} : !ts.tensor<[2],f32> -> tensor<2xf32>
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[T:.*]] = %[[V]]) -> (tensor<2xf32>)
// CHECK:   %[[E:.*]] = linalg.exp ins(%[[T]] : tensor<2xf32>)
// CHECK:   %[[D:.*]] = bufferization.materialize_in_destination %[[E]] in %[[T]]
// CHECK:   scf.yield %[[D]] : tensor<2xf32>
// CHECK: linalg.log ins(%[[R]] : tensor<2xf32>)
// KERNEL-LABEL: func.func @loop(
// KERNEL: %[[K:.*]] = tsrt.kernel_call @kernels::@kernel_0(%{{.*}}) : (i64, !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
// KERNEL-NEXT: return %[[K]]
func.func @loop(%x: !ts.tensor<[2],f32>, %n: i64) -> !ts.tensor<[2],f32> {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %e = tensor.empty() : tensor<2xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> (!ts.tensor<[2],f32>) : i64 {
    %0 = ts.tensor.value %t : !ts.tensor<[2],f32> -> tensor<2xf32>
    %1 = linalg.exp ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    %2 = ts.tensor.ref %1 : tensor<2xf32> -> !ts.tensor<[2],f32>
    scf.yield %2 : !ts.tensor<[2],f32>
  }
  %3 = ts.tensor.value %r : !ts.tensor<[2],f32> -> tensor<2xf32>
  %4 = linalg.log ins(%3 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %5 = ts.tensor.ref %4 : tensor<2xf32> -> !ts.tensor<[2],f32>
  return %5 : !ts.tensor<[2],f32>
}

// -----

// Without a turn the result is the argument itself, which the caller may write
// to: the loop stays.
// CHECK-LABEL: func.func @argument(
// CHECK: scf.for {{.*}} -> (!ts.tensor<[2],f32>)
func.func @argument(%x: !ts.tensor<[2],f32>, %n: i64) -> !ts.tensor<[2],f32> {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %e = tensor.empty() : tensor<2xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> (!ts.tensor<[2],f32>) : i64 {
    %0 = ts.tensor.value %t : !ts.tensor<[2],f32> -> tensor<2xf32>
    %1 = linalg.exp ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    %2 = ts.tensor.ref %1 : tensor<2xf32> -> !ts.tensor<[2],f32>
    scf.yield %2 : !ts.tensor<[2],f32>
  }
  return %r : !ts.tensor<[2],f32>
}

// -----

// Two names of one tensor cannot become two tensors.
// CHECK-LABEL: func.func @shared(
// CHECK: scf.for {{.*}} -> (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>)
func.func @shared(%x: tensor<2xf32>, %n: i64) -> (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %e = tensor.empty() : tensor<2xf32>
  %a = ts.tensor.ref %x : tensor<2xf32> -> !ts.tensor<[2],f32>
  %b = ts.tensor.ref %x : tensor<2xf32> -> !ts.tensor<[2],f32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a, %u = %b) -> (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) : i64 {
    %0 = ts.tensor.value %t : !ts.tensor<[2],f32> -> tensor<2xf32>
    %1 = linalg.exp ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    %2 = ts.tensor.ref %1 : tensor<2xf32> -> !ts.tensor<[2],f32>
    scf.yield %2, %2 : !ts.tensor<[2],f32>, !ts.tensor<[2],f32>
  }
  return %r#0, %r#1 : !ts.tensor<[2],f32>, !ts.tensor<[2],f32>
}

// -----

// What changes places is copied before the buffers are written.
// CHECK-LABEL: func.func @swap(
// CHECK: scf.for {{.*}} iter_args(%[[T:.*]] = %{{.*}}, %[[U:.*]] = %{{.*}}) -> (tensor<2xf32>, tensor<2xf32>)
// CHECK: %[[C:.*]] = linalg.copy ins(%[[U]] : tensor<2xf32>)
// CHECK: materialize_in_destination %[[C]] in %[[T]]
// CHECK: materialize_in_destination %{{.*}} in %[[U]]
func.func @swap(%x: tensor<2xf32>, %n: i64) -> (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %e = tensor.empty() : tensor<2xf32>
  %a = ts.tensor.ref %x : tensor<2xf32> -> !ts.tensor<[2],f32>
  %b = ts.tensor.ref %x : tensor<2xf32> -> !ts.tensor<[2],f32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a, %u = %b) -> (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) : i64 {
    %0 = ts.tensor.value %t : !ts.tensor<[2],f32> -> tensor<2xf32>
    %1 = linalg.exp ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    %2 = ts.tensor.ref %1 : tensor<2xf32> -> !ts.tensor<[2],f32>
    scf.yield %u, %2 : !ts.tensor<[2],f32>, !ts.tensor<[2],f32>
  }
  %v = ts.tensor.value %r#0 : !ts.tensor<[2],f32> -> tensor<2xf32>
  %w = ts.tensor.value %r#1 : !ts.tensor<[2],f32> -> tensor<2xf32>
  %p = ts.tensor.ref %v : tensor<2xf32> -> !ts.tensor<[2],f32>
  %q = ts.tensor.ref %w : tensor<2xf32> -> !ts.tensor<[2],f32>
  return %p, %q : !ts.tensor<[2],f32>, !ts.tensor<[2],f32>
}

// -----

// A number that a condition reads is computed in the kernel, and the number of
// turns comes out of it.
// KERNEL-LABEL: func.func @while(
// KERNEL: %[[N:.*]] = tsrt.kernel_call @kernels::@kernel_0(%{{.*}}) : (!ts.tensor<[],f64>) -> i64
// KERNEL-NEXT: return %[[N]] : i64
func.func @while(%x: !ts.tensor<[],f64>) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %limit = arith.constant 2.0 : f64
  %r:2 = scf.while (%t = %x, %n = %c0) : (!ts.tensor<[],f64>, i64) -> (!ts.tensor<[],f64>, i64) {
    %0 = ts.tensor.value %t : !ts.tensor<[],f64> -> tensor<f64>
    %1 = tensor.extract %0[] : tensor<f64>
    %2 = arith.cmpf ogt, %1, %limit : f64
    scf.condition(%2) %t, %n : !ts.tensor<[],f64>, i64
  } do {
  ^bb0(%t: !ts.tensor<[],f64>, %n: i64):
    %0 = ts.tensor.value %t : !ts.tensor<[],f64> -> tensor<f64>
    %e = tensor.empty() : tensor<f64>
    %1 = linalg.exp ins(%0 : tensor<f64>) outs(%e : tensor<f64>) -> tensor<f64>
    %2 = ts.tensor.ref %1 : tensor<f64> -> !ts.tensor<[],f64>
    %3 = arith.addi %n, %c1 : i64
    scf.yield %2, %3 : !ts.tensor<[],f64>, i64
  }
  return %r#1 : i64
}

// -----

// Other operations, a call of the runtime here, keep a loop out of kernels.
// CHECK-LABEL: func.func @prints(
// CHECK: scf.for {{.*}} -> (!ts.tensor<[2],f32>)
// KERNEL-LABEL: func.func @prints(
// KERNEL: scf.for
// KERNEL: tsrt.kernel_call
func.func @prints(%x: tensor<2xf32>, %n: i64) -> !ts.tensor<[2],f32> {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %e = tensor.empty() : tensor<2xf32>
  %a = ts.tensor.ref %x : tensor<2xf32> -> !ts.tensor<[2],f32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> (!ts.tensor<[2],f32>) : i64 {
    %0 = ts.tensor.value %t : !ts.tensor<[2],f32> -> tensor<2xf32>
    %1 = linalg.exp ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    %2 = ts.tensor.ref %1 : tensor<2xf32> -> !ts.tensor<[2],f32>
    ts.print %2 : !ts.tensor<[2],f32>
    scf.yield %2 : !ts.tensor<[2],f32>
  }
  return %r : !ts.tensor<[2],f32>
}
