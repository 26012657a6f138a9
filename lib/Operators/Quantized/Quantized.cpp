//===- Quantized.cpp - Quantized tensors as their parts -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What makes quantized tensors, and what reads their parts.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Operators/Quantized.h"
#include "TorchScript/Operators/Registry.h"

#include "Steps.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "TorchScript/Dialect/TS/IR/Residue.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::quantized;
using torchscript::DType;

static bool isQuantize(OperatorOp maker) {
  return maker.getName() == "aten::quantize_per_tensor";
}
static bool isMakePerTensor(OperatorOp maker) {
  return maker.getName() == "aten::_make_per_tensor_quantized_tensor";
}

bool quantized::isLayer(Operation *maker) {
  auto op = dyn_cast<OperatorOp>(maker);
  if (!op || op.getNumResults() != 1 ||
      !isa<TSTensorType>(op.getResult(0).getType()) ||
      op.getArgs().size() < 2 || !isa<CapsuleType>(op.getArgs()[1].getType()))
    return false;
  const OperatorEntry *entry = findOperator(op);
  return entry && entry->isLibrary && !entry->rule;
}

/// Whether nothing writes the tensor, or keeps it where it may be written
/// before the function ends.
static bool isOnlyRead(Value tensor) {
  return llvm::all_of(tensor.getUsers(), [](Operation *user) {
    if (isa<func::ReturnOp>(user))
      return true;
    if (isa<DerefineOp, UncheckedCastOp, TupleConstructOp, ListConstructOp>(
            user))
      return isOnlyRead(user->getResult(0));
    auto reader = dyn_cast<OperatorOp>(user);
    OperatorInfo info =
        reader ? lookupOperator(reader.getName()) : OperatorInfo();
    return info.known && !info.mutatedArgs &&
           (!info.aliasesArgument ||
            llvm::all_of(reader.getResults(), isOnlyRead));
  });
}

//===----------------------------------------------------------------------===//
// One scale
//===----------------------------------------------------------------------===//

/// Whether the tensor may be a view with strides of its own. What is quantized
/// of it is row-major, or channels last, unlike what operators of elements
/// make.
static bool hasOwnStrides(Value tensor) {
  Operation *maker = lookThroughCasts(tensor).getDefiningOp();
  auto view = dyn_cast_or_null<OperatorOp>(maker);
  if (!view)
    return maker;
  ViewKind kind = getViewKind(view);
  return kind != ViewKind::None && kind != ViewKind::Identity &&
         kind != ViewKind::Reshape;
}

/// What `quantize_per_tensor` makes; null where it raises, or may raise.
static const Quanta *findQuantized(OperatorOp maker) {
  TSTensorType type = getKnownType(maker.getArgs()[0]);
  std::optional<int64_t> dtype = getConstantInt(maker.getArgs()[3]);
  if (!type || !type.getDtype().isF32() || !dtype ||
      hasOwnStrides(maker.getArgs()[0]))
    return nullptr;
  const Quanta *quanta = findQuanta(*dtype);
  return quanta && mayBeZeroPoint(maker.getArgs()[2], *quanta) ? quanta
                                                               : nullptr;
}

namespace {
/// What is known of the integers of a quantized tensor.
struct Kind {
  const Quanta *quanta = nullptr;
  int64_t rank = 0;
};
} // namespace

/// Nothing where the dtype or the rank is not known.
static std::optional<Kind> getKind(Value tensor) {
  auto maker = lookThroughCasts(tensor).getDefiningOp<OperatorOp>();
  if (!maker)
    return std::nullopt;
  if (isLayer(maker) || maker.getName() == "aten::relu")
    return getKind(maker.getArgs()[0]);
  TSTensorType type = isQuantize(maker) || isMakePerTensor(maker)
                          ? getKnownType(maker.getArgs()[0])
                          : TSTensorType();
  if (!type)
    return std::nullopt;
  const Quanta *quanta = findQuanta(maker.getArgs()[0]);
  if (isQuantize(maker)) {
    std::optional<int64_t> dtype = getConstantInt(maker.getArgs()[3]);
    quanta = dtype ? findQuanta(*dtype) : nullptr;
  }
  return quanta ? std::optional(Kind{quanta, int64_t(type.getShape().size())})
                : std::nullopt;
}

