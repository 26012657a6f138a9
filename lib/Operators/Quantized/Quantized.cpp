//===- Quantized.cpp - Quantized tensors as their parts -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers q stand for the numbers (q - zero point) * scale, in single
// precision. A number becomes the integer nearest to it divided by the scale,
// the even one of two, plus the zero point, within the bounds of the dtype: the
// operations and their order are those of the runtime's kernels, as results are
// the same to the last bit.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Operators/Quantized.h"

#include "TorchScript/Base/DType.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "TorchScript/Dialect/TS/IR/Residue.h"
#include "TorchScript/Operators/Dtypes.h"
#include "TorchScript/Operators/OperatorBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ts;
using torchscript::DType;

namespace {

/// A dtype of integers that stand for numbers.
struct Quanta {
  DType quantized, integer;
  int64_t low, high;
};

/// Builds before the operator that makes a tensor, as its operands may change
/// behind it.
class Expansion {
public:
  explicit Expansion(OperatorOp maker)
      : maker(maker), builder(maker), build(builder, maker.getLoc()),
        any(TSTensorType::get(maker.getContext())) {}

  /// The integers of the tensor; null where it may not be made.
  Value getIntegers();
  /// The numbers they stand for.
  Value getNumbers();

private:
  Value create(StringRef name, ValueRange args) {
    return build.call(name, args, any);
  }
  Value convert(Value tensor, DType dtype) {
    return build.toDtype(tensor, dtype, any);
  }
  /// A number of the program in single precision, as a tensor.
  Value makeSingle(Value number) {
    return build.scalarTensor(number, DType::Float32, any);
  }
  Value subtract(Value a, Value b) {
    return create("aten::sub.Tensor", {a, b, build.integer(1)});
  }
  /// The steps of the numbers within the bounds, in single precision.
  Value roundToSteps(const Quanta &quanta);
  /// Parameters of each channel, to be stretched.
  Value lieAlong(Value parameters, int64_t axis, int64_t rank);
  Value getNumbersOfChannels();
  /// Lets the operator itself run, and raise, where its zero point is not known
  /// to be one of the integers, and is none.
  void checkZeroPoint(const Quanta &quanta);

  OperatorOp maker;
  OpBuilder builder;
  OperatorBuilder build;
  /// Of steps whose types are inferred later.
  Type any;
};

} // namespace

static const Quanta kQuanta[] = {
    {DType::QInt8, DType::Int8, -128, 127},
    {DType::QUInt8, DType::UInt8, 0, 255},
    {DType::QInt32, DType::Int32, INT32_MIN, INT32_MAX},
};

static TSTensorType getKnownType(Value tensor) {
  auto type = dyn_cast<TSTensorType>(lookThroughCasts(tensor).getType());
  return type && type.hasDtype() && type.hasRank() ? type : TSTensorType();
}

/// The quanta whose integers the tensor has; null for others.
static const Quanta *findQuanta(Value integers) {
  TSTensorType type = getKnownType(integers);
  std::optional<DType> dtype = type ? getDType(type.getDtype()) : std::nullopt;
  for (const Quanta &quanta : kQuanta)
    if (dtype == quanta.integer)
      return &quanta;
  return nullptr;
}

/// What `quantize_per_tensor` makes; null where it raises, or may raise.
static const Quanta *findMade(OperatorOp maker) {
  TSTensorType type = getKnownType(maker.getArgs()[0]);
  std::optional<int64_t> zero = getConstantInt(maker.getArgs()[2]),
                         dtype = getConstantInt(maker.getArgs()[3]);
  if (!type || !type.getDtype().isF32() || !dtype)
    return nullptr;
  for (const Quanta &quanta : kQuanta)
    if (*dtype == int64_t(quanta.quantized))
      return !zero || (*zero >= quanta.low && *zero <= quanta.high) ? &quanta
                                                                    : nullptr;
  return nullptr;
}

static bool isQuantize(OperatorOp maker) {
  return maker.getName() == "aten::quantize_per_tensor";
}
static bool isMakePerTensor(OperatorOp maker) {
  return maker.getName() == "aten::_make_per_tensor_quantized_tensor";
}
static bool isMakePerChannel(OperatorOp maker) {
  return maker.getName() == "aten::_make_per_channel_quantized_tensor";
}

