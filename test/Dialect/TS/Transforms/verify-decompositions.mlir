// RUN: ts-opt %s --ts-verify-decompositions --verify-diagnostics --split-input-file

module attributes {ts.decomposition = @f} {
  func.func @f(%x: !ts.tensor) -> !ts.tensor {
    func.return %x : !ts.tensor
  }
}

// -----

// The example of the pass's documentation.
// expected-error @+1 {{not supported yet: classes in a decomposition}}
module attributes {ts.decomposition = @f} {
  func.func @f(%x: !ts.tensor) -> !ts.tensor {
    %0 = func.call @g(%x) : (!ts.tensor) -> !ts.tensor
    func.return %0 : !ts.tensor
  }
  func.func private @g(!ts.tensor) -> !ts.tensor
}

// -----

// A class.
// expected-error @+1 {{not supported yet: classes in a decomposition}}
module attributes {ts.decomposition = @f} {
  ts.class @C {
  }
  func.func @f(%x: !ts.tensor) -> !ts.tensor {
    func.return %x : !ts.tensor
  }
}
