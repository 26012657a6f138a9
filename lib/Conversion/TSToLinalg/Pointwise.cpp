//===- Pointwise.cpp - Elementwise operators to linalg --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The element computations of PointwiseOps.def.
//
//===----------------------------------------------------------------------===//

#include "LinalgEmitter.h"

#include "TorchScript/Analysis/Constants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::emitter;

namespace {

/// Arithmetic on elements of one compute type, float or signed integer.
class ElementBuilder {
public:
  ElementBuilder(OpBuilder &b, Location loc, Type type)
      : b(b), loc(loc), type(type), isFloat(isa<FloatType>(type)) {}

  Value number(double value) const {
    TypedAttr attr =
        isFloat ? cast<TypedAttr>(b.getFloatAttr(type, value))
                : cast<TypedAttr>(b.getIntegerAttr(type, int64_t(value)));
    return b.create<arith::ConstantOp>(loc, attr);
  }
  Value add(Value x, Value y) const {
    return binary<arith::AddFOp, arith::AddIOp>(x, y);
  }
  Value sub(Value x, Value y) const {
    return binary<arith::SubFOp, arith::SubIOp>(x, y);
  }
  Value mul(Value x, Value y) const {
    return binary<arith::MulFOp, arith::MulIOp>(x, y);
  }
  Value div(Value x, Value y) const {
    return b.create<arith::DivFOp>(loc, x, y);
  }
  /// NaN when either is NaN, and of equal zeros the second, as in PyTorch.
  Value max(Value x, Value y) const {
    return isFloat ? extremum(arith::CmpFPredicate::OGT, x, y)
                   : b.create<arith::MaxSIOp>(loc, x, y);
  }
  Value min(Value x, Value y) const {
    return isFloat ? extremum(arith::CmpFPredicate::OLT, x, y)
                   : b.create<arith::MinSIOp>(loc, x, y);
  }
  /// `x`, but not less than `low`: NaN and a zero equal to the bound stay.
  Value raise(Value x, Value low) const {
    return select(
        compare(arith::CmpFPredicate::OLT, arith::CmpIPredicate::slt, x, low),
        low, x);
  }
  /// `x`, but not more than `high`.
  Value lower(Value x, Value high) const {
    return select(
        compare(arith::CmpFPredicate::OGT, arith::CmpIPredicate::sgt, x, high),
        high, x);
  }
  Value compare(arith::CmpFPredicate f, arith::CmpIPredicate i, Value x,
                Value y) const {
    if (isFloat)
      return b.create<arith::CmpFOp>(loc, f, x, y);
    return b.create<arith::CmpIOp>(loc, i, x, y);
  }
  Value select(Value condition, Value x, Value y) const {
    return b.create<arith::SelectOp>(loc, condition, x, y);
  }
  template <typename OpT>
  Value unary(Value x) const {
    return b.create<OpT>(loc, x);
  }
  /// A power; the common constant exponents are products and roots.
  Value power(Value x, Value exponent) const {
    if (std::optional<double> constant = getNumber(exponent)) {
      double n = *constant;
      if (n == 0.5)
        return unary<math::SqrtOp>(x);
      if (n == 2)
        return mul(x, x);
      if (n == 3)
        return mul(mul(x, x), x);
      if (n == -1)
        return div(number(1), x);
      if (n == -0.5)
        return div(number(1), unary<math::SqrtOp>(x));
    }
    return b.create<math::PowFOp>(loc, x, exponent);
  }
  Value sigmoid(Value x) const {
    Value e = unary<math::ExpOp>(unary<arith::NegFOp>(x));
    return div(number(1), add(number(1), e));
  }
  bool isFloatType() const { return isFloat; }

private:
  /// The number that a constant was before it got the compute type.
  static std::optional<double> getNumber(Value value) {
    Operation *cast = value.getDefiningOp();
    if (isa_and_nonnull<arith::TruncFOp, arith::ExtFOp, arith::SIToFPOp>(cast))
      value = cast->getOperand(0);
    FloatAttr real;
    if (matchPattern(value, m_Constant(&real)))
      return real.getValueAsDouble();
    APInt integer;
    if (matchPattern(value, m_ConstantInt(&integer)))
      return double(integer.getSExtValue());
    return std::nullopt;
  }
  Value extremum(arith::CmpFPredicate first, Value x, Value y) const {
    Value chosen = select(b.create<arith::CmpFOp>(loc, first, x, y), x, y);
    Value hasNan =
        b.create<arith::CmpFOp>(loc, arith::CmpFPredicate::UNO, x, y);
    return select(hasNan, add(x, y), chosen);
  }
  template <typename FloatOp, typename IntOp>
  Value binary(Value x, Value y) const {
    if (isFloat)
      return b.create<FloatOp>(loc, x, y);
    return b.create<IntOp>(loc, x, y);
  }

