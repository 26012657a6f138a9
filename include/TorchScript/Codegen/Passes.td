//===- Passes.td - Passes of code generation ----------------*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CODEGEN_PASSES_TD
#define TORCHSCRIPT_CODEGEN_PASSES_TD

include "TorchScript/Codegen/DevicePasses.td"
include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

def TSFuseElementwise : Pass<"ts-fuse-elementwise", "::mlir::func::FuncOp"> {
  let summary = "Elementwise operations on tensors become one loop";
  let description = [{
    Pre-condition: linalg on tensors. An elementwise operation whose result one
    other operation uses becomes part of that, as long as the body that they
    have together has at most `max-operations` operations: what a chain of
    operations costs to compile is proportional to its length.

    Before:

    ```mlir
    %1 = linalg.generic … ins(%0 : tensor<4xf32>) … { … arith.mulf … }
    %2 = linalg.generic … ins(%1 : tensor<4xf32>) … { … arith.addf … }
    ```

    After:

    ```mlir
    %2 = linalg.generic … ins(%0 : tensor<4xf32>) … { … arith.mulf … arith.addf … }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"maxOperations", "max-operations", "unsigned", "128",
           "the most operations of a body">
  ];
  let statistics = [
    Statistic<"numFused", "num-fused", "Operations that became part of others">
  ];
}

def TSResolveReshapes : Pass<"ts-resolve-reshapes", "::mlir::func::FuncOp"> {
  let summary = "Reshapes of buffers to known sizes are views";
  let description = [{
    Pre-condition: kernels on buffers. A `memref.reshape` whose shape is a buffer
    that the kernel fills with numbers becomes a `memref.reinterpret_cast` to
    these, and the buffer goes: sizes are then known before the kernel runs, and
    the host reads no memory of a device.

    Before:

    ```mlir
    memref.store %rows, %shape[%c0] : memref<2xindex>
    memref.store %c4, %shape[%c1] : memref<2xindex>
    %r = memref.reshape %x(%shape) : (memref<?xf32>, memref<2xindex>) -> memref<?x4xf32>
    ```

    After:

    ```mlir
    %r = memref.reinterpret_cast %x to offset: [0], sizes: [%rows, 4], strides: [4, 1] : …
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
  ];
  let statistics = [
    Statistic<"numResolved", "num-resolved", "Reshapes that became views">
  ];
}

def TSConcatenateInPlace
    : Pass<"ts-concatenate-in-place", "::mlir::func::FuncOp"> {
  let summary = "Parts of concatenations are computed where they belong";
  let description = [{
    Pre-condition: kernels on tensors, with chosen layouts. Tensors that slices
    of known sizes along one dimension fill, and that have the same values for
    sizes along the others, are grouped: one whose parts are
    some neighbouring parts of a larger one becomes a slice of that. Parts are
    put into the largest right behind what computes them, so that bufferization
    lets loops and convolutions write there. What library calls read, or make
    without a way to leave gaps, is copied.

    Before:

    ```mlir
    %1 = tensor.insert_slice %x into %e[0, 0] [4, 8] [1, 1] : …
    %xy = tensor.insert_slice %y into %1[0, 8] [4, 8] [1, 1] : …
    %2 = tensor.insert_slice %x into %f[0, 0] [4, 8] [1, 1] : …
    %3 = tensor.insert_slice %y into %2[0, 8] [4, 8] [1, 1] : …
    %xyz = tensor.insert_slice %z into %3[0, 16] [4, 8] [1, 1] : …
    ```

    After, `%xy` is `tensor.extract_slice %1[0, 0] [4, 16] [1, 1]`:

    ```mlir
    %0 = tensor.insert_slice %x into %e[0, 0] [4, 8] [1, 1] : …
    %1 = tensor.insert_slice %y into %0[0, 8] [4, 8] [1, 1] : …
    %xyz = tensor.insert_slice %z into %1[0, 16] [4, 8] [1, 1] : …
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numConcatenations", "num-concatenations",
              "Concatenations made in place">,
    Statistic<"numTensors", "num-tensors", "Tensors that hold them">
  ];
}

def TSFlattenKernels : Pass<"ts-flatten-kernels", "::mlir::ModuleOp"> {
  let summary = "Compiled kernels join the functions that call them";
  let description = [{
    Pre-condition: the nested modules `@kernels` and `@device_kernels` hold only
    LLVM functions and globals. They move into the outer module; functions declared in both are
    declared once; `tsrt.kernel_call @kernels::@k` becomes
    `tsrt.kernel_call @k`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numMoved", "num-moved", "Functions and globals moved">,
    Statistic<"numCalls", "num-calls", "Calls of kernels redirected">
  ];
}

def TSShareLoops : Pass<"ts-share-loops", "::mlir::ModuleOp"> {
  let summary = "Equal loops of kernels become one function";
  let description = [{
    Pre-condition: a module of bufferized kernels (`ts-bufferize-kernels`).
    Loops that compute the same on buffers of the same types, in one kernel or
    in several, become calls of one private function, so that each is compiled
    once. Buffers made in a loop are made before it and handed to the function.
    Loops on fewer than `min-elements` elements stay where they are: what is
    around them may keep their elements in registers. Of loops on a quarter of
    that or more, eight equal ones become a function. So do loops with library
    calls, and those on buffers that are more than a pointer. Where a kernel has
    more than 64 such loops, each becomes a function, equal to another or not:
    LLVM's time grows faster than the number of loops in a function.

    Before:

    ```mlir
    linalg.exp ins(%x : memref<512xf32>) outs(%y : memref<512xf32>)
    linalg.exp ins(%y : memref<512xf32>) outs(%z : memref<512xf32>)
    ```

    After:

    ```mlir
    call @loop_0(%x, %y) : (memref<512xf32>, memref<512xf32>) -> ()
    call @loop_0(%y, %z) : (memref<512xf32>, memref<512xf32>) -> ()
    ```
  }];
  let dependentDialects = [
    "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect"
  ];
  let options = [
    Option<"minElements", "min-elements", "int64_t", "256",
           "the fewest elements of the largest buffer">
  ];
  let statistics = [
    Statistic<"numLoops", "num-loops", "Loops that became calls">,
    Statistic<"numFunctions", "num-functions", "Functions made of them">
  ];
}

def TSVersionKernels : Pass<"ts-version-kernels", "::mlir::ModuleOp"> {
  let summary = "Kernels once for each level of the processor";
  let description = [{
    Pre-condition: a module of bufferized kernels whose memory is planned
    (`ts-plan-buffers`). When the program names several levels of x86-64
    (`ts.cpus`, lowest first), each function but those of sizes is copied for
    each level above the lowest: the copy has the level's name at the end of its
    own, calls copies for the same level, and is compiled for it (`ts.cpu`). A
    kernel lists its copies in `ts.cpu_versions`; the program takes the highest
    that the processor has when it calls the kernel.

    Before, in a program with `ts.cpus = ["x86-64-v2", "x86-64-v4"]`:

    ```mlir
    func.func @kernel_0(%x: memref<512xf32>, %y: memref<512xf32>) { … }
    ```

    After:

    ```mlir
    func.func @kernel_0(%x: memref<512xf32>, %y: memref<512xf32>)
        attributes {ts.cpu = "x86-64-v2", ts.cpu_versions = ["kernel_0$x86-64-v4"]} { … }
    func.func @kernel_0$x86-64-v4(%x: memref<512xf32>, %y: memref<512xf32>)
        attributes {passthrough = [["target-cpu", "x86-64-v4"]], ts.cpu = "x86-64-v4"} { … }
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
  let statistics = [
    Statistic<"numVersions", "num-versions", "Functions made for other levels">
  ];
}

def TSProfileKernels : Pass<"ts-profile-kernels", "::mlir::ModuleOp"> {
  let summary = "Kernels say which part of them runs";
  let description = [{
    Pre-condition: a module of bufferized kernels (`ts-bufferize-kernels`).
    Before each library call and each loop the kernel tells the runtime a
    constant text that describes it: kernel, kind, what it computes, lines of
    the program, operations and bytes, as JSON. `ts-run --profile` adds times.

    ```mlir
    llvm.mlir.global internal constant @kernel_0$part0("{\22bytes\22:48,…}\00") {ts.part}
    func.func @kernel_0(%x: memref<2x3xf32>, %y: memref<2x3xf32>) {
      %0 = llvm.mlir.addressof @kernel_0$part0 : !llvm.ptr
      llvm.call @tsrt_profile_enter(%0) : (!llvm.ptr) -> ()
      linalg.generic …
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let statistics = [
    Statistic<"numParts", "num-parts", "Library calls and loops described">
  ];
}

//===----------------------------------------------------------------------===//
// CPU
//===----------------------------------------------------------------------===//

def TSGeneralizeElementwise
    : Pass<"ts-generalize-elementwise", "::mlir::func::FuncOp"> {
  let summary = "Named operations that move or combine elements become generic";
  let description = [{
    `linalg.reduce`, `linalg.map`, `linalg.broadcast` and `linalg.transpose`
    become `linalg.generic`, so that what they read is computed in their loops.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
  let statistics = [
    Statistic<"numGeneralized", "num-generalized", "Operations made generic">
  ];
}

def TSClampWindows : Pass<"ts-clamp-windows", "::mlir::func::FuncOp"> {
  let summary = "Poolings read the picture instead of a padded copy";
  let description = [{
    Pre-condition: kernels on tensors, with chosen layouts. A maximum pooling
    with channels last, without dilation, of a picture padded with the smallest
    number reads the picture itself: indices outside are moved to the edge,
    which is part of the window, too. So nobody copies the picture.

    With channels in front, where indices like these would keep rows of pixels
    from being vectors, the results fall into regions whose windows have the
    same places in the picture, up to 16 of them: each is a pooling of its own of
    a part of the picture, with smaller windows at the edge; a loop does those of
    a row of results, one row after the other. Sums of a picture padded with
    zeros fall into regions in both orders.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numClamped", "num-clamped", "Poolings without padding">
  ];
}

def TSSchedule : Pass<"ts-schedule", "::mlir::ModuleOp"> {
  let summary = "A user's schedule of kernels";
  let description = [{
    Pre-condition: kernels of linalg on tensors (`ts-form-kernels`) or on
    buffers. Runs the sequence `@__transform_main` of the transform dialect in
    `file` on the module of kernels, in place of the compiler's own phase:

    ```
    ts-opt f.mlir --ts-form-kernels --ts-schedule=file=mine.mlir \
      --ts-bufferize-kernels --ts-emit-kernels
    ```

    What the sequence does not say stays as it is. A file that cannot be read or
    has no such sequence, and a transformation that fails, are errors at their
    places.
  }];
  let options = [
    Option<"file", "file", "std::string", /*default=*/"",
           "MLIR file with the sequence">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::transform::TransformDialect",
    "::mlir::vector::VectorDialect"
  ];
  let statistics = [
    Statistic<"numModules", "num-modules", "Modules that were scheduled">
  ];
}

def TSTileAndFuse : Pass<"ts-tile-and-fuse", "::mlir::func::FuncOp"> {
  let summary = "Groups of linalg operations run row by row";
  let description = [{
    Pre-condition: linalg on tensors, elementwise operations fused. A root that
    reduces, or whose producers do, runs in loops over the dimensions that index
    all of them alike, with the producers that it alone needs; a row stays in
    cache from one to the next. Equal parts are computed once. Rows of less than
    32 elements and of more than 64 Ki stay as they are.

    Before (a softmax, sizes left out):

    ```mlir
    %m = linalg.generic "reduction" maximum(%x) -> tensor<1024xf32>
    %e = linalg.generic exp(%x - %m) -> tensor<1024x512xf32>
    %s = linalg.generic "reduction" sum(%e) -> tensor<1024xf32>
    %r = linalg.generic %e / %s -> tensor<1024x512xf32>
    ```

    After:

    ```mlir
    %r = scf.for %i = %c0 to %c1024 step %c1 iter_args(%out = %empty) {
      %row = tensor.extract_slice %x[%i, 0] [1, 512] [1, 1]
      ... the same four on tensor<1x512xf32> and tensor<1xf32> ...
      %next = tensor.insert_slice %quotient into %out[%i, 0] [1, 512] [1, 1]
      scf.yield %next
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numGroups", "num-groups", "Groups that run in loops">,
    Statistic<"numFused", "num-fused", "Producers in them">
  ];
}

def TSSplitLoops : Pass<"ts-split-loops", "::mlir::ModuleOp"> {
  let summary = "Threads share the turns of long loops";
  let description = [{
    Pre-condition: a module of bufferized kernels. A loop over rows of
    `ts-tile-and-fuse`, or an operation with a parallel dimension that all its
    results move along, of at least twice `grain` operations or of sizes that
    are not known, becomes a function of a range of its turns, and a call that
    hands such ranges to threads (`tsrt_parallel_for`). Loops of few turns (fewer
    than 8, or not known) are one loop with the parallel loop inside of them.
    Equal loops share one function.
    What a turn computes does not depend on the range, so that results are the
    same for each number of threads. Buffers of a turn are on the thread's
    stack. Sums without a parallel dimension stay as they are.

    Before:

    ```mlir
    linalg.exp ins(%x : memref<512x1024xf32>) outs(%y : memref<512x1024xf32>)
    ```

    After:

    ```mlir
    tsrt.library_call "split_0" [512, 11] ins(%x, %y : …) outs(%y : …) {ts.parallel}
    …
    func.func private @split_0(%operands: !llvm.ptr, %begin: i64, %end: i64) {
      …
      scf.for %i = %first to %last step %c1 {
        linalg.exp ins(%rowOfX : memref<1x1024xf32, …>) outs(%rowOfY : …)
      }
      return
    }
    ```

    Where sizes are not known, the call has no numbers but a first operand of
    words, a buffer on the stack: the turns, how many are worth a thread, and
    the numbers and sizes that the function reads.

    ```mlir
    tsrt.library_call "split_1" [] ins(%words, %x, %y : memref<4xi64>, memref<?x512xf32>, …) outs(%y : …) {ts.parallel}
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tsrt::TSRTDialect"
  ];
  let options = [
    Option<"grain", "grain", "int64_t", "262144",
           "the fewest operations that are worth a thread">
  ];
  let statistics = [
    Statistic<"numLoops", "num-loops", "Loops that threads share">,
    Statistic<"numFunctions", "num-functions", "Functions made of them">
  ];
}

def TSVectorizeLoops
    : Pass<"ts-vectorize-loops", "::mlir::func::FuncOp"> {
  let summary = "linalg on buffers becomes loops of vectors";
  let description = [{
    Pre-condition: linalg.generic and poolings on buffers. Of each, one loop
    steps by vectors: a parallel loop that moves along memory in all operands
    that it moves (every second element may be read), or the innermost reduction
    along rows, in several accumulators, where order does not matter. Small
    windows of reductions are unrolled with their results in registers. The rest
    of a loop is a masked vector or goes element by element. A maximum is one
    comparison with what was found and one for NaN. Elementwise operations that
    move along memory by one loop in their results and by another in an input go
    block by block. Other operations stay.

    How, the target says (docs/codegen.md): the row `avx512`, `avx2` or
    `baseline`, or `host`. Without `target`, code of libraries (`ts.library`) is
    for the level that they or their functions name (`ts.cpus`, `ts.cpu`), or for
    all processors, and other code for the host.

    Before:

    ```mlir
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
                                     affine_map<(d0) -> (d0)>],
                    iterator_types = ["parallel"]}
        ins(%x : memref<64xf32>) outs(%y : memref<64xf32>) {
    ^bb0(%a: f32, %b: f32):
      %0 = arith.negf %a : f32
      linalg.yield %0 : f32
    }
    ```

    After:

    ```mlir
    scf.for %i = %c0 to %c64 step %c16 {
      %0 = vector.load %x[%i] : memref<64xf32>, vector<16xf32>
      %1 = arith.negf %0 : vector<16xf32>
      vector.store %1, %y[%i] : memref<64xf32>, vector<16xf32>
    }
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"",
           "Row of the strategy table: avx512, avx2, baseline or host">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
  let statistics = [
    Statistic<"numParallel", "num-parallel", "Operations by parallel vectors">,
    Statistic<"numReductions", "num-reductions", "Reductions along rows">,
    Statistic<"numTransposed", "num-transposed", "Operations on blocks">,
    Statistic<"numLeft", "num-left", "Operations left to scalar loops">
  ];
}

def TSExpandMath : Pass<"ts-expand-math", "::mlir::func::FuncOp"> {
  let summary = "Functions of floats become arithmetic that vectorizes";
  let description = [{
    Pre-condition: functions of elements or vectors. Functions of the math
    dialect on f32 and f64 become arithmetic without calls and branches that is
    at most 2 units in the last place from the exact result and keeps NaN and
    the sign of zeros (docs/accuracy.md); those of f16 and bf16 are computed in
    f32. Sines, cosines and tangents of f64 have a branch for angles beyond
    2^20, where the operation stays, marked `ts.far`; in code for devices they
    stay altogether.
    Conversions of bf16 become arithmetic on integers. `fma` is the instruction
    of this processor or, in a module that is marked `ts.library`, a product and
    a sum in f64: without either it would be a call for each element. In code for
    devices (`gpu.launch`) it stays: all of them have it.
    Other types stay, and so does what processors compute themselves (`absf`,
    `sqrt`, `floor`, ...).

    Before:

    ```mlir
    %1 = math.tanh %0 : f32
    ```

    After: some forty operations of `arith`, which end in the sign:

    ```mlir
    %38 = arith.ori %36, %37 : i32
    %39 = arith.bitcast %38 : i32 to f32
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
  let statistics = [
    Statistic<"numExpanded", "num-expanded", "Functions expanded">
  ];
}

//===----------------------------------------------------------------------===//
// Library
//===----------------------------------------------------------------------===//

def ConvertLinalgToOneDNN
    : Pass<"convert-linalg-to-onednn", "::mlir::func::FuncOp"> {
  let summary = "Convolutions and matrix products to oneDNN";
  let description = [{
    Pre-condition: linalg on tensors of static shapes. A named operation on
    `f32` that oneDNN does well becomes a `tsrt.convolution` or a
    `tsrt.library_call`. A convolution takes in the zeros around its input, its
    bias, a scale and shift by constant vectors behind it (batch norm), a sum
    with a tensor that nobody needs afterwards, and an activation; a product
    its bias and a relu.

    Before:

    ```mlir
    %1 = linalg.conv_2d_nchw_fchw … ins(%x, %w : …) outs(%zeros : …) -> tensor<1x16x6x6xf32>
    %2 = linalg.generic … // x < 0 ? 0 : x
    ```

    After:

    ```mlir
    %2 = tsrt.convolution ins(%x, %w : …) outs(%empty : …) {activation = "relu", …} -> tensor<1x16x6x6xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::tsrt::TSRTDialect"
  ];
  let statistics = [
    Statistic<"numCalls", "num-calls", "Library calls made">
  ];
}

def TSPropagateLayouts
    : Pass<"ts-propagate-layouts", "::mlir::func::FuncOp"> {
  let summary = "Pictures have their channels last, from end to end";
  let description = [{
    Pre-condition: `convert-linalg-to-onednn`, on tensors. Every convolution
    reads and writes [N,H,W,C], and so does what is between them: elementwise
    operations, poolings, paddings, reductions, slices put into a tensor
    (concatenation). A network then reorders its input and its output instead of
    both for each layer, and loops over channels are loops over neighbours in
    memory. Pictures of one element in each channel are only reshaped.

    Before:

    ```mlir
    %1 = tsrt.convolution ins(%x, %w : tensor<1x3x8x8xf32>, …) … -> tensor<1x16x6x6xf32>
    %2 = linalg.generic … ins(%1 : tensor<1x16x6x6xf32>) …
    ```

    After:

    ```mlir
    %t = linalg.transpose ins(%x : tensor<1x3x8x8xf32>) … permutation = [0, 2, 3, 1]
    %1 = tsrt.convolution ins(%t, %w : tensor<1x8x8x3xf32>, …) … {channels_last, …} -> tensor<1x6x6x16xf32>
    %2 = linalg.generic … ins(%1 : tensor<1x6x6x16xf32>) …
    %3 = linalg.transpose ins(%2 : tensor<1x6x6x16xf32>) … permutation = [0, 3, 1, 2]
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numConverted", "num-converted", "Operations with channels last">,
    Statistic<"numTransposed", "num-transposed", "Transpositions added">
  ];
}

def TSChooseAlgorithms : Pass<"ts-choose-algorithms", "::mlir::func::FuncOp"> {
  let summary = "How libraries compute convolutions and products";
  let description = [{
    Pre-condition: `ts-propagate-layouts`. A `tsrt.convolution` of 3x3 becomes
    one by Winograd's method on squares of 2 or 4 outputs where a cost model says
    that this is at least a tenth faster: products, weights, which are 1.8 or 4
    times as large and read once, and transformed values count, at the rates of
    one core (docs/codegen.md). Convolutions of 1x1 and products with constant
    weights may be `bf16x3`, sums of products of halves of floats, where they have
    a million multiplications or more: processors with AMX then use it. With
    `accuracy=strict`, or in a module that is
    marked `ts.strict`, nothing changes: results may differ from direct sums by
    twice their rounding errors (docs/accuracy.md).

    ```mlir
    %1 = tsrt.convolution ins(%x, %w : tensor<1x56x56x64xf32>, …) … {channels_last, constant, …}
    ```

    becomes

    ```mlir
    %1 = tsrt.convolution ins(%x, %w : tensor<1x56x56x64xf32>, …) … {channels_last, constant, winograd = 4 : i64, …}
    ```
  }];
  let options = [
    Option<"accuracy", "accuracy", "std::string", /*default=*/"",
           "strict or default; without it, what the module is marked as">
  ];
  let statistics = [
    Statistic<"numWinograd", "num-winograd", "Convolutions by Winograd's method">,
    Statistic<"numBf16x3", "num-bf16x3", "Products that may be of halves">
  ];
}

def TSPackLibraryOperands
    : Pass<"ts-pack-library-operands", "::mlir::func::FuncOp"> {
  let summary = "Library calls see row-major buffers only";
  let description = [{
    Pre-condition: bufferized. An operand of a `tsrt.library_call` or
    `tsrt.convolution` that is not row-major is copied to a buffer that is, and
    the result copied back. Only the output of a convolution with its channels
    last may have gaps of known size between its pixels.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect"
  ];
  let statistics = [
    Statistic<"numPacked", "num-packed", "Operands copied to row-major buffers">
  ];
}

def TSLowerLibraryCalls
    : Pass<"ts-lower-library-calls", "::mlir::ModuleOp"> {
  let summary = "Library calls on buffers become calls of C functions";
  let description = [{
    Pre-condition: `ts-pack-library-operands`, and `ts-plan-buffers`, which does
    not follow the addresses that are passed. `tsrt.library_call` and
    `tsrt.convolution` become calls. Each has a place of its own in a global of
    the kernel, `@KERNEL$library`, where the function keeps what it prepared.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::arith::ArithDialect"
  ];
  let statistics = [
    Statistic<"numLowered", "num-lowered", "Library calls lowered">
  ];
}

#endif // TORCHSCRIPT_CODEGEN_PASSES_TD
