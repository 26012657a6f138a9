// What a failure does not need goes away.
// RUN: ts-reduce %s -reduction-tree='traversal-mode=0 test=%S/Inputs/has-append.sh' 2>/dev/null | FileCheck %s
// RUN: not ts-reduce %t.missing.mlir 2>&1 | FileCheck %s --check-prefix=MISSING

// CHECK-NOT: @triple
// CHECK: func.func @collect
// CHECK-NOT: aten::neg
// CHECK: "aten::append.t"
// CHECK-NOT: aten::neg
// MISSING: cannot open input file
func.func @collect(%list: !ts.list<i64>, %n: i64) {
  %0 = ts.op "aten::neg.int"(%n) : (i64) -> i64
  %1 = ts.op "aten::append.t"(%list, %n) : (!ts.list<i64>, i64) -> !ts.list<i64>
  return
}

func.func @triple(%x: i64) -> i64 {
  %c3 = arith.constant 3 : i64
  %0 = ts.op "aten::mul.int"(%x, %c3) : (i64, i64) -> i64
  return %0 : i64
}
