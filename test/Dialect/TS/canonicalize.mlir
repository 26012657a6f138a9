// RUN: ts-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func @tuple_index
// CHECK-SAME: (%[[A:.*]]: i64, %[[B:.*]]: f64)
// CHECK-NEXT: return %[[B]]
func.func @tuple_index(%a: i64, %b: f64) -> f64 {
  %0 = ts.tuple.construct %a, %b : !ts.tuple<i64, f64>
  %1 = ts.tuple.index %0[1] : !ts.tuple<i64, f64>
  return %1 : f64
}

// CHECK-LABEL: func @tuple_slice
// CHECK-SAME: (%[[A:.*]]: i64, %[[B:.*]]: f64)
// CHECK-NEXT: %[[T:.*]] = ts.tuple.construct %[[B]] : !ts.tuple<f64>
// CHECK-NEXT: return %[[T]]
func.func @tuple_slice(%a: i64, %b: f64) -> !ts.tuple<f64> {
  %0 = ts.tuple.construct %a, %b : !ts.tuple<i64, f64>
  %1 = ts.tuple.slice %0[1 to 2] : !ts.tuple<i64, f64>
  return %1 : !ts.tuple<f64>
}

// CHECK-LABEL: func @is_none
// CHECK-DAG: %[[TRUE:.*]] = arith.constant true
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK-DAG: %[[REAL:.*]] = ts.is_none %{{.*}} : !ts.optional<i64>
// CHECK: return %[[FALSE]], %[[TRUE]], %[[FALSE]], %[[REAL]]
func.func @is_none(%a: i64, %o: !ts.optional<i64>) -> (i1, i1, i1, i1) {
  %none = ts.constant.none
  %0 = ts.is_none %a : i64
  %1 = ts.is_none %none : !ts.none
  %2 = ts.derefine %a : i64 to !ts.optional<i64>
  %3 = ts.is_none %2 : !ts.optional<i64>
  %4 = ts.is_none %o : !ts.optional<i64>
  return %0, %1, %3, %4 : i1, i1, i1, i1
}

