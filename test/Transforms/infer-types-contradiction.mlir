// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(ts-infer-types,ts-to-value,convert-ts-to-linalg,ts-value-to-objects))' | FileCheck %s

// A type that the operands contradict stays, and so does its operator.
// CHECK-LABEL: func.func @contradiction
// CHECK: ts.op "aten::relu"(%{{.*}}){{.*}} : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[3],f32>
// CHECK-NOT: linalg
func.func @contradiction(%a: !ts.tensor<[2,3],f32>) -> !ts.tensor<[3],f32> {
  %0 = ts.op "aten::relu"(%a) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[3],f32>
  return %0 : !ts.tensor<[3],f32>
}
