// RUN: ts-opt --tsrt-insert-refcounts %s | FileCheck %s

// Arguments are borrowed, results owned.
// CHECK-LABEL: func.func @identity
// CHECK: tsrt.retain %arg0
// CHECK-NEXT: return %arg0
func.func @identity(%s: !ts.str) -> !ts.str {
  return %s : !ts.str
}

// A value is released after its last use.
// CHECK-LABEL: func.func @last_use
// CHECK: %[[L:.*]] = tsrt.list.make
// CHECK: tsrt.list.size %[[L]]
// CHECK-NEXT: tsrt.release %[[L]]
func.func @last_use(%a: i64) -> i64 {
  %l = tsrt.list.make(%a) : (i64) -> !ts.list<i64>
  %n = tsrt.list.size %l : !ts.list<i64>
  return %n : i64
}

// The last taker moves; an earlier one needs a reference of its own.
// CHECK-LABEL: func.func @taken_twice
// CHECK: %[[E:.*]] = tsrt.list.make()
// CHECK: tsrt.retain %[[E]]
// CHECK: tsrt.list.append %[[E]], %arg0
// CHECK-NEXT: tsrt.list.append %[[E]], %arg0
// CHECK-NEXT: return
func.func @taken_twice(%l: !ts.list<!ts.list<i64>>) {
  %e = tsrt.list.make() : () -> !ts.list<i64>
  tsrt.list.append %e, %l : !ts.list<!ts.list<i64>>
  tsrt.list.append %e, %l : !ts.list<!ts.list<i64>>
  return
}

// On an edge where it is dead a value is released.
// CHECK-LABEL: func.func @edge
// CHECK: cf.cond_br %arg1, ^[[USE:.*]], ^[[DROP:.*]]
// CHECK: ^[[DROP]]:
// CHECK-NEXT: tsrt.release
func.func @edge(%a: i64, %c: i1) -> i64 {
  %l = tsrt.list.make(%a) : (i64) -> !ts.list<i64>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %n = tsrt.list.size %l : !ts.list<i64>
  return %n : i64
^bb2:
  return %a : i64
}

// A select of references becomes a branch; the value not chosen is released.
// CHECK-LABEL: func.func @select(
// CHECK-SAME: %[[C:.*]]: i1, %[[A:.*]]: !ts.tensor, %[[B:.*]]: !ts.tensor
// CHECK-NOT: arith.select
// CHECK: cf.cond_br %[[C]], ^[[T:.*]], ^[[F:.*]]
// CHECK: ^[[T]]:
// CHECK: tsrt.retain %[[A]]
// CHECK: cf.br ^[[END:.*]](%[[A]]
// CHECK: ^[[F]]:
// CHECK: tsrt.retain %[[B]]
// CHECK: cf.br ^[[END]](%[[B]]
func.func @select(%c: i1, %a: !ts.tensor, %b: !ts.tensor) -> !ts.tensor {
  %0 = arith.select %c, %a, %b : !ts.tensor
  return %0 : !ts.tensor
}
