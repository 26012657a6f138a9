// RUN: ts-opt --convert-ts-to-tsrt %s | FileCheck %s

// CHECK-LABEL: func.func @length
// CHECK: tsrt.str.size %arg0
func.func @length(%s: !ts.str) -> i64 {
  %0 = ts.op "aten::len.str"(%s) : (!ts.str) -> i64
  return %0 : i64
}

// CHECK-LABEL: func.func @order
// CHECK: %[[SIGN:.*]] = tsrt.runtime_call @tsrt_str_compare(%arg0, %arg1)
// CHECK: arith.cmpi sle, %[[SIGN]], %{{.*}} : i64
func.func @order(%a: !ts.str, %b: !ts.str) -> i1 {
  %0 = ts.op "aten::le.str"(%a, %b) : (!ts.str, !ts.str) -> i1
  return %0 : i1
}

// CHECK-LABEL: func.func @text
// CHECK: tsrt.runtime_call @tsrt_str_of_int(%arg0) : (i64) -> !ts.str
// CHECK: tsrt.runtime_call raises @tsrt_str_at(%{{.*}}, %arg0)
func.func @text(%i: i64) -> !ts.str {
  %0 = ts.op "aten::str"(%i) : (i64) -> !ts.str
  %1 = ts.op "aten::__getitem__.str"(%0, %i) : (!ts.str, i64) -> !ts.str
  return %1 : !ts.str
}

// Other types have the operator's own formatting.
// CHECK-LABEL: func.func @float
// CHECK: tsrt.op_call "aten::str"(%arg0) : (f64) -> !ts.str
func.func @float(%x: f64) -> !ts.str {
  %0 = ts.op "aten::str"(%x) : (f64) -> !ts.str
  return %0 : !ts.str
}
