// RUN: ts-opt %s --ts-keep-tuple-names --split-input-file | FileCheck %s
// RUN: ts-opt %s --ts-keep-tuple-names --split-input-file | ts-opt --split-input-file | FileCheck %s

// The example of the pass's documentation.
// CHECK-LABEL: func @f
// CHECK-SAME: -> !ts.union<!ts.tuple<"P" a: i64>, !ts.tuple<i64>>
// CHECK: %[[R:.*]] = ts.if %{{.*}} -> (!ts.union<!ts.tuple<"P" a: i64>, !ts.tuple<i64>>) {
// CHECK-NEXT: ts.derefine %{{.*}} : !ts.tuple<"P" a: i64> to !ts.union
// CHECK: ts.derefine %{{.*}} : !ts.tuple<i64> to !ts.union
// CHECK: return %[[R]]
func.func @f(%c: i1, %p: !ts.tuple<"P" a: i64>, %t: !ts.tuple<i64>) -> !ts.tuple<i64> {
  %0 = ts.if %c -> (!ts.tuple<i64>) {
    %1 = ts.derefine %p : !ts.tuple<"P" a: i64> to !ts.tuple<i64>
    ts.yield %1 : !ts.tuple<i64>
  } else {
    ts.yield %t : !ts.tuple<i64>
  }
  func.return %0 : !ts.tuple<i64>
}

// Those who call it go on with the plain tuple.
// CHECK-LABEL: func @caller
// CHECK-NEXT: %[[R:.*]] = call @f({{.*}}) : {{.*}} -> !ts.union
// CHECK-NEXT: %[[T:.*]] = ts.unchecked_cast %[[R]] : !ts.union<{{.*}}> to !ts.tuple<i64>
// CHECK-NEXT: ts.tuple.index %[[T]][0]
func.func @caller(%c: i1, %p: !ts.tuple<"P" a: i64>, %t: !ts.tuple<i64>) -> i64 {
  %0 = func.call @f(%c, %p, %t) : (i1, !ts.tuple<"P" a: i64>, !ts.tuple<i64>) -> !ts.tuple<i64>
  %1 = ts.tuple.index %0[0] : !ts.tuple<i64>
  func.return %1 : i64
}

// -----

// One name on all ways needs no type that is carried.
// CHECK-LABEL: func @always
// CHECK-SAME: -> !ts.tuple<i64> attributes {ts.named_result = !ts.tuple<"P" a: i64>}
// CHECK: ts.if %{{.*}} -> (!ts.tuple<i64>)
func.func @always(%c: i1, %p: !ts.tuple<"P" a: i64>, %q: !ts.tuple<"P" a: i64>) -> !ts.tuple<i64> {
  %0 = ts.derefine %p : !ts.tuple<"P" a: i64> to !ts.tuple<i64>
  %1 = ts.derefine %q : !ts.tuple<"P" a: i64> to !ts.tuple<i64>
  %2 = ts.if %c -> (!ts.tuple<i64>) {
    ts.yield %0 : !ts.tuple<i64>
  } else {
    ts.yield %1 : !ts.tuple<i64>
  }
  func.return %2 : !ts.tuple<i64>
}

// -----

// A loop that ends in `Any` carries `Any`; its body sees the plain tuple.
// CHECK-LABEL: func @loop
// CHECK: ts.for
// CHECK-SAME: !ts.any
// CHECK: %[[T:.*]] = ts.unchecked_cast %{{.*}} : !ts.any to !ts.tuple<i64>
// CHECK: ts.print %[[T]]
// CHECK: ts.yield %{{.*}} : !ts.any
func.func @loop(%n: i64, %p: !ts.tuple<"P" a: i64>, %t: !ts.tuple<i64>) -> !ts.any {
  %0 = ts.for %i to %n iter_args(%x = %t) : (!ts.tuple<i64>) {
    ts.print %x : !ts.tuple<i64>
    %1 = ts.derefine %p : !ts.tuple<"P" a: i64> to !ts.tuple<i64>
    ts.yield %1 : !ts.tuple<i64>
  }
  %2 = ts.derefine %0 : !ts.tuple<i64> to !ts.any
  func.return %2 : !ts.any
}
