// RUN: ts-opt --convert-linalg-to-onednn --canonicalize %s | FileCheck %s

// Padding, bias and relu are parts of one convolution.
// CHECK-LABEL: func.func @conv(
// CHECK-SAME: %[[X:.*]]: tensor<1x2x5x5xf32>, %[[W:.*]]: tensor<3x2x3x3xf32>, %[[B:.*]]: tensor<3xf32>
// CHECK: %[[C:.*]] = tsrt.convolution ins(%[[X]], %[[W]] : {{.*}}) bias(%[[B]] :
// CHECK-SAME: activation = "relu"
// CHECK-SAME: groups = 1
// CHECK-SAME: high = array<i64: 1, 1>, low = array<i64: 1, 1>
// CHECK: return %[[C]]
func.func @conv(%x: tensor<1x2x5x5xf32>, %w: tensor<3x2x3x3xf32>, %b: tensor<3xf32>) -> tensor<1x3x5x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x5x5xf32>
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x2x5x5xf32> to tensor<1x2x7x7xf32>
  %init = linalg.generic {indexing_maps = [affine_map<(n, f, h, w) -> (f)>, affine_map<(n, f, h, w) -> (n, f, h, w)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b : tensor<3xf32>) outs(%e : tensor<1x3x5x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<1x3x5x5xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%p, %w : tensor<1x2x7x7xf32>, tensor<3x2x3x3xf32>) outs(%init : tensor<1x3x5x5xf32>) -> tensor<1x3x5x5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(n, f, h, w) -> (n, f, h, w)>, affine_map<(n, f, h, w) -> (n, f, h, w)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c : tensor<1x3x5x5xf32>) outs(%e : tensor<1x3x5x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %below = arith.cmpf olt, %in, %zero : f32
    %m = arith.select %below, %zero, %in : f32
    linalg.yield %m : f32
  } -> tensor<1x3x5x5xf32>
  return %r : tensor<1x3x5x5xf32>
}

// A double-precision product stays with linalg.
// CHECK-LABEL: func.func @double(
// CHECK: linalg.matmul
func.func @double(%a: tensor<2x3xf64>, %b: tensor<3x4xf64>) -> tensor<2x4xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<2x4xf64>
  %init = linalg.fill ins(%zero : f64) outs(%e : tensor<2x4xf64>) -> tensor<2x4xf64>
  %c = linalg.matmul ins(%a, %b : tensor<2x3xf64>, tensor<3x4xf64>) outs(%init : tensor<2x4xf64>) -> tensor<2x4xf64>
  return %c : tensor<2x4xf64>
}

// Groups are a number; no dimension of their own is left.
// CHECK-LABEL: func.func @grouped(
// CHECK-SAME: %[[X:.*]]: tensor<1x4x5x5xf32>, %[[W:.*]]: tensor<4x1x3x3xf32>)
// CHECK: tsrt.convolution ins(%[[X]], %[[W]]
// CHECK-SAME: groups = 4
// CHECK-NOT: tensor.collapse_shape
func.func @grouped(%x: tensor<1x4x5x5xf32>, %w: tensor<4x1x3x3xf32>) -> tensor<1x4x3x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x3x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x3x3xf32>) -> tensor<1x4x3x3xf32>
  %gi = tensor.expand_shape %init [[0], [1, 2], [3], [4]] output_shape [1, 4, 1, 3, 3] : tensor<1x4x3x3xf32> into tensor<1x4x1x3x3xf32>
  %gx = tensor.expand_shape %x [[0], [1, 2], [3], [4]] output_shape [1, 4, 1, 5, 5] : tensor<1x4x5x5xf32> into tensor<1x4x1x5x5xf32>
  %gw = tensor.expand_shape %w [[0, 1], [2], [3], [4]] output_shape [4, 1, 1, 3, 3] : tensor<4x1x3x3xf32> into tensor<4x1x1x3x3xf32>
  %c = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%gx, %gw : tensor<1x4x1x5x5xf32>, tensor<4x1x1x3x3xf32>) outs(%gi : tensor<1x4x1x3x3xf32>) -> tensor<1x4x1x3x3xf32>
  %r = tensor.collapse_shape %c [[0], [1, 2], [3], [4]] : tensor<1x4x1x3x3xf32> into tensor<1x4x3x3xf32>
  return %r : tensor<1x4x3x3xf32>
}

// Zeros may have been written after the groups were split.
// CHECK-LABEL: func.func @grouped_zeros(
// CHECK-SAME: %[[X:.*]]: tensor<1x4x5x5xf32>, %[[W:.*]]: tensor<4x1x3x3xf32>
// CHECK-NOT: linalg.
// CHECK: tsrt.convolution ins(%[[X]], %[[W]] :
// CHECK-NOT: accumulate
// CHECK-SAME: groups = 4
// CHECK-NOT: linalg.
// CHECK: return
func.func @grouped_zeros(%x: tensor<1x4x5x5xf32>, %w: tensor<4x1x3x3xf32>) -> tensor<1x4x3x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x1x3x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x1x3x3xf32>) -> tensor<1x4x1x3x3xf32>
  %xs = tensor.expand_shape %x [[0], [1, 2], [3], [4]] output_shape [1, 4, 1, 5, 5] : tensor<1x4x5x5xf32> into tensor<1x4x1x5x5xf32>
  %ws = tensor.expand_shape %w [[0, 1], [2], [3], [4]] output_shape [4, 1, 1, 3, 3] : tensor<4x1x3x3xf32> into tensor<4x1x1x3x3xf32>
  %c = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%xs, %ws : tensor<1x4x1x5x5xf32>, tensor<4x1x1x3x3xf32>) outs(%init : tensor<1x4x1x3x3xf32>) -> tensor<1x4x1x3x3xf32>
  %r = tensor.collapse_shape %c [[0], [1, 2], [3], [4]] : tensor<1x4x1x3x3xf32> into tensor<1x4x3x3xf32>
  return %r : tensor<1x4x3x3xf32>
}

// Sums that start from any tensor are added to it.
// CHECK-LABEL: func.func @from_tensor(
// CHECK-SAME: %[[X:.*]]: tensor<1x2x5x5xf32>, %[[W:.*]]: tensor<3x2x3x3xf32>, %[[I:.*]]: tensor<1x3x3x3xf32>
// CHECK: tsrt.convolution ins(%[[X]], %[[W]] : {{.*}}) outs(%[[I]] :
// CHECK-SAME: accumulate
func.func @from_tensor(%x: tensor<1x2x5x5xf32>, %w: tensor<3x2x3x3xf32>, %init: tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32> {
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x2x5x5xf32>, tensor<3x2x3x3xf32>) outs(%init : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  return %c : tensor<1x3x3x3xf32>
}
