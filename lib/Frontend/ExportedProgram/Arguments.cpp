//===- Arguments.cpp - Arguments of nodes as values -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphEmitter.h"

#include "TorchScript/Frontend/Language/TypeLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace torchscript;
using namespace mlir;
using ArgumentKind = exported::Argument::Kind;

Value GraphEmitter::makeInt(int64_t value) {
  return builder.create<arith::ConstantOp>(loc,
                                           builder.getI64IntegerAttr(value));
}

Value GraphEmitter::callOperator(StringRef name, mlir::Type result,
                                 ValueRange operands) {
  return builder.create<ts::OperatorOp>(loc, result, name, operands)
      .getResult(0);
}

/// `cuda:1`: a kind and, when given, an index.
static ts::DeviceAttr makeDevice(MLIRContext *context, StringRef name) {
  auto [kind, index] = name.split(':');
  int number = -1;
  if (index.getAsInteger(10, number))
    number = -1;
  return ts::DeviceAttr::get(context, StringAttr::get(context, kind), number);
}

static Value makeComplex(OpBuilder &builder, Location loc, double real,
                         double imaginary) {
  return builder.create<complex::ConstantOp>(
      loc, ComplexType::get(builder.getF64Type()),
      builder.getArrayAttr(
          {builder.getF64FloatAttr(real), builder.getF64FloatAttr(imaginary)}));
}

Value GraphEmitter::getValue(const exported::Argument &argument) {
  MLIRContext *context = builder.getContext();
  switch (argument.kind) {
  case ArgumentKind::None:
    return builder.create<ts::ConstantNoneOp>(loc);
  case ArgumentKind::Tensor:
  case ArgumentKind::Symbol:
    if (Value value = values.lookup(argument.text))
      return value;
    return fail("'" + argument.text + "' is used before it is defined");
  case ArgumentKind::Int:
  case ArgumentKind::DType:
  case ArgumentKind::Layout:
  case ArgumentKind::MemoryFormat:
    return makeInt(argument.integer);
  case ArgumentKind::Float:
    return builder.create<arith::ConstantOp>(
        loc, builder.getF64FloatAttr(argument.number));
  case ArgumentKind::Complex:
    return makeComplex(builder, loc, argument.number, argument.imaginary);
  case ArgumentKind::Bool:
    return builder.create<arith::ConstantOp>(
        loc, builder.getBoolAttr(argument.integer));
  case ArgumentKind::Str:
    return builder.create<ts::ConstantStrOp>(loc, argument.text);
  case ArgumentKind::Device:
    return builder.create<ts::ConstantDeviceOp>(
        loc, ts::DeviceType::get(context),
        makeDevice(context, argument.text));
  case ArgumentKind::Object:
    return fail("'" + argument.text +
                "' is an object of a library, which is not supported");
  case ArgumentKind::Graph:
    return fail("a graph is no value");
  case ArgumentKind::List:
    return getList(argument, nullptr);
  }
  return nullptr;
}

Value GraphEmitter::convertNumber(Value value, const torchscript::Type *type) {
  mlir::Type has = value.getType();
  if (type->isFloat() && has.isInteger(64))
    return callOperator("aten::Float.int", builder.getF64Type(), value);
  if (type->isBool() && has.isInteger(64))
    return callOperator("aten::Bool.int", builder.getI1Type(), value);
  if (type->isInt() && has.isInteger(1))
    return callOperator("aten::Int.bool", builder.getI64Type(), value);
  // Since PyTorch 2 `correction` may be a float.
  if (type->isInt() && has.isF64())
    return callOperator("aten::Int.float", builder.getI64Type(), value);
  if (type->isNumeric() && isa<ts::TSTensorType>(has))
    return fail("a number is expected, not a tensor");
  if (type->is(TypeKind::Tensor) && (ts::isNumber(has) || has.isInteger(1))) {
    mlir::Type scalar = ts::ScalarType::get(builder.getContext());
    // It counts as a number where dtypes are promoted.
    return callOperator(
        "prim::NumToTensor.wrapped",
        ts::TSTensorType::get(builder.getContext()),
        builder.create<ts::DerefineOp>(loc, scalar, value).getResult());
  }
  return value;
}

