// RUN: ts-opt %s --ts-scalarize-containers --canonicalize | FileCheck %s

// The example of the pass's documentation.
// CHECK-LABEL: func @list_index
// CHECK-SAME: (%[[A:.*]]: i64, %[[B:.*]]: i64)
// CHECK-NEXT: return %[[B]]
func.func @list_index(%a: i64, %b: i64) -> i64 {
  %0 = ts.list.construct %a, %b : !ts.list<i64>
  %c1 = arith.constant 1 : i64
  %1 = ts.op "aten::__getitem__.t"(%0, %c1) : (!ts.list<i64>, i64) -> i64
  func.return %1 : i64
}

// CHECK-LABEL: func @list_reads
// CHECK-SAME: (%[[A:.*]]: i64, %[[B:.*]]: i64)
// CHECK-NEXT: %[[N:.*]] = arith.constant 2 : i64
// CHECK-NEXT: return %[[B]], %[[N]], %[[A]], %[[B]]
func.func @list_reads(%a: i64, %b: i64) -> (i64, i64, i64, i64) {
  %0 = ts.list.construct %a, %b : !ts.list<i64>
  %m1 = arith.constant -1 : i64
  %1 = ts.op "aten::__getitem__.t"(%0, %m1) : (!ts.list<i64>, i64) -> i64
  %2 = ts.op "aten::len.t"(%0) : (!ts.list<i64>) -> i64
  %3:2 = ts.list.unpack %0 : !ts.list<i64> -> i64, i64
  func.return %1, %2, %3#0, %3#1 : i64, i64, i64, i64
}

// A list that is changed vanishes (see list-versions.mlir); one read outside of
// its bounds stays, as that raises, and so does one unpacked into the wrong number
// of values.
// CHECK-LABEL: func @list_stays
// CHECK-COUNT-2: ts.list.construct
func.func @list_stays(%a: i64) {
  %c1 = arith.constant 1 : i64
  %0 = ts.list.construct %a : !ts.list<i64>
  %1 = ts.op "aten::append.t"(%0, %a) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %2 = ts.op "aten::len.t"(%0) : (!ts.list<i64>) -> i64
  %3 = ts.list.construct %2 : !ts.list<i64>
  %4 = ts.op "aten::__getitem__.t"(%3, %c1) : (!ts.list<i64>, i64) -> i64
  %5 = ts.list.construct %4 : !ts.list<i64>
  %6:2 = ts.list.unpack %5 : !ts.list<i64> -> i64, i64
  ts.print %6#0 : i64
  return
}

// CHECK-LABEL: func @tuple_from_branch
// CHECK-SAME: (%[[C:.*]]: i1, %[[A:.*]]: i64, %[[F:.*]]: f64, %[[B:.*]]: i64)
// CHECK-NEXT: %[[R:.*]] = ts.if %[[C]] -> (i64) {
// CHECK-NEXT: ts.print
// CHECK-NEXT: ts.yield %[[A]] : i64
// CHECK-NEXT: } else {
// CHECK-NEXT: ts.yield %[[B]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]]
func.func @tuple_from_branch(%c: i1, %a: i64, %f: f64, %b: i64) -> i64 {
  %0 = ts.if %c -> (!ts.tuple<i64, f64>) {
    ts.print %a : i64
    %1 = ts.tuple.construct %a, %f : !ts.tuple<i64, f64>
    ts.yield %1 : !ts.tuple<i64, f64>
  } else {
    %1 = ts.tuple.construct %b, %f : !ts.tuple<i64, f64>
    ts.yield %1 : !ts.tuple<i64, f64>
  }
  %1 = ts.tuple.index %0[0] : !ts.tuple<i64, f64>
  func.return %1 : i64
}

// CHECK-LABEL: func @tuple_in_loop
// CHECK-SAME: (%[[N:.*]]: i64, %[[A:.*]]: i64, %[[B:.*]]: i64)
// CHECK-NEXT: %[[R:.*]]:2 = ts.for %{{.*}} to %[[N]] iter_args(%[[X:.*]] = %[[A]], %[[Y:.*]] = %[[B]]) : (i64, i64) {
// CHECK-NEXT: %[[S:.*]] = arith.addi %[[X]], %[[Y]]
// CHECK-NEXT: ts.yield %[[Y]], %[[S]] : i64, i64
// CHECK: return %[[R]]#0
func.func @tuple_in_loop(%n: i64, %a: i64, %b: i64) -> i64 {
  %0 = ts.tuple.construct %a, %b : !ts.tuple<i64, i64>
  %1 = ts.for %i to %n iter_args(%t = %0) : (!ts.tuple<i64, i64>) {
    %x = ts.tuple.index %t[0] : !ts.tuple<i64, i64>
    %y = ts.tuple.index %t[1] : !ts.tuple<i64, i64>
    %s = arith.addi %x, %y : i64
    %2 = ts.tuple.construct %y, %s : !ts.tuple<i64, i64>
    ts.yield %2 : !ts.tuple<i64, i64>
  }
  %2 = ts.tuple.index %1[0] : !ts.tuple<i64, i64>
  func.return %2 : i64
}

