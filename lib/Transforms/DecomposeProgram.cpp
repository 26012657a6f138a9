//===- DecomposeProgram.cpp - Levels of exported programs -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts the library's texts for levels (lib/Library/levels), and what depends on
// strides, in the place of operators.
//
//===----------------------------------------------------------------------===//

#include "Casts.h"
#include "DecompositionTable.h"
#include "ProgramViews.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/CoreOperators.h"
#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Operators/Einsum.h"
#include "TorchScript/Operators/ProgramForms.h"
#include "TorchScript/Transforms/ProgramPasses.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSDECOMPOSEPROGRAM
#include "TorchScript/Transforms/ProgramPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct DecomposeProgram
    : public ts::impl::TSDecomposeProgramBase<DecomposeProgram> {
  using TSDecomposeProgramBase::TSDecomposeProgramBase;
  /// The table is made anew: it belongs to a context.
  DecomposeProgram(const DecomposeProgram &other)
      : TSDecomposeProgramBase(other) {}
  void runOnOperation() override;

private:
  LogicalResult decompose(OperatorOp op);
  /// Whether the program is to have what Core ATen has in its place, if not the
  /// operator itself.
  bool goesToCore(OperatorOp op) const {
    return level == "core" && !llvm::is_contained(kept, op.getName());
  }
  /// What a text says the operator consists of; null when none does.
  Decomposition *choose(OperatorOp op);
  /// Puts the user's function in its place, if there is one; nothing when it
  /// does not fit.
  std::optional<bool> expandUsers(OperatorOp op);
  bool expand(OperatorOp op, Decomposition &text);

  std::unique_ptr<DecompositionTable> table;
};
} // namespace

/// The operation that takes the list apart, where nothing else uses it.
static ListUnpackOp getUnpack(OperatorOp op) {
  if (op.getNumResults() != 1 || !op.getResult(0).hasOneUse())
    return {};
  return dyn_cast<ListUnpackOp>(*op.getResult(0).user_begin());
}

/// What depends on strides or on how many tensors there are.
static bool expandWithoutText(OperatorOp op, bool isCore) {
  ListUnpackOp unpack = getUnpack(op);
  bool givesList =
      op.getNumResults() == 1 && isa<ListType>(op.getResult(0).getType());
  if (givesList && !unpack)
    return false;
  if (!expandForProgram(op, isProgramView(op), isCore))
    return isCore && expandEinsum(op);
  if (unpack)
    forwardElements(unpack);
  return true;
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

Decomposition *DecomposeProgram::choose(OperatorOp op) {
  std::string key = ("functional/" + op.getName()).str();
  if (Decomposition *text = table->lookupLibrary(key))
    return text;
  if (!goesToCore(op))
    return nullptr;
  key = ("core/" + op.getName()).str();
  if (Decomposition *text = table->lookupLibrary(key))
    return text;
  if (isCoreOperator(op.getName()) || !op.getName().starts_with("aten::"))
    return nullptr;
  return table->lookupLibrary(op.getName());
}

bool DecomposeProgram::expand(OperatorOp op, Decomposition &text) {
  Block &body = text.body.getBody().front();
  if (body.getNumArguments() != op.getArgs().size())
    return false;
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), op.getArgs()))
    if (!isSubtype(operand.getType(), argument.getType()))
      return false;
  OpBuilder builder(op);
  IRMapping mapping;
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), op.getArgs()))
    mapping.map(argument, castTo(builder, operand, argument.getType()));
  for (Operation &inner : body.without_terminator()) {
    Operation *copy = builder.clone(inner, mapping);
    copy->walk([&](Operation *nested) {
      // What becomes no node keeps its place in a user's text.
      if (!text.isUsers || nested->getNumRegions() == 0)
        nested->setLoc(op.getLoc());
      auto part = dyn_cast<OperatorOp>(nested);
      if (part && part.getName() == op.getName())
        part->setAttr(kKernelAttr, UnitAttr::get(&getContext()));
    });
  }
  Value whole = mapping.lookupOrDefault(body.getTerminator()->getOperand(0));
  for (OpResult result : op.getResults()) {
    Value value = whole;
    if (op.getNumResults() > 1)
      value = builder.create<TupleIndexOp>(op.getLoc(), whole,
                                           result.getResultNumber());
    result.replaceAllUsesWith(castTo(builder, value, result.getType()));
  }
  op.erase();
  return true;
}

std::optional<bool> DecomposeProgram::expandUsers(OperatorOp op) {
  Decomposition *text = table->lookupUsers(op.getName());
  if (!text)
    return false;
  TypeRange given = op.getResultTypes();
  std::string name = op.getName().str();
  TypeRange results = text->body.getResultTypes();
  auto tuple = results.size() == 1 ? dyn_cast<TSTupleType>(results.front())
                                   : TSTupleType();
  bool isTuple = given.size() != 1;
  if (isTuple ? !tuple || tuple.size() != given.size() : results.empty()) {
    emitError(text->getDecorator(), "the function gives other results than '")
        << name << "', which gives " << given.size();
    return std::nullopt;
  }
  if (expand(op, *text))
    return true;
  emitError(text->getDecorator(), "the function does not take the arguments "
                                  "that the program calls '")
      << name << "' with";
  return std::nullopt;
}

LogicalResult DecomposeProgram::decompose(OperatorOp op) {
  if (op->hasAttr(kKernelAttr) || isSliceLoopPart(op))
    return success();
  std::optional<bool> isUsers = expandUsers(op);
  if (!isUsers)
    return failure();
  // A user's function has taken the place of `op`.
  if (*isUsers || expandWithoutText(op, goesToCore(op))) {
    ++numDecomposed;
    return success();
  }
  Decomposition *text = choose(op);
  if (text && expand(op, *text))
    ++numDecomposed;
  return success();
}

/// Whether dtype and rank of an operand are known; others have none.
static bool isKnownOperand(Value operand) {
  auto isKnown = [](Type type) {
    auto tensor = dyn_cast<TSTensorType>(type);
    return !tensor || (tensor.hasRank() && tensor.hasDtype());
  };
  return isKnown(operand.getType()) ||
         isKnown(lookThroughCasts(operand).getType());
}

void DecomposeProgram::runOnOperation() {
  if (!table)
    table = std::make_unique<DecompositionTable>(getContext());
  table->setUsers(getOperation());
  SmallVector<OperatorOp> operators;
  for (auto function : getOperation().getOps<func::FuncOp>())
    if (isExportedProgram(function))
      function.walk([&](OperatorOp op) {
        if (unclear || llvm::all_of(op.getArgs(), isKnownOperand))
          operators.push_back(op);
      });
  for (OperatorOp op : operators)
    if (failed(decompose(op)))
      return signalPassFailure();
}
