// RUN: ts-opt --ts-infer-types --split-input-file %s | FileCheck %s
// RUN: ts-opt --ts-infer-types --ts-decompose --split-input-file %s | FileCheck %s --check-prefix=PARTS
// RUN: ts-opt --ts-infer-types --ts-to-value --split-input-file %s | FileCheck %s --check-prefix=VALUE

// The rule says the type; what computes it is the text, which ts-decompose puts
// in its place.
// CHECK-LABEL: func.func @activation(
// CHECK: ts.op "aten::celu"{{.*}} -> !ts.tensor<[2,3],f32>
// PARTS-LABEL: func.func @activation(
// PARTS-NOT: aten::celu
// PARTS: ts.op "aten::elu"
func.func @activation(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %alpha = arith.constant 2.0 : f64
  %0 = ts.op "aten::celu"(%x, %alpha) : (!ts.tensor<[2,3],f32>, f64) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// Integers are refused when it runs.
// CHECK-LABEL: func.func @activation_of_integers(
// CHECK: ts.op "aten::mish"{{.*}} -> !ts.tensor{{$}}
func.func @activation_of_integers(%x: !ts.tensor<[2,3],i64>) -> !ts.tensor {
  %0 = ts.op "aten::mish"(%x) : (!ts.tensor<[2,3],i64>) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @flips(
// CHECK: ts.op "aten::flipud"{{.*}} -> !ts.tensor<[?],i64>
// CHECK: ts.op "aten::fliplr"{{.*}} -> !ts.tensor{{$}}
func.func @flips(%x: !ts.tensor<[?],i64>) -> (!ts.tensor, !ts.tensor) {
  %0 = ts.op "aten::flipud"(%x) : (!ts.tensor<[?],i64>) -> !ts.tensor
  %1 = ts.op "aten::fliplr"(%x) : (!ts.tensor<[?],i64>) -> !ts.tensor
  return %0, %1 : !ts.tensor, !ts.tensor
}

// -----

// CHECK-LABEL: func.func @expand_as(
// CHECK: ts.op "aten::expand_as"{{.*}} -> !ts.tensor<[4,2,3],f32>
// CHECK: ts.op "aten::expand_as"{{.*}} -> !ts.tensor{{$}}
func.func @expand_as(%x: !ts.tensor<[2,1],f32>, %y: !ts.tensor<[4,2,3],i64>, %z: !ts.tensor<[4,5,3],f32>) -> (!ts.tensor, !ts.tensor) {
  %0 = ts.op "aten::expand_as"(%x, %y) : (!ts.tensor<[2,1],f32>, !ts.tensor<[4,2,3],i64>) -> !ts.tensor
  %1 = ts.op "aten::expand_as"(%x, %z) : (!ts.tensor<[2,1],f32>, !ts.tensor<[4,5,3],f32>) -> !ts.tensor
  return %0, %1 : !ts.tensor, !ts.tensor
}

// -----

// CHECK-LABEL: func.func @reshape_as(
// CHECK: ts.op "aten::reshape_as"{{.*}} -> !ts.tensor<[3,2],f32>
// CHECK: ts.op "aten::view_as"{{.*}} -> !ts.tensor{{$}}
func.func @reshape_as(%x: !ts.tensor<[6],f32>, %y: !ts.tensor<[3,2],i64>, %z: !ts.tensor<[5],f32>) -> (!ts.tensor, !ts.tensor) {
  %0 = ts.op "aten::reshape_as"(%x, %y) : (!ts.tensor<[6],f32>, !ts.tensor<[3,2],i64>) -> !ts.tensor
  %1 = ts.op "aten::view_as"(%x, %z) : (!ts.tensor<[6],f32>, !ts.tensor<[5],f32>) -> !ts.tensor
  return %0, %1 : !ts.tensor, !ts.tensor
}

// -----

// In training it gives statistics of the batch.
// CHECK-LABEL: func.func @native_batch_norm(
// CHECK: ts.op "aten::native_batch_norm"{{.*}} -> (!ts.tensor<[?,3,4],f32>, !ts.tensor<[3],f32>, !ts.tensor<[3],f32>)
func.func @native_batch_norm(%x: !ts.tensor<[?,3,4],f32>, %mean: !ts.tensor<[3],f32>, %var: !ts.tensor<[3],f32>) -> (!ts.tensor, !ts.tensor, !ts.tensor) {
  %none = ts.constant.none
  %true = arith.constant true
  %momentum = arith.constant 0.1 : f64
  %epsilon = arith.constant 1.0e-5 : f64
  %0:3 = ts.op "aten::native_batch_norm"(%x, %none, %none, %mean, %var, %true, %momentum, %epsilon) : (!ts.tensor<[?,3,4],f32>, !ts.none, !ts.none, !ts.tensor<[3],f32>, !ts.tensor<[3],f32>, i1, f64, f64) -> (!ts.tensor, !ts.tensor, !ts.tensor)
  return %0#0, %0#1, %0#2 : !ts.tensor, !ts.tensor, !ts.tensor
}

// -----

// Without weights the second result is no tensor.
// CHECK-LABEL: func.func @head_attention(
// CHECK: ts.op "aten::_native_multi_head_attention"{{.*}} -> (!ts.tensor<[2,5,4],f32>, !ts.tensor<[2,2,5,5],f32>)
// CHECK: ts.op "aten::_native_multi_head_attention"{{.*}} -> (!ts.tensor<[2,5,4],f32>, !ts.tensor)
func.func @head_attention(%x: !ts.tensor<[2,5,4],f32>, %w: !ts.tensor<[12,4],f32>, %b: !ts.tensor<[12],f32>, %p: !ts.tensor<[4,4],f32>, %q: !ts.tensor<[4],f32>) -> (!ts.tensor, !ts.tensor, !ts.tensor) {
  %none = ts.constant.none
  %true = arith.constant true
  %false = arith.constant false
  %size = arith.constant 4 : i64
  %heads = arith.constant 2 : i64
  %0:2 = ts.op "aten::_native_multi_head_attention"(%x, %x, %x, %size, %heads, %w, %b, %p, %q, %none, %true, %false, %none) : (!ts.tensor<[2,5,4],f32>, !ts.tensor<[2,5,4],f32>, !ts.tensor<[2,5,4],f32>, i64, i64, !ts.tensor<[12,4],f32>, !ts.tensor<[12],f32>, !ts.tensor<[4,4],f32>, !ts.tensor<[4],f32>, !ts.none, i1, i1, !ts.none) -> (!ts.tensor, !ts.tensor)
  %1:2 = ts.op "aten::_native_multi_head_attention"(%x, %x, %x, %size, %heads, %w, %b, %p, %q, %none, %false, %true, %none) : (!ts.tensor<[2,5,4],f32>, !ts.tensor<[2,5,4],f32>, !ts.tensor<[2,5,4],f32>, i64, i64, !ts.tensor<[12,4],f32>, !ts.tensor<[12],f32>, !ts.tensor<[4,4],f32>, !ts.tensor<[4],f32>, !ts.none, i1, i1, !ts.none) -> (!ts.tensor, !ts.tensor)
  return %0#0, %0#1, %1#0 : !ts.tensor, !ts.tensor, !ts.tensor
}

// -----

// Training writes the running statistics: it is no operator on values, although
// its type is known.
// VALUE-LABEL: func.func @training(
// VALUE: ts.op "aten::batch_norm"({{.*}} {ts.residue = {{.*}} -> !ts.tensor<[2,3,4],f32>
func.func @training(%x: !ts.tensor<[2,3,4],f32>, %mean: !ts.tensor<[3],f32>, %var: !ts.tensor<[3],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %true = arith.constant true
  %false = arith.constant false
  %momentum = arith.constant 0.1 : f64
  %epsilon = arith.constant 1.0e-5 : f64
  %0 = ts.op "aten::batch_norm"(%x, %none, %none, %mean, %var, %true, %momentum, %epsilon, %false) : (!ts.tensor<[2,3,4],f32>, !ts.none, !ts.none, !ts.tensor<[3],f32>, !ts.tensor<[3],f32>, i1, f64, f64, i1) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

// Losses of pairs of one dtype, and their mean.
// CHECK-LABEL: func.func @losses(
// CHECK: ts.op "aten::mse_loss"{{.*}} -> !ts.tensor<[2,3],f32>
// CHECK: ts.op "aten::l1_loss"{{.*}} -> !ts.tensor<[],f32>
// CHECK: ts.op "aten::hinge_embedding_loss"{{.*}} -> !ts.tensor<[2,3],f32>
// CHECK: ts.op "aten::mse_loss"{{.*}} -> !ts.tensor{{$}}
func.func @losses(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[3],f32>, %n: !ts.tensor<[2,3],i64>) -> (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor) {
  %none = arith.constant 0 : i64
  %mean = arith.constant 1 : i64
  %margin = arith.constant 1.0 : f64
  %0 = ts.op "aten::mse_loss"(%x, %y, %none) : (!ts.tensor<[2,3],f32>, !ts.tensor<[3],f32>, i64) -> !ts.tensor
  %1 = ts.op "aten::l1_loss"(%x, %y, %mean) : (!ts.tensor<[2,3],f32>, !ts.tensor<[3],f32>, i64) -> !ts.tensor
  %2 = ts.op "aten::hinge_embedding_loss"(%x, %n, %margin, %none) : (!ts.tensor<[2,3],f32>, !ts.tensor<[2,3],i64>, f64, i64) -> !ts.tensor
  %3 = ts.op "aten::mse_loss"(%x, %n, %none) : (!ts.tensor<[2,3],f32>, !ts.tensor<[2,3],i64>, i64) -> !ts.tensor
  return %0, %1, %2, %3 : !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor
}

// -----

// CHECK-LABEL: func.func @products(
// CHECK: ts.op "aten::kron"{{.*}} -> !ts.tensor<[10,12],f32>
// CHECK: ts.op "aten::inner"{{.*}} -> !ts.tensor<[2,5],f32>
// CHECK: ts.op "aten::linalg_cross"{{.*}} -> !ts.tensor<[2,3],f32>
// CHECK: ts.op "aten::addr"{{.*}} -> !ts.tensor<[3,4],f32>
// CHECK: ts.op "aten::inner"{{.*}} -> !ts.tensor{{$}}
func.func @products(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[5,4],f32>, %z: !ts.tensor<[5,3],f32>, %w: !ts.tensor<[1,3],f32>, %u: !ts.tensor<[3],f32>, %v: !ts.tensor<[4],f32>) -> (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor) {
  %one = arith.constant 1 : i64
  %last = arith.constant -1 : i64
  %0 = ts.op "aten::kron"(%x, %y) : (!ts.tensor<[2,3],f32>, !ts.tensor<[5,4],f32>) -> !ts.tensor
  %1 = ts.op "aten::inner"(%x, %z) : (!ts.tensor<[2,3],f32>, !ts.tensor<[5,3],f32>) -> !ts.tensor
  %2 = ts.op "aten::linalg_cross"(%x, %w, %last) : (!ts.tensor<[2,3],f32>, !ts.tensor<[1,3],f32>, i64) -> !ts.tensor
  %3 = ts.op "aten::addr"(%v, %u, %v, %one, %one) : (!ts.tensor<[4],f32>, !ts.tensor<[3],f32>, !ts.tensor<[4],f32>, i64, i64) -> !ts.tensor
  %4 = ts.op "aten::inner"(%x, %y) : (!ts.tensor<[2,3],f32>, !ts.tensor<[5,4],f32>) -> !ts.tensor
  return %0, %1, %2, %3, %4 : !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor
}

// -----

// Frequencies of frames, as pairs of numbers unless complex ones are asked for.
// CHECK-LABEL: func.func @stft(
// CHECK: ts.op "aten::stft"{{.*}} -> !ts.tensor<[3,7,2],f32>
// CHECK: ts.op "aten::stft"{{.*}} -> !ts.tensor<[4,13],complex<f32>>
func.func @stft(%x: !ts.tensor<[16],f32>) -> (!ts.tensor, !ts.tensor) {
  %none = ts.constant.none
  %four = arith.constant 4 : i64
  %two = arith.constant 2 : i64
  %false = arith.constant false
  %true = arith.constant true
  %0 = ts.op "aten::stft"(%x, %four, %two, %none, %none, %false, %true, %false) : (!ts.tensor<[16],f32>, i64, i64, !ts.none, !ts.none, i1, i1, i1) -> !ts.tensor
  %1 = ts.op "aten::stft"(%x, %four, %none, %none, %none, %false, %false, %true) : (!ts.tensor<[16],f32>, i64, !ts.none, !ts.none, !ts.none, i1, i1, i1) -> !ts.tensor
  return %0, %1 : !ts.tensor, !ts.tensor
}
