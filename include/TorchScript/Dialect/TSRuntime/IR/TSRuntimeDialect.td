//===- TSRuntimeDialect.td - The tsrt dialect -*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMEDIALECT_TD
#define TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMEDIALECT_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"

def TSRT_Dialect : Dialect {
  let name = "tsrt";
  let cppNamespace = "::mlir::tsrt";
  let summary = "errors, ownership and runtime calls, one step above LLVM";
  let description = [{
    What a TorchScript program becomes before it is machine code. Values keep
    their `ts` types; the operations say how the native representation is
    read, who owns it, and what happens when an operation fails.

    * **Errors.** An operation that may fail implements
      `RaisingOpInterface`. Before `ts-lower-raise` a failure leaves the
      function as if by magic; after it, the operation has one more leading
      result of type `!tsrt.error`, and a branch.
    * **Ownership.** Results are owned, operands are borrowed, except the
      operands an operation *takes* (`OwnershipOpInterface`).
      `tsrt-insert-refcounts` makes this true with `tsrt.retain` and
      `tsrt.release`.
  }];
  let dependentDialects = ["::mlir::ts::TSDialect"];
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    /// Adds all types of the dialect.
    void registerTypes();
  }];
}

/// Base of all operations of the dialect.
class TSRT_Op<string mnemonic, list<Trait> traits = []>
    : Op<TSRT_Dialect, mnemonic, traits>;

class TSRT_TypeDef<string name, string typeMnemonic>
    : TypeDef<TSRT_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def TSRT_ErrorType : TSRT_TypeDef<"Error", "error"> {
  let summary = "a run-time error, or null: success";
  let description = [{
    A pointer to a `tsrt_error`. It is owned by the operation result that
    carries it and moves from result to operand; the host releases it.
  }];
}

def TSRT_DescriptorType : TSRT_TypeDef<"Descriptor", "descriptor"> {
  let summary = "a pointer to a constant type descriptor (`tsrt_type`)";
}

#endif // TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMEDIALECT_TD
