// RUN: ts-opt %s --ts-outline-kernels --split-input-file --verify-diagnostics

// Kernels are called with tensor objects of static shape and with numbers.

func.func @dynamic(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{'linalg.exp' op cannot be in a kernel, which takes tensors of static shape and numbers, and gives such; found 'tensor<?xf32>'}}
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

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
