// RUN: ts-opt --ts-infer-types --split-input-file %s | FileCheck %s

// Shapes of reductions, softmax and normalizations. What is decided by values at
// run time, and what raises, gets no claim. Shapes and dtypes are those that
// PyTorch 1.13 gives.

// CHECK-LABEL: func.func @sum_of_all(
// CHECK: ts.op "aten::sum"{{.*}} -> !ts.tensor<[],f32>
func.func @sum_of_all(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %0 = ts.op "aten::sum"(%x, %none) : (!ts.tensor<[2,3],f32>, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @sum_of_one(
// CHECK: ts.op "aten::sum.dim_IntList"{{.*}} -> !ts.tensor<[2,4],f32>
func.func @sum_of_one(%x: !ts.tensor<[2,3,4],f32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %list0 = ts.list.construct %c1 : !ts.list<i64>
  %false = arith.constant false
  %none = ts.constant.none
  %0 = ts.op "aten::sum.dim_IntList"(%x, %list0, %false, %none) : (!ts.tensor<[2,3,4],f32>, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// A dimension counts from the end when it is negative, and may be kept.
// CHECK-LABEL: func.func @kept(
// CHECK: ts.op "aten::sum.dim_IntList"{{.*}} -> !ts.tensor<[1,3,1],f32>
func.func @kept(%x: !ts.tensor<[2,3,4],f32>) -> !ts.tensor {
  %c_1 = arith.constant -1 : i64
  %c0 = arith.constant 0 : i64
  %list0 = ts.list.construct %c_1, %c0 : !ts.list<i64>
  %true = arith.constant true
  %none = ts.constant.none
  %0 = ts.op "aten::sum.dim_IntList"(%x, %list0, %true, %none) : (!ts.tensor<[2,3,4],f32>, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// No dimensions are all of them.
// CHECK-LABEL: func.func @no_dims(
// CHECK: ts.op "aten::mean.dim"{{.*}} -> !ts.tensor<[1,1],f32>
func.func @no_dims(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %list0 = ts.list.construct : !ts.list<i64>
  %true = arith.constant true
  %none = ts.constant.none
  %0 = ts.op "aten::mean.dim"(%x, %list0, %true, %none) : (!ts.tensor<[2,3],f32>, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @maximum(
// CHECK: ts.op "aten::amax"{{.*}} -> !ts.tensor<[3],f32>
func.func @maximum(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %c0 = arith.constant 0 : i64
  %list0 = ts.list.construct %c0 : !ts.list<i64>
  %false = arith.constant false
  %0 = ts.op "aten::amax"(%x, %list0, %false) : (!ts.tensor<[2,3],f32>, !ts.list<i64>, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @dim_out_of_range(
// CHECK: ts.op "aten::sum.dim_IntList"{{.*}} -> !ts.tensor{{$}}
func.func @dim_out_of_range(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %c2 = arith.constant 2 : i64
  %list0 = ts.list.construct %c2 : !ts.list<i64>
  %false = arith.constant false
  %none = ts.constant.none
  %0 = ts.op "aten::sum.dim_IntList"(%x, %list0, %false, %none) : (!ts.tensor<[2,3],f32>, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @dim_twice(
// CHECK: ts.op "aten::sum.dim_IntList"{{.*}} -> !ts.tensor{{$}}
func.func @dim_twice(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %c_1 = arith.constant -1 : i64
  %list0 = ts.list.construct %c1, %c_1 : !ts.list<i64>
  %false = arith.constant false
  %none = ts.constant.none
  %0 = ts.op "aten::sum.dim_IntList"(%x, %list0, %false, %none) : (!ts.tensor<[2,3],f32>, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @maximum_of_nothing(
// CHECK: ts.op "aten::amax"{{.*}} -> !ts.tensor{{$}}
func.func @maximum_of_nothing(%x: !ts.tensor<[2,0],f32>) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %list0 = ts.list.construct %c1 : !ts.list<i64>
  %false = arith.constant false
  %0 = ts.op "aten::amax"(%x, %list0, %false) : (!ts.tensor<[2,0],f32>, !ts.list<i64>, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// Sums of ints are int64.
// CHECK-LABEL: func.func @sum_of_ints(
// CHECK: ts.op "aten::sum"{{.*}} -> !ts.tensor<[],i64>
func.func @sum_of_ints(%x: !ts.tensor<[2,3],i32>) -> !ts.tensor {
  %none = ts.constant.none
  %0 = ts.op "aten::sum"(%x, %none) : (!ts.tensor<[2,3],i32>, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @keepdim_unknown(
// CHECK: ts.op "aten::sum.dim_IntList"{{.*}} -> !ts.tensor{{$}}
func.func @keepdim_unknown(%x: !ts.tensor<[2,3],f32>, %n: i1) -> !ts.tensor {
  %c1 = arith.constant 1 : i64
  %list0 = ts.list.construct %c1 : !ts.list<i64>
  %none = ts.constant.none
  %0 = ts.op "aten::sum.dim_IntList"(%x, %list0, %n, %none) : (!ts.tensor<[2,3],f32>, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @mean_of_ints(
// CHECK: ts.op "aten::mean"{{.*}} -> !ts.tensor{{$}}
func.func @mean_of_ints(%x: !ts.tensor<[2],i64>) -> !ts.tensor {
  %none = ts.constant.none
  %0 = ts.op "aten::mean"(%x, %none) : (!ts.tensor<[2],i64>, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @softmax(
// CHECK: ts.op "aten::softmax.int"{{.*}} -> !ts.tensor<[2,3],f32>
func.func @softmax(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %c_1 = arith.constant -1 : i64
  %none = ts.constant.none
  %0 = ts.op "aten::softmax.int"(%x, %c_1, %none) : (!ts.tensor<[2,3],f32>, i64, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @softmax_dim_out_of_range(
// CHECK: ts.op "aten::softmax.int"{{.*}} -> !ts.tensor{{$}}
func.func @softmax_dim_out_of_range(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %c2 = arith.constant 2 : i64
  %none = ts.constant.none
  %0 = ts.op "aten::softmax.int"(%x, %c2, %none) : (!ts.tensor<[2,3],f32>, i64, !ts.none) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @layer_norm(
// CHECK: ts.op "aten::layer_norm"{{.*}} -> !ts.tensor<[2,3,4],f32>
func.func @layer_norm(%x: !ts.tensor<[2,3,4],f32>, %y: !ts.tensor<[3,4],f32>) -> !ts.tensor {
  %c3 = arith.constant 3 : i64
  %c4 = arith.constant 4 : i64
  %list0 = ts.list.construct %c3, %c4 : !ts.list<i64>
  %none = ts.constant.none
  %epsilon = arith.constant 1.0e-5 : f64
  %true = arith.constant true
  %0 = ts.op "aten::layer_norm"(%x, %list0, %y, %none, %epsilon, %true) : (!ts.tensor<[2,3,4],f32>, !ts.list<i64>, !ts.tensor<[3,4],f32>, !ts.none, f64, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @layer_norm_of_other_sizes(
// CHECK: ts.op "aten::layer_norm"{{.*}} -> !ts.tensor{{$}}
func.func @layer_norm_of_other_sizes(%x: !ts.tensor<[2,3,4],f32>) -> !ts.tensor {
  %c4 = arith.constant 4 : i64
  %c3 = arith.constant 3 : i64
  %list0 = ts.list.construct %c4, %c3 : !ts.list<i64>
  %none = ts.constant.none
  %epsilon = arith.constant 1.0e-5 : f64
  %true = arith.constant true
  %0 = ts.op "aten::layer_norm"(%x, %list0, %none, %none, %epsilon, %true) : (!ts.tensor<[2,3,4],f32>, !ts.list<i64>, !ts.none, !ts.none, f64, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @layer_norm_with_other_weight(
// CHECK: ts.op "aten::layer_norm"{{.*}} -> !ts.tensor{{$}}
func.func @layer_norm_with_other_weight(%x: !ts.tensor<[2,3,4],f32>, %y: !ts.tensor<[3],f32>) -> !ts.tensor {
  %c4 = arith.constant 4 : i64
  %list0 = ts.list.construct %c4 : !ts.list<i64>
  %none = ts.constant.none
  %epsilon = arith.constant 1.0e-5 : f64
  %true = arith.constant true
  %0 = ts.op "aten::layer_norm"(%x, %list0, %y, %none, %epsilon, %true) : (!ts.tensor<[2,3,4],f32>, !ts.list<i64>, !ts.tensor<[3],f32>, !ts.none, f64, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @batch_norm(
// CHECK: ts.op "aten::batch_norm"{{.*}} -> !ts.tensor<[2,3,4,4],f32>
func.func @batch_norm(%x: !ts.tensor<[2,3,4,4],f32>, %y: !ts.tensor<[3],f32>, %z: !ts.tensor<[3],f32>, %w: !ts.tensor<[3],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %false = arith.constant false
  %momentum = arith.constant 0.1 : f64
  %epsilon = arith.constant 1.0e-5 : f64
  %0 = ts.op "aten::batch_norm"(%x, %y, %none, %z, %w, %false, %momentum, %epsilon, %false) : (!ts.tensor<[2,3,4,4],f32>, !ts.tensor<[3],f32>, !ts.none, !ts.tensor<[3],f32>, !ts.tensor<[3],f32>, i1, f64, f64, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// Training writes to the running statistics.
// CHECK-LABEL: func.func @batch_norm_of_training(
// CHECK: ts.op "aten::batch_norm"{{.*}} -> !ts.tensor<[2,3,4,4],f32>
func.func @batch_norm_of_training(%x: !ts.tensor<[2,3,4,4],f32>, %y: !ts.tensor<[3],f32>, %z: !ts.tensor<[3],f32>, %w: !ts.tensor<[3],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %true = arith.constant true
  %momentum = arith.constant 0.1 : f64
  %epsilon = arith.constant 1.0e-5 : f64
  %false = arith.constant false
  %0 = ts.op "aten::batch_norm"(%x, %y, %none, %z, %w, %true, %momentum, %epsilon, %false) : (!ts.tensor<[2,3,4,4],f32>, !ts.tensor<[3],f32>, !ts.none, !ts.tensor<[3],f32>, !ts.tensor<[3],f32>, i1, f64, f64, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @batch_norm_of_other_channels(
// CHECK: ts.op "aten::batch_norm"{{.*}} -> !ts.tensor{{$}}
func.func @batch_norm_of_other_channels(%x: !ts.tensor<[2,3,4,4],f32>, %y: !ts.tensor<[4],f32>, %z: !ts.tensor<[4],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %false = arith.constant false
  %momentum = arith.constant 0.1 : f64
  %epsilon = arith.constant 1.0e-5 : f64
  %0 = ts.op "aten::batch_norm"(%x, %none, %none, %y, %z, %false, %momentum, %epsilon, %false) : (!ts.tensor<[2,3,4,4],f32>, !ts.none, !ts.none, !ts.tensor<[4],f32>, !ts.tensor<[4],f32>, i1, f64, f64, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// Texts compute norms; of complex numbers they are real.
// CHECK-LABEL: func.func @norms(
// CHECK: ts.op "aten::norm.ScalarOpt_dim"{{.*}} -> !ts.tensor<[2,1,4],f32>
// CHECK: ts.op "aten::linalg_vector_norm"{{.*}} -> !ts.tensor<[],f64>
// CHECK: ts.op "aten::norm.Scalar"{{.*}} -> !ts.tensor{{$}}
func.func @norms(%x: !ts.tensor<[2,3,4],complex<f32>>, %n: !ts.tensor<[2],i64>) -> (!ts.tensor, !ts.tensor, !ts.tensor) {
  %none = ts.constant.none
  %true = arith.constant true
  %false = arith.constant false
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %double = arith.constant 7 : i64
  %dims = ts.list.construct %one : !ts.list<i64>
  %0 = ts.op "aten::norm.ScalarOpt_dim"(%x, %two, %dims, %true) : (!ts.tensor<[2,3,4],complex<f32>>, i64, !ts.list<i64>, i1) -> !ts.tensor
  %1 = ts.op "aten::linalg_vector_norm"(%0, %two, %none, %false, %double) : (!ts.tensor, i64, !ts.none, i1, i64) -> !ts.tensor
  %2 = ts.op "aten::norm.Scalar"(%n, %two) : (!ts.tensor<[2],i64>, i64) -> !ts.tensor
  return %0, %1, %2 : !ts.tensor, !ts.tensor, !ts.tensor
}

// -----

// CHECK-LABEL: func.func @deviations(
// CHECK: ts.op "aten::var_mean.dim"{{.*}} -> (!ts.tensor<[2,4],f32>, !ts.tensor<[2,4],complex<f32>>)
// CHECK: ts.op "aten::count_nonzero"{{.*}} -> !ts.tensor<[],i64>
// CHECK: ts.op "aten::std"{{.*}} -> !ts.tensor{{$}}
func.func @deviations(%x: !ts.tensor<[2,3,4],complex<f32>>, %n: !ts.tensor<[2],i64>) -> (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor) {
  %none = ts.constant.none
  %true = arith.constant true
  %false = arith.constant false
  %one = arith.constant 1 : i64
  %dims = ts.list.construct %one : !ts.list<i64>
  %0:2 = ts.op "aten::var_mean.dim"(%x, %dims, %true, %false) : (!ts.tensor<[2,3,4],complex<f32>>, !ts.list<i64>, i1, i1) -> (!ts.tensor, !ts.tensor)
  %1 = ts.op "aten::count_nonzero"(%n, %none) : (!ts.tensor<[2],i64>, !ts.none) -> !ts.tensor
  %2 = ts.op "aten::std"(%n, %true) : (!ts.tensor<[2],i64>, i1) -> !ts.tensor
  return %0#0, %0#1, %1, %2 : !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor
}
