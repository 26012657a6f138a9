// Sizes and dtypes of Fourier transforms.
// RUN: ts-opt %s --ts-infer-types -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @one(
// CHECK: "aten::fft_fft"{{.*}} -> !ts.tensor<[3,8],complex<f32>>
// CHECK: "aten::fft_rfft"{{.*}} -> !ts.tensor<[3,4],complex<f32>>
// CHECK: "aten::fft_irfft"{{.*}} -> !ts.tensor<[3,12],f32>
func.func @one(%x: !ts.tensor<[3,7],f32>) {
  %none = ts.constant.none
  %n = arith.constant 8 : i64
  %dim = arith.constant -1 : i64
  %open = ts.derefine %none : !ts.none to !ts.optional<i64>
  %eight = ts.derefine %n : i64 to !ts.optional<i64>
  %norm = ts.derefine %none : !ts.none to !ts.optional<!ts.str>
  %0 = ts.op "aten::fft_fft"(%x, %eight, %dim, %norm) : (!ts.tensor<[3,7],f32>, !ts.optional<i64>, i64, !ts.optional<!ts.str>) -> !ts.tensor
  %1 = ts.op "aten::fft_rfft"(%x, %open, %dim, %norm) : (!ts.tensor<[3,7],f32>, !ts.optional<i64>, i64, !ts.optional<!ts.str>) -> !ts.tensor
  %2 = ts.op "aten::fft_irfft"(%x, %open, %dim, %norm) : (!ts.tensor<[3,7],f32>, !ts.optional<i64>, i64, !ts.optional<!ts.str>) -> !ts.tensor
  return
}

// -----

// Open sizes, and a dimension that is not there.
// CHECK-LABEL: func.func @open(
// CHECK: "aten::fft_ifft"{{.*}} -> !ts.tensor<[?,4],complex<f64>>
// CHECK: "aten::fft_ifft"{{.*}} -> !ts.tensor{{$}}
func.func @open(%x: !ts.tensor<[?,4],f64>) {
  %none = ts.constant.none
  %dim = arith.constant 0 : i64
  %far = arith.constant 2 : i64
  %open = ts.derefine %none : !ts.none to !ts.optional<i64>
  %norm = ts.derefine %none : !ts.none to !ts.optional<!ts.str>
  %0 = ts.op "aten::fft_ifft"(%x, %open, %dim, %norm) : (!ts.tensor<[?,4],f64>, !ts.optional<i64>, i64, !ts.optional<!ts.str>) -> !ts.tensor
  %1 = ts.op "aten::fft_ifft"(%x, %open, %far, %norm) : (!ts.tensor<[?,4],f64>, !ts.optional<i64>, i64, !ts.optional<!ts.str>) -> !ts.tensor
  return
}
