// RUN: ts-opt %s --ts-mark-mutable-tensors --split-input-file | FileCheck %s

// The example of the pass's documentation.
// CHECK: module attributes {ts.mutable_tensors}
module {
  func.func @f(%x: !ts.tensor) -> !ts.tensor {
    %0 = ts.op "aten::relu_"(%x) : (!ts.tensor) -> !ts.tensor
    func.return %0 : !ts.tensor
  }
}

// -----

// CHECK: module {
// CHECK-NOT: ts.mutable_tensors
module {
  func.func @f(%x: !ts.tensor) -> !ts.tensor {
    %0 = ts.op "aten::relu"(%x) : (!ts.tensor) -> !ts.tensor
    func.return %0 : !ts.tensor
  }
}
