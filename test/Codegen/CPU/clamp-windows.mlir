// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(ts-clamp-windows,canonicalize))' --split-input-file | FileCheck %s

// The window at an edge reads the edge in place of what is outside.
// CHECK-LABEL: func @padded(
// CHECK-SAME: %[[X:.*]]: tensor<1x7x9x16xf32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C6:.*]] = arith.constant 6 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NOT: tensor.pad
// CHECK: linalg.generic
// CHECK: %[[ROW:.*]] = arith.maxsi %{{.*}}, %[[C0]]
// CHECK: %[[Y:.*]] = arith.minsi %[[ROW]], %[[C6]]
// CHECK: %[[COLUMN:.*]] = arith.maxsi %{{.*}}, %[[C0]]
// CHECK: %[[Z:.*]] = arith.minsi %[[COLUMN]], %[[C8]]
// CHECK: %[[E:.*]] = tensor.extract %[[X]][%{{.*}}, %[[Y]], %[[Z]], %{{.*}}]
// CHECK: arith.maximumf %[[E]], %{{.*}} : f32
func.func @padded(%x: tensor<1x7x9x16xf32>, %init: tensor<1x4x5x16xf32>) -> tensor<1x4x5x16xf32> {
  %low = arith.constant 0xFF800000 : f32
  %w = tensor.empty() : tensor<3x3xf32>
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %low : f32
  } : tensor<1x7x9x16xf32> to tensor<1x9x11x16xf32>
  %y = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%p, %w : tensor<1x9x11x16xf32>, tensor<3x3xf32>) outs(%init : tensor<1x4x5x16xf32>) -> tensor<1x4x5x16xf32>
  return %y : tensor<1x4x5x16xf32>
}

// -----

// With a dilation, the edge may be between the pixels of a window.
// CHECK-LABEL: func @dilated
// CHECK: tensor.pad
// CHECK: linalg.pooling_nhwc_max
func.func @dilated(%x: tensor<1x7x7x16xf32>, %init: tensor<1x5x5x16xf32>) -> tensor<1x5x5x16xf32> {
  %low = arith.constant 0xFF800000 : f32
  %w = tensor.empty() : tensor<3x3xf32>
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %low : f32
  } : tensor<1x7x7x16xf32> to tensor<1x9x9x16xf32>
  %y = linalg.pooling_nhwc_max {strides = dense<1> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>} ins(%p, %w : tensor<1x9x9x16xf32>, tensor<3x3xf32>) outs(%init : tensor<1x5x5x16xf32>) -> tensor<1x5x5x16xf32>
  return %y : tensor<1x5x5x16xf32>
}

// -----

// Zeros are no edge.
// CHECK-LABEL: func @zeros
// CHECK: tensor.pad
func.func @zeros(%x: tensor<1x7x7x16xf32>, %init: tensor<1x4x4x16xf32>) -> tensor<1x4x4x16xf32> {
  %low = arith.constant 0.0 : f32
  %w = tensor.empty() : tensor<3x3xf32>
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %low : f32
  } : tensor<1x7x7x16xf32> to tensor<1x9x9x16xf32>
  %y = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%p, %w : tensor<1x9x9x16xf32>, tensor<3x3xf32>) outs(%init : tensor<1x4x4x16xf32>) -> tensor<1x4x4x16xf32>
  return %y : tensor<1x4x4x16xf32>
}

// -----

// A window of nothing but padding.
// CHECK-LABEL: func @outside
// CHECK: tensor.pad
func.func @outside(%x: tensor<1x4x4x16xf32>, %init: tensor<1x4x4x16xf32>) -> tensor<1x4x4x16xf32> {
  %low = arith.constant 0xFF800000 : f32
  %w = tensor.empty() : tensor<2x2xf32>
  %p = tensor.pad %x low[0, 2, 2, 0] high[0, 2, 2, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %low : f32
  } : tensor<1x4x4x16xf32> to tensor<1x8x8x16xf32>
  %y = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%p, %w : tensor<1x8x8x16xf32>, tensor<2x2xf32>) outs(%init : tensor<1x4x4x16xf32>) -> tensor<1x4x4x16xf32>
  return %y : tensor<1x4x4x16xf32>
}

// -----

