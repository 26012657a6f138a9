// Reads check their indices, and the operator itself raises where one is out of
// range; writes are loops.
// RUN: ts-opt %s --convert-ts-to-linalg -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @gather(
// CHECK: linalg.generic
// CHECK: arith.cmpi ult
// CHECK: %[[ALL:.*]] = linalg.reduce ins(
// CHECK: arith.andi
// CHECK: tensor.extract
// CHECK: %[[FLAG:.*]] = ts.tensor.ref %[[ALL]] : tensor<i1>
// CHECK: %[[HOLDS:.*]] = ts.op "aten::Bool.Tensor"(%[[FLAG]])
// CHECK: %[[FAILS:.*]] = arith.xori %[[HOLDS]]
// CHECK: ts.if %[[FAILS]]
// CHECK: ts.op "aten::gather"{{.*}} {ts.fallback}
func.func @gather(%x: tensor<4x5xf32>, %i: tensor<2x3xi64>) -> tensor<2x3xf32> {
  %zero = arith.constant 0 : i64
  %no = arith.constant false
  %0 = ts.op "aten::gather"(%x, %zero, %i, %no) : (tensor<4x5xf32>, i64, tensor<2x3xi64>, i1) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @rows(
// CHECK: tensor.dim
// CHECK: ts.op "aten::embedding"{{.*}} {ts.fallback}
// CHECK-NOT: ts.op "aten::embedding"
func.func @rows(%x: tensor<7x5xf32>, %i: tensor<?xi64>) -> tensor<?x5xf32> {
  %zero = arith.constant 0 : i64
  %no = arith.constant false
  %0 = ts.op "aten::embedding"(%x, %i, %zero, %no, %no) : (tensor<7x5xf32>, tensor<?xi64>, i64, i1, i1) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// -----

// CHECK-LABEL: func.func @scatter(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %[[OLD:.*]] = tensor.extract
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]]
// CHECK: tensor.insert %[[NEW]]
func.func @scatter(%x: tensor<4x5xf32>, %i: tensor<2x3xi64>, %s: tensor<2x3xf32>) -> tensor<4x5xf32> {
  %zero = arith.constant 0 : i64
  %0 = ts.op "aten::scatter_add"(%x, %zero, %i, %s) : (tensor<4x5xf32>, i64, tensor<2x3xi64>, tensor<2x3xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

// A tensor of no known number of rows may have none: it stays.
// CHECK-LABEL: func.func @stays(
// CHECK-NOT: linalg
// CHECK: ts.op "aten::index_select"
func.func @stays(%x: tensor<?x5xf32>, %i: tensor<3xi64>) -> tensor<3x5xf32> {
  %zero = arith.constant 0 : i64
  %0 = ts.op "aten::index_select"(%x, %zero, %i) : (tensor<?x5xf32>, i64, tensor<3xi64>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
