//===- ProgramViews.cpp - Views in exported programs ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramViews.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Operators/Registry.h"
#include "TorchScript/Operators/Views.h"

using namespace mlir;
using namespace mlir::ts;

/// How many views are followed.
static constexpr unsigned kMaxViews = 64;

static std::optional<ArrayRef<int64_t>> getStaticSizes(Value tensor) {
  auto type = dyn_cast<TSTensorType>(lookThroughCasts(tensor).getType());
  if (!type || !type.hasStaticShape())
    return std::nullopt;
  return type.getShape();
}

std::optional<StridedLayout> ts::getProgramLayout(Value tensor) {
  SmallVector<OperatorOp> views;
  for (Value next = lookThroughCasts(tensor);;) {
    auto op = next.getDefiningOp<OperatorOp>();
    if (!op || op.getNumResults() != 1 || !isProgramView(op))
      break;
    if (views.size() == kMaxViews)
      return std::nullopt;
    views.push_back(op);
    next = lookThroughCasts(op.getArgs()[0]);
  }
  auto sizes =
      getStaticSizes(views.empty() ? tensor : views.back().getArgs()[0]);
  if (!sizes)
    return std::nullopt;
  std::optional<StridedLayout> layout = StridedLayout::getRowMajor(*sizes);
  for (OperatorOp view : llvm::reverse(views)) {
    layout = followView(view, *layout);
    if (!layout)
      return std::nullopt;
  }
  return layout;
}

bool ts::isProgramView(OperatorOp op) {
  if (op.getNumResults() != 1 || op.getArgs().empty() ||
      !isa<TSTensorType>(op.getResult(0).getType()) ||
      !isa<TSTensorType>(lookThroughCasts(op.getArgs()[0]).getType()))
    return false;
  // A program has one device, and is contiguous where sizes are not known.
  if (std::optional<bool> known = sharesStorage(op, nullptr))
    return *known;
  std::optional<StridedLayout> layout = getProgramLayout(op.getArgs()[0]);
  return sharesStorage(op, layout ? &*layout : nullptr).value_or(true);
}
