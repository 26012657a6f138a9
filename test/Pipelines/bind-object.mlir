// RUN: ts-opt %s --ts-bind-object --split-input-file | FileCheck %s

// A method without its object: calls inlined, attributes constants.
ts.class module @C {
  ts.attr "n" : i64
  ts.method "forward" = @"C.forward"
}
ts.object @m : !ts.object<@C> = {n = 3}
// CHECK-NOT: func @C.forward
// CHECK-LABEL: func @m.forward
// CHECK-SAME: (%[[X:.*]]: i64) -> i64
// CHECK-NEXT: %[[N:.*]] = arith.constant 3 : i64
// CHECK-NEXT: %[[Y:.*]] = arith.addi %[[X]], %[[N]]
// CHECK-NEXT: return %[[Y]]
func.func @"C.forward"(%self: !ts.object<@C>, %x: i64) -> i64 {
  %0 = ts.getattr %self["n"] : !ts.object<@C> -> i64
  %1 = arith.addi %x, %0 : i64
  func.return %1 : i64
}

// -----

// Two objects of one class are two copies; the training flag decides what runs,
// and an attribute assigned only in training is a constant.
ts.class module @Net {
  ts.attr "a" : !ts.object<@Layer>
  ts.attr "b" : !ts.object<@Layer>
  ts.method "forward" = @"Net.forward"
}
ts.class module @Layer {
  ts.attr "training" : i1
  ts.attr "calls" : i64
  ts.attr parameter "w" : !ts.tensor
  ts.attr "size" : !ts.list<i64>
  ts.attr "bias" : !ts.optional<!ts.tensor>
  ts.method "forward" = @"Layer.forward"
}
ts.object @net : !ts.object<@Net> = {a = @net.a, b = @net.b}
ts.object @net.a : !ts.object<@Layer> = {
  training = false, calls = 0, bias = #ts.none, size = #ts.list<!ts.list<i64>, [2, 3]>,
  w = #ts.tensor_ref<"0", f32, [2], strides [1], offset 0>}
ts.object @net.b : !ts.object<@Layer> = {
  training = false, calls = 7, bias = #ts.none, size = #ts.list<!ts.list<i64>, [4]>,
  w = #ts.tensor_ref<"1", f32, [2], strides [1], offset 0>}

// CHECK-LABEL: func @net.forward
// CHECK-SAME: (%[[X:.*]]: !ts.tensor) -> !ts.tensor
// CHECK-NOT: ts.getattr
// CHECK-NOT: ts.setattr
// CHECK-NOT: call
// CHECK: ts.tensor.literal #ts.tensor_ref<"0"
// CHECK: ts.op "aten::mul.Tensor"
// CHECK-NOT: aten::add
// CHECK: ts.tensor.literal #ts.tensor_ref<"1"
// CHECK: ts.op "aten::mul.Tensor"
// CHECK: return
func.func @"Net.forward"(%self: !ts.object<@Net>, %x: !ts.tensor) -> !ts.tensor {
  %0 = ts.getattr %self["a"] : !ts.object<@Net> -> !ts.object<@Layer>
  %1 = func.call @"Layer.forward"(%0, %x) : (!ts.object<@Layer>, !ts.tensor) -> !ts.tensor
  %2 = ts.getattr %self["b"] : !ts.object<@Net> -> !ts.object<@Layer>
  %3 = ts.call_method %2["forward"](%1) : !ts.object<@Layer>, (!ts.tensor) -> !ts.tensor
  func.return %3 : !ts.tensor
}
func.func @"Layer.forward"(%self: !ts.object<@Layer>, %x: !ts.tensor) -> !ts.tensor {
  %training = ts.getattr %self["training"] : !ts.object<@Layer> -> i1
  ts.if %training {
    %n = ts.getattr %self["calls"] : !ts.object<@Layer> -> i64
    %one = arith.constant 1 : i64
    %m = arith.addi %n, %one : i64
    ts.setattr %self["calls"] = %m : !ts.object<@Layer>, i64
  }
  %calls = ts.getattr %self["calls"] : !ts.object<@Layer> -> i64
  ts.print %calls : i64
  %w = ts.getattr %self["w"] : !ts.object<@Layer> -> !ts.tensor
  %0 = ts.op "aten::mul.Tensor"(%x, %w) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %bias = ts.getattr %self["bias"] : !ts.object<@Layer> -> !ts.optional<!ts.tensor>
  %no_bias = ts.is_none %bias : !ts.optional<!ts.tensor>
  %1 = ts.if %no_bias -> (!ts.tensor) {
    ts.yield %0 : !ts.tensor
  } else {
    %b = ts.unchecked_cast %bias : !ts.optional<!ts.tensor> to !ts.tensor
    %2 = ts.op "aten::matmul"(%0, %b) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    ts.yield %2 : !ts.tensor
  }
  func.return %1 : !ts.tensor
}

// -----

// An attribute that is assigned, and a list somebody may change, stay.
ts.class @Counter {
  ts.attr "n" : i64
  ts.attr "log" : !ts.list<i64>
  ts.method "step" = @"Counter.step"
}
ts.object @c : !ts.object<@Counter> = {n = 1, log = #ts.list<!ts.list<i64>, []>}
// CHECK-LABEL: func @c.step
// CHECK: ts.getattr %{{.*}}["n"]
// CHECK: ts.setattr %{{.*}}["n"]
// CHECK: ts.getattr %{{.*}}["log"]
func.func @"Counter.step"(%self: !ts.object<@Counter>) {
  %0 = ts.getattr %self["n"] : !ts.object<@Counter> -> i64
  %1 = arith.addi %0, %0 : i64
  ts.setattr %self["n"] = %1 : !ts.object<@Counter>, i64
  %log = ts.getattr %self["log"] : !ts.object<@Counter> -> !ts.list<i64>
  %2 = ts.op "aten::append.t"(%log, %1) : (!ts.list<i64>, i64) -> !ts.list<i64>
  func.return
}

// -----

// A method that calls itself is not inlined.
ts.class @R {
  ts.method "forward" = @"R.forward"
}
ts.object @r : !ts.object<@R> = {}
// CHECK: func private @R.forward
// CHECK-LABEL: func @r.forward
// CHECK: call @R.forward
func.func @"R.forward"(%self: !ts.object<@R>, %x: i64) -> i64 {
  %0 = func.call @"R.forward"(%self, %x) : (!ts.object<@R>, i64) -> i64
  func.return %0 : i64
}
