//===- Arithmetic.cpp - Arithmetic on quantized tensors -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers of the operands, then the result's integers. Where the runtime's
// kernels compute with integers, so does what stands here.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Operators/Registry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::quantized;
using torchscript::DType;

namespace {

/// The integers of a result, with its scale and zero point; no integers where
/// nothing is known.
struct Result {
  Value integers, scale, zero;
};

/// One operator on quantized tensors. Nothing is built before it is known that
/// it can be.
class Arithmetic {
public:
  explicit Arithmetic(OperatorOp op)
      : op(op), args(op.getArgs()), name(op.getName()), steps(op) {
    auto [base, overload] = name.split('.');
    isRelu = base.consume_front("quantized::") && base.consume_back("_relu") &&
             base != "leaky";
    if (isRelu)
      name = overload.empty() ? name.drop_back(strlen("_relu"))
             : base == "mul"  ? "quantized::mul.Scalar"
                              : "";
  }

  Result build();

private:
  std::optional<Made> read(unsigned index) { return read(args[index]); }
  /// Values would lose the order of the elements, which poolings and
  /// convolutions go by.
  static std::optional<Made> read(Value tensor) {
    std::optional<Made> made = findMade(tensor);
    return made && !made->isReordered() ? made : std::nullopt;
  }
  /// The numbers as a result with the scale and the zero point.
  Result finish(Value numbers, Value scale, Value zero, const Quanta &quanta);
  Value clampToZero(Value integers, Value zero) {
    return steps.create("aten::clamp_min", {integers, zero});
  }
  Result addOrMultiply();
  Result multiply(const Made &a, const Made &b);
  Result multiplyMatrices();
  /// A function of the numbers; `rest` are the operator's other operands.
  Result map(StringRef function, ArrayRef<Value> rest, Value scale, Value zero);
  Result mapToUnit(StringRef function);
  /// By a number above zero: other scales, the same integers.
  Result scale();
  Result concatenate();
  /// What gives integers as they are in other places.
  Result rearrange();

  OperatorOp op;
  OperandRange args;
  StringRef name;
  StepBuilder steps;
  bool isRelu = false;
};

} // namespace

Result Arithmetic::finish(Value numbers, Value scale, Value zero,
                          const Quanta &quanta) {
  steps.checkZeroPoint(scale, zero, quanta);
  Value integers = steps.quantize(numbers, scale, zero, quanta);
  return {isRelu ? clampToZero(integers, zero) : integers, scale, zero};
}

Result Arithmetic::multiply(const Made &a, const Made &b) {
  auto shifted = [&](const Made &made) {
    return steps.create("aten::sub.Scalar",
                        {steps.convert(made.getIntegers(), DType::Int64),
                         made.zero, steps.build.integer(1)});
  };
  Value products =
      steps.convert(steps.create("aten::mul.Tensor", {shifted(a), shifted(b)}),
                    DType::Float32);
  Value scale = args[2], zero = args[3];
  Value multiplier = steps.create(
      "aten::mul.Tensor",
      {steps.create("aten::mul.Tensor",
                    {steps.makeSingle(a.scale), steps.makeSingle(b.scale)}),
       steps.create("aten::reciprocal", steps.makeSingle(scale))});
  Value rounded = steps.create(
      "aten::round", steps.create("aten::mul.Tensor", {products, multiplier}));
  Value integers = steps.toIntegers(
      steps.clampToBounds(rounded, steps.makeSingle(zero), *a.quanta),
      *a.quanta);
  return {isRelu ? clampToZero(integers, zero) : integers, scale, zero};
}

Result Arithmetic::addOrMultiply() {
  std::optional<Made> a = read(0), b = read(1);
  if (!a || !b || a->quanta != b->quanta ||
      !mayBeZeroPoint(args[3], *a->quanta))
    return {};
  if (name == "quantized::mul")
    // Products of wide integers are rounded as integers, which no float holds;
    // a zero point that is none is taken as it is.
    return a->quanta->isWide() || !getConstantInt(args[3]) ? Result()
                                                           : multiply(*a, *b);
  Value sum =
      steps.create("aten::add.Tensor",
                   {a->getNumbers(), b->getNumbers(), steps.build.integer(1)});
  return finish(sum, args[2], args[3], *a->quanta);
}

