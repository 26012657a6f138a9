//===- TSRuntime.cpp - The tsrt dialect -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration, types and interfaces of the tsrt dialect.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"

#include "TorchScript/Dialect/TSRuntime/IR/Representation.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
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

/// Is a value of `type` a machine word? Operands must also say what they are by
/// the kind in a call's description (tsrt.h).
static bool isWord(Type type, bool isOperand) {
  if (!isOperand && isHeapPointer(type))
    return true;
  if (isa<ts::TSNoneType>(type))
    return true;
  auto optional = dyn_cast<ts::OptionalType>(type);
  if (optional && isOperand)
    type = optional.getElementType();
  return isa<ts::TSTensorType, ts::StrType, ts::ListType>(type) ||
         type.isInteger(1) || type.isInteger(64) || type.isF64();
}

bool OpCallOp::isDirect() {
  constexpr unsigned maxOperands = 14, maxResults = 15; // TSRT_MAX_DIRECT
  auto results = llvm::make_filter_range(
      getResultTypes(), [](Type type) { return !isa<ErrorType>(type); });
  return getNumOperands() <= maxOperands && getNumResults() <= maxResults &&
         llvm::all_of(getOperandTypes(),
                      [](Type type) { return isWord(type, true); }) &&
         llvm::all_of(results, [](Type type) { return isWord(type, false); });
}

bool OpCallOp::isLastUse(unsigned index) {
  return getLastUses() && llvm::is_contained(*getLastUses(), int32_t(index));
}

LogicalResult RaiseIfOp::canonicalize(RaiseIfOp op,
                                      PatternRewriter &rewriter) {
  if (!matchPattern(op.getCondition(), m_Zero()))
    return failure();
  rewriter.eraseOp(op);
  return success();
}
