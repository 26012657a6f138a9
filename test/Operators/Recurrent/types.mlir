// Sizes of recurrent layers.
// RUN: ts-opt %s --ts-infer-types | FileCheck %s

// The states have the rank of the input, or the layer raises.
// CHECK-LABEL: func.func @layers(
// CHECK: "aten::gru.input"{{.*}} -> (!ts.tensor<[?,3,8],f32>, !ts.tensor<[2,3,4],f32>)
// CHECK: "aten::gru.input"{{.*}} -> (!ts.tensor, !ts.tensor)
func.func @layers(%x: !ts.tensor<[?,3,5],f32>, %h: !ts.tensor<[2,3,4],f32>, %f: !ts.tensor<[2,4],f32>, %w: !ts.list<!ts.tensor>) {
  %one = arith.constant 1 : i64
  %no = arith.constant false
  %yes = arith.constant true
  %p = arith.constant 0.0 : f64
  %0:2 = ts.op "aten::gru.input"(%x, %h, %w, %yes, %one, %p, %no, %yes, %no) : (!ts.tensor<[?,3,5],f32>, !ts.tensor<[2,3,4],f32>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1, i1) -> (!ts.tensor, !ts.tensor)
  %1:2 = ts.op "aten::gru.input"(%x, %f, %w, %yes, %one, %p, %no, %yes, %no) : (!ts.tensor<[?,3,5],f32>, !ts.tensor<[2,4],f32>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1, i1) -> (!ts.tensor, !ts.tensor)
  return
}