Result Arithmetic::multiplyMatrices() {
  std::optional<Made> a = read(0), b = read(1);
  if (!a || !b || a->quanta != b->quanta ||
      !mayBeZeroPoint(args[3], *a->quanta))
    return {};
  Value product =
      steps.create("aten::matmul", {a->getNumbers(), b->getNumbers()});
  return finish(product, args[2], args[3], *a->quanta);
}

Result Arithmetic::map(StringRef function, ArrayRef<Value> rest, Value scale,
                       Value zero) {
  std::optional<Made> made = read(0);
  if (!made || !mayBeZeroPoint(zero, *made->quanta))
    return {};
  SmallVector<Value> operands{made->getNumbers()};
  llvm::append_range(operands, rest);
  return finish(steps.create(function, operands), scale, zero, *made->quanta);
}

Result Arithmetic::mapToUnit(StringRef function) {
  std::optional<Made> made = read(0);
  if (!made)
    return {};
  const Quanta &quanta = *made->quanta;
  bool isTanh = function == "aten::tanh";
  double scale = isTanh            ? 2.0 / 256
                 : quanta.isWide() ? 1.0 / 4294967296.0
                                   : 1.0 / 256;
  int64_t zero = !isTanh                          ? quanta.low
                 : quanta.integer == DType::UInt8 ? 128
                                                  : 0;
  return map(function, {}, steps.build.real(scale), steps.build.integer(zero));
}

Result Arithmetic::scale() {
  bool isFirst = isa<TSTensorType>(lookThroughCasts(args[0]).getType());
  std::optional<double> factor = getConstantNumber(args[isFirst]);
  std::optional<Made> made = read(!isFirst);
  if (!made || !factor || !(*factor > 0))
    return {};
  Value integers = made->getIntegers();
  Value scale = steps.builder.create<arith::MulFOp>(op.getLoc(), made->scale,
                                                    steps.build.real(*factor));
  return {isRelu ? clampToZero(integers, made->zero) : integers, scale,
          made->zero};
}

Result Arithmetic::concatenate() {
  std::optional<SmallVector<Value>> tensors = getListElements(args[0]);
  if (!tensors || tensors->empty())
    return {};
  SmallVector<Made> parts;
  for (Value tensor : *tensors) {
    std::optional<Made> made = read(tensor);
    if (!made || (!parts.empty() && made->quanta != parts[0].quanta))
      return {};
    parts.push_back(*made);
  }
  bool isOwn = name == "quantized::cat";
  bool isTold = isOwn && !isNone(lookThroughCasts(args[2]));
  if (isOwn && isTold == isNone(lookThroughCasts(args[3])))
    return {};
  const Quanta &quanta = *parts[0].quanta;
  Value scale = isTold ? lookThroughCasts(args[2]) : parts[0].scale,
        zero = isTold ? lookThroughCasts(args[3]) : parts[0].zero;
  if (!mayBeZeroPoint(zero, quanta))
    return {};
  if (isTold)
    steps.checkZeroPoint(scale, zero, quanta);
  auto isSame = [](Value a, Value b) {
    Attribute first, second;
    return a == b || (matchPattern(a, m_Constant(&first)) &&
                      matchPattern(b, m_Constant(&second)) && first == second);
  };
  SmallVector<Value> integers;
  for (const Made &part : parts)
    integers.push_back(
        isSame(part.scale, scale) && isSame(part.zero, zero)
            ? part.getIntegers()
            : steps.quantize(part.getNumbers(), scale, zero, quanta));
  Value list = steps.builder.create<ListConstructOp>(
      op.getLoc(), ListType::get(TSTensorType::get(op.getContext())),
      llvm::map_to_vector(integers, [&](Value value) -> Value {
        return steps.builder.create<DerefineOp>(
            op.getLoc(), TSTensorType::get(op.getContext()), value);
      }));
  Value joined = steps.create("aten::cat", {list, args[1]});
  return {isRelu ? clampToZero(joined, zero) : joined, scale, zero};
}

