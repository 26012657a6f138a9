//===- Numbers.cpp - Nodes on numbers -------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes that are not known when a program is exported are numbers of its graph:
// functions of Python compute with them, and some operators only say what they
// may be.
//
//===----------------------------------------------------------------------===//

#include "GraphEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringSwitch.h"
#include "mlir/IR/Verifier.h"

using namespace torchscript;
using namespace mlir;
using ArgumentKind = exported::Argument::Kind;

namespace {
/// A function of Python on numbers as an operator of the language.
struct NumberFunction {
  /// Without namespace and overload; empty: no such function.
  StringRef name;
  /// The overloads for ints and for floats; empty: none.
  StringRef ofInts, ofFloats;
  /// The type of the result, by the operands' when null.
  enum { SameAsOperands, Int, Float, Bool } result = SameAsOperands;
};
} // namespace

static NumberFunction findFunction(StringRef target) {
  using F = NumberFunction;
  return llvm::StringSwitch<F>(target)
      .Case("_operator.add", F{"aten::add", "int", "float"})
      .Case("_operator.sub", F{"aten::sub", "int", "float"})
      .Case("_operator.mul", F{"aten::mul", "int", "float"})
      .Case("_operator.floordiv", F{"aten::floordiv", "int", "float"})
      .Case("_operator.mod", F{"aten::remainder", "int", "float"})
      .Case("_operator.truediv", F{"aten::div", "int", "float", F::Float})
      .Case("_operator.pow", F{"aten::pow", "int_to_int", "float", {}})
      .Case("_operator.neg", F{"aten::neg", "int", "float"})
      .Case("_operator.eq", F{"aten::eq", "int", "float", F::Bool})
      .Case("_operator.ne", F{"aten::ne", "int", "float", F::Bool})
      .Case("_operator.lt", F{"aten::lt", "int", "float", F::Bool})
      .Case("_operator.le", F{"aten::le", "int", "float", F::Bool})
      .Case("_operator.gt", F{"aten::gt", "int", "float", F::Bool})
      .Case("_operator.ge", F{"aten::ge", "int", "float", F::Bool})
      .Case("torch.sym_max", F{"prim::max", "int", "float"})
      .Case("torch.sym_min", F{"prim::min", "int", "float"})
      .Case("torch.sym_float", F{"aten::Float", "int", "", F::Float})
      .Case("torch.sym_int", F{"aten::Int", "", "float", F::Int})
      .Case("math.trunc", F{"aten::Int", "", "float", F::Int})
      .Case("math.floor", F{"aten::floor", "int", "float", F::Int})
      .Case("math.ceil", F{"aten::ceil", "int", "float", F::Int})
      .Case("math.sqrt", F{"aten::sqrt", "int", "float", F::Float})
      .Default(F());
}

/// Questions about a tensor: the operator that answers.
static StringRef findQuestion(StringRef target) {
  return llvm::StringSwitch<StringRef>(target)
      .Case("torch.ops.aten.sym_size.int", "aten::size.int")
      .Case("torch.ops.aten.sym_numel.default", "aten::numel")
      .Default("");
}

static mlir::Type getResultType(const NumberFunction &function,
                                OpBuilder &builder, mlir::Type operand) {
  switch (function.result) {
  case NumberFunction::Int:
    return builder.getI64Type();
  case NumberFunction::Float:
    return builder.getF64Type();
  case NumberFunction::Bool:
    return builder.getI1Type();
  default:
    return operand;
  }
}

std::optional<bool> GraphEmitter::emitNumber(const exported::Node &node) {
  StringRef question = findQuestion(node.target);
  NumberFunction function = findFunction(node.target);
  bool isNot = node.target == "torch.sym_not" ||
               node.target == "_operator.not_";
  bool isItem = node.target == "torch.ops.aten.item.default" ||
                node.target == "torch.ops.aten._local_scalar_dense.default";
  if (question.empty() && function.name.empty() && !isNot && !isItem)
    return std::nullopt;
  SmallVector<Value> operands;
  for (auto &[name, argument] : node.inputs) {
    Value operand = getValue(argument);
    if (!operand)
      return false;
    bool isTensor = isa<ts::TSTensorType>(operand.getType());
    bool wantsTensor = operands.empty() && (isItem || !question.empty());
    if (isTensor != wantsTensor) {
      fail(isTensor ? "a number is expected" : "a tensor is expected");
      return false;
    }
    operands.push_back(operand);
  }
  size_t count = operands.size();
  if (node.outputs.size() != 1 || count < 1 || count > 2) {
    fail("it has another number of arguments or results");
    return false;
  }
  mlir::Type i64 = builder.getI64Type(), f64 = builder.getF64Type();
  Value result;
  if (!question.empty()) {
    if (count != (question == "aten::size.int" ? 2 : 1) ||
        (count == 2 && !operands[1].getType().isInteger(64))) {
      fail("it has another number of arguments");
      return false;
    }
    result = callOperator(question, i64, operands);
  } else if (isItem) {
    static constexpr StringRef names[] = {
        "aten::IntImplicit", "aten::FloatImplicit", "aten::Bool.Tensor"};
    mlir::Type types[] = {i64, f64, builder.getI1Type()};
    const exported::Argument &output = node.outputs.front();
    size_t kind = output.kind == ArgumentKind::Symbol ? output.integer : 0;
    result = callOperator(names[kind], types[kind], operands[0]);
  } else if (isNot) {
    Value one = builder.create<arith::ConstantOp>(loc,
                                                  builder.getBoolAttr(true));
    if (!operands[0].getType().isInteger(1)) {
      fail("a bool is expected");
      return false;
    }
    result = builder.create<arith::XOrIOp>(loc, operands[0], one);
  } else {
    bool hasFloat = llvm::any_of(operands, [&](Value operand) {
      return operand.getType() == f64;
    });
    StringRef overload = hasFloat ? function.ofFloats : function.ofInts;
    for (Value &operand : operands) {
      if (operand.getType().isInteger(1))
        operand = callOperator("aten::Int.bool", i64, operand);
      if (hasFloat && operand.getType() == i64)
        operand = callOperator("aten::Float.int", f64, operand);
    }
    mlir::Type type = hasFloat ? f64 : i64;
    if (overload.empty()) {
      // A conversion to what the operand is.
      result = operands[0];
    } else {
      std::string name = (function.name + "." + overload).str();
      result = callOperator(name, getResultType(function, builder, type),
                            operands);
      // Checked where names are made, so that no file can ask for others.
      if (failed(verify(result.getDefiningOp()))) {
        fail("it has another number of arguments");
        return false;
      }
    }
  }
  return bindResult(node.outputs.front(), result);
}

