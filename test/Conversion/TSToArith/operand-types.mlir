// RUN: ts-opt --convert-ts-to-arith %s | FileCheck %s

// Which operands are scalars.

// A number in a box is the runtime's, unless the box is in sight.
// CHECK-LABEL: func.func @boxed(
// CHECK: arith.addi %arg0, %arg0
// CHECK: ts.op "aten::Int.Scalar"(%arg1)
func.func @boxed(%n: i64, %s: !ts.scalar) -> (i64, i64) {
  %0 = ts.op "aten::add.int"(%n, %n) : (i64, i64) -> i64
  %1 = ts.op "aten::Int.Scalar"(%s) : (!ts.scalar) -> i64
  return %0, %1 : i64, i64
}

// CHECK-LABEL: func.func @box_in_sight(
// CHECK: arith.fptosi %arg0
func.func @box_in_sight(%f: f64) -> i64 {
  %b = ts.derefine %f : f64 to !ts.scalar
  %0 = ts.op "aten::Int.Scalar"(%b) : (!ts.scalar) -> i64
  return %0 : i64
}

// Operators of other name spaces are not known, whatever they are called.
// CHECK-LABEL: func.func @other_space(
// CHECK: ts.op "mine::add.int"(%arg0, %arg0)
func.func @other_space(%n: i64) -> i64 {
  %0 = ts.op "mine::add.int"(%n, %n) : (i64, i64) -> i64
  return %0 : i64
}

// Sums of complex numbers are two sums; a product, where infinities have rules
// of their own, is left to the runtime.
// CHECK-LABEL: func.func @sum_of_complex(
// CHECK: complex.create %arg1, %{{.*}}
// CHECK: complex.add %arg0
// CHECK: ts.op "aten::mul.complex"
func.func @sum_of_complex(%z: complex<f64>, %f: f64) -> (complex<f64>, complex<f64>) {
  %0 = ts.op "aten::add.complex_float"(%z, %f) : (complex<f64>, f64) -> complex<f64>
  %1 = ts.op "aten::mul.complex"(%z, %z) : (complex<f64>, complex<f64>) -> complex<f64>
  return %0, %1 : complex<f64>, complex<f64>
}