/// What a layer makes has the dtype and the rank of its operand.
static std::optional<Made> findLayer(OperatorOp layer) {
  std::optional<Kind> kind = getKind(layer.getArgs()[0]);
  if (!kind || kind->quanta->isWide() || !isOnlyRead(layer.getResult(0)))
    return std::nullopt;
  return Made{layer, kind->quanta, layer.getArgs().drop_back().back(),
              layer.getArgs().back(), kind->rank};
}

std::optional<Made> quantized::findMade(Value tensor) {
  auto maker = lookThroughCasts(tensor).getDefiningOp<OperatorOp>();
  if (maker && isLayer(maker))
    return findLayer(maker);
  if (!maker || (!isQuantize(maker) && !isMakePerTensor(maker)) ||
      !isOnlyRead(maker.getResult(0)))
    return std::nullopt;
  const Quanta *quanta =
      isQuantize(maker) ? findQuantized(maker) : findQuanta(maker.getArgs()[0]);
  if (!quanta)
    return std::nullopt;
  return Made{maker, quanta, maker.getArgs()[1], maker.getArgs()[2]};
}

bool Made::isReordered() const {
  return isLayer(maker) && getBaseName(maker).contains("::conv");
}

/// The integers of a layer's result.
static Value readLayer(const Made &made) {
  OperatorOp layer = made.maker;
  StepBuilder steps(layer->getNextNode());
  MLIRContext *context = layer.getContext();
  auto type = TSTensorType::get(
      context, SmallVector<int64_t>(made.rank, ShapedType::kDynamic),
      getElementType(context, made.quanta->integer));
  return steps.build.call("aten::int_repr", layer.getResult(0), type);
}

Value Made::getIntegers() const {
  OperatorOp op = maker;
  if (isLayer(op))
    return readLayer(*this);
  StepBuilder steps(op);
  if (isMakePerTensor(op))
    return steps.build.clone(op.getArgs()[0]);
  steps.checkZeroPoint(scale, zero, *quanta);
  return steps.quantize(op.getArgs()[0], scale, zero, *quanta);
}

Value Made::getNumbers() const {
  OperatorOp op = maker;
  if (isLayer(op)) {
    Value integers = readLayer(*this);
    StepBuilder steps(integers.getDefiningOp()->getNextNode());
    return steps.dequantize(integers, scale, zero, *quanta);
  }
  StepBuilder steps(op);
  if (isMakePerTensor(op))
    return steps.dequantize(op.getArgs()[0], scale, zero, *quanta);
  if (quanta->isWide())
    return steps.dequantize(getIntegers(), scale, zero, *quanta);
  steps.checkZeroPoint(scale, zero, *quanta);
  Value rounded = steps.roundToSteps(op.getArgs()[0], scale, zero, *quanta);
  return steps.create("aten::mul.Tensor",
                      {steps.subtract(rounded, steps.makeSingle(zero)),
                       steps.makeSingle(scale)});
}

//===----------------------------------------------------------------------===//
// A scale for each channel
//===----------------------------------------------------------------------===//

namespace {
/// A tensor with scales and zero points along an axis.
struct MadeOfChannels {
  OperatorOp maker;
  const Quanta *quanta = nullptr;
  int64_t axis = 0, rank = 0;
  bool isQuantize = false;

  /// Integers, or the numbers they stand for, built before the maker.
  Value build(bool wantsNumbers) const;

private:
  /// Parameters of each channel, to be stretched.
  Value lieAlong(StepBuilder &steps, unsigned operand, DType dtype) const;
  /// Lets the operator itself raise where a zero point is none of the integers.
  void checkZeroPoints(StepBuilder &steps, Value zeros) const;
};
} // namespace

