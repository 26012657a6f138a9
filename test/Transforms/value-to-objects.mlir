// RUN: ts-opt --ts-value-to-objects --canonicalize --split-input-file %s | FileCheck %s

// The object that was read and the object that is made are the operator's.
// CHECK-LABEL: func.func @door(
// CHECK-SAME: %[[X:.*]]: !ts.tensor<[2],f32>
// CHECK: %[[R:.*]] = ts.op "aten::logcumsumexp"(%[[X]], {{.*}}) {ts.residue = "a function of the runtime computes it as a whole"} : (!ts.tensor<[2],f32>, i64) -> !ts.tensor<[2],f32>
// CHECK: return %[[R]]
func.func @door(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %zero = arith.constant 0 : i64
  %0 = ts.tensor.value %x : !ts.tensor<[2],f32> -> tensor<2xf32>
  %1 = ts.op "aten::logcumsumexp"(%0, %zero) : (tensor<2xf32>, i64) -> tensor<2xf32>
  %2 = ts.tensor.ref %1 : tensor<2xf32> -> !ts.tensor<[2],f32>
  return %2 : !ts.tensor<[2],f32>
}

// -----

// What was written to since is not the value any more.
// CHECK-LABEL: func.func @written(
// CHECK-SAME: %[[X:.*]]: !ts.tensor<[2],f32>
// CHECK: %[[V:.*]] = ts.tensor.value %[[X]]
// CHECK: ts.op "aten::zero_"(%[[X]])
// CHECK: %[[T:.*]] = ts.tensor.ref %[[V]]
// CHECK: ts.op "aten::logcumsumexp"(%[[T]]
func.func @written(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %zero = arith.constant 0 : i64
  %0 = ts.tensor.value %x : !ts.tensor<[2],f32> -> tensor<2xf32>
  %w = ts.op "aten::zero_"(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor
  %1 = ts.op "aten::logcumsumexp"(%0, %zero) : (tensor<2xf32>, i64) -> tensor<2xf32>
  %2 = ts.tensor.ref %1 : tensor<2xf32> -> !ts.tensor<[2],f32>
  return %2 : !ts.tensor<[2],f32>
}

// -----

// A loop comes back to the read with what a later statement wrote.
// CHECK-LABEL: func.func @loop(
// CHECK: %[[V:.*]] = ts.tensor.value
// CHECK: ts.for
// CHECK: %[[T:.*]] = ts.tensor.ref %[[V]]
// CHECK: ts.op "aten::logcumsumexp"(%[[T]]
func.func @loop(%x: !ts.tensor<[2],f32>, %n: i64) {
  %zero = arith.constant 0 : i64
  %0 = ts.tensor.value %x : !ts.tensor<[2],f32> -> tensor<2xf32>
  ts.for %i to %n {
    %1 = ts.op "aten::logcumsumexp"(%0, %zero) : (tensor<2xf32>, i64) -> tensor<2xf32>
    %2 = ts.tensor.ref %1 : tensor<2xf32> -> !ts.tensor<[2],f32>
    ts.print %2 : !ts.tensor<[2],f32>
    %w = ts.op "aten::zero_"(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor
  }
  return
}

// -----

// Two objects of one value are two; other users read it.
// CHECK-LABEL: func.func @two(
// CHECK: %[[A:.*]] = ts.op "aten::logcumsumexp"
// CHECK: %[[V:.*]] = ts.tensor.value %[[A]]
// CHECK: %[[B:.*]] = ts.tensor.ref %[[V]]
// CHECK: return %{{.*}}, %{{.*}}
func.func @two(%v: tensor<2xui8>) -> (!ts.tensor<[2],ui8>, !ts.tensor<[2],ui8>) {
  %zero = arith.constant 0 : i64
  %1 = ts.op "aten::logcumsumexp"(%v, %zero) : (tensor<2xui8>, i64) -> tensor<2xui8>
  %2 = ts.tensor.ref %1 : tensor<2xui8> -> !ts.tensor<[2],ui8>
  %3 = ts.tensor.ref %1 : tensor<2xui8> -> !ts.tensor<[2],ui8>
  return %2, %3 : !ts.tensor<[2],ui8>, !ts.tensor<[2],ui8>
}

// -----

// Elements of linalg, which have no sign, are those of the object.
// CHECK-LABEL: func.func @unsigned(
// CHECK-NOT: tensor.bitcast
// CHECK: ts.op "aten::gather"(%arg0,
func.func @unsigned(%x: !ts.tensor<[4],ui8>, %i: !ts.tensor<[3],i64>) -> (tensor<4xi8>, tensor<3xui8>) {
  %no = arith.constant false
  %zero = arith.constant 0 : i64
  %0 = ts.tensor.value %x : !ts.tensor<[4],ui8> -> tensor<4xi8>
  %1 = tensor.bitcast %0 : tensor<4xi8> to tensor<4xui8>
  %2 = ts.tensor.value %i : !ts.tensor<[3],i64> -> tensor<3xi64>
  %3 = ts.op "aten::gather"(%1, %zero, %2, %no) : (tensor<4xui8>, i64, tensor<3xi64>, i1) -> tensor<3xui8>
  return %0, %3 : tensor<4xi8>, tensor<3xui8>
}

// -----

// Lists of an operator that only reads them hold the tensors themselves; a list
// that somebody else sees holds copies.
// CHECK-LABEL: func.func @listed(
// CHECK: ts.list.construct %arg0, %arg0
// CHECK: ts.op "aten::lstm.input"
// CHECK: %[[V:.*]] = ts.tensor.value %arg1
// CHECK: %[[C:.*]] = ts.tensor.ref %[[V]]
// CHECK: ts.list.construct %[[C]]
func.func @listed(%w: !ts.tensor<[4,1],f32>, %v: !ts.tensor<[4,1],f32>, %x: tensor<1x1x1xf32>, %h: !ts.list<!ts.tensor>) -> (tensor<1x1x1xf32>, !ts.list<!ts.tensor<[4,1],f32>>) {
  %no = arith.constant false
  %one = arith.constant 1 : i64
  %zero = arith.constant 0.0 : f64
  %0 = ts.tensor.value %w : !ts.tensor<[4,1],f32> -> tensor<4x1xf32>
  %1 = ts.tensor.ref %0 : tensor<4x1xf32> -> !ts.tensor<[4,1],f32>
  %2 = ts.list.construct %1, %1 : !ts.list<!ts.tensor<[4,1],f32>>
  %3:3 = ts.op "aten::lstm.input"(%x, %h, %2, %no, %one, %zero, %no, %no, %no) : (tensor<1x1x1xf32>, !ts.list<!ts.tensor>, !ts.list<!ts.tensor<[4,1],f32>>, i1, i64, f64, i1, i1, i1) -> (tensor<1x1x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>)
  %4 = ts.tensor.value %v : !ts.tensor<[4,1],f32> -> tensor<4x1xf32>
  %5 = ts.tensor.ref %4 : tensor<4x1xf32> -> !ts.tensor<[4,1],f32>
  %6 = ts.list.construct %5 : !ts.list<!ts.tensor<[4,1],f32>>
  return %3#0, %6 : tensor<1x1x1xf32>, !ts.list<!ts.tensor<[4,1],f32>>
}
