//===- TSRuntimeErrorOps.td - Errors and calls -*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMEERROROPS_TD
#define TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMEERROROPS_TD

include "TorchScript/Dialect/TS/IR/TSTypes.td"
include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeDialect.td"
include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TSRT_MayRaise
    : DeclareOpInterfaceMethods<TSRT_RaisingOpInterface, ["mayRaise"]>;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

def TSRT_ErrorNewOp : TSRT_Op<"error.new"> {
  let summary = "make an error with a constant message";
  let description = [{
    Each `%lld` of the message is replaced by the next of the values.

    ```mlir
    %e = tsrt.error.new "RuntimeError", "list index out of range"
    %f = tsrt.error.new "RuntimeError", "found %lld"(%n)
    ```
  }];
  let arguments = (ins StrAttr:$cls, StrAttr:$message, Variadic<I64>:$values);
  let results = (outs TSRT_ErrorType:$error);
  let assemblyFormat = "$cls `,` $message (`(` $values^ `)`)? attr-dict";
  let hasVerifier = 1;
}

def TSRT_ErrorRaiseOp : TSRT_Op<"error.raise"> {
  let summary = "make the error of a raise statement";
  let description = [{
    ```mlir
    %e = tsrt.error.raise "builtins.ValueError"(%message)
    ```
  }];
  let arguments = (ins StrAttr:$cls, TS_StrType:$message);
  let results = (outs TSRT_ErrorType:$error);
  let assemblyFormat = "$cls `(` $message `)` attr-dict";
}

def TSRT_IsErrorOp : TSRT_Op<"is_error", [Pure]> {
  let summary = "did the operation fail?";
  let description = [{
    ```mlir
    %failed = tsrt.is_error %e
    ```
  }];
  let arguments = (ins TSRT_ErrorType:$error);
  let results = (outs I1:$failed);
  let assemblyFormat = "$error attr-dict";
}

def TSRT_AddFrameOp : TSRT_Op<"add_frame"> {
  let summary = "append the frame of this operation's location to an error";
  let description = [{
    File, line, columns and function name are those of the operation's source
    range (`#ts.range`).

    ```mlir
    %e1 = tsrt.add_frame %e
    ```
  }];
  let arguments = (ins TSRT_ErrorType:$error);
  let results = (outs TSRT_ErrorType:$result);
  let assemblyFormat = "$error attr-dict";
}

def TSRT_RaiseIfOp : TSRT_Op<"raise_if", [TSRT_RaisingOpInterface]> {
  let summary = "fail with a constant message when a condition holds";
  let description = [{
    The check of an inlined operation. `ts-lower-raise` makes it a branch;
    canonicalization removes one whose condition is known not to hold.

    ```mlir
    tsrt.raise_if %out_of_range, "RuntimeError", "list index out of range"
    ```
  }];
  let arguments = (ins I1:$condition, StrAttr:$cls, StrAttr:$message,
                       Variadic<I64>:$values);
  let assemblyFormat = [{
    $condition `,` $cls `,` $message (`(` $values^ `)`)? attr-dict
  }];
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

//===----------------------------------------------------------------------===//
// Scopes of context managers
//===----------------------------------------------------------------------===//

def TSRT_ScopeBeginOp : TSRT_Op<"scope.begin", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "from here a failure calls `__exit__` of a context manager";
  let description = [{
    The function gets the manager and None for each further parameter. What it
    fails with itself is dropped. Scopes nest; `ts-lower-raise` puts the calls
    on the error paths and removes the marks.

    ```mlir
    tsrt.scope.begin @"Timer.__exit__"(%m) : !ts.object<@Timer>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$exit, AnyType:$manager);
  let assemblyFormat = "$exit `(` $manager `)` attr-dict `:` type($manager)";
}

def TSRT_ScopeEndOp : TSRT_Op<"scope.end"> {
  let summary = "ends the innermost scope of a context manager";
  let description = [{
    ```mlir
    tsrt.scope.end
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def TSRT_ErrorDropOp : TSRT_Op<"error.drop"> {
  let summary = "forget an error, or null";
  let description = [{
    ```mlir
    tsrt.error.drop %e
    ```
  }];
  let arguments = (ins TSRT_ErrorType:$error);
  let assemblyFormat = "$error attr-dict";
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

def TSRT_OpCallOp : TSRT_Op<"op_call", [TSRT_RaisingOpInterface]> {
  let summary = "call an operator of the runtime";
  let description = [{
    The operator is looked up by its qualified name once per module. Arguments
    stand in schema order, all of them. Those that fit in a machine word each
    are passed without boxes (`tsrt_direct` in tsrt.h), if the results do, too.

    `last_uses` are the positions of operands whose reference goes to the
    operator, which may use their memory for its result.

    ```mlir
    %r = tsrt.op_call "aten::add.Tensor"(%a, %b, %one)
        : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    %e, %r2 = tsrt.op_call "aten::relu"(%a)
        : (!ts.tensor) -> (!tsrt.error, !ts.tensor)
    %f, %r3 = tsrt.op_call "aten::relu"(%r2) last_uses [0]
        : (!ts.tensor) -> (!tsrt.error, !ts.tensor)
    ```
  }];
  let arguments = (ins StrAttr:$name, Variadic<AnyType>:$operands,
                       OptionalAttr<DenseI32ArrayAttr>:$last_uses);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $name `(` $operands `)` (`last_uses` $last_uses^)? attr-dict `:`
    functional-type($operands, $results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Do the operands and results fit in machine words?
    bool isDirect();
    /// Is operand `index` in `last_uses`?
    bool isLastUse(unsigned index);
  }];
}

def TSRT_MethodCallOp : TSRT_Op<"method_call", [TSRT_RaisingOpInterface]> {
  let summary = "call a method by name, on the class an object has at run time";
  let description = [{
    The object is the first operand.

    ```mlir
    %r = tsrt.method_call "forward"(%o, %x)
        : (!ts.interface<@I>, !ts.tensor) -> !ts.tensor
    ```
  }];
  let arguments = (ins StrAttr:$name, Variadic<TS_Value>:$operands);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $name `(` $operands `)` attr-dict `:` functional-type($operands, $results)
  }];
  let hasVerifier = 1;
}

def TSRT_RuntimeCallOp : TSRT_Op<"runtime_call", [TSRT_MayRaise]> {
  let summary = "call a C function of the runtime";
  let description = [{
    Operands are passed in their native representation: scalars and pointers
    by value, structs (tuples, optionals of scalars, `Any`) by address. One
    result comes back by value when it is a scalar or a pointer, else through a
    trailing address. With `raises` the function returns a `tsrt_error*` and
    its result comes through a trailing address.

    ```mlir
    %s = tsrt.runtime_call @tsrt_value_str(%v) : (!ts.any) -> !ts.str
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$operands,
                       UnitAttr:$raises);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    (`raises` $raises^)? $callee `(` $operands `)` attr-dict `:`
    functional-type($operands, $results)
  }];
  let hasVerifier = 1;
  let extraClassDefinition = [{
    bool $cppClass::mayRaise() { return getRaises(); }
  }];
}

def TSRT_PrintOp : TSRT_Op<"print"> {
  let summary = "print values separated by blanks and end the line";
  let description = [{
    ```mlir
    tsrt.print %a, %b : i64, !ts.str
    ```
  }];
  let arguments = (ins Variadic<TS_Value>:$operands);
  let assemblyFormat = "($operands^ `:` type($operands))? attr-dict";
}

#endif // TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMEERROROPS_TD
