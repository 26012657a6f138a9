// RUN: ts-opt --pass-pipeline='builtin.module(func.func(ts-choose-algorithms))' %s | FileCheck %s
// RUN: ts-opt --pass-pipeline='builtin.module(func.func(ts-choose-algorithms{accuracy=strict}))' %s | FileCheck %s --check-prefix=STRICT
// RUN: not ts-opt --pass-pipeline='builtin.module(func.func(ts-choose-algorithms{accuracy=fast}))' %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// STRICT-NOT: {{winograd|bf16x3}}
// STRICT: [1, 128, 2048, 512, 1, 0, 1, 0]
// STRICT-NOT: {{winograd|bf16x3}}
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

// Products with constant weights and a million multiplications may be bf16x3:
// convolutions of 1x1, with strides, too.
// CHECK-LABEL: func.func @pixels(
// CHECK: tsrt.convolution
// CHECK-SAME: bf16x3
// CHECK: tsrt.convolution
// CHECK-SAME: bf16x3
func.func @pixels(%x: tensor<1x56x56x64xf32>, %w: tensor<64x64x1x1xf32>, %o: tensor<1x56x56x64xf32>, %p: tensor<1x28x28x64xf32>) -> (tensor<1x56x56x64xf32>, tensor<1x28x28x64xf32>) {
  %0 = tsrt.convolution ins(%x, %w : tensor<1x56x56x64xf32>, tensor<64x64x1x1xf32>) outs(%o : tensor<1x56x56x64xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>, groups = 1 : i64, channels_last, constant} -> tensor<1x56x56x64xf32>
  %1 = tsrt.convolution ins(%x, %w : tensor<1x56x56x64xf32>, tensor<64x64x1x1xf32>) outs(%p : tensor<1x28x28x64xf32>)
      {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>, groups = 1 : i64, channels_last, constant} -> tensor<1x28x28x64xf32>
  return %0, %1 : tensor<1x56x56x64xf32>, tensor<1x28x28x64xf32>
}

// Not those with changing weights, few pixels, or padding.
// CHECK-LABEL: func.func @other_pixels(
// CHECK-NOT: bf16x3
// CHECK: return
func.func @other_pixels(%x: tensor<1x56x56x64xf32>, %w: tensor<64x64x1x1xf32>, %o: tensor<1x56x56x64xf32>, %small: tensor<1x3x3x64xf32>, %q: tensor<1x3x3x64xf32>, %p: tensor<1x58x58x64xf32>) -> (tensor<1x56x56x64xf32>, tensor<1x3x3x64xf32>, tensor<1x58x58x64xf32>) {
  %0 = tsrt.convolution ins(%x, %w : tensor<1x56x56x64xf32>, tensor<64x64x1x1xf32>) outs(%o : tensor<1x56x56x64xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>, groups = 1 : i64, channels_last} -> tensor<1x56x56x64xf32>
  %1 = tsrt.convolution ins(%small, %w : tensor<1x3x3x64xf32>, tensor<64x64x1x1xf32>) outs(%q : tensor<1x3x3x64xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>, groups = 1 : i64, channels_last, constant} -> tensor<1x3x3x64xf32>
  %2 = tsrt.convolution ins(%x, %w : tensor<1x56x56x64xf32>, tensor<64x64x1x1xf32>) outs(%p : tensor<1x58x58x64xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 1, 1>, high = array<i64: 1, 1>, groups = 1 : i64, channels_last, constant} -> tensor<1x58x58x64xf32>
  return %0, %1, %2 : tensor<1x56x56x64xf32>, tensor<1x3x3x64xf32>, tensor<1x58x58x64xf32>
}

// Of rows.
// CHECK-LABEL: func.func @rows(
// CHECK: [1, 128, 2048, 512, 1, 0, 2, 0]
// Few rows, changing weights, a batch: no.
// CHECK: [1, 8, 2048, 512, 1, 0, 1, 0]
// CHECK: [1, 128, 2048, 512, 1, 0, 0, 0]
// CHECK: [1, 32, 32, 512, 1, 0, 1, 0]
func.func @rows(%x: tensor<128x512xf32>, %w: tensor<2048x512xf32>, %o: tensor<128x2048xf32>,
                %few: tensor<8x512xf32>, %of: tensor<8x2048xf32>, %little: tensor<32x512xf32>, %ws: tensor<32x512xf32>, %ol: tensor<32x32xf32>)
    -> (tensor<128x2048xf32>, tensor<8x2048xf32>, tensor<128x2048xf32>, tensor<32x32xf32>) {
  %0 = tsrt.library_call "tsrt_onednn_matmul" [1, 128, 2048, 512, 1, 0, 1, 0] ins(%x, %w : tensor<128x512xf32>, tensor<2048x512xf32>) outs(%o : tensor<128x2048xf32>) -> tensor<128x2048xf32>
  %1 = tsrt.library_call "tsrt_onednn_matmul" [1, 8, 2048, 512, 1, 0, 1, 0] ins(%few, %w : tensor<8x512xf32>, tensor<2048x512xf32>) outs(%of : tensor<8x2048xf32>) -> tensor<8x2048xf32>
  %2 = tsrt.library_call "tsrt_onednn_matmul" [1, 128, 2048, 512, 1, 0, 0, 0] ins(%x, %w : tensor<128x512xf32>, tensor<2048x512xf32>) outs(%o : tensor<128x2048xf32>) -> tensor<128x2048xf32>
  %3 = tsrt.library_call "tsrt_onednn_matmul" [1, 32, 32, 512, 1, 0, 1, 0] ins(%little, %ws : tensor<32x512xf32>, tensor<32x512xf32>) outs(%ol : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0, %1, %2, %3 : tensor<128x2048xf32>, tensor<8x2048xf32>, tensor<128x2048xf32>, tensor<32x32xf32>
}
