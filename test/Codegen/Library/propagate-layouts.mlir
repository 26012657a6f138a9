// RUN: ts-opt --pass-pipeline='builtin.module(func.func(ts-propagate-layouts),canonicalize)' %s | FileCheck %s

#full = affine_map<(n, f, h, w) -> (n, f, h, w)>
#channel = affine_map<(n, f, h, w) -> (n, f)>
// CHECK-DAG: #[[FULL:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK-DAG: #[[CHANNEL:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3)>

// One transposition in, one out; poolings, paddings and broadcasts follow.
// CHECK-LABEL: func.func @network(
// CHECK: linalg.transpose ins(%{{.*}} : tensor<1x2x8x8xf32>) {{.*}} permutation = [0, 2, 3, 1]
// CHECK: %[[A:.*]] = tsrt.convolution {{.*}}channels_last{{.*}} -> tensor<1x6x6x3xf32>
// CHECK: %[[S:.*]] = linalg.generic {indexing_maps = [#[[FULL]], #[[CHANNEL]], #[[FULL]]]{{.*}} ins(%[[A]], %{{.*}} : tensor<1x6x6x3xf32>, tensor<1x3xf32>)
// CHECK: %[[P:.*]] = tensor.pad %[[S]] low[0, 1, 1, 0] high[0, 1, 1, 0]
// CHECK: %[[M:.*]] = linalg.pooling_nhwc_max {{.*}} ins(%[[P]], %{{.*}} : tensor<1x8x8x3xf32>
// CHECK: %[[B:.*]] = tsrt.convolution ins(%[[M]],
// CHECK-NOT: tsrt.convolution
// CHECK: linalg.transpose ins(%[[B]] : {{.*}} permutation = [0, 3, 1, 2]
// CHECK-NOT: linalg.transpose
func.func @network(%x: tensor<1x2x8x8xf32>, %w: tensor<3x2x3x3xf32>, %g: tensor<1x3xf32>, %v: tensor<4x3x1x1xf32>) -> tensor<1x4x6x6xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x3x6x6xf32>
  %a = tsrt.convolution ins(%x, %w : tensor<1x2x8x8xf32>, tensor<3x2x3x3xf32>) outs(%e : tensor<1x3x6x6xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>, groups = 1 : i64} -> tensor<1x3x6x6xf32>
  %s = linalg.generic {indexing_maps = [#full, #channel, #full], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %g : tensor<1x3x6x6xf32>, tensor<1x3xf32>) outs(%e : tensor<1x3x6x6xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %m = arith.mulf %p, %q : f32
    linalg.yield %m : f32
  } -> tensor<1x3x6x6xf32>
  %pad = tensor.pad %s low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %lowest : f32
  } : tensor<1x3x6x6xf32> to tensor<1x3x8x8xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %init = linalg.fill ins(%lowest : f32) outs(%e : tensor<1x3x6x6xf32>) -> tensor<1x3x6x6xf32>
  %max = linalg.pooling_nchw_max {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%pad, %window : tensor<1x3x8x8xf32>, tensor<3x3xf32>) outs(%init : tensor<1x3x6x6xf32>) -> tensor<1x3x6x6xf32>
  %o = tensor.empty() : tensor<1x4x6x6xf32>
  %b = tsrt.convolution ins(%max, %v : tensor<1x3x6x6xf32>, tensor<4x3x1x1xf32>) outs(%o : tensor<1x4x6x6xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>, groups = 1 : i64} -> tensor<1x4x6x6xf32>
  return %b : tensor<1x4x6x6xf32>
}

