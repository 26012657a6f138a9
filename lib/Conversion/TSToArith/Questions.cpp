//===- Questions.cpp - Answers that do not depend on values ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What library functions ask before they choose a way: where a tensor lies,
// whether it requires gradients, what a constant string holds.
//
//===----------------------------------------------------------------------===//

#include "ScalarEmitter.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "TorchScript/Dialect/TS/IR/Placement.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::ts;

namespace {

/// Questions about any tensor that programs on this machine answer alike, and
/// those whose answer nobody uses.
struct PlaceOfTensor : OpRewritePattern<OperatorOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(OperatorOp op,
                                PatternRewriter &rewriter) const override {
    StringRef name = op.getName();
    if ((name == "prim::is_cuda" || name == "prim::device") &&
        getPlacement(op) != Placement::Processor)
      return failure();
    if (name == "prim::is_cuda" || name == "prim::is_nested" ||
        name == "aten::is_autocast_enabled") {
      rewriter.replaceOpWithNewOp<arith::ConstantIntOp>(op, 0, 1);
      return success();
    }
    // The text of an assertion that holds, for example.
    if ((name == "aten::is_grad_enabled" || name == "aten::format") &&
        op->use_empty()) {
      rewriter.eraseOp(op);
      return success();
    }
    if (name != "prim::device")
      return failure();
    auto cpu = DeviceAttr::get(op.getContext(), rewriter.getStringAttr("cpu"),
                               /*index=*/-1);
    rewriter.replaceOpWithNewOp<ConstantDeviceOp>(op, op.getResult(0).getType(),
                                                  cpu);
    return success();
  }
};

/// How far back a tensor is followed.
constexpr unsigned kMaxVisited = 4096;

/// Finds out whether a tensor can require gradients.
class GradientSearch {
public:
  /// True when no tensor that `root` is made of can: constants of an archive,
  /// whose tensors are loaded without the mark, arguments of known sizes, for
  /// which code is specialized only when they have no mark, and examples.
  static bool isWithout(Value root) {
    GradientSearch search;
    search.add(root);
    while (!search.open.empty()) {
      if (search.seen.size() > kMaxVisited ||
          !search.follow(search.open.pop_back_val()))
        return false;
    }
    return true;
  }

private:
  void add(Value value) {
    // Numbers, strings and None have no marks; of containers what is in them
    // counts, and is not followed.
    if (!isa<TSNoneType, StrType, DeviceType, ScalarType, IntegerType,
             FloatType, ComplexType>(value.getType()) &&
        seen.insert(value).second)
      open.push_back(value);
  }

  bool follow(Value value) {
    auto type = dyn_cast<TSTensorType>(value.getType());
    Operation *made = value.getDefiningOp();
    if (!made) {
      // Examples of exported programs have no mark, whatever their sizes.
      Operation *owner = value.getParentBlock()->getParentOp();
      return type && isa<FunctionOpInterface>(owner) &&
             (type.hasStaticShape() ||
              (type.hasRank() && owner->hasAttr("ts.input_tree")));
    }
    if (auto literal = dyn_cast<TensorLiteralOp>(made))
      return isLoadedWithout(literal);
    if (auto branch = dyn_cast<IfOp>(made)) {
      unsigned index = cast<OpResult>(value).getResultNumber();
      for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()})
        if (!followYield(*region, index))
          return false;
      return true;
    }
    auto op = dyn_cast<OperatorOp>(made);
    bool isFixedList = isa<ListConstructOp>(made) && made->hasOneUse();
    if (!isa<DerefineOp, UncheckedCastOp, ListUnpackOp, TupleConstructOp,
             TupleIndexOp>(made) &&
        !isFixedList && !(op && makesNone(op)))
      return false;
    for (Value operand : made->getOperands())
      add(operand);
    return true;
  }

  bool followYield(Region &region, unsigned index) {
    if (region.empty())
      return false;
    Operation *end = region.front().getTerminator();
    // A branch that raises yields nothing.
    if (auto yield = dyn_cast<YieldOp>(end))
      add(yield->getOperand(index));
    return true;
  }

  /// Whether a tensor constant has no mark when the program runs.
  static bool isLoadedWithout(TensorLiteralOp literal) {
    auto reference = dyn_cast<TensorRefAttr>(literal.getValue());
    if (!reference || !reference.getRequiresGrad())
      return true;
    auto module = literal->getParentOfType<ModuleOp>();
    return module && module->hasAttr("ts.archive");
  }

  /// Whether the results of the operator have a mark only when an operand has.
  static bool makesNone(OperatorOp op) {
    auto [space, name] = op.getName().split("::");
    return space == "aten" && !name.starts_with("tensor") &&
           !name.starts_with("requires_grad") && !name.starts_with("set_") &&
           !name.contains("_tensor") && !name.ends_with("_") &&
           llvm::all_of(op->getResultTypes(), [](Type type) {
             auto list = dyn_cast<ListType>(type);
             return isa<TSTensorType>(list ? list.getElementType() : type);
           });
  }

  SmallVector<Value> open;
  llvm::DenseSet<Value> seen;
};

