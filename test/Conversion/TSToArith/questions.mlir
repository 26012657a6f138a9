// RUN: ts-opt --convert-ts-to-arith --canonicalize %s | FileCheck %s

// What library functions ask before they choose a way has one answer.
// CHECK-LABEL: func.func @place(
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[NONE:.*]] = arith.constant -1 : i64
// CHECK: return %[[FALSE]], %[[FALSE]], %[[FALSE]], %[[ZERO]], %[[NONE]]
func.func @place(%x: !ts.tensor) -> (i1, i1, i1, i64, i64) {
  %zero = arith.constant 0 : i64
  %cpu = ts.constant.str "cpu"
  %cuda = ts.constant.str "cuda"
  %three = arith.constant 3 : i64
  %0 = ts.op "prim::is_cuda"(%x) : (!ts.tensor) -> i1
  %1 = ts.op "prim::is_nested"(%x) : (!ts.tensor) -> i1
  %2 = ts.op "aten::is_autocast_enabled"() : () -> i1
  %3 = ts.op "prim::device"(%x) : (!ts.tensor) -> !ts.device
  %4 = ts.op "aten::str"(%3) : (!ts.device) -> !ts.str
  %5 = ts.op "aten::find"(%4, %cpu, %zero, %three) : (!ts.str, !ts.str, i64, i64) -> i64
  %6 = ts.op "aten::find"(%4, %cuda, %zero, %three) : (!ts.str, !ts.str, i64, i64) -> i64
  return %0, %1, %2, %5, %6 : i1, i1, i1, i64, i64
}

// A search in a part of a string, or in one that is not known, stays.
// CHECK-LABEL: func.func @search(
// CHECK: ts.op "aten::find"
// CHECK: ts.op "aten::find"
func.func @search(%s: !ts.str) -> (i64, i64) {
  %text = ts.constant.str "banana"
  %a = ts.constant.str "a"
  %two = arith.constant 2 : i64
  %six = arith.constant 6 : i64
  %0 = ts.op "aten::find"(%text, %a, %two, %six) : (!ts.str, !ts.str, i64, i64) -> i64
  %1 = ts.op "aten::find"(%s, %a, %two, %six) : (!ts.str, !ts.str, i64, i64) -> i64
  return %0, %1 : i64, i64
}

// Code is made for arguments of known sizes only when they require no
// gradients; others may.
// CHECK-LABEL: func.func @gradients(
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK: %[[MAY:.*]] = ts.op "prim::requires_grad"(%arg1)
// CHECK: return %[[FALSE]], %[[MAY]]
func.func @gradients(%x: !ts.tensor<[2],f32>, %y: !ts.tensor) -> (i1, i1) {
  %one = arith.constant 1 : i64
  %sum = ts.op "aten::add.Tensor"(%x, %x, %one) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>, i64) -> !ts.tensor
  %0 = ts.op "prim::requires_grad"(%sum) : (!ts.tensor) -> i1
  %1 = ts.op "prim::requires_grad"(%y) : (!ts.tensor) -> i1
  return %0, %1 : i1, i1
}

// A text that nobody reads is not made, but one that somebody reads is.
// CHECK-LABEL: func.func @texts(
// CHECK: %[[TEXT:.*]] = ts.op "aten::format"
// CHECK-NOT: ts.op
// CHECK: return %[[TEXT]]
func.func @texts(%n: i64) -> !ts.str {
  %text = ts.constant.str "{}"
  %0 = ts.op "aten::format"(%text, %n) : (!ts.str, i64) -> !ts.str
  %1 = ts.op "aten::format"(%text, %n, %n) : (!ts.str, i64, i64) -> !ts.str
  return %0 : !ts.str
}

// Texts that are put together of constants are constants.
// CHECK-LABEL: func.func @constant_texts(
// CHECK-DAG: %[[SEVEN:.*]] = ts.constant.str "-7"
// CHECK-DAG: %[[TRUE:.*]] = ts.constant.str "True"
// CHECK-DAG: %[[NAME:.*]] = ts.constant.str "layer-7"
// CHECK-DAG: %[[FORMAT:.*]] = ts.constant.str "<layer-7>True"
// CHECK: return %[[SEVEN]], %[[TRUE]], %[[NAME]], %[[FORMAT]]
func.func @constant_texts() -> (!ts.str, !ts.str, !ts.str, !ts.str) {
  %seven = arith.constant -7 : i64
  %true = arith.constant true
  %layer = ts.constant.str "layer"
  %format = ts.constant.str "<{}>{}"
  %0 = ts.op "aten::str"(%seven) : (i64) -> !ts.str
  %1 = ts.op "aten::str"(%true) : (i1) -> !ts.str
  %2 = ts.op "aten::add.str"(%layer, %0) : (!ts.str, !ts.str) -> !ts.str
  %3 = ts.op "aten::format"(%format, %2, %true) : (!ts.str, !ts.str, i1) -> !ts.str
  return %0, %1, %2, %3 : !ts.str, !ts.str, !ts.str, !ts.str
}

// A number of braces that does not fit, other braces, floats and what is not
// known are left to the runtime.
// CHECK-LABEL: func.func @other_texts(
// CHECK: ts.op "aten::format"
// CHECK: ts.op "aten::format"
// CHECK: ts.op "aten::format"
// CHECK: ts.op "aten::str"
// CHECK: ts.op "aten::add.str"
func.func @other_texts(%s: !ts.str) -> (!ts.str, !ts.str, !ts.str, !ts.str, !ts.str) {
  %one = arith.constant 1 : i64
  %half = arith.constant 0.5 : f64
  %two = ts.constant.str "{}{}"
  %wide = ts.constant.str "{:>4}"
  %plain = ts.constant.str "plain"
  %0 = ts.op "aten::format"(%two, %one) : (!ts.str, i64) -> !ts.str
  %1 = ts.op "aten::format"(%wide, %one) : (!ts.str, i64) -> !ts.str
  %2 = ts.op "aten::format"(%plain, %one) : (!ts.str, i64) -> !ts.str
  %3 = ts.op "aten::str"(%half) : (f64) -> !ts.str
  %4 = ts.op "aten::add.str"(%plain, %s) : (!ts.str, !ts.str) -> !ts.str
  return %0, %1, %2, %3, %4 : !ts.str, !ts.str, !ts.str, !ts.str, !ts.str
}
