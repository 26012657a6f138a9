// RUN: ts-opt %s --ts-decompose | FileCheck %s

// A sum over one name is a product of matrices.
// CHECK-LABEL: func @product
// CHECK-NOT: aten::einsum
// CHECK: ts.op "aten::bmm"
// CHECK: ts.op "aten::reshape"
// CHECK: return
func.func @product(%a: !ts.tensor<[3,4],f32>, %b: !ts.tensor<[4,5],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %text = ts.constant.str "ij,jk->ik"
  %0 = ts.derefine %a : !ts.tensor<[3,4],f32> to !ts.tensor
  %1 = ts.derefine %b : !ts.tensor<[4,5],f32> to !ts.tensor
  %list = ts.list.construct %0, %1 : !ts.list<!ts.tensor>
  %2 = ts.op "aten::einsum"(%text, %list, %none) : (!ts.str, !ts.list<!ts.tensor>, !ts.none) -> !ts.tensor
  return %2 : !ts.tensor
}

// Without a sum it is one of elements.
// CHECK-LABEL: func @outer
// CHECK: ts.op "aten::mul.Tensor"
// CHECK-NOT: aten::bmm
// CHECK: return
func.func @outer(%a: !ts.tensor<[3],f32>, %b: !ts.tensor<[4],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %text = ts.constant.str "i,j"
  %0 = ts.derefine %a : !ts.tensor<[3],f32> to !ts.tensor
  %1 = ts.derefine %b : !ts.tensor<[4],f32> to !ts.tensor
  %list = ts.list.construct %0, %1 : !ts.list<!ts.tensor>
  %2 = ts.op "aten::einsum"(%text, %list, %none) : (!ts.str, !ts.list<!ts.tensor>, !ts.none) -> !ts.tensor
  return %2 : !ts.tensor
}

// What raises stays, and so do sizes that are not known.
// CHECK-LABEL: func @wrong
// CHECK: ts.op "aten::einsum"
// CHECK: ts.op "aten::einsum"
// CHECK: return
func.func @wrong(%a: !ts.tensor<[3,4],f32>, %b: !ts.tensor<[?,5],f32>) {
  %none = ts.constant.none
  %text = ts.constant.str "ij,ik->jk"
  %rank = ts.constant.str "ijk->i"
  %0 = ts.derefine %a : !ts.tensor<[3,4],f32> to !ts.tensor
  %1 = ts.derefine %b : !ts.tensor<[?,5],f32> to !ts.tensor
  %list = ts.list.construct %0, %1 : !ts.list<!ts.tensor>
  %2 = ts.op "aten::einsum"(%text, %list, %none) : (!ts.str, !ts.list<!ts.tensor>, !ts.none) -> !ts.tensor
  %one = ts.list.construct %0 : !ts.list<!ts.tensor>
  %3 = ts.op "aten::einsum"(%rank, %one, %none) : (!ts.str, !ts.list<!ts.tensor>, !ts.none) -> !ts.tensor
  return
}