/// Whether the operator may mark a tensor that exists already: one that is
/// written takes the marks of what is written to it.
bool marksOperand(OperatorOp op) {
  if (lookupOperator(op.getName()).mutatedArgs == 0)
    return false;
  unsigned tensors = llvm::count_if(op.getArgs(), [](Value operand) {
    return isa<TSTensorType>(operand.getType());
  });
  StringRef name = op.getName();
  return tensors > 1 || name.starts_with("aten::requires_grad_") ||
         name.starts_with("aten::set_");
}

/// Whether anything in the program does.
bool marksTensors(Operation *module) {
  return module
      ->walk([](OperatorOp op) {
        return marksOperand(op) ? WalkResult::interrupt()
                                : WalkResult::advance();
      })
      .wasInterrupted();
}

struct RequiresGradient : OpRewritePattern<OperatorOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(OperatorOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getName() != "prim::requires_grad" ||
        !GradientSearch::isWithout(op.getArgs()[0]) ||
        marksTensors(op->getParentOfType<ModuleOp>()))
      return failure();
    rewriter.replaceOpWithNewOp<arith::ConstantIntOp>(op, 0, 1);
    return success();
  }
};

std::optional<StringRef> getString(Value value) {
  auto constant = value.getDefiningOp<ConstantStrOp>();
  return constant ? std::optional(StringRef(constant.getValue()))
                  : std::nullopt;
}

/// The text that `str` gives a constant int, bool or string.
std::optional<std::string> spellConstant(Value value) {
  while (auto widened = value.getDefiningOp<DerefineOp>())
    value = widened.getOperand();
  if (std::optional<StringRef> text = getString(value))
    return text->str();
  IntegerAttr number;
  if (!matchPattern(value, m_Constant(&number)))
    return std::nullopt;
  if (number.getType().isInteger(1))
    return number.getValue().isZero() ? "False" : "True";
  if (!number.getType().isInteger(64))
    return std::nullopt;
  return std::to_string(number.getInt());
}

/// Texts that are put together of constants: names of parts, keys of dicts.
struct ConstantText : OpRewritePattern<OperatorOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(OperatorOp op,
                                PatternRewriter &rewriter) const override {
    StringRef name = op.getName();
    if (name != "aten::str" && name != "aten::add.str" &&
        name != "aten::format")
      return failure();
    SmallVector<std::string> texts;
    for (Value operand : op.getArgs()) {
      std::optional<std::string> text = spellConstant(operand);
      if (!text)
        return failure();
      texts.push_back(std::move(*text));
    }
    std::optional<std::string> all;
    if (name == "aten::format")
      all = format(texts);
    else
      all = llvm::join(texts, "");
    if (!all || all->size() > kMaxText)
      return failure();
    rewriter.replaceOpWithNewOp<ConstantStrOp>(op, op.getResult(0).getType(),
                                               rewriter.getStringAttr(*all));
    return success();
  }

