//===- Literals.cpp - Containers of constants -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Which values are literals, and what type they have.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/Literals.h"

#include "TorchScript/Dialect/TS/IR/TSAttrs.h"

using namespace mlir;
using namespace mlir::ts;

#define GET_OP_CLASSES
#include "TorchScript/Dialect/TS/IR/TSLiteralOps.cpp.inc"

bool ts::isLargeLiteral(Attribute value) {
  if (!isa<ListAttr, DictAttr>(value))
    return false;
  size_t count = 0;
  SmallVector<Attribute> worklist{value};
  while (!worklist.empty()) {
    Attribute next = worklist.pop_back_val();
    if (auto list = dyn_cast<ListAttr>(next)) {
      llvm::append_range(worklist, list.getElements());
    } else if (auto tuple = dyn_cast<TupleAttr>(next)) {
      llvm::append_range(worklist, tuple.getElements());
    } else if (auto dict = dyn_cast<DictAttr>(next)) {
      llvm::append_range(worklist, dict.getKeys());
      llvm::append_range(worklist, dict.getValues());
    } else if (isa<IntegerAttr, FloatAttr, ComplexAttr, StringAttr, NoneAttr,
                   DeviceAttr, MemberAttr>(next)) {
      ++count;
    } else {
      return false;
    }
  }
  return count >= kLargeLiteral;
}

LogicalResult
LiteralOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                            ValueRange operands, DictionaryAttr attributes,
                            OpaqueProperties properties, RegionRange regions,
                            SmallVectorImpl<Type> &types) {
  Attribute value =
      Adaptor(operands, attributes, properties, regions).getValue();
  if (auto list = dyn_cast_or_null<ListAttr>(value))
    types.push_back(list.getListType());
  else if (auto dict = dyn_cast_or_null<DictAttr>(value))
    types.push_back(dict.getDictType());
  else
    return emitOptionalError(loc, "expected the value of a list or dict, not ",
                             value);
  return success();
}
