// Where tensors lie on a device, recurrent layers become their steps; on the
// processor they are functions of the runtime.
// RUN: ts-opt %s --ts-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @on_processor(
// CHECK: ts.op "aten::gru.input"
func.func @on_processor(%x: !ts.tensor<[7,3,5],f32>, %h: !ts.tensor<[1,3,4],f32>, %a: !ts.tensor<[12,5],f32>, %b: !ts.tensor<[12,4],f32>) -> (!ts.tensor, !ts.tensor) {
  %one = arith.constant 1 : i64
  %no = arith.constant false
  %p = arith.constant 0.0 : f64
  %0 = ts.derefine %a : !ts.tensor<[12,5],f32> to !ts.tensor
  %1 = ts.derefine %b : !ts.tensor<[12,4],f32> to !ts.tensor
  %w = ts.list.construct %0, %1 : !ts.list<!ts.tensor>
  %2:2 = ts.op "aten::gru.input"(%x, %h, %w, %no, %one, %p, %no, %no, %no) : (!ts.tensor<[7,3,5],f32>, !ts.tensor<[1,3,4],f32>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1, i1) -> (!ts.tensor, !ts.tensor)
  return %2#0, %2#1 : !ts.tensor, !ts.tensor
}

// -----

module attributes {ts.placement = "target"} {
// What the steps do not serve stays one operator.
// CHECK-LABEL: func.func @on_device(
// CHECK: ts.op "aten::gru.input"{{.*}} {ts.kernel}
// CHECK: ts.for
// CHECK: ts.op "aten::sigmoid"
// CHECK: ts.op "aten::tanh"
// CHECK: ts.op "aten::select_scatter"
func.func @on_device(%x: !ts.tensor<[7,3,5],f32>, %h: !ts.tensor<[1,3,4],f32>, %a: !ts.tensor<[12,5],f32>, %b: !ts.tensor<[12,4],f32>) -> (!ts.tensor, !ts.tensor) {
  %one = arith.constant 1 : i64
  %no = arith.constant false
  %p = arith.constant 0.0 : f64
  %0 = ts.derefine %a : !ts.tensor<[12,5],f32> to !ts.tensor
  %1 = ts.derefine %b : !ts.tensor<[12,4],f32> to !ts.tensor
  %w = ts.list.construct %0, %1 : !ts.list<!ts.tensor>
  %2:2 = ts.op "aten::gru.input"(%x, %h, %w, %no, %one, %p, %no, %no, %no) : (!ts.tensor<[7,3,5],f32>, !ts.tensor<[1,3,4],f32>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1, i1) -> (!ts.tensor, !ts.tensor)
  return %2#0, %2#1 : !ts.tensor, !ts.tensor
}
// Nor weights that are not known one by one.
// CHECK-LABEL: func.func @of_any_weights(
// CHECK-NEXT: arith.constant
// CHECK-NOT: ts.for
// CHECK: ts.op "aten::gru.input"
func.func @of_any_weights(%x: !ts.tensor<[7,3,5],f32>, %h: !ts.tensor<[1,3,4],f32>, %w: !ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor) {
  %one = arith.constant 1 : i64
  %no = arith.constant false
  %p = arith.constant 0.0 : f64
  %2:2 = ts.op "aten::gru.input"(%x, %h, %w, %no, %one, %p, %no, %no, %no) : (!ts.tensor<[7,3,5],f32>, !ts.tensor<[1,3,4],f32>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1, i1) -> (!ts.tensor, !ts.tensor)
  return %2#0, %2#1 : !ts.tensor, !ts.tensor
}
}
