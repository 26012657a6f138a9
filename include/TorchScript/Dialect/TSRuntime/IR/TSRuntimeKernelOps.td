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
    and numbers. All tensor types have static shapes, which are checked at run
    time.

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
    function's.

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

#endif // TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMEKERNELOPS_TD
