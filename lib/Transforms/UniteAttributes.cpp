//===- UniteAttributes.cpp - ts-unite-attributes --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `self.n += 1` writes to a tensor and assigns it to where it is: where data
// decide, programs can do the first only.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Transforms/ProgramPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSUNITEATTRIBUTES
#include "TorchScript/Transforms/ProgramPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
/// An object and the name of its attribute.
using Place = std::pair<Attribute, StringAttr>;

struct Uses {
  SmallVector<GetAttrOp> reads;
  SmallVector<SetAttrOp> writes;
};

struct UniteAttributes
    : public ts::impl::TSUniteAttributesBase<UniteAttributes> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr("ts.input_tree") &&
          llvm::hasSingleElement(function.getBody()))
        unite(function);
  }
  void unite(func::FuncOp function);
};
} // namespace

/// Behind writes in place, the read of the attribute that a value is.
static GetAttrOp getRead(Value value) {
  while (true) {
    value = lookThroughCasts(value);
    auto op = value.getDefiningOp<OperatorOp>();
    std::optional<unsigned> operand = op ? getReturnedOperand(op) : std::nullopt;
    if (!operand)
      return value.getDefiningOp<GetAttrOp>();
    value = op.getArgs()[*operand];
  }
}

static std::optional<Place> getPlace(Value object, StringAttr name) {
  auto ref = lookThroughCasts(object).getDefiningOp<ObjectRefOp>();
  return ref ? std::optional(Place(ref.getObjectAttr(), name)) : std::nullopt;
}

void UniteAttributes::unite(func::FuncOp function) {
  llvm::MapVector<Place, Uses> places;
  bool isKnown = true;
  function.walk([&](Operation *op) {
    auto read = dyn_cast<GetAttrOp>(op);
    auto write = dyn_cast<SetAttrOp>(op);
    if (!read && !write) {
      isKnown &= !isa<func::CallOp, func::CallIndirectOp, CallMethodOp>(op);
      return;
    }
    std::optional<Place> place =
        read ? getPlace(read.getObject(), read.getNameAttr())
             : getPlace(write.getObject(), write.getNameAttr());
    if (!place)
      isKnown = false;
    else if (read)
      places[*place].reads.push_back(read);
    else
      places[*place].writes.push_back(write);
  });
  if (!isKnown)
    return;
  OpBuilder builder(function.getBody());
  for (auto &[place, uses] : places) {
    bool keepsIt = llvm::all_of(uses.writes, [&, &place = place](SetAttrOp op) {
      GetAttrOp read = getRead(op.getValue());
      return read && getPlace(read.getObject(), read.getNameAttr()) == place;
    });
    if (!keepsIt || uses.reads.empty() ||
        !llvm::all_of(uses.reads, [&, &uses = uses](GetAttrOp op) {
          return op.getType() == uses.reads.front().getType();
        }))
      continue;
    for (SetAttrOp op : uses.writes)
      op.erase();
    GetAttrOp first = uses.reads.front();
    auto ref = lookThroughCasts(first.getObject()).getDefiningOp<ObjectRefOp>();
    builder.setInsertionPointToStart(&function.getBody().front());
    Value object = builder.clone(*ref)->getResult(0);
    Value value = builder.create<GetAttrOp>(first.getLoc(), first.getType(),
                                            object, place.second);
    for (GetAttrOp op : uses.reads) {
      op.replaceAllUsesWith(value);
      op.erase();
    }
    ++numUnited;
  }
}
