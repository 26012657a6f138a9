// RUN: ts-opt %s --ts-infer-types | FileCheck %s

// Ranges have as many elements as steps fit in.
// CHECK-LABEL: func.func @ranges(
// CHECK: aten::arange{{.*}} -> !ts.tensor<[4],f32>
// CHECK: aten::arange{{.*}} -> !ts.tensor<[10],i64>
func.func @ranges() -> (!ts.tensor, !ts.tensor) {
  %none = ts.constant.none
  %end = arith.constant 3.5 : f64
  %ten = arith.constant 10 : i64
  %0 = ts.op "aten::arange"(%end, %none, %none, %none, %none) : (f64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %1 = ts.op "aten::arange"(%ten, %none, %none, %none, %none) : (i64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  return %0, %1 : !ts.tensor, !ts.tensor
}

// No memory holds these, and no integer counts them.
// CHECK-LABEL: func.func @endless(
// CHECK: aten::arange{{.*}} -> !ts.tensor{{$}}
// CHECK: aten::arange{{.*}} -> !ts.tensor{{$}}
func.func @endless() -> (!ts.tensor, !ts.tensor) {
  %none = ts.constant.none
  %large = arith.constant 1.0e300 : f64
  %infinite = arith.constant 0x7FF0000000000000 : f64
  %0 = ts.op "aten::arange"(%large, %none, %none, %none, %none) : (f64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %1 = ts.op "aten::arange"(%infinite, %none, %none, %none, %none) : (f64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  return %0, %1 : !ts.tensor, !ts.tensor
}
