//===- StraightenProgram.cpp - ts-straighten-program ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphTypes.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Dialect/TS/IR/ModuleStacks.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSSTRAIGHTENPROGRAM
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

static constexpr int64_t maxTurns = 4096;

/// Whether an operation only looks at a list or dict.
static bool isRead(Operation *user) {
  if (isa<ListUnpackOp>(user))
    return true;
  auto op = dyn_cast<OperatorOp>(user);
  return op && llvm::is_contained({"aten::__getitem__.t", "aten::len.t",
                                   "aten::__getitem__.Dict_str",
                                   "aten::__contains__.str",
                                   "aten::len.Dict_str", "aten::items.str",
                                   "aten::keys.str", "aten::values.str"},
                                  op.getName());
}

/// The element that a read gives; null when it is not known.
static Value findElement(OperatorOp read) {
  Operation *made = read.getOperand(0).getDefiningOp();
  if (auto list = dyn_cast_or_null<ListConstructOp>(made)) {
    std::optional<int64_t> index = getConstantInt(read.getOperand(1));
    int64_t count = int64_t(list.getElements().size());
    if (index && *index < 0)
      *index += count;
    bool isInside = index && *index >= 0 && *index < count;
    return isInside ? list.getElements()[size_t(*index)] : Value();
  }
  auto dict = dyn_cast_or_null<DictConstructOp>(made);
  auto key = dict ? read.getOperand(1).getDefiningOp<ConstantStrOp>()
                  : ConstantStrOp();
  Value found;
  if (key)
    for (auto [name, value] : llvm::zip_equal(dict.getKeys(), dict.getValues()))
      if (auto text = name.getDefiningOp<ConstantStrOp>();
          text && text.getValue() == key.getValue())
        found = value;
  return found;
}

/// What a dict holds, as a list; null for other questions.
static Value listDict(OperatorOp op, DictConstructOp dict) {
  auto type = dyn_cast<ListType>(op.getResult(0).getType());
  StringRef what = op.getName().split("::").second.split('.').first;
  if (!dict || !type || dict.getKeys().size() != dict.getValues().size())
    return {};
  OpBuilder builder(op);
  SmallVector<Value> elements;
  for (auto [key, value] : llvm::zip_equal(dict.getKeys(), dict.getValues())) {
    if (what == "keys")
      elements.push_back(key);
    else if (what == "values")
      elements.push_back(value);
    else if (what == "items")
      elements.push_back(builder.create<TupleConstructOp>(
          op.getLoc(), cast<TSTupleType>(type.getElementType()),
          ValueRange{key, value}));
    else
      return {};
  }
  return builder.create<ListConstructOp>(op.getLoc(), type, elements);
}

/// Resolves one read; false when it stays.
static bool resolveRead(OperatorOp op) {
  if (!isRead(op))
    return false;
  Operation *made = op.getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<ListConstructOp, DictConstructOp>(made) ||
      !llvm::all_of(made->getUsers(), isRead))
    return false;
  Value value;
  if (op.getName().starts_with("aten::len")) {
    OpBuilder builder(op);
    // Keys that are equal count once.
    auto dict = dyn_cast<DictConstructOp>(made);
    if (dict)
      return false;
    value = builder.create<arith::ConstantOp>(
        op.getLoc(), builder.getI64IntegerAttr(made->getNumOperands()));
  } else if (auto dict = dyn_cast<DictConstructOp>(made);
             dict && isa<ListType>(op.getResult(0).getType())) {
    value = listDict(op, dict);
  } else {
    value = findElement(op);
  }
  if (!value || value.getType() != op.getResult(0).getType())
    return false;
  op.getResult(0).replaceAllUsesWith(value);
  op.erase();
  return true;
}

