// RUN: ts-opt --ts-infer-types --ts-to-value --convert-ts-to-linalg --ts-value-to-objects --canonicalize --split-input-file %s | FileCheck %s

// Elementwise operators: one linalg.generic over the broadcast shape.

// An operand of fewer dimensions, or with a size of one, is read at fewer
// indices; nothing is copied.
// CHECK-DAG: #[[ALL:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @broadcast(
// CHECK: linalg.generic {indexing_maps = [#[[COLUMN]], #[[ROW]], #[[ALL]]]
// CHECK: arith.addf
func.func @broadcast(%x: !ts.tensor<[2,1],f32>, %y: !ts.tensor<[3],f32>) -> !ts.tensor<[2,3],f32> {
  %one = arith.constant 1 : i64
  %0 = ts.op "aten::add.Tensor"(%x, %y, %one) : (!ts.tensor<[2,1],f32>, !ts.tensor<[3],f32>, i64) -> !ts.tensor<[2,3],f32>
  return %0 : !ts.tensor<[2,3],f32>
}

// -----

// `add` scales its second operand; a factor of one is no product.
// CHECK-LABEL: func.func @alpha(
// CHECK: %[[TWO:.*]] = arith.constant 2.0{{.*}} : f32
// CHECK: linalg.generic
// CHECK: %[[SCALED:.*]] = arith.mulf %{{.*}}, %[[TWO]]
// CHECK: arith.addf %{{.*}}, %[[SCALED]]
func.func @alpha(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %two = arith.constant 2 : i64
  %0 = ts.op "aten::add.Tensor"(%x, %y, %two) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>, i64) -> !ts.tensor<[2],f32>
  return %0 : !ts.tensor<[2],f32>
}

// -----

// Elements are converted to the promoted type before they are used; a number
// of the program is converted once, outside.
// CHECK-LABEL: func.func @promoted(
// CHECK-SAME: %{{.*}}, %[[N:.*]]: f64)
// CHECK: %[[NARROW:.*]] = arith.truncf %[[N]] : f64 to f32
// CHECK: linalg.generic
// CHECK: ^bb0(%[[E:.*]]: i64
// CHECK: %[[F:.*]] = arith.sitofp %[[E]] : i64 to f32
// CHECK: arith.mulf %[[F]], %[[NARROW]]
func.func @promoted(%x: !ts.tensor<[2],i64>, %n: f64) -> !ts.tensor<[2],f32> {
  %0 = ts.op "aten::mul.Scalar"(%x, %n) : (!ts.tensor<[2],i64>, f64) -> !ts.tensor<[2],f32>
  return %0 : !ts.tensor<[2],f32>
}

// -----

// A comparison is computed in the promoted type, `!=` is true for NaN.
// CHECK-LABEL: func.func @comparison(
// CHECK: linalg.generic
// CHECK: arith.cmpf une, %{{.*}}, %{{.*}} : f64
func.func @comparison(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[2],f64>) -> !ts.tensor<[2],i1> {
  %0 = ts.op "aten::ne.Tensor"(%x, %y) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f64>) -> !ts.tensor<[2],i1>
  return %0 : !ts.tensor<[2],i1>
}

// -----

