//===- DecideProgramSizes.cpp - ts-decide-sizes ---------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramSizes.h"

#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Transforms/ProgramPasses.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSDECIDESIZES
#include "TorchScript/Transforms/ProgramPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

bool ts::hasOpenSizes(func::FuncOp function) {
  if (function.isExternal() || !llvm::hasSingleElement(function.getBody()))
    return false;
  auto symbols = function->getAttrOfType<ArrayAttr>("ts.graph_symbols");
  if (symbols && !symbols.empty())
    return true;
  auto isOpen = [](Operation &op) {
    auto operation = dyn_cast<OperatorOp>(op);
    return operation &&
           (isItem(operation.getName()) ||
            llvm::any_of(op.getResultTypes(), [](Type type) {
              auto tensor = dyn_cast<TSTensorType>(type);
              return tensor && tensor.hasRank() && !tensor.hasStaticShape();
            }));
  };
  return function->hasAttr("ts.input_tree") &&
         llvm::any_of(function.getBody().front(), isOpen);
}

static Value makeInt(OpBuilder &builder, Location loc, int64_t number,
                     Type type) {
  return builder.create<arith::ConstantOp>(
      loc, cast<TypedAttr>(builder.getIntegerAttr(type, number)));
}

/// Whether a block raises and does nothing else.
static bool isRaise(Block *block) {
  bool raises = false;
  if (block)
    for (Operation &op : *block) {
      raises |= isa<ThrowOp, RaiseOp>(op);
      if (!isa<ThrowOp, RaiseOp>(op) && !op.hasTrait<OpTrait::IsTerminator>() &&
          !isMemoryEffectFree(&op))
        return false;
    }
  return raises;
}

/// The value of the condition for which a branch only raises; nothing when
/// neither side does, or both do.
static std::optional<bool> getRaisingSide(IfOp branch) {
  if (isGraphControlFlow(branch))
    return std::nullopt;
  bool first = isRaise(branch.getThenBlock()),
       second = isRaise(branch.getElseBlock());
  return first == second ? std::nullopt : std::optional(first);
}

/// Whether only the example tells what a comparison of sizes is, so that
/// `torch.cond` keeps both branches.
static bool isOpen(const ProgramSizes &sizes, Value condition) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  ProgramSizes trial = sizes;
  if (!compare || !trial.getInteger(compare.getLhs()) ||
      !trial.getInteger(compare.getRhs()))
    return false;
  size_t known = trial.getFacts().size();
  return trial.getBool(condition) && trial.getFacts().size() != known;
}

/// Checks that a condition has the value.
static void assertCondition(OpBuilder &builder, Location loc, Value condition,
                            bool value) {
  if (!value) {
    Value one =
        builder.create<arith::ConstantOp>(loc, builder.getBoolAttr(true));
    condition = builder.create<arith::XOrIOp>(loc, condition, one);
  }
  buildAssertion(builder, loc, condition, "Runtime assertion failed");
}

namespace {
struct DecideSizes : public ts::impl::TSDecideSizesBase<DecideSizes> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (hasOpenSizes(function))
        decide(function);
  }

  static void decide(func::FuncOp function) {
    ProgramSizes sizes(function);
    for (Operation &op :
         llvm::make_early_inc_range(function.getBody().front())) {
      OpBuilder builder(&op);
      if (auto operation = dyn_cast<OperatorOp>(op)) {
        sizes.visit(operation);
        sizes.readCheck(operation);
      } else if (auto branch = dyn_cast<IfOp>(op)) {
        Value condition = branch.getCondition();
        if (matchPattern(condition, m_Constant()))
          continue;
        if (isGraphControlFlow(branch) && isOpen(sizes, condition))
          continue;
        (void)sizes.takeUndecided();
        std::optional<bool> taken = sizes.getBool(condition);
        std::string undecided = sizes.takeUndecided();
        // A branch that only raises checks what it says.
        if (std::optional<bool> raising = getRaisingSide(branch);
            !taken && raising && sizes.assume(condition, !*raising)) {
          taken = !*raising;
          // What it asks about is not dead until the checks are written.
          assertCondition(builder, op.getLoc(), condition, *taken);
        }
        // What is behind the branch may hang on it.
        if (!taken && isGraphControlFlow(&op))
          continue;
        if (!taken && !undecided.empty())
          op.setAttr("ts.undecided", builder.getStringAttr(undecided));
        if (!taken)
          break;
        op.replaceUsesOfWith(condition, makeInt(builder, op.getLoc(), *taken,
                                                condition.getType()));
      } else if (auto loop = dyn_cast<ForOp>(op);
                 loop && !isGraphControlFlow(loop)) {
        Value count = loop.getCount();
        AffineExpr turns =
            matchPattern(count, m_Constant()) ? AffineExpr()
                                              : sizes.getInteger(count);
        std::optional<int64_t> hint =
            turns ? sizes.getHint(turns) : std::nullopt;
        if (!hint)
          continue;
        if (!sizes.fix(turns, *hint, op.getLoc()))
          continue;
        op.replaceUsesOfWith(
            count, makeInt(builder, op.getLoc(), *hint, count.getType()));
      }
    }
    sizes.note();
  }
};
} // namespace
