// RUN: ts-opt %s --ts-tensor-to-linalg | FileCheck %s

// An object in a list is read where the operator takes its elements.
// CHECK-LABEL: func.func @joined(
// CHECK-SAME: %[[X:[^:]*]]: !ts.tensor<[2,?],f32>, %[[Y:[^:]*]]: tensor<2x?xf32>
// CHECK: ts.if
// CHECK: %[[V:.*]] = ts.tensor.value %[[X]] : !ts.tensor<[2,?],f32> -> tensor<2x?xf32>
// CHECK: tensor.insert_slice %[[V]]
// CHECK: tensor.insert_slice %[[Y]]
func.func @joined(%x: !ts.tensor<[2,?],f32>, %y: tensor<2x?xf32>) -> tensor<?x?xf32> {
  %dim = arith.constant 0 : i64
  %object = ts.tensor.ref %y : tensor<2x?xf32> -> !ts.tensor<[2,?],f32>
  %list = ts.list.construct %x, %object : !ts.list<!ts.tensor<[2,?],f32>>
  %0 = ts.op "aten::cat"(%list, %dim) : (!ts.list<!ts.tensor<[2,?],f32>>, i64) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
