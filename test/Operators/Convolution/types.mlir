// RUN: ts-opt --ts-infer-types --split-input-file %s | FileCheck %s

// Shapes of convolutions of pictures. Shapes and dtypes are those that PyTorch
// 1.13 gives.

// CHECK-LABEL: func.func @strided(
// CHECK: ts.op "aten::conv2d"{{.*}} -> !ts.tensor<[1,4,5,7],f32>
func.func @strided(%x: !ts.tensor<[1,3,9,8],f32>, %y: !ts.tensor<[4,3,3,2],f32>, %z: !ts.tensor<[4],f32>) -> !ts.tensor {
  %c2 = arith.constant 2 : i64
  %c1 = arith.constant 1 : i64
  %list0 = ts.list.construct %c2, %c1 : !ts.list<i64>
  %c0 = arith.constant 0 : i64
  %list1 = ts.list.construct %c1, %c0 : !ts.list<i64>
  %list2 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %0 = ts.op "aten::conv2d"(%x, %y, %z, %list0, %list1, %list2, %c1) : (!ts.tensor<[1,3,9,8],f32>, !ts.tensor<[4,3,3,2],f32>, !ts.tensor<[4],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// One number stands for both directions, none for the default.
// CHECK-LABEL: func.func @one_for_two(
// CHECK: ts.op "aten::conv2d"{{.*}} -> !ts.tensor<[1,4,4,3],f32>
func.func @one_for_two(%x: !ts.tensor<[1,3,9,8],f32>, %y: !ts.tensor<[4,3,3,3],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %c2 = arith.constant 2 : i64
  %list0 = ts.list.construct %c2 : !ts.list<i64>
  %list1 = ts.list.construct : !ts.list<i64>
  %c1 = arith.constant 1 : i64
  %list2 = ts.list.construct %c1 : !ts.list<i64>
  %0 = ts.op "aten::conv2d"(%x, %y, %none, %list0, %list1, %list2, %c1) : (!ts.tensor<[1,3,9,8],f32>, !ts.tensor<[4,3,3,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @dilated(
// CHECK: ts.op "aten::conv2d"{{.*}} -> !ts.tensor<[2,1,5,3],f32>
func.func @dilated(%x: !ts.tensor<[2,1,9,9],f32>, %y: !ts.tensor<[1,1,3,3],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %c1 = arith.constant 1 : i64
  %list0 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %c0 = arith.constant 0 : i64
  %list1 = ts.list.construct %c0, %c0 : !ts.list<i64>
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %list2 = ts.list.construct %c2, %c3 : !ts.list<i64>
  %0 = ts.op "aten::conv2d"(%x, %y, %none, %list0, %list1, %list2, %c1) : (!ts.tensor<[2,1,9,9],f32>, !ts.tensor<[1,1,3,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// Each group sees its own channels.
// CHECK-LABEL: func.func @depthwise(
// CHECK: ts.op "aten::conv2d"{{.*}} -> !ts.tensor<[1,8,5,5],f32>
func.func @depthwise(%x: !ts.tensor<[1,4,5,5],f32>, %y: !ts.tensor<[8,1,3,3],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %c1 = arith.constant 1 : i64
  %list0 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %list1 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %list2 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %c4 = arith.constant 4 : i64
  %0 = ts.op "aten::conv2d"(%x, %y, %none, %list0, %list1, %list2, %c4) : (!ts.tensor<[1,4,5,5],f32>, !ts.tensor<[8,1,3,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @same_padding(
// CHECK: ts.op "aten::conv2d.padding"{{.*}} -> !ts.tensor<[1,1,6,7],f32>
func.func @same_padding(%x: !ts.tensor<[1,1,6,7],f32>, %y: !ts.tensor<[1,1,4,3],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %c1 = arith.constant 1 : i64
  %list0 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %same = ts.constant.str "same"
  %list1 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %0 = ts.op "aten::conv2d.padding"(%x, %y, %none, %list0, %same, %list1, %c1) : (!ts.tensor<[1,1,6,7],f32>, !ts.tensor<[1,1,4,3],f32>, !ts.none, !ts.list<i64>, !ts.str, !ts.list<i64>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @valid_padding(
// CHECK: ts.op "aten::conv2d.padding"{{.*}} -> !ts.tensor<[1,1,2,3],f32>
func.func @valid_padding(%x: !ts.tensor<[1,1,6,7],f32>, %y: !ts.tensor<[1,1,4,3],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %c2 = arith.constant 2 : i64
  %list0 = ts.list.construct %c2, %c2 : !ts.list<i64>
  %valid = ts.constant.str "valid"
  %c1 = arith.constant 1 : i64
  %list1 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %0 = ts.op "aten::conv2d.padding"(%x, %y, %none, %list0, %valid, %list1, %c1) : (!ts.tensor<[1,1,6,7],f32>, !ts.tensor<[1,1,4,3],f32>, !ts.none, !ts.list<i64>, !ts.str, !ts.list<i64>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @general(
// CHECK: ts.op "aten::convolution"{{.*}} -> !ts.tensor<[1,3,5,5],f32>
func.func @general(%x: !ts.tensor<[1,2,5,5],f32>, %y: !ts.tensor<[3,2,3,3],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %c1 = arith.constant 1 : i64
  %list0 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %list1 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %list2 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %false = arith.constant false
  %c0 = arith.constant 0 : i64
  %list3 = ts.list.construct %c0, %c0 : !ts.list<i64>
  %0 = ts.op "aten::convolution"(%x, %y, %none, %list0, %list1, %list2, %false, %list3, %c1) : (!ts.tensor<[1,2,5,5],f32>, !ts.tensor<[3,2,3,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1, !ts.list<i64>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// A transposed one takes the channels of its weight the other way round.
// CHECK-LABEL: func.func @transposed(
// CHECK: ts.op "aten::convolution"{{.*}} -> !ts.tensor<[1,3,5,5],f32>
func.func @transposed(%x: !ts.tensor<[1,2,5,5],f32>, %y: !ts.tensor<[2,3,3,3],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %c1 = arith.constant 1 : i64
  %list0 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %list1 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %list2 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %true = arith.constant true
  %c0 = arith.constant 0 : i64
  %list3 = ts.list.construct %c0, %c0 : !ts.list<i64>
  %0 = ts.op "aten::convolution"(%x, %y, %none, %list0, %list1, %list2, %true, %list3, %c1) : (!ts.tensor<[1,2,5,5],f32>, !ts.tensor<[2,3,3,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1, !ts.list<i64>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @one_dimensional(
// CHECK: ts.op "aten::convolution"{{.*}} -> !ts.tensor<[1,3,5],f32>
func.func @one_dimensional(%x: !ts.tensor<[1,2,5],f32>, %y: !ts.tensor<[3,2,3],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %c1 = arith.constant 1 : i64
  %list0 = ts.list.construct %c1 : !ts.list<i64>
  %list1 = ts.list.construct %c1 : !ts.list<i64>
  %list2 = ts.list.construct %c1 : !ts.list<i64>
  %false = arith.constant false
  %c0 = arith.constant 0 : i64
  %list3 = ts.list.construct %c0 : !ts.list<i64>
  %0 = ts.op "aten::convolution"(%x, %y, %none, %list0, %list1, %list2, %false, %list3, %c1) : (!ts.tensor<[1,2,5],f32>, !ts.tensor<[3,2,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1, !ts.list<i64>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @other_channels(
// CHECK: ts.op "aten::conv2d"{{.*}} -> !ts.tensor{{$}}
func.func @other_channels(%x: !ts.tensor<[1,3,9,8],f32>, %y: !ts.tensor<[4,2,3,3],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %c1 = arith.constant 1 : i64
  %list0 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %c0 = arith.constant 0 : i64
  %list1 = ts.list.construct %c0, %c0 : !ts.list<i64>
  %list2 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %0 = ts.op "aten::conv2d"(%x, %y, %none, %list0, %list1, %list2, %c1) : (!ts.tensor<[1,3,9,8],f32>, !ts.tensor<[4,2,3,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @groups_do_not_divide(
// CHECK: ts.op "aten::conv2d"{{.*}} -> !ts.tensor{{$}}
func.func @groups_do_not_divide(%x: !ts.tensor<[1,4,5,5],f32>, %y: !ts.tensor<[3,2,3,3],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %c1 = arith.constant 1 : i64
  %list0 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %list1 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %list2 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %c2 = arith.constant 2 : i64
  %0 = ts.op "aten::conv2d"(%x, %y, %none, %list0, %list1, %list2, %c2) : (!ts.tensor<[1,4,5,5],f32>, !ts.tensor<[3,2,3,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @kernel_too_large(
// CHECK: ts.op "aten::conv2d"{{.*}} -> !ts.tensor{{$}}
func.func @kernel_too_large(%x: !ts.tensor<[1,1,2,5],f32>, %y: !ts.tensor<[1,1,3,3],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %c1 = arith.constant 1 : i64
  %list0 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %c0 = arith.constant 0 : i64
  %list1 = ts.list.construct %c0, %c0 : !ts.list<i64>
  %list2 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %0 = ts.op "aten::conv2d"(%x, %y, %none, %list0, %list1, %list2, %c1) : (!ts.tensor<[1,1,2,5],f32>, !ts.tensor<[1,1,3,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @other_bias(
// CHECK: ts.op "aten::conv2d"{{.*}} -> !ts.tensor{{$}}
func.func @other_bias(%x: !ts.tensor<[1,1,5,5],f32>, %y: !ts.tensor<[2,1,3,3],f32>, %z: !ts.tensor<[3],f32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %list0 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %c0 = arith.constant 0 : i64
  %list1 = ts.list.construct %c0, %c0 : !ts.list<i64>
  %list2 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %0 = ts.op "aten::conv2d"(%x, %y, %z, %list0, %list1, %list2, %c1) : (!ts.tensor<[1,1,5,5],f32>, !ts.tensor<[2,1,3,3],f32>, !ts.tensor<[3],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @no_stride(
// CHECK: ts.op "aten::conv2d"{{.*}} -> !ts.tensor{{$}}
func.func @no_stride(%x: !ts.tensor<[1,1,5,5],f32>, %y: !ts.tensor<[2,1,3,3],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %list0 = ts.list.construct %c0, %c1 : !ts.list<i64>
  %list1 = ts.list.construct %c0, %c0 : !ts.list<i64>
  %list2 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %0 = ts.op "aten::conv2d"(%x, %y, %none, %list0, %list1, %list2, %c1) : (!ts.tensor<[1,1,5,5],f32>, !ts.tensor<[2,1,3,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @negative_padding(
// CHECK: ts.op "aten::conv2d"{{.*}} -> !ts.tensor{{$}}
func.func @negative_padding(%x: !ts.tensor<[1,1,5,5],f32>, %y: !ts.tensor<[2,1,3,3],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %c1 = arith.constant 1 : i64
  %list0 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %c_1 = arith.constant -1 : i64
  %c0 = arith.constant 0 : i64
  %list1 = ts.list.construct %c_1, %c0 : !ts.list<i64>
  %list2 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %0 = ts.op "aten::conv2d"(%x, %y, %none, %list0, %list1, %list2, %c1) : (!ts.tensor<[1,1,5,5],f32>, !ts.tensor<[2,1,3,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @other_dtype(
// CHECK: ts.op "aten::conv2d"{{.*}} -> !ts.tensor{{$}}
func.func @other_dtype(%x: !ts.tensor<[1,1,5,5],f32>, %y: !ts.tensor<[2,1,3,3],f64>) -> !ts.tensor {
  %none = ts.constant.none
  %c1 = arith.constant 1 : i64
  %list0 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %c0 = arith.constant 0 : i64
  %list1 = ts.list.construct %c0, %c0 : !ts.list<i64>
  %list2 = ts.list.construct %c1, %c1 : !ts.list<i64>
  %0 = ts.op "aten::conv2d"(%x, %y, %none, %list0, %list1, %list2, %c1) : (!ts.tensor<[1,1,5,5],f32>, !ts.tensor<[2,1,3,3],f64>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}
