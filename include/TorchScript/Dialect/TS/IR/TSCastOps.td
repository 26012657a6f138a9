//===- TSCastOps.td - Refinement and conversion between static types --*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TSCASTOPS_TD
#define TORCHSCRIPT_DIALECT_TS_IR_TSCASTOPS_TD

include "TorchScript/Dialect/TS/IR/TSInterfaces.td"
include "TorchScript/Dialect/TS/IR/TSTypes.td"
include "mlir/Interfaces/CastInterfaces.td"

def TS_DerefineOp : TS_Op<"derefine", [Pure]> {
  let summary = "sees a value as one of a supertype";
  let description = [{
    No conversion of the value: `T` to `Optional[T]`, None to `Optional[T]`, a
    member to its union, anything to `Any`, a class to its interface, a refined
    tensor type to a vaguer one, int, float or complex to a number, and the same
    inside a tuple.

    ```mlir
    %1 = ts.derefine %0 : i64 to !ts.optional<i64>
    ```
  }];
  let arguments = (ins TS_Value:$input);
  let results = (outs TS_Value:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `to` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TS_UncheckedCastOp : TS_Op<"unchecked_cast", [Pure]> {
  let summary = "sees a value as one of a subtype that it is known to have";
  let description = [{
    What the importer writes where the program has tested the type: after
    `x is not None` or `isinstance`. Undefined when the value has another type.

    ```mlir
    %1 = ts.unchecked_cast %0 : !ts.optional<i64> to i64
    ```
  }];
  let arguments = (ins TS_Value:$input);
  let results = (outs TS_Value:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `to` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TS_IsInstanceOp : TS_Op<"isinstance", [Pure]> {
  let summary = "`isinstance`";
  let description = [{
    True when the value has one of the types. `!ts.any_list` and
    `!ts.any_tuple` stand for bare `list` and `tuple`.

    ```mlir
    %1 = ts.isinstance %0 is [i64, !ts.str] : !ts.any
    ```
  }];
  let arguments = (ins TS_Value:$input, TypeArrayAttr:$types);
  let results = (outs I1:$result);
  let assemblyFormat = "$input `is` $types attr-dict `:` type($input)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TS_IsNoneOp : TS_Op<"is_none", [Pure]> {
  let summary = "`x is None`";
  let description = [{
    ```mlir
    %1 = ts.is_none %0 : !ts.optional<i64>
    ```
  }];
  let arguments = (ins TS_Value:$input);
  let results = (outs I1:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let hasFolder = 1;
}

def TS_UnwrapOp : TS_Op<"unwrap", [
    MemoryEffects<[MemWrite<TS_ControlResource>]>,
    TypesMatchWith<"the result is the optional's type", "input", "result",
      "::mlir::ts::getElementTypeOrSelf($_self)">]> {
  let summary = "the value of an Optional; raises when it is None";
  let description = [{
    ```mlir
    %1 = ts.unwrap %0 : !ts.optional<i64>
    ```
  }];
  let arguments = (ins TS_OptionalType:$input);
  let results = (outs TS_Value:$result);
  let assemblyFormat = "$input attr-dict `:` custom<FullType>(type($input))";
  let hasFolder = 1;
}

def TS_BoxOp : TS_Op<"box", [Pure]> {
  let summary = "makes a value that carries its type";
  let description = [{
    `T` to `!ts.any`, a union, or (for int, float, bool, complex) `!ts.scalar`.

    ```mlir
    %1 = ts.box %0 : i64 to !ts.scalar
    ```
  }];
  let arguments = (ins TS_Value:$input);
  let results = (outs TS_Dynamic:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `to` type($result)";
  let hasVerifier = 1;
}

def TS_UnboxOp : TS_Op<"unbox", [Pure]> {
  let summary = "the value inside one that carries its type";
  let description = [{
    Undefined when the value has another type.

    ```mlir
    %1 = ts.unbox %0 : !ts.any to !ts.str
    ```
  }];
  let arguments = (ins TS_Dynamic:$input);
  let results = (outs TS_Value:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `to` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

#endif // TORCHSCRIPT_DIALECT_TS_IR_TSCASTOPS_TD
