//===- DictVersions.cpp - Dicts of known keys -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dict whose keys are constant strings holds known values at each place, as
// long as all that changes it is known.
//
//===----------------------------------------------------------------------===//

#include "DictVersions.h"

#include "ListVersions.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::ts;

namespace {
/// Keys and values in the order in which the keys came, each key once.
class Pairs {
public:
  /// Sets the value of a key; false when the key is not known.
  bool set(Value key, Value value) {
    std::optional<StringRef> text = getConstantStr(key);
    if (!text)
      return false;
    if (std::optional<size_t> place = find(*text)) {
      values[*place] = value;
      return true;
    }
    texts.push_back(*text);
    keys.push_back(key);
    values.push_back(value);
    return true;
  }
  /// Takes a key out; false when it is not there, or not known.
  bool erase(Value key) {
    std::optional<StringRef> text = getConstantStr(key);
    std::optional<size_t> place = text ? find(*text) : std::nullopt;
    if (!place)
      return false;
    texts.erase(texts.begin() + *place);
    keys.erase(keys.begin() + *place);
    values.erase(values.begin() + *place);
    return true;
  }
  std::optional<size_t> find(StringRef text) const {
    auto it = llvm::find(texts, text);
    return it == texts.end() ? std::nullopt
                             : std::optional<size_t>(it - texts.begin());
  }

  SmallVector<Value> keys, values;

private:
  SmallVector<StringRef> texts;
};

enum class Change { None, Set, Erase };
} // namespace

static std::optional<Pairs> getPairs(DictConstructOp dict) {
  Pairs pairs;
  for (auto [key, value] : llvm::zip_equal(dict.getKeys(), dict.getValues()))
    if (!pairs.set(key, value))
      return std::nullopt;
  return pairs;
}

static bool readsDict(OpOperand &use) {
  auto op = dyn_cast<OperatorOp>(use.getOwner());
  return op && !((lookupOperator(op.getName()).mutatedArgs >>
                  std::min(use.getOperandNumber(), 63u)) &
                 1);
}

/// Whether the use is a read of what is in the dict, which gives nobody the
/// dict.
static bool isPlainRead(OpOperand &use) {
  return readsDict(use) && use.getOperandNumber() == 0 &&
         llvm::StringSwitch<bool>(
             cast<OperatorOp>(use.getOwner()).getName())
             .Cases("aten::__getitem__.Dict_str", "aten::__contains__.str",
                    "aten::len.Dict_str", "aten::keys.str", "aten::values.str",
                    "aten::items.str", true)
             .Cases("aten::get.str", "aten::get.default_str",
                    "aten::dict.Dict_str", "aten::copy.Dict_str", true)
             .Default(false);
}

static Change getChange(OpOperand &use) {
  auto op = dyn_cast<OperatorOp>(use.getOwner());
  if (!op || use.getOperandNumber() != 0)
    return Change::None;
  return llvm::StringSwitch<Change>(op.getName())
      .Case("aten::_set_item.str", Change::Set)
      .Case("aten::Delete.Dict_str", Change::Erase)
      .Default(Change::None);
}

bool ts::splitDictVersions(DictConstructOp made) {
  Value dict = made.getResult();
  if (llvm::all_of(dict.getUses(), readsDict))
    return false;
  std::optional<Pairs> pairs = getPairs(made);
  if (!pairs)
    return false;
  OrderedUses known = getOrderedUses(dict, [&](OpOperand &use) {
    return isPlainRead(use) || use.getOwner() == made->getBlock()->getTerminator() ||
           (getChange(use) != Change::None &&
            use.getOwner()->getBlock() == made->getBlock());
  });
  SmallVector<Pairs> versions;
  for (OpOperand *use : known.uses) {
    Change change = getChange(*use);
    OperandRange args = use->getOwner()->getOperands();
    bool isDone = change == Change::Set    ? pairs->set(args[1], args[2])
                  : change == Change::Erase ? pairs->erase(args[1])
                                            : true;
    if (!isDone) {
      known.areAll = false;
      break;
    }
    versions.push_back(*pairs);
  }
  Operation *end = made->getBlock()->getTerminator();
  if (llvm::count_if(known.uses, [&](OpOperand *use) {
        return use->getOwner() == end;
      }) > 1)
    return false;
  bool anyRead = false;
  for (auto [use, version] : llvm::zip(known.uses, versions)) {
    Operation *user = use->getOwner();
    bool isChange = getChange(*use) != Change::None;
    if (isChange && known.areAll)
      user->erase();
    if (isChange || (user == end && !known.areAll))
      continue;
    anyRead = true;
    OpBuilder builder(made->getBlock()->findAncestorOpInBlock(*user));
    DictType type = made.getType();
    for (Value &value : version.values)
      if (value.getType() != type.getValueType())
        value = builder.create<DerefineOp>(made.getLoc(), type.getValueType(),
                                           value);
    use->set(builder.create<DictConstructOp>(made.getLoc(), type, version.keys,
                                             version.values));
  }
  if (known.areAll)
    made.erase();
  return known.areAll || anyRead;
}

