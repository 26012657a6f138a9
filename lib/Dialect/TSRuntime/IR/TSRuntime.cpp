//===- TSRuntime.cpp - The tsrt dialect -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration, types and verifiers of the tsrt dialect.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tsrt;

#include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeDialect.cpp.inc"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeInterfaces.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeTypes.cpp.inc"

#define GET_OP_CLASSES
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeOps.cpp.inc"

void TSRTDialect::initialize() {
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeOps.cpp.inc"
      >();
}

void TSRTDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeTypes.cpp.inc"
      >();
}

LogicalResult ListMakeOp::verify() {
  Type expected = getList().getType().getElementType();
  for (auto [i, type] : llvm::enumerate(getElements().getTypes()))
    if (type != expected)
      return emitOpError("element ")
             << i << " has type " << type << ", expected " << expected;
  return success();
}

LogicalResult DictMakeOp::verify() {
  ts::DictType type = getDict().getType();
  if (getEntries().size() % 2)
    return emitOpError("expects keys and values in pairs, found ")
           << getEntries().size() << " operands";
  for (auto [i, entry] : llvm::enumerate(getEntries().getTypes())) {
    Type expected = i % 2 ? type.getValueType() : type.getKeyType();
    if (entry != expected)
      return emitOpError(i % 2 ? "value " : "key ")
             << i / 2 << " has type " << entry << ", expected " << expected;
  }
  return success();
}
