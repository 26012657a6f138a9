//===- TSConstantOps.td - Constants that no upstream dialect has --*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TSCONSTANTOPS_TD
#define TORCHSCRIPT_DIALECT_TS_IR_TSCONSTANTOPS_TD

include "TorchScript/Dialect/TS/IR/TSAttrs.td"
include "TorchScript/Dialect/TS/IR/TSInterfaces.td"
include "TorchScript/Dialect/TS/IR/TSTypes.td"

class TS_ConstantOp<string kind, list<Trait> traits = []>
    : TS_Op<"constant." # kind, !listconcat(traits, [Pure, ConstantLike])> {
  let hasFolder = 1;
}

def TS_ConstantNoneOp : TS_ConstantOp<"none"> {
  let summary = "`None`";
  let description = [{
    ```mlir
    %none = ts.constant.none
    ```
  }];
  let results = (outs TS_NoneType:$result);
  let assemblyFormat = "attr-dict";
  let builders = [OpBuilder<(ins), [{
    build($_builder, $_state, TSNoneType::get($_builder.getContext()));
  }]>];
}

def TS_ConstantStrOp : TS_ConstantOp<"str"> {
  let summary = "a string";
  let description = [{
    The value is the string's bytes, UTF-8.

    ```mlir
    %s = ts.constant.str "hello"
    ```
  }];
  let arguments = (ins StrAttr:$value);
  let results = (outs TS_StrType:$result);
  let assemblyFormat = "$value attr-dict";
  let builders = [OpBuilder<(ins "::llvm::StringRef":$value), [{
    build($_builder, $_state, StrType::get($_builder.getContext()),
          $_builder.getStringAttr(value));
  }]>];
}

def TS_ConstantDeviceOp : TS_ConstantOp<"device"> {
  let summary = "a device";
  let description = [{
    ```mlir
    %d = ts.constant.device <"cpu">
    ```
  }];
  let arguments = (ins TS_DeviceAttr:$value);
  let results = (outs TS_DeviceType:$result);
  let builders = [OpBuilder<(ins "::mlir::ts::DeviceAttr":$value), [{
    build($_builder, $_state, DeviceType::get($_builder.getContext()), value);
  }]>];
  let assemblyFormat = "$value attr-dict";
}

def TS_ConstantEnumOp : TS_ConstantOp<"enum",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a member of an enum class";
  let description = [{
    ```mlir
    %e = ts.constant.enum <@Color, "RED"> : !ts.enum<@Color>
    ```
  }];
  let arguments = (ins TS_MemberAttr:$value);
  let results = (outs TS_EnumType:$result);
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::ts::MemberAttr":$value), [{
    build($_builder, $_state, EnumType::get(value.getEnumName()), value);
  }]>];
  let assemblyFormat = "$value attr-dict `:` custom<FullType>(type($result))";
}

#endif // TORCHSCRIPT_DIALECT_TS_IR_TSCONSTANTOPS_TD
