// RUN: ts-opt --convert-ts-to-tsrt %s | FileCheck %s

// CHECK-LABEL: func.func @get
// CHECK: %[[N:.*]] = tsrt.list.size %arg0
// CHECK: %[[OUT:.*]] = arith.cmpi uge, %[[PLACE:.*]], %[[N]]
// CHECK: tsrt.raise_if %[[OUT]], "RuntimeError", "list index out of range"
// CHECK: tsrt.list.load %arg0[%[[PLACE]]]
func.func @get(%l: !ts.list<i64>, %i: i64) -> i64 {
  %0 = ts.op "aten::__getitem__.t"(%l, %i) : (!ts.list<i64>, i64) -> i64
  return %0 : i64
}

// Operators without a better lowering are boxed calls.
// CHECK-LABEL: func.func @upper
// CHECK: tsrt.op_call "aten::upper"(%arg0) : (!ts.str) -> !ts.str
func.func @upper(%s: !ts.str) -> !ts.str {
  %0 = ts.op "aten::upper"(%s) : (!ts.str) -> !ts.str
  return %0 : !ts.str
}
