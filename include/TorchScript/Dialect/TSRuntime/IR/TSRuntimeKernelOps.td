//===- TSRuntimeKernelOps.td - Kernels and libraries -*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMEKERNELOPS_TD
#define TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMEKERNELOPS_TD

include "TorchScript/Dialect/TS/IR/TSTypes.td"
include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeDialect.td"
include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TSRT_KernelCallOp : TSRT_Op<"kernel_call",
    [TSRT_RaisingOpInterface, AttrSizedOperandSegments]> {
  let summary = "run a compiled kernel on tensor objects";
  let description = [{
    The kernel is a function of the module's nested kernel module. It gets the
    contents of the input tensors, and numbers, and fills fresh result tensors
    and numbers. Tensor types have dtype and rank; sizes that they say are
    checked at run time, others are what the tensors have. The sizes of results
    are then computed by the kernel's function of sizes.

    Some outputs are written into tensors that exist, which may be inputs, too:
    the numbers in brackets are their positions among the kernel's outputs, in
    ascending order; the results are the others.

    ```mlir
    %y = tsrt.kernel_call @kernels::@kernel_0(%x)
        : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
    tsrt.kernel_call @kernels::@kernel_1(%x)
        into(%x : !ts.tensor<[2,3],f32>) [0] : (!ts.tensor<[2,3],f32>) -> ()
    ```
  }];
  let arguments = (ins SymbolRefAttr:$callee, Variadic<AnyType>:$inputs,
                       Variadic<AnyType>:$destinations,
                       OptionalAttr<DenseI64ArrayAttr>:$into);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $callee `(` $inputs `)`
      (`into` `(` $destinations^ `:` type($destinations) `)` $into)?
      attr-dict `:` functional-type($inputs, $results)
  }];
  let builders = [OpBuilder<(ins "TypeRange":$results,
                                 "SymbolRefAttr":$callee,
                                 "ValueRange":$inputs), [{
    build($_builder, $_state, results, callee, inputs,
          /*destinations=*/ValueRange(), /*into=*/DenseI64ArrayAttr());
  }]>];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The positions of the destinations among the outputs.
    ::llvm::ArrayRef<int64_t> getPositions() {
      return getInto() ? *getInto() : ::llvm::ArrayRef<int64_t>();
    }
  }];
}

def TSRT_LibraryCallOp : TSRT_Op<"library_call", [
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "compute a tensor by a function of a library";
  let description = [{
    Calls the runtime's C function
    `void function(const int64_t *parameters, const void *const *inputs,
    void *output)` on row-major buffers. The meaning of the parameters is the
    function's. Sizes that are known at run time only are named by the attribute
    `tsrt.size_parameters`: for each the parameter, the input and its dimension.

    ```mlir
    %c = tsrt.library_call "tsrt_onednn_matmul" [2, 3, 4, 0] ins(%a, %b : tensor<2x4xf32>, tensor<4x3xf32>)
        outs(%init : tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
  let arguments = (ins StrAttr:$function, DenseI64ArrayAttr:$parameters,
                       Variadic<AnyShaped>:$inputs, AnyShaped:$init);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    $function $parameters `ins` `(` ($inputs^ `:` type($inputs))? `)`
    `outs` `(` $init `:` type($init) `)` attr-dict (`->` type($result)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getInitMutable();
    }
  }];
}

def TSRT_ConvolutionOp : TSRT_Op<"convolution", [
    AttrSizedOperandSegments, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "f32 convolution of two dimensions by a library";
  let description = [{
    The result is `activation(convolution(input, weights) * scale + bias)`; with
    `accumulate`, what the destination holds is added before the activation.
    `input` is [N,C,H,W] and the result [N,F,OH,OW], or [N,H,W,C] and
    [N,OH,OW,F] with `channels_last`; `weights` is [F,C/groups,KH,KW] always,
    `scale` and `bias` are [F]. `low` and `high` are rows and columns of zeros
    around the input. `constant` says that weights, scale and bias are the same
    in every call, so that what is made of them may be kept.

    The activation is `relu`, `clamp` to `bounds`, `hardswish`, `silu`, or none.

    `winograd`, 2 or 4, asks for Winograd's method on squares of so many outputs
    in each direction, where the processor has kernels for it: for weights of 3x3
    that are `constant`, strides and dilations of one, no groups, channels last
    in multiples of 16, and no `silu`.

    `bf16x3` allows products of halves of floats, where the processor has kernels
    for them (docs/accuracy.md): for weights of 1x1 that are `constant`, no
    padding, no groups, and channels last.

    ```mlir
    %y = tsrt.convolution ins(%x, %w : tensor<1x8x8x3xf32>, tensor<16x3x3x3xf32>)
        bias(%b : tensor<16xf32>) outs(%init : tensor<1x6x6x16xf32>)
        {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>,
         high = array<i64: 0, 0>, groups = 1 : i64, channels_last, constant, activation = "relu"}
        -> tensor<1x6x6x16xf32>
    ```
  }];
  let arguments = (ins AnyShaped:$input, AnyShaped:$weights,
                       Optional<AnyShaped>:$scale, Optional<AnyShaped>:$bias,
                       AnyShaped:$init, DenseI64ArrayAttr:$strides,
                       DenseI64ArrayAttr:$dilations, DenseI64ArrayAttr:$low,
                       DenseI64ArrayAttr:$high, I64Attr:$groups,
                       UnitAttr:$channels_last, UnitAttr:$constant,
                       UnitAttr:$accumulate, OptionalAttr<StrAttr>:$activation,
                       OptionalAttr<DenseF64ArrayAttr>:$bounds,
                       OptionalAttr<I64Attr>:$winograd, UnitAttr:$bf16x3);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `ins` `(` $input `,` $weights `:` type($input) `,` type($weights) `)`
    (`scale` `(` $scale^ `:` type($scale) `)`)?
    (`bias` `(` $bias^ `:` type($bias) `)`)?
    `outs` `(` $init `:` type($init) `)` attr-dict (`->` type($result)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getInitMutable();
    }
    /// Whether Winograd's method computes this; see `winograd`.
    bool takesWinograd();
    /// Whether products of halves may compute this; see `bf16x3`.
    bool takesBf16x3();
  }];
}

def TSRT_MathCallOp : TSRT_Op<"math_call", [Pure]> {
  let summary = "compute a number by a function of the runtime";
  let description = [{
    Calls the runtime's C function of numbers, which has no effect. See
    `tsrt_math_` in tsrt_kernel.h.

    ```mlir
    %y = tsrt.math_call "tsrt_math_digamma_f32"(%x) : (f32) -> f32
    ```
  }];
  let arguments = (ins StrAttr:$function,
                       Variadic<AnyTypeOf<[F32, F64, I64]>>:$inputs);
  let results = (outs AnyTypeOf<[F32, F64, I64]>:$result);
  let assemblyFormat = [{
    $function `(` $inputs `)` attr-dict `:`
    functional-type($inputs, $result)
  }];
}

#endif // TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMEKERNELOPS_TD
