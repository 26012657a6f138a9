//===- Casts.cpp - Values in the place of others --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Casts.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"

using namespace mlir;
using namespace mlir::ts;

bool ts::forwardElements(ListUnpackOp unpack) {
  auto list = unpack.getList().getDefiningOp<ListConstructOp>();
  if (!list || list.getElements().size() != unpack->getNumResults() ||
      !llvm::all_of(list->getUsers(), llvm::IsaPred<ListUnpackOp>))
    return false;
  SmallVector<Value> elements;
  for (auto [part, element] :
       llvm::zip_equal(unpack.getElements(), list.getElements())) {
    elements.push_back(lookThroughCasts(element));
    if (!isCastable(elements.back().getType(), part.getType()))
      return false;
  }
  OpBuilder builder(unpack);
  for (auto [part, element] : llvm::zip_equal(unpack.getElements(), elements))
    part.replaceAllUsesWith(castTo(builder, element, part.getType()));
  unpack.erase();
  if (list->use_empty())
    list.erase();
  return true;
}
