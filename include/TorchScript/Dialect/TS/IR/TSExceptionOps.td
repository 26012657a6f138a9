//===- TSExceptionOps.td - Raising, asserting, warning, printing --*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TSEXCEPTIONOPS_TD
#define TORCHSCRIPT_DIALECT_TS_IR_TSEXCEPTIONOPS_TD

include "TorchScript/Dialect/TS/IR/TSControlFlowOps.td"

def TS_RaiseOp : TS_ExitOp<"raise"> {
  let summary = "`raise`, as the end of a block";
  let description = [{
    Leaves the function with an error. The class is the qualified name of the
    exception's class as the program wrote it; the message is the text of the
    exception. Source form only: in ssa form it is `ts.throw`.

    ```mlir
    ts.if %c {
      ts.raise "ValueError"(%msg)
    }
    ```
  }];
  let arguments = (ins StrAttr:$class_name, TS_StrType:$message);
  let assemblyFormat = "$class_name `(` $message `)` attr-dict";
}

def TS_ThrowOp : TS_Op<"throw", [
    MemoryEffects<[MemWrite<TS_ControlResource>]>]> {
  let summary = "raises; nothing after it in the block is reached";
  let description = [{
    The raise of ssa form. It is not a terminator, so that the regions around it
    keep their shape: the block goes on to a terminator whose operands are
    `ts.uninitialized`. `ts-lower-raise` cuts the block here when the control
    flow graph is there.

    ```mlir
    %r = ts.if %c -> (i64) {
      ts.yield %a : i64
    } else {
      ts.throw "ValueError"(%msg)
      %u = ts.uninitialized : i64
      ts.yield %u : i64
    }
    ```
  }];
  let arguments = (ins StrAttr:$class_name, TS_StrType:$message);
  let assemblyFormat = "$class_name `(` $message `)` attr-dict";
  let hasCanonicalizeMethod = 1;
}

def TS_AssertOp : TS_Op<"assert", [SingleBlock,
    MemoryEffects<[MemWrite<TS_ControlResource>]>, NoRegionArguments]> {
  let summary = "`assert`";
  let description = [{
    Raises an AssertionError when the condition is false. The region computes
    the message and runs only then; without it the message is empty.
    `ts-lower-exits` makes a `ts.if` with a `ts.throw` of it.

    ```mlir
    ts.assert %c {
      %m = ts.constant.str "must be positive"
      ts.yield %m : !ts.str
    }
    ```
  }];
  let arguments = (ins I1:$condition);
  let regions = (region MaxSizedRegion<1>:$message);
  let assemblyFormat = "$condition custom<OptionalBody>($message) attr-dict";
  let hasRegionVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def TS_WarnOp : TS_Op<"warn", [
    MemoryEffects<[MemWrite<TS_ConsoleResource>]>]> {
  let summary = "`warnings.warn`";
  let description = [{
    ```mlir
    ts.warn %msg, 2
    ```
  }];
  let arguments = (ins TS_StrType:$message,
                       DefaultValuedAttr<I64Attr, "2">:$stacklevel);
  let assemblyFormat = "$message (`,` $stacklevel^)? attr-dict";
}

def TS_PrintOp : TS_Op<"print", [
    MemoryEffects<[MemRead, MemWrite<TS_ConsoleResource>]>]> {
  let summary = "`print`";
  let description = [{
    Writes the operands with a space between them and a newline after, each as
    TorchScript's `print` shows a value of its static type.

    ```mlir
    ts.print %s, %x : !ts.str, i64
    ts.print ()
    ```
  }];
  let arguments = (ins Variadic<TS_Value>:$values);
  let assemblyFormat = "($values^ `:` type($values)) : (`(` `)`)? attr-dict";
}

#endif // TORCHSCRIPT_DIALECT_TS_IR_TSEXCEPTIONOPS_TD
