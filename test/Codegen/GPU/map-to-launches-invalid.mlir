// RUN: not ts-opt %s --ts-map-to-launches 2>&1 | FileCheck %s
// CHECK: error: 'linalg.fill' op is on tensors; run ts-bufferize-kernels first
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.fill ins(%zero : f32) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
