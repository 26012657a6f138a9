// RUN: ts-opt %s --ts-to-value --ts-verify-form=form=value 2>&1 | FileCheck %s --implicit-check-not=remark:

// What ts-to-value moved is in value form; of the rest it said why.
// CHECK: remark: 'aten::relu' runs in the runtime: the dtype of operand 0 is not known
// CHECK: remark: 'aten::relu' runs in the runtime: the rank of operand 0 is not known
func.func @f(%a: !ts.tensor<[2],*>, %b: !ts.tensor<*,f32>, %c: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %0 = ts.op "aten::relu"(%a) : (!ts.tensor<[2],*>) -> !ts.tensor
  %1 = ts.op "aten::relu"(%b) : (!ts.tensor<*,f32>) -> !ts.tensor<*,f32>
  %2 = ts.op "aten::relu"(%c) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  return %2 : !ts.tensor<[2],f32>
}
