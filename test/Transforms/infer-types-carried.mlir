// RUN: ts-opt --ts-infer-types --split-input-file %s | FileCheck %s

// What begins a turn with a type and ends it with the same has it always.
// CHECK-LABEL: func.func @for(
// CHECK: ts.for %{{.*}} iter_args(%[[A:.*]] = %{{.*}}, %{{.*}}) : (!ts.tensor<[2],f32>, !ts.tensor)
// CHECK: ts.op "aten::exp"{{.*}} -> !ts.tensor<[2],f32>
func.func @for(%x: !ts.tensor<[2],f32>, %n: i64) -> (!ts.tensor, !ts.tensor) {
  %zero = arith.constant 0 : i64
  %0 = ts.derefine %x : !ts.tensor<[2],f32> to !ts.tensor
  %r:2 = ts.for %i to %n iter_args(%a = %0, %b = %0) : (!ts.tensor, !ts.tensor) {
    %1 = ts.op "aten::exp"(%a) : (!ts.tensor) -> !ts.tensor
    %2 = ts.op "aten::unsqueeze"(%b, %zero) : (!ts.tensor, i64) -> !ts.tensor
    ts.yield %1, %2 : !ts.tensor, !ts.tensor
  }
  return %r#0, %r#1 : !ts.tensor, !ts.tensor
}

// -----

// Loops in loops, and branches in them.
// CHECK-LABEL: func.func @nested(
// CHECK: ts.while (%{{.*}}) : (!ts.tensor<[2],f32>)
// CHECK: ts.for %{{.*}} : (!ts.tensor<[2],f32>)
// CHECK: ts.if %{{.*}} -> (!ts.tensor<[2],f32>)
func.func @nested(%x: !ts.tensor<[2],f32>, %n: i64, %c: i1) -> !ts.tensor {
  %0 = ts.derefine %x : !ts.tensor<[2],f32> to !ts.tensor
  %r = ts.while (%a = %0) : (!ts.tensor) {
    ts.condition(%c) %a : !ts.tensor
  } do {
  ^bb0(%b: !ts.tensor):
    %1 = ts.for %i to %n iter_args(%d = %b) : (!ts.tensor) {
      %2 = ts.if %c -> (!ts.tensor) {
        %3 = ts.op "aten::exp"(%d) : (!ts.tensor) -> !ts.tensor
        ts.yield %3 : !ts.tensor
      } else {
        ts.yield %d : !ts.tensor
      }
      ts.yield %2 : !ts.tensor
    }
    ts.yield %1 : !ts.tensor
  }
  return %r : !ts.tensor
}

// -----

// The result of an in-place operator is its tensor; when that changes its
// sizes, nothing is known of it.
// CHECK-LABEL: func.func @same(
// CHECK: %[[Y:.*]] = ts.op "aten::neg"
// CHECK: ts.op "aten::exp"({{.*}} -> !ts.tensor<[2,3],f32>
func.func @same(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
  %1 = ts.op "aten::relu_"(%0) : (!ts.tensor) -> !ts.tensor
  %2 = ts.op "aten::exp"(%1) : (!ts.tensor) -> !ts.tensor
  return %2 : !ts.tensor
}
// CHECK-LABEL: func.func @reshaped(
// CHECK: ts.op "aten::neg"{{.*}} -> !ts.tensor{{$}}
// CHECK: ts.op "aten::dim"
func.func @reshaped(%x: !ts.tensor<[2,3],f32>) -> i64 {
  %zero = arith.constant 0 : i64
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
  %1 = ts.op "aten::unsqueeze_"(%0, %zero) : (!ts.tensor, i64) -> !ts.tensor
  %2 = ts.op "aten::dim"(%0) : (!ts.tensor) -> i64
  return %2 : i64
}

// -----

// What `y[0] = 1` writes is a fill.
// CHECK-LABEL: func.func @fill(
// CHECK: ts.op "aten::fill_.Scalar"(%{{.*}}, %c1_i64)
// CHECK-NOT: aten::tensor.int
func.func @fill(%x: !ts.tensor<[2],f32>) {
  %one = arith.constant 1 : i64
  %false = arith.constant false
  %0 = ts.op "prim::dtype"(%x) : (!ts.tensor<[2],f32>) -> i64
  %1 = ts.op "prim::device"(%x) : (!ts.tensor<[2],f32>) -> !ts.device
  %2 = ts.op "aten::tensor.int"(%one, %0, %1, %false) : (i64, i64, !ts.device, i1) -> !ts.tensor
  %3 = ts.op "aten::copy_"(%x, %2, %false) : (!ts.tensor<[2],f32>, !ts.tensor, i1) -> !ts.tensor
  return
}

// -----

// A literal is as precise as its value.
// CHECK-LABEL: func.func @literal(
// CHECK: ts.tensor.literal dense<{{.*}}> : tensor<2xf32> -> !ts.tensor<[2],f32>
// CHECK: ts.tensor.literal #ts.tensor_ref<{{.*}}> -> !ts.tensor<[2],f32>
// CHECK: ts.op "aten::add.Tensor"{{.*}} -> !ts.tensor<[2],f32>
func.func @literal() -> !ts.tensor {
  %one = arith.constant 1 : i64
  %0 = ts.tensor.literal dense<[1.0, 2.0]> : tensor<2xf32> -> !ts.tensor
  %1 = ts.tensor.literal #ts.tensor_ref<"0", f32, [2], strides [1], offset 0> -> !ts.tensor
  %2 = ts.op "aten::add.Tensor"(%0, %1, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  return %2 : !ts.tensor
}
