// A loop that writes elements of a tensor of unknown size: what the result is as
// large as is what the loop begins with, so that its sizes need no buffer.
// RUN: ts-opt %s --ts-form-kernels | FileCheck %s
// RUN: ts-opt %s --ts-compile-kernels | FileCheck %s --check-prefix=LLVM

// CHECK: func.func @kernel_0_sizes(
// CHECK-NOT: scf.for
// CHECK-NOT: linalg
// CHECK: memref.store
// CHECK: return

// LLVM: llvm.func @kernel_0_sizes(

#map = affine_map<(d0) -> (d0)>
func.func @f(%x: !ts.tensor<[2],f32>, %n: i64) -> !ts.tensor<[?],f32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %size = arith.index_cast %n : i64 to index
  %0 = ts.tensor.value %x : !ts.tensor<[2],f32> -> tensor<2xf32>
  %1 = tensor.empty(%size) : tensor<?xf32>
  %2 = linalg.fill ins(%zero : f32) outs(%1 : tensor<?xf32>) -> tensor<?xf32>
  %3 = scf.for %i = %c0 to %c2 step %c1 iter_args(%t = %2) -> (tensor<?xf32>) {
    %5 = tensor.extract %0[%i] : tensor<2xf32>
    %6 = tensor.insert %5 into %t[%i] : tensor<?xf32>
    scf.yield %6 : tensor<?xf32>
  }
  %7 = ts.tensor.ref %3 : tensor<?xf32> -> !ts.tensor<[?],f32>
  return %7 : !ts.tensor<[?],f32>
}
