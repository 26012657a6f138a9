//===- TSAsyncOps.td - Fork, wait and remote calls ---------*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TSASYNCOPS_TD
#define TORCHSCRIPT_DIALECT_TS_IR_TSASYNCOPS_TD

include "TorchScript/Dialect/TS/IR/TSInterfaces.td"
include "TorchScript/Dialect/TS/IR/TSTypes.td"

def TS_ForkOp : TS_Op<"fork", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "starts a call that may run at the same time";
  let description = [{
    A function without a value gives `!ts.future<!ts.none>`. An error of the
    call is raised by `ts.wait`.

    ```mlir
    %f = ts.fork @g(%x) : (i64) -> !ts.future<i64>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<TS_Value>:$args);
  let results = (outs TS_FutureType:$future);
  let assemblyFormat = [{
    $callee `(` $args `)` attr-dict `:` functional-type($args, $future)
  }];
}

def TS_WaitOp : TS_Op<"wait", [TypesMatchWith<
    "the result is the future's type", "future", "result",
    "::mlir::ts::getElementTypeOrSelf($_self)">]> {
  let summary = "the result of a fork or an awaitable; raises its error";
  let description = [{
    ```mlir
    %y = ts.wait %f : !ts.future<i64>
    ```
  }];
  let arguments = (ins AnyTypeOf<[TS_FutureType, TS_AwaitType]>:$future);
  let results = (outs TS_Value:$result);
  let assemblyFormat = "$future attr-dict `:` type($future)";
}

def TS_RpcOp : TS_Op<"rpc", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a call to another worker";
  let description = [{
    The kind is `rpc_async`, `rpc_sync` or `remote`. The first argument names
    the worker, the others go to the function; one more, an `f64`, says how long
    the call may take, in seconds (0: without end, -1: the group's default).
    `rpc_async` gives a future of the function's result, `remote` a reference to
    it, `rpc_sync` the result itself (nothing for None).

    `ts.remote` names the function for other processes and has the hash of its
    program; extractFunctions() sets it.

    ```mlir
    %f = ts.rpc "rpc_async", @g(%to, %x) : (!ts.str, i64) -> !ts.future<i64>
    ```
  }];
  let arguments = (ins StrAttr:$kind, OptionalAttr<FlatSymbolRefAttr>:$callee,
                       Variadic<TS_Value>:$args);
  let results = (outs Variadic<TS_Value>:$results);
  let assemblyFormat = [{
    $kind (`,` $callee^)? `(` $args `)` attr-dict `:`
    functional-type($args, $results)
  }];
  let hasVerifier = 1;
}

#endif // TORCHSCRIPT_DIALECT_TS_IR_TSASYNCOPS_TD