// Slices put beside each other are; a mean over pictures needs no old order, and
// pictures of one element are only reshaped.
// CHECK-LABEL: func.func @joined(
// CHECK: %[[A:.*]] = tsrt.convolution
// CHECK: %[[F:.*]] = tensor.insert_slice %[[A]] into %{{.*}}[0, 0, 0, 0] [1, 6, 6, 3] [1, 1, 1, 1]
// CHECK: %[[S:.*]] = tensor.insert_slice %[[A]] into %[[F]][0, 0, 0, 3] [1, 6, 6, 3] [1, 1, 1, 1]
// CHECK: linalg.reduce {{.*}}ins(%[[S]] : tensor<1x6x6x6xf32>) {{.*}} dimensions = [1, 2]
// CHECK-NOT: linalg.transpose
// CHECK: tensor.expand_shape {{.*}} into tensor<1x1x1x6xf32>
// CHECK: tsrt.convolution
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @joined(%x: tensor<1x2x8x8xf32>, %w: tensor<3x2x3x3xf32>, %v: tensor<4x6x1x1xf32>) -> tensor<1x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x6x6xf32>
  %a = tsrt.convolution ins(%x, %w : tensor<1x2x8x8xf32>, tensor<3x2x3x3xf32>) outs(%e : tensor<1x3x6x6xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>, groups = 1 : i64} -> tensor<1x3x6x6xf32>
  %both = tensor.empty() : tensor<1x6x6x6xf32>
  %first = tensor.insert_slice %a into %both[0, 0, 0, 0] [1, 3, 6, 6] [1, 1, 1, 1] : tensor<1x3x6x6xf32> into tensor<1x6x6x6xf32>
  %second = tensor.insert_slice %a into %first[0, 3, 0, 0] [1, 3, 6, 6] [1, 1, 1, 1] : tensor<1x3x6x6xf32> into tensor<1x6x6x6xf32>
  %sums = tensor.empty() : tensor<1x6xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%sums : tensor<1x6xf32>) -> tensor<1x6xf32>
  %sum = linalg.reduce ins(%second : tensor<1x6x6x6xf32>) outs(%zeros : tensor<1x6xf32>) dimensions = [2, 3]
    (%in: f32, %acc: f32) {
      %s = arith.addf %acc, %in : f32
      linalg.yield %s : f32
    }
  %wide = tensor.expand_shape %sum [[0], [1, 2, 3]] output_shape [1, 6, 1, 1] : tensor<1x6xf32> into tensor<1x6x1x1xf32>
  %o = tensor.empty() : tensor<1x4x1x1xf32>
  %b = tsrt.convolution ins(%wide, %v : tensor<1x6x1x1xf32>, tensor<4x6x1x1xf32>) outs(%o : tensor<1x4x1x1xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>, groups = 1 : i64} -> tensor<1x4x1x1xf32>
  %flat = tensor.collapse_shape %b [[0], [1, 2, 3]] : tensor<1x4x1x1xf32> into tensor<1x4xf32>
  return %flat : tensor<1x4xf32>
}

// Without convolutions nothing moves.
// CHECK-LABEL: func.func @alone(
// CHECK-NOT: linalg.transpose
func.func @alone(%x: tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf32> {
  %e = tensor.empty() : tensor<1x3x8x8xf32>
  %s = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x3x8x8xf32>) outs(%e : tensor<1x3x8x8xf32>) {
  ^bb0(%p: f32, %out: f32):
    %m = arith.negf %p : f32
    linalg.yield %m : f32
  } -> tensor<1x3x8x8xf32>
  return %s : tensor<1x3x8x8xf32>
}

// A depthwise convolution with a stride of one stays in planes, unless its input
// has its channels last.
// CHECK-LABEL: func.func @planes(
// CHECK: tsrt.convolution {{.*}} : tensor<1x8x20x20xf32>, tensor<8x1x3x3xf32>) outs(%{{.*}} : tensor<1x8x20x20xf32>)
// CHECK-NOT: channels_last
// CHECK: linalg.transpose {{.*}} permutation = [0, 2, 3, 1]
// CHECK: tsrt.convolution {{.*}} : tensor<1x20x20x8xf32>
// CHECK: tsrt.convolution {{.*}} : tensor<1x20x20x8xf32>, tensor<8x1x3x3xf32>) outs(%{{.*}} : tensor<1x20x20x8xf32>)
func.func @planes(%x: tensor<1x8x20x20xf32>, %w: tensor<8x1x3x3xf32>, %v: tensor<8x8x1x1xf32>) -> tensor<1x8x20x20xf32> {
  %e = tensor.empty() : tensor<1x8x20x20xf32>
  %a = tsrt.convolution ins(%x, %w : tensor<1x8x20x20xf32>, tensor<8x1x3x3xf32>) outs(%e : tensor<1x8x20x20xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 1, 1>, high = array<i64: 1, 1>, groups = 8 : i64} -> tensor<1x8x20x20xf32>
  %b = tsrt.convolution ins(%a, %v : tensor<1x8x20x20xf32>, tensor<8x8x1x1xf32>) outs(%e : tensor<1x8x20x20xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>, groups = 1 : i64} -> tensor<1x8x20x20xf32>
  %c = tsrt.convolution ins(%b, %w : tensor<1x8x20x20xf32>, tensor<8x1x3x3xf32>) outs(%e : tensor<1x8x20x20xf32>)
      {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 1, 1>, high = array<i64: 1, 1>, groups = 8 : i64} -> tensor<1x8x20x20xf32>
  return %c : tensor<1x8x20x20xf32>
}