Result Arithmetic::rearrange() {
  std::optional<Made> made = read(0);
  if (!made)
    return {};
  SmallVector<Value> operands(args);
  operands[0] = made->getIntegers();
  // Copies of quantized tensors are row-major unless another order is asked
  // for.
  if (getBaseName(op) == "aten::clone" && isNone(lookThroughCasts(operands[1])))
    operands[1] = steps.build.integer(0); // contiguous_format
  if (getBaseName(op) != "aten::max_pool2d")
    return {steps.create(op.getName(), operands), made->scale, made->zero};
  // The largest of integers stands for the largest of numbers; floats hold
  // bytes.
  if (made->quanta->isWide())
    return {};
  operands[0] = steps.convert(operands[0], DType::Float32);
  return {steps.convert(steps.create(op.getName(), operands),
                        made->quanta->integer),
          made->scale, made->zero};
}

/// Whether the operator gives the elements of its operand in other places.
static bool rearranges(OperatorOp op) {
  switch (getViewKind(op)) {
  case ViewKind::Reshape:
  case ViewKind::Permute:
  case ViewKind::Select:
  case ViewKind::Slice:
  case ViewKind::Expand:
    return true;
  default:
    return getBaseName(op) == "aten::max_pool2d" ||
           getBaseName(op) == "aten::clone" ||
           getBaseName(op) == "aten::contiguous" ||
           getBaseName(op) == "aten::detach";
  }
}

Result Arithmetic::build() {
  if (name == "quantized::add" || name == "quantized::mul")
    return addOrMultiply();
  if (name == "quantized::mul.Scalar" || name == "quantized::mul.Scalar2" ||
      name == "quantized::mul_scalar")
    return scale();
  if (name == "quantized::matmul")
    return multiplyMatrices();
  if (name == "quantized::sigmoid")
    return map("aten::sigmoid", {}, args[1], args[2]);
  if (name == "quantized::hardswish")
    return map("aten::hardswish", {}, args[1], args[2]);
  if (name == "quantized::elu")
    return map("aten::elu", {args[3], args[4], args[5]}, args[1], args[2]);
  if (name == "quantized::softmax")
    return map("aten::softmax.int", {args[1], steps.build.none()}, args[2],
               args[3]);
  if (name == "quantized::leaky_relu")
    return getConstantInt(args[2]) == 0
               ? map("aten::leaky_relu", {args[1]}, args[3], args[4])
               : Result();
  if (name == "aten::sigmoid" || name == "aten::hardsigmoid" ||
      name == "aten::tanh")
    return mapToUnit(name);
  if (name == "aten::cat" || name == "quantized::cat")
    return concatenate();
  if (op.getName() == "aten::relu") {
    std::optional<Made> made = read(0);
    return made ? Result{clampToZero(made->getIntegers(), made->zero),
                         made->scale, made->zero}
                : Result();
  }
  return rearranges(op) ? rearrange() : Result();
}

bool quantized::expandArithmetic(OperatorOp op) {
  if (op.getNumResults() != 1 || op.getArgs().empty() ||
      !isa<TSTensorType>(op.getResult(0).getType()))
    return false;
  Result result = Arithmetic(op).build();
  if (!result.integers)
    return false;
  OpBuilder builder(op);
  OperatorBuilder build(builder, op.getLoc());
  op.getResult(0).replaceAllUsesWith(build.call(
      "aten::_make_per_tensor_quantized_tensor",
      {result.integers, result.scale, result.zero}, op.getResult(0).getType()));
  op.erase();
  return true;
}
