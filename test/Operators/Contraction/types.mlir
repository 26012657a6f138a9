// RUN: ts-opt --ts-infer-types --split-input-file %s | FileCheck %s

// Shapes of matrix products. Operands have one dtype and fitting sizes, or nothing
// is claimed. Shapes and dtypes are those that PyTorch 1.13 gives.

// CHECK-LABEL: func.func @matrices(
// CHECK: ts.op "aten::matmul"{{.*}} -> !ts.tensor<[2,4],f32>
func.func @matrices(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[3,4],f32>) -> !ts.tensor {
  %0 = ts.op "aten::matmul"(%x, %y) : (!ts.tensor<[2,3],f32>, !ts.tensor<[3,4],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// A vector is a row on the left and a column on the right, and vanishes.
// CHECK-LABEL: func.func @vector_matrix(
// CHECK: ts.op "aten::matmul"{{.*}} -> !ts.tensor<[4],f32>
func.func @vector_matrix(%x: !ts.tensor<[3],f32>, %y: !ts.tensor<[3,4],f32>) -> !ts.tensor {
  %0 = ts.op "aten::matmul"(%x, %y) : (!ts.tensor<[3],f32>, !ts.tensor<[3,4],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @matrix_vector(
// CHECK: ts.op "aten::matmul"{{.*}} -> !ts.tensor<[2],f32>
func.func @matrix_vector(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[3],f32>) -> !ts.tensor {
  %0 = ts.op "aten::matmul"(%x, %y) : (!ts.tensor<[2,3],f32>, !ts.tensor<[3],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @vectors(
// CHECK: ts.op "aten::matmul"{{.*}} -> !ts.tensor<[],f32>
func.func @vectors(%x: !ts.tensor<[3],f32>, %y: !ts.tensor<[3],f32>) -> !ts.tensor {
  %0 = ts.op "aten::matmul"(%x, %y) : (!ts.tensor<[3],f32>, !ts.tensor<[3],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// What stands before the matrices is broadcast.
// CHECK-LABEL: func.func @batches(
// CHECK: ts.op "aten::matmul"{{.*}} -> !ts.tensor<[5,4,2,6],f32>
func.func @batches(%x: !ts.tensor<[5,1,2,3],f32>, %y: !ts.tensor<[4,3,6],f32>) -> !ts.tensor {
  %0 = ts.op "aten::matmul"(%x, %y) : (!ts.tensor<[5,1,2,3],f32>, !ts.tensor<[4,3,6],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @inner_mismatch(
// CHECK: ts.op "aten::matmul"{{.*}} -> !ts.tensor{{$}}
func.func @inner_mismatch(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[4,2],f32>) -> !ts.tensor {
  %0 = ts.op "aten::matmul"(%x, %y) : (!ts.tensor<[2,3],f32>, !ts.tensor<[4,2],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @batch_mismatch(
// CHECK: ts.op "aten::matmul"{{.*}} -> !ts.tensor{{$}}
func.func @batch_mismatch(%x: !ts.tensor<[2,2,3],f32>, %y: !ts.tensor<[3,3,2],f32>) -> !ts.tensor {
  %0 = ts.op "aten::matmul"(%x, %y) : (!ts.tensor<[2,2,3],f32>, !ts.tensor<[3,3,2],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @dtype_mismatch(
// CHECK: ts.op "aten::matmul"{{.*}} -> !ts.tensor{{$}}
func.func @dtype_mismatch(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[3,4],f64>) -> !ts.tensor {
  %0 = ts.op "aten::matmul"(%x, %y) : (!ts.tensor<[2,3],f32>, !ts.tensor<[3,4],f64>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @no_dims(
// CHECK: ts.op "aten::matmul"{{.*}} -> !ts.tensor{{$}}
func.func @no_dims(%x: !ts.tensor<[],f32>, %y: !ts.tensor<[3],f32>) -> !ts.tensor {
  %0 = ts.op "aten::matmul"(%x, %y) : (!ts.tensor<[],f32>, !ts.tensor<[3],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @mm(
// CHECK: ts.op "aten::mm"{{.*}} -> !ts.tensor<[2,4],f32>
func.func @mm(%x: !ts.tensor<[2,0],f32>, %y: !ts.tensor<[0,4],f32>) -> !ts.tensor {
  %0 = ts.op "aten::mm"(%x, %y) : (!ts.tensor<[2,0],f32>, !ts.tensor<[0,4],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// `mm` takes matrices only, `bmm` no broadcasting.
// CHECK-LABEL: func.func @mm_of_vector(
// CHECK: ts.op "aten::mm"{{.*}} -> !ts.tensor{{$}}
func.func @mm_of_vector(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[3],f32>) -> !ts.tensor {
  %0 = ts.op "aten::mm"(%x, %y) : (!ts.tensor<[2,3],f32>, !ts.tensor<[3],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @bmm(
// CHECK: ts.op "aten::bmm"{{.*}} -> !ts.tensor<[5,2,4],f32>
func.func @bmm(%x: !ts.tensor<[5,2,3],f32>, %y: !ts.tensor<[5,3,4],f32>) -> !ts.tensor {
  %0 = ts.op "aten::bmm"(%x, %y) : (!ts.tensor<[5,2,3],f32>, !ts.tensor<[5,3,4],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @bmm_broadcast(
// CHECK: ts.op "aten::bmm"{{.*}} -> !ts.tensor{{$}}
func.func @bmm_broadcast(%x: !ts.tensor<[1,2,3],f32>, %y: !ts.tensor<[5,3,4],f32>) -> !ts.tensor {
  %0 = ts.op "aten::bmm"(%x, %y) : (!ts.tensor<[1,2,3],f32>, !ts.tensor<[5,3,4],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @linear(
// CHECK: ts.op "aten::linear"{{.*}} -> !ts.tensor<[7,2,4],f32>
func.func @linear(%x: !ts.tensor<[7,2,3],f32>, %y: !ts.tensor<[4,3],f32>, %z: !ts.tensor<[4],f32>) -> !ts.tensor {
  %0 = ts.op "aten::linear"(%x, %y, %z) : (!ts.tensor<[7,2,3],f32>, !ts.tensor<[4,3],f32>, !ts.tensor<[4],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @linear_of_vector(
// CHECK: ts.op "aten::linear"{{.*}} -> !ts.tensor<[4],f32>
func.func @linear_of_vector(%x: !ts.tensor<[3],f32>, %y: !ts.tensor<[4,3],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %0 = ts.op "aten::linear"(%x, %y, %none) : (!ts.tensor<[3],f32>, !ts.tensor<[4,3],f32>, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @linear_mismatch(
// CHECK: ts.op "aten::linear"{{.*}} -> !ts.tensor{{$}}
func.func @linear_mismatch(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[4,2],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %0 = ts.op "aten::linear"(%x, %y, %none) : (!ts.tensor<[2,3],f32>, !ts.tensor<[4,2],f32>, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @linear_with_other_bias(
// CHECK: ts.op "aten::linear"{{.*}} -> !ts.tensor{{$}}
func.func @linear_with_other_bias(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[4,3],f32>, %z: !ts.tensor<[3],f32>) -> !ts.tensor {
  %0 = ts.op "aten::linear"(%x, %y, %z) : (!ts.tensor<[2,3],f32>, !ts.tensor<[4,3],f32>, !ts.tensor<[3],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @addmm(
// CHECK: ts.op "aten::addmm"{{.*}} -> !ts.tensor<[2,4],f32>
func.func @addmm(%x: !ts.tensor<[4],f32>, %y: !ts.tensor<[2,3],f32>, %z: !ts.tensor<[3,4],f32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %0 = ts.op "aten::addmm"(%x, %y, %z, %c1, %c1) : (!ts.tensor<[4],f32>, !ts.tensor<[2,3],f32>, !ts.tensor<[3,4],f32>, i64, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// What is added may be repeated, but not widen the product.
// CHECK-LABEL: func.func @addmm_too_wide(
// CHECK: ts.op "aten::addmm"{{.*}} -> !ts.tensor{{$}}
func.func @addmm_too_wide(%x: !ts.tensor<[5,2,4],f32>, %y: !ts.tensor<[2,3],f32>, %z: !ts.tensor<[3,4],f32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %0 = ts.op "aten::addmm"(%x, %y, %z, %c1, %c1) : (!ts.tensor<[5,2,4],f32>, !ts.tensor<[2,3],f32>, !ts.tensor<[3,4],f32>, i64, i64) -> !ts.tensor
  return %0 : !ts.tensor
}
