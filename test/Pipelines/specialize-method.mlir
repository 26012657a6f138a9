// RUN: ts-opt %s '--ts-specialize=object=m entry=forward signature=f32[2]' | FileCheck %s
// RUN: ts-opt %s '--ts-specialize=object=m entry=forward methods=forward,reset signature=f32[2]' | FileCheck %s --check-prefix=CHANGED
// RUN: not ts-opt %s '--ts-specialize=object=m entry=nothing' 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: error: the class of 'm' has no method 'nothing'

ts.class module @C {
  ts.attr "n" : i64
  ts.attr parameter "w" : !ts.tensor
  ts.method "forward" = @C.forward
  ts.method "reset" = @C.reset
}
ts.object @m : !ts.object<@C> = {n = 3, w = #ts.tensor_ref<"0", f32, [2], strides [1], offset 0>}

// Only forward is called: the attribute is a constant, and no tensor changes.
// CHECK-NOT: ts.mutable_tensors
// CHECK-NOT: @m.reset
// CHECK-LABEL: func @m.forward(
// CHECK-SAME: !ts.tensor<[2],f32>)
// CHECK-NOT: ts.getattr
// CHECK: arith.constant 3
// CHECK: ts.tensor.literal
// With reset they may change, and reset is not part of what is compiled.
// CHANGED: module attributes {{.*}}ts.mutable_tensors
// CHANGED-NOT: @m.reset
// CHANGED-LABEL: func @m.forward(
// CHANGED: ts.getattr %{{.*}}["n"]
// CHANGED-NOT: @m.reset
func.func @C.forward(%self: !ts.object<@C>, %x: !ts.tensor) -> !ts.tensor {
  %n = ts.getattr %self["n"] : !ts.object<@C> -> i64
  %w = ts.getattr %self["w"] : !ts.object<@C> -> !ts.tensor
  %0 = ts.op "aten::mul.Tensor"(%x, %w) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %1 = ts.derefine %n : i64 to !ts.scalar
  %2 = ts.op "aten::mul.Scalar"(%0, %1) : (!ts.tensor, !ts.scalar) -> !ts.tensor
  ts.return %2 : !ts.tensor
}
func.func @C.reset(%self: !ts.object<@C>) {
  %one = arith.constant 1 : i64
  ts.setattr %self["n"] = %one : !ts.object<@C>, i64
  %w = ts.getattr %self["w"] : !ts.object<@C> -> !ts.tensor
  %0 = ts.op "aten::relu_"(%w) : (!ts.tensor) -> !ts.tensor
  ts.return
}
