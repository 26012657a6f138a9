// RUN: ts-opt --convert-ts-to-linalg --canonicalize --cse --split-input-file %s | FileCheck %s

// float16 and bfloat16 are computed in float32, and each operator's result is
// rounded.

// CHECK-LABEL: func.func @function(
// CHECK: arith.extf %{{.*}} : bf16 to f32
// CHECK: math.tanh %{{.*}} : f32
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// CHECK-NOT: ts.op
func.func @function(%x: tensor<4x3xbf16>) -> tensor<4x3xbf16> {
  %0 = ts.op "aten::tanh"(%x) : (tensor<4x3xbf16>) -> tensor<4x3xbf16>
  return %0 : tensor<4x3xbf16>
}

// -----

// A number becomes an element first: 0.1001 is not one.
// CHECK-LABEL: func.func @number(
// CHECK-DAG: %[[N:.*]] = arith.constant 0.100097656 : f32
// CHECK: arith.mulf %{{.*}}, %[[N]] : f32
func.func @number(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %s = arith.constant 0.1001 : f64
  %0 = ts.op "aten::mul.Scalar"(%x, %s) : (tensor<4xbf16>, f64) -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

// Beside float32 nothing is rounded.
// CHECK-LABEL: func.func @promoted(
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.mulf %{{.*}} : f32
// CHECK-NOT: arith.truncf
// CHECK: return
func.func @promoted(%x: tensor<4xf16>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ts.op "aten::mul.Tensor"(%x, %y) : (tensor<4xf16>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// An integer would be rounded before it is added: that is the runtime's.
// CHECK-LABEL: func.func @integers(
// CHECK: ts.op "aten::add.Tensor"
func.func @integers(%x: tensor<4xbf16>, %y: tensor<4xi64>) -> tensor<4xbf16> {
  %one = arith.constant 1 : i64
  %0 = ts.op "aten::add.Tensor"(%x, %y, %one) : (tensor<4xbf16>, tensor<4xi64>, i64) -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

// So is the product with alpha, in float16 only.
// CHECK-LABEL: func.func @scaled(
// CHECK: ts.op "aten::add.Tensor"
// CHECK-NOT: ts.op
// CHECK: return
func.func @scaled(%x: tensor<4xf16>, %y: tensor<4xbf16>) -> (tensor<4xf16>, tensor<4xbf16>) {
  %s = arith.constant 0.3 : f64
  %0 = ts.op "aten::add.Tensor"(%x, %x, %s) : (tensor<4xf16>, tensor<4xf16>, f64) -> tensor<4xf16>
  %1 = ts.op "aten::add.Tensor"(%y, %y, %s) : (tensor<4xbf16>, tensor<4xbf16>, f64) -> tensor<4xbf16>
  return %0, %1 : tensor<4xf16>, tensor<4xbf16>
}

// -----

// Small products are rounded at every step in PyTorch, larger ones once.
// CHECK-LABEL: func.func @products(
// CHECK: ts.op "aten::mm"(%arg0, %arg0)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<32x32xf32>, tensor<32x32xf32>)
func.func @products(%x: tensor<4x4xbf16>, %y: tensor<32x32xbf16>) -> (tensor<4x4xbf16>, tensor<32x32xbf16>) {
  %0 = ts.op "aten::mm"(%x, %x) : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %1 = ts.op "aten::mm"(%y, %y) : (tensor<32x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %0, %1 : tensor<4x4xbf16>, tensor<32x32xbf16>
}

// -----

// What PyTorch has no kernel of stays, and raises.
// CHECK-LABEL: func.func @refused(
// CHECK: ts.op "aten::exp"
func.func @refused(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = ts.op "aten::exp"(%x) : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}
