//===- InferTypes.cpp - dtype and sizes by dataflow -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk in program order: definitions come before uses in ssa form.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Transforms/Passes.h"

#include "TorchScript/Analysis/Constants.h"
#include "TorchScript/Analysis/ShapeRules.h"
#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSINFERTYPES
#include "TorchScript/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct TSInferTypes : public ts::impl::TSInferTypesBase<TSInferTypes> {
  void runOnOperation() override;

private:
  void refine(Value value, TSTensorType type);
};
} // namespace

/// Whether the use takes a tensor of any refinement: operators, casts and
/// containers of values do; results of regions and functions have a type of
/// their own.
static bool acceptsRefinement(OpOperand &use) {
  return isa<OperatorOp, DerefineOp, TensorValueOp, PrintOp, IsNoneOp>(
      use.getOwner());
}

void TSInferTypes::refine(Value value, TSTensorType type) {
  Type old = value.getType();
  if (old == type)
    return;
  ++numRefined;
  value.setType(type);
  SmallVector<OpOperand *> strict;
  for (OpOperand &use : value.getUses())
    if (!acceptsRefinement(use))
      strict.push_back(&use);
  if (strict.empty())
    return;
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  Value vague = builder.create<DerefineOp>(value.getLoc(), old, value);
  for (OpOperand *use : strict)
    use->set(vague);
}

void TSInferTypes::runOnOperation() {
  getOperation().walk<WalkOrder::PreOrder>([&](OperatorOp op) {
    std::optional<SmallVector<TSTensorType>> types = inferResultTypes(op);
    if (!types || types->size() != op.getNumResults())
      return;
    for (auto [result, type] : llvm::zip_equal(op.getResults(), *types))
      refine(result, type);
  });
}