  OpBuilder &b;
  Location loc;
  Type type;
  bool isFloat;
};

/// The constant parameters of an operator after its broadcast operands.
struct Parameters {
  SmallVector<std::optional<double>> numbers;
  std::optional<StringRef> text;
};

} // namespace

/// clamp with bounds that may be missing.
static Value clamp(const ElementBuilder &e, Value x, std::optional<double> low,
                   std::optional<double> high) {
  if (low && high && (std::isnan(*low) || std::isnan(*high)))
    return e.number(NAN);
  if (low)
    x = e.raise(x, e.number(*low));
  if (high)
    x = e.lower(x, e.number(*high));
  return x;
}

static Value gelu(const ElementBuilder &e, Value x, bool tanhForm) {
  Value inner, half = e.mul(e.number(0.5), x);
  if (tanhForm) {
    Value cube = e.mul(e.mul(x, x), x);
    Value sum = e.add(x, e.mul(e.number(0.044715), cube));
    inner = e.unary<math::TanhOp>(e.mul(e.number(std::sqrt(2 / M_PI)), sum));
  } else {
    inner = e.unary<math::ErfOp>(e.mul(x, e.number(std::sqrt(0.5))));
  }
  Value result = e.mul(half, e.add(e.number(1), inner));
  // In single precision zeros are positive.
  return tanhForm || !x.getType().isF32() ? result : e.add(result, e.number(0));
}

