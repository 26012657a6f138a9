//===- TSOperatorOps.td - Operators and unsupported constructs --*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TSOPERATOROPS_TD
#define TORCHSCRIPT_DIALECT_TS_IR_TSOPERATOROPS_TD

include "TorchScript/Dialect/TS/IR/TSInterfaces.td"
include "TorchScript/Dialect/TS/IR/TSTypes.td"

def TS_OperatorOp : TS_Op<"op", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let summary = "any operator that has a schema";
  let description = [{
    The name is `namespace::operator.overload`, without the dot when the
    overload has no name. There is one operand for each argument of the schema,
    in the schema's order, defaults included; an operand may have any subtype of
    the argument's type (an `i64` for a number, `!ts.none` for an Optional, a
    refined tensor type). There is one result for each of the schema.

    Operands and results are checked against the schema. In value form tensors
    are builtin ranked tensors instead of `!ts.tensor`, all of them; what the
    schema says is written to must be an object. An overload that the table of
    schemas does not have is an error when its namespace is one of the table
    (`aten`, `prim`, `quantized`, ...); operators of other namespaces are opaque:
    they take and give anything, have every effect, and no conversion looks
    inside.

    Effects come from the schema (see OperatorInfo.h); an operator that has none
    may still raise and is then not speculated, but dropped when unused, as in
    TorchScript.

    ```mlir
    %2 = ts.op "aten::add.Tensor"(%0, %1, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    %5 = ts.op "aten::add.Tensor"(%3, %4, %one) : (tensor<?x3xf32>, tensor<3xf32>, i64) -> tensor<?x3xf32>
    %6 = ts.op "mine::scale"(%2) : (!ts.tensor) -> !ts.tensor
    ```
  }];
  let arguments = (ins StrAttr:$name, Variadic<AnyType>:$args);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $name `(` $args `)` attr-dict `:` functional-type($args, $results)
  }];
  let hasVerifier = 1;
}

def TS_UnsupportedOp : TS_Op<"unsupported"> {
  let summary = "a construct that cannot be compiled yet";
  let description = [{
    Stands where the program uses something the importer understands but the
    compiler does not support. It survives every pass and is reported, with all
    the others, by the pass that needs to know.

    ```mlir
    %0 = ts.unsupported "rpc.remote"(%x) : (i64) -> !ts.rref<i64>
    ```
  }];
  let arguments = (ins StrAttr:$construct, Variadic<AnyType>:$args);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $construct `(` $args `)` attr-dict `:` functional-type($args, $results)
  }];
}

#endif // TORCHSCRIPT_DIALECT_TS_IR_TSOPERATOROPS_TD
