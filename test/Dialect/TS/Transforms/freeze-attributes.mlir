// RUN: ts-opt %s --ts-freeze-attributes --split-input-file | FileCheck %s

// The example of the pass's documentation.
ts.class module @C {
  ts.attr "n" : i64
}
ts.object @m : !ts.object<@C> = {n = 3}
// CHECK-LABEL: func @m.forward
// CHECK-SAME: (%[[X:.*]]: i64)
// CHECK: %[[N:.*]] = arith.constant 3 : i64
// CHECK-NOT: ts.getattr
// CHECK: arith.addi %[[X]], %[[N]]
func.func @m.forward(%x: i64) -> i64 {
  %m = ts.object.ref @m : !ts.object<@C>
  %0 = ts.getattr %m["n"] : !ts.object<@C> -> i64
  %1 = arith.addi %x, %0 : i64
  func.return %1 : i64
}

// -----

// A public function assigns the attribute: its value is not known.
ts.class module @C {
  ts.attr "n" : i64
}
ts.object @m : !ts.object<@C> = {n = 3}
// CHECK-LABEL: func @m.forward
// CHECK: ts.getattr
func.func @m.forward() -> i64 {
  %m = ts.object.ref @m : !ts.object<@C>
  %0 = ts.getattr %m["n"] : !ts.object<@C> -> i64
  func.return %0 : i64
}
func.func @m.reset(%x: i64) {
  %m = ts.object.ref @m : !ts.object<@C>
  ts.setattr %m["n"] = %x : !ts.object<@C>, i64
  func.return
}

// -----

// A private function that nothing calls does not count.
ts.class module @C {
  ts.attr "n" : i64
}
ts.object @m : !ts.object<@C> = {n = 3}
// CHECK-LABEL: func @m.forward
// CHECK: arith.constant 3
// CHECK-NOT: ts.getattr
// CHECK: return
func.func @m.forward() -> i64 {
  %m = ts.object.ref @m : !ts.object<@C>
  %0 = ts.getattr %m["n"] : !ts.object<@C> -> i64
  func.return %0 : i64
}
func.func private @m.reset(%x: i64) {
  %m = ts.object.ref @m : !ts.object<@C>
  ts.setattr %m["n"] = %x : !ts.object<@C>, i64
  func.return
}

// -----

// A tensor that may be missing is no container: who gets it changes nothing.
ts.class module @C {
  ts.attr "bias" : !ts.optional<!ts.tensor>
}
ts.object @m : !ts.object<@C> = {bias = #ts.none}
func.func private @use(%x: !ts.optional<!ts.tensor>)
// CHECK-LABEL: func @m.forward
// CHECK-NOT: ts.getattr
// CHECK: %[[NONE:.*]] = ts.constant.none
// CHECK: ts.derefine %[[NONE]]
func.func @m.forward() {
  %m = ts.object.ref @m : !ts.object<@C>
  %0 = ts.getattr %m["bias"] : !ts.object<@C> -> !ts.optional<!ts.tensor>
  func.call @use(%0) : (!ts.optional<!ts.tensor>) -> ()
  func.return
}

// -----

// A list that a function only reads is known, also where it is handed on.
ts.class module @C {
  ts.attr "sizes" : !ts.list<i64>
}
ts.object @m : !ts.object<@C> = {sizes = #ts.list<!ts.list<i64>, [2, 3]>}
func.func private @first(%x: !ts.list<i64>) -> i64 {
  %zero = arith.constant 0 : i64
  %0 = ts.op "aten::__getitem__.t"(%x, %zero) : (!ts.list<i64>, i64) -> i64
  func.return %0 : i64
}
// CHECK-LABEL: func @m.forward
// CHECK-NOT: ts.getattr
// CHECK: %[[LIST:.*]] = ts.list.construct
// CHECK: call @first(%[[LIST]])
func.func @m.forward() -> i64 {
  %m = ts.object.ref @m : !ts.object<@C>
  %0 = ts.getattr %m["sizes"] : !ts.object<@C> -> !ts.list<i64>
  %1 = func.call @first(%0) : (!ts.list<i64>) -> i64
  func.return %1 : i64
}

// -----

// It is not where the function changes it, or gives it back.
ts.class module @C {
  ts.attr "sizes" : !ts.list<i64>
  ts.attr "more" : !ts.list<i64>
}
ts.object @m : !ts.object<@C> = {sizes = #ts.list<!ts.list<i64>, [2]>, more = #ts.list<!ts.list<i64>, [3]>}
func.func private @change(%x: !ts.list<i64>) {
  %zero = arith.constant 0 : i64
  %0 = ts.op "aten::append.t"(%x, %zero) : (!ts.list<i64>, i64) -> !ts.list<i64>
  func.return
}
func.func private @same(%x: !ts.list<i64>) -> !ts.list<i64> {
  func.return %x : !ts.list<i64>
}
// CHECK-LABEL: func @m.forward
// CHECK: ts.getattr %{{.*}}["sizes"]
// CHECK: ts.getattr %{{.*}}["more"]
func.func @m.forward() -> !ts.list<i64> {
  %m = ts.object.ref @m : !ts.object<@C>
  %0 = ts.getattr %m["sizes"] : !ts.object<@C> -> !ts.list<i64>
  func.call @change(%0) : (!ts.list<i64>) -> ()
  %1 = ts.getattr %m["more"] : !ts.object<@C> -> !ts.list<i64>
  %2 = func.call @same(%1) : (!ts.list<i64>) -> !ts.list<i64>
  func.return %2 : !ts.list<i64>
}

// -----

// An operator that draws random numbers changes and keeps no list.
ts.class module @C {
  ts.attr "weights" : !ts.list<!ts.tensor>
}
ts.object @m : !ts.object<@C> = {weights = #ts.list<!ts.list<!ts.tensor>, [#ts.tensor_ref<"a", f32, [12, 5], strides [5, 1], offset 0>, #ts.tensor_ref<"b", f32, [12, 4], strides [4, 1], offset 0>]>}
// CHECK-LABEL: func @m.forward
// CHECK-NOT: ts.getattr
// CHECK: ts.list.construct
// CHECK: ts.op "aten::gru.input"
func.func @m.forward(%x: !ts.tensor, %h: !ts.tensor) -> !ts.tensor {
  %one = arith.constant 1 : i64
  %no = arith.constant false
  %p = arith.constant 0.0 : f64
  %m = ts.object.ref @m : !ts.object<@C>
  %w = ts.getattr %m["weights"] : !ts.object<@C> -> !ts.list<!ts.tensor>
  %0:2 = ts.op "aten::gru.input"(%x, %h, %w, %no, %one, %p, %no, %no, %no) : (!ts.tensor, !ts.tensor, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1, i1) -> (!ts.tensor, !ts.tensor)
  func.return %0#0 : !ts.tensor
}
