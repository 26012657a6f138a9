// RUN: ts-opt --ts-promote-tensors --ts-promote-slots --canonicalize --split-input-file %s | FileCheck %s

// The example of the pass's documentation.
// CHECK-LABEL: func.func @view(
// CHECK: %[[Y:.*]] = ts.op "aten::neg"(
// CHECK: %[[V:.*]] = ts.op "aten::select.int"(%[[Y]]
// CHECK: %[[R:.*]] = ts.op "aten::relu"(%[[V]])
// CHECK: %[[S:.*]] = ts.op "aten::select_scatter"(%[[Y]], %[[R]]
// CHECK: return %[[S]]
func.func @view(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
  %1 = ts.op "aten::select.int"(%0, %zero, %one) : (!ts.tensor<[2,3],f32>, i64, i64) -> !ts.tensor<[3],f32>
  %2 = ts.op "aten::relu_"(%1) : (!ts.tensor<[3],f32>) -> !ts.tensor
  return %0 : !ts.tensor<[2,3],f32>
}

// -----

// The view is of the version that was written through the tensor.
// CHECK-LABEL: func.func @later(
// CHECK: %[[Y:.*]] = ts.op "aten::neg"(
// CHECK: %[[R:.*]] = ts.op "aten::relu"(%[[Y]])
// CHECK: %[[V:.*]] = ts.op "aten::t"(%[[R]])
// CHECK: return %[[V]]
func.func @later(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor<[3,2],f32> {
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
  %1 = ts.op "aten::t"(%0) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[3,2],f32>
  %2 = ts.op "aten::relu_"(%0) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
  return %1 : !ts.tensor<[3,2],f32>
}

// -----

// The dtype is the tensor's; so are the sizes.
// CHECK-LABEL: func.func @converted(
// CHECK: %[[A:.*]] = ts.op "aten::add.Tensor"({{.*}} -> !ts.tensor<[2,3],f64>
// CHECK: ts.op "aten::to.dtype"(%[[A]], {{.*}} -> !ts.tensor<[2,3],f32>
func.func @converted(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[3],f64>) -> !ts.tensor<[2,3],f32> {
  %one = arith.constant 1 : i64
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
  %1 = ts.op "aten::add_.Tensor"(%0, %y, %one) : (!ts.tensor<[2,3],f32>, !ts.tensor<[3],f64>, i64) -> !ts.tensor
  return %0 : !ts.tensor<[2,3],f32>
}

// -----

// What cannot be stored fails when the program runs, on a copy.
// CHECK-LABEL: func.func @refused(
// CHECK: %[[C:.*]] = ts.op "aten::clone"
// CHECK: ts.op "aten::add_.Tensor"(%[[C]]
func.func @refused(%x: !ts.tensor<[2],i64>, %y: !ts.tensor<[2],f32>) -> !ts.tensor<[2],i64> {
  %one = arith.constant 1 : i64
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor<[2],i64>) -> !ts.tensor<[2],i64>
  %1 = ts.op "aten::add_.Tensor"(%0, %y, %one) : (!ts.tensor<[2],i64>, !ts.tensor<[2],f32>, i64) -> !ts.tensor
  return %0 : !ts.tensor<[2],i64>
}

// -----

// Branches and loops carry the version.
// CHECK-LABEL: func.func @carried(
// CHECK: %[[L:.*]] = ts.for %{{.*}} iter_args(%[[A:.*]] = %{{.*}}) : (!ts.tensor<[2],f32>)
// CHECK: ts.op "aten::relu"(%[[A]])
// CHECK: %[[I:.*]] = ts.if %{{.*}} -> (!ts.tensor<[2],f32>)
// CHECK: ts.op "aten::neg"(%[[L]])
// CHECK: ts.yield %[[L]]
// CHECK: return %[[I]]
func.func @carried(%x: !ts.tensor<[2],f32>, %n: i64, %c: i1) -> !ts.tensor<[2],f32> {
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  ts.for %i to %n {
    %1 = ts.op "aten::relu_"(%0) : (!ts.tensor<[2],f32>) -> !ts.tensor
  }
  ts.if %c {
    %2 = ts.op "aten::neg_"(%0) : (!ts.tensor<[2],f32>) -> !ts.tensor
  }
  return %0 : !ts.tensor<[2],f32>
}

// -----

