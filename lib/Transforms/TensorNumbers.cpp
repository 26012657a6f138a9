//===- TensorNumbers.cpp - Numbers as tensors -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorNumbers.h"

#include "Casts.h"
#include "TorchScript/Base/DType.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Operators/OperatorBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::ts;
using torchscript::DType;

static std::optional<DType> getDTypeOfNumber(Type type) {
  if (type.isInteger(1))
    return DType::Bool;
  if (type.isInteger(64))
    return DType::Int64;
  return type.isF64() ? std::optional(DType::Float64) : std::nullopt;
}

/// `tensor` as one of a dtype.
static Value convertTensor(OpBuilder &builder, Location loc, Value tensor,
                           DType dtype) {
  auto type = dyn_cast<TSTensorType>(tensor.getType());
  if (type && type.hasDtype() && getDType(type.getDtype()) == dtype)
    return tensor;
  return OperatorBuilder(builder, loc).toDtype(tensor, dtype);
}

//===----------------------------------------------------------------------===//
// Operations on numbers
//===----------------------------------------------------------------------===//

namespace {
/// An operation on numbers and the operator on tensors without dimensions that
/// gives the same.
struct NumberRule {
  StringRef operation, name;
  /// Of a binary one, the overload that takes a number for the second operand;
  /// empty: none.
  StringRef withNumber = "";
  /// Its last argument: `alpha` or a rounding mode.
  StringRef last = "";
};
} // namespace

/// Of operations that are one operator whatever they compare or compute.
static const NumberRule numberRules[] = {
    {"arith.addi", "aten::add.Tensor", "aten::add.Scalar", "1"},
    {"arith.addf", "aten::add.Tensor", "aten::add.Scalar", "1"},
    {"arith.subi", "aten::sub.Tensor", "aten::sub.Scalar", "1"},
    {"arith.subf", "aten::sub.Tensor", "aten::sub.Scalar", "1"},
    {"arith.muli", "aten::mul.Tensor", "aten::mul.Scalar"},
    {"arith.mulf", "aten::mul.Tensor", "aten::mul.Scalar"},
    {"arith.divf", "aten::div.Tensor", "aten::div.Scalar"},
    {"arith.divsi", "aten::div.Tensor_mode", "", "trunc"},
    {"arith.remsi", "aten::fmod.Tensor", "aten::fmod.Scalar"},
    {"arith.remf", "aten::fmod.Tensor", "aten::fmod.Scalar"},
    {"arith.negf", "aten::neg"},
    {"arith.maxsi", "aten::maximum"},
    {"arith.minsi", "aten::minimum"},
    {"arith.select", "aten::where.self"},
    {"math.floor", "aten::floor"},
    {"math.ceil", "aten::ceil"},
    {"math.trunc", "aten::trunc"},
    {"math.absf", "aten::abs"},
    {"math.absi", "aten::abs"},
    {"math.sqrt", "aten::sqrt"},
    {"math.exp", "aten::exp"},
    {"math.log", "aten::log"},
    {"math.sin", "aten::sin"},
    {"math.cos", "aten::cos"},
    {"math.tanh", "aten::tanh"},
};
static const NumberRule comparisons[] = {
    {"eq", "aten::eq.Tensor", "aten::eq.Scalar"},
    {"ne", "aten::ne.Tensor", "aten::ne.Scalar"},
    {"lt", "aten::lt.Tensor", "aten::lt.Scalar"},
    {"le", "aten::le.Tensor", "aten::le.Scalar"},
    {"gt", "aten::gt.Tensor", "aten::gt.Scalar"},
    {"ge", "aten::ge.Tensor", "aten::ge.Scalar"},
};
/// Of bools and of ints.
static const NumberRule bitRules[] = {
    {"arith.andi", "aten::logical_and"},
    {"arith.ori", "aten::logical_or"},
    {"arith.xori", "aten::logical_xor"},
    {"arith.andi", "aten::bitwise_and.Tensor"},
    {"arith.ori", "aten::bitwise_or.Tensor"},
    {"arith.xori", "aten::bitwise_xor.Tensor"},
};

static const NumberRule *findRule(ArrayRef<NumberRule> rules, StringRef name) {
  for (const NumberRule &rule : rules)
    if (rule.operation == name)
      return &rule;
  return nullptr;
}

/// The rule of an operation; null when there is none.
static const NumberRule *findRule(Operation *op) {
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    StringRef name = arith::stringifyCmpIPredicate(compare.getPredicate());
    bool isSigned = name.consume_front("s") || name == "eq" || name == "ne";
    return isSigned ? findRule(comparisons, name) : nullptr;
  }
  if (auto compare = dyn_cast<arith::CmpFOp>(op)) {
    StringRef name = arith::stringifyCmpFPredicate(compare.getPredicate());
    // What is not ordered differs, and is nothing else.
    bool isNotEqual = name == "une";
    if (!isNotEqual && (!name.consume_front("o") || name == "ne"))
      return nullptr;
    return findRule(comparisons, isNotEqual ? "ne" : name);
  }
  if (const NumberRule *rule =
          findRule(numberRules, op->getName().getStringRef()))
    return rule;
  bool isInt = op->getNumResults() == 1 && op->getResult(0).getType().isInteger(64);
  ArrayRef<NumberRule> bits = bitRules;
  return findRule(isInt ? bits.drop_front(3) : bits.take_front(3),
                  op->getName().getStringRef());
}

