//===- TSVariableOps.td - Local variables (source form) ----*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TSVARIABLEOPS_TD
#define TORCHSCRIPT_DIALECT_TS_IR_TSVARIABLEOPS_TD

include "TorchScript/Dialect/TS/IR/TSInterfaces.td"
include "TorchScript/Dialect/TS/IR/TSTypes.td"

def TS_VarOp : TS_Op<"var"> {
  let summary = "declares a local variable";
  let description = [{
    Makes an undefined variable. The name is the one of the program and serves
    diagnostics. The slot may be loaded, stored and deleted anywhere the result
    dominates, in nested regions too, but used by nothing else. Source form
    only.

    ```mlir
    %x = ts.var "x" : !ts.slot<i64>
    ```
  }];
  let arguments = (ins StrAttr:$name);
  let results = (outs Res<TS_SlotType, "", [MemAlloc<TS_SlotResource>]>:$slot);
  let assemblyFormat = "$name attr-dict `:` custom<FullType>(type($slot))";
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name,
                                 "::mlir::Type":$type), [{
    build($_builder, $_state, SlotType::get(type),
          $_builder.getStringAttr(name));
  }]>];
}

def TS_LoadOp : TS_Op<"load", [TypesMatchWith<
    "the result is a value of the slot's type", "slot", "value",
    "::mlir::ts::getElementTypeOrSelf($_self)">]> {
  let summary = "reads a local variable";
  let description = [{
    Reading a variable that is not defined is ruled out by the importer.

    ```mlir
    %0 = ts.load %x : !ts.slot<i64>
    ```
  }];
  let arguments = (ins Arg<TS_SlotType, "", [MemRead<TS_SlotResource>]>:$slot);
  let results = (outs TS_Value:$value);
  let assemblyFormat = "$slot attr-dict `:` custom<FullType>(type($slot))";
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::Value":$slot), [{
    build($_builder, $_state,
          ::llvm::cast<SlotType>(slot.getType()).getElementType(), slot);
  }]>];
}

def TS_StoreOp : TS_Op<"store", [TypesMatchWith<
    "the value has the slot's type", "slot", "value",
    "::mlir::ts::getElementTypeOrSelf($_self)">]> {
  let summary = "assigns to a local variable";
  let description = [{
    ```mlir
    ts.store %0, %x : !ts.slot<i64>
    ```
  }];
  let arguments = (ins TS_Value:$value,
                       Arg<TS_SlotType, "", [MemWrite<TS_SlotResource>]>:$slot);
  let assemblyFormat = "$value `,` $slot attr-dict `:` custom<FullType>(type($slot))";
  let hasVerifier = 1;
}

def TS_DelOp : TS_Op<"del"> {
  let summary = "makes a local variable undefined again";
  let description = [{
    ```mlir
    ts.del %x : !ts.slot<i64>
    ```
  }];
  let arguments = (ins Arg<TS_SlotType, "", [MemWrite<TS_SlotResource>]>:$slot);
  let assemblyFormat = "$slot attr-dict `:` custom<FullType>(type($slot))";
  let hasVerifier = 1;
}

def TS_UninitializedOp : TS_Op<"uninitialized", [Pure]> {
  let summary = "a value that is never looked at";
  let description = [{
    Stands where the form needs a value but the program has none: after a
    `ts.throw`, or as the initial value of a variable that is assigned before it
    is read. At run time it is zero or null.

    ```mlir
    %0 = ts.uninitialized : i64
    ```
  }];
  let results = (outs AnyType:$value);
  let assemblyFormat = "attr-dict `:` type($value)";
}

#endif // TORCHSCRIPT_DIALECT_TS_IR_TSVARIABLEOPS_TD
