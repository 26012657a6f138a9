// RUN: ts-opt --pass-pipeline='builtin.module(func.func(tsrt-lower-control-flow))' --verify-diagnostics %s

// The body of a kernel cannot have several blocks.
func.func @in_kernel(%x: tensor<2xf32>, %c: i1) -> tensor<2xf32> {
  // expected-note @below {{kernels are compiled before tsrt-lower-control-flow (ts-compile-kernels)}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%x : tensor<2xf32>) {
  ^bb0(%a: f32):
    // expected-error @below {{'scf.if' in a 'linalg.generic', whose body is one block}}
    %1 = scf.if %c -> f32 {
      scf.yield %a : f32
    } else {
      %2 = arith.negf %a : f32
      scf.yield %2 : f32
    }
    linalg.yield %1 : f32
  } -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
