// RUN: ts-opt --convert-ts-to-arith %s | FileCheck %s

// Functions of `math`.

// Ints become floats first.
// CHECK-LABEL: func.func @sqrt(
// CHECK: %[[F:.*]] = arith.sitofp %arg0
// CHECK: math.sqrt %[[F]]
func.func @sqrt(%n: i64) -> f64 {
  %0 = ts.op "aten::sqrt.int"(%n) : (i64) -> f64
  return %0 : f64
}

// round() rounds halves to even and gives a float.
// CHECK-LABEL: func.func @round(
// CHECK: math.roundeven
func.func @round(%f: f64) -> f64 {
  %0 = ts.op "aten::round.float"(%f) : (f64) -> f64
  return %0 : f64
}

// Zero to a negative power fails; a constant that is not negative cannot.
// CHECK-LABEL: func.func @power(
// CHECK: %[[ZERO:.*]] = arith.cmpf oeq, %arg0
// CHECK: %[[NEGATIVE:.*]] = arith.cmpf olt, %arg1
// CHECK: %[[BOTH:.*]] = arith.andi %[[ZERO]], %[[NEGATIVE]]
// CHECK: tsrt.raise_if %[[BOTH]], "RuntimeError", "0.0 cannot be raised to a negative power"
// CHECK: math.powf
// CHECK-NOT: tsrt.raise_if
// CHECK: math.powf
func.func @power(%a: f64, %b: f64) -> (f64, f64) {
  %two = arith.constant 2 : i64
  %0 = ts.op "aten::pow.float"(%a, %b) : (f64, f64) -> f64
  %1 = ts.op "aten::pow.float_int"(%a, %two) : (f64, i64) -> f64
  return %0, %1 : f64, f64
}

// CHECK-LABEL: func.func @classes(
// CHECK: %[[INF:.*]] = arith.constant 0x7FF0000000000000
// CHECK: arith.cmpf uno, %arg0, %arg0
// CHECK: arith.cmpf oeq, %{{.*}}, %[[INF]]
// CHECK: arith.cmpf olt
func.func @classes(%f: f64) -> (i1, i1, i1) {
  %0 = ts.op "aten::isnan.float"(%f) : (f64) -> i1
  %1 = ts.op "aten::isinf.float"(%f) : (f64) -> i1
  %2 = ts.op "aten::isfinite.float"(%f) : (f64) -> i1
  return %0, %1, %2 : i1, i1, i1
}

// floor() of an int is the int.
// CHECK-LABEL: func.func @floor_of_int(
// CHECK-NEXT: return %arg0
func.func @floor_of_int(%n: i64) -> i64 {
  %0 = ts.op "aten::floor.int"(%n) : (i64) -> i64
  return %0 : i64
}

// What is no rule's stays: complex functions, gcd.
// CHECK-LABEL: func.func @left(
// CHECK: ts.op "aten::exp.complex"
// CHECK: ts.op "aten::gcd.int"
func.func @left(%z: complex<f64>, %n: i64) -> (complex<f64>, i64) {
  %0 = ts.op "aten::exp.complex"(%z) : (complex<f64>) -> complex<f64>
  %1 = ts.op "aten::gcd.int"(%n, %n) : (i64, i64) -> i64
  return %0, %1 : complex<f64>, i64
}
