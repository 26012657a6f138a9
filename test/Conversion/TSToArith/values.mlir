// RUN: ts-opt --convert-ts-to-arith --canonicalize %s | FileCheck %s

// Operators on constants: the values are those that PyTorch computes.

// -7 // 2, 7 // -2, -7 % 2, 7 % -2: floors, and the divisor's sign.
// CHECK-LABEL: func.func @floor(
// CHECK-DAG: %[[QUOTIENT:.*]] = arith.constant -4 : i64
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[MINUS:.*]] = arith.constant -1 : i64
// CHECK: return %[[QUOTIENT]], %[[QUOTIENT]], %[[ONE]], %[[MINUS]]
func.func @floor() -> (i64, i64, i64, i64) {
  %a = arith.constant -7 : i64
  %b = arith.constant 7 : i64
  %p = arith.constant 2 : i64
  %q = arith.constant -2 : i64
  %0 = ts.op "aten::floordiv.int"(%a, %p) : (i64, i64) -> i64
  %1 = ts.op "aten::floordiv.int"(%b, %q) : (i64, i64) -> i64
  %2 = ts.op "aten::remainder.int"(%a, %p) : (i64, i64) -> i64
  %3 = ts.op "aten::remainder.int"(%b, %q) : (i64, i64) -> i64
  return %0, %1, %2, %3 : i64, i64, i64, i64
}

// The least int divided by -1 wraps.
// CHECK-LABEL: func.func @wraps(
// CHECK-DAG: %[[LEAST:.*]] = arith.constant -9223372036854775808 : i64
// CHECK: return %[[LEAST]]
func.func @wraps() -> i64 {
  %a = arith.constant -9223372036854775808 : i64
  %b = arith.constant -1 : i64
  %0 = ts.op "aten::floordiv.int"(%a, %b) : (i64, i64) -> i64
  return %0 : i64
}

// 1 << 63, -9 >> 1: an arithmetic shift; counts are taken modulo 64.
// CHECK-LABEL: func.func @shifts(
// CHECK-DAG: %[[LEAST:.*]] = arith.constant -9223372036854775808 : i64
// CHECK-DAG: %[[FIVE:.*]] = arith.constant -5 : i64
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : i64
// CHECK: return %[[LEAST]], %[[FIVE]], %[[TWO]]
func.func @shifts() -> (i64, i64, i64) {
  %one = arith.constant 1 : i64
  %n = arith.constant 63 : i64
  %a = arith.constant -9 : i64
  %m = arith.constant 65 : i64
  %0 = ts.op "aten::__lshift__.int"(%one, %n) : (i64, i64) -> i64
  %1 = ts.op "aten::__rshift__.int"(%a, %one) : (i64, i64) -> i64
  %2 = ts.op "aten::__lshift__.int"(%one, %m) : (i64, i64) -> i64
  return %0, %1, %2 : i64, i64, i64
}

// len(range(2, 9, 3)) is 3, len(range(-2, -9, -3)) too, len(range(9, 2, 3)) 0.
// CHECK-LABEL: func.func @ranges(
// CHECK-DAG: %[[THREE:.*]] = arith.constant 3 : i64
// CHECK-DAG: %[[NONE:.*]] = arith.constant 0 : i64
// CHECK: return %[[THREE]], %[[THREE]], %[[NONE]]
func.func @ranges() -> (i64, i64, i64) {
  %a = arith.constant 2 : i64
  %b = arith.constant 9 : i64
  %c = arith.constant -2 : i64
  %d = arith.constant -9 : i64
  %up = arith.constant 3 : i64
  %down = arith.constant -3 : i64
  %0 = ts.op "aten::__range_length"(%a, %b, %up) : (i64, i64, i64) -> i64
  %1 = ts.op "aten::__range_length"(%c, %d, %down) : (i64, i64, i64) -> i64
  %2 = ts.op "aten::__range_length"(%b, %a, %up) : (i64, i64, i64) -> i64
  return %0, %1, %2 : i64, i64, i64
}

// int(-2.75), floor(-2.5), ceil(-2.5): towards zero, down, up. What no int can
// hold becomes the least one.
// CHECK-LABEL: func.func @truncation(
// CHECK-DAG: %[[TWO:.*]] = arith.constant -2 : i64
// CHECK-DAG: %[[THREE:.*]] = arith.constant -3 : i64
// CHECK-DAG: %[[LEAST:.*]] = arith.constant -9223372036854775808 : i64
// CHECK: return %[[TWO]], %[[THREE]], %[[TWO]], %[[LEAST]]
func.func @truncation() -> (i64, i64, i64, i64) {
  %a = arith.constant -2.75 : f64
  %b = arith.constant -2.5 : f64
  %huge = arith.constant 1.0e30 : f64
  %0 = ts.op "aten::Int.float"(%a) : (f64) -> i64
  %1 = ts.op "aten::floor.float"(%b) : (f64) -> i64
  %2 = ts.op "aten::ceil.float"(%b) : (f64) -> i64
  %3 = ts.op "aten::Int.float"(%huge) : (f64) -> i64
  return %0, %1, %2, %3 : i64, i64, i64, i64
}

// Texts that are known are compared when compiling.
// CHECK-LABEL: func.func @texts(
// CHECK-DAG: %[[TRUE:.*]] = arith.constant true
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK: return %[[FALSE]], %[[TRUE]]
func.func @texts() -> (i1, i1) {
  %a = ts.constant.str "same"
  %b = ts.constant.str "valid"
  %0 = ts.op "aten::eq.str"(%a, %b) : (!ts.str, !ts.str) -> i1
  %1 = ts.op "aten::ne.str"(%a, %b) : (!ts.str, !ts.str) -> i1
  return %0, %1 : i1, i1
}