/// One element; the parameters were checked by the caller.
static Value buildElement(Pointwise kind, const ElementBuilder &e, ValueRange x,
                          const Parameters &p) {
  using FP = arith::CmpFPredicate;
  using IP = arith::CmpIPredicate;
  auto scaled = [&](Value value) {
    double alpha = p.numbers.empty() ? 1 : p.numbers[0].value_or(1);
    return alpha == 1 ? value : e.mul(value, e.number(alpha));
  };
  auto relu6 = [&](Value value) { return clamp(e, value, 0, 6); };
  switch (kind) {
  case Pointwise::Abs:
    return e.isFloatType() ? e.unary<math::AbsFOp>(x[0])
                           : e.unary<math::AbsIOp>(x[0]);
  case Pointwise::Add:
    return e.add(x[0], scaled(x[1]));
  case Pointwise::Sub:
    return e.sub(x[0], scaled(x[1]));
  case Pointwise::Rsub:
    return e.sub(x[1], scaled(x[0]));
  case Pointwise::Mul:
    return e.mul(x[0], x[1]);
  case Pointwise::Div:
    return e.div(x[0], x[1]);
  case Pointwise::Maximum:
    return e.max(x[0], x[1]);
  case Pointwise::Minimum:
    return e.min(x[0], x[1]);
  case Pointwise::Neg:
    return e.isFloatType() ? e.unary<arith::NegFOp>(x[0])
                           : e.sub(e.number(0), x[0]);
  case Pointwise::Square:
    return e.mul(x[0], x[0]);
  case Pointwise::Reciprocal:
    return e.div(e.number(1), x[0]);
  case Pointwise::Ceil:
    return e.isFloatType() ? e.unary<math::CeilOp>(x[0]) : x[0];
  case Pointwise::Floor:
    return e.isFloatType() ? e.unary<math::FloorOp>(x[0]) : x[0];
  case Pointwise::Clamp:
    return clamp(e, x[0], p.numbers[0], p.numbers[1]);
  case Pointwise::ClampMin:
    return clamp(e, x[0], p.numbers[0], std::nullopt);
  case Pointwise::HardTanh:
    return clamp(e, x[0], p.numbers[0], p.numbers[1]);
  case Pointwise::Relu:
    return e.raise(x[0], e.number(0));
  case Pointwise::Relu6:
    return relu6(x[0]);
  case Pointwise::HardSigmoid:
    return e.div(relu6(e.add(x[0], e.number(3))), e.number(6));
  case Pointwise::HardSwish:
    return e.div(e.mul(x[0], relu6(e.add(x[0], e.number(3)))), e.number(6));
  case Pointwise::LeakyRelu: {
    Value positive = e.compare(FP::OGT, IP::sgt, x[0], e.number(0));
    return e.select(positive, x[0], e.mul(x[0], e.number(*p.numbers[0])));
  }
  case Pointwise::Elu: {
    Value scale = e.number(*p.numbers[1]);
    Value positive = e.compare(FP::OGT, IP::sgt, x[0], e.number(0));
    // A negative zero gives a positive one, as exp(x) - 1 does.
    Value grown =
        e.add(e.unary<math::ExpM1Op>(e.mul(x[0], e.number(*p.numbers[2]))),
              e.number(0));
    return e.select(positive, e.mul(x[0], scale),
                    e.mul(grown, e.mul(e.number(*p.numbers[0]), scale)));
  }
  case Pointwise::Gelu:
    return gelu(e, x[0], *p.text == "tanh");
  case Pointwise::Sigmoid:
    return e.sigmoid(x[0]);
  case Pointwise::Silu:
    return e.mul(x[0], e.sigmoid(x[0]));
  case Pointwise::Tanh:
    return e.unary<math::TanhOp>(x[0]);
  case Pointwise::Exp:
    return e.unary<math::ExpOp>(x[0]);
  case Pointwise::Exp2:
    return e.unary<math::Exp2Op>(x[0]);
  case Pointwise::Expm1:
    return e.unary<math::ExpM1Op>(x[0]);
  case Pointwise::Log10:
    return e.unary<math::Log10Op>(x[0]);
  case Pointwise::Log1p:
    return e.unary<math::Log1pOp>(x[0]);
  case Pointwise::Log2:
    return e.unary<math::Log2Op>(x[0]);
  case Pointwise::MaskedFill: {
    Value masked = e.compare(FP::UNE, IP::ne, x[1], e.number(0));
    return e.select(masked, e.number(*p.numbers[0]), x[0]);
  }
  case Pointwise::Pow:
    return e.power(x[0], x[1]);
  case Pointwise::Where:
    return e.select(e.compare(FP::UNE, IP::ne, x[0], e.number(0)), x[1], x[2]);
  case Pointwise::Log:
    return e.unary<math::LogOp>(x[0]);
  case Pointwise::Erf:
    return e.unary<math::ErfOp>(x[0]);
  case Pointwise::Sqrt:
    return e.unary<math::SqrtOp>(x[0]);
  case Pointwise::Rsqrt:
    return e.div(e.number(1), e.unary<math::SqrtOp>(x[0]));
  case Pointwise::Sin:
    return e.unary<math::SinOp>(x[0]);
  case Pointwise::Cos:
    return e.unary<math::CosOp>(x[0]);
  case Pointwise::Eq:
    return e.compare(FP::OEQ, IP::eq, x[0], x[1]);
  case Pointwise::Ne:
    return e.compare(FP::UNE, IP::ne, x[0], x[1]);
  case Pointwise::Lt:
    return e.compare(FP::OLT, IP::slt, x[0], x[1]);
  case Pointwise::Le:
    return e.compare(FP::OLE, IP::sle, x[0], x[1]);
  case Pointwise::Gt:
    return e.compare(FP::OGT, IP::sgt, x[0], x[1]);
  case Pointwise::Ge:
    return e.compare(FP::OGE, IP::sge, x[0], x[1]);
  }
  llvm_unreachable("all elementwise operators are listed");
}

