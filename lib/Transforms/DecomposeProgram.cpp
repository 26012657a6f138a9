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
#include "ListOperators.h"
#include "ProgramViews.h"

#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Operators/Registry.h"
#include "TorchScript/Transforms/ProgramPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringSet.h"

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
  /// What a text says the operator consists of; null when none does.
  Decomposition *choose(OperatorOp op);
  /// Puts the user's function in its place, if there is one; nothing when it
  /// does not fit.
  std::optional<bool> expandUsers(OperatorOp op);
  bool expand(OperatorOp op, Decomposition &text);

  std::unique_ptr<DecompositionTable> table;
};
} // namespace

/// The operators of Core ATen, and those that only read a number or size.
static bool isCore(StringRef name) {
  static const llvm::StringSet<> names = {
#define TS_CORE_OPERATOR(NAME) "aten::" NAME,
#include "CoreOperators.def"
#undef TS_CORE_OPERATOR
  };
  return names.contains(name);
}

//===----------------------------------------------------------------------===//
// What depends on strides
//===----------------------------------------------------------------------===//

static Value makeInt(OpBuilder &builder, Location loc, int64_t number) {
  return builder.create<arith::ConstantOp>(loc,
                                           builder.getI64IntegerAttr(number));
}

/// `x.clone(memory_format=torch.contiguous_format)`
static Value cloneContiguous(OpBuilder &builder, Location loc, Value tensor) {
  constexpr int64_t contiguousFormat = 0;
  return builder
      .create<OperatorOp>(
          loc, tensor.getType(), "aten::clone",
          ValueRange{tensor, makeInt(builder, loc, contiguousFormat)})
      .getResult(0);
}

/// The sizes of the result as ints; those that are not known are asked for.
/// Nothing when that takes more than the operands.
static std::optional<SmallVector<Value>> getSizes(OpBuilder &builder,
                                                  OperatorOp op) {
  auto type = dyn_cast<TSTensorType>(op.getResult(0).getType());
  if (!type || !type.hasRank())
    return std::nullopt;
  SmallVector<Value> sizes;
  std::optional<SmallVector<Value>> given;
  if (op.getName() == "aten::reshape" || op.getName() == "aten::view")
    given = getListElements(op.getArgs()[1]);
  Inference inference(op);
  bool isKnown = inference.run();
  for (auto [i, size] : llvm::enumerate(type.getShape())) {
    if (!ShapedType::isDynamic(size)) {
      sizes.push_back(makeInt(builder, op.getLoc(), size));
      continue;
    }
    std::optional<int64_t> wanted =
        given && i < given->size() ? getConstantInt((*given)[i]) : 0;
    if (given && i < given->size() && wanted != -1) {
      sizes.push_back((*given)[i]);
      continue;
    }
    if (!isKnown)
      return std::nullopt;
    // Sizes are arithmetic on the operands' sizes.
    Value made = getValueOrCreateConstantIndexOp(
        builder, op.getLoc(),
        inference.materialize(builder, op.getLoc(),
                              inference.getResults()[0].sizes[i]));
    sizes.push_back(builder.create<arith::IndexCastOp>(
        op.getLoc(), builder.getI64Type(), made));
  }
  return sizes;
}

/// `reshape`, `flatten`, `contiguous` and their like as `view`, behind a copy
/// where the elements lie in another order.
static bool expandReshape(OperatorOp op) {
  StringRef name = op.getName();
  OpBuilder builder(op);
  Value tensor = op.getArgs().empty() ? Value() : op.getArgs()[0];
  if (name == "aten::contiguous") {
    Value made = isProgramView(op)
                     ? tensor
                     : cloneContiguous(builder, op.getLoc(), tensor);
    op.getResult(0).replaceAllUsesWith(
        castTo(builder, made, op.getResult(0).getType()));
    op.erase();
    return true;
  }
  bool isReshape = name == "aten::reshape" || name == "aten::flatten.using_ints" ||
                   name == "aten::ravel" || name == "aten::reshape_as" ||
                   name == "aten::view_as" || name == "aten::unflatten.int" ||
                   name == "aten::_unsafe_view";
  if (!isReshape)
    return false;
  std::optional<SmallVector<Value>> sizes = getSizes(builder, op);
  if (!sizes)
    return false;
  if (!isProgramView(op) && name != "aten::_unsafe_view")
    tensor = cloneContiguous(builder, op.getLoc(), tensor);
  // A flattened vector is what it was.
  bool isSame = name.starts_with("aten::flatten") &&
                tensor.getType() == op.getResult(0).getType();
  if (!isSame) {
    Value list = builder.create<ListConstructOp>(
        op.getLoc(), ListType::get(builder.getI64Type()), *sizes);
    tensor = builder
                 .create<OperatorOp>(op.getLoc(), op.getResult(0).getType(),
                                     "aten::view", ValueRange{tensor, list})
                 .getResult(0);
  }
  op.getResult(0).replaceAllUsesWith(tensor);
  op.erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

Decomposition *DecomposeProgram::choose(OperatorOp op) {
  std::string key = ("functional/" + op.getName()).str();
  if (Decomposition *text = table->lookupLibrary(key))
    return text;
  if (level != "core")
    return nullptr;
  key = ("core/" + op.getName()).str();
  if (Decomposition *text = table->lookupLibrary(key))
    return text;
  if (isCore(op.getName()) || !op.getName().starts_with("aten::"))
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
  // The element keeps its symbol.
  if (op.getName() == "aten::item") {
    op.setName("aten::_local_scalar_dense");
    ++numDecomposed;
    return success();
  }
  std::optional<bool> isUsers = expandUsers(op);
  if (!isUsers)
    return failure();
  if (*isUsers || expandReshape(op)) {
    ++numDecomposed;
    return success();
  }
  Decomposition *text = choose(op);
  if (text && expand(op, *text))
    ++numDecomposed;
  return success();
}

void DecomposeProgram::runOnOperation() {
  if (!table)
    table = std::make_unique<DecompositionTable>(getContext());
  table->setUsers(getOperation());
  SmallVector<OperatorOp> operators;
  for (auto function : getOperation().getOps<func::FuncOp>())
    if (isExportedProgram(function))
      function.walk([&](OperatorOp op) { operators.push_back(op); });
  for (OperatorOp op : operators)
    if (failed(decompose(op)))
      return signalPassFailure();
}