/// Tensors of one static shape are broadcast to what they are.
static bool resolveBroadcast(OperatorOp op) {
  if (op.getName() != "aten::broadcast_tensors")
    return false;
  auto list = op.getArgs()[0].getDefiningOp<ListConstructOp>();
  if (!list || list.getElements().empty())
    return false;
  ArrayRef<int64_t> shape;
  for (auto [i, element] : llvm::enumerate(list.getElements())) {
    auto type = dyn_cast<TSTensorType>(lookThroughCasts(element).getType());
    if (!type || !type.hasStaticShape() || (i && type.getShape() != shape))
      return false;
    shape = type.getShape();
  }
  op.getResult(0).replaceAllUsesWith(list);
  op.erase();
  return true;
}

/// `1 - x` is `rsub`, which TorchScript writes as a negation and a sum.
static bool resolveReverse(OperatorOp op) {
  if (op.getName() != "aten::add.Scalar")
    return false;
  auto negation = op.getArgs()[0].getDefiningOp<OperatorOp>();
  if (!negation || negation.getName() != "aten::neg" ||
      negation.getLoc() != op.getLoc() || !negation->hasOneUse())
    return false;
  OpBuilder builder(op);
  auto made = builder.create<OperatorOp>(
      op.getLoc(), op.getResultTypes(), "aten::rsub.Scalar",
      ValueRange{negation.getArgs()[0], op.getArgs()[1], op.getArgs()[2]});
  op.replaceAllUsesWith(made);
  op.erase();
  negation.erase();
  return true;
}

/// `int(x)` and `float(x)` of a tensor of that kind read its element.
static bool resolveConversion(OperatorOp op) {
  StringRef name = op.getName();
  bool isInt = name == "aten::Int.Tensor" || name == "aten::IntImplicit";
  if (!isInt && name != "aten::Float.Tensor" && name != "aten::FloatImplicit")
    return false;
  auto tensor =
      dyn_cast<TSTensorType>(lookThroughCasts(op.getArgs()[0]).getType());
  bool isSame = tensor && tensor.hasDtype() &&
                (isInt ? isa<IntegerType>(tensor.getDtype()) &&
                             !tensor.getDtype().isInteger(1)
                       : isa<FloatType>(tensor.getDtype()));
  if (!isSame)
    return false;
  OpBuilder builder(op);
  auto element = builder.create<OperatorOp>(
      op.getLoc(), ScalarType::get(op.getContext()), "aten::item",
      ValueRange{op.getArgs()[0]});
  auto number = builder.create<OperatorOp>(
      op.getLoc(), op.getResultTypes(),
      isInt ? "aten::Int.Scalar" : "aten::Float.Scalar",
      ValueRange{element.getResult(0)});
  op.replaceAllUsesWith(number);
  op.erase();
  return true;
}

/// An element of a tensor is a number of its dtype: what reads it reads that.
static bool resolveItem(OperatorOp op) {
  if (!isItem(op.getName()))
    return false;
  auto tensor =
      dyn_cast<TSTensorType>(lookThroughCasts(op.getArgs()[0]).getType());
  bool isInt = tensor && tensor.hasDtype() &&
               isa<IntegerType>(tensor.getDtype()) &&
               !tensor.getDtype().isInteger(1);
  bool isFloat =
      tensor && tensor.hasDtype() && isa<FloatType>(tensor.getDtype());
  auto isNumber = [&](Operation *user) {
    auto conversion = dyn_cast<OperatorOp>(user);
    return conversion && conversion.getName() ==
                             (isInt ? "aten::Int.Scalar" : "aten::Float.Scalar");
  };
  Value element = op.getResult(0);
  if ((!isInt && !isFloat) || llvm::all_of(element.getUsers(), isNumber))
    return false;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Type type = isInt ? Type(builder.getI64Type()) : Type(builder.getF64Type());
  auto number = builder.create<OperatorOp>(
      op.getLoc(), type, isInt ? "aten::Int.Scalar" : "aten::Float.Scalar",
      ValueRange{element});
  Value vague = builder.create<DerefineOp>(op.getLoc(), element.getType(),
                                           number.getResult(0));
  element.replaceAllUsesExcept(vague, number);
  // Other conversions are this one.
  SmallVector<Operation *> users(vague.getUsers());
  for (Operation *user : users)
    if (isNumber(user)) {
      user->getResult(0).replaceAllUsesWith(number.getResult(0));
      user->erase();
    }
  return true;
}

