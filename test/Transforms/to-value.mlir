// RUN: ts-opt --ts-to-value --canonicalize --split-input-file %s | FileCheck %s

// CHECK-LABEL: func.func @door(
// CHECK-SAME: %[[X:.*]]: !ts.tensor<[2,3],f32>
// CHECK-NEXT: %[[V:.*]] = ts.tensor.value %[[X]] : !ts.tensor<[2,3],f32> -> tensor<2x3xf32>
// CHECK-NEXT: %[[R:.*]] = ts.op "aten::relu"(%[[V]]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[T:.*]] = ts.tensor.ref %[[R]] : tensor<2x3xf32> -> !ts.tensor<[2,3],f32>
// CHECK-NEXT: return %[[T]]
func.func @door(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32> {
  %0 = ts.op "aten::relu"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
  return %0 : !ts.tensor<[2,3],f32>
}

// -----

// Unsigned bytes stay unsigned, numbers stay numbers, None stays None; what one
// operator gives the next takes without an object.
// CHECK-LABEL: func.func @bytes(
// CHECK: %[[V:.*]] = ts.tensor.value %{{.*}} : !ts.tensor<[2],ui8> -> tensor<2xui8>
// CHECK: %[[A:.*]] = ts.op "aten::add.Tensor"(%[[V]], %[[V]], %{{.*}}) : (tensor<2xui8>, tensor<2xui8>, i64) -> tensor<2xui8>
// CHECK-NOT: ts.tensor.value
// CHECK: ts.op "aten::mul.Scalar"(%[[A]], %{{.*}}) : (tensor<2xui8>, i64) -> tensor<2xui8>
func.func @bytes(%x: !ts.tensor<[2],ui8>, %n: i64) -> !ts.tensor<[2],ui8> {
  %one = arith.constant 1 : i64
  %0 = ts.op "aten::add.Tensor"(%x, %x, %one) : (!ts.tensor<[2],ui8>, !ts.tensor<[2],ui8>, i64) -> !ts.tensor<[2],ui8>
  %1 = ts.op "aten::mul.Scalar"(%0, %n) : (!ts.tensor<[2],ui8>, i64) -> !ts.tensor<[2],ui8>
  return %1 : !ts.tensor<[2],ui8>
}

// -----

// A list holds fresh objects of the values.
// CHECK-LABEL: func.func @list(
// CHECK: %[[X:.*]] = ts.tensor.ref %{{.*}} : tensor<2xf32> -> !ts.tensor<[2],f32>
// CHECK: %[[L:.*]] = ts.list.construct
// CHECK: ts.op "aten::cat"(%[[L]], %{{.*}}) : (!ts.list<!ts.tensor>, i64) -> tensor<5xf32>
func.func @list(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[3],f32>) -> !ts.tensor<[5],f32> {
  %zero = arith.constant 0 : i64
  %a = ts.derefine %x : !ts.tensor<[2],f32> to !ts.tensor
  %b = ts.derefine %y : !ts.tensor<[3],f32> to !ts.tensor
  %l = ts.list.construct %a, %b : !ts.list<!ts.tensor>
  %0 = ts.op "aten::cat"(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[5],f32>
  return %0 : !ts.tensor<[5],f32>
}

// -----

// The object of a view that somebody sees stays beside its value.
// CHECK-LABEL: func.func @view(
// CHECK: %[[V:.*]] = ts.op "aten::t"(%{{.*}}) : (tensor<2x3xf32>) -> tensor<3x2xf32>
// CHECK: %[[T:.*]] = ts.op "aten::t"(%{{.*}}) {ts.residue = "an object of it is needed"} : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[3,2],f32>
// CHECK: %[[R:.*]] = ts.op "aten::relu"(%[[V]])
// CHECK: return %[[T]]
func.func @view(%x: !ts.tensor<[2,3],f32>) -> (!ts.tensor<[3,2],f32>, !ts.tensor<[3,2],f32>) {
  %0 = ts.op "aten::t"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[3,2],f32>
  %1 = ts.op "aten::relu"(%0) : (!ts.tensor<[3,2],f32>) -> !ts.tensor<[3,2],f32>
  return %0, %1 : !ts.tensor<[3,2],f32>, !ts.tensor<[3,2],f32>
}

// -----

// What is not known stays, with the reason.
// CHECK-LABEL: func.func @unknown(
// CHECK: ts.op "aten::relu"(%{{.*}}) {ts.residue = "the rank of operand 0 is not known"}
// CHECK: ts.op "aten::relu"(%{{.*}}) {ts.residue = "PyTorch has no kernel for the dtypes: the call fails"} : (!ts.tensor<[2],i1>)
func.func @unknown(%x: !ts.tensor<*,f32>, %y: !ts.tensor<[2],i1>) -> (!ts.tensor, !ts.tensor) {
  %0 = ts.op "aten::relu"(%x) : (!ts.tensor<*,f32>) -> !ts.tensor
  %1 = ts.op "aten::relu"(%y) : (!ts.tensor<[2],i1>) -> !ts.tensor
  return %0, %1 : !ts.tensor, !ts.tensor
}

// -----

// A write stores the new elements; what may share storage is read again.
// CHECK-LABEL: func.func @write(
// CHECK-SAME: %[[X:.*]]: !ts.tensor<[2],f32>, %[[Y:.*]]: !ts.tensor<[2],f32>
// CHECK: %[[OLD:.*]] = ts.tensor.value %[[X]]
// CHECK: %[[A:.*]] = ts.op "aten::exp"(%[[OLD]])
// CHECK: %[[R:.*]] = ts.op "aten::add.Tensor"
// CHECK: ts.tensor.overwrite %[[R]], %[[X]] : tensor<2xf32>, !ts.tensor<[2],f32>
// CHECK: %[[NEW:.*]] = ts.tensor.value %[[Y]]
// CHECK: ts.op "aten::exp"(%[[NEW]])
// CHECK: return %{{.*}}, %{{.*}}, %[[X]]
func.func @write(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[2],f32>) -> (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>, !ts.tensor<[2],f32>) {
  %one = arith.constant 1 : i64
  %0 = ts.op "aten::exp"(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  %1 = ts.op "aten::add_.Tensor"(%x, %y, %one) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>, i64) -> !ts.tensor<[2],f32>
  %2 = ts.op "aten::exp"(%y) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  return %0, %2, %1 : !ts.tensor<[2],f32>, !ts.tensor<[2],f32>, !ts.tensor<[2],f32>
}

// -----

// A write through a view is one to its object; elements that share memory are
// not written, nor tensors whose sizes change.
// CHECK-LABEL: func.func @through(
// CHECK: %[[V:.*]] = ts.op "aten::t"(%{{.*}}) {ts.residue = "an object of it is needed"}
// CHECK: ts.tensor.overwrite %{{.*}}, %[[V]]
// CHECK: ts.op "aten::neg_"(%{{.*}}) {ts.residue =
func.func @through(%x: !ts.tensor<[2,3],f32>) {
  %two = arith.constant 2 : i64
  %m = arith.constant -1 : i64
  %false = arith.constant false
  %0 = ts.op "aten::t"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[3,2],f32>
  %1 = ts.op "aten::relu_"(%0) : (!ts.tensor<[3,2],f32>) -> !ts.tensor
  %sizes = ts.list.construct %two, %m, %m : !ts.list<i64>
  %2 = ts.op "aten::expand"(%x, %sizes, %false) : (!ts.tensor<[2,3],f32>, !ts.list<i64>, i1) -> !ts.tensor<[2,2,3],f32>
  %3 = ts.op "aten::neg_"(%2) : (!ts.tensor<[2,2,3],f32>) -> !ts.tensor
  return
}
// CHECK-LABEL: func.func @resized(
// CHECK: ts.op "aten::exp"(%{{.*}}) {ts.residue = "sizes or dtype of a tensor change in the same function"}
func.func @resized(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32> {
  %0 = ts.op "aten::t_"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
  %1 = ts.op "aten::exp"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
  return %1 : !ts.tensor<[2,3],f32>
}

// -----

// The result of a write contradicts the tensor: the runtime decides.
// CHECK-LABEL: func.func @contradicted_write(
// CHECK: ts.op "aten::relu_"(%{{.*}}) {ts.residue =
func.func @contradicted_write(%a: !ts.tensor<[2,3],f32>) -> !ts.tensor<[3,2],f32> {
  %0 = ts.op "aten::relu_"(%a) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[3,2],f32>
  return %0 : !ts.tensor<[3,2],f32>
}

// -----

// A tensor where a number is asked for, by way of casts, stays an object.
// CHECK-LABEL: func.func @number_behind_casts(
// CHECK-NOT: ts.tensor.value
// CHECK: ts.op "aten::pow.Scalar"(%{{.*}}, %arg1) {ts.residue = {{.*}}} : (!ts.scalar, !ts.tensor<[2],f32>)
func.func @number_behind_casts(%n: !ts.tensor<[2],f32>, %x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %0 = ts.derefine %n : !ts.tensor<[2],f32> to !ts.any
  %1 = ts.unchecked_cast %0 : !ts.any to !ts.scalar
  %2 = ts.op "aten::pow.Scalar"(%1, %x) : (!ts.scalar, !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  return %2 : !ts.tensor<[2],f32>
}

// -----

// The pure form of an operator that writes takes the same, whatever its name.
// CHECK-LABEL: func.func @pure_of_another_name(
// CHECK: %[[V:.*]] = ts.tensor.value %arg0
// CHECK: %[[P:.*]] = ts.op "aten::pow.Tensor_Scalar"(%[[V]], %{{.*}}) : (tensor<2xf32>, f64) -> tensor<2xf32>
// CHECK: ts.tensor.overwrite %[[P]], %arg0
func.func @pure_of_another_name(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %two = arith.constant 2.0 : f64
  %0 = ts.op "aten::pow_.Scalar"(%x, %two) : (!ts.tensor<[2],f32>, f64) -> !ts.tensor<[2],f32>
  return %0 : !ts.tensor<[2],f32>
}

// -----

// A view of a result that nobody else has is a tensor of its own.
// CHECK-LABEL: func.func @detached(
// CHECK: %[[R:.*]] = ts.op "aten::relu"(%{{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK: %[[F:.*]] = ts.op "aten::flatten.using_ints"(%[[R]], {{.*}}) : (tensor<2x3xf32>, i64, i64) -> tensor<6xf32>
// CHECK: %[[T:.*]] = ts.tensor.ref %[[F]] : tensor<6xf32> -> !ts.tensor<[6],f32>
// CHECK-NEXT: return %[[T]]
func.func @detached(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor<[6],f32> {
  %zero = arith.constant 0 : i64
  %last = arith.constant -1 : i64
  %0 = ts.op "aten::relu"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
  %1 = ts.op "aten::flatten.using_ints"(%0, %zero, %last) : (!ts.tensor<[2,3],f32>, i64, i64) -> !ts.tensor<[6],f32>
  return %1 : !ts.tensor<[6],f32>
}

// -----

// Both are seen to be one storage; so is a view of an argument.
// CHECK-LABEL: func.func @shared(
// CHECK: ts.op "aten::flatten.using_ints"(%{{.*}}) {{.*}} : (!ts.tensor<[2,3],f32>, i64, i64) -> !ts.tensor<[6],f32>
// CHECK: ts.op "aten::flatten.using_ints"(%{{.*}}) {{.*}} : (!ts.tensor<[2,3],f32>, i64, i64) -> !ts.tensor<[6],f32>
func.func @shared(%x: !ts.tensor<[2,3],f32>) -> (!ts.tensor<[2,3],f32>, !ts.tensor<[6],f32>, !ts.tensor<[6],f32>) {
  %zero = arith.constant 0 : i64
  %last = arith.constant -1 : i64
  %0 = ts.op "aten::relu"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
  %1 = ts.op "aten::flatten.using_ints"(%0, %zero, %last) : (!ts.tensor<[2,3],f32>, i64, i64) -> !ts.tensor<[6],f32>
  %2 = ts.op "aten::flatten.using_ints"(%x, %zero, %last) : (!ts.tensor<[2,3],f32>, i64, i64) -> !ts.tensor<[6],f32>
  return %0, %1, %2 : !ts.tensor<[2,3],f32>, !ts.tensor<[6],f32>, !ts.tensor<[6],f32>
}