//===----------------------------------------------------------------------===//
// Assertions
//===----------------------------------------------------------------------===//

Value GraphEmitter::getCondition(Value value) {
  mlir::Type i1 = builder.getI1Type();
  if (value.getType() == i1)
    return value;
  if (isa<ts::TSTensorType>(value.getType()))
    return callOperator("aten::Bool.Tensor", i1, value);
  if (value.getType().isInteger(64))
    return callOperator("aten::Bool.int", i1, value);
  if (value.getType().isF64())
    return callOperator("aten::Bool.float", i1, value);
  return fail("a condition is expected");
}

void GraphEmitter::emitAssert(Value holds, StringRef message) {
  Value one =
      builder.create<arith::ConstantOp>(loc, builder.getBoolAttr(true));
  Value fails = builder.create<arith::XOrIOp>(loc, holds, one);
  auto branch = builder.create<ts::IfOp>(loc, TypeRange(), fails, false);
  OpBuilder::InsertionGuard guard(builder);
  Block *block = branch.getThenBlock();
  builder.setInsertionPointToStart(block);
  Value text = builder.create<ts::ConstantStrOp>(loc, message);
  if (!block->empty() && block->mightHaveTerminator())
    block->getTerminator()->erase();
  builder.create<ts::RaiseOp>(loc, "builtins.RuntimeError", text);
}

static const exported::Argument *findInput(const exported::Node &node,
                                           StringRef name, size_t position) {
  for (auto &[key, argument] : node.inputs)
    if (key == name)
      return &argument;
  if (position < node.inputs.size() && node.inputs[position].first.empty())
    return &node.inputs[position].second;
  return nullptr;
}

std::optional<bool> GraphEmitter::emitCheck(const exported::Node &node) {
  StringRef target = node.target;
  if (!target.consume_front("torch.ops.aten."))
    return std::nullopt;
  bool isAssert = target == "_assert_scalar.default" ||
                  target == "_assert_async.msg" ||
                  target == "_assert_async.default";
  bool isRange = target.starts_with("sym_constrain_range");
  // It says which dtype a tensor has, and what PyTorch compares with that.
  if (target == "_assert_tensor_metadata.default")
    return true;
  if (!isAssert && !isRange)
    return std::nullopt;
  const exported::Argument *self =
      findInput(node, isRange ? "size" : "self", 0);
  Value value = self ? getValue(*self) : nullptr;
  if (!value) {
    fail("the argument 'self' is missing");
    return false;
  }
  if (isAssert) {
    Value holds = getCondition(value);
    const exported::Argument *text = findInput(node, "assert_msg", 1);
    if (holds)
      emitAssert(holds, text && text->kind == ArgumentKind::Str
                            ? StringRef(text->text)
                            : StringRef("Assertion is failed"));
    return bool(holds);
  }
  if (!value.getType().isInteger(64)) {
    fail("an int is expected");
    return false;
  }
  // A plain range may be below zero.
  bool isSize = target == "sym_constrain_range_for_size.default";
  SmallVector<Value> operands = {value};
  for (StringRef bound : {"min", "max"}) {
    const exported::Argument *limit = findInput(node, bound, ~size_t(0));
    bool isKnown = limit && limit->kind == ArgumentKind::Int;
    if (isKnown || (!isSize && bound == "min"))
      operands.push_back(makeInt(isKnown ? limit->integer : INT64_MIN));
    else
      operands.push_back(builder.create<ts::ConstantNoneOp>(loc));
  }
  builder.create<ts::OperatorOp>(loc, TypeRange(),
                                 "aten::sym_constrain_range_for_size",
                                 operands);
  return true;
}
