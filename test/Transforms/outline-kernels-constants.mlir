// RUN: ts-opt %s --ts-outline-kernels --split-input-file | FileCheck %s

// What a function of the runtime reads, by itself or in a list.
// CHECK-LABEL: func @layers
// CHECK: ts.tensor.literal #ts.tensor_ref<"w",{{.*}}> {ts.constant} ->
// CHECK: ts.tensor.literal #ts.tensor_ref<"other",{{[^{]*}}> ->
module {
  func.func @layers(%x: !ts.tensor<[3,1,4],f32>, %h: !ts.tensor<[1,1,2],f32>) -> (!ts.tensor, !ts.tensor) {
    %w = ts.tensor.literal #ts.tensor_ref<"w", f32, [2, 4], strides [4, 1], offset 0> -> !ts.tensor<[2,4],f32>
    %other = ts.tensor.literal #ts.tensor_ref<"other", f32, [2, 2], strides [2, 1], offset 0> -> !ts.tensor<[2,2],f32>
    %v = ts.derefine %w : !ts.tensor<[2,4],f32> to !ts.tensor
    %u = ts.op "aten::relu"(%other) : (!ts.tensor<[2,2],f32>) -> !ts.tensor
    %list = ts.list.construct %v, %u : !ts.list<!ts.tensor>
    %false = arith.constant false
    %one = arith.constant 1 : i64
    %zero = arith.constant 0.0 : f64
    %y:2 = ts.op "aten::rnn_tanh.input"(%x, %h, %list, %false, %one, %zero, %false, %false, %false) : (!ts.tensor<[3,1,4],f32>, !ts.tensor<[1,1,2],f32>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1, i1) -> (!ts.tensor, !ts.tensor)
    return %y#0, %y#1 : !ts.tensor, !ts.tensor
  }
}

// -----

// Nothing may be kept of tensors that somebody writes to.
// CHECK-LABEL: func @written
// CHECK-NOT: {ts.constant}
module attributes {ts.mutable_tensors} {
  func.func @written(%x: !ts.tensor<[3,1,4],f32>, %h: !ts.tensor<[1,1,2],f32>) -> (!ts.tensor, !ts.tensor) {
    %w = ts.tensor.literal #ts.tensor_ref<"w", f32, [2, 4], strides [4, 1], offset 0> -> !ts.tensor<[2,4],f32>
    %u = ts.tensor.literal #ts.tensor_ref<"u", f32, [2, 2], strides [2, 1], offset 0> -> !ts.tensor<[2,2],f32>
    %v = ts.derefine %w : !ts.tensor<[2,4],f32> to !ts.tensor
    %t = ts.derefine %u : !ts.tensor<[2,2],f32> to !ts.tensor
    %list = ts.list.construct %v, %t : !ts.list<!ts.tensor>
    %false = arith.constant false
    %one = arith.constant 1 : i64
    %zero = arith.constant 0.0 : f64
    %y:2 = ts.op "aten::rnn_tanh.input"(%x, %h, %list, %false, %one, %zero, %false, %false, %false) : (!ts.tensor<[3,1,4],f32>, !ts.tensor<[1,1,2],f32>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1, i1) -> (!ts.tensor, !ts.tensor)
    return %y#0, %y#1 : !ts.tensor, !ts.tensor
  }
}
