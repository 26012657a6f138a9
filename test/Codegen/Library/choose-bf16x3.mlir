// RUN: ts-opt --pass-pipeline='builtin.module(func.func(convert-linalg-to-onednn,ts-choose-algorithms))' %s | FileCheck %s

// A number of rows that is known later may be large.
// CHECK-LABEL: func.func @rows(
// CHECK: 2048, 512, 1, 0, 2, 0]
// CHECK: 8, 512, 1, 0, 1, 0]
func.func @rows(%x: tensor<?x512xf32>, %n: index) -> (tensor<?x2048xf32>, tensor<?x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<0.5> : tensor<2048x512xf32>
  %narrow = arith.constant dense<0.5> : tensor<8x512xf32>
  %0 = tensor.empty(%n) : tensor<?x2048xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<?x2048xf32>) -> tensor<?x2048xf32>
  %2 = linalg.matmul_transpose_b ins(%x, %w : tensor<?x512xf32>, tensor<2048x512xf32>) outs(%1 : tensor<?x2048xf32>) -> tensor<?x2048xf32>
  %3 = tensor.empty(%n) : tensor<?x8xf32>
  %4 = linalg.fill ins(%zero : f32) outs(%3 : tensor<?x8xf32>) -> tensor<?x8xf32>
  %5 = linalg.matmul_transpose_b ins(%x, %narrow : tensor<?x512xf32>, tensor<8x512xf32>) outs(%4 : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %2, %5 : tensor<?x2048xf32>, tensor<?x8xf32>
}
