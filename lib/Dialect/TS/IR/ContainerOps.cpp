//===- ContainerOps.cpp - Tuples, lists and dicts -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Type inference, verifiers and folders.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TSOps.h"

using namespace mlir;
using namespace mlir::ts;

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

LogicalResult TupleIndexOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> loc, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto tuple = dyn_cast<TSTupleType>(adaptor.getTuple().getType());
  if (!tuple)
    return failure();
  int64_t index = adaptor.getIndex();
  if (index < 0 || index >= static_cast<int64_t>(tuple.size()))
    return emitOptionalError(loc, "index ", index, " is outside of a tuple of ",
                             tuple.size(), " elements");
  types.push_back(tuple.getElements()[index]);
  return success();
}

OpFoldResult TupleIndexOp::fold(FoldAdaptor) {
  if (auto tuple = getTuple().getDefiningOp<TupleConstructOp>())
    return tuple.getElements()[getIndex()];
  return {};
}

LogicalResult TupleSliceOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> loc, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto tuple = dyn_cast<TSTupleType>(adaptor.getTuple().getType());
  if (!tuple)
    return failure();
  int64_t begin = adaptor.getBegin(), end = adaptor.getEnd();
  if (begin < 0 || end < begin || end > static_cast<int64_t>(tuple.size()))
    return emitOptionalError(loc, "elements ", begin, " to ", end,
                             " are outside of a tuple of ", tuple.size(),
                             " elements");
  types.push_back(
      TSTupleType::get(context, tuple.getElements().slice(begin, end - begin)));
  return success();
}

LogicalResult TupleSliceOp::canonicalize(TupleSliceOp op,
                                         PatternRewriter &rewriter) {
  auto tuple = op.getTuple().getDefiningOp<TupleConstructOp>();
  if (!tuple)
    return failure();
  rewriter.replaceOpWithNewOp<TupleConstructOp>(
      op, op.getType(),
      tuple.getElements().slice(op.getBegin(), op.getEnd() - op.getBegin()));
  return success();
}

//===----------------------------------------------------------------------===//
// Lists and dicts
//===----------------------------------------------------------------------===//

static LogicalResult verifyElements(Operation *op, ValueRange values, Type type,
                                    StringRef what) {
  for (auto [i, value] : llvm::enumerate(values))
    if (value.getType() != type)
      return op->emitOpError() << what << " " << i << " has type "
                               << value.getType() << ", expected " << type;
  return success();
}

LogicalResult ListConstructOp::verify() {
  return verifyElements(*this, getElements(), getType().getElementType(),
                        "element");
}

LogicalResult ListUnpackOp::verify() {
  Type element = getList().getType().getElementType();
  // Parts of an operator's list may be known better than the list.
  auto isRefined = [&](Type type) {
    return isa<TSTensorType>(type) && isSubtype(type, element);
  };
  if (isa<TSTensorType>(element) && llvm::all_of(getResultTypes(), isRefined))
    return success();
  return verifyElements(*this, getElements(), element, "result");
}

LogicalResult DictConstructOp::verify() {
  if (getNumOperands() % 2)
    return emitOpError("expects as many keys as values, found ")
           << getNumOperands() << " operands";
  return success(succeeded(verifyElements(*this, getKeys(),
                                          getType().getKeyType(), "key")) &&
                 succeeded(verifyElements(*this, getValues(),
                                          getType().getValueType(), "value")));
}
