// RUN: ts-opt --convert-ts-to-tsrt %s | FileCheck %s

// A chain of selections that ends in a number reads the element; where that
// does not apply the operators run as they are.
// CHECK-LABEL: func.func @load
// CHECK: %[[FOUND:.*]], %[[X:.*]] = tsrt.element.load %arg0[%arg1, %arg2] : !ts.tensor, f64
// CHECK-NEXT: %[[R:.*]] = scf.if %[[FOUND]] -> (f64) {
// CHECK-NEXT: scf.yield %[[X]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[ROW:.*]] = tsrt.op_call "aten::select.int"(%arg0, %{{.*}}, %arg1)
// CHECK-NEXT: %[[VIEW:.*]] = tsrt.op_call "aten::select.int"(%[[ROW]], %{{.*}}, %arg2)
// CHECK-NEXT: %[[F:.*]] = tsrt.op_call "aten::Float.Tensor"(%[[VIEW]])
// CHECK-NEXT: scf.yield %[[F]]
// CHECK: return %[[R]]
func.func @load(%t: !ts.tensor, %i: i64, %j: i64) -> f64 {
  %zero = arith.constant 0 : i64
  %row = ts.op "aten::select.int"(%t, %zero, %i) : (!ts.tensor, i64, i64) -> !ts.tensor
  %x = ts.op "aten::select.int"(%row, %zero, %j) : (!ts.tensor, i64, i64) -> !ts.tensor
  %f = ts.op "aten::Float.Tensor"(%x) : (!ts.tensor) -> f64
  return %f : f64
}

// By way of item().
// CHECK-LABEL: func.func @item
// CHECK: tsrt.element.load %arg0[%arg1] : !ts.tensor, i64
// CHECK: else
// CHECK: tsrt.op_call "aten::select.int"
// CHECK: tsrt.op_call "aten::item"
// CHECK: tsrt.op_call "aten::Int.Scalar"
func.func @item(%t: !ts.tensor, %i: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %x = ts.op "aten::select.int"(%t, %zero, %i) : (!ts.tensor, i64, i64) -> !ts.tensor
  %n = ts.op "aten::item"(%x) : (!ts.tensor) -> !ts.scalar
  %f = ts.op "aten::Int.Scalar"(%n) : (!ts.scalar) -> i64
  return %f : i64
}

// A row with another use is a tensor.
// CHECK-LABEL: func.func @row
// CHECK: %[[ROW:.*]] = tsrt.op_call "aten::select.int"(%arg0
// CHECK: tsrt.element.load %[[ROW]][%arg1] : !ts.tensor, i1
// CHECK: return %[[ROW]]
func.func @row(%t: !ts.tensor, %i: i64) -> (!ts.tensor, i1) {
  %zero = arith.constant 0 : i64
  %row = ts.op "aten::select.int"(%t, %zero, %i) : (!ts.tensor, i64, i64) -> !ts.tensor
  %x = ts.op "aten::select.int"(%row, %zero, %i) : (!ts.tensor, i64, i64) -> !ts.tensor
  %f = ts.op "aten::Bool.Tensor"(%x) : (!ts.tensor) -> i1
  return %row, %f : !ts.tensor, i1
}

// Something is written between the selection and the read: both stay in order.
// CHECK-LABEL: func.func @between
// CHECK-NOT: tsrt.element.load
// CHECK: return
func.func @between(%t: !ts.tensor, %i: i64) -> f64 {
  %zero = arith.constant 0 : i64
  %x = ts.op "aten::select.int"(%t, %zero, %i) : (!ts.tensor, i64, i64) -> !ts.tensor
  ts.op "aten::zero_"(%t) : (!ts.tensor) -> !ts.tensor
  %f = ts.op "aten::Float.Tensor"(%x) : (!ts.tensor) -> f64
  return %f : f64
}

// Selections along other dimensions stay.
// CHECK-LABEL: func.func @column
// CHECK-NOT: tsrt.element.load
// CHECK: return
func.func @column(%t: !ts.tensor, %i: i64) -> f64 {
  %one = arith.constant 1 : i64
  %x = ts.op "aten::select.int"(%t, %one, %i) : (!ts.tensor, i64, i64) -> !ts.tensor
  %f = ts.op "aten::Float.Tensor"(%x) : (!ts.tensor) -> f64
  return %f : f64
}

// CHECK-LABEL: func.func @store
// CHECK: %[[STORED:.*]] = tsrt.element.store %arg2, %arg0[%arg1] : f64, !ts.tensor
// CHECK: %[[FAILED:.*]] = arith.xori %[[STORED]]
// CHECK: scf.if %[[FAILED]] {
// CHECK: tsrt.op_call "aten::select.int"
// CHECK: tsrt.op_call "aten::tensor.float"
// CHECK: tsrt.op_call "aten::copy_"
// CHECK: return
func.func @store(%t: !ts.tensor, %i: i64, %v: f64) {
  %zero = arith.constant 0 : i64
  %false = arith.constant false
  %x = ts.op "aten::select.int"(%t, %zero, %i) : (!ts.tensor, i64, i64) -> !ts.tensor
  %dtype = ts.op "prim::dtype"(%x) : (!ts.tensor) -> i64
  %device = ts.op "prim::device"(%x) : (!ts.tensor) -> !ts.device
  %n = ts.op "aten::tensor.float"(%v, %dtype, %device, %false) : (f64, i64, !ts.device, i1) -> !ts.tensor
  %c = ts.op "aten::copy_"(%x, %n, %false) : (!ts.tensor, !ts.tensor, i1) -> !ts.tensor
  return
}

// The number is of another dtype than the element.
// CHECK-LABEL: func.func @converts
// CHECK-NOT: tsrt.element.store
// CHECK: return
func.func @converts(%t: !ts.tensor, %i: i64, %v: f64, %dtype: i64) {
  %zero = arith.constant 0 : i64
  %false = arith.constant false
  %x = ts.op "aten::select.int"(%t, %zero, %i) : (!ts.tensor, i64, i64) -> !ts.tensor
  %device = ts.op "prim::device"(%x) : (!ts.tensor) -> !ts.device
  %n = ts.op "aten::tensor.float"(%v, %dtype, %device, %false) : (f64, i64, !ts.device, i1) -> !ts.tensor
  %c = ts.op "aten::copy_"(%x, %n, %false) : (!ts.tensor, !ts.tensor, i1) -> !ts.tensor
  return
}
