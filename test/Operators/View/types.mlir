// RUN: ts-opt --ts-infer-types --split-input-file %s | FileCheck %s

// Shapes of views and of what rearranges. Sizes, dimensions and indices have to be
// constants. Shapes and dtypes are those that PyTorch 1.13 gives.

// CHECK-LABEL: func.func @view(
// CHECK: ts.op "aten::view"{{.*}} -> !ts.tensor<[3,4],f32>
func.func @view(%x: !ts.tensor<[2,6],f32>) -> !ts.tensor {
  %c3 = arith.constant 3 : i64
  %c4 = arith.constant 4 : i64
  %list0 = ts.list.construct %c3, %c4 : !ts.list<i64>
  %0 = ts.op "aten::view"(%x, %list0) : (!ts.tensor<[2,6],f32>, !ts.list<i64>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// One size may be left open.
// CHECK-LABEL: func.func @open_size(
// CHECK: ts.op "aten::reshape"{{.*}} -> !ts.tensor<[4,3],f32>
func.func @open_size(%x: !ts.tensor<[2,6],f32>) -> !ts.tensor {
  %c_1 = arith.constant -1 : i64
  %c3 = arith.constant 3 : i64
  %list0 = ts.list.construct %c_1, %c3 : !ts.list<i64>
  %0 = ts.op "aten::reshape"(%x, %list0) : (!ts.tensor<[2,6],f32>, !ts.list<i64>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @open_size_of_nothing(
// CHECK: ts.op "aten::view"{{.*}} -> !ts.tensor{{$}}
func.func @open_size_of_nothing(%x: !ts.tensor<[0,3],f32>) -> !ts.tensor {
  %c_1 = arith.constant -1 : i64
  %c0 = arith.constant 0 : i64
  %list0 = ts.list.construct %c_1, %c0 : !ts.list<i64>
  %0 = ts.op "aten::view"(%x, %list0) : (!ts.tensor<[0,3],f32>, !ts.list<i64>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @other_count(
// CHECK: ts.op "aten::view"{{.*}} -> !ts.tensor{{$}}
func.func @other_count(%x: !ts.tensor<[2,6],f32>) -> !ts.tensor {
  %c5 = arith.constant 5 : i64
  %c2 = arith.constant 2 : i64
  %list0 = ts.list.construct %c5, %c2 : !ts.list<i64>
  %0 = ts.op "aten::view"(%x, %list0) : (!ts.tensor<[2,6],f32>, !ts.list<i64>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @does_not_divide(
// CHECK: ts.op "aten::view"{{.*}} -> !ts.tensor{{$}}
func.func @does_not_divide(%x: !ts.tensor<[2,6],f32>) -> !ts.tensor {
  %c_1 = arith.constant -1 : i64
  %c5 = arith.constant 5 : i64
  %list0 = ts.list.construct %c_1, %c5 : !ts.list<i64>
  %0 = ts.op "aten::view"(%x, %list0) : (!ts.tensor<[2,6],f32>, !ts.list<i64>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @two_open_sizes(
// CHECK: ts.op "aten::view"{{.*}} -> !ts.tensor{{$}}
func.func @two_open_sizes(%x: !ts.tensor<[2,6],f32>) -> !ts.tensor {
  %c_1 = arith.constant -1 : i64
  %list0 = ts.list.construct %c_1, %c_1 : !ts.list<i64>
  %0 = ts.op "aten::view"(%x, %list0) : (!ts.tensor<[2,6],f32>, !ts.list<i64>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @flatten(
// CHECK: ts.op "aten::flatten.using_ints"{{.*}} -> !ts.tensor<[2,12,5],f32>
func.func @flatten(%x: !ts.tensor<[2,3,4,5],f32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %c_2 = arith.constant -2 : i64
  %0 = ts.op "aten::flatten.using_ints"(%x, %c1, %c_2) : (!ts.tensor<[2,3,4,5],f32>, i64, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @flatten_nothing(
// CHECK: ts.op "aten::flatten.using_ints"{{.*}} -> !ts.tensor<[1],f32>
func.func @flatten_nothing(%x: !ts.tensor<[],f32>) -> !ts.tensor {
  %c0 = arith.constant 0 : i64
  %c_1 = arith.constant -1 : i64
  %0 = ts.op "aten::flatten.using_ints"(%x, %c0, %c_1) : (!ts.tensor<[],f32>, i64, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @flatten_backwards(
// CHECK: ts.op "aten::flatten.using_ints"{{.*}} -> !ts.tensor{{$}}
func.func @flatten_backwards(%x: !ts.tensor<[2,3,4],f32>) -> !ts.tensor {
  %c2 = arith.constant 2 : i64
  %c1 = arith.constant 1 : i64
  %0 = ts.op "aten::flatten.using_ints"(%x, %c2, %c1) : (!ts.tensor<[2,3,4],f32>, i64, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @transpose(
// CHECK: ts.op "aten::transpose.int"{{.*}} -> !ts.tensor<[4,3,2],f32>
func.func @transpose(%x: !ts.tensor<[2,3,4],f32>) -> !ts.tensor {
  %c0 = arith.constant 0 : i64
  %c_1 = arith.constant -1 : i64
  %0 = ts.op "aten::transpose.int"(%x, %c0, %c_1) : (!ts.tensor<[2,3,4],f32>, i64, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @transpose_out_of_range(
// CHECK: ts.op "aten::transpose.int"{{.*}} -> !ts.tensor{{$}}
func.func @transpose_out_of_range(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %0 = ts.op "aten::transpose.int"(%x, %c0, %c2) : (!ts.tensor<[2,3],f32>, i64, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @t(
// CHECK: ts.op "aten::t"{{.*}} -> !ts.tensor<[3,2],f32>
func.func @t(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %0 = ts.op "aten::t"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @t_of_three(
// CHECK: ts.op "aten::t"{{.*}} -> !ts.tensor{{$}}
func.func @t_of_three(%x: !ts.tensor<[2,3,4],f32>) -> !ts.tensor {
  %0 = ts.op "aten::t"(%x) : (!ts.tensor<[2,3,4],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @permute(
// CHECK: ts.op "aten::permute"{{.*}} -> !ts.tensor<[4,2,3],f32>
func.func @permute(%x: !ts.tensor<[2,3,4],f32>) -> !ts.tensor {
  %c2 = arith.constant 2 : i64
  %c_3 = arith.constant -3 : i64
  %c1 = arith.constant 1 : i64
  %list0 = ts.list.construct %c2, %c_3, %c1 : !ts.list<i64>
  %0 = ts.op "aten::permute"(%x, %list0) : (!ts.tensor<[2,3,4],f32>, !ts.list<i64>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @permute_twice(
// CHECK: ts.op "aten::permute"{{.*}} -> !ts.tensor{{$}}
func.func @permute_twice(%x: !ts.tensor<[2,3,4],f32>) -> !ts.tensor {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c_2 = arith.constant -2 : i64
  %list0 = ts.list.construct %c0, %c1, %c_2 : !ts.list<i64>
  %0 = ts.op "aten::permute"(%x, %list0) : (!ts.tensor<[2,3,4],f32>, !ts.list<i64>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @permute_too_few(
// CHECK: ts.op "aten::permute"{{.*}} -> !ts.tensor{{$}}
func.func @permute_too_few(%x: !ts.tensor<[2,3,4],f32>) -> !ts.tensor {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %list0 = ts.list.construct %c0, %c1 : !ts.list<i64>
  %0 = ts.op "aten::permute"(%x, %list0) : (!ts.tensor<[2,3,4],f32>, !ts.list<i64>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @unsqueeze(
// CHECK: ts.op "aten::unsqueeze"{{.*}} -> !ts.tensor<[2,3,1],f32>
func.func @unsqueeze(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %c_1 = arith.constant -1 : i64
  %0 = ts.op "aten::unsqueeze"(%x, %c_1) : (!ts.tensor<[2,3],f32>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @unsqueeze_out_of_range(
// CHECK: ts.op "aten::unsqueeze"{{.*}} -> !ts.tensor{{$}}
func.func @unsqueeze_out_of_range(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %c3 = arith.constant 3 : i64
  %0 = ts.op "aten::unsqueeze"(%x, %c3) : (!ts.tensor<[2,3],f32>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @squeeze(
// CHECK: ts.op "aten::squeeze.dim"{{.*}} -> !ts.tensor<[2,3],f32>
func.func @squeeze(%x: !ts.tensor<[2,1,3],f32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %0 = ts.op "aten::squeeze.dim"(%x, %c1) : (!ts.tensor<[2,1,3],f32>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// A size that is not one stays.
// CHECK-LABEL: func.func @squeeze_wide(
// CHECK: ts.op "aten::squeeze.dim"{{.*}} -> !ts.tensor<[2,1,3],f32>
func.func @squeeze_wide(%x: !ts.tensor<[2,1,3],f32>) -> !ts.tensor {
  %c0 = arith.constant 0 : i64
  %0 = ts.op "aten::squeeze.dim"(%x, %c0) : (!ts.tensor<[2,1,3],f32>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @select(
// CHECK: ts.op "aten::select.int"{{.*}} -> !ts.tensor<[2,4],f32>
func.func @select(%x: !ts.tensor<[2,3,4],f32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %c_3 = arith.constant -3 : i64
  %0 = ts.op "aten::select.int"(%x, %c1, %c_3) : (!ts.tensor<[2,3,4],f32>, i64, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @select_out_of_range(
// CHECK: ts.op "aten::select.int"{{.*}} -> !ts.tensor{{$}}
func.func @select_out_of_range(%x: !ts.tensor<[2,3,4],f32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %c3 = arith.constant 3 : i64
  %0 = ts.op "aten::select.int"(%x, %c1, %c3) : (!ts.tensor<[2,3,4],f32>, i64, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// Bounds of a slice are clamped.
// CHECK-LABEL: func.func @slice(
// CHECK: ts.op "aten::slice.Tensor"{{.*}} -> !ts.tensor<[2,3],f32>
func.func @slice(%x: !ts.tensor<[2,10],f32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %c_20 = arith.constant -20 : i64
  %c8 = arith.constant 8 : i64
  %c3 = arith.constant 3 : i64
  %0 = ts.op "aten::slice.Tensor"(%x, %c1, %c_20, %c8, %c3) : (!ts.tensor<[2,10],f32>, i64, i64, i64, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @slice_of_nothing(
// CHECK: ts.op "aten::slice.Tensor"{{.*}} -> !ts.tensor<[2,0],f32>
func.func @slice_of_nothing(%x: !ts.tensor<[2,10],f32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %c8 = arith.constant 8 : i64
  %c2 = arith.constant 2 : i64
  %0 = ts.op "aten::slice.Tensor"(%x, %c1, %c8, %c2, %c1) : (!ts.tensor<[2,10],f32>, i64, i64, i64, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @slice_backwards(
// CHECK: ts.op "aten::slice.Tensor"{{.*}} -> !ts.tensor{{$}}
func.func @slice_backwards(%x: !ts.tensor<[2,10],f32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %c8 = arith.constant 8 : i64
  %c2 = arith.constant 2 : i64
  %c_1 = arith.constant -1 : i64
  %0 = ts.op "aten::slice.Tensor"(%x, %c1, %c8, %c2, %c_1) : (!ts.tensor<[2,10],f32>, i64, i64, i64, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @slice_at_a_number(
// CHECK: ts.op "aten::slice.Tensor"{{.*}} -> !ts.tensor{{$}}
func.func @slice_at_a_number(%x: !ts.tensor<[2,10],f32>, %n: i64) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %c8 = arith.constant 8 : i64
  %0 = ts.op "aten::slice.Tensor"(%x, %c1, %n, %c8, %c1) : (!ts.tensor<[2,10],f32>, i64, i64, i64, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @narrow(
// CHECK: ts.op "aten::narrow"{{.*}} -> !ts.tensor<[2,3],f32>
func.func @narrow(%x: !ts.tensor<[2,10],f32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %c_4 = arith.constant -4 : i64
  %c3 = arith.constant 3 : i64
  %0 = ts.op "aten::narrow"(%x, %c1, %c_4, %c3) : (!ts.tensor<[2,10],f32>, i64, i64, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @narrow_too_long(
// CHECK: ts.op "aten::narrow"{{.*}} -> !ts.tensor{{$}}
func.func @narrow_too_long(%x: !ts.tensor<[2,10],f32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %c8 = arith.constant 8 : i64
  %c3 = arith.constant 3 : i64
  %0 = ts.op "aten::narrow"(%x, %c1, %c8, %c3) : (!ts.tensor<[2,10],f32>, i64, i64, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @expand(
// CHECK: ts.op "aten::expand"{{.*}} -> !ts.tensor<[2,3,4],f32>
func.func @expand(%x: !ts.tensor<[3,1],f32>) -> !ts.tensor {
  %c2 = arith.constant 2 : i64
  %c_1 = arith.constant -1 : i64
  %c4 = arith.constant 4 : i64
  %list0 = ts.list.construct %c2, %c_1, %c4 : !ts.list<i64>
  %false = arith.constant false
  %0 = ts.op "aten::expand"(%x, %list0, %false) : (!ts.tensor<[3,1],f32>, !ts.list<i64>, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @expand_wide(
// CHECK: ts.op "aten::expand"{{.*}} -> !ts.tensor{{$}}
func.func @expand_wide(%x: !ts.tensor<[3,2],f32>) -> !ts.tensor {
  %c3 = arith.constant 3 : i64
  %c4 = arith.constant 4 : i64
  %list0 = ts.list.construct %c3, %c4 : !ts.list<i64>
  %false = arith.constant false
  %0 = ts.op "aten::expand"(%x, %list0, %false) : (!ts.tensor<[3,2],f32>, !ts.list<i64>, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @expand_open_in_front(
// CHECK: ts.op "aten::expand"{{.*}} -> !ts.tensor{{$}}
func.func @expand_open_in_front(%x: !ts.tensor<[3],f32>) -> !ts.tensor {
  %c_1 = arith.constant -1 : i64
  %c3 = arith.constant 3 : i64
  %list0 = ts.list.construct %c_1, %c3 : !ts.list<i64>
  %false = arith.constant false
  %0 = ts.op "aten::expand"(%x, %list0, %false) : (!ts.tensor<[3],f32>, !ts.list<i64>, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @stack(
// CHECK: ts.op "aten::stack"{{.*}} -> !ts.tensor<[2,3,2],f32>
func.func @stack(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %vx = ts.derefine %x : !ts.tensor<[2,3],f32> to !ts.tensor
  %vy = ts.derefine %y : !ts.tensor<[2,3],f32> to !ts.tensor
  %list = ts.list.construct %vx, %vy : !ts.list<!ts.tensor>
  %c_1 = arith.constant -1 : i64
  %0 = ts.op "aten::stack"(%list, %c_1) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @stack_of_other_sizes(
// CHECK: ts.op "aten::stack"{{.*}} -> !ts.tensor{{$}}
func.func @stack_of_other_sizes(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[3,2],f32>) -> !ts.tensor {
  %vx = ts.derefine %x : !ts.tensor<[2,3],f32> to !ts.tensor
  %vy = ts.derefine %y : !ts.tensor<[3,2],f32> to !ts.tensor
  %list = ts.list.construct %vx, %vy : !ts.list<!ts.tensor>
  %c0 = arith.constant 0 : i64
  %0 = ts.op "aten::stack"(%list, %c0) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @cat(
// CHECK: ts.op "aten::cat"{{.*}} -> !ts.tensor<[2,4],f32>
func.func @cat(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[2,1],f32>) -> !ts.tensor {
  %vx = ts.derefine %x : !ts.tensor<[2,3],f32> to !ts.tensor
  %vy = ts.derefine %y : !ts.tensor<[2,1],f32> to !ts.tensor
  %list = ts.list.construct %vx, %vy : !ts.list<!ts.tensor>
  %c1 = arith.constant 1 : i64
  %0 = ts.op "aten::cat"(%list, %c1) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @cat_of_other_sizes(
// CHECK: ts.op "aten::cat"{{.*}} -> !ts.tensor{{$}}
func.func @cat_of_other_sizes(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[3,3],f32>) -> !ts.tensor {
  %vx = ts.derefine %x : !ts.tensor<[2,3],f32> to !ts.tensor
  %vy = ts.derefine %y : !ts.tensor<[3,3],f32> to !ts.tensor
  %list = ts.list.construct %vx, %vy : !ts.list<!ts.tensor>
  %c1 = arith.constant 1 : i64
  %0 = ts.op "aten::cat"(%list, %c1) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @cat_of_other_ranks(
// CHECK: ts.op "aten::cat"{{.*}} -> !ts.tensor{{$}}
func.func @cat_of_other_ranks(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[3],f32>) -> !ts.tensor {
  %vx = ts.derefine %x : !ts.tensor<[2,3],f32> to !ts.tensor
  %vy = ts.derefine %y : !ts.tensor<[3],f32> to !ts.tensor
  %list = ts.list.construct %vx, %vy : !ts.list<!ts.tensor>
  %c0 = arith.constant 0 : i64
  %0 = ts.op "aten::cat"(%list, %c0) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// Dropout while evaluating does nothing.
// CHECK-LABEL: func.func @dropout(
// CHECK: ts.op "aten::dropout"{{.*}} -> !ts.tensor<[2,3],f32>
func.func @dropout(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %half = arith.constant 0.5 : f64
  %false = arith.constant false
  %0 = ts.op "aten::dropout"(%x, %half, %false) : (!ts.tensor<[2,3],f32>, f64, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @dropout_of_training(
// CHECK: ts.op "aten::dropout"{{.*}} -> !ts.tensor<[2,3],f32>
func.func @dropout_of_training(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %half = arith.constant 0.5 : f64
  %true = arith.constant true
  %0 = ts.op "aten::dropout"(%x, %half, %true) : (!ts.tensor<[2,3],f32>, f64, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// A question for a dimension that is not there says nothing of any size.
// CHECK-LABEL: func.func @no_such_dimension(
// CHECK: ts.op "aten::narrow"{{.*}} -> tensor<?x?xf32>
func.func @no_such_dimension(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : i64
  %last = arith.constant -1 : index
  %dim = tensor.dim %x, %last : tensor<?x?xf32>
  %n = arith.index_cast %dim : index to i64
  %0 = ts.op "aten::narrow"(%x, %c0, %c0, %n) : (tensor<?x?xf32>, i64, i64, i64) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