/// What stands behind `Optional`.
static const torchscript::Type *
stripOptional(const torchscript::Type *type) {
  while (auto *optional = llvm::dyn_cast<OptionalType>(type))
    type = optional->getElement();
  return type;
}

Value GraphEmitter::getList(const exported::Argument &argument,
                            const torchscript::Type *formal) {
  const auto *list = llvm::dyn_cast_or_null<torchscript::ListType>(formal);
  const torchscript::Type *element = list ? list->getElement() : nullptr;
  SmallVector<Value> elements;
  for (const exported::Argument &each : argument.elements) {
    Value value = element && stripOptional(element)->is(TypeKind::List)
                      ? getList(each, stripOptional(element))
                      : getValue(each);
    if (value && element)
      value = convertNumber(value, stripOptional(element));
    if (!value)
      return nullptr;
    elements.push_back(value);
  }
  mlir::Type type = element ? lowerType(element, builder.getContext())
                    : elements.empty()
                        ? mlir::Type(ts::TSTensorType::get(builder.getContext()))
                        : elements.front().getType();
  for (Value &value : elements)
    if (value.getType() != type) {
      if (!ts::isSubtype(value.getType(), type))
        return fail("a list has elements of several types");
      value = builder.create<ts::DerefineOp>(loc, type, value);
    }
  return builder.create<ts::ListConstructOp>(
      loc, ts::ListType::get(type), elements);
}

Value GraphEmitter::getArgument(const exported::Argument &argument,
                                const Argument &formal) {
  const torchscript::Type *type = stripOptional(formal.type);
  if (argument.kind == ArgumentKind::None)
    return getValue(argument);
  if (argument.kind == ArgumentKind::List)
    return getList(argument, type);
  Value value = getValue(argument);
  if (!value)
    return nullptr;
  const auto *list = llvm::dyn_cast<torchscript::ListType>(type);
  if (!list)
    return convertNumber(value, type);
  // One number stands for all of a list of fixed size.
  value = convertNumber(value, stripOptional(list->getElement()));
  if (!value)
    return nullptr;
  SmallVector<Value> copies(formal.listSize.value_or(1), value);
  return builder.create<ts::ListConstructOp>(
      loc, ts::ListType::get(value.getType()), copies);
}

Value GraphEmitter::getConstant(const Constant &constant, const torchscript::Type *type) {
  MLIRContext *context = builder.getContext();
  switch (constant.getKind()) {
  case Constant::Kind::None:
    return builder.create<ts::ConstantNoneOp>(loc);
  case Constant::Kind::Bool:
    return builder.create<arith::ConstantOp>(
        loc, builder.getBoolAttr(constant.getBool()));
  case Constant::Kind::Int:
    return convertNumber(makeInt(constant.getInt()), stripOptional(type));
  case Constant::Kind::Float:
    return builder.create<arith::ConstantOp>(
        loc, builder.getF64FloatAttr(constant.getFloat()));
  case Constant::Kind::Complex:
    return makeComplex(builder, loc, constant.getReal(), constant.getImag());
  case Constant::Kind::String:
    return builder.create<ts::ConstantStrOp>(loc, constant.getString());
  case Constant::Kind::Device:
    return builder.create<ts::ConstantDeviceOp>(
        loc, ts::DeviceType::get(context),
        makeDevice(context, constant.getString()));
  case Constant::Kind::List: {
    const auto *list =
        llvm::dyn_cast<torchscript::ListType>(stripOptional(type));
    if (!list)
      break;
    SmallVector<Value> elements;
    for (const Constant &element : constant.getElements()) {
      elements.push_back(getConstant(element, list->getElement()));
      if (!elements.back())
        return nullptr;
    }
    return builder.create<ts::ListConstructOp>(
        loc, ts::ListType::get(lowerType(list->getElement(), context)),
        elements);
  }
  default:
    break;
  }
  return fail("the default " + constant.spelling() + " is not supported");
}
