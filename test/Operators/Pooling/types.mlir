// RUN: ts-opt --ts-infer-types --split-input-file %s | FileCheck %s

// Shapes of poolings of pictures. Shapes and dtypes are those that PyTorch 1.13
// gives.

// Without a stride windows lie side by side.
// CHECK-LABEL: func.func @no_stride(
// CHECK: ts.op "aten::max_pool2d"{{.*}} -> !ts.tensor<[1,2,2,3],f32>
func.func @no_stride(%x: !ts.tensor<[1,2,7,6],f32>) -> !ts.tensor {
  %c3 = arith.constant 3 : i64
  %c2 = arith.constant 2 : i64
  %list0 = ts.list.construct %c3, %c2 : !ts.list<i64>
  %list1 = ts.list.construct : !ts.list<i64>
  %c0 = arith.constant 0 : i64
  %list2 = ts.list.construct %c0, %c0 : !ts.list<i64>
  %c1 = arith.constant 1 : i64
  %list3 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %false = arith.constant false
  %0 = ts.op "aten::max_pool2d"(%x, %list0, %list1, %list2, %list3, %false) : (!ts.tensor<[1,2,7,6],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @padded(
// CHECK: ts.op "aten::max_pool2d"{{.*}} -> !ts.tensor<[1,2,4,3],f32>
func.func @padded(%x: !ts.tensor<[1,2,7,6],f32>) -> !ts.tensor {
  %c3 = arith.constant 3 : i64
  %list0 = ts.list.construct %c3 : !ts.list<i64>
  %c2 = arith.constant 2 : i64
  %list1 = ts.list.construct %c2 : !ts.list<i64>
  %c1 = arith.constant 1 : i64
  %list2 = ts.list.construct %c1 : !ts.list<i64>
  %list3 = ts.list.construct %c1 : !ts.list<i64>
  %false = arith.constant false
  %0 = ts.op "aten::max_pool2d"(%x, %list0, %list1, %list2, %list3, %false) : (!ts.tensor<[1,2,7,6],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @dilated(
// CHECK: ts.op "aten::max_pool2d"{{.*}} -> !ts.tensor<[1,2,5,3],f32>
func.func @dilated(%x: !ts.tensor<[1,2,7,6],f32>) -> !ts.tensor {
  %c2 = arith.constant 2 : i64
  %list0 = ts.list.construct %c2, %c2 : !ts.list<i64>
  %c1 = arith.constant 1 : i64
  %list1 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %c0 = arith.constant 0 : i64
  %list2 = ts.list.construct %c0, %c0 : !ts.list<i64>
  %c3 = arith.constant 3 : i64
  %list3 = ts.list.construct %c2, %c3 : !ts.list<i64>
  %false = arith.constant false
  %0 = ts.op "aten::max_pool2d"(%x, %list0, %list1, %list2, %list3, %false) : (!ts.tensor<[1,2,7,6],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// A last window that hangs over counts when asked for.
// CHECK-LABEL: func.func @ceil(
// CHECK: ts.op "aten::max_pool2d"{{.*}} -> !ts.tensor<[1,2,4,4],f32>
func.func @ceil(%x: !ts.tensor<[1,2,8,8],f32>) -> !ts.tensor {
  %c3 = arith.constant 3 : i64
  %list0 = ts.list.construct %c3, %c3 : !ts.list<i64>
  %c2 = arith.constant 2 : i64
  %list1 = ts.list.construct %c2, %c2 : !ts.list<i64>
  %c0 = arith.constant 0 : i64
  %list2 = ts.list.construct %c0, %c0 : !ts.list<i64>
  %c1 = arith.constant 1 : i64
  %list3 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %true = arith.constant true
  %0 = ts.op "aten::max_pool2d"(%x, %list0, %list1, %list2, %list3, %true) : (!ts.tensor<[1,2,8,8],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// But it must begin inside.
// CHECK-LABEL: func.func @ceil_outside(
// CHECK: ts.op "aten::max_pool2d"{{.*}} -> !ts.tensor<[1,1,1,1],f32>
func.func @ceil_outside(%x: !ts.tensor<[1,1,3,3],f32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %list0 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %c3 = arith.constant 3 : i64
  %list1 = ts.list.construct %c3, %c3 : !ts.list<i64>
  %c0 = arith.constant 0 : i64
  %list2 = ts.list.construct %c0, %c0 : !ts.list<i64>
  %list3 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %true = arith.constant true
  %0 = ts.op "aten::max_pool2d"(%x, %list0, %list1, %list2, %list3, %true) : (!ts.tensor<[1,1,3,3],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @average(
// CHECK: ts.op "aten::avg_pool2d"{{.*}} -> !ts.tensor<[1,2,5,5],f32>
func.func @average(%x: !ts.tensor<[1,2,8,8],f32>) -> !ts.tensor {
  %c2 = arith.constant 2 : i64
  %list0 = ts.list.construct %c2, %c2 : !ts.list<i64>
  %list1 = ts.list.construct %c2, %c2 : !ts.list<i64>
  %c1 = arith.constant 1 : i64
  %list2 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %false = arith.constant false
  %true = arith.constant true
  %none = ts.constant.none
  %0 = ts.op "aten::avg_pool2d"(%x, %list0, %list1, %list2, %false, %true, %none) : (!ts.tensor<[1,2,8,8],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1, i1, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// A window that hangs over, and a divisor of its own.
// CHECK-LABEL: func.func @average_hanging_over(
// CHECK: ts.op "aten::avg_pool2d"{{.*}} -> !ts.tensor<[1,2,4,4],f32>
func.func @average_hanging_over(%x: !ts.tensor<[1,2,8,8],f32>) -> !ts.tensor {
  %c3 = arith.constant 3 : i64
  %list0 = ts.list.construct %c3, %c3 : !ts.list<i64>
  %c2 = arith.constant 2 : i64
  %list1 = ts.list.construct %c2, %c2 : !ts.list<i64>
  %c0 = arith.constant 0 : i64
  %list2 = ts.list.construct %c0, %c0 : !ts.list<i64>
  %true = arith.constant true
  %none = ts.constant.none
  %0 = ts.op "aten::avg_pool2d"(%x, %list0, %list1, %list2, %true, %true, %none) : (!ts.tensor<[1,2,8,8],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1, i1, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @average_with_divisor(
// CHECK: ts.op "aten::avg_pool2d"{{.*}} -> !ts.tensor<[1,2,4,4],f32>
func.func @average_with_divisor(%x: !ts.tensor<[1,2,8,8],f32>) -> !ts.tensor {
  %c2 = arith.constant 2 : i64
  %list0 = ts.list.construct %c2, %c2 : !ts.list<i64>
  %list1 = ts.list.construct %c2, %c2 : !ts.list<i64>
  %c0 = arith.constant 0 : i64
  %list2 = ts.list.construct %c0, %c0 : !ts.list<i64>
  %false = arith.constant false
  %true = arith.constant true
  %c3 = arith.constant 3 : i64
  %0 = ts.op "aten::avg_pool2d"(%x, %list0, %list1, %list2, %false, %true, %c3) : (!ts.tensor<[1,2,8,8],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1, i1, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @adaptive(
// CHECK: ts.op "aten::adaptive_avg_pool2d"{{.*}} -> !ts.tensor<[1,2,2,3],f32>
func.func @adaptive(%x: !ts.tensor<[1,2,8,6],f32>) -> !ts.tensor {
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %list0 = ts.list.construct %c2, %c3 : !ts.list<i64>
  %0 = ts.op "aten::adaptive_avg_pool2d"(%x, %list0) : (!ts.tensor<[1,2,8,6],f32>, !ts.list<i64>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// Windows of different sizes.
// CHECK-LABEL: func.func @adaptive_uneven(
// CHECK: ts.op "aten::adaptive_avg_pool2d"{{.*}} -> !ts.tensor<[1,2,2,3],f32>
func.func @adaptive_uneven(%x: !ts.tensor<[1,2,7,6],f32>) -> !ts.tensor {
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %list0 = ts.list.construct %c2, %c3 : !ts.list<i64>
  %0 = ts.op "aten::adaptive_avg_pool2d"(%x, %list0) : (!ts.tensor<[1,2,7,6],f32>, !ts.list<i64>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @one_picture(
// CHECK: ts.op "aten::max_pool2d"{{.*}} -> !ts.tensor<[2,3,3],f32>
func.func @one_picture(%x: !ts.tensor<[2,7,6],f32>) -> !ts.tensor {
  %c2 = arith.constant 2 : i64
  %list0 = ts.list.construct %c2, %c2 : !ts.list<i64>
  %list1 = ts.list.construct %c2, %c2 : !ts.list<i64>
  %c0 = arith.constant 0 : i64
  %list2 = ts.list.construct %c0, %c0 : !ts.list<i64>
  %c1 = arith.constant 1 : i64
  %list3 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %false = arith.constant false
  %0 = ts.op "aten::max_pool2d"(%x, %list0, %list1, %list2, %list3, %false) : (!ts.tensor<[2,7,6],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @padding_too_large(
// CHECK: ts.op "aten::max_pool2d"{{.*}} -> !ts.tensor{{$}}
func.func @padding_too_large(%x: !ts.tensor<[1,2,7,6],f32>) -> !ts.tensor {
  %c2 = arith.constant 2 : i64
  %list0 = ts.list.construct %c2, %c2 : !ts.list<i64>
  %list1 = ts.list.construct %c2, %c2 : !ts.list<i64>
  %list2 = ts.list.construct %c2, %c2 : !ts.list<i64>
  %c1 = arith.constant 1 : i64
  %list3 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %false = arith.constant false
  %0 = ts.op "aten::max_pool2d"(%x, %list0, %list1, %list2, %list3, %false) : (!ts.tensor<[1,2,7,6],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @window_too_large(
// CHECK: ts.op "aten::max_pool2d"{{.*}} -> !ts.tensor{{$}}
func.func @window_too_large(%x: !ts.tensor<[1,2,2,6],f32>) -> !ts.tensor {
  %c3 = arith.constant 3 : i64
  %list0 = ts.list.construct %c3, %c3 : !ts.list<i64>
  %c1 = arith.constant 1 : i64
  %list1 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %c0 = arith.constant 0 : i64
  %list2 = ts.list.construct %c0, %c0 : !ts.list<i64>
  %list3 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %false = arith.constant false
  %0 = ts.op "aten::max_pool2d"(%x, %list0, %list1, %list2, %list3, %false) : (!ts.tensor<[1,2,2,6],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor
  return %0 : !ts.tensor
}
