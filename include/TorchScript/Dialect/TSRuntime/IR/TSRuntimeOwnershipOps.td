//===- TSRuntimeOwnershipOps.td - Reference counts -*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMEOWNERSHIPOPS_TD
#define TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMEOWNERSHIPOPS_TD

include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeDialect.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TSRT_RetainOp : TSRT_Op<"retain"> {
  let summary = "add one owner to every object a value holds";
  let description = [{
    ```mlir
    tsrt.retain %list : !ts.list<i64>
    ```
  }];
  let arguments = (ins AnyType:$value);
  let assemblyFormat = "$value `:` type($value) attr-dict";
}

def TSRT_ReleaseOp : TSRT_Op<"release"> {
  let summary = "remove one owner from every object a value holds";
  let description = [{
    ```mlir
    tsrt.release %list : !ts.list<i64>
    ```
  }];
  let arguments = (ins AnyType:$value);
  let assemblyFormat = "$value `:` type($value) attr-dict";
}

def TSRT_ZeroOp : TSRT_Op<"zero", [Pure]> {
  let summary = "the value whose native representation is all zeros";
  let description = [{
    What a failing function returns beside its error. It holds no object, so
    retaining and releasing it does nothing.

    ```mlir
    %z = tsrt.zero : !ts.tensor
    ```
  }];
  let results = (outs AnyType:$result);
  let assemblyFormat = "`:` type($result) attr-dict";
}

def TSRT_DescriptorOp : TSRT_Op<"descriptor", [Pure]> {
  let summary = "the descriptor of a type";
  let description = [{
    ```mlir
    %d = tsrt.descriptor !ts.list<i64>
    ```
  }];
  let arguments = (ins TypeAttr:$type);
  let results = (outs TSRT_DescriptorType:$result);
  let assemblyFormat = "$type attr-dict";
}

#endif // TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMEOWNERSHIPOPS_TD
