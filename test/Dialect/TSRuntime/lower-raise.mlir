// RUN: ts-opt --ts-lower-raise %s | FileCheck %s

// CHECK-LABEL: func.func @fails(%arg0: i1) -> (!tsrt.error, i64)
// CHECK: cf.cond_br %arg0, ^[[BAD:.*]], ^[[GOOD:.*]]
// CHECK: ^[[BAD]]:
// CHECK: tsrt.error.new "RuntimeError", "no"
// CHECK: tsrt.add_frame
// CHECK: ^[[GOOD]]:
// CHECK: tsrt.zero : !tsrt.error
func.func @fails(%c: i1) -> i64 {
  tsrt.raise_if %c, "RuntimeError", "no"
  %0 = arith.constant 1 : i64
  return %0 : i64
}

// Callers of functions that may fail may fail.
// CHECK-LABEL: func.func @caller(%arg0: i1) -> (!tsrt.error, i64)
// CHECK: %[[R:.*]]:2 = call @fails
// CHECK: tsrt.is_error %[[R]]#0
func.func @caller(%c: i1) -> i64 {
  %0 = func.call @fails(%c) : (i1) -> i64
  return %0 : i64
}

// CHECK-LABEL: func.func @plain(%arg0: i64) -> i64
func.func @plain(%a: i64) -> i64 {
  return %a : i64
}

// An append fails for want of memory, unless there is room.
// CHECK-LABEL: func.func @append(
// CHECK-SAME: -> !tsrt.error
// CHECK: %[[E:.*]] = tsrt.list.append %arg0, %arg1 : <i64> or !tsrt.error
// CHECK: tsrt.is_error %[[E]]
// CHECK: tsrt.add_frame %[[E]]
func.func @append(%x: i64, %l: !ts.list<i64>) {
  tsrt.list.append %x, %l : !ts.list<i64>
  return
}

// CHECK-LABEL: func.func @append_reserved(
// CHECK-SAME: !ts.list<i64>) {
// CHECK: tsrt.list.append reserved %arg0, %arg1 : <i64>
// CHECK-NEXT: return
func.func @append_reserved(%x: i64, %l: !ts.list<i64>) {
  tsrt.list.append reserved %x, %l : !ts.list<i64>
  return
}
