// RUN: ts-opt --ts-functionalize %s | FileCheck %s

// CHECK-LABEL: func.func @fresh(
func.func @fresh(%x: !ts.tensor) -> !ts.tensor {
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor) -> !ts.tensor
  // CHECK: %[[R:.*]] = ts.op "aten::relu"(
  %1 = ts.op "aten::relu_"(%0) : (!ts.tensor) -> !ts.tensor
  // A later use of the tensor sees what was written.
  // CHECK: return %[[R]]
  return %0 : !ts.tensor
}

// The caller sees a write to an argument.
// CHECK-LABEL: func.func @argument(
func.func @argument(%x: !ts.tensor) -> !ts.tensor {
  // CHECK: ts.op "aten::relu_"(
  %0 = ts.op "aten::relu_"(%x) : (!ts.tensor) -> !ts.tensor
  return %0 : !ts.tensor
}

// The view sees the write.
// CHECK-LABEL: func.func @viewed(
func.func @viewed(%x: !ts.tensor) -> !ts.tensor {
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor) -> !ts.tensor
  %view = ts.op "aten::t"(%0) : (!ts.tensor) -> !ts.tensor
  // CHECK: ts.op "aten::relu_"(
  %1 = ts.op "aten::relu_"(%0) : (!ts.tensor) -> !ts.tensor
  return %view : !ts.tensor
}

// An integer tensor stays one when a float is added in place, but not else.
// CHECK-LABEL: func.func @dtype(
func.func @dtype(%x: !ts.tensor<[2],i64>, %y: !ts.tensor<[2],f32>) -> !ts.tensor {
  %one = arith.constant 1 : i64
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor<[2],i64>) -> !ts.tensor<[2],i64>
  // CHECK: ts.op "aten::add_.Tensor"(
  %1 = ts.op "aten::add_.Tensor"(%0, %y, %one) : (!ts.tensor<[2],i64>, !ts.tensor<[2],f32>, i64) -> !ts.tensor
  return %1 : !ts.tensor
}

// So does a use that sees the tensor through a cast.
// CHECK-LABEL: func.func @cast(
func.func @cast(%x: !ts.tensor) -> !ts.optional<!ts.tensor> {
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor) -> !ts.tensor
  %1 = ts.derefine %0 : !ts.tensor to !ts.optional<!ts.tensor>
  // CHECK: %[[R:.*]] = ts.op "aten::relu"(
  // CHECK: %[[O:.*]] = ts.derefine %[[R]]
  %2 = ts.op "aten::relu_"(%0) : (!ts.tensor) -> !ts.tensor
  // CHECK: return %[[O]]
  return %1 : !ts.optional<!ts.tensor>
}