private:
  /// Texts that are made of themselves again and again grow without bound.
  static constexpr size_t kMaxText = 4096;

  /// The first text with the others at its `{}`; nothing when there are more or
  /// fewer of these, or other braces.
  static std::optional<std::string> format(ArrayRef<std::string> texts) {
    if (texts.empty())
      return std::nullopt;
    SmallVector<StringRef> between;
    StringRef(texts[0]).split(between, "{}");
    if (between.size() != texts.size() ||
        llvm::any_of(between, [](StringRef part) {
          return part.find_first_of("{}") != StringRef::npos;
        }))
      return std::nullopt;
    std::string all = between[0].str();
    for (size_t i = 1; i < texts.size(); ++i)
      all += texts[i] + between[i].str();
    return all;
  }
};

/// What `float(text)` is: numbers in decimals, and the names of the infinities
/// and of NaN; nothing for other texts.
static std::optional<double> readFloat(StringRef text) {
  std::string lower = text.trim().lower();
  double number;
  if (StringRef(lower).find_first_not_of("0123456789.e+-") == StringRef::npos) {
    if (!StringRef(lower).getAsDouble(number))
      return number;
    return std::nullopt;
  }
  StringRef name = lower;
  bool isNegative = name.consume_front("-");
  if (!isNegative)
    name.consume_front("+");
  if (name == "nan")
    number = std::numeric_limits<double>::quiet_NaN();
  else if (name == "inf" || name == "infinity")
    number = std::numeric_limits<double>::infinity();
  else
    return std::nullopt;
  return isNegative ? -number : number;
}

/// Comparisons, lengths, searches and conversions of constant strings.
struct ConstantString : OpRewritePattern<OperatorOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(OperatorOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getArgs().empty() || op.getNumResults() != 1)
      return failure();
    StringRef name = op.getName();
    if (name == "aten::str")
      return spellDevice(op, rewriter);
    std::optional<StringRef> text = getString(op.getArgs()[0]);
    if (!text)
      return failure();
    auto answer = [&](int64_t value, unsigned bits) {
      rewriter.replaceOpWithNewOp<arith::ConstantIntOp>(op, value, bits);
      return success();
    };
    if (name == "aten::len.str")
      return answer(text->size(), 64);
    if (name == "aten::Float.str") {
      std::optional<double> number = readFloat(*text);
      if (!number)
        return failure();
      rewriter.replaceOpWithNewOp<arith::ConstantOp>(
          op, rewriter.getF64FloatAttr(*number));
      return success();
    }
    std::optional<StringRef> other =
        op.getArgs().size() > 1 ? getString(op.getArgs()[1]) : std::nullopt;
    if (!other)
      return failure();
    if (name == "aten::eq.str" || name == "aten::ne.str")
      return answer((*text == *other) == (name == "aten::eq.str"), 1);
    // A search in the whole string.
    if (name == "aten::find" && op.getArgs().size() == 4 &&
        getConstantInt(op.getArgs()[2]) == 0 &&
        getConstantInt(op.getArgs()[3]) == int64_t(text->size())) {
      size_t place = text->find(*other);
      return answer(place == StringRef::npos ? -1 : int64_t(place), 64);
    }
    return failure();
  }

private:
  static LogicalResult spellDevice(OperatorOp op, PatternRewriter &rewriter) {
    Value value = op.getArgs()[0];
    if (auto widened = value.getDefiningOp<DerefineOp>())
      value = widened.getOperand();
    auto constant = value.getDefiningOp<ConstantDeviceOp>();
    if (!constant || constant.getValue().getKind() != "cpu" ||
        constant.getValue().getIndex() >= 0)
      return failure();
    rewriter.replaceOpWithNewOp<ConstantStrOp>(op, op.getResult(0).getType(),
                                               rewriter.getStringAttr("cpu"));
    return success();
  }
};

} // namespace

void ts::addQuestionPatterns(RewritePatternSet &patterns) {
  patterns.add<PlaceOfTensor, RequiresGradient, ConstantText, ConstantString>(
      patterns.getContext());
}