static std::optional<MadeOfChannels> findMadeOfChannels(Value tensor) {
  auto maker = lookThroughCasts(tensor).getDefiningOp<OperatorOp>();
  bool isQuantize = maker && maker.getName() == "aten::quantize_per_channel";
  if (!maker || !isOnlyRead(maker.getResult(0)) ||
      (!isQuantize &&
       maker.getName() != "aten::_make_per_channel_quantized_tensor"))
    return std::nullopt;
  TSTensorType type = getKnownType(maker.getArgs()[0]);
  TSTensorType scales = getKnownType(maker.getArgs()[1]),
               zeros = getKnownType(maker.getArgs()[2]);
  std::optional<int64_t> axis = getConstantInt(maker.getArgs()[3]);
  if (!type || !scales || !zeros || !axis || !type.hasStaticShape() ||
      !scales.hasStaticShape() || !zeros.hasStaticShape() ||
      !isa<IntegerType>(zeros.getDtype()) || !isa<FloatType>(scales.getDtype()))
    return std::nullopt;
  int64_t rank = int64_t(type.getShape().size());
  if (*axis < 0 || *axis >= rank || scales.getShape().size() != 1 ||
      zeros.getShape() != scales.getShape() ||
      scales.getShape()[0] != type.getShape()[*axis])
    return std::nullopt;
  std::optional<int64_t> dtype =
      isQuantize ? getConstantInt(maker.getArgs()[4]) : std::nullopt;
  const Quanta *quanta = !isQuantize ? findQuanta(maker.getArgs()[0])
                         : dtype && type.getDtype().isF32() ? findQuanta(*dtype)
                                                            : nullptr;
  if (!quanta)
    return std::nullopt;
  return MadeOfChannels{maker, quanta, *axis, rank, isQuantize};
}

Value MadeOfChannels::lieAlong(StepBuilder &steps, unsigned operand,
                               DType dtype) const {
  SmallVector<Value> sizes(rank, steps.build.integer(1));
  sizes[axis] = steps.build.integer(-1);
  OperatorOp op = maker;
  return steps.build.reshape(steps.convert(op.getArgs()[operand], dtype),
                             steps.build.integers(sizes));
}

