//===- TSTensorOps.td - Between tensor objects and tensor values --*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TSTENSOROPS_TD
#define TORCHSCRIPT_DIALECT_TS_IR_TSTENSOROPS_TD

include "TorchScript/Dialect/TS/IR/TSInterfaces.td"
include "TorchScript/Dialect/TS/IR/TSTypes.td"

def TS_TensorValueOp : TS_Op<"tensor.value", [
    MemoryEffects<[MemRead]>]> {
  let summary = "the contents of a tensor, as a value";
  let description = [{
    Reads the elements as they are now. The types agree in sizes and element
    type; linalg sees `ui8` as `i8`.

    ```mlir
    %v = ts.tensor.value %t : !ts.tensor<[2,?],f32> -> tensor<2x?xf32>
    ```
  }];
  let arguments = (ins TS_TensorType:$tensor);
  let results = (outs AnyRankedTensor:$value);
  let assemblyFormat = "$tensor attr-dict `:` custom<FullType>(type($tensor)) `->` type($value)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TS_TensorRefOp : TS_Op<"tensor.ref"> {
  let summary = "makes a fresh tensor of a value";
  let description = [{
    The result aliases nothing.

    ```mlir
    %t = ts.tensor.ref %v : tensor<2x?xf32> -> !ts.tensor<[2,?],f32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$value);
  let results = (outs Res<TS_TensorType, "", [MemAlloc]>:$tensor);
  let assemblyFormat = "$value attr-dict `:` type($value) `->` custom<FullType>(type($tensor))";
  let hasVerifier = 1;
}

def TS_TensorOverwriteOp : TS_Op<"tensor.overwrite", [
    MemoryEffects<[MemWrite]>]> {
  let summary = "writes a value into an existing tensor";
  let description = [{
    Every alias of the tensor sees the new elements. The sizes and the element
    type are those of the tensor.

    ```mlir
    ts.tensor.overwrite %v, %t : tensor<2x?xf32>, !ts.tensor<[2,?],f32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$value, TS_TensorType:$tensor);
  let assemblyFormat = "$value `,` $tensor attr-dict `:` type($value) `,` custom<FullType>(type($tensor))";
  let hasVerifier = 1;
}

def TS_TensorLiteralOp : TS_Op<"tensor.literal", [Pure]> {
  let summary = "a tensor that exists before the program runs";
  let description = [{
    Each evaluation gives the same tensor object. The value is `dense`, a
    `dense_resource` or `#ts.tensor_ref`.

    ```mlir
    %0 = ts.tensor.literal dense<[1, 2]> : tensor<2xi64> -> !ts.tensor<[2],i64>
    %1 = ts.tensor.literal #ts.tensor_ref<"0", f32, [2], strides [1], offset 0> -> !ts.tensor<[2],f32>
    ```
  }];
  let arguments = (ins AnyAttr:$value);
  let results = (outs TS_TensorType:$result);
  let assemblyFormat = "$value attr-dict `->` custom<FullType>(type($result))";
  let hasVerifier = 1;
}

def TS_SymbolOp : TS_Op<"symbol", [Pure]> {
  let summary = "a size that is not known before the program runs";
  let description = [{
    Symbols of one name are one size, which lies between `min` (0 when it is not
    said) and `max`. `ts.bind_shape` says where it is found.

    ```mlir
    %n = ts.symbol "n" {min = 2 : i64, max = 64 : i64}
    ```
  }];
  let arguments = (ins StrAttr:$name,
                       DefaultValuedAttr<I64Attr, "0">:$min,
                       OptionalAttr<I64Attr>:$max);
  let results = (outs Index:$size);
  let assemblyFormat = "$name attr-dict";
  let hasVerifier = 1;
}

def TS_BindShapeOp : TS_Op<"bind_shape", [MemoryEffects<[MemWrite]>]> {
  let summary = "what the sizes of a value are made of";
  let description = [{
    The sizes are affine expressions of symbols, as many as the value has
    dimensions; where the type has a static size the expression has the same.
    Two sizes whose expressions are equal are equal. This is a promise: the
    caller of a function keeps it for what is bound to its arguments.

    ```mlir
    ts.bind_shape %v, affine_map<()[s0, s1] -> (s0, s1 * 2, 3)>[%n, %m] : tensor<?x?x3xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$value, AffineMapAttr:$sizes,
                       Variadic<Index>:$symbols);
  let assemblyFormat = "$value `,` $sizes `[` $symbols `]` attr-dict `:` type($value)";
  let hasVerifier = 1;
}

#endif // TORCHSCRIPT_DIALECT_TS_IR_TSTENSOROPS_TD
