// RUN: ts-opt --ts-infer-types --split-input-file %s | FileCheck %s

// Shapes of pointwise operators: operands are broadcast from the right, and where
// they do not fit nothing is claimed, so that the operator raises when it runs.
// Shapes and dtypes are those that PyTorch 1.13 gives.

// CHECK-LABEL: func.func @equal(
// CHECK: ts.op "aten::add.Tensor"{{.*}} -> !ts.tensor<[2,3],f32>
func.func @equal(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %0 = ts.op "aten::add.Tensor"(%x, %y, %c1) : (!ts.tensor<[2,3],f32>, !ts.tensor<[2,3],f32>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// A size of one is repeated, a missing one is one.
// CHECK-LABEL: func.func @broadcast(
// CHECK: ts.op "aten::add.Tensor"{{.*}} -> !ts.tensor<[2,3,4],f32>
func.func @broadcast(%x: !ts.tensor<[2,1,4],f32>, %y: !ts.tensor<[3,1],f32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %0 = ts.op "aten::add.Tensor"(%x, %y, %c1) : (!ts.tensor<[2,1,4],f32>, !ts.tensor<[3,1],f32>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @zero_dims(
// CHECK: ts.op "aten::add.Tensor"{{.*}} -> !ts.tensor<[2,3],f32>
func.func @zero_dims(%x: !ts.tensor<[],f32>, %y: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %0 = ts.op "aten::add.Tensor"(%x, %y, %c1) : (!ts.tensor<[],f32>, !ts.tensor<[2,3],f32>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// An empty axis stays empty.
// CHECK-LABEL: func.func @empty_axis(
// CHECK: ts.op "aten::mul.Tensor"{{.*}} -> !ts.tensor<[0,5],f32>
func.func @empty_axis(%x: !ts.tensor<[0,1],f32>, %y: !ts.tensor<[1,5],f32>) -> !ts.tensor {
  %0 = ts.op "aten::mul.Tensor"(%x, %y) : (!ts.tensor<[0,1],f32>, !ts.tensor<[1,5],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @mismatch(
// CHECK: ts.op "aten::add.Tensor"{{.*}} -> !ts.tensor{{$}}
func.func @mismatch(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[3],f32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %0 = ts.op "aten::add.Tensor"(%x, %y, %c1) : (!ts.tensor<[2],f32>, !ts.tensor<[3],f32>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @mismatch_behind(
// CHECK: ts.op "aten::mul.Tensor"{{.*}} -> !ts.tensor{{$}}
func.func @mismatch_behind(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[2,1,2],f32>) -> !ts.tensor {
  %0 = ts.op "aten::mul.Tensor"(%x, %y) : (!ts.tensor<[2,3],f32>, !ts.tensor<[2,1,2],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// Zero is not one: it does not fit two.
// CHECK-LABEL: func.func @mismatch_empty(
// CHECK: ts.op "aten::mul.Tensor"{{.*}} -> !ts.tensor{{$}}
func.func @mismatch_empty(%x: !ts.tensor<[0],f32>, %y: !ts.tensor<[2],f32>) -> !ts.tensor {
  %0 = ts.op "aten::mul.Tensor"(%x, %y) : (!ts.tensor<[0],f32>, !ts.tensor<[2],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// Three operands are broadcast together.
// CHECK-LABEL: func.func @where(
// CHECK: ts.op "aten::where.self"{{.*}} -> !ts.tensor<[3,2],f32>
func.func @where(%x: !ts.tensor<[3,1],i1>, %y: !ts.tensor<[2],f32>, %z: !ts.tensor<[1],f32>) -> !ts.tensor {
  %0 = ts.op "aten::where.self"(%x, %y, %z) : (!ts.tensor<[3,1],i1>, !ts.tensor<[2],f32>, !ts.tensor<[1],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @where_mismatch(
// CHECK: ts.op "aten::where.self"{{.*}} -> !ts.tensor{{$}}
func.func @where_mismatch(%x: !ts.tensor<[3],i1>, %y: !ts.tensor<[2],f32>, %z: !ts.tensor<[2],f32>) -> !ts.tensor {
  %0 = ts.op "aten::where.self"(%x, %y, %z) : (!ts.tensor<[3],i1>, !ts.tensor<[2],f32>, !ts.tensor<[2],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @masked_fill(
// CHECK: ts.op "aten::masked_fill.Scalar"{{.*}} -> !ts.tensor<[2,3],f32>
func.func @masked_fill(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[3],i1>) -> !ts.tensor {
  %half = arith.constant 0.5 : f64
  %0 = ts.op "aten::masked_fill.Scalar"(%x, %y, %half) : (!ts.tensor<[2,3],f32>, !ts.tensor<[3],i1>, f64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// A unary operator keeps the shape.
// CHECK-LABEL: func.func @unary(
// CHECK: ts.op "aten::relu"{{.*}} -> !ts.tensor<[2,0,3],f32>
func.func @unary(%x: !ts.tensor<[2,0,3],f32>) -> !ts.tensor {
  %0 = ts.op "aten::relu"(%x) : (!ts.tensor<[2,0,3],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}
