// RUN: ts-opt --ts-infer-types --split-input-file %s | FileCheck %s

// CHECK-LABEL: func.func @chain(
func.func @chain(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  // CHECK: ts.op "aten::relu"{{.*}} -> !ts.tensor<[2,3],f32>
  %0 = ts.op "aten::relu"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
  // CHECK: %[[T:.*]] = ts.op "aten::t"{{.*}} -> !ts.tensor<[3,2],f32>
  %1 = ts.op "aten::t"(%0) : (!ts.tensor) -> !ts.tensor
  // CHECK: %[[V:.*]] = ts.derefine %[[T]] : !ts.tensor<[3,2],f32> to !ts.tensor
  // CHECK: return %[[V]]
  return %1 : !ts.tensor
}

// -----

// Broadcasting, and a double number that does not widen a float32 tensor.
// CHECK-LABEL: func.func @broadcast(
func.func @broadcast(%x: !ts.tensor<[2,1],f32>, %y: !ts.tensor<[3],f32>, %n: f64) -> !ts.tensor {
  %one = arith.constant 1 : i64
  // CHECK: ts.op "aten::add.Tensor"{{.*}} -> !ts.tensor<[2,3],f32>
  %0 = ts.op "aten::add.Tensor"(%x, %y, %one) : (!ts.tensor<[2,1],f32>, !ts.tensor<[3],f32>, i64) -> !ts.tensor
  // CHECK: ts.op "aten::mul.Scalar"{{.*}} -> !ts.tensor<[2,3],f32>
  %1 = ts.op "aten::mul.Scalar"(%0, %n) : (!ts.tensor, f64) -> !ts.tensor
  return %1 : !ts.tensor
}

// -----

// A float number makes an integer tensor float32; a comparison is bool.
// CHECK-LABEL: func.func @promotion(
func.func @promotion(%x: !ts.tensor<[2],i64>, %n: f64) -> (!ts.tensor, !ts.tensor) {
  // CHECK: ts.op "aten::mul.Scalar"{{.*}} -> !ts.tensor<[2],f32>
  %0 = ts.op "aten::mul.Scalar"(%x, %n) : (!ts.tensor<[2],i64>, f64) -> !ts.tensor
  // CHECK: ts.op "aten::gt.Scalar"{{.*}} -> !ts.tensor<[2],i1>
  %1 = ts.op "aten::gt.Scalar"(%x, %n) : (!ts.tensor<[2],i64>, f64) -> !ts.tensor
  return %0, %1 : !ts.tensor, !ts.tensor
}

// -----

// Shapes that do not fit raise at run time: nothing is claimed.
// CHECK-LABEL: func.func @mismatch(
func.func @mismatch(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[3],f32>) -> !ts.tensor {
  %one = arith.constant 1 : i64
  // CHECK: ts.op "aten::add.Tensor"{{.*}} -> !ts.tensor{{$}}
  %0 = ts.op "aten::add.Tensor"(%x, %y, %one) : (!ts.tensor<[2],f32>, !ts.tensor<[3],f32>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @convolution(
func.func @convolution(%x: !ts.tensor<[1,3,8,8],f32>, %w: !ts.tensor<[4,3,3,3],f32>) -> !ts.tensor {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %none = ts.constant.none
  %stride = ts.list.construct %two, %two : !ts.list<i64>
  %padding = ts.list.construct %one, %one : !ts.list<i64>
  %dilation = ts.list.construct %one, %one : !ts.list<i64>
  // CHECK: ts.op "aten::conv2d"{{.*}} -> !ts.tensor<[1,4,4,4],f32>
  %0 = ts.op "aten::conv2d"(%x, %w, %none, %stride, %padding, %dilation, %one) : (!ts.tensor<[1,3,8,8],f32>, !ts.tensor<[4,3,3,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// A list that something appends to is not a constant.
// CHECK-LABEL: func.func @changed_list(
func.func @changed_list(%x: !ts.tensor<[6],f32>) -> !ts.tensor {
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %sizes = ts.list.construct %two : !ts.list<i64>
  %l = ts.op "aten::append.t"(%sizes, %three) : (!ts.list<i64>, i64) -> !ts.list<i64>
  // CHECK: ts.op "aten::view"{{.*}} -> !ts.tensor{{$}}
  %0 = ts.op "aten::view"(%x, %sizes) : (!ts.tensor<[6],f32>, !ts.list<i64>) -> !ts.tensor
  return %0 : !ts.tensor
}