// NaN stays NaN in relu.
// CHECK-LABEL: func.func @relu(
// CHECK: %[[BELOW:.*]] = arith.cmpf olt, %[[X:.*]], %{{.*}} : f32
// CHECK: arith.select %[[BELOW]], %{{.*}}, %[[X]]
func.func @relu(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %0 = ts.op "aten::relu"(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  return %0 : !ts.tensor<[2],f32>
}

// -----

// A clamp without a bound on one side compares with one number.
// CHECK-LABEL: func.func @clamp(
// CHECK: arith.cmpf ogt
// CHECK-NOT: arith.cmpf
// CHECK: linalg.yield
func.func @clamp(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %none = ts.constant.none
  %six = arith.constant 6 : i64
  %0 = ts.op "aten::clamp"(%x, %none, %six) : (!ts.tensor<[2],f32>, !ts.none, i64) -> !ts.tensor<[2],f32>
  return %0 : !ts.tensor<[2],f32>
}

// -----

// Ints between fractional bounds are floats.
// CHECK-LABEL: func.func @clamped_ints(
// CHECK: ^bb0(%[[E:.*]]: i64
// CHECK: arith.sitofp %[[E]] : i64 to f32
// CHECK: arith.select %{{.*}} : f32
func.func @clamped_ints(%x: !ts.tensor<[2],i64>) -> !ts.tensor {
  %none = ts.constant.none
  %half = arith.constant 0.5 : f64
  %0 = ts.op "aten::clamp"(%x, %half, %none) : (!ts.tensor<[2],i64>, f64, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// Common powers are products and roots.
// CHECK-LABEL: func.func @powers(
// CHECK: %[[S:.*]] = arith.mulf
// CHECK-NOT: math.powf
// CHECK: math.sqrt
// CHECK: math.powf
func.func @powers(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %two = arith.constant 2 : i64
  %half = arith.constant 0.5 : f64
  %seven = arith.constant 7 : i64
  %0 = ts.op "aten::pow.Tensor_Scalar"(%x, %two) : (!ts.tensor<[2],f32>, i64) -> !ts.tensor<[2],f32>
  %1 = ts.op "aten::pow.Tensor_Scalar"(%0, %half) : (!ts.tensor<[2],f32>, f64) -> !ts.tensor<[2],f32>
  %2 = ts.op "aten::pow.Tensor_Scalar"(%1, %seven) : (!ts.tensor<[2],f32>, i64) -> !ts.tensor<[2],f32>
  return %2 : !ts.tensor<[2],f32>
}

// -----

// Which of two values, by a condition of its own type.
// CHECK-LABEL: func.func @where(
// CHECK: ^bb0(%{{.*}}: i1, %[[A:[a-z0-9_]*]]: f32, %[[B:[a-z0-9_]*]]: f32
// CHECK: arith.select %{{.*}}, %[[A]], %[[B]]
func.func @where(%c: !ts.tensor<[2],i1>, %x: !ts.tensor<[2],f32>, %y: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %0 = ts.op "aten::where.self"(%c, %x, %y) : (!ts.tensor<[2],i1>, !ts.tensor<[2],f32>, !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  return %0 : !ts.tensor<[2],f32>
}

// -----

// Left to the runtime: what has no order, half elements, a parameter that is no
// constant.
// CHECK-LABEL: func.func @left(
// CHECK-NOT: linalg
// CHECK: ts.op "aten::floor"
// CHECK: ts.op "aten::exp"
// CHECK: ts.op "aten::leaky_relu"
func.func @left(%z: !ts.tensor<[2],complex<f32>>, %h: !ts.tensor<[2],f16>, %x: !ts.tensor<[2],f32>, %n: f64) -> (!ts.tensor<[2],complex<f32>>, !ts.tensor<[2],f16>, !ts.tensor<[2],f32>) {
  %0 = ts.op "aten::floor"(%z) : (!ts.tensor<[2],complex<f32>>) -> !ts.tensor<[2],complex<f32>>
  %1 = ts.op "aten::exp"(%h) : (!ts.tensor<[2],f16>) -> !ts.tensor<[2],f16>
  %2 = ts.op "aten::leaky_relu"(%x, %n) : (!ts.tensor<[2],f32>, f64) -> !ts.tensor<[2],f32>
  return %0, %1, %2 : !ts.tensor<[2],complex<f32>>, !ts.tensor<[2],f16>, !ts.tensor<[2],f32>
}

// -----

// Complex numbers: sums and products of the dialect, functions of the runtime
// for each part.
// CHECK-LABEL: func.func @complex(
// CHECK: complex.mul
// CHECK: tsrt.math_call "tsrt_math_sqrt_c64_real"(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
// CHECK: tsrt.math_call "tsrt_math_sqrt_c64_imag"
// CHECK: tsrt.math_call "tsrt_math_abs_c64_real"
// CHECK-NOT: abs_c64_imag
func.func @complex(%x: !ts.tensor<[?,2],complex<f32>>, %z: !ts.tensor<[2],complex<f32>>) -> (!ts.tensor<[2],complex<f32>>, !ts.tensor<[2],complex<f32>>, !ts.tensor<[2],f32>) {
  %0 = ts.op "aten::mul.Tensor"(%z, %z) : (!ts.tensor<[2],complex<f32>>, !ts.tensor<[2],complex<f32>>) -> !ts.tensor<[2],complex<f32>>
  %1 = ts.op "aten::sqrt"(%z) : (!ts.tensor<[2],complex<f32>>) -> !ts.tensor<[2],complex<f32>>
  %2 = ts.op "aten::abs"(%z) : (!ts.tensor<[2],complex<f32>>) -> !ts.tensor<[2],f32>
  return %0, %1, %2 : !ts.tensor<[2],complex<f32>>, !ts.tensor<[2],complex<f32>>, !ts.tensor<[2],f32>
}

// -----

// Functions of the runtime, of one element.
// CHECK-LABEL: func.func @special(
// CHECK: tsrt.math_call "tsrt_math_digamma_f64"
// CHECK: tsrt.math_call "tsrt_math_zeta_f32"
func.func @special(%x: !ts.tensor<[2],f64>, %y: !ts.tensor<[2],f32>) -> (!ts.tensor<[2],f64>, !ts.tensor<[2],f32>) {
  %0 = ts.op "aten::digamma"(%x) : (!ts.tensor<[2],f64>) -> !ts.tensor<[2],f64>
  %1 = ts.op "aten::special_zeta"(%y, %y) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  return %0, %1 : !ts.tensor<[2],f64>, !ts.tensor<[2],f32>
}

// -----

// Integers are divided in the kernel, which looks for zeros first.
// CHECK-LABEL: func.func @divide(
// CHECK: linalg.reduce
// CHECK: arith.remsi
// CHECK: ts.if
// CHECK: ts.op "aten::remainder.Tensor"{{.*}}ts.fallback
func.func @divide(%x: !ts.tensor<[2],i64>) -> !ts.tensor<[2],i64> {
  %0 = ts.op "aten::remainder.Tensor"(%x, %x) : (!ts.tensor<[2],i64>, !ts.tensor<[2],i64>) -> !ts.tensor<[2],i64>
  return %0 : !ts.tensor<[2],i64>
}
