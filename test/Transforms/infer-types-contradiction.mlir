// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(ts-infer-types,ts-to-value,convert-ts-to-linalg,ts-value-to-objects))' | FileCheck %s

// A type that the operands contradict stays, and so does its operator.
// CHECK-LABEL: func.func @contradiction
// CHECK: ts.op "aten::relu"(%{{.*}}){{.*}} : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[3],f32>
// CHECK-NOT: linalg
func.func @contradiction(%a: !ts.tensor<[2,3],f32>) -> !ts.tensor<[3],f32> {
  %0 = ts.op "aten::relu"(%a) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[3],f32>
  return %0 : !ts.tensor<[3],f32>
}

// A tensor that changes its sizes somewhere says nothing of what is computed
// from it, alone or in a list.
// CHECK-LABEL: func.func @reshaped(
// CHECK: ts.op "aten::relu"(%{{.*}}) {{.*}} : (!ts.tensor<[2,3],f32>) -> !ts.tensor
// CHECK: ts.op "aten::cat"({{.*}}) {{.*}} : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
func.func @reshaped(%x: !ts.tensor<[2,3],f32>) -> (!ts.tensor, !ts.tensor) {
  %zero = arith.constant 0 : i64
  %w = ts.op "aten::t_"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
  %0 = ts.op "aten::relu"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
  %vague = ts.derefine %x : !ts.tensor<[2,3],f32> to !ts.tensor
  %list = ts.list.construct %vague : !ts.list<!ts.tensor>
  %1 = ts.op "aten::cat"(%list, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  return %0, %1 : !ts.tensor, !ts.tensor
}
