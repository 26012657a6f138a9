// RUN: ts-opt %s --ts-lower-launches --split-input-file --verify-diagnostics

// Only numbers travel from a device to the host.
func.func @nested(%x: memref<4xmemref<4xf32>>, %i: index) -> memref<4xf32> {
  // expected-error @+1 {{'memref.load' op reads from a device what is no number: 'memref<4xf32>'}}
  %0 = memref.load %x[%i] : memref<4xmemref<4xf32>>
  return %0 : memref<4xf32>
}

// -----

func.func @complex(%x: memref<4xcomplex<f32>>, %i: index) -> complex<f32> {
  // expected-error @+1 {{'memref.load' op reads from a device what is no number: 'complex<f32>'}}
  %0 = memref.load %x[%i] : memref<4xcomplex<f32>>
  return %0 : complex<f32>
}
