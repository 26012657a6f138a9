//===- FoldLiterals.cpp - ts-fold-literals --------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Finds the value of each constant and of what is made of constants, then puts
// a literal in the place of the outermost large containers.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/Literals.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSFOLDLITERALS
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

/// A value that is known, how many constants it holds, and whether there is a
/// list or dict in it.
struct Known {
  Attribute value;
  size_t count = 0;
  bool isObject = false;
};

class LiteralFolding {
public:
  explicit LiteralFolding(size_t least) : least(least) {}

  /// Folds what is in `function`; the number of containers.
  unsigned run(func::FuncOp function);

private:
  Known evaluate(Operation *op);
  /// What is known of an operand that becomes part of `user`.
  Known lookup(Value operand, Operation *user, Type type);
  /// The values of operands, added to what `result` holds; false unless all are
  /// known and of the types that `typeOf` tells.
  bool collect(OperandRange operands, function_ref<Type(size_t)> typeOf,
               SmallVectorImpl<Attribute> &values, Known &result);
  void erase(Operation *op);

  size_t least;
  DenseMap<Value, Known> known;
  /// Operations whose users are gone.
  llvm::SmallPtrSet<Operation *, 16> orphans;
};

} // namespace

Known LiteralFolding::lookup(Value operand, Operation *user, Type type) {
  auto found = known.find(operand);
  if (found == known.end() || !isValueOfType(found->second.value, type))
    return {};
  // A container that something else sees, too, or that is made less often, has
  // to be one object.
  if (found->second.isObject &&
      (!operand.hasOneUse() || operand.getParentBlock() != user->getBlock()))
    return {};
  return found->second;
}

bool LiteralFolding::collect(OperandRange operands,
                             function_ref<Type(size_t)> typeOf,
                             SmallVectorImpl<Attribute> &values,
                             Known &result) {
  values.reserve(operands.size());
  for (auto [i, operand] : llvm::enumerate(operands)) {
    Known part = lookup(operand, operands.getBase()->getOwner(), typeOf(i));
    if (!part.value)
      return false;
    values.push_back(part.value);
    result.count += part.count;
    result.isObject |= part.isObject;
  }
  return true;
}

Known LiteralFolding::evaluate(Operation *op) {
  MLIRContext *context = op->getContext();
  Known result;
  SmallVector<Attribute> values, others;
  if (auto number = dyn_cast<complex::ConstantOp>(op)) {
    auto real = dyn_cast<FloatAttr>(number.getValue()[0]);
    auto imaginary = dyn_cast<FloatAttr>(number.getValue()[1]);
    if (real && imaginary && real.getType().isF64())
      result = {ComplexAttr::get(context, real, imaginary), 1};
  } else if (op->hasTrait<OpTrait::ConstantLike>()) {
    Attribute value;
    if (matchPattern(op, m_Constant(&value)) &&
        isValueOfType(value, op->getResult(0).getType()) &&
        !isa<TSTensorType>(op->getResult(0).getType()))
      result = {value, 1};
  } else if (auto cast = dyn_cast<DerefineOp>(op)) {
    result = lookup(cast.getInput(), op, cast.getType());
  } else if (auto tuple = dyn_cast<TupleConstructOp>(op)) {
    TSTupleType type = tuple.getType();
    if (collect(
            tuple.getElements(),
            [&](size_t i) { return type.getElements()[i]; }, values, result))
      result.value =
          TupleAttr::get(context, type, ArrayAttr::get(context, values));
  } else if (auto list = dyn_cast<ListConstructOp>(op)) {
    Type element = list.getType().getElementType();
    result.isObject = true;
    if (collect(
            list.getElements(), [&](size_t) { return element; }, values,
            result))
      result.value = ListAttr::get(context, list.getType(),
                                   ArrayAttr::get(context, values));
  } else if (auto dict = dyn_cast<DictConstructOp>(op)) {
    DictType type = dict.getType();
    result.isObject = true;
    if (collect(
            dict.getKeys(), [&](size_t) { return type.getKeyType(); }, values,
            result) &&
        collect(
            dict.getValues(), [&](size_t) { return type.getValueType(); },
            others, result))
      result.value =
          DictAttr::get(context, type, ArrayAttr::get(context, values),
                        ArrayAttr::get(context, others));
  }
  return result;
}

void LiteralFolding::erase(Operation *op) {
  for (Value operand : op->getOperands())
    if (Operation *part = operand.getDefiningOp())
      orphans.insert(part);
  orphans.erase(op);
  known.erase(op->getResult(0));
  op->erase();
}

unsigned LiteralFolding::run(func::FuncOp function) {
  // What is known, parts before the whole.
  SmallVector<Operation *> constants;
  function.walk([&](Operation *op) {
    if (op->getNumResults() != 1)
      return;
    Known value = evaluate(op);
    if (!value.value)
      return;
    known[op->getResult(0)] = value;
    constants.push_back(op);
  });
  unsigned numFolded = 0;
  for (Operation *op : llvm::reverse(constants)) {
    Value made = op->getResult(0);
    if (made.use_empty()) {
      if (orphans.contains(op))
        erase(op);
      continue;
    }
    Known value = known.lookup(made);
    if (!isa<ListConstructOp, DictConstructOp>(op) || value.count < least)
      continue;
    OpBuilder builder(op);
    made.replaceAllUsesWith(
        builder.create<LiteralOp>(op->getLoc(), value.value));
    erase(op);
    ++numFolded;
  }
  return numFolded;
}

namespace {

static_assert(kLargeLiteral == 64, "the option's default is another");

struct FoldLiterals : public ts::impl::TSFoldLiteralsBase<FoldLiterals> {
  using Base::Base;

  void runOnOperation() override {
    numFolded += LiteralFolding(least).run(getOperation());
  }
};

} // namespace
