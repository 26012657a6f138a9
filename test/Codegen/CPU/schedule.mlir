// A user's sequence in place of the compiler's schedule.
// RUN: ts-opt %s --ts-form-kernels --ts-schedule=file=%S/Inputs/rows-by-two.mlir | FileCheck %s
// RUN: ts-opt %s --ts-form-kernels --ts-schedule=file=%S/Inputs/rows-by-two.mlir --ts-bufferize-kernels --ts-emit-kernels | FileCheck %s --check-prefix=EMIT
// RUN: not ts-opt %s --ts-form-kernels --ts-schedule 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not ts-opt %s --ts-form-kernels --ts-schedule=file=%t.none 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not ts-opt %s --ts-form-kernels --ts-schedule=file=%s 2>&1 | FileCheck %s --check-prefix=WRONG

// CHECK: module @kernels
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %c2
// CHECK: tensor.extract_slice %{{.*}}[%[[I]], 0] [2, 64] [1, 1]
// CHECK: } -> tensor<2x64xf32>
// CHECK-NOT: transform.

// EMIT: llvm.func @kernel_0
// EMIT-NOT: linalg.

// NONE: error: ts-schedule needs file=FILE, with a sequence @__transform_main of the transform dialect
// MISSING: error: failed to open transform file: cannot open input file
// WRONG: error: could not find a nested named sequence with name: __transform_main

func.func @f(%x: !ts.tensor<[8,64],f32>) -> !ts.tensor<[8,64],f32> {
  %0 = ts.tensor.value %x : !ts.tensor<[8,64],f32> -> tensor<8x64xf32>
  %e = tensor.empty() : tensor<8x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %2 = arith.mulf %a, %a : f32
    linalg.yield %2 : f32
  } -> tensor<8x64xf32>
  %r = ts.tensor.ref %1 : tensor<8x64xf32> -> !ts.tensor<[8,64],f32>
  return %r : !ts.tensor<[8,64],f32>
}
