// A list of tensors that is only read is the list of its elements.
// RUN: ts-opt %s --ts-type-arguments='entry=f signature=(f32[2,3],i64[])' | FileCheck %s
// RUN: not ts-opt %s --ts-type-arguments='entry=f signature=(f32[2)' 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not ts-opt %s --ts-type-arguments='entry=f signature=(f32[2]' 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: not ts-opt %s --ts-type-arguments='entry=g signature=(f32[2])' 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK-LABEL: func.func @f(
// CHECK: %[[A:.*]] = ts.op "aten::__getitem__.t"(%{{.*}}, %c0{{.*}}) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[2,3],f32>
// CHECK: %[[B:.*]] = ts.op "aten::__getitem__.t"(%{{.*}}, %c1{{.*}}) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[],i64>
// CHECK: %[[L:.*]] = ts.list.construct
// CHECK: ts.op "aten::cat"(%[[L]]
// SIZE: in the signature '(f32[2)': expected ',' or ']' at ')'
// OPEN: in the signature '(f32[2]': expected ',' or ')' at the end
func.func @f(%l: !ts.list<!ts.tensor>) -> !ts.tensor {
  %zero = arith.constant 0 : i64
  %0 = ts.op "aten::cat"(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  return %0 : !ts.tensor
}

// NONE: the signature '(f32[2])' has a list of tensors for argument 1, which is 'int'
func.func @g(%n: i64) -> i64 {
  return %n : i64
}
