// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(ts-fold-literals{least=2}))' --split-input-file | FileCheck %s
// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(ts-fold-literals{least=2}))' --split-input-file | ts-opt --split-input-file | FileCheck %s
// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(ts-fold-literals))' --split-input-file | FileCheck %s --check-prefix=SMALL

// The example of the pass's documentation.
// CHECK-LABEL: func @list
// CHECK-NEXT: %[[L:.*]] = ts.literal #ts.list<!ts.list<i64>, [1, 2]>
// CHECK-NEXT: return %[[L]]
// SMALL-LABEL: func @list
// SMALL: ts.list.construct
func.func @list() -> !ts.list<i64> {
  %a = arith.constant 1 : i64
  %b = arith.constant 2 : i64
  %l = ts.list.construct %a, %b : !ts.list<i64>
  func.return %l : !ts.list<i64>
}

// -----

// What is inside becomes part of it, and values are seen as the element type.
// CHECK-LABEL: func @nested
// CHECK-NEXT: ts.literal #ts.dict<!ts.dict<!ts.str, !ts.list<!ts.optional<f64>>>, ["a", "b"], [#ts.list<!ts.list<!ts.optional<f64>>, [1.500000e+00, #ts.none]>, #ts.list<!ts.list<!ts.optional<f64>>, []>]>
// CHECK-NEXT: return
func.func @nested() -> !ts.dict<!ts.str, !ts.list<!ts.optional<f64>>> {
  %a = ts.constant.str "a"
  %b = ts.constant.str "b"
  %x = arith.constant 1.5 : f64
  %none = ts.constant.none
  %0 = ts.derefine %x : f64 to !ts.optional<f64>
  %1 = ts.derefine %none : !ts.none to !ts.optional<f64>
  %2 = ts.list.construct %0, %1 : !ts.list<!ts.optional<f64>>
  %3 = ts.list.construct : !ts.list<!ts.optional<f64>>
  %d = ts.dict.construct keys(%a, %b) values(%2, %3) : !ts.dict<!ts.str, !ts.list<!ts.optional<f64>>>
  func.return %d : !ts.dict<!ts.str, !ts.list<!ts.optional<f64>>>
}

// -----

// Tuples of constants are constants; complex numbers and devices, too.
// CHECK-LABEL: func @tuples
// CHECK: ts.literal #ts.list<!ts.list<!ts.tuple<complex<f64>, !ts.device>>, [#ts.tuple<!ts.tuple<complex<f64>, !ts.device>, [#ts.complex<1.000000e+00, -2.000000e+00>, #ts.device<"cpu">]>]>
func.func @tuples() -> !ts.list<!ts.tuple<complex<f64>, !ts.device>> {
  %c = complex.constant [1.0, -2.0] : complex<f64>
  %d = ts.constant.device <"cpu">
  %t = ts.tuple.construct %c, %d : !ts.tuple<complex<f64>, !ts.device>
  %l = ts.list.construct %t : !ts.list<!ts.tuple<complex<f64>, !ts.device>>
  func.return %l : !ts.list<!ts.tuple<complex<f64>, !ts.device>>
}

// -----

// A list that is in another one twice is one object.
// CHECK-LABEL: func @shared
// CHECK: %[[INNER:.*]] = ts.literal #ts.list<!ts.list<i64>, [1, 1]>
// CHECK: ts.list.construct %[[INNER]], %[[INNER]]
func.func @shared() -> !ts.list<!ts.list<i64>> {
  %a = arith.constant 1 : i64
  %l = ts.list.construct %a, %a : !ts.list<i64>
  %o = ts.list.construct %l, %l : !ts.list<!ts.list<i64>>
  func.return %o : !ts.list<!ts.list<i64>>
}

// -----

// So is one in a tuple that is used twice, and one from outside of a loop.
// CHECK-LABEL: func @shared_in_tuple
// CHECK: %[[INNER:.*]] = ts.literal
// CHECK: %[[T:.*]] = ts.tuple.construct %[[INNER]]
// CHECK: ts.list.construct %[[T]], %[[T]]
// CHECK: %[[OUTSIDE:.*]] = ts.literal
// CHECK: ts.for
// CHECK: ts.list.construct %[[OUTSIDE]]
func.func @shared_in_tuple(%n: i64) {
  %a = arith.constant 1 : i64
  %l = ts.list.construct %a, %a : !ts.list<i64>
  %t = ts.tuple.construct %l : !ts.tuple<!ts.list<i64>>
  %o = ts.list.construct %t, %t : !ts.list<!ts.tuple<!ts.list<i64>>>
  ts.print %o : !ts.list<!ts.tuple<!ts.list<i64>>>
  %m = ts.list.construct %a, %a, %a : !ts.list<i64>
  ts.for %i to %n {
    %p = ts.list.construct %m : !ts.list<!ts.list<i64>>
    ts.print %p : !ts.list<!ts.list<i64>>
    ts.yield
  }
  func.return
}

// -----

// Tensors and what is computed are no constants.
// CHECK-LABEL: func @others
// CHECK-NOT: ts.literal
// CHECK: return
func.func @others(%x: i64, %t: !ts.tensor) {
  %a = arith.constant 1 : i64
  %l = ts.list.construct %a, %a, %x : !ts.list<i64>
  %m = ts.list.construct %t, %t : !ts.list<!ts.tensor>
  ts.print %l, %m : !ts.list<i64>, !ts.list<!ts.tensor>
  func.return
}
