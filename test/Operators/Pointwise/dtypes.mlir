// RUN: ts-opt --ts-infer-types --split-input-file %s | FileCheck %s

// Dtypes of pointwise operators: the highest category of bool, integer, float and
// complex wins; tensors without dimensions and numbers only raise the category.
// Shapes and dtypes are those that PyTorch 1.13 gives.

// CHECK-LABEL: func.func @widest_int(
// CHECK: ts.op "aten::add.Tensor"{{.*}} -> !ts.tensor<[2],i32>
func.func @widest_int(%x: !ts.tensor<[2],i16>, %y: !ts.tensor<[2],i32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %0 = ts.op "aten::add.Tensor"(%x, %y, %c1) : (!ts.tensor<[2],i16>, !ts.tensor<[2],i32>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @unsigned_and_signed(
// CHECK: ts.op "aten::mul.Tensor"{{.*}} -> !ts.tensor<[2],i16>
func.func @unsigned_and_signed(%x: !ts.tensor<[2],ui8>, %y: !ts.tensor<[2],i8>) -> !ts.tensor {
  %0 = ts.op "aten::mul.Tensor"(%x, %y) : (!ts.tensor<[2],ui8>, !ts.tensor<[2],i8>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @int_and_float(
// CHECK: ts.op "aten::mul.Tensor"{{.*}} -> !ts.tensor<[2],f32>
func.func @int_and_float(%x: !ts.tensor<[2],i64>, %y: !ts.tensor<[2],f32>) -> !ts.tensor {
  %0 = ts.op "aten::mul.Tensor"(%x, %y) : (!ts.tensor<[2],i64>, !ts.tensor<[2],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @bool_and_int(
// CHECK: ts.op "aten::add.Tensor"{{.*}} -> !ts.tensor<[2],ui8>
func.func @bool_and_int(%x: !ts.tensor<[2],i1>, %y: !ts.tensor<[2],ui8>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %0 = ts.op "aten::add.Tensor"(%x, %y, %c1) : (!ts.tensor<[2],i1>, !ts.tensor<[2],ui8>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @float_and_complex(
// CHECK: ts.op "aten::mul.Tensor"{{.*}} -> !ts.tensor<[2],complex<f64>>
func.func @float_and_complex(%x: !ts.tensor<[2],f64>, %y: !ts.tensor<[2],complex<f32>>) -> !ts.tensor {
  %0 = ts.op "aten::mul.Tensor"(%x, %y) : (!ts.tensor<[2],f64>, !ts.tensor<[2],complex<f32>>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// A double without dimensions does not widen a float.
// CHECK-LABEL: func.func @zero_dims(
// CHECK: ts.op "aten::mul.Tensor"{{.*}} -> !ts.tensor<[2],f32>
func.func @zero_dims(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[],f64>) -> !ts.tensor {
  %0 = ts.op "aten::mul.Tensor"(%x, %y) : (!ts.tensor<[2],f32>, !ts.tensor<[],f64>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// But it makes an int a float, of its own width.
// CHECK-LABEL: func.func @zero_dims_category(
// CHECK: ts.op "aten::mul.Tensor"{{.*}} -> !ts.tensor<[2],f64>
func.func @zero_dims_category(%x: !ts.tensor<[2],i64>, %y: !ts.tensor<[],f64>) -> !ts.tensor {
  %0 = ts.op "aten::mul.Tensor"(%x, %y) : (!ts.tensor<[2],i64>, !ts.tensor<[],f64>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// A number is weaker still: it makes an int the default float.
// CHECK-LABEL: func.func @number(
// CHECK: ts.op "aten::mul.Scalar"{{.*}} -> !ts.tensor<[2],f32>
func.func @number(%x: !ts.tensor<[2],i64>, %n: f64) -> !ts.tensor {
  %0 = ts.op "aten::mul.Scalar"(%x, %n) : (!ts.tensor<[2],i64>, f64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @number_of_category(
// CHECK: ts.op "aten::mul.Scalar"{{.*}} -> !ts.tensor<[2],i16>
func.func @number_of_category(%x: !ts.tensor<[2],i16>, %n: i64) -> !ts.tensor {
  %0 = ts.op "aten::mul.Scalar"(%x, %n) : (!ts.tensor<[2],i16>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @number_and_bool(
// CHECK: ts.op "aten::mul.Scalar"{{.*}} -> !ts.tensor<[2],i64>
func.func @number_and_bool(%x: !ts.tensor<[2],i1>, %n: i64) -> !ts.tensor {
  %0 = ts.op "aten::mul.Scalar"(%x, %n) : (!ts.tensor<[2],i1>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @bool_sum(
// CHECK: ts.op "aten::add.Tensor"{{.*}} -> !ts.tensor<[2],i1>
func.func @bool_sum(%x: !ts.tensor<[2],i1>, %y: !ts.tensor<[2],i1>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %0 = ts.op "aten::add.Tensor"(%x, %y, %c1) : (!ts.tensor<[2],i1>, !ts.tensor<[2],i1>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// `-` on bools raises.
// CHECK-LABEL: func.func @bool_difference(
// CHECK: ts.op "aten::sub.Tensor"{{.*}} -> !ts.tensor{{$}}
func.func @bool_difference(%x: !ts.tensor<[2],i1>, %y: !ts.tensor<[2],i1>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %0 = ts.op "aten::sub.Tensor"(%x, %y, %c1) : (!ts.tensor<[2],i1>, !ts.tensor<[2],i1>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// A comparison is bool, whatever it compares.
// CHECK-LABEL: func.func @comparison(
// CHECK: ts.op "aten::lt.Tensor"{{.*}} -> !ts.tensor<[2],i1>
func.func @comparison(%x: !ts.tensor<[2],i64>, %y: !ts.tensor<[2],f64>) -> !ts.tensor {
  %0 = ts.op "aten::lt.Tensor"(%x, %y) : (!ts.tensor<[2],i64>, !ts.tensor<[2],f64>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// Functions of analysis make ints float32 and leave floats as wide as they are.
// CHECK-LABEL: func.func @exp_of_int(
// CHECK: ts.op "aten::exp"{{.*}} -> !ts.tensor<[2],f32>
func.func @exp_of_int(%x: !ts.tensor<[2],i64>) -> !ts.tensor {
  %0 = ts.op "aten::exp"(%x) : (!ts.tensor<[2],i64>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @exp_of_double(
// CHECK: ts.op "aten::exp"{{.*}} -> !ts.tensor<[2],f64>
func.func @exp_of_double(%x: !ts.tensor<[2],f64>) -> !ts.tensor {
  %0 = ts.op "aten::exp"(%x) : (!ts.tensor<[2],f64>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @true_division(
// CHECK: ts.op "aten::div.Tensor"{{.*}} -> !ts.tensor<[2],f32>
func.func @true_division(%x: !ts.tensor<[2],i64>, %y: !ts.tensor<[2],i32>) -> !ts.tensor {
  %0 = ts.op "aten::div.Tensor"(%x, %y) : (!ts.tensor<[2],i64>, !ts.tensor<[2],i32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @rounding_of_int(
// CHECK: ts.op "aten::floor"{{.*}} -> !ts.tensor<[2],i64>
func.func @rounding_of_int(%x: !ts.tensor<[2],i64>) -> !ts.tensor {
  %0 = ts.op "aten::floor"(%x) : (!ts.tensor<[2],i64>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// The condition does not count.
// CHECK-LABEL: func.func @where(
// CHECK: ts.op "aten::where.self"{{.*}} -> !ts.tensor<[2],f32>
func.func @where(%x: !ts.tensor<[2],i1>, %y: !ts.tensor<[2],i64>, %z: !ts.tensor<[2],f32>) -> !ts.tensor {
  %0 = ts.op "aten::where.self"(%x, %y, %z) : (!ts.tensor<[2],i1>, !ts.tensor<[2],i64>, !ts.tensor<[2],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// The filling does not count.
// CHECK-LABEL: func.func @masked_fill(
// CHECK: ts.op "aten::masked_fill.Scalar"{{.*}} -> !ts.tensor<[2],i64>
func.func @masked_fill(%x: !ts.tensor<[2],i64>, %y: !ts.tensor<[2],i1>, %n: i64) -> !ts.tensor {
  %0 = ts.op "aten::masked_fill.Scalar"(%x, %y, %n) : (!ts.tensor<[2],i64>, !ts.tensor<[2],i1>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// Bounds promote as numbers do.
// CHECK-LABEL: func.func @clamp_by_float(
// CHECK: ts.op "aten::clamp"{{.*}} -> !ts.tensor<[2],f32>
func.func @clamp_by_float(%x: !ts.tensor<[2],i64>) -> !ts.tensor {
  %half = arith.constant 0.5 : f64
  %none = ts.constant.none
  %0 = ts.op "aten::clamp"(%x, %half, %none) : (!ts.tensor<[2],i64>, f64, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @clamp_by_int(
// CHECK: ts.op "aten::clamp"{{.*}} -> !ts.tensor<[2],i16>
func.func @clamp_by_int(%x: !ts.tensor<[2],i16>) -> !ts.tensor {
  %none = ts.constant.none
  %c3 = arith.constant 3 : i64
  %0 = ts.op "aten::clamp"(%x, %none, %c3) : (!ts.tensor<[2],i16>, !ts.none, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// The absolute value of a complex number is real.
// CHECK-LABEL: func.func @abs_of_complex(
// CHECK: ts.op "aten::abs"{{.*}} -> !ts.tensor<[2],f64>
func.func @abs_of_complex(%x: !ts.tensor<[2],complex<f64>>) -> !ts.tensor {
  %0 = ts.op "aten::abs"(%x) : (!ts.tensor<[2],complex<f64>>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @bfloat16(
// CHECK: ts.op "aten::add.Tensor"{{.*}} -> !ts.tensor<[2],bf16>
func.func @bfloat16(%x: !ts.tensor<[2],bf16>, %y: !ts.tensor<[2],bf16>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %0 = ts.op "aten::add.Tensor"(%x, %y, %c1) : (!ts.tensor<[2],bf16>, !ts.tensor<[2],bf16>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}
