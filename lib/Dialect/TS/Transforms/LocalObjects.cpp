//===- LocalObjects.cpp - Objects that a function keeps -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalObjects.h"

#include "ListVersions.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::ts;

bool ts::splitLocalObject(NewOp made) {
  Block *block = made->getBlock();
  OrderedUses known = getOrderedUses(made.getResult(), [&](OpOperand &use) {
    auto set = dyn_cast<SetAttrOp>(use.getOwner());
    return isa<GetAttrOp>(use.getOwner()) ||
           (set && set->getBlock() == block && use.getOperandNumber() == 0);
  });
  if (!known.areAll)
    return false;
  // All answers have to be known before one is given.
  llvm::StringMap<Value> attributes;
  SmallVector<std::pair<GetAttrOp, Value>> reads;
  for (OpOperand *use : known.uses) {
    if (auto set = dyn_cast<SetAttrOp>(use->getOwner())) {
      attributes[set.getName()] = set.getValue();
      continue;
    }
    auto get = cast<GetAttrOp>(use->getOwner());
    Value value = attributes.lookup(get.getName());
    if (!value || !isSubtype(value.getType(), get.getType()))
      return false;
    reads.emplace_back(get, value);
  }
  for (auto [get, value] : reads) {
    if (value.getType() != get.getType()) {
      OpBuilder builder(get);
      value = builder.create<DerefineOp>(get.getLoc(), get.getType(), value);
    }
    get.replaceAllUsesWith(value);
    get.erase();
  }
  for (Operation *user : llvm::make_early_inc_range(made->getUsers()))
    user->erase();
  made.erase();
  return true;
}