// Whether an item is in a list of constants is known, unless it may be equal to
// one of them when the program runs.
// CHECK-LABEL: func @contains
// CHECK-SAME: (%[[A:.*]]: i64)
// CHECK-DAG: %[[TRUE:.*]] = arith.constant true
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK: %[[MAYBE:.*]] = ts.op "aten::__contains__.int_list"
// CHECK-NOT: ts.op
// CHECK: return %[[TRUE]], %[[FALSE]], %[[TRUE]], %[[MAYBE]]
func.func @contains(%a: i64) -> (i1, i1, i1, i1) {
  %row = ts.constant.str "row"
  %batch = ts.constant.str "batch"
  %x = ts.constant.str "x"
  %modes = ts.list.construct %batch, %row : !ts.list<!ts.str>
  %0 = ts.op "aten::__contains__.str_list"(%modes, %row) : (!ts.list<!ts.str>, !ts.str) -> i1
  %1 = ts.op "aten::__contains__.str_list"(%modes, %x) : (!ts.list<!ts.str>, !ts.str) -> i1
  %c1 = arith.constant 1 : i64
  %numbers = ts.list.construct %a, %c1 : !ts.list<i64>
  %2 = ts.op "aten::__contains__.int_list"(%numbers, %a) : (!ts.list<i64>, i64) -> i1
  %c2 = arith.constant 2 : i64
  %3 = ts.op "aten::__contains__.int_list"(%numbers, %c2) : (!ts.list<i64>, i64) -> i1
  func.return %0, %1, %2, %3 : i1, i1, i1, i1
}

// Whether all or any of known truth values hold is computed from them.
// CHECK-LABEL: func.func @truth(
// CHECK-NOT: ts.op
// CHECK-DAG: %[[ALL:.*]] = arith.andi %arg0, %arg1
// CHECK-DAG: %[[ANY:.*]] = arith.ori %arg0, %arg1
// CHECK: return %[[ALL]], %[[ANY]]
func.func @truth(%a: i1, %b: i1) -> (i1, i1) {
  %list = ts.list.construct %a, %b : !ts.list<i1>
  %0 = ts.op "aten::all.bool"(%list) : (!ts.list<i1>) -> i1
  %1 = ts.op "aten::any.bool"(%list) : (!ts.list<i1>) -> i1
  return %0, %1 : i1, i1
}

// An element of a tuple that became one of a wider type is widened alone.
// CHECK-LABEL: func.func @widened(
// CHECK-NOT: ts.tuple
// CHECK: %[[WIDE:.*]] = ts.derefine %arg1 : i64 to !ts.optional<i64>
// CHECK: return %[[WIDE]]
func.func @widened(%x: !ts.str, %n: i64) -> !ts.optional<i64> {
  %0 = ts.tuple.construct %x, %n : !ts.tuple<!ts.str, i64>
  %1 = ts.derefine %0 : !ts.tuple<!ts.str, i64> to !ts.tuple<!ts.str, !ts.optional<i64>>
  %2 = ts.tuple.index %1[1] : !ts.tuple<!ts.str, !ts.optional<i64>>
  return %2 : !ts.optional<i64>
}

// Repetitions and questions about members.
// CHECK-LABEL: func @repeated
// CHECK-SAME: (%[[A:.*]]: i64)
// CHECK-DAG: %[[YES:.*]] = arith.constant true
// CHECK-DAG: %[[NO:.*]] = arith.constant false
// CHECK-DAG: ts.list.construct %[[A]], %[[A]] : !ts.list<i64>
// CHECK: return %{{.*}}, %[[YES]], %[[NO]]
func.func @repeated(%a: i64) -> (!ts.list<i64>, i1, i1) {
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %0 = ts.list.construct %a : !ts.list<i64>
  %1 = ts.op "aten::mul.left_t"(%0, %two) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %2 = ts.list.construct %two : !ts.list<i64>
  %3 = ts.op "aten::__contains__.int_list"(%2, %two) : (!ts.list<i64>, i64) -> i1
  %4 = ts.op "aten::__contains__.int_list"(%2, %three) : (!ts.list<i64>, i64) -> i1
  return %1, %3, %4 : !ts.list<i64>, i1, i1
}