// Others see these writes: the caller, who holds the list, the other name.
// CHECK-LABEL: func.func @argument(
// CHECK: ts.op "aten::relu_"
func.func @argument(%x: !ts.tensor<[2],f32>) {
  %0 = ts.op "aten::relu_"(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor
  return
}
// CHECK-LABEL: func.func @listed(
// CHECK: ts.op "aten::relu_"
func.func @listed(%x: !ts.tensor<[2],f32>) -> !ts.list<!ts.tensor<[2],f32>> {
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  %l = ts.list.construct %0 : !ts.list<!ts.tensor<[2],f32>>
  %1 = ts.op "aten::relu_"(%0) : (!ts.tensor<[2],f32>) -> !ts.tensor
  return %l : !ts.list<!ts.tensor<[2],f32>>
}
// CHECK-LABEL: func.func @chosen(
// CHECK: ts.op "aten::relu_"
func.func @chosen(%x: !ts.tensor<[2],f32>, %c: i1) -> !ts.tensor<[2],f32> {
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  %1 = ts.if %c -> (!ts.tensor<[2],f32>) {
    ts.yield %0 : !ts.tensor<[2],f32>
  } else {
    %2 = ts.op "aten::exp"(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
    ts.yield %2 : !ts.tensor<[2],f32>
  }
  %3 = ts.op "aten::relu_"(%1) : (!ts.tensor<[2],f32>) -> !ts.tensor
  return %0 : !ts.tensor<[2],f32>
}

// -----

// Whoever gets the tensor after the last write gets the last version.
// CHECK-LABEL: func.func @handed_on(
// CHECK: ts.op "aten::relu"
// CHECK: ts.list.construct %[[R]]
func.func @handed_on(%x: !ts.tensor<[2],f32>) -> !ts.list<!ts.tensor<[2],f32>> {
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  %1 = ts.op "aten::relu_"(%0) : (!ts.tensor<[2],f32>) -> !ts.tensor
  %l = ts.list.construct %0 : !ts.list<!ts.tensor<[2],f32>>
  return %l : !ts.list<!ts.tensor<[2],f32>>
}

// -----

// A reshape of a tensor with strides may be a copy or not; sizes that change
// say nothing; operands that overlap in part are refused; a loop that writes
// element by element would copy the whole each time.
// CHECK-LABEL: func.func @unknown_strides(
// CHECK: ts.op "aten::relu_"
func.func @unknown_strides(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor<[6],f32> {
  %m = arith.constant -1 : i64
  %sizes = ts.list.construct %m : !ts.list<i64>
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
  %1 = ts.op "aten::reshape"(%0, %sizes) : (!ts.tensor<[2,3],f32>, !ts.list<i64>) -> !ts.tensor<[6],f32>
  %2 = ts.op "aten::relu_"(%0) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
  return %1 : !ts.tensor<[6],f32>
}
// CHECK-LABEL: func.func @resized(
// CHECK: ts.op "aten::t_"
// CHECK: ts.op "aten::relu_"
func.func @resized(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
  %1 = ts.op "aten::t_"(%0) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
  %2 = ts.op "aten::relu_"(%0) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
  return %1 : !ts.tensor
}
// CHECK-LABEL: func.func @overlap(
// CHECK: ts.op "aten::add_.Tensor"
func.func @overlap(%x: !ts.tensor<[3],f32>) -> !ts.tensor<[3],f32> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor<[3],f32>) -> !ts.tensor<[3],f32>
  %a = ts.op "aten::slice.Tensor"(%0, %zero, %zero, %two, %one) : (!ts.tensor<[3],f32>, i64, i64, i64, i64) -> !ts.tensor<[2],f32>
  %b = ts.op "aten::slice.Tensor"(%0, %zero, %one, %three, %one) : (!ts.tensor<[3],f32>, i64, i64, i64, i64) -> !ts.tensor<[2],f32>
  %1 = ts.op "aten::add_.Tensor"(%a, %b, %one) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>, i64) -> !ts.tensor
  return %0 : !ts.tensor<[3],f32>
}
// CHECK-LABEL: func.func @elements(
// CHECK: ts.op "aten::relu_"
func.func @elements(%x: !ts.tensor<[300],f32>, %n: i64) -> !ts.tensor<[300],f32> {
  %zero = arith.constant 0 : i64
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor<[300],f32>) -> !ts.tensor<[300],f32>
  ts.for %i to %n {
    %a = ts.op "aten::select.int"(%0, %zero, %zero) : (!ts.tensor<[300],f32>, i64, i64) -> !ts.tensor<[],f32>
    %1 = ts.op "aten::relu_"(%a) : (!ts.tensor<[],f32>) -> !ts.tensor
  }
  return %0 : !ts.tensor<[300],f32>
}

// -----

// A few elements are copied faster than a call takes.
// CHECK-LABEL: func.func @few_elements(
// CHECK-NOT: ts.op "aten::relu_"
// CHECK: ts.op "aten::select_scatter"
func.func @few_elements(%x: !ts.tensor<[3],f32>, %n: i64) -> !ts.tensor<[3],f32> {
  %zero = arith.constant 0 : i64
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor<[3],f32>) -> !ts.tensor<[3],f32>
  ts.for %i to %n {
    %a = ts.op "aten::select.int"(%0, %zero, %zero) : (!ts.tensor<[3],f32>, i64, i64) -> !ts.tensor<[],f32>
    %1 = ts.op "aten::relu_"(%a) : (!ts.tensor<[],f32>) -> !ts.tensor
  }
  return %0 : !ts.tensor<[3],f32>
}

// -----

// What a version of unknown size is made of tells that the sum has its sizes.
// CHECK-LABEL: func.func @changing(
// CHECK-NOT: aten::clone
// CHECK: ts.op "aten::relu"
// CHECK: ts.op "aten::add.Tensor"(
// CHECK-NOT: aten::clone
// CHECK: return
func.func @changing(%x: !ts.tensor<[?,3],f32>) -> !ts.tensor<[?,3],f32> {
  %one = arith.constant 1 : i64
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor<[?,3],f32>) -> !ts.tensor<[?,3],f32>
  %1 = ts.op "aten::relu_"(%0) : (!ts.tensor<[?,3],f32>) -> !ts.tensor<[?,3],f32>
  %2 = ts.op "aten::exp"(%0) : (!ts.tensor<[?,3],f32>) -> !ts.tensor<[?,3],f32>
  %3 = ts.op "aten::add_.Tensor"(%2, %x, %one) : (!ts.tensor<[?,3],f32>, !ts.tensor<[?,3],f32>, i64) -> !ts.tensor<[?,3],f32>
  return %2 : !ts.tensor<[?,3],f32>
}
