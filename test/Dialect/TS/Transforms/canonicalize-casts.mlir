// A cast of a value that was widened is a cast of the value.
// RUN: ts-opt --ts-canonicalize %s | FileCheck %s

// CHECK-LABEL: func.func @wider
// CHECK-SAME: (%[[X:.*]]: f64)
// CHECK-NEXT: %[[S:.*]] = ts.derefine %[[X]] : f64 to !ts.scalar
// CHECK-NEXT: return %[[S]]
func.func @wider(%x: f64) -> !ts.scalar {
  %0 = ts.derefine %x : f64 to !ts.optional<!ts.scalar>
  %1 = ts.unchecked_cast %0 : !ts.optional<!ts.scalar> to !ts.scalar
  return %1 : !ts.scalar
}

// CHECK-LABEL: func.func @narrower
// CHECK-SAME: (%[[X:.*]]: !ts.scalar)
// CHECK-NEXT: %[[I:.*]] = ts.unchecked_cast %[[X]] : !ts.scalar to i64
// CHECK-NEXT: return %[[I]]
func.func @narrower(%x: !ts.scalar) -> i64 {
  %0 = ts.derefine %x : !ts.scalar to !ts.optional<!ts.scalar>
  %1 = ts.unchecked_cast %0 : !ts.optional<!ts.scalar> to i64
  return %1 : i64
}

// Which type it is is known of what was widened.
// CHECK-LABEL: func.func @tested
// CHECK: %[[NO:.*]] = arith.constant false
// CHECK: return %[[NO]]
func.func @tested(%n: !ts.none) -> i1 {
  %0 = ts.derefine %n : !ts.none to !ts.union<!ts.list<i64>, i64, !ts.none>
  %1 = ts.unchecked_cast %0 : !ts.union<!ts.list<i64>, i64, !ts.none> to !ts.optional<!ts.list<i64>>
  %2 = ts.isinstance %1 is [!ts.list<i64>] : !ts.optional<!ts.list<i64>>
  return %2 : i1
}

// One that never runs stays as it is.
// CHECK-LABEL: func.func @never
// CHECK: ts.unchecked_cast
func.func @never(%s: !ts.str) -> i64 {
  %0 = ts.derefine %s : !ts.str to !ts.any
  %1 = ts.unchecked_cast %0 : !ts.any to i64
  return %1 : i64
}
