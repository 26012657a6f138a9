//===- Pointwise.cpp - Elementwise operators ------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One rule and one lowering serve the family; what differs is the element.
//
//===----------------------------------------------------------------------===//

#include "Pointwise.h"

#include "../Families.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringSet.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::pointwise;

/// The operands that are broadcast; those that are None are not.
static SmallVector<Value> getOperands(OperatorOp op, const Info &info) {
  SmallVector<Value> operands;
  for (Value operand : op.getArgs().take_front(info.arity))
    if (!isNone(operand))
      operands.push_back(lookThroughCasts(operand));
  return operands;
}

/// The dtype of the operands' promotion, integers as floats when asked for.
static Type promote(ArrayRef<Value> operands, bool toFloat) {
  Type dtype = promoteDtypes(ValueRange(operands).getTypes());
  if (toFloat && isa_and_nonnull<IntegerType>(dtype))
    return Float32Type::get(dtype.getContext());
  return dtype;
}

/// Whether `div` and its like are true divisions: they say no rounding mode.
static bool isTrueDivision(OperatorOp op) {
  return op.getArgs().size() < 3 || isNone(op.getArgs()[2]);
}

/// What the operator computes in; null when it cannot.
static Type getCompute(OperatorOp op, const Info &info) {
  SmallVector<Value> operands = getOperands(op, info);
  if (operands.empty())
    return {};
  Type first = getTensorDtype(operands.front().getType());
  switch (info.rule) {
  case DtypeRule::Promote:
  case DtypeRule::Compare:
    return promote(operands, false);
  case DtypeRule::Float:
  case DtypeRule::RealFloat:
    return promote(operands, true);
  case DtypeRule::Quotient:
    return promote(operands, isTrueDivision(op));
  case DtypeRule::Logical:
    return IntegerType::get(op.getContext(), 1);
  case DtypeRule::Self:
  case DtypeRule::Real:
  case DtypeRule::Test:
    return first;
  case DtypeRule::Complex:
  case DtypeRule::Equal:
    for (Value operand : operands)
      if (!isNumber(operand.getType()) &&
          getTensorDtype(operand.getType()) != first)
        return {};
    return first;
  case DtypeRule::Select:
    // Bytes as conditions are deprecated, and are left to the runtime.
    return first && first.isInteger(1)
               ? promote(ArrayRef(operands).drop_front(), false)
               : Type();
  case DtypeRule::Keep: {
    Type mask = getTensorDtype(operands[1].getType());
    return mask && mask.isInteger(1) ? first : Type();
  }
  }
  llvm_unreachable("all rules are listed");
}

static bool isCategory(Type dtype, StringRef categories) {
  char category = isa<ComplexType>(dtype) ? 'C'
                  : isa<FloatType>(dtype) ? 'F'
                  : dtype.isInteger(1)    ? 'B'
                                          : 'I';
  return categories.contains(category);
}

static bool inferPointwise(Inference &i, OperatorOp op) {
  const Info *info = findInfo(op);
  if (op.getArgs().size() < info->arity)
    return false;
  SmallVector<SmallVector<Size>> shapes;
  for (Value operand : getOperands(op, *info)) {
    if (std::optional<TensorInfo> tensor = i.tensor(operand)) {
      if (!tensor->dtype)
        return false;
      shapes.push_back(tensor->sizes);
    } else if (!isNumber(operand.getType())) {
      return false;
    }
  }
  Type dtype = getCompute(op, *info);
  if (shapes.empty() || !dtype || !isCategory(dtype, info->categories))
    return false;
  if (info->rule == DtypeRule::Real || info->rule == DtypeRule::RealFloat)
    dtype = getPartDtype(dtype);
  if (info->rule == DtypeRule::Complex) {
    // Complex numbers of halves are the runtime's.
    if (!isComputable(dtype))
      return false;
    dtype = ComplexType::get(dtype);
  }
  if (info->rule == DtypeRule::Compare || info->rule == DtypeRule::Test)
    dtype = IntegerType::get(i.getContext(), 1);
  SmallVector<ArrayRef<Size>> references(shapes.begin(), shapes.end());
  return i.result(dtype, i.broadcast(references));
}

/// Whether all parameters behind the operands are constants or None, and whole
/// numbers where integers are computed.
static bool hasPlainParameters(OperatorOp op, const Info &info, Type dtype) {
  for (Value operand : op.getArgs().drop_front(info.arity)) {
    if (isNone(operand) || getConstantStr(operand))
      continue;
    std::optional<double> number = getConstantNumber(operand);
    if (!number || (isa<IntegerType>(dtype) && *number != std::floor(*number)))
      return false;
  }
  return true;
}

/// Whether a number of the program can be an element of the compute dtype
/// without a check: narrow ones are constants in range.
static bool fitsNumber(Value number, Type dtype) {
  if (isa<ComplexType>(number.getType()) || isa<ComplexType>(dtype))
    return isa<ComplexType>(dtype);
  if (isa<FloatType>(dtype) || dtype.isInteger(64) || dtype.isInteger(1))
    return !number.getType().isF64() || isa<FloatType>(dtype) ||
           getConstantNumber(number).has_value();
  return getConstantNumber(number).has_value();
}

