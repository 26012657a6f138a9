// RUN: ts-opt --pass-pipeline='builtin.module(func.func(ts-choose-algorithms))' %s | FileCheck %s
// RUN: ts-opt --pass-pipeline='builtin.module(func.func(ts-choose-algorithms{accuracy=strict}))' %s | FileCheck %s --check-prefix=STRICT
// RUN: not ts-opt --pass-pipeline='builtin.module(func.func(ts-choose-algorithms{accuracy=fast}))' %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// STRICT-NOT: winograd
// UNKNOWN: error: ts-choose-algorithms has no accuracy 'fast'; there are strict and default

// Large pictures: products count.
// CHECK-LABEL: func.func @large(
// CHECK: winograd = 4
func.func @large(%x: tensor<1x56x56x64xf32>, %w: tensor<64x64x3x3xf32>, %o: tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32> {
  %0 = tsrt.convolution ins(%x, %w : tensor<1x56x56x64xf32>, tensor<64x64x3x3xf32>) outs(%o : tensor<1x56x56x64xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 1, 1>, high = array<i64: 1, 1>, groups = 1 : i64, channels_last, constant, activation = "relu"} -> tensor<1x56x56x64xf32>
  return %0 : tensor<1x56x56x64xf32>
}

// Small pictures and many weights: smaller squares, which have fewer weights.
// CHECK-LABEL: func.func @deep(
// CHECK: winograd = 2
func.func @deep(%x: tensor<1x7x7x512xf32>, %w: tensor<512x512x3x3xf32>, %o: tensor<1x7x7x512xf32>) -> tensor<1x7x7x512xf32> {
  %0 = tsrt.convolution ins(%x, %w : tensor<1x7x7x512xf32>, tensor<512x512x3x3xf32>) outs(%o : tensor<1x7x7x512xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 1, 1>, high = array<i64: 1, 1>, groups = 1 : i64, channels_last, constant} -> tensor<1x7x7x512xf32>
  return %0 : tensor<1x7x7x512xf32>
}

// Tiny pictures stay, and so do strides, weights that change, channels that are
// no multiples of 16, and activations the kernels have not.
// CHECK-LABEL: func.func @tiny(
// CHECK-NOT: winograd
func.func @tiny(%x: tensor<1x3x3x64xf32>, %w: tensor<64x64x3x3xf32>, %o: tensor<1x1x1x64xf32>) -> tensor<1x1x1x64xf32> {
  %0 = tsrt.convolution ins(%x, %w : tensor<1x3x3x64xf32>, tensor<64x64x3x3xf32>) outs(%o : tensor<1x1x1x64xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>, groups = 1 : i64, channels_last, constant} -> tensor<1x1x1x64xf32>
  return %0 : tensor<1x1x1x64xf32>
}

// CHECK-LABEL: func.func @stride(
func.func @stride(%x: tensor<1x56x56x64xf32>, %w: tensor<64x64x3x3xf32>, %o: tensor<1x28x28x64xf32>) -> tensor<1x28x28x64xf32> {
  %0 = tsrt.convolution ins(%x, %w : tensor<1x56x56x64xf32>, tensor<64x64x3x3xf32>) outs(%o : tensor<1x28x28x64xf32>)
      {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, low = array<i64: 1, 1>, high = array<i64: 1, 1>, groups = 1 : i64, channels_last, constant} -> tensor<1x28x28x64xf32>
  return %0 : tensor<1x28x28x64xf32>
}

// CHECK-LABEL: func.func @weights(
func.func @weights(%x: tensor<1x56x56x64xf32>, %w: tensor<64x64x3x3xf32>, %o: tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32> {
  %0 = tsrt.convolution ins(%x, %w : tensor<1x56x56x64xf32>, tensor<64x64x3x3xf32>) outs(%o : tensor<1x56x56x64xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 1, 1>, high = array<i64: 1, 1>, groups = 1 : i64, channels_last} -> tensor<1x56x56x64xf32>
  return %0 : tensor<1x56x56x64xf32>
}

// CHECK-LABEL: func.func @channels(
func.func @channels(%x: tensor<1x56x56x24xf32>, %w: tensor<64x24x3x3xf32>, %o: tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32> {
  %0 = tsrt.convolution ins(%x, %w : tensor<1x56x56x24xf32>, tensor<64x24x3x3xf32>) outs(%o : tensor<1x56x56x64xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 1, 1>, high = array<i64: 1, 1>, groups = 1 : i64, channels_last, constant} -> tensor<1x56x56x64xf32>
  return %0 : tensor<1x56x56x64xf32>
}

// CHECK-LABEL: func.func @silu(
// CHECK-NOT: winograd
func.func @silu(%x: tensor<1x56x56x64xf32>, %w: tensor<64x64x3x3xf32>, %o: tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32> {
  %0 = tsrt.convolution ins(%x, %w : tensor<1x56x56x64xf32>, tensor<64x64x3x3xf32>) outs(%o : tensor<1x56x56x64xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 1, 1>, high = array<i64: 1, 1>, groups = 1 : i64, channels_last, constant, activation = "silu"} -> tensor<1x56x56x64xf32>
  return %0 : tensor<1x56x56x64xf32>
}