/// `torch.device("cpu")` of a known string is a constant; damaged texts and
/// kinds that are not plain words stay.
static bool resolveDevice(OperatorOp op) {
  if (op.getName() != "aten::device" || op.getArgs().size() != 1)
    return false;
  std::optional<StringRef> text = getConstantStr(op.getArgs()[0]);
  if (!text)
    return false;
  auto [kind, number] = text->split(':');
  int index = -1;
  bool isPlain = kind == "cpu" || kind == "cuda";
  if (!isPlain || (!number.empty() && (number.getAsInteger(10, index) ||
                                       index < 0 || index > 127)))
    return false;
  OpBuilder builder(op);
  Value made = builder.create<ConstantDeviceOp>(
      op.getLoc(), DeviceAttr::get(op.getContext(),
                                   builder.getStringAttr(kind), index));
  op.getResult(0).replaceAllUsesWith(made);
  op.erase();
  return true;
}

/// Writes out a loop of known length; false when it stays.
static bool unroll(ForOp loop) {
  std::optional<int64_t> count = getConstantInt(loop.getCount());
  if (!count || *count > maxTurns || isGraphControlFlow(loop))
    return false;
  OpBuilder builder(loop);
  Block *body = loop.getBodyBlock();
  auto yield = dyn_cast<YieldOp>(body->getTerminator());
  if (!yield)
    return false;
  SmallVector<Value> carried(loop.getInits());
  for (int64_t turn = 0; turn < *count; ++turn) {
    IRMapping mapping;
    mapping.map(body->getArgument(0),
                builder.create<arith::ConstantOp>(
                    loop.getLoc(), builder.getI64IntegerAttr(turn)));
    mapping.map(body->getArguments().drop_front(), carried);
    for (Operation &op : body->without_terminator())
      builder.clone(op, mapping)->walk([&](Operation *copy) {
        copy->setLoc(markTurn(copy->getLoc(), loop.getLoc(), turn));
      });
    for (auto [value, next] : llvm::zip_equal(carried, yield.getOperands()))
      value = mapping.lookupOrDefault(next);
  }
  loop.replaceAllUsesWith(carried);
  loop.erase();
  return true;
}

static void straighten(func::FuncOp function) {
  assumeGraphTypes(function);
  bool changed = true;
  while (changed) {
    changed = false;
    SmallVector<OperatorOp> reads;
    function.walk([&](OperatorOp op) {
      if (!isItem(op.getName()))
        reads.push_back(op);
    });
    for (OperatorOp op : reads) {
      // A sum is behind the negation that goes with it.
      bool isSum = op.getName() == "aten::add.Scalar";
      changed |= isSum ? resolveReverse(op)
                       : resolveBroadcast(op) || resolveRead(op) ||
                             resolveDevice(op) || resolveConversion(op);
    }
    SmallVector<OperatorOp> items;
    function.walk([&](OperatorOp op) {
      if (isItem(op.getName()))
        items.push_back(op);
    });
    for (OperatorOp op : items)
      changed |= resolveItem(op);
    // Outer loops first; what is written out is looked at again.
    for (Operation &op :
         llvm::make_early_inc_range(function.getBody().front()))
      if (auto loop = dyn_cast<ForOp>(op))
        changed |= unroll(loop);
  }
}

namespace {
struct StraightenProgram
    : public ts::impl::TSStraightenProgramBase<StraightenProgram> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr("ts.input_tree") &&
          llvm::hasSingleElement(function.getBody()))
        straighten(function);
  }
};
} // namespace
