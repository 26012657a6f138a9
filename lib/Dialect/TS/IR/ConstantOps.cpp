//===- ConstantOps.cpp - Constants that no upstream dialect has -----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Folders and verifiers.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TSOps.h"

using namespace mlir;
using namespace mlir::ts;

OpFoldResult ConstantNoneOp::fold(FoldAdaptor) {
  return NoneAttr::get(getContext());
}

OpFoldResult ConstantStrOp::fold(FoldAdaptor) { return getValueAttr(); }

OpFoldResult ConstantDeviceOp::fold(FoldAdaptor) { return getValueAttr(); }

OpFoldResult ConstantEnumOp::fold(FoldAdaptor) { return getValueAttr(); }

LogicalResult ConstantEnumOp::verify() {
  if (getType().getSymbol() == getValue().getEnumName())
    return success();
  return emitOpError("has type ")
         << getType() << " for a member of " << getValue().getEnumName();
}

LogicalResult ConstantEnumOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto declaration =
      symbols.lookupNearestSymbolFrom<EnumOp>(*this, getValue().getEnumName());
  if (!declaration)
    return emitOpError("names no 'ts.enum': ") << getValue().getEnumName();
  if (declaration.lookupMember(getValue().getMember()) < 0) {
    InFlightDiagnostic diagnostic = emitOpError("names no member of ")
                                    << getValue().getEnumName() << ": "
                                    << getValue().getMember();
    diagnostic.attachNote(declaration.getLoc()) << "the enum is here";
    return diagnostic;
  }
  return success();
}
