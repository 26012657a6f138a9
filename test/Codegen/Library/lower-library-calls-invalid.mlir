// Calls and kernels on tensors are named, with what has to run before.
// RUN: not ts-opt --ts-lower-library-calls --split-input-file %s 2>&1 | FileCheck %s --check-prefix=CALL
// RUN: not ts-opt --ts-plan-buffers --split-input-file %s 2>&1 | FileCheck %s --check-prefix=KERNEL

func.func @kernel_0(%x: tensor<1x8x8x3xf32>, %w: tensor<16x3x3x3xf32>) -> tensor<1x6x6x16xf32> {
  %init = tensor.empty() : tensor<1x6x6x16xf32>
  // CALL: error: 'tsrt.convolution' op is on tensors; run ts-bufferize-kernels first
  %y = tsrt.convolution ins(%x, %w : tensor<1x8x8x3xf32>, tensor<16x3x3x3xf32>) outs(%init : tensor<1x6x6x16xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>,
       groups = 1 : i64, channels_last} -> tensor<1x6x6x16xf32>
  return %y : tensor<1x6x6x16xf32>
}

// -----

func.func @kernel_0(%x: tensor<3x3xf32>, %init: tensor<3x3xf32>) -> tensor<3x3xf32> {
  // KERNEL: error: 'linalg.matmul' op is on tensors; run ts-bufferize-kernels first
  %y = linalg.matmul ins(%x, %x : tensor<3x3xf32>, tensor<3x3xf32>) outs(%init : tensor<3x3xf32>) -> tensor<3x3xf32>
  return %y : tensor<3x3xf32>
}
