//===- Constants.cpp - What is statically known of operands ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks constants up behind operands.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::ts;

Value ts::lookThroughCasts(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<DerefineOp, UncheckedCastOp, BoxOp, UnboxOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

bool ts::isNone(Value value) {
  return isa<TSNoneType>(lookThroughCasts(value).getType());
}

std::optional<int64_t> ts::getConstantInt(Value value) {
  APInt constant;
  value = lookThroughCasts(value);
  if (!matchPattern(value, m_ConstantInt(&constant)))
    return std::nullopt;
  return value.getType().isInteger(1) ? int64_t(constant.getZExtValue())
                                      : constant.getSExtValue();
}

std::optional<bool> ts::getConstantBool(Value value) {
  if (std::optional<int64_t> constant = getConstantInt(value))
    return *constant != 0;
  return std::nullopt;
}

std::optional<double> ts::getConstantNumber(Value value) {
  if (std::optional<int64_t> constant = getConstantInt(value))
    return double(*constant);
  FloatAttr constant;
  if (!matchPattern(lookThroughCasts(value), m_Constant(&constant)))
    return std::nullopt;
  return constant.getValueAsDouble();
}

std::optional<StringRef> ts::getConstantStr(Value value) {
  auto op = lookThroughCasts(value).getDefiningOp<ConstantStrOp>();
  if (!op)
    return std::nullopt;
  return op.getValue();
}

std::optional<SmallVector<Value>> ts::getListElements(Value value) {
  auto list = lookThroughCasts(value).getDefiningOp<ListConstructOp>();
  if (!list || !isListOnlyRead(list.getResult()))
    return std::nullopt;
  return SmallVector<Value>(list.getElements());
}

std::optional<SmallVector<int64_t>> ts::getConstantIntList(Value value) {
  std::optional<SmallVector<Value>> elements = getListElements(value);
  if (!elements)
    return std::nullopt;
  SmallVector<int64_t> constants;
  for (Value element : *elements) {
    std::optional<int64_t> constant = getConstantInt(element);
    if (!constant)
      return std::nullopt;
    constants.push_back(*constant);
  }
  return constants;
}
