// RUN: ts-opt --convert-linalg-to-onednn --canonicalize --split-input-file %s | FileCheck %s

// A scale and a shift by constant vectors (batch norm) are parts of a
// convolution with constant weights; so is the activation behind them.
// CHECK-LABEL: func.func @norm(
// CHECK-SAME: %[[X:.*]]: tensor<1x2x5x5xf32>, %[[W:.*]]: tensor<3x2x3x3xf32> {ts.constant}, %[[S:.*]]: tensor<3xf32> {ts.constant}, %[[B:.*]]: tensor<3xf32>
// CHECK: tsrt.convolution ins(%[[X]], %[[W]] : {{.*}}) scale(%[[S]] : {{.*}}) bias(%[[B]] :
// CHECK-SAME: activation = "clamp", bounds = array<f64: 0.000000e+00, 6.000000e+00>, constant
// CHECK-NOT: linalg.generic
#full = affine_map<(n, f, h, w) -> (n, f, h, w)>
#filter = affine_map<(n, f, h, w) -> (f)>
func.func @norm(%x: tensor<1x2x5x5xf32>, %w: tensor<3x2x3x3xf32> {ts.constant}, %s: tensor<3xf32> {ts.constant}, %b: tensor<3xf32> {ts.constant}) -> tensor<1x3x3x3xf32> {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %e = tensor.empty() : tensor<1x3x3x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x2x5x5xf32>, tensor<3x2x3x3xf32>) outs(%init : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  %1 = linalg.generic {indexing_maps = [#full, #filter, #full], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %s : tensor<1x3x3x3xf32>, tensor<3xf32>) outs(%e : tensor<1x3x3x3xf32>) {
  ^bb0(%in: f32, %v: f32, %out: f32):
    %m = arith.mulf %in, %v : f32
    linalg.yield %m : f32
  } -> tensor<1x3x3x3xf32>
  %2 = linalg.generic {indexing_maps = [#full, #filter, #full], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%1, %b : tensor<1x3x3x3xf32>, tensor<3xf32>) outs(%e : tensor<1x3x3x3xf32>) {
  ^bb0(%in: f32, %v: f32, %out: f32):
    %m = arith.addf %in, %v : f32
    linalg.yield %m : f32
  } -> tensor<1x3x3x3xf32>
  %3 = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%2 : tensor<1x3x3x3xf32>) outs(%e : tensor<1x3x3x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %lt = arith.cmpf olt, %in, %zero : f32
    %low = arith.select %lt, %zero, %in : f32
    %gt = arith.cmpf ogt, %low, %six : f32
    %high = arith.select %gt, %six, %low : f32
    linalg.yield %high : f32
  } -> tensor<1x3x3x3xf32>
  return %3 : tensor<1x3x3x3xf32>
}

// -----

// A scale that may change stays where it is.
// CHECK-LABEL: func.func @variable(
// CHECK: tsrt.convolution
// CHECK-NOT: scale(
// CHECK: linalg.generic
#full = affine_map<(n, f, h, w) -> (n, f, h, w)>
#filter = affine_map<(n, f, h, w) -> (f)>
func.func @variable(%x: tensor<1x2x5x5xf32>, %w: tensor<3x2x3x3xf32> {ts.constant}, %s: tensor<3xf32>) -> tensor<1x3x3x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x2x5x5xf32>, tensor<3x2x3x3xf32>) outs(%init : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  %1 = linalg.generic {indexing_maps = [#full, #filter, #full], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %s : tensor<1x3x3x3xf32>, tensor<3xf32>) outs(%e : tensor<1x3x3x3xf32>) {
  ^bb0(%in: f32, %v: f32, %out: f32):
    %m = arith.mulf %in, %v : f32
    linalg.yield %m : f32
  } -> tensor<1x3x3x3xf32>
  return %1 : tensor<1x3x3x3xf32>
}

// -----

// The sum of two convolutions is what the later one adds to; the sum with a
// tensor that is read again is not.
// CHECK-LABEL: func.func @residual(
// CHECK: %[[A:.*]] = tsrt.convolution
// CHECK: %[[S:.*]] = tsrt.convolution {{.*}} outs(%[[A]] : {{.*}}) {accumulate
// CHECK: %[[B:.*]] = tsrt.convolution
// CHECK: linalg.generic {{.*}} ins(%[[B]], %[[S]]
#full = affine_map<(n, f, h, w) -> (n, f, h, w)>
func.func @residual(%x: tensor<1x3x5x5xf32>, %v: tensor<3x3x1x1xf32>, %w: tensor<3x3x1x1xf32>) -> (tensor<1x3x5x5xf32>, tensor<1x3x5x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x5x5xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x5x5xf32>) -> tensor<1x3x5x5xf32>
  %a = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x3x5x5xf32>, tensor<3x3x1x1xf32>) outs(%init : tensor<1x3x5x5xf32>) -> tensor<1x3x5x5xf32>
  %b = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %v : tensor<1x3x5x5xf32>, tensor<3x3x1x1xf32>) outs(%init : tensor<1x3x5x5xf32>) -> tensor<1x3x5x5xf32>
  %sum = linalg.generic {indexing_maps = [#full, #full, #full], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b, %a : tensor<1x3x5x5xf32>, tensor<1x3x5x5xf32>) outs(%e : tensor<1x3x5x5xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %m = arith.addf %p, %q : f32
    linalg.yield %m : f32
  } -> tensor<1x3x5x5xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%sum, %v : tensor<1x3x5x5xf32>, tensor<3x3x1x1xf32>) outs(%init : tensor<1x3x5x5xf32>) -> tensor<1x3x5x5xf32>
  %more = linalg.generic {indexing_maps = [#full, #full, #full], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %sum : tensor<1x3x5x5xf32>, tensor<1x3x5x5xf32>) outs(%e : tensor<1x3x5x5xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %m = arith.addf %p, %q : f32
    linalg.yield %m : f32
  } -> tensor<1x3x5x5xf32>
  return %more, %sum : tensor<1x3x5x5xf32>, tensor<1x3x5x5xf32>
}
