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

/// The function that runs elsewhere, when it takes the arguments; else null,
/// after an error.
static func::FuncOp findCallee(Operation *op, FlatSymbolRefAttr name,
                               TypeRange arguments,
                               SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(op, name);
  if (!callee) {
    op->emitOpError("names no function: ") << name;
    return {};
  }
  FunctionType type = callee.getFunctionType();
  if (TypeRange(type.getInputs()) != arguments) {
    op->emitOpError("passes arguments that do not match the type ")
        << type << " of " << name;
    return {};
  }
  return callee;
}

/// What a function gives: None when it has no result.
static Type getResultType(func::FuncOp function) {
  TypeRange results = function.getFunctionType().getResults();
  // An error stands before the result once ts-lower-raise has run.
  if (!results.empty() && results.front().getDialect().getNamespace() == "tsrt")
    results = results.drop_front();
  return results.empty() ? TSNoneType::get(function.getContext())
                         : results.front();
}

LogicalResult ForkOp::verifySymbolUses(SymbolTableCollection &symbols) {
  func::FuncOp callee =
      findCallee(*this, getCalleeAttr(), getArgs().getTypes(), symbols);
  if (!callee)
    return failure();
  Type result = getResultType(callee);
  if (getType().getElementType() != result)
    return emitOpError("is a future of ")
           << getType().getElementType() << ", but " << getCalleeAttr()
           << " gives " << result;
  return success();
}

LogicalResult RpcOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (!getCalleeAttr())
    return success();
  if (getArgs().empty() || !isa<StrType>(getArgs().front().getType()))
    return emitOpError("expects the worker's name as its first argument");
  TypeRange arguments = getArgs().drop_front().getTypes();
  auto named =
      symbols.lookupNearestSymbolFrom<func::FuncOp>(*this, getCalleeAttr());
  // The timeout stands behind the arguments.
  if (named && arguments.size() == named.getNumArguments() + 1 &&
      arguments.back().isF64())
    arguments = arguments.drop_back();
  func::FuncOp callee =
      findCallee(*this, getCalleeAttr(), arguments, symbols);
  if (!callee)
    return failure();
  Type given = getResultType(callee);
  SmallVector<Type, 1> wanted;
  if (getKind() == "rpc_async")
    wanted.push_back(FutureType::get(given));
  else if (getKind() == "remote")
    wanted.push_back(RRefType::get(given));
  else if (!isa<TSNoneType>(given))
    wanted.push_back(given);
  if (TypeRange(wanted) != getResultTypes())
    return emitOpError("gives ")
           << getResultTypes() << ", but \"" << getKind() << "\" of "
           << getCalleeAttr() << " gives " << wanted;
  return success();
}
