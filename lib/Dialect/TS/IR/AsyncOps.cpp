//===- AsyncOps.cpp - Fork and remote calls -------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of what runs elsewhere.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TSOps.h"

using namespace mlir;
using namespace mlir::ts;

LogicalResult RpcOp::verify() {
  if (!llvm::is_contained({"rpc_async", "rpc_sync", "remote"}, getKind()))
    return emitOpError("expects rpc_async, rpc_sync or remote, found \"")
           << getKind() << "\"";
  return success();
}

LogicalResult ForkOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee =
      symbols.lookupNearestSymbolFrom<func::FuncOp>(*this, getCalleeAttr());
  if (!callee)
    return emitOpError("names no function: ") << getCalleeAttr();
  FunctionType type = callee.getFunctionType();
  if (TypeRange(type.getInputs()) != TypeRange(getArgs().getTypes()))
    return emitOpError("passes arguments that do not match the type ")
           << type << " of " << getCalleeAttr();
  TypeRange results = type.getResults();
  // An error stands before the result once ts-lower-raise has run.
  if (!results.empty() && results.front().getDialect().getNamespace() == "tsrt")
    results = results.drop_front();
  Type result =
      results.empty() ? TSNoneType::get(getContext()) : results.front();
  if (getType().getElementType() != result)
    return emitOpError("is a future of ")
           << getType().getElementType() << ", but " << getCalleeAttr()
           << " gives " << result;
  return success();
}
