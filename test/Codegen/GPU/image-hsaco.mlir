// Code objects for AMD's chips are linked by ld.lld.
// REQUIRES: lld
// RUN: ts-opt %s --ts-tensor-to-linalg --torchscript-to-gpu='target=rocdl chip=gfx90a' | FileCheck %s
// CHECK-DAG: @device_code$image0$chip("gfx90a\00")
// CHECK-DAG: @device_code$image0("\7FELF

func.func @f(%x: !ts.tensor<[?,100],f32>) -> !ts.tensor {
  %y = ts.op "aten::tanh"(%x) : (!ts.tensor<[?,100],f32>) -> !ts.tensor
  return %y : !ts.tensor
}
