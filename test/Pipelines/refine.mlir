// RUN: ts-opt %s --ts-refine | FileCheck %s

// A size that is computed of constants is known to what uses the tensor.
// CHECK-LABEL: func.func @computed(
// CHECK: ts.op "aten::ones"{{.*}} -> !ts.tensor<[128,32],f32>
// CHECK: ts.op "aten::t"{{.*}} -> !ts.tensor<[32,128],f32>
func.func @computed() -> !ts.tensor {
  %c4 = arith.constant 4 : i64
  %c32 = arith.constant 32 : i64
  %none = ts.constant.none
  %wide = ts.op "aten::mul.int"(%c4, %c32) : (i64, i64) -> i64
  %sizes = ts.list.construct %wide, %c32 : !ts.list<i64>
  %ones = ts.op "aten::ones"(%sizes, %none, %none, %none, %none) : (!ts.list<i64>, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %t = ts.op "aten::t"(%ones) : (!ts.tensor) -> !ts.tensor
  return %t : !ts.tensor
}
