// RUN: ts-opt %s --ts-reserve-lists --split-input-file | FileCheck %s

// The example of the pass's documentation: a small constant count.
// CHECK-LABEL: func @constant
// CHECK: %[[L:.*]] = tsrt.list.make
// CHECK: tsrt.list.reserve %[[L]],
// CHECK: scf.for
// CHECK: tsrt.list.append reserved %{{.*}}, %[[L]]
// CHECK-NOT: scf.for
func.func @constant() -> !ts.list<i64> {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c9 = arith.constant 9 : i64
  %l = tsrt.list.make() : () -> !ts.list<i64>
  scf.for %i = %c0 to %c9 step %c1 : i64 {
    tsrt.list.append %i, %l : !ts.list<i64>
  }
  func.return %l : !ts.list<i64>
}

// -----

// A loop that may fail, with a count nobody knows: a copy for small counts.
// CHECK-LABEL: func @copied
// CHECK: tsrt.list.reserve
// CHECK: scf.if
// CHECK: tsrt.list.append reserved
// CHECK: else
// CHECK: tsrt.list.append %
func.func @copied(%n: i64, %text: !ts.str) -> !ts.list<i64> {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %l = tsrt.list.make() : () -> !ts.list<i64>
  scf.for %i = %c0 to %n step %c1 : i64 {
    %v = tsrt.op_call "aten::ord"(%text) : (!ts.str) -> i64
    tsrt.list.append %v, %l : !ts.list<i64>
  }
  func.return %l : !ts.list<i64>
}

// -----

// A loop that does not append in every iteration stays as it is.
// CHECK-LABEL: func @sometimes
// CHECK-NOT: reserve
// CHECK: return
func.func @sometimes(%n: i64, %c: i1) -> !ts.list<i64> {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %l = tsrt.list.make() : () -> !ts.list<i64>
  scf.for %i = %c0 to %n step %c1 : i64 {
    scf.if %c {
      tsrt.list.append %i, %l : !ts.list<i64>
    }
  }
  func.return %l : !ts.list<i64>
}
