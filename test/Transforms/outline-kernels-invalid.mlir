// RUN: ts-opt %s --ts-outline-kernels --split-input-file --verify-diagnostics

// Kernels are called with tensor objects and with numbers.

func.func @scalar(%a: tensor<3xf32>, %i: index) -> f32 {
  // expected-error @below {{'tensor.extract' op cannot be in a kernel}}
  %0 = tensor.extract %a[%i] : tensor<3xf32>
  return %0 : f32
}

// -----

// expected-error @below {{'kernels' is the name of the module of kernels}}
func.func @kernels() {
  return
}