/// Whether an operation only gives a number of another kind.
static bool isNumberConversion(Operation *op) {
  if (isa<arith::SIToFPOp, arith::FPToSIOp, arith::ExtUIOp, arith::UIToFPOp>(
          op))
    return true;
  auto call = dyn_cast<OperatorOp>(op);
  return call && llvm::is_contained({"aten::Float.int", "aten::Int.float",
                                     "aten::Int.bool", "aten::Float.bool"},
                                    call.getName());
}

/// The tensor that a number was read of, in the dtype of such numbers; null when
/// it was not.
static Value getReadTensor(OpBuilder &builder, Location loc, Value number) {
  auto op = number.getDefiningOp<OperatorOp>();
  if (!op)
    return {};
  StringRef name = op.getName();
  if (name == "aten::Bool.Scalar" || name == "aten::Int.Scalar" ||
      name == "aten::Float.Scalar") {
    auto item = lookThroughCasts(op.getArgs()[0]).getDefiningOp<OperatorOp>();
    if (!item || item.getName() != "aten::item")
      return {};
    op = item;
  } else if (name != "aten::Bool.Tensor" && name != "aten::Int.Tensor" &&
             name != "aten::Float.Tensor") {
    return {};
  }
  Value tensor = lookThroughCasts(op.getArgs()[0]);
  auto type = dyn_cast<TSTensorType>(tensor.getType());
  if (!type)
    return {};
  OperatorBuilder build(builder, loc);
  if (!type.hasRank() || !type.getShape().empty())
    tensor = build.reshape(tensor, build.integers(ArrayRef<int64_t>()));
  DType wanted = *getDTypeOfNumber(number.getType());
  // What is no bool is true unless it is zero.
  if (wanted == DType::Bool)
    return type.hasDtype() && type.getDtype().isInteger(1)
               ? tensor
               : build.call("aten::ne.Scalar", {tensor, build.integer(0)});
  return convertTensor(builder, loc, tensor, wanted);
}

static Value makeFilled(OpBuilder &builder, Location loc, Value number) {
  DType dtype = *getDTypeOfNumber(number.getType());
  OperatorBuilder build(builder, loc);
  // Bools are no numbers for operators.
  if (std::optional<int64_t> flag = getConstantInt(number);
      flag && number.getType().isInteger(1))
    number = build.integer(*flag != 0);
  return build.scalarTensor(number, dtype);
}

Value TensorNumbers::compute(OpBuilder &builder, Operation *op) {
  Location loc = op->getLoc();
  Value number = op->getResult(0);
  DType wanted = *getDTypeOfNumber(number.getType());
  if (isNumberConversion(op)) {
    Value from = get(builder, loc, op->getOperand(0));
    return from ? convertTensor(builder, loc, from, wanted) : Value();
  }
  const NumberRule *rule = findRule(op);
  if (!rule || llvm::any_of(op->getOperandTypes(), [](Type type) {
        return !getDTypeOfNumber(type);
      }))
    return {};
  bool isNegation = isa<arith::XOrIOp>(op) && wanted == DType::Bool &&
                    matchPattern(op->getOperand(1), m_One());
  bool hasNumber = !rule->withNumber.empty() && op->getNumOperands() == 2 &&
                   matchPattern(op->getOperand(1), m_Constant()) &&
                   !op->getOperand(1).getType().isInteger(1);
  SmallVector<Value> operands;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    if (i == 1 && isNegation)
      break;
    operands.push_back(i == 1 && hasNumber ? operand
                                           : get(builder, loc, operand));
    if (!operands.back())
      return {};
  }
  OperatorBuilder build(builder, loc);
  if (rule->last == "1")
    operands.push_back(build.integer(1));
  else if (!rule->last.empty())
    operands.push_back(builder.create<ConstantStrOp>(loc, rule->last));
  return build.call(isNegation  ? "aten::logical_not"
                    : hasNumber ? rule->withNumber
                                : rule->name,
                    operands);
}

Value TensorNumbers::get(OpBuilder &builder, Location loc, Value number) {
  if (!getDTypeOfNumber(number.getType()))
    return {};
  if (matchPattern(number, m_Constant()))
    return makeFilled(builder, loc, number);
  if (Value known = made.lookup(number))
    return known;
  // Where the number is, so that all that sees it sees the tensor.
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(number);
  Value tensor = getReadTensor(builder, loc, number);
  if (Operation *op = number.getDefiningOp(); op && !tensor)
    tensor = compute(builder, op);
  // Bools are no numbers for operators.
  if (!tensor && !number.getType().isInteger(1))
    tensor = makeFilled(builder, loc, number);
  return made[number] = tensor;
}

Value ts::makeNumberOfTensor(OpBuilder &builder, Location loc, Value tensor,
                             Type type) {
  auto call = [&](StringRef name, Type result, Value operand) {
    return builder.create<OperatorOp>(loc, result, name, ValueRange{operand})
        .getResult(0);
  };
  if (type.isInteger(1))
    return call("aten::Bool.Tensor", type, tensor);
  Value item =
      call("aten::item", ScalarType::get(builder.getContext()), tensor);
  return call(type.isF64() ? "aten::Float.Scalar" : "aten::Int.Scalar", type,
              item);
}

Value ts::makeValueOfTensor(OpBuilder &builder, Location loc, Value tensor,
                            Type type) {
  if (!isa<TSTensorType>(type))
    return makeNumberOfTensor(builder, loc, tensor, type);
  return castTo(builder, tensor, type);
}
