// RUN: ts-opt %s '--ts-specialize=entry=f signature=f32[2,3];-' | FileCheck %s
// RUN: ts-opt %s '--ts-specialize=entry=f' | FileCheck %s --check-prefix=ANY
// RUN: not ts-opt %s '--ts-specialize=entry=nobody' 2>&1 | FileCheck %s --check-prefix=NOBODY
// RUN: not ts-opt %s '--ts-specialize=entry=f signature=f32[2' 2>&1 | FileCheck %s --check-prefix=OPEN
// NOBODY: error: ts-type-arguments: no function 'nobody'
// OPEN: specialize.mlir:[[#@LINE+12]]:1: error: in the signature 'f32[2': expected ',' or ']' at the end

// From source form: the call is inlined, the size of the tensor decides the
// condition, and one function is left.
// CHECK-NOT: @helper
// CHECK-NOT: @other
// CHECK-LABEL: func @f(
// CHECK-SAME: !ts.tensor<[2,3],f32>, %{{.*}}: i64)
// CHECK-NOT: ts.if
// CHECK: ts.op "aten::relu"(%{{.*}}) : (!ts.tensor) -> !ts.tensor<[2,3],f32>
// CHECK-NOT: aten::neg
// CHECK: return
func.func @f(%x: !ts.tensor, %n: i64) -> !ts.tensor {
  %0 = func.call @helper(%x) : (!ts.tensor) -> !ts.tensor
  ts.return %0 : !ts.tensor
}
// ANY-LABEL: func @f(
// ANY-SAME: !ts.tensor, %{{.*}}: i64)
// ANY: ts.if
// ANY: aten::relu
// ANY: aten::neg
func.func @helper(%x: !ts.tensor) -> !ts.tensor {
  %rank = ts.op "aten::dim"(%x) : (!ts.tensor) -> i64
  %two = arith.constant 2 : i64
  %is = ts.op "aten::eq.int"(%rank, %two) : (i64, i64) -> i1
  ts.if %is {
    %0 = ts.op "aten::relu"(%x) : (!ts.tensor) -> !ts.tensor
    ts.return %0 : !ts.tensor
  }
  %1 = ts.op "aten::neg"(%x) : (!ts.tensor) -> !ts.tensor
  ts.return %1 : !ts.tensor
}
func.func @other() {
  ts.return
}
