//===- DevicePasses.td - Passes for devices ---------------*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes of lib/Codegen/GPU, which Passes.td includes.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CODEGEN_DEVICEPASSES_TD
#define TORCHSCRIPT_CODEGEN_DEVICEPASSES_TD

include "mlir/Pass/PassBase.td"

def TSSetDevice : Pass<"ts-set-device", "::mlir::ModuleOp"> {
  let summary = "Say which devices kernels are compiled for";
  let description = [{
    The program gets the attribute `ts.device`, a list of targets: `spirv`
    (OpenCL), `nvvm:CHIP` (PTX for NVIDIA's chips from that one on) and
    `rocdl:CHIP` (a code object for that chip of AMD). An unknown target or chip
    is an error.

    ```mlir
    module attributes {ts.device = ["spirv", "nvvm:sm_80"]}
    ```
  }];
  let options = [
    ListOption<"targets", "target", "std::string",
               "spirv, nvvm[:CHIP], rocdl[:CHIP]; each gives an image">,
    Option<"chip", "chip", "std::string", /*default=*/"",
           "The chip of a target that names none">
  ];
  let statistics = [
    Statistic<"numTargets", "num-targets", "Targets of programs">
  ];
}

def TSSplitKernels : Pass<"ts-split-kernels", "::mlir::ModuleOp"> {
  let summary = "Kernels that have a form on devices get a module of their own";
  let description = [{
    Pre-condition: `ts-outline-kernels`; nothing happens in a program without
    `ts.device`. A kernel moves to the nested module `@device_kernels` when all
    it computes can run on the targets; the others stay in `@kernels` and say
    why (`ts.host_reason`): calls of libraries, complex numbers, functions of
    double that a target lacks. Arguments that are numbers and sizes, which stay
    in memory of the host, are marked `ts.host_memory`.

    ```mlir
    tsrt.kernel_call @device_kernels::@kernel_0(%x) : …
    module @kernels {
      func.func @kernel_1(…) attributes {ts.host_reason = "calls tsrt_sort"} …
    }
    module @device_kernels {
      func.func @kernel_0(%x: memref<4xf32>, %k: memref<i64> {ts.host_memory}) …
    }
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
  let statistics = [
    Statistic<"numMoved", "num-moved", "Kernels for devices">,
    Statistic<"numLeft", "num-left", "Kernels that stay on the processor">
  ];
}

def TSOnModule : Pass<"ts-on-module", "::mlir::ModuleOp"> {
  let summary = "Run a pipeline on one nested module";
  let description = [{
    Runs `pipeline` on the nested module of the name, where there is one:

    ```
    ts-on-module{module=device_kernels pipeline=builtin.module(func.func(cse))}
    ```
  }];
  let constructor = "mlir::ts::createTSOnModule()";
  let options = [
    Option<"module", "module", "std::string", /*default=*/"",
           "Symbol of the nested module">,
    Option<"pipeline", "pipeline", "std::string", /*default=*/"",
           "What runs on it">
  ];
  let statistics = [
    Statistic<"numRuns", "num-runs", "Modules the pipeline ran on">
  ];
}

def TSPrepareConstants
    : Pass<"ts-prepare-constants", "::mlir::func::FuncOp"> {
  let summary = "Constant tensors are computed";
  let description = [{
    Memory of the host is not that of a device, and the program's constants lie
    in the former: a constant tensor of one number becomes a `linalg.fill`, any
    other a `tensor.from_elements`.

    ```mlir
    %0 = arith.constant dense<1.0> : tensor<4xf32>
    ```

    becomes

    ```mlir
    %cst = arith.constant 1.0 : f32
    %1 = tensor.empty() : tensor<4xf32>
    %0 = linalg.fill ins(%cst : f32) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numConstants", "num-constants", "Constants that are computed">
  ];
}

def TSNarrowProducts : Pass<"ts-narrow-products", "::mlir::func::FuncOp"> {
  let summary = "Products read half precision where it is what they multiply";
  let description = [{
    Pre-condition: kernels on tensors whose elementwise operations are
    `linalg.generic` (`ts-generalize-elementwise`). A sum of products whose
    operand is another tensor, each element widened to a longer float, reads that
    tensor and widens what it reads; where the operation that widens computes
    something first, it is made again without the widening. Half of the memory is
    read, the widened tensor need not be made, and chips with matrix units for
    half precision can use them. No result changes.

    ```mlir
    %wide = linalg.generic … ins(%x : tensor<64x64xf16>) … {arith.extf …}
    linalg.matmul ins(%wide, %y : tensor<64x64xf32>, tensor<64x64xf32>) …
    ```

    becomes

    ```mlir
    linalg.generic … ins(%x, %y : tensor<64x64xf16>, tensor<64x64xf32>) … {
    ^bb0(%a: f16, %b: f32, %sum: f32):
      %0 = arith.extf %a : f16 to f32
      %1 = arith.mulf %0, %b : f32
      …
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect"
  ];
  let statistics = [
    Statistic<"numOperands", "num-operands", "Operands that became shorter">
  ];
}

def TSMapToLaunches : Pass<"ts-map-to-launches", "::mlir::func::FuncOp"> {
  let summary = "Loops of kernels become launches of threads";
  let description = [{
    Pre-condition: kernels on buffers (`ts-bufferize-kernels`), arguments in
    memory of the host marked. An operation of linalg becomes a `gpu.launch`
    with a thread for each point of its parallel loops: the last one along x, the
    others together along y and z, in blocks of 256 threads; loops of one thread
    reduce. Dimensions that lie next to each other in all operands are one. A
    number that fills a buffer right before it is reduced into is where the
    reduction begins. Sizes may be unknown: the grid is computed.

    Rows of at least 64 elements along memory, where the order of a reduction does
    not matter, have a block of 128 threads each, whose results
    `gpu.all_reduce` combines. Products of matrices are made by blocks of 16x16
    threads in tiles of up to 64x64 results, with tiles of the operands in
    workgroup memory.

    Loops and branches with such operations stay host code around the launches;
    other ones that touch elements run in one thread.

    Before:

    ```mlir
    linalg.generic … ins(%x : memref<1000xf32>) outs(%y : memref<1000xf32>) {
    ^bb0(%a: f32, %b: f32):
      %0 = arith.negf %a : f32
      linalg.yield %0 : f32
    }
    ```

    After:

    ```mlir
    gpu.launch blocks(…) in (%gx = %c4, …) threads(…) in (%bx = %c256, …) {
      %i = %blockx * 256 + %threadx
      %inside = arith.cmpi ult, %i, %c1000 : index
      scf.if %inside {
        %0 = memref.load %x[%i] : memref<1000xf32>
        %1 = arith.negf %0 : f32
        memref.store %1, %y[%i] : memref<1000xf32>
      }
      gpu.terminator
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
  let statistics = [
    Statistic<"numComputations", "num-computations",
              "Operations that became launches">,
    Statistic<"numBlocks", "num-blocks",
              "Operations whose blocks of threads work together">,
    Statistic<"numElements", "num-elements",
              "Launches of one thread for single elements">
  ];
}

def TSOutlineLaunches : Pass<"ts-outline-launches", "::mlir::ModuleOp"> {
  let summary = "Launches become functions of one gpu.module";
  let description = [{
    Pre-condition: `ts-map-to-launches`, on the module of kernels. The bodies of
    all launches become functions of `gpu.module @device_code`, named after
    their kernels; bodies that compute the same are one function. Constants are
    part of them.

    ```mlir
    gpu.launch_func @device_code::@kernel_0_0 blocks in (%c4, %c1, %c1)
        threads in (%c256, %c1, %c1) args(%x : memref<1000xf32>, …)
    ```
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
  let statistics = [
    Statistic<"numLaunches", "num-launches", "Launches outlined">,
    Statistic<"numFunctions", "num-functions", "Functions made of them">
  ];
}

def TSLowerLaunches : Pass<"ts-lower-launches", "::mlir::ModuleOp"> {
  let summary = "Launches become calls of the runtime";
  let description = [{
    Pre-condition: `ts-outline-launches` and `ts-plan-buffers`. Functions of
    `@device_code` get flat arguments: `memref<?xT>` for a buffer, `i64` for each
    size and stride that its type leaves open and code needs, and numbers. Each
    launch becomes a call of `tsrt_device_launch` with their addresses (offsets
    are part of the pointers), each element that host code reads one of
    `tsrt_device_read`. What the runtime must know of the functions becomes the
    constant `@device_code$program`, which the kernels name in
    `ts.device_program`.

    ```mlir
    gpu.func @kernel_0_0(%x: memref<?xf32>, %y: memref<?xf32>) kernel …
    llvm.call @tsrt_device_launch(%program, %kernel, %grid, %arguments) : …
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect"
  ];
  let statistics = [
    Statistic<"numCalls", "num-calls", "Calls of the runtime">
  ];
}

def TSSerializeKernels : Pass<"ts-serialize-kernels", "::mlir::ModuleOp"> {
  let summary = "Device code becomes PTX, code objects, SPIR-V";
  let description = [{
    Pre-condition: `ts-lower-launches`. For each target of the program (`ts.device`)
    the functions of `@device_code` are compiled to an image: SPIR-V by MLIR, PTX
    text by LLVM's back end without libraries of a toolkit, code objects by
    LLVM's back end and `ld.lld`. The images become constants, and
    `@device_code$program` points to them. A chip that LLVM does not know is an
    error.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect"
  ];
  let statistics = [
    Statistic<"numImages", "num-images", "Images made">,
    Statistic<"numBytes", "num-bytes", "Their bytes">
  ];
}

#endif // TORCHSCRIPT_CODEGEN_DEVICEPASSES_TD
