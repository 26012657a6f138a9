//===- CarriedValues.cpp - What branches and loops carry ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Rebuilds an operation with one value replaced by several.
//
//===----------------------------------------------------------------------===//

#include "CarriedValues.h"

using namespace mlir;
using namespace mlir::ts;

YieldOp ts::getYield(Region &region) {
  return region.empty() ? YieldOp()
                        : dyn_cast<YieldOp>(region.front().getTerminator());
}

SmallVector<Carried> ts::getCarried(IfOp op) {
  SmallVector<Carried> all;
  YieldOp first = getYield(op.getThenRegion());
  YieldOp second = getYield(op.getElseRegion());
  if (first && second)
    for (OpResult result : op->getResults()) {
      unsigned i = result.getResultNumber();
      all.push_back({result, {first.getOperand(i), second.getOperand(i)}, {}});
    }
  return all;
}

SmallVector<Carried> ts::getCarried(ForOp op) {
  SmallVector<Carried> all;
  if (YieldOp yield = getYield(op.getBody()))
    for (OpResult result : op->getResults()) {
      unsigned i = result.getResultNumber();
      all.push_back({result,
                     {op.getInits()[i], yield.getOperand(i)},
                     {op.getRegionIterArgs()[i]}});
    }
  return all;
}

SmallVector<Carried> ts::getCarried(WhileOp op) {
  SmallVector<Carried> all;
  if (YieldOp yield = getYield(op.getBody()))
    for (OpResult result : op->getResults()) {
      unsigned i = result.getResultNumber();
      all.push_back(
          {result,
           {op.getInits()[i], op.getConditionOp().getArgs()[i],
            yield.getOperand(i)},
           {op.getCondition().getArgument(i), op.getBody().getArgument(i)}});
    }
  return all;
}

/// Replaces an operand of a terminator by the values that are carried.
static void convertOperand(RewriterBase &rewriter, Operation *terminator,
                           unsigned index,
                           const CarriedConversion &conversion) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(terminator);
  SmallVector<Value> values = conversion.unpack(rewriter, terminator->getLoc(),
                                                terminator->getOperand(index));
  rewriter.modifyOpInPlace(terminator,
                           [&] { terminator->setOperands(index, 1, values); });
}

/// Replaces an argument of a block by the values that are carried.
static void convertArgument(RewriterBase &rewriter, Block *block,
                            unsigned index,
                            const CarriedConversion &conversion) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(block);
  BlockArgument old = block->getArgument(index);
  SmallVector<Value> values;
  for (auto [i, type] : llvm::enumerate(conversion.types))
    values.push_back(block->insertArgument(index + 1 + i, type, old.getLoc()));
  rewriter.replaceAllUsesWith(old,
                              conversion.pack(rewriter, old.getLoc(), values));
  block->eraseArgument(index);
}

/// Replaces the results of `op` by those of `replacement`, which has the
/// carried values in place of result `index`.
static void replaceResults(RewriterBase &rewriter, Operation *op,
                           Operation *replacement, unsigned index,
                           const CarriedConversion &conversion) {
  rewriter.setInsertionPointAfter(replacement);
  unsigned width = conversion.types.size();
  SmallVector<Value> values;
  for (unsigned i = 0, e = op->getNumResults(); i != e; ++i) {
    if (i == index)
      values.push_back(
          conversion.pack(rewriter, op->getLoc(),
                          replacement->getResults().slice(index, width)));
    else
      values.push_back(replacement->getResult(i < index ? i : i + width - 1));
  }
  rewriter.replaceOp(op, values);
}

/// The initial values, with one replaced.
static SmallVector<Value> convertInits(RewriterBase &rewriter, Operation *op,
                                       ValueRange inits, unsigned index,
                                       const CarriedConversion &conversion) {
  SmallVector<Value> values(inits.take_front(index));
  llvm::append_range(values,
                     conversion.unpack(rewriter, op->getLoc(), inits[index]));
  llvm::append_range(values, inits.drop_front(index + 1));
  return values;
}

void ts::convertCarried(RewriterBase &rewriter, IfOp op, unsigned index,
                        const CarriedConversion &conversion) {
  rewriter.setInsertionPoint(op);
  for (Region *region : {&op.getThenRegion(), &op.getElseRegion()})
    convertOperand(rewriter, getYield(*region), index, conversion);
  SmallVector<Type> types(op.getResultTypes());
  types.erase(types.begin() + index);
  types.insert(types.begin() + index, conversion.types.begin(),
               conversion.types.end());
  auto replacement =
      rewriter.create<IfOp>(op.getLoc(), types, op.getCondition(), false);
  replacement->setAttrs(op->getAttrs());
  replacement.getThenRegion().takeBody(op.getThenRegion());
  replacement.getElseRegion().takeBody(op.getElseRegion());
  replaceResults(rewriter, op, replacement, index, conversion);
}

void ts::convertCarried(RewriterBase &rewriter, ForOp op, unsigned index,
                        const CarriedConversion &conversion) {
  rewriter.setInsertionPoint(op);
  auto replacement = rewriter.create<ForOp>(
      op.getLoc(), op.getCount(),
      convertInits(rewriter, op, op.getInits(), index, conversion));
  replacement->setAttrs(op->getAttrs());
  replacement.getBody().takeBody(op.getBody());
  convertOperand(rewriter, getYield(replacement.getBody()), index, conversion);
  convertArgument(rewriter, replacement.getBodyBlock(), index + 1, conversion);
  replaceResults(rewriter, op, replacement, index, conversion);
}

void ts::convertCarried(RewriterBase &rewriter, WhileOp op, unsigned index,
                        const CarriedConversion &conversion) {
  rewriter.setInsertionPoint(op);
  auto replacement = rewriter.create<WhileOp>(
      op.getLoc(),
      convertInits(rewriter, op, op.getInits(), index, conversion));
  replacement->setAttrs(op->getAttrs());
  replacement.getCondition().takeBody(op.getCondition());
  replacement.getBody().takeBody(op.getBody());
  convertOperand(rewriter, replacement.getConditionOp(), index + 1, conversion);
  convertOperand(rewriter, getYield(replacement.getBody()), index, conversion);
  convertArgument(rewriter, replacement.getConditionBlock(), index, conversion);
  convertArgument(rewriter, replacement.getBodyBlock(), index, conversion);
  replaceResults(rewriter, op, replacement, index, conversion);
}
