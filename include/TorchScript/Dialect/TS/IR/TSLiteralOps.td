//===- TSLiteralOps.td - Containers of constants -----------*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TSLITERALOPS_TD
#define TORCHSCRIPT_DIALECT_TS_IR_TSLITERALOPS_TD

include "TorchScript/Dialect/TS/IR/TSInterfaces.td"
include "TorchScript/Dialect/TS/IR/TSTypes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def TS_LiteralOp : TS_Op<"literal", [
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "makes a list or dict of constants";
  let description = [{
    A new container each time, as `ts.list.construct` and `ts.dict.construct`
    of constants make it; `ts-fold-literals` puts it in their place when they
    are large. The value holds neither tensors nor objects.

    ```mlir
    %l = ts.literal #ts.list<!ts.list<i64>, [1, 2]>
    %d = ts.literal #ts.dict<!ts.dict<!ts.str, i64>, ["a"], [1]>
    ```
  }];
  let arguments = (ins AnyAttr:$value);
  let results = (outs Res<AnyTypeOf<[TS_ListType, TS_DictType]>, "",
                          [MemAlloc]>:$result);
  let assemblyFormat = "$value attr-dict";
}

#endif // TORCHSCRIPT_DIALECT_TS_IR_TSLITERALOPS_TD