// A tuple that branches make within branches, and widen, is carried as elements.
// CHECK-LABEL: func @nested_branches
// CHECK-NOT: ts.tuple
// CHECK: return
func.func @nested_branches(%c: i1, %d: i1, %x: !ts.tensor) -> !ts.tensor {
  %none = ts.constant.none
  %u = ts.uninitialized : !ts.tuple<!ts.tensor, !ts.tensor>
  %0 = ts.if %c -> (!ts.tuple<!ts.tensor, !ts.tensor>) {
    %1 = ts.if %d -> (!ts.tuple<!ts.tensor, !ts.tensor>) {
      %2 = ts.tuple.construct %x, %x : !ts.tuple<!ts.tensor, !ts.tensor>
      ts.yield %2 : !ts.tuple<!ts.tensor, !ts.tensor>
    } else {
      ts.yield %u : !ts.tuple<!ts.tensor, !ts.tensor>
    }
    ts.yield %1 : !ts.tuple<!ts.tensor, !ts.tensor>
  } else {
    ts.yield %u : !ts.tuple<!ts.tensor, !ts.tensor>
  }
  %3 = ts.if %d -> (!ts.tuple<!ts.tensor, !ts.optional<!ts.tensor>>) {
    %4 = ts.derefine %0 : !ts.tuple<!ts.tensor, !ts.tensor> to !ts.tuple<!ts.tensor, !ts.optional<!ts.tensor>>
    ts.yield %4 : !ts.tuple<!ts.tensor, !ts.optional<!ts.tensor>>
  } else {
    %5 = ts.tuple.construct %x, %none : !ts.tuple<!ts.tensor, !ts.none>
    %6 = ts.derefine %5 : !ts.tuple<!ts.tensor, !ts.none> to !ts.tuple<!ts.tensor, !ts.optional<!ts.tensor>>
    ts.yield %6 : !ts.tuple<!ts.tensor, !ts.optional<!ts.tensor>>
  }
  %7 = ts.tuple.index %3[0] : !ts.tuple<!ts.tensor, !ts.optional<!ts.tensor>>
  return %7 : !ts.tensor
}

// A list of numbers that a branch hands on is known when nobody changes it.
// CHECK-LABEL: func @list_of_branch
// CHECK-SAME: (%[[C:.*]]: i1, %[[A:.*]]: i64, %[[B:.*]]: i64)
// CHECK: ts.if
// CHECK: %[[LAST:.*]] = ts.op "aten::__getitem__.t"
// CHECK: return %[[B]], %[[LAST]]
func.func @list_of_branch(%c: i1, %a: i64, %b: i64) -> (i64, i64) {
  %last = arith.constant -1 : i64
  %0 = ts.list.construct %a, %b : !ts.list<i64>
  %1 = ts.list.construct %a : !ts.list<i64>
  %2 = ts.if %c -> (!ts.list<i64>) {
    ts.yield %1 : !ts.list<i64>
  } else {
    ts.yield %0 : !ts.list<i64>
  }
  %3 = ts.op "aten::__getitem__.t"(%0, %last) : (!ts.list<i64>, i64) -> i64
  %4 = ts.op "aten::__getitem__.t"(%2, %last) : (!ts.list<i64>, i64) -> i64
  return %3, %4 : i64, i64
}

// It is not when somebody changes what the branch gives.
// CHECK-LABEL: func @changed_list_of_branch
// CHECK: ts.op "aten::len.t"
func.func @changed_list_of_branch(%c: i1, %a: i64) -> i64 {
  %0 = ts.list.construct %a : !ts.list<i64>
  %1 = ts.list.construct : !ts.list<i64>
  %2 = ts.if %c -> (!ts.list<i64>) {
    ts.yield %0 : !ts.list<i64>
  } else {
    ts.yield %1 : !ts.list<i64>
  }
  %3 = ts.op "aten::append.t"(%2, %a) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %4 = ts.op "aten::len.t"(%0) : (!ts.list<i64>) -> i64
  return %4 : i64
}

// What another block does comes after all of this one; what is known before
// stays known.
// CHECK-LABEL: func @used_in_another_block
// CHECK-SAME: (%[[A:.*]]: i64, %[[B:.*]]: i64, %[[C:.*]]: i1)
// CHECK: %[[LIST:.*]] = ts.list.construct %[[A]], %[[B]]
// CHECK: cf.cond_br %[[C]]
// CHECK: "aten::append.t"(%[[LIST]]
// CHECK: return %{{.*}}, %[[B]] :
func.func @used_in_another_block(%a: i64, %b: i64, %c: i1) -> (i64, i64) {
  %0 = ts.list.construct %a, %b : !ts.list<i64>
  %one = arith.constant 1 : i64
  %1 = ts.op "aten::__getitem__.t"(%0, %one) : (!ts.list<i64>, i64) -> i64
  cf.cond_br %c, ^more, ^end
^more:
  %2 = ts.op "aten::append.t"(%0, %a) : (!ts.list<i64>, i64) -> !ts.list<i64>
  cf.br ^end
^end:
  %3 = ts.op "aten::len.t"(%0) : (!ts.list<i64>) -> i64
  func.return %3, %1 : i64, i64
}
