// RUN: ts-opt --ts-infer-types --ts-to-value --convert-ts-to-linalg --ts-value-to-objects --canonicalize --split-input-file %s | FileCheck %s

// Pooling of pictures.

// What is padded never wins the maximum.
// CHECK-LABEL: func.func @max(
// CHECK: %[[LOWEST:.*]] = arith.constant 0xFF800000 : f32
// CHECK: tensor.pad %{{.*}} low[0, 0, 1, 1] high[0, 0, 1, 1]
// CHECK: tensor.yield %[[LOWEST]]
// CHECK: linalg.pooling_nchw_max {dilations = dense<1> : {{.*}}, strides = dense<2>
func.func @max(%x: !ts.tensor<[1,2,8,8],f32>) -> !ts.tensor {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %false = arith.constant false
  %kernel = ts.list.construct %three : !ts.list<i64>
  %stride = ts.list.construct %two : !ts.list<i64>
  %padding = ts.list.construct %one : !ts.list<i64>
  %dilation = ts.list.construct %one : !ts.list<i64>
  %0 = ts.op "aten::max_pool2d"(%x, %kernel, %stride, %padding, %dilation, %false) : (!ts.tensor<[1,2,8,8],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// An average that counts padding divides by the window's size.
// CHECK-LABEL: func.func @average(
// CHECK: %[[COUNT:.*]] = arith.constant 4.0{{.*}} : f32
// CHECK: linalg.pooling_nchw_sum
// CHECK-NOT: linalg.pooling_nchw_sum
// CHECK: arith.divf %{{.*}}, %[[COUNT]]
func.func @average(%x: !ts.tensor<[1,2,8,8],f32>) -> !ts.tensor {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %true = arith.constant true
  %false = arith.constant false
  %none = ts.constant.none
  %kernel = ts.list.construct %two : !ts.list<i64>
  %padding = ts.list.construct %one : !ts.list<i64>
  %0 = ts.op "aten::avg_pool2d"(%x, %kernel, %kernel, %padding, %false, %true, %none) : (!ts.tensor<[1,2,8,8],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1, i1, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// One that does not counts the elements of each window: the sum of ones.
// CHECK-LABEL: func.func @average_of_elements(
// CHECK: linalg.pooling_nchw_sum
// CHECK: linalg.pooling_nchw_sum
// CHECK: arith.divf
func.func @average_of_elements(%x: !ts.tensor<[1,2,8,8],f32>) -> !ts.tensor {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %false = arith.constant false
  %none = ts.constant.none
  %kernel = ts.list.construct %two : !ts.list<i64>
  %padding = ts.list.construct %one : !ts.list<i64>
  %0 = ts.op "aten::avg_pool2d"(%x, %kernel, %kernel, %padding, %false, %false, %none) : (!ts.tensor<[1,2,8,8],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1, i1, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// A window that does not fit stays and raises.
// CHECK-LABEL: func.func @too_large(
// CHECK-NOT: linalg
// CHECK: ts.op "aten::max_pool2d"
func.func @too_large(%x: !ts.tensor<[1,2,2,2],f32>) -> !ts.tensor {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %three = arith.constant 3 : i64
  %false = arith.constant false
  %kernel = ts.list.construct %three : !ts.list<i64>
  %stride = ts.list.construct : !ts.list<i64>
  %padding = ts.list.construct %zero : !ts.list<i64>
  %dilation = ts.list.construct %one : !ts.list<i64>
  %0 = ts.op "aten::max_pool2d"(%x, %kernel, %stride, %padding, %dilation, %false) : (!ts.tensor<[1,2,2,2],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor
  return %0 : !ts.tensor
}
