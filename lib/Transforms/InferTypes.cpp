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
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <numeric>

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
  bool foldQuery(OperatorOp op);
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
  // What is written there may know more, or be wrong; it stays.
  if (old == type || !isSubtype(type, old))
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

/// `x is None` as archives write it.
static bool foldIdentityWithNone(OperatorOp op) {
  Value value = op.getArgs()[0], none = op.getArgs()[1];
  if (!isa<TSNoneType>(none.getType()))
    std::swap(value, none);
  if (!isa<TSNoneType>(none.getType()))
    return false;
  OpBuilder builder(op);
  Value answer = builder.create<IsNoneOp>(op.getLoc(), value);
  if (op.getName() == "aten::__isnot__") {
    Value yes = builder.create<arith::ConstantIntOp>(op.getLoc(), 1, 1);
    answer = builder.create<arith::XOrIOp>(op.getLoc(), answer, yes);
  }
  op.getResult(0).replaceAllUsesWith(answer);
  op.erase();
  return true;
}

/// Replaces a question about the shape of a tensor by its answer.
bool TSInferTypes::foldQuery(OperatorOp op) {
  StringRef name = op.getName();
  if (op.getArgs().empty() || op.getNumResults() != 1)
    return false;
  if (name == "aten::__is__" || name == "aten::__isnot__")
    return foldIdentityWithNone(op);
  TSTensorType type = getTensorType(op.getArgs()[0]);
  if (!type || !type.hasStaticShape())
    return false;
  ArrayRef<int64_t> shape = type.getShape();
  OpBuilder builder(op);
  auto number = [&](int64_t value) -> Value {
    return builder.create<arith::ConstantIntOp>(op.getLoc(), value, 64);
  };
  Value answer;
  if (name == "aten::dim") {
    answer = number(shape.size());
  } else if (name == "aten::size.int") {
    std::optional<int64_t> dim = getConstantInt(op.getArgs()[1]);
    dim = dim ? normalizeDim(*dim, shape.size()) : std::nullopt;
    if (dim && !shape.empty())
      answer = number(shape[*dim]);
  } else if (name == "aten::len.Tensor" && !shape.empty()) {
    answer = number(shape.front());
  } else if (name == "aten::numel") {
    answer = number(std::accumulate(shape.begin(), shape.end(), int64_t(1),
                                    std::multiplies<>()));
  } else if (name == "aten::is_floating_point") {
    answer = builder.create<arith::ConstantIntOp>(
        op.getLoc(), isa<FloatType>(type.getDtype()), 1);
  } else if (name == "aten::size" || name == "prim::shape") {
    SmallVector<Value> sizes;
    for (int64_t size : shape)
      sizes.push_back(number(size));
    answer = builder.create<ListConstructOp>(op.getLoc(),
                                             op.getResult(0).getType(), sizes);
  }
  if (!answer || answer.getType() != op.getResult(0).getType())
    return false;
  op.getResult(0).replaceAllUsesWith(answer);
  op.erase();
  ++numAnswered;
  return true;
}

void TSInferTypes::runOnOperation() {
  SmallVector<OperatorOp> operators;
  getOperation().walk<WalkOrder::PreOrder>(
      [&](OperatorOp op) { operators.push_back(op); });
  for (OperatorOp op : operators) {
    if (foldQuery(op))
      continue;
    std::optional<SmallVector<TSTensorType>> types = inferResultTypes(op);
    if (!types || types->size() != op.getNumResults())
      continue;
    for (auto [result, type] : llvm::zip_equal(op.getResults(), *types))
      refine(result, type);
  }
}
