//===- TSContainerOps.td - Tuples, lists and dicts ---------*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TSCONTAINEROPS_TD
#define TORCHSCRIPT_DIALECT_TS_IR_TSCONTAINEROPS_TD

include "TorchScript/Dialect/TS/IR/TSInterfaces.td"
include "TorchScript/Dialect/TS/IR/TSTypes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def TS_TupleConstructOp : TS_Op<"tuple.construct", [Pure, TypesMatchWith<
    "the operands have the tuple's element types", "result", "elements",
    "::mlir::ts::getTupleElements($_self)">]> {
  let summary = "makes a tuple or an instance of a NamedTuple";
  let description = [{
    ```mlir
    %t = ts.tuple.construct %a, %b : !ts.tuple<i64, f64>
    ```
  }];
  let arguments = (ins Variadic<TS_Value>:$elements);
  let results = (outs TS_TupleType:$result);
  let assemblyFormat = "$elements attr-dict `:` custom<FullType>(type($result))";
}

def TS_TupleIndexOp : TS_Op<"tuple.index", [Pure,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "an element of a tuple";
  let description = [{
    The index is static and within the tuple.

    ```mlir
    %a = ts.tuple.index %t[0] : !ts.tuple<i64, f64>
    ```
  }];
  let arguments = (ins TS_TupleType:$tuple, I64Attr:$index);
  let results = (outs TS_Value:$result);
  let assemblyFormat = "$tuple `[` $index `]` attr-dict `:` custom<FullType>(type($tuple))";
  let hasFolder = 1;
}

def TS_TupleSliceOp : TS_Op<"tuple.slice", [Pure,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "a plain tuple of consecutive elements";
  let description = [{
    Elements `begin` to `end`, exclusive.

    ```mlir
    %u = ts.tuple.slice %t[0 to 1] : !ts.tuple<i64, f64>
    ```
  }];
  let arguments = (ins TS_TupleType:$tuple, I64Attr:$begin, I64Attr:$end);
  let results = (outs TS_TupleType:$result);
  let assemblyFormat = [{
    $tuple `[` $begin `to` $end `]` attr-dict `:` custom<FullType>(type($tuple))
  }];
  let hasCanonicalizeMethod = 1;
}

def TS_ListConstructOp : TS_Op<"list.construct"> {
  let summary = "makes a list of the operands";
  let description = [{
    ```mlir
    %l = ts.list.construct %a, %b : !ts.list<i64>
    ```
  }];
  let arguments = (ins Variadic<TS_Value>:$elements);
  let results = (outs Res<TS_ListType, "", [MemAlloc]>:$result);
  let assemblyFormat = [{
    $elements attr-dict `:` custom<ListTypes>(type($result), ref($elements), type($elements))
  }];
  let hasVerifier = 1;
}

def TS_ListUnpackOp : TS_Op<"list.unpack", [
    MemoryEffects<[MemRead, MemWrite<TS_ControlResource>]>]> {
  let summary = "the elements of a list; raises unless there are as many";
  let description = [{
    ```mlir
    %a, %b = ts.list.unpack %l : !ts.list<i64> -> i64, i64
    ```
  }];
  let arguments = (ins TS_ListType:$list);
  let results = (outs Variadic<TS_Value>:$elements);
  let assemblyFormat = "$list attr-dict `:` custom<FullType>(type($list)) (`->` type($elements)^)?";
  let hasVerifier = 1;
}

def TS_DictConstructOp : TS_Op<"dict.construct", [SameVariadicOperandSize]> {
  let summary = "makes a dict of pairs, in order";
  let description = [{
    ```mlir
    %d = ts.dict.construct keys(%k0, %k1) values(%v0, %v1) : !ts.dict<!ts.str, i64>
    ```
  }];
  let arguments = (ins Variadic<TS_Value>:$keys, Variadic<TS_Value>:$values);
  let results = (outs Res<TS_DictType, "", [MemAlloc]>:$result);
  let assemblyFormat = [{
    `keys` `(` $keys `)` `values` `(` $values `)` attr-dict `:`
    custom<DictTypes>(type($result), ref($keys), type($keys), type($values))
  }];
  let hasVerifier = 1;
}

#endif // TORCHSCRIPT_DIALECT_TS_IR_TSCONTAINEROPS_TD