// With channels in front, windows at the edge are smaller ones: those of the
// first row and column, and all others, row by row. Each begins with what all
// results did.
// CHECK-LABEL: func @split(
// CHECK-SAME: %[[X:.*]]: tensor<1x8x7x9xf32>)
// CHECK-NOT: tensor.pad
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<1x8x4x5xf32>
// CHECK: scf.for %[[C:.*]] = %c0 to %c8 step %c1 iter_args(%[[INIT:.*]] = %[[EMPTY]])
// CHECK: %[[R:.*]] = tensor.extract_slice %[[INIT]][0, %[[C]], 0, 0] [1, 1, 1, 5] [1, 1, 1, 1]
// CHECK: %[[P:.*]] = tensor.extract_slice %[[X]][0, %[[C]], 0, 0] [1, 1, 2, 2] [1, 1, 1, 1]
// CHECK: %[[Y:.*]] = tensor.extract_slice %[[R]][0, 0, 0, 0] [1, 1, 1, 1] [1, 1, 1, 1]
// CHECK: %[[F:.*]] = linalg.fill ins(%{{.*}}) outs(%[[Y]]
// CHECK: linalg.pooling_nchw_max {{.*}} ins(%[[P]], %{{.*}} : tensor<1x1x2x2xf32>, tensor<2x2xf32>) outs(%[[F]] : tensor<1x1x1x1xf32>)
// CHECK: tensor.extract_slice %[[X]][0, %[[C]], 0, 1] [1, 1, 2, 7] [1, 1, 1, 1]
// CHECK: linalg.pooling_nchw_max {{.*}}outs(%{{.*}} : tensor<1x1x1x3xf32>)
// CHECK: tensor.extract_slice %[[X]][0, %[[C]], 0, 7] [1, 1, 2, 2] [1, 1, 1, 1]
// CHECK: scf.for %[[I:.*]] = %c0 to %c2 step %c1
// CHECK: %[[FROM:.*]] = affine.apply #{{.*}}(%[[I]])
// CHECK: %[[TO:.*]] = affine.apply #{{.*}}(%[[I]])
// CHECK: tensor.extract_slice %{{.*}}[0, %[[C]], %[[TO]], 0] [1, 1, 1, 5] [1, 1, 1, 1]
// CHECK: tensor.extract_slice %[[X]][0, %[[C]], %[[FROM]], 0] [1, 1, 3, 2] [1, 1, 1, 1]
// CHECK: tensor.extract_slice %[[X]][0, %[[C]], %[[FROM]], 1] [1, 1, 3, 7] [1, 1, 1, 1]
// CHECK: linalg.pooling_nchw_max {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x1x3x7xf32>, tensor<3x3xf32>) outs(%{{.*}} : tensor<1x1x1x3xf32>)
// CHECK: ts.parallel
func.func @split(%x: tensor<1x8x7x9xf32>) -> tensor<1x8x4x5xf32> {
  %low = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<1x8x4x5xf32>
  %init = linalg.fill ins(%low : f32) outs(%empty : tensor<1x8x4x5xf32>) -> tensor<1x8x4x5xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %low : f32
  } : tensor<1x8x7x9xf32> to tensor<1x8x9x11xf32>
  %y = linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%p, %w : tensor<1x8x9x11xf32>, tensor<3x3xf32>) outs(%init : tensor<1x8x4x5xf32>) -> tensor<1x8x4x5xf32>
  return %y : tensor<1x8x4x5xf32>
}

// -----

// So are those of sums, with zeros around the picture.
// CHECK-LABEL: func @sum(
// CHECK-NOT: tensor.pad
// CHECK-COUNT-9: linalg.pooling_nhwc_sum
func.func @sum(%x: tensor<1x7x7x16xf32>, %init: tensor<1x7x7x16xf32>) -> tensor<1x7x7x16xf32> {
  %zero = arith.constant 0.0 : f32
  %w = tensor.empty() : tensor<3x3xf32>
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<1x7x7x16xf32> to tensor<1x9x9x16xf32>
  %y = linalg.pooling_nhwc_sum {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%p, %w : tensor<1x9x9x16xf32>, tensor<3x3xf32>) outs(%init : tensor<1x7x7x16xf32>) -> tensor<1x7x7x16xf32>
  return %y : tensor<1x7x7x16xf32>
}

// -----

// The smallest number is nothing that a sum may leave out.
// CHECK-LABEL: func @no_zeros
// CHECK: tensor.pad
func.func @no_zeros(%x: tensor<1x16x7x7xf32>, %init: tensor<1x16x7x7xf32>) -> tensor<1x16x7x7xf32> {
  %low = arith.constant 0xFF800000 : f32
  %w = tensor.empty() : tensor<3x3xf32>
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %low : f32
  } : tensor<1x16x7x7xf32> to tensor<1x16x9x9xf32>
  %y = linalg.pooling_nchw_sum {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%p, %w : tensor<1x16x9x9xf32>, tensor<3x3xf32>) outs(%init : tensor<1x16x7x7xf32>) -> tensor<1x16x7x7xf32>
  return %y : tensor<1x16x7x7xf32>
}

// -----

// Rows of a picture without an edge; one window over all of it stays.
// CHECK-LABEL: func @plain(
// CHECK: scf.for %{{.*}} = %c0 to %c2
// CHECK: scf.for %{{.*}} = %c0 to %c8
// CHECK: scf.for %{{.*}} = %c0 to %c4
// CHECK: linalg.pooling_nchw_sum {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x1x2x8xf32>, tensor<2x2xf32>) outs(%{{.*}} : tensor<1x1x1x4xf32>)
// CHECK: linalg.pooling_nchw_sum {{.*}} ins(%{{.*}}, %{{.*}} : tensor<2x8x8x8xf32>, tensor<8x8xf32>)
func.func @plain(%x: tensor<2x8x8x8xf32>, %init: tensor<2x8x4x4xf32>, %one: tensor<2x8x1x1xf32>) -> (tensor<2x8x4x4xf32>, tensor<2x8x1x1xf32>) {
  %w = tensor.empty() : tensor<2x2xf32>
  %all = tensor.empty() : tensor<8x8xf32>
  %y = linalg.pooling_nchw_sum {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<2x8x8x8xf32>, tensor<2x2xf32>) outs(%init : tensor<2x8x4x4xf32>) -> tensor<2x8x4x4xf32>
  %z = linalg.pooling_nchw_sum {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x, %all : tensor<2x8x8x8xf32>, tensor<8x8xf32>) outs(%one : tensor<2x8x1x1xf32>) -> tensor<2x8x1x1xf32>
  return %y, %z : tensor<2x8x4x4xf32>, tensor<2x8x1x1xf32>
}
