// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(ts-prepare-constants))' | FileCheck %s
// Constants are made where they are used: the memory of the host's are not a
// device's.

// CHECK-LABEL: func @made
// CHECK: %[[ONE:.*]] = arith.constant 1.0{{.*}} : f32
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf32>
// CHECK: %[[FILLED:.*]] = linalg.fill ins(%[[ONE]] : f32) outs(%[[EMPTY]]
// CHECK: %[[LIST:.*]] = tensor.from_elements %{{.*}}, %{{.*}} : tensor<2xi64>
// CHECK: return %[[FILLED]], %[[LIST]]
func.func @made() -> (tensor<2x3xf32>, tensor<2xi64>) {
  %0 = arith.constant dense<1.0> : tensor<2x3xf32>
  %1 = arith.constant dense<[1, 2]> : tensor<2xi64>
  return %0, %1 : tensor<2x3xf32>, tensor<2xi64>
}

// What no device computes with stays.
// CHECK-LABEL: func @stays
// CHECK-DAG: arith.constant dense<1> : tensor<2xui8>
// CHECK-DAG: arith.constant dense<(1.0{{.*}},0.0{{.*}})> : tensor<2xcomplex<f32>>
// CHECK-DAG: arith.constant sparse<0, 1.0{{.*}}> : tensor<4xf32>
func.func @stays() -> (tensor<2xui8>, tensor<2xcomplex<f32>>, tensor<4xf32>) {
  %0 = arith.constant dense<1> : tensor<2xui8>
  %1 = arith.constant dense<(1.0, 0.0)> : tensor<2xcomplex<f32>>
  %2 = arith.constant sparse<0, 1.0> : tensor<4xf32>
  return %0, %1, %2 : tensor<2xui8>, tensor<2xcomplex<f32>>, tensor<4xf32>
}