void Expansion::checkZeroPoint(const Quanta &quanta) {
  Value zero = maker.getArgs()[2];
  if (getConstantInt(zero))
    return;
  Location loc = maker.getLoc();
  auto compare = [&](arith::CmpIPredicate predicate, int64_t bound) -> Value {
    return builder.create<arith::CmpIOp>(loc, predicate, zero,
                                         build.integer(bound));
  };
  Value isBeyond = builder.create<arith::OrIOp>(
      loc, compare(arith::CmpIPredicate::slt, quanta.low),
      compare(arith::CmpIPredicate::sgt, quanta.high));
  auto branch =
      builder.create<IfOp>(loc, TypeRange(), isBeyond, /*withElse=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.getThenBlock());
  Operation *copy = builder.clone(*maker.getOperation());
  copy->setAttr(kFallbackAttr, builder.getUnitAttr());
  builder.create<YieldOp>(loc, ValueRange());
}

Value Expansion::roundToSteps(const Quanta &quanta) {
  checkZeroPoint(quanta);
  Value inverse = create("aten::reciprocal", makeSingle(maker.getArgs()[1]));
  Value steps = create(
      "aten::round", create("aten::mul.Tensor", {maker.getArgs()[0], inverse}));
  steps = create("aten::add.Tensor",
                 {steps, makeSingle(maker.getArgs()[2]), build.integer(1)});
  // What no integer of 64 bits can be, NaN as well, becomes the smallest one.
  Value fits = create("aten::lt.Scalar", {steps, build.real(9.2e18)});
  Value low = build.real(double(quanta.low));
  steps = create("aten::where.ScalarOther", {fits, steps, low});
  return create("aten::clamp", {steps, low, build.real(double(quanta.high))});
}

Value Expansion::getIntegers() {
  if (isMakePerTensor(maker))
    return findQuanta(maker.getArgs()[0])
               ? create("aten::clone", {maker.getArgs()[0], build.none()})
               : Value();
  const Quanta *quanta = isQuantize(maker) ? findMade(maker) : nullptr;
  if (!quanta)
    return {};
  Value steps = roundToSteps(*quanta);
  if (quanta->integer == DType::Int32) {
    // The largest is no float: the one above it is cut off as an integer.
    Value wide = convert(steps, DType::Int64);
    steps = create("aten::clamp", {wide, build.integer(quanta->low),
                                   build.integer(quanta->high)});
  }
  return convert(steps, quanta->integer);
}

Value Expansion::lieAlong(Value parameters, int64_t axis, int64_t rank) {
  SmallVector<Value> sizes(rank, build.integer(1));
  sizes[axis] = build.integer(-1);
  return build.reshape(parameters, build.integers(sizes), any);
}

Value Expansion::getNumbersOfChannels() {
  TSTensorType type = getKnownType(maker.getArgs()[0]);
  TSTensorType scales = getKnownType(maker.getArgs()[1]),
               zeros = getKnownType(maker.getArgs()[2]);
  std::optional<int64_t> axis = getConstantInt(maker.getArgs()[3]);
  if (!findQuanta(maker.getArgs()[0]) || !scales || !zeros || !axis ||
      !type.hasStaticShape() || !scales.hasStaticShape() ||
      !zeros.hasStaticShape() || !isa<IntegerType>(zeros.getDtype()) ||
      !isa<FloatType>(scales.getDtype()))
    return {};
  int64_t rank = int64_t(type.getShape().size());
  if (*axis < 0 || *axis >= rank || scales.getShape().size() != 1 ||
      zeros.getShape() != scales.getShape() ||
      scales.getShape()[0] != type.getShape()[*axis])
    return {};
  Value steps = subtract(
      convert(maker.getArgs()[0], DType::Int64),
      lieAlong(convert(maker.getArgs()[2], DType::Int64), *axis, rank));
  Value scale =
      lieAlong(convert(maker.getArgs()[1], DType::Float32), *axis, rank);
  return create("aten::mul.Tensor", {convert(steps, DType::Float32), scale});
}

Value Expansion::getNumbers() {
  if (isMakePerChannel(maker))
    return getNumbersOfChannels();
  bool isMade = isMakePerTensor(maker);
  const Quanta *quanta = isMade              ? findQuanta(maker.getArgs()[0])
                         : isQuantize(maker) ? findMade(maker)
                                             : nullptr;
  if (!quanta)
    return {};
  Value steps;
  if (quanta->integer == DType::Int32 || isMade) {
    Value integers = isMade ? maker.getArgs()[0] : getIntegers();
    steps = create("aten::sub.Scalar", {convert(integers, DType::Int64),
                                        maker.getArgs()[2], build.integer(1)});
    steps = convert(steps, DType::Float32);
  } else {
    // Floats hold all steps of bytes.
    steps = subtract(roundToSteps(*quanta), makeSingle(maker.getArgs()[2]));
  }
  return create("aten::mul.Tensor", {steps, makeSingle(maker.getArgs()[1])});
}

/// Whether nothing writes the tensor, or keeps it.
static bool isOnlyRead(Value tensor) {
  return llvm::all_of(tensor.getUsers(), [](Operation *user) {
    if (isa<DerefineOp, UncheckedCastOp>(user))
      return isOnlyRead(user->getResult(0));
    auto reader = dyn_cast<OperatorOp>(user);
    OperatorInfo info =
        reader ? lookupOperator(reader.getName()) : OperatorInfo();
    return info.known && !info.mutatedArgs && !info.aliasesArgument;
  });
}

bool ts::expandQuantized(OperatorOp op) {
  bool readsNumbers = op.getName() == "aten::dequantize.self" ||
                      op.getName() == "aten::dequantize.tensor";
  if (!readsNumbers && op.getName() != "aten::int_repr")
    return false;
  auto maker = lookThroughCasts(op.getArgs()[0]).getDefiningOp<OperatorOp>();
  if (!maker || maker.getNumResults() != 1 || !isOnlyRead(maker.getResult(0)))
    return false;
  Expansion expansion(maker);
  Value made = readsNumbers ? expansion.getNumbers() : expansion.getIntegers();
  if (!made)
    return false;
  OpBuilder builder(op);
  Type wanted = op.getResult(0).getType();
  if (made.getType() != wanted)
    made = builder.create<UncheckedCastOp>(op.getLoc(), wanted, made);
  op.getResult(0).replaceAllUsesWith(made);
  // The tensor itself may be needed no more; it is known that nothing raises.
  Operation *unused = op;
  while (unused && unused->use_empty()) {
    Operation *source =
        unused == maker ? nullptr : unused->getOperand(0).getDefiningOp();
    unused->erase();
    unused = source;
  }
  return true;
}