/// The parameters after the broadcast operands; nothing when one is neither a
/// constant nor None.
static std::optional<Parameters> getParameters(OperatorOp op, unsigned arity) {
  Parameters parameters;
  for (Value operand : op.getArgs().drop_front(arity)) {
    if (std::optional<StringRef> text = getConstantStr(operand)) {
      parameters.text = text;
      continue;
    }
    std::optional<double> number = getConstantNumber(operand);
    if (!number && !isNone(operand))
      return std::nullopt;
    parameters.numbers.push_back(number);
  }
  return parameters;
}

/// Whether the element type can be computed with here: floats of 32 and 64
/// bits, signed integers.
static bool isComputable(Type type) {
  return type.isF32() || type.isF64() ||
         (type.isSignlessInteger() && !type.isInteger(1));
}

Value emitter::convertPointwise(LinalgEmitter &emitter, OperatorOp op) {
  std::optional<PointwiseInfo> info = getPointwise(op);
  if (!info)
    return {};
  std::optional<Parameters> parameters = getParameters(op, info->arity);
  TSTensorType resultType = getTensorType(op.getResult(0));
  SmallVector<Type> types;
  SmallVector<Value> operands;
  for (Value operand : op.getArgs().take_front(info->arity)) {
    operands.push_back(lookThroughCasts(operand));
    types.push_back(operands.back().getType());
  }
  // What the operator computes in: comparisons in the promoted type.
  Type compute = info->rule == DtypeRule::Bool ? promoteDtypes(types)
                                               : resultType.getDtype();
  bool boolOperands =
      compute && compute.isInteger(1) &&
      (info->kind == Pointwise::Eq || info->kind == Pointwise::Ne);
  if (!parameters || !compute || !(isComputable(compute) || boolOperands))
    return {};
  switch (info->kind) {
  case Pointwise::LeakyRelu:
  case Pointwise::Elu:
  case Pointwise::HardSigmoid:
  case Pointwise::HardSwish:
  case Pointwise::Silu:
  case Pointwise::Gelu:
  case Pointwise::Pow:
    if (!isa<FloatType>(compute))
      return {};
    break;
  case Pointwise::MaskedFill:
    if (parameters->numbers.size() != 1 || !parameters->numbers[0])
      return {};
    break;
  default:
    break;
  }
  if (info->kind == Pointwise::Gelu && !parameters->text)
    return {};
  if (info->kind == Pointwise::Clamp && !parameters->numbers[0] &&
      !parameters->numbers[1])
    return {};
  // A fractional parameter of an integer operator is left to the runtime.
  if (!isa<FloatType>(compute))
    for (std::optional<double> number : parameters->numbers)
      if (number && *number != std::floor(*number))
        return {};

  SmallVector<Value> tensors;
  SmallVector<Type> dtypes;
  SmallVector<Value> numbers(operands.size());
  for (auto [index, operand] : llvm::enumerate(operands)) {
    if (TSTensorType tensor = getTensorType(operand.getType())) {
      if (isa<ComplexType>(tensor.getDtype()))
        return {};
      tensors.push_back(emitter.getValue(operand));
      dtypes.push_back(tensor.getDtype());
    } else {
      numbers[index] = emitter.convertNumber(operand, compute);
    }
  }
  RankedTensorType type = resultType.toBuiltin();
  return emitter.elementwise(
      tensors, type, [&](OpBuilder &b, Location loc, ValueRange args) {
        SmallVector<Value> elements;
        unsigned next = 0;
        for (Value number : numbers) {
          if (!number) {
            number = convertElement(b, loc, args[next], dtypes[next], compute);
            ++next;
          }
          elements.push_back(number);
        }
        return buildElement(info->kind, ElementBuilder(b, loc, compute),
                            elements, *parameters);
      });
}
