// RUN: ts-opt --convert-ts-to-linalg --split-input-file %s | FileCheck %s

// Value form as a person writes it. A function that writes to tensors elsewhere
// does not mind.
// CHECK-LABEL: func.func @writes(
// CHECK: ts.op "aten::zero_"
// CHECK: %[[R:.*]] = linalg.generic
// CHECK: return %[[R]]
func.func @writes(%x: tensor<2xf32>, %y: !ts.tensor<[2],f32>) -> tensor<2xf32> {
  %w = ts.op "aten::zero_"(%y) : (!ts.tensor<[2],f32>) -> !ts.tensor
  %0 = ts.op "aten::relu"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Unsigned bytes are i8 in between: the doors take them, operators that stay do
// not.
// CHECK-LABEL: func.func @bytes(
// CHECK: %[[V:.*]] = ts.tensor.value %{{.*}} -> tensor<2x1xi8>
// CHECK: %[[R:.*]] = tensor.collapse_shape %[[V]]
// CHECK: %[[U:.*]] = tensor.bitcast %[[R]] : tensor<2xi8> to tensor<2xui8>
// CHECK: ts.op "aten::logcumsumexp"(%[[U]]
// CHECK: ts.tensor.ref %[[R]] : tensor<2xi8> -> !ts.tensor<[2],ui8>
func.func @bytes(%x: !ts.tensor<[2,1],ui8>) -> (!ts.tensor<[2],ui8>, tensor<2xi64>) {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %0 = ts.tensor.value %x : !ts.tensor<[2,1],ui8> -> tensor<2x1xui8>
  %1 = ts.op "aten::squeeze.dim"(%0, %one) : (tensor<2x1xui8>, i64) -> tensor<2xui8>
  %2 = ts.op "aten::logcumsumexp"(%1, %zero) : (tensor<2xui8>, i64) -> tensor<2xi64>
  %3 = ts.tensor.ref %1 : tensor<2xui8> -> !ts.tensor<[2],ui8>
  return %3, %2 : !ts.tensor<[2],ui8>, tensor<2xi64>
}

// -----

// Objects are not its concern, nor is a type that the operands contradict.
// CHECK-LABEL: func.func @stays(
// CHECK-COUNT-2: ts.op "aten::relu"
func.func @stays(%x: !ts.tensor<[2],f32>, %y: tensor<2xf32>) -> (!ts.tensor<[2],f32>, tensor<3xf32>) {
  %0 = ts.op "aten::relu"(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  %1 = ts.op "aten::relu"(%y) : (tensor<2xf32>) -> tensor<3xf32>
  return %0, %1 : !ts.tensor<[2],f32>, tensor<3xf32>
}
