// RUN: ts-opt --pass-pipeline='builtin.module(builtin.module(ts-version-kernels))' --split-input-file --verify-diagnostics %s

module attributes {ts.cpus = ["x86-64-v3", "x86-64-v2"]} {
  // expected-error @below {{'ts.cpus' lists x86-64, x86-64-v2, x86-64-v3 and x86-64-v4 or some of them, lowest first; found "x86-64-v2"}}
  module @kernels {
    func.func @kernel_0() {
      return
    }
  }
}

// -----

module attributes {ts.cpus = ["haswell", "x86-64-v4"]} {
  // expected-error @below {{lowest first; found "haswell"}}
  module @kernels {
    func.func @kernel_0() {
      return
    }
  }
}
