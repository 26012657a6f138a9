// Sizes of random tensors.
// RUN: ts-opt %s --ts-infer-types | FileCheck %s

// CHECK-LABEL: func.func @draw(
// CHECK: "aten::rand_like"{{.*}} -> !ts.tensor<[?,5],f32>
// CHECK: "aten::multinomial"{{.*}} -> !ts.tensor<[?,2],i64>
// CHECK: "aten::multinomial"{{.*}} -> !ts.tensor{{$}}
func.func @draw(%x: !ts.tensor<[?,5],f32>, %s: !ts.tensor<[],f32>) {
  %none = ts.constant.none
  %i = ts.derefine %none : !ts.none to !ts.optional<i64>
  %b = ts.derefine %none : !ts.none to !ts.optional<i1>
  %d = ts.derefine %none : !ts.none to !ts.optional<!ts.device>
  %g = ts.derefine %none : !ts.none to !ts.optional<!ts.generator>
  %two = arith.constant 2 : i64
  %no = arith.constant false
  %0 = ts.op "aten::rand_like"(%x, %i, %i, %d, %b, %i) : (!ts.tensor<[?,5],f32>, !ts.optional<i64>, !ts.optional<i64>, !ts.optional<!ts.device>, !ts.optional<i1>, !ts.optional<i64>) -> !ts.tensor
  %1 = ts.op "aten::multinomial"(%x, %two, %no, %g) : (!ts.tensor<[?,5],f32>, i64, i1, !ts.optional<!ts.generator>) -> !ts.tensor
  %2 = ts.op "aten::multinomial"(%s, %two, %no, %g) : (!ts.tensor<[],f32>, i64, i1, !ts.optional<!ts.generator>) -> !ts.tensor
  return
}
