//===- LinalgToOneDNN.cpp - Named linalg operations to oneDNN -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces convolutions and matrix products by library calls, with what is
// before and behind them.
//
//===----------------------------------------------------------------------===//

#include "Selection.h"

#include "TorchScript/Codegen/Passes.h"
#include "TorchScript/Dialect/TS/IR/RestoreLocations.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "TorchScript/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::ts {
#define GEN_PASS_DEF_CONVERTLINALGTOONEDNN
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct ConvertLinalgToOneDNN
    : public ts::impl::ConvertLinalgToOneDNNBase<ConvertLinalgToOneDNN> {
  void runOnOperation() override;
};
} // namespace

bool library::isF32(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getElementType().isF32();
}

bool library::isConstant(Value value) {
  // An expression on constants is small; what is not, is none.
  constexpr unsigned limit = 64;
  SmallVector<Value> worklist{value};
  for (unsigned i = 0; i < worklist.size(); ++i) {
    if (i == limit)
      return false;
    Value next = worklist[i];
    if (auto argument = dyn_cast<BlockArgument>(next)) {
      auto function =
          dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
      if (!function ||
          !function.getArgAttr(argument.getArgNumber(), kConstantAttr))
        return false;
      continue;
    }
    Operation *op = next.getDefiningOp();
    if (!isa<bufferization::ToTensorOp>(op) && !isMemoryEffectFree(op))
      return false;
    llvm::append_range(worklist, op->getOperands());
  }
  return true;
}

std::optional<library::Start> library::getStart(Value init, int64_t dim) {
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    if (matchPattern(fill.getInputs()[0], m_AnyZeroFloat()))
      return Start{true, {}};
  auto generic = init.getDefiningOp<linalg::GenericOp>();
  if (!generic || generic.getNumDpsInputs() != 1 ||
      generic.getNumParallelLoops() != generic.getNumLoops())
    return std::nullopt;
  auto yield = cast<linalg::YieldOp>(generic.getBody()->getTerminator());
  AffineMap map = generic.getIndexingMapsArray().front();
  if (yield.getValues()[0] != generic.getBody()->getArgument(0) ||
      map.getNumResults() != 1 || !map.isFunctionOfDim(dim))
    return std::nullopt;
  return Start{false, generic.getInputs()[0]};
}

bool library::isElementwise(linalg::GenericOp op) {
  return op->getNumResults() == 1 && op.hasPureTensorSemantics() &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); });
}

bool library::isRelu(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || !isElementwise(op))
    return false;
  auto yield = cast<linalg::YieldOp>(op.getBody()->getTerminator());
  Value input = op.getBody()->getArgument(0);
  auto select = yield.getValues()[0].getDefiningOp<arith::SelectOp>();
  if (!select || select.getFalseValue() != input ||
      !matchPattern(select.getTrueValue(), m_PosZeroFloat()))
    return false;
  auto compare = select.getCondition().getDefiningOp<arith::CmpFOp>();
  return compare && compare.getPredicate() == arith::CmpFPredicate::OLT &&
         compare.getLhs() == input &&
         matchPattern(compare.getRhs(), m_AnyZeroFloat());
}

void ConvertLinalgToOneDNN::runOnOperation() {
  RewritePatternSet patterns(&getContext());
  library::populateConvolutionPatterns(patterns);
  library::populateEpiloguePatterns(patterns);
  library::populateProductPatterns(patterns);
  if (failed(applyPatternsAndFoldGreedily(getOperation(), std::move(patterns))))
    return signalPassFailure();
  ts::restoreLocations(getOperation());
  getOperation().walk([&](Operation *op) {
    numCalls += isa<tsrt::LibraryCallOp, tsrt::ConvolutionOp>(op);
  });
}
