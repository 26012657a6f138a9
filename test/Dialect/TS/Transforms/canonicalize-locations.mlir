// RUN: ts-opt --ts-canonicalize --mlir-print-debuginfo --mlir-pretty-debuginfo %s | FileCheck %s
// RUN: ts-opt --canonicalize --mlir-print-debuginfo --mlir-pretty-debuginfo %s | FileCheck %s --check-prefix=MLIR

// A merged constant has the place of its first user; MLIR's own pass leaves
// none.
// CHECK-LABEL: func.func @f
// CHECK-NEXT: arith.constant 7 : i64 "b"
// CHECK-NEXT: arith.muli %{{.*}} "b"
// CHECK-NEXT: arith.divsi %{{.*}} "d"
// MLIR: arith.constant 7 : i64 [unknown]
func.func @f(%x: i64) -> i64 {
  %a = arith.constant 7 : i64 loc("a")
  %0 = arith.muli %x, %a : i64 loc("b")
  %c = arith.constant 7 : i64 loc("c")
  %1 = arith.divsi %0, %c : i64 loc("d")
  func.return %1 : i64 loc("e")
}

// Users in branches count where the branch stands; without users that have a
// place it is that of the operation around.
// CHECK-LABEL: func.func @g
// CHECK-NEXT: arith.constant 9 : i64 "if"
func.func @g(%c: i1, %x: i64) -> i64 {
  %r = ts.if %c -> (i64) {
    %a = arith.constant 9 : i64 loc("a")
    %0 = arith.muli %x, %a : i64 loc("if")
    ts.yield %0 : i64 loc("y")
  } else {
    %b = arith.constant 9 : i64 loc("b")
    %1 = arith.divsi %x, %b : i64 loc("else")
    ts.yield %1 : i64 loc("z")
  } loc("whole")
  %2 = arith.constant 9 : i64 loc("c")
  %3 = arith.subi %r, %2 : i64 loc("last")
  func.return %3 : i64 loc("e")
}