namespace {
/// The operands of a lowering: tensors with their dtypes, and numbers.
struct Operands {
  SmallVector<Value> tensors;
  SmallVector<Type> dtypes;
  /// For each operand its number, or null for a tensor.
  SmallVector<Value> numbers;
  SmallVector<bool> isPresent;
};
} // namespace

/// The dtype operand `index` has in the loop.
static Type getOperandDtype(const Info &info, unsigned index, Type compute) {
  bool isCondition = (info.rule == DtypeRule::Select && index == 0) ||
                     (info.rule == DtypeRule::Keep && index == 1);
  return isCondition ? Type(IntegerType::get(compute.getContext(), 1))
                     : compute;
}

/// The element of a tensor without dimensions as a number of the program, where
/// it is to fit into another dtype; null for others.
static Value readNumber(Lowering &l, Value tensor, Type compute) {
  TSTensorType type = getTensorType(tensor);
  Type dtype = type.getDtype();
  if (!type.hasStaticShape() || !type.getShape().empty() || dtype == compute ||
      !(isa<FloatType>(dtype) || isa<IntegerType>(dtype)))
    return {};
  Type number = dtype.isInteger(1)      ? dtype
                : isa<FloatType>(dtype) ? Type(l.builder.getF64Type())
                                        : Type(l.builder.getI64Type());
  Value element = l.builder.create<tensor::ExtractOp>(l.loc, l.tensor(tensor),
                                                      ValueRange());
  return convertElement(l.builder, l.loc, element, dtype, number);
}

static std::optional<Operands> readOperands(Lowering &l, const Info &info,
                                            Type compute) {
  Operands operands;
  OperatorOp op = l.op;
  for (auto [index, operand] :
       llvm::enumerate(op.getArgs().take_front(info.arity))) {
    Value value = lookThroughCasts(operand);
    operands.isPresent.push_back(!isNone(value));
    operands.numbers.push_back({});
    if (!operands.isPresent.back())
      continue;
    if (Type dtype = getTensorDtype(value.getType())) {
      if (!isArithmetic(dtype) || (isa<ComplexType>(dtype) &&
                                   !isa<ComplexType>(compute) &&
                                   !compute.isInteger(1)))
        return std::nullopt;
      // What fills is checked as a number is.
      bool fills = info.rule == DtypeRule::Keep && index == 2;
      if (Value number = fills ? readNumber(l, value, compute) : Value();
          number && getFit(NumberArgument(number), compute) != Fit::Never) {
        operands.numbers.back() = number;
        continue;
      }
      operands.tensors.push_back(value);
      operands.dtypes.push_back(dtype);
    } else if (info.rule == DtypeRule::Keep
                   ? getFit(NumberArgument(value), compute) != Fit::Never
                   : fitsNumber(value, compute)) {
      operands.numbers.back() = value;
    } else {
      return std::nullopt;
    }
  }
  return operands;
}

/// The second operand's elements are not zero.
static void requireNotZero(Lowering &l, Type compute) {
  Value divisor = lookThroughCasts(OperatorOp(l.op).getArgs()[1]);
  Type dtype = getTensorDtype(divisor.getType());
  l.require(l.map(l.tensor(divisor), l.builder.getI1Type(),
                  [&](OpBuilder &b, Location loc, ValueRange args) {
                    Value x = convertElement(b, loc, args[0], dtype, compute);
                    return convertElement(b, loc, x, compute, b.getI1Type());
                  }));
}

static SmallVector<Value> lowerPointwise(Lowering &l) {
  const Info &info = *findInfo(l.op);
  Type compute = getCompute(l.op, info);
  if (!isArithmetic(compute) || !hasPlainParameters(l.op, info, compute))
    return {};
  std::optional<Operands> operands = readOperands(l, info, compute);
  if (!operands)
    return {};
  if (info.rule == DtypeRule::Keep && operands->numbers[2])
    l.requireFit(NumberArgument(operands->numbers[2]), compute);
  for (auto [index, number] : llvm::enumerate(operands->numbers))
    if (number)
      number = l.convertNumber(number, getOperandDtype(info, index, compute));
  SmallVector<Value> tensors;
  for (Value tensor : operands->tensors)
    tensors.push_back(l.tensor(tensor));
  if (checksDivisor(l.op, compute))
    requireNotZero(l, compute);
  bool isKnown = true;
  Value result = l.elementwise(
      tensors, l.sizes(), l.element(),
      [&](OpBuilder &b, Location loc, ValueRange args) -> Value {
        SmallVector<Value> elements;
        unsigned next = 0;
        for (auto [index, number] : llvm::enumerate(operands->numbers)) {
          Value element = number;
          if (!number && operands->isPresent[index]) {
            element = convertElement(b, loc, args[next], operands->dtypes[next],
                                     getOperandDtype(info, index, compute));
            ++next;
          }
          elements.push_back(element);
        }
        Value element = info.element(Element(b, loc, l.op, compute, elements));
        isKnown = bool(element);
        // What is not known is not used.
        return element ? element : l.constant(l.element(), 0);
      });
  if (isKnown)
    return {result};
  result.getDefiningOp()->erase();
  return {};
}

const OperatorEntry *operators::findPointwise(OperatorOp op) {
  static const OperatorEntry entry = {"", inferPointwise, lowerPointwise,
                                      ViewKind::None};
  return findInfo(op) ? &entry : nullptr;
}
