// RUN: ts-opt --pass-pipeline='builtin.module(builtin.module(ts-version-kernels))' --split-input-file %s | FileCheck %s
// RUN: ts-opt --pass-pipeline='builtin.module(builtin.module(ts-version-kernels,func.func(ts-vectorize-loops)))' --split-input-file %s | FileCheck %s --check-prefix=LOOPS

// Each level has its kernel, its loops, and its width of vectors.
module attributes {ts.library = "p", ts.cpus = ["x86-64-v2", "x86-64-v3", "x86-64-v4"]} {
  module @kernels {
    // CHECK-LABEL: func.func @kernel_0(
    // CHECK-SAME: ts.cpu = "x86-64-v2", ts.cpu_versions = ["kernel_0$x86-64-v3", "kernel_0$x86-64-v4"]
    // CHECK: call @loop_0(
    // CHECK-LABEL: func.func private @loop_0(
    // CHECK-SAME: passthrough = ["noinline"], ts.cpu = "x86-64-v2"}
    // CHECK-LABEL: func.func @"kernel_0$x86-64-v3"(
    // CHECK-SAME: passthrough = {{\[\[}}"target-cpu", "x86-64-v3"]], ts.cpu = "x86-64-v3"}
    // CHECK: call @"loop_0$x86-64-v3"(
    // CHECK-LABEL: func.func private @"loop_0$x86-64-v3"(
    // CHECK-SAME: passthrough = ["noinline", ["target-cpu", "x86-64-v3"]], ts.cpu = "x86-64-v3"}
    // CHECK-LABEL: func.func @"kernel_0$x86-64-v4"(
    // LOOPS-LABEL: func.func private @loop_0(
    // LOOPS: vector<4xf32>
    // LOOPS-LABEL: func.func private @"loop_0$x86-64-v3"(
    // LOOPS: vector<8xf32>
    // LOOPS-LABEL: func.func private @"loop_0$x86-64-v4"(
    // LOOPS: vector<16xf32>
    func.func @kernel_0(%x: memref<512xf32>, %y: memref<512xf32>) {
      call @loop_0(%x, %y) : (memref<512xf32>, memref<512xf32>) -> ()
      return
    }
    func.func private @loop_0(%x: memref<512xf32>, %y: memref<512xf32>) attributes {passthrough = ["noinline"]} {
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : memref<512xf32>) outs(%y : memref<512xf32>) {
      ^bb0(%a: f32, %b: f32):
        %0 = arith.negf %a : f32
        linalg.yield %0 : f32
      }
      return
    }
  }
}

// -----

// One level needs no choice, and is the level of all code.
module attributes {ts.library = "p", ts.cpus = ["x86-64-v3"]} {
  module @kernels {
    // CHECK-LABEL: func.func @one(
    // CHECK-NOT: attributes
    // CHECK: linalg.generic
    // CHECK-NOT: func.func
    // LOOPS-LABEL: func.func @one(
    // LOOPS: vector<8xf32>
    func.func @one(%x: memref<512xf32>, %y: memref<512xf32>) {
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : memref<512xf32>) outs(%y : memref<512xf32>) {
      ^bb0(%a: f32, %b: f32):
        %0 = arith.negf %a : f32
        linalg.yield %0 : f32
      }
      return
    }
  }
}

// -----

// What computes sizes runs once, before a kernel.
module attributes {ts.library = "p", ts.cpus = ["x86-64", "x86-64-v3"]} {
  module @kernels {
    // CHECK-LABEL: func.func @kernel_0(
    // CHECK-SAME: ts.sizes = @kernel_0_sizes
    // CHECK-LABEL: func.func @kernel_0_sizes(
    // CHECK-LABEL: func.func @"kernel_0$x86-64-v3"(
    // CHECK-SAME: attributes {passthrough = {{[^}]*}}, ts.cpu = "x86-64-v3"} {
    // CHECK-NOT: func.func
    func.func @kernel_0(%n: memref<1xi64>) attributes {ts.sizes = @kernel_0_sizes} {
      return
    }
    func.func @kernel_0_sizes(%n: memref<1xi64>) {
      return
    }
  }
}
