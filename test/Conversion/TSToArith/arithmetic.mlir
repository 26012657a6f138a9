// RUN: ts-opt --convert-ts-to-arith %s | FileCheck %s

// Ints wrap; a divisor is checked against zero unless it is a constant.
// CHECK-LABEL: func.func @int
// CHECK: arith.addi %arg0, %arg1
// CHECK: tsrt.raise_if %{{.*}}, "RuntimeError", "division by 0"
// CHECK: arith.divsi
func.func @int(%a: i64, %b: i64) -> i64 {
  %0 = ts.op "aten::add.int"(%a, %b) : (i64, i64) -> i64
  %1 = ts.op "aten::floordiv.int"(%0, %b) : (i64, i64) -> i64
  return %1 : i64
}

// CHECK-LABEL: func.func @constant_divisor
// CHECK-NOT: tsrt.raise_if
// CHECK: arith.remsi
func.func @constant_divisor(%a: i64) -> i64 {
  %c = arith.constant 7 : i64
  %0 = ts.op "aten::remainder.int"(%a, %c) : (i64, i64) -> i64
  return %0 : i64
}

// `/` of ints is a float and never fails.
// CHECK-LABEL: func.func @true_division
// CHECK-NOT: tsrt.raise_if
// CHECK: arith.sitofp
// CHECK: arith.sitofp
// CHECK: arith.divf
func.func @true_division(%a: i64, %b: i64) -> f64 {
  %0 = ts.op "aten::div.int"(%a, %b) : (i64, i64) -> f64
  return %0 : f64
}

// NaN is unequal to everything.
// CHECK-LABEL: func.func @compare
// CHECK: arith.cmpf une
func.func @compare(%a: f64, %b: i64) -> i1 {
  %0 = ts.op "aten::ne.float_int"(%a, %b) : (f64, i64) -> i1
  return %0 : i1
}

// What is no scalar stays.
// CHECK-LABEL: func.func @tensor
// CHECK: ts.op "aten::neg"
func.func @tensor(%a: !ts.tensor) -> !ts.tensor {
  %0 = ts.op "aten::neg"(%a) : (!ts.tensor) -> !ts.tensor
  return %0 : !ts.tensor
}