namespace {
/// Answers reads of dicts that nobody changes.
struct FoldDictRead : public OpRewritePattern<OperatorOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(OperatorOp op,
                                PatternRewriter &rewriter) const override {
    auto dict = op.getArgs().empty()
                    ? DictConstructOp()
                    : op.getArgs()[0].getDefiningOp<DictConstructOp>();
    if (!dict || op.getNumResults() != 1 || !isPlainRead(op->getOpOperand(0)) ||
        !llvm::all_of(dict.getResult().getUses(), readsDict))
      return failure();
    std::optional<Pairs> pairs = getPairs(dict);
    if (!pairs)
      return failure();
    StringRef name = op.getName();
    if (name == "aten::len.Dict_str") {
      rewriter.replaceOpWithNewOp<arith::ConstantIntOp>(op, pairs->keys.size(),
                                                        64);
      return success();
    }
    if (op.getArgs().size() > 1)
      return foldLookup(op, *pairs, rewriter);
    if (name == "aten::dict.Dict_str" || name == "aten::copy.Dict_str") {
      rewriter.replaceOpWithNewOp<DictConstructOp>(op, dict.getType(),
                                                   pairs->keys, pairs->values);
      return success();
    }
    return foldListing(op, *pairs, rewriter);
  }

private:
  /// What is under a constant key, and whether there is something.
  static LogicalResult foldLookup(OperatorOp op, const Pairs &pairs,
                                  PatternRewriter &rewriter) {
    std::optional<StringRef> key = getConstantStr(op.getArgs()[1]);
    if (!key)
      return failure();
    std::optional<size_t> place = pairs.find(*key);
    if (op.getName() == "aten::__contains__.str") {
      rewriter.replaceOpWithNewOp<arith::ConstantIntOp>(op, place.has_value(),
                                                        1);
      return success();
    }
    Value found = place ? pairs.values[*place] : Value();
    if (!found && op.getName() == "aten::get.default_str")
      found = op.getArgs()[2];
    else if (!found && op.getName() == "aten::get.str")
      found = rewriter.create<ConstantNoneOp>(op.getLoc());
    if (!found)
      return failure();
    Type type = op.getResult(0).getType();
    if (found.getType() != type) {
      if (!isSubtype(found.getType(), type))
        return failure();
      found = rewriter.create<DerefineOp>(op.getLoc(), type, found);
    }
    rewriter.replaceOp(op, found);
    return success();
  }

  /// Keys, values or both as a list.
  static LogicalResult foldListing(OperatorOp op, const Pairs &pairs,
                                   PatternRewriter &rewriter) {
    auto type = dyn_cast<ListType>(op.getResult(0).getType());
    if (!type)
      return failure();
    SmallVector<Value> elements;
    if (op.getName() == "aten::keys.str")
      elements = pairs.keys;
    else if (op.getName() == "aten::values.str")
      elements = pairs.values;
    else if (auto tuple = dyn_cast<TSTupleType>(type.getElementType()))
      for (auto [key, value] : llvm::zip_equal(pairs.keys, pairs.values))
        elements.push_back(rewriter.create<TupleConstructOp>(
            op.getLoc(), tuple, ValueRange{key, value}));
    if (elements.size() != pairs.keys.size())
      return failure();
    for (Value element : elements)
      if (element.getType() != type.getElementType())
        return failure();
    rewriter.replaceOpWithNewOp<ListConstructOp>(op, type, elements);
    return success();
  }
};

/// `dict()`, and `dict` of a list of pairs.
struct FoldNewDict : public OpRewritePattern<OperatorOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(OperatorOp op,
                                PatternRewriter &rewriter) const override {
    bool isEmpty = op.getName() == "aten::dict";
    if ((!isEmpty && op.getName() != "aten::dict.str") ||
        op.getNumResults() != 1)
      return failure();
    auto type = dyn_cast<DictType>(op.getResult(0).getType());
    std::optional<SmallVector<Value>> elements =
        isEmpty ? SmallVector<Value>() : getListElements(op.getArgs()[0]);
    if (!type || !elements)
      return failure();
    Pairs pairs;
    for (Value element : *elements) {
      auto pair = element.getDefiningOp<TupleConstructOp>();
      if (!pair || pair.getElements().size() != 2 ||
          pair.getElements()[1].getType() != type.getValueType() ||
          !pairs.set(pair.getElements()[0], pair.getElements()[1]))
        return failure();
    }
    rewriter.replaceOpWithNewOp<DictConstructOp>(op, type, pairs.keys,
                                                 pairs.values);
    return success();
  }
};
} // namespace

void ts::populateDictPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldDictRead, FoldNewDict>(patterns.getContext());
}
