// RUN: ts-opt --convert-ts-to-scf %s | FileCheck %s

// CHECK-LABEL: func.func @sum
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %arg0 step %{{.*}} iter_args(%[[S:.*]] = %{{.*}}) -> (i64)
// CHECK: arith.addi %[[S]], %[[I]]
// CHECK: scf.yield
func.func @sum(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %r = ts.for %i to %n iter_args(%s = %zero) : (i64) {
    %t = arith.addi %s, %i : i64
    ts.yield %t : i64
  }
  return %r : i64
}

// CHECK-LABEL: func.func @choose
// CHECK: scf.if %arg0 -> (i64)
// CHECK: } else {
func.func @choose(%c: i1, %a: i64, %b: i64) -> i64 {
  %r = ts.if %c -> (i64) {
    ts.yield %a : i64
  } else {
    ts.yield %b : i64
  }
  return %r : i64
}
