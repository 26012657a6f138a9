// RUN: ts-opt --ts-flatten-kernels --verify-diagnostics --split-input-file %s

module {
  module @kernels {
    // expected-error @below {{kernels are not compiled: found 'func.func'}}
    func.func @kernel_0(%in: memref<2xf32>) {
      return
    }
  }
}

// -----

// Two functions of one name that both have a body.
module {
  llvm.func @kernel_0() {
    llvm.return
  }
  module @kernels {
    // expected-error @below {{symbol @kernel_0 exists already}}
    llvm.func @kernel_0() {
      llvm.return
    }
  }
}
