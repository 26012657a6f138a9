// RUN: ts-opt --convert-ts-to-linalg --canonicalize --cse --split-input-file %s | FileCheck %s

// One dimension after the other, the last one first; positions are computed
// with the scale, rounded to the element type.

// CHECK-LABEL: func.func @bilinear(
// CHECK-SAME: %[[X:.*]]: tensor<2x3x4x4xf32>
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<2x3x4x6xf32>)
// CHECK: %[[AT:.*]] = arith.mulf
// CHECK: arith.maximumf %[[AT]]
// CHECK-COUNT-2: tensor.extract %[[X]]
// CHECK: math.fma
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<2x3x8x6xf32>)
func.func @bilinear(%x: tensor<2x3x4x4xf32>) -> tensor<2x3x8x6xf32> {
  %none = ts.constant.none
  %h = arith.constant 8 : i64
  %w = arith.constant 6 : i64
  %s = ts.list.construct %h, %w : !ts.list<i64>
  %yes = arith.constant true
  %0 = ts.op "aten::upsample_bilinear2d.vec"(%x, %s, %yes, %none) : (tensor<2x3x4x4xf32>, !ts.list<i64>, i1, !ts.none) -> tensor<2x3x8x6xf32>
  return %0 : tensor<2x3x8x6xf32>
}

// -----

// Elements of any dtype are taken as they are.
// CHECK-LABEL: func.func @nearest(
// CHECK: math.floor
// CHECK: tensor.extract {{.*}} : tensor<1x1x4xi8>
func.func @nearest(%x: tensor<1x1x4xui8>) -> tensor<1x1x9xui8> {
  %none = ts.constant.none
  %w = arith.constant 9 : i64
  %s = ts.list.construct %w : !ts.list<i64>
  %0 = ts.op "aten::upsample_nearest1d"(%x, %s, %none) : (tensor<1x1x4xui8>, !ts.list<i64>, !ts.none) -> tensor<1x1x9xui8>
  return %0 : tensor<1x1x9xui8>
}

// -----

// Four elements for each; the batch may have any size.
// CHECK-LABEL: func.func @cubic(
// CHECK: tensor.dim %arg0
// CHECK-COUNT-4: tensor.extract {{.*}} : tensor<?x1x4x4xf64>
func.func @cubic(%x: tensor<?x1x4x4xf64>) -> tensor<?x1x8x8xf64> {
  %none = ts.constant.none
  %h = arith.constant 8 : i64
  %s = ts.list.construct %h, %h : !ts.list<i64>
  %no = arith.constant false
  %0 = ts.op "aten::upsample_bicubic2d"(%x, %s, %no, %none, %none) : (tensor<?x1x4x4xf64>, !ts.list<i64>, i1, !ts.none, !ts.none) -> tensor<?x1x8x8xf64>
  return %0 : tensor<?x1x8x8xf64>
}

// -----

// An empty grid would raise.
// CHECK-LABEL: func.func @any_grid(
// CHECK: ts.op "aten::upsample_bicubic2d"
func.func @any_grid(%x: tensor<1x1x?x?xf64>) -> tensor<1x1x8x8xf64> {
  %none = ts.constant.none
  %h = arith.constant 8 : i64
  %s = ts.list.construct %h, %h : !ts.list<i64>
  %no = arith.constant false
  %0 = ts.op "aten::upsample_bicubic2d"(%x, %s, %no, %none, %none) : (tensor<1x1x?x?xf64>, !ts.list<i64>, i1, !ts.none, !ts.none) -> tensor<1x1x8x8xf64>
  return %0 : tensor<1x1x8x8xf64>
}

// -----

// Of integers only the nearest are taken; others raise.
// CHECK-LABEL: func.func @refused(
// CHECK: ts.op "aten::upsample_linear1d"
func.func @refused(%x: tensor<1x1x4xi64>) -> tensor<1x1x9xi64> {
  %none = ts.constant.none
  %w = arith.constant 9 : i64
  %s = ts.list.construct %w : !ts.list<i64>
  %no = arith.constant false
  %0 = ts.op "aten::upsample_linear1d"(%x, %s, %no, %none) : (tensor<1x1x4xi64>, !ts.list<i64>, i1, !ts.none) -> tensor<1x1x9xi64>
  return %0 : tensor<1x1x9xi64>
}
