//===- ContextManagers.cpp - Context managers -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a class can manage what stands in a `with`.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TSOps.h"

using namespace mlir;
using namespace mlir::ts;

/// The function that implements a method of the manager's class. Null when the
/// class has none: convert-ts-to-tsrt reports such a `with`.
static FailureOr<func::FuncOp> findMethod(Operation *op,
                                          SymbolTableCollection &symbols,
                                          ObjectType type, StringRef name) {
  auto declaration =
      symbols.lookupNearestSymbolFrom<ClassOp>(op, type.getSymbol());
  if (!declaration)
    return op->emitOpError("names no 'ts.class': ") << type.getSymbol();
  MethodOp method = declaration.lookupMethod(name);
  if (!method)
    return func::FuncOp();
  auto function = symbols.lookupNearestSymbolFrom<func::FuncOp>(
      declaration, method.getFunctionAttr());
  if (!function || method.getIsStatic() || function.getNumArguments() == 0 ||
      function.getArgumentTypes().front() != type)
    return op->emitOpError("calls ")
           << method.getFunctionAttr() << ", which is no method of a " << type;
  return function;
}

static LogicalResult verifyEnter(Operation *op, SymbolTableCollection &symbols,
                                 Value manager, TypeRange values) {
  auto type = dyn_cast<ObjectType>(manager.getType());
  if (!type)
    return success();
  FailureOr<func::FuncOp> function = findMethod(op, symbols, type, "__enter__");
  if (failed(function) || !*function)
    return function;
  if (function->getNumArguments() != 1)
    return op->emitOpError("calls \"__enter__\" with one argument, but it is ")
           << function->getFunctionType();
  TypeRange results = function->getFunctionType().getResults();
  // An error stands before the result once ts-lower-raise has run.
  if (!results.empty() && results.front().getDialect().getNamespace() == "tsrt")
    results = results.drop_front();
  if (!values.empty() && values != results)
    return op->emitOpError("binds ")
           << values.front() << ", but \"__enter__\" is "
           << function->getFunctionType();
  return success();
}

static LogicalResult verifyExit(Operation *op, SymbolTableCollection &symbols,
                                Value manager) {
  auto type = dyn_cast<ObjectType>(manager.getType());
  if (!type)
    return success();
  return findMethod(op, symbols, type, "__exit__");
}

LogicalResult WithOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return success(succeeded(verifyEnter(*this, symbols, getManager(),
                                       getBody().getArgumentTypes())) &&
                 succeeded(verifyExit(*this, symbols, getManager())));
}

LogicalResult EnterOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyEnter(*this, symbols, getManager(),
                     getOperation()->getResultTypes());
}

LogicalResult ExitScopeOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyExit(*this, symbols, getManager());
}
