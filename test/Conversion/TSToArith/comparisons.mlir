// RUN: ts-opt --convert-ts-to-arith %s | FileCheck %s

// An int compares with a float as a float.
// CHECK-LABEL: func.func @mixed(
// CHECK: %[[F:.*]] = arith.sitofp %arg0
// CHECK: arith.cmpf olt, %[[F]], %arg1
func.func @mixed(%a: i64, %b: f64) -> i1 {
  %0 = ts.op "aten::lt.int_float"(%a, %b) : (i64, f64) -> i1
  return %0 : i1
}

// Of equal bools it is the bits that count.
// CHECK-LABEL: func.func @bools(
// CHECK: arith.cmpi eq, %arg0, %arg1 : i1
func.func @bools(%a: i1, %b: i1) -> i1 {
  %0 = ts.op "aten::eq.bool"(%a, %b) : (i1, i1) -> i1
  return %0 : i1
}

// Complex numbers are equal when both parts are, different when either is not;
// a float has no imaginary part.
// CHECK-LABEL: func.func @complex(
// CHECK: %[[RE:.*]] = arith.cmpf oeq
// CHECK: %[[IM:.*]] = arith.cmpf oeq
// CHECK: arith.andi %[[RE]], %[[IM]]
// CHECK-NOT: complex.im %arg1
// CHECK: %[[RD:.*]] = arith.cmpf une
// CHECK: %[[ID:.*]] = arith.cmpf une
// CHECK: arith.ori %[[RD]], %[[ID]]
func.func @complex(%a: complex<f64>, %b: f64) -> (i1, i1) {
  %0 = ts.op "aten::eq.complex"(%a, %a) : (complex<f64>, complex<f64>) -> i1
  %1 = ts.op "aten::ne.complex_float"(%a, %b) : (complex<f64>, f64) -> i1
  return %0, %1 : i1, i1
}

// `is` on scalars of one type is `==`.
// CHECK-LABEL: func.func @identity(
// CHECK: arith.cmpi eq
// CHECK: arith.cmpf une
func.func @identity(%a: i64, %c: i64, %b: f64) -> (i1, i1) {
  %0 = ts.op "aten::__is__"(%a, %c) : (i64, i64) -> i1
  %1 = ts.op "aten::__isnot__"(%b, %b) : (f64, f64) -> i1
  return %0, %1 : i1, i1
}

// `max(x, NaN)` is NaN, `max(NaN, x)` is x: the first that is greater.
// CHECK-LABEL: func.func @max(
// CHECK: %[[GREATER:.*]] = arith.cmpf ogt, %arg0, %arg1
// CHECK: arith.select %[[GREATER]], %arg0, %arg1
func.func @max(%a: f64, %b: f64) -> f64 {
  %0 = ts.op "prim::max.float"(%a, %b) : (f64, f64) -> f64
  return %0 : f64
}

// Numbers of different types are not the same thing, and texts are no scalars:
// the runtime's.
// CHECK-LABEL: func.func @left(
// CHECK: ts.op "aten::__is__"
// CHECK: ts.op "aten::eq.str"
func.func @left(%a: i64, %b: f64, %s: !ts.str) -> (i1, i1) {
  %0 = ts.op "aten::__is__"(%a, %b) : (i64, f64) -> i1
  %1 = ts.op "aten::eq.str"(%s, %s) : (!ts.str, !ts.str) -> i1
  return %0, %1 : i1, i1
}
