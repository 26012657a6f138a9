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

// -----

// An operator of any number of arguments that gets no tensor has none to write
// to.
// CHECK: module {
// CHECK-NOT: ts.mutable_tensors
module {
  func.func @f(%x: !ts.tensor, %n: i64) -> !ts.str {
    %0 = ts.constant.str "{}"
    %1 = ts.op "aten::format"(%0, %n) : (!ts.str, i64) -> !ts.str
    func.return %1 : !ts.str
  }
}

// -----

// One that makes a text of a tensor only reads it.
// CHECK: module {
module {
  func.func @f(%x: !ts.tensor) -> !ts.str {
    %0 = ts.constant.str "{}"
    %1 = ts.op "aten::format"(%0, %x) : (!ts.str, !ts.tensor) -> !ts.str
    func.return %1 : !ts.str
  }
}
