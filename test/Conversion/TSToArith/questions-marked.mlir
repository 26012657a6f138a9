// RUN: ts-opt --convert-ts-to-arith %s | FileCheck %s

// Where a tensor is marked, nothing is said of any.
// CHECK-LABEL: func.func @marked(
// CHECK: ts.op "prim::requires_grad"
func.func @marked(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[2],f32>) -> i1 {
  %true = arith.constant true
  %0 = ts.op "aten::requires_grad_"(%x, %true) : (!ts.tensor<[2],f32>, i1) -> !ts.tensor<[2],f32>
  %1 = ts.op "prim::requires_grad"(%y) : (!ts.tensor<[2],f32>) -> i1
  return %1 : i1
}

// CHECK-LABEL: func.func @literal(
// CHECK: ts.op "prim::requires_grad"
func.func @literal() -> i1 {
  %0 = ts.tensor.literal #ts.tensor_ref<"data/0", f32, [2], strides [1], offset 0, requires_grad> -> !ts.tensor<[2],f32>
  %1 = ts.op "prim::requires_grad"(%0) : (!ts.tensor<[2],f32>) -> i1
  return %1 : i1
}
