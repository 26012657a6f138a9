// RUN: ts-opt --tsrt-optimize-refcounts %s | FileCheck %s

// A pair with nothing between that could drop an owner.
// CHECK-LABEL: func.func @pair
// CHECK-NOT: tsrt.retain
// CHECK-NOT: tsrt.release
// CHECK: return
func.func @pair(%l: !ts.list<i64>) -> i64 {
  tsrt.retain %l : !ts.list<i64>
  %n = tsrt.list.size %l : !ts.list<i64>
  tsrt.release %l : !ts.list<i64>
  return %n : i64
}

// The caller keeps an argument alive, whatever is called in between.
// CHECK-LABEL: func.func @argument
// CHECK-NEXT: tsrt.op_call
// CHECK-NEXT: return
func.func @argument(%l: !ts.list<i64>) {
  tsrt.retain %l : !ts.list<i64>
  tsrt.op_call "f"() : () -> ()
  tsrt.release %l : !ts.list<i64>
  return
}

// Another value may die in the call.
// CHECK-LABEL: func.func @owned
// CHECK: tsrt.retain
// CHECK: tsrt.op_call "f"
// CHECK: tsrt.release
func.func @owned() {
  %l = tsrt.list.make() : () -> !ts.list<i64>
  tsrt.retain %l : !ts.list<i64>
  tsrt.op_call "f"() : () -> ()
  tsrt.release %l : !ts.list<i64>
  return
}

// An element that is only looked at needs no reference.
// CHECK-LABEL: func.func @element
// CHECK: tsrt.list.load borrowed
// CHECK-NOT: tsrt.release
func.func @element(%l: !ts.list<!ts.list<i64>>, %i: i64) -> i64 {
  %e = tsrt.list.load %l[%i] : !ts.list<!ts.list<i64>>
  %n = tsrt.list.size %e : !ts.list<i64>
  tsrt.release %e : !ts.list<i64>
  return %n : i64
}

// Unless the list changes while it is in use.
// CHECK-LABEL: func.func @changed
// CHECK: tsrt.list.load %
// CHECK: tsrt.release
func.func @changed(%l: !ts.list<!ts.list<i64>>, %i: i64, %v: !ts.list<i64>) -> i64 {
  %e = tsrt.list.load %l[%i] : !ts.list<!ts.list<i64>>
  tsrt.retain %v : !ts.list<i64>
  tsrt.list.store %v, %l[%i] : !ts.list<!ts.list<i64>>
  %n = tsrt.list.size %e : !ts.list<i64>
  tsrt.release %e : !ts.list<i64>
  return %n : i64
}

// What dies after the last use, on whatever path, does not matter, nor does an
// append to a list.
// CHECK-LABEL: func.func @paths
// CHECK: tsrt.list.load borrowed
// CHECK: tsrt.list.append
// CHECK: tsrt.release %arg2
// CHECK-NOT: tsrt.release %{{[^a]}}
func.func @paths(%l: !ts.list<!ts.list<i64>>, %i: i64, %other: !ts.str, %c: i1) -> i64 {
  %e = tsrt.list.load %l[%i] : !ts.list<!ts.list<i64>>
  tsrt.list.append %i, %e : !ts.list<i64>
  cf.cond_br %c, ^good, ^bad
^good:
  %n = tsrt.list.size %e : !ts.list<i64>
  tsrt.release %other : !ts.str
  tsrt.release %e : !ts.list<i64>
  return %n : i64
^bad:
  tsrt.release %e : !ts.list<i64>
  return %i : i64
}

// A call may take the element out of its list.
// CHECK-LABEL: func.func @called
// CHECK: tsrt.list.load %arg0
// CHECK-NEXT: tsrt.op_call "f"(%{{.*}}) last_uses [0]
// CHECK-NEXT: return
func.func @called(%l: !ts.list<!ts.list<i64>>, %i: i64) {
  %e = tsrt.list.load %l[%i] : !ts.list<!ts.list<i64>>
  tsrt.op_call "f"(%e) : (!ts.list<i64>) -> ()
  tsrt.release %e : !ts.list<i64>
  return
}

// Scalars are not counted.
// CHECK-LABEL: func.func @scalar
// CHECK-NEXT: tsrt.list.load %
// CHECK-NEXT: return
func.func @scalar(%l: !ts.list<i64>, %i: i64) -> i64 {
  %e = tsrt.list.load %l[%i] : !ts.list<i64>
  return %e : i64
}

// An operator gets the reference of an operand that dies there.
// CHECK-LABEL: func.func @given
// CHECK: tsrt.op_call "aten::add.Tensor"(%[[A:.*]], %arg0, %{{.*}}) last_uses [0]
// CHECK-NOT: tsrt.release %[[A]]
// CHECK: return
func.func @given(%x: !ts.tensor, %n: i64) -> !ts.tensor {
  %a = tsrt.op_call "aten::neg"(%x) : (!ts.tensor) -> !ts.tensor
  %b = tsrt.op_call "aten::add.Tensor"(%a, %x, %n) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  tsrt.release %a : !ts.tensor
  return %b : !ts.tensor
}

// One reference is given once, even when the operand stands twice.
// CHECK-LABEL: func.func @twice
// CHECK: last_uses [0]
// CHECK-NOT: tsrt.release
func.func @twice(%x: !ts.tensor) -> !ts.tensor {
  %a = tsrt.op_call "aten::neg"(%x) : (!ts.tensor) -> !ts.tensor
  %b = tsrt.op_call "aten::mul.Tensor"(%a, %a) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  tsrt.release %a : !ts.tensor
  return %b : !ts.tensor
}

// Not to a call in boxes, which borrows.
// CHECK-LABEL: func.func @boxed
// CHECK: tsrt.op_call "aten::to.device"
// CHECK-NEXT: tsrt.release
func.func @boxed(%x: !ts.tensor, %d: !ts.device, %i: i64, %no: i1, %none: !ts.none) -> !ts.tensor {
  %a = tsrt.op_call "aten::neg"(%x) : (!ts.tensor) -> !ts.tensor
  %b = tsrt.op_call "aten::to.device"(%a, %d, %i, %no, %no, %none) : (!ts.tensor, !ts.device, i64, i1, i1, !ts.none) -> !ts.tensor
  tsrt.release %a : !ts.tensor
  return %b : !ts.tensor
}

// An element that nobody looks at.
// CHECK-LABEL: func.func @unused
// CHECK: tsrt.list.load borrowed
// CHECK-NOT: tsrt.release
// CHECK: return
func.func @unused(%l: !ts.list<!ts.list<i64>>, %i: i64) {
  %e = tsrt.list.load %l[%i] : !ts.list<!ts.list<i64>>
  tsrt.release %e : !ts.list<i64>
  return
}