// What a value was made from says its type, behind casts that know less.
// CHECK-LABEL: func @isinstance_behind_casts
// CHECK-DAG: %[[TRUE:.*]] = arith.constant true
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK: return %[[FALSE]], %[[TRUE]]
func.func @isinstance_behind_casts(%a: i64) -> (i1, i1) {
  %0 = ts.derefine %a : i64 to !ts.union<i64, !ts.str, f64, !ts.none>
  %1 = ts.unchecked_cast %0 : !ts.union<i64, !ts.str, f64, !ts.none> to !ts.union<i64, !ts.str, f64>
  %2 = ts.isinstance %1 is [!ts.str] : !ts.union<i64, !ts.str, f64>
  %3 = ts.isinstance %1 is [i64] : !ts.union<i64, !ts.str, f64>
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func @isinstance
// CHECK-DAG: %[[TRUE:.*]] = arith.constant true
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK-DAG: %[[REAL:.*]] = ts.isinstance %{{.*}} is [i64] : !ts.union<i64, !ts.str>
// CHECK: return %[[TRUE]], %[[FALSE]], %[[TRUE]], %[[REAL]]
func.func @isinstance(%a: i64, %l: !ts.list<f64>, %u: !ts.union<i64, !ts.str>) -> (i1, i1, i1, i1) {
  %0 = ts.isinstance %a is [f64, i64] : i64
  %1 = ts.isinstance %l is [!ts.list<i64>, !ts.str] : !ts.list<f64>
  %2 = ts.isinstance %l is [!ts.any_list] : !ts.list<f64>
  %3 = ts.isinstance %u is [i64] : !ts.union<i64, !ts.str>
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

// CHECK-LABEL: func @casts
// CHECK-SAME: (%[[A:.*]]: i64, %[[T:.*]]: !ts.tensor
// CHECK-NEXT: %[[C:.*]] = ts.unchecked_cast %[[T]] : !ts.tensor to !ts.tensor<[2],f32>
// CHECK-NEXT: return %[[A]], %[[A]], %[[A]], %[[C]], %[[A]]
func.func @casts(%a: i64, %t: !ts.tensor) -> (i64, i64, i64, !ts.tensor<[2],f32>, i64) {
  %0 = ts.unchecked_cast %a : i64 to i64
  %1 = ts.derefine %a : i64 to !ts.optional<i64>
  %2 = ts.unchecked_cast %1 : !ts.optional<i64> to i64
  %3 = ts.derefine %1 : !ts.optional<i64> to !ts.any
  %4 = ts.unchecked_cast %3 : !ts.any to i64
  %5 = ts.unchecked_cast %t : !ts.tensor to !ts.tensor<*,f32>
  %6 = ts.unchecked_cast %5 : !ts.tensor<*,f32> to !ts.tensor<[2],f32>
  %7 = ts.unwrap %1 : !ts.optional<i64>
  return %0, %2, %4, %6, %7 : i64, i64, i64, !ts.tensor<[2],f32>, i64
}

// CHECK-LABEL: func @unbox
// CHECK-SAME: (%[[A:.*]]: i64)
// CHECK-NEXT: return %[[A]]
func.func @unbox(%a: i64) -> i64 {
  %0 = ts.box %a : i64 to !ts.any
  %1 = ts.unbox %0 : !ts.any to i64
  return %1 : i64
}

// An unwrap may raise: it stays although nobody uses it.
// CHECK-LABEL: func @unused_unwrap
// CHECK-NEXT: ts.unwrap
func.func @unused_unwrap(%o: !ts.optional<i64>) {
  %0 = ts.unwrap %o : !ts.optional<i64>
  return
}

// CHECK-LABEL: func @constant_condition
// CHECK-SAME: (%[[A:.*]]: i64, %[[B:.*]]: i64)
// CHECK-NEXT: return %[[B]]
func.func @constant_condition(%a: i64, %b: i64) -> i64 {
  %false = arith.constant false
  %0 = ts.if %false -> (i64) {
    ts.print %a : i64
    ts.yield %a : i64
  } else {
    ts.yield %b : i64
  }
  return %0 : i64
}

// CHECK-LABEL: func @condition_inside
// CHECK: ts.if
// CHECK-NEXT: ts.print %[[A:.*]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @condition_inside(%c: i1, %a: i64) {
  ts.if %c {
    ts.if %c {
      ts.print %a : i64
    }
  } else {
    ts.if %c {
      ts.print %a, %a : i64, i64
    }
  }
  return
}

// CHECK-LABEL: func @unused_results
// CHECK-SAME: (%[[C:.*]]: i1, %[[A:.*]]: i64, %[[B:.*]]: i64)
// CHECK-NEXT: %[[R:.*]] = ts.if %[[C]] -> (i64)
// CHECK-NEXT: ts.print
// CHECK-NEXT: ts.yield %[[A]] : i64
// CHECK-NEXT: } else {
// CHECK-NEXT: ts.yield %[[B]] : i64
func.func @unused_results(%c: i1, %a: i64, %b: i64) -> i64 {
  %0:2 = ts.if %c -> (i64, i64) {
    ts.print %b : i64
    ts.yield %b, %a : i64, i64
  } else {
    ts.yield %a, %b : i64, i64
  }
  return %0#1 : i64
}

// CHECK-LABEL: func @condition_as_value
// CHECK-SAME: (%[[C:.*]]: i1)
// CHECK: %[[N:.*]] = arith.xori %[[C]], %{{.*}} : i1
// CHECK: return %[[C]], %[[N]]
func.func @condition_as_value(%c: i1) -> (i1, i1) {
  %true = arith.constant true
  %false = arith.constant false
  %0:2 = ts.if %c -> (i1, i1) {
    ts.yield %true, %false : i1, i1
  } else {
    ts.yield %false, %true : i1, i1
  }
  return %0#0, %0#1 : i1, i1
}

// What follows a throw is not reached, so that the other branch's value is the
// result.
// CHECK-LABEL: func @after_throw
// CHECK-SAME: (%[[C:.*]]: i1, %[[A:.*]]: i64
// CHECK: ts.if %[[C]] {
// CHECK-NEXT: ts.throw "ValueError"
// CHECK-NEXT: }
// CHECK-NEXT: return %[[A]]
func.func @after_throw(%c: i1, %a: i64, %m: !ts.str) -> i64 {
  %0 = ts.if %c -> (i64) {
    ts.throw "ValueError"(%m)
    ts.print %a : i64
    ts.yield %a : i64
  } else {
    ts.yield %a : i64
  }
  return %0 : i64
}

// CHECK-LABEL: func @assert_true
// CHECK-NEXT: return
func.func @assert_true() {
  %true = arith.constant true
  ts.assert %true
  return
}

// CHECK-LABEL: func @no_turns
// CHECK-SAME: (%[[A:.*]]: i64)
// CHECK-NEXT: return %[[A]]
func.func @no_turns(%a: i64) -> i64 {
  %n = arith.constant -1 : i64
  %0 = ts.for %i to %n iter_args(%s = %a) : (i64) {
    %1 = arith.addi %s, %i : i64
    ts.yield %1 : i64
  }
  return %0 : i64
}

// CHECK-LABEL: func @invariant_carried
// CHECK-SAME: (%[[N:.*]]: i64, %[[A:.*]]: i64, %[[B:.*]]: i64)
// CHECK-NEXT: %[[R:.*]] = ts.for %[[I:.*]] to %[[N]] iter_args(%[[S:.*]] = %[[B]]) : (i64) {
// CHECK-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// CHECK-NEXT: ts.yield %[[T]] : i64
// CHECK: return %[[A]], %[[R]]
func.func @invariant_carried(%n: i64, %a: i64, %b: i64) -> (i64, i64) {
  %0:2 = ts.for %i to %n iter_args(%x = %a, %s = %b) : (i64, i64) {
    %1 = arith.addi %s, %x : i64
    ts.yield %x, %1 : i64, i64
  }
  return %0#0, %0#1 : i64, i64
}

// An unused list is not made; a call whose operator is unknown stays.
// CHECK-LABEL: func @effects
// CHECK-NEXT: ts.op "mine::effect"() : () -> i64
// CHECK-NEXT: return
func.func @effects(%a: i64) {
  %0 = ts.list.construct %a : !ts.list<i64>
  %1 = ts.op "mine::effect"() : () -> i64
  return
}

// CHECK-LABEL: func @tensor_value_of_ref
// CHECK-SAME: (%[[V:.*]]: tensor<2xf32>)
// CHECK-NEXT: return %[[V]]
func.func @tensor_value_of_ref(%v: tensor<2xf32>) -> tensor<2xf32> {
  %0 = ts.tensor.ref %v : tensor<2xf32> -> !ts.tensor<[2],f32>
  %1 = ts.tensor.value %0 : !ts.tensor<[2],f32> -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// A tensor somebody else may write keeps its identity.
// CHECK-LABEL: func @tensor_value_of_escaped
// CHECK: ts.tensor.ref
// CHECK: ts.tensor.value
func.func @tensor_value_of_escaped(%v: tensor<2xf32>) -> tensor<2xf32> {
  %0 = ts.tensor.ref %v : tensor<2xf32> -> !ts.tensor<[2],f32>
  ts.op "mine::write"(%0) : (!ts.tensor<[2],f32>) -> ()
  %1 = ts.tensor.value %0 : !ts.tensor<[2],f32> -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
