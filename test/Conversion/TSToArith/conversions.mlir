// RUN: ts-opt --convert-ts-to-arith %s | FileCheck %s

// int(), float(), bool() and complex().

// CHECK-LABEL: func.func @int(
// CHECK: arith.extui %arg0 : i1 to i64
// CHECK: arith.fptosi %arg1 : f64 to i64
func.func @int(%b: i1, %f: f64) -> (i64, i64) {
  %0 = ts.op "aten::Int.bool"(%b) : (i1) -> i64
  %1 = ts.op "aten::Int.float"(%f) : (f64) -> i64
  return %0, %1 : i64, i64
}

// A bool is 0 or 1, never -1.
// CHECK-LABEL: func.func @float(
// CHECK: arith.uitofp %arg0 : i1 to f64
// CHECK: arith.sitofp %arg1 : i64 to f64
func.func @float(%b: i1, %n: i64) -> (f64, f64) {
  %0 = ts.op "aten::Float.Scalar"(%b) : (i1) -> f64
  %1 = ts.op "aten::Float.int"(%n) : (i64) -> f64
  return %0, %1 : f64, f64
}

// NaN is true.
// CHECK-LABEL: func.func @bool(
// CHECK: arith.cmpi ne, %arg0
// CHECK: arith.cmpf une, %arg1
func.func @bool(%n: i64, %f: f64) -> (i1, i1) {
  %0 = ts.op "aten::Bool.int"(%n) : (i64) -> i1
  %1 = ts.op "aten::Bool.float"(%f) : (f64) -> i1
  return %0, %1 : i1, i1
}

// CHECK-LABEL: func.func @complex(
// CHECK: %[[RE:.*]] = arith.sitofp %arg0
// CHECK: complex.create %[[RE]], %arg1
func.func @complex(%n: i64, %f: f64) -> complex<f64> {
  %0 = ts.op "aten::Complex.int_float"(%n, %f) : (i64, f64) -> complex<f64>
  return %0 : complex<f64>
}

// A complex number is no int, and a text is parsed by the runtime.
// CHECK-LABEL: func.func @left(
// CHECK: ts.op "aten::Int.Scalar"
// CHECK: ts.op "aten::Int.str"
func.func @left(%z: complex<f64>, %s: !ts.str) -> (i64, i64) {
  %0 = ts.op "aten::Int.Scalar"(%z) : (complex<f64>) -> i64
  %1 = ts.op "aten::Int.str"(%s) : (!ts.str) -> i64
  return %0, %1 : i64, i64
}
