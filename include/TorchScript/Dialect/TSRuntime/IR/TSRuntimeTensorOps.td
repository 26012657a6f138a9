//===- TSRuntimeTensorOps.td - Elements of tensors -*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMETENSOROPS_TD
#define TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMETENSOROPS_TD

include "TorchScript/Dialect/TS/IR/TSTypes.td"
include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeDialect.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// The numbers an element is read and written as.
def TSRT_Number : AnyTypeOf<[I1, I64, F64]>;

def TSRT_ElementLoadOp : TSRT_Op<"element.load", [MemoryEffects<[MemRead]>]> {
  let summary = "read one element of a tensor, if that is simple";
  let description = [{
    `found` is true when the tensor has one dimension for each index, all are in
    range (negative ones count from the end), and the dtype converts to the
    type; otherwise the value is zero, and the operators that this stands for
    have to do it, or to fail.

    ```mlir
    %found, %x = tsrt.element.load %t[%i, %j] : !ts.tensor, f64
    ```
  }];
  let arguments = (ins TS_TensorType:$tensor, Variadic<I64>:$indices);
  let results = (outs I1:$found, TSRT_Number:$value);
  let assemblyFormat = [{
    $tensor `[` $indices `]` `:` type($tensor) `,` type($value) attr-dict
  }];
}

def TSRT_ElementStoreOp : TSRT_Op<"element.store"> {
  let summary = "write one element of a tensor, if that is simple";
  let description = [{
    `stored` is true when the tensor has one dimension for each index, all are in
    range (negative ones count from the end), and the number converts to the
    dtype without a check; otherwise nothing happens.

    ```mlir
    %stored = tsrt.element.store %x, %t[%i, %j] : f64, !ts.tensor
    ```
  }];
  let arguments = (ins TSRT_Number:$value, TS_TensorType:$tensor,
                       Variadic<I64>:$indices);
  let results = (outs I1:$stored);
  let assemblyFormat = [{
    $value `,` $tensor `[` $indices `]` `:` type($value) `,` type($tensor)
    attr-dict
  }];
}

#endif // TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMETENSOROPS_TD