void MadeOfChannels::checkZeroPoints(StepBuilder &steps, Value zeros) const {
  OperatorBuilder &build = steps.build;
  OpBuilder &builder = steps.builder;
  Value isBeyond = steps.create(
      "aten::any",
      steps.create(
          "aten::logical_or",
          {steps.create("aten::lt.Scalar", {zeros, build.integer(quanta->low)}),
           steps.create("aten::gt.Scalar",
                        {zeros, build.integer(quanta->high)})}));
  OperatorOp op = maker;
  Location loc = op.getLoc();
  Value truth = build.call("aten::Bool.Tensor", isBeyond, builder.getI1Type());
  auto branch =
      builder.create<IfOp>(loc, TypeRange(), truth, /*withElse=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.getThenBlock());
  Operation *copy = builder.clone(*op.getOperation());
  copy->setAttr(kFallbackAttr, builder.getUnitAttr());
  builder.create<YieldOp>(loc, ValueRange());
}

Value MadeOfChannels::build(bool wantsNumbers) const {
  OperatorOp op = maker;
  StepBuilder steps(op);
  Value scale = lieAlong(steps, 1, DType::Float32);
  Value zero = lieAlong(steps, 2, DType::Int64);
  Value integers;
  if (isQuantize) {
    checkZeroPoints(steps, zero);
    Value rounded = steps.create(
        "aten::round", steps.create("aten::mul.Tensor",
                                    {op.getArgs()[0],
                                     steps.create("aten::reciprocal", scale)}));
    integers = steps.toIntegers(
        steps.clampToBounds(rounded, steps.convert(zero, DType::Float32),
                            *quanta),
        *quanta);
  } else {
    integers = steps.build.clone(op.getArgs()[0]);
  }
  if (!wantsNumbers)
    return integers;
  Value whole = steps.subtract(steps.convert(integers, DType::Int64), zero);
  return steps.create("aten::mul.Tensor",
                      {steps.convert(whole, DType::Float32), scale});
}

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

/// What an operator reads of a quantized tensor: integers, numbers, its scale
/// or its zero point; null where that is not known.
static Value read(OperatorOp op) {
  StringRef name = op.getName();
  bool readsNumbers =
      name == "aten::dequantize.self" || name == "aten::dequantize.tensor";
  if (!readsNumbers && name != "aten::int_repr" && name != "aten::q_scale" &&
      name != "aten::q_zero_point")
    return {};
  if (std::optional<Made> made = findMade(op.getArgs()[0])) {
    if (readsNumbers)
      return made->getNumbers();
    if (name == "aten::int_repr") {
      bool isRead = isLayer(made->maker) && getKnownType(op.getResult(0));
      return isRead ? Value() : made->getIntegers();
    }
    if (isQuantize(made->maker))
      StepBuilder(made->maker)
          .checkZeroPoint(made->scale, made->zero, *made->quanta);
    return name == "aten::q_scale" ? made->scale : made->zero;
  }
  std::optional<MadeOfChannels> made;
  if (readsNumbers || name == "aten::int_repr")
    made = findMadeOfChannels(op.getArgs()[0]);
  return made ? made->build(readsNumbers) : Value();
}

/// Erases what nothing uses, and what made its operands; it is known that
/// nothing of it raises.
static void eraseUnused(Operation *op) {
  if (!op || !op->use_empty() ||
      !isa<OperatorOp, DerefineOp, UncheckedCastOp, ListConstructOp>(op))
    return;
  auto made = dyn_cast<OperatorOp>(op);
  if (made && !isMakePerTensor(made) && !isQuantize(made) &&
      made.getName() != "aten::quantize_per_channel" &&
      made.getName() != "aten::_make_per_channel_quantized_tensor")
    return;
  SmallVector<Value> operands(op->getOperands());
  op->erase();
  for (Value operand : operands)
    eraseUnused(operand.getDefiningOp());
}

/// Integers that a kernel computes, and a tensor that is made of them, for what
/// the function gives and nothing else reads.
static bool expandResult(OperatorOp op) {
  if (!isQuantize(op) || op.getResult(0).use_empty() ||
      !llvm::all_of(op.getResult(0).getUsers(), [](Operation *user) {
        return isa<func::ReturnOp, DerefineOp, TupleConstructOp>(user) ||
               isLayer(user);
      }))
    return false;
  std::optional<Made> made = findMade(op.getResult(0));
  if (!made)
    return false;
  Value integers = made->getIntegers();
  StepBuilder steps(op);
  op.getResult(0).replaceAllUsesWith(steps.build.call(
      "aten::_make_per_tensor_quantized_tensor",
      {integers, made->scale, made->zero}, op.getResult(0).getType()));
  op.erase();
  return true;
}

bool ts::expandQuantized(OperatorOp op) {
  if (op->hasAttr(kFallbackAttr))
    return false;
  if (expandResult(op) || expandArithmetic(op))
    return true;
  Value found = read(op);
  if (!found)
    return false;
  OpBuilder builder(op);
  Type wanted = op.getResult(0).getType();
  if (found.getType() != wanted) {
    if (isSubtype(found.getType(), wanted))
      found = builder.create<DerefineOp>(op.getLoc(), wanted, found);
    else
      found = builder.create<UncheckedCastOp>(op.getLoc(), wanted, found);
  }
  op.getResult(0).replaceAllUsesWith(found);
  Value source = op.getArgs()[0];
  op.erase();
  // The tensor itself may be needed no more.
  eraseUnused(source.getDefiningOp());
  return true;
}
