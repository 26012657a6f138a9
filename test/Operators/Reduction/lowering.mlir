// RUN: ts-opt --ts-infer-types --ts-to-value --convert-ts-to-linalg --ts-value-to-objects --canonicalize --split-input-file %s | FileCheck %s

// Reductions, softmax and normalizations.

// A sum may be computed in any order.
// CHECK-LABEL: func.func @sum(
// CHECK: %[[ZERO:.*]] = arith.constant 0.0{{.*}} : f32
// CHECK: %[[INIT:.*]] = linalg.fill ins(%[[ZERO]]
// CHECK: linalg.reduce
// CHECK-SAME: outs(%[[INIT]] : tensor<2xf32>) dimensions = [1]
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc>
func.func @sum(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %one = arith.constant 1 : i64
  %false = arith.constant false
  %none = ts.constant.none
  %dims = ts.list.construct %one : !ts.list<i64>
  %0 = ts.op "aten::sum.dim_IntList"(%x, %dims, %false, %none) : (!ts.tensor<[2,3],f32>, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// A dimension that is kept has size one.
// CHECK-LABEL: func.func @kept(
// CHECK: linalg.reduce
// CHECK: tensor.expand_shape %{{.*}} into tensor<1x3xf32>
func.func @kept(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %zero = arith.constant 0 : i64
  %true = arith.constant true
  %dims = ts.list.construct %zero : !ts.list<i64>
  %0 = ts.op "aten::amax"(%x, %dims, %true) : (!ts.tensor<[2,3],f32>, !ts.list<i64>, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// The greatest element starts from minus infinity; NaN wins.
// CHECK-LABEL: func.func @amax(
// CHECK: %[[LOWEST:.*]] = arith.constant 0xFF800000 : f32
// CHECK: linalg.fill ins(%[[LOWEST]]
// CHECK: arith.maximumf
func.func @amax(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %false = arith.constant false
  %dims = ts.list.construct : !ts.list<i64>
  %0 = ts.op "aten::amax"(%x, %dims, %false) : (!ts.tensor<[2,3],f32>, !ts.list<i64>, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// A mean is the sum divided by the count.
// CHECK-LABEL: func.func @mean(
// CHECK: %[[COUNT:.*]] = arith.constant 6.0{{.*}} : f32
// CHECK: linalg.reduce
// CHECK: arith.divf %{{.*}}, %[[COUNT]]
func.func @mean(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %0 = ts.op "aten::mean"(%x, %none) : (!ts.tensor<[2,3],f32>, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// Softmax: the maximum of a row is taken off first, so that nothing overflows.
// CHECK-LABEL: func.func @softmax(
// CHECK: arith.maximumf
// CHECK: arith.subf
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: arith.divf
func.func @softmax(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %one = arith.constant 1 : i64
  %none = ts.constant.none
  %0 = ts.op "aten::softmax.int"(%x, %one, %none) : (!ts.tensor<[2,3],f32>, i64, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// Reductions of nothing and along dimensions that are not there stay.
// CHECK-LABEL: func.func @left(
// CHECK-NOT: linalg
// CHECK: ts.op "aten::amax"
// CHECK: ts.op "aten::sum.dim_IntList"
func.func @left(%x: !ts.tensor<[2,0],f32>) -> (!ts.tensor, !ts.tensor) {
  %one = arith.constant 1 : i64
  %five = arith.constant 5 : i64
  %false = arith.constant false
  %none = ts.constant.none
  %dims = ts.list.construct %one : !ts.list<i64>
  %others = ts.list.construct %five : !ts.list<i64>
  %0 = ts.op "aten::amax"(%x, %dims, %false) : (!ts.tensor<[2,0],f32>, !ts.list<i64>, i1) -> !ts.tensor
  %1 = ts.op "aten::sum.dim_IntList"(%x, %others, %false, %none) : (!ts.tensor<[2,0],f32>, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  return %0, %1 : !ts.tensor, !ts.tensor
}
