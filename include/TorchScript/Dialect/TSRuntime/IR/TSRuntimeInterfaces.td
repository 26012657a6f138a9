//===- TSRuntimeInterfaces.td - Failure and ownership -*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMEINTERFACES_TD
#define TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMEINTERFACES_TD

include "mlir/IR/OpBase.td"

def TSRT_RaisingOpInterface : OpInterface<"RaisingOpInterface"> {
  let cppNamespace = "::mlir::tsrt";
  let description = [{
    An operation that may end the function with an error. `ts-lower-raise`
    rebuilds it with a leading result of type `!tsrt.error` and branches on it.
  }];
  let methods = [
    InterfaceMethod<"True when this operation may fail.", "bool", "mayRaise",
                    (ins), "", "return true;">
  ];
}

def TSRT_OwnershipOpInterface : OpInterface<"OwnershipOpInterface"> {
  let cppNamespace = "::mlir::tsrt";
  let description = [{
    An operation that takes over the ownership of some of its operands. Without
    the interface every operand is borrowed.
  }];
  let methods = [
    InterfaceMethod<"True when operand `index` is taken over.", "bool",
                    "takesOperand", (ins "unsigned":$index)>
  ];
}

#endif // TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMEINTERFACES_TD
