//===- Constants.cpp - Constants ------------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits constants of every type and recognises them again.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FunctionEmitter.h"
#include "TorchScript/Frontend/Language/TypeLowering.h"

#include "mlir/IR/Matchers.h"

using namespace torchscript;
namespace ts = mlir::ts;

TypedValue FunctionEmitter::constantInt(SourceRange range, int64_t value) {
  return {builder.create<mlir::arith::ConstantOp>(
              loc(range), builder.getI64IntegerAttr(value)),
          TypeContext::getInt()};
}

TypedValue FunctionEmitter::constantFloat(SourceRange range, double value) {
  return {builder.create<mlir::arith::ConstantOp>(
              loc(range), builder.getF64FloatAttr(value)),
          TypeContext::getFloat()};
}

TypedValue FunctionEmitter::constantComplex(SourceRange range, double real,
                                            double imag) {
  auto parts = builder.getArrayAttr(
      {builder.getF64FloatAttr(real), builder.getF64FloatAttr(imag)});
  return {builder.create<mlir::complex::ConstantOp>(
              loc(range), lower(TypeContext::getComplex()), parts),
          TypeContext::getComplex()};
}

TypedValue FunctionEmitter::constantBool(SourceRange range, bool value) {
  return {builder.create<mlir::arith::ConstantOp>(loc(range),
                                                  builder.getBoolAttr(value)),
          TypeContext::getBool()};
}

TypedValue FunctionEmitter::constantString(SourceRange range,
                                           llvm::StringRef value) {
  return {builder.create<ts::ConstantStrOp>(loc(range), value),
          TypeContext::getString()};
}

TypedValue FunctionEmitter::constantNone(SourceRange range) {
  return {builder.create<ts::ConstantNoneOp>(loc(range)),
          TypeContext::getNone()};
}

/// The element type a constant list has under an expected type.
static const Type *elementTypeFor(const Constant &value, const Type *type,
                                  TypeContext &types) {
  if (type)
    for (const Type *alternative : getAlternatives(type))
      if (const auto *list = llvm::dyn_cast<ListType>(alternative))
        return list->getElement();
  if (const auto *list =
          llvm::dyn_cast_or_null<ListType>(typeOfConstant(value, types)))
    return list->getElement();
  return TypeContext::getTensor();
}

TypedValue FunctionEmitter::constant(SourceRange range, const Constant &value,
                                     const Type *type) {
  const Type *plain = type ? unwrapOptional(type) : nullptr;
  switch (value.getKind()) {
  case Constant::Kind::Unset:
  case Constant::Kind::None:
    return constantNone(range);
  case Constant::Kind::Bool:
    return constantBool(range, value.getBool());
  case Constant::Kind::Int:
    if (plain && plain->isFloat())
      return constantFloat(range, double(value.getInt()));
    if (plain && plain->isComplex())
      return constantComplex(range, double(value.getInt()), 0);
    return constantInt(range, value.getInt());
  case Constant::Kind::Float:
    if (plain && plain->isComplex())
      return constantComplex(range, value.getFloat(), 0);
    return constantFloat(range, value.getFloat());
  case Constant::Kind::Complex:
    return constantComplex(range, value.getReal(), value.getImag());
  case Constant::Kind::String:
    if (plain && plain->isDevice())
      return constant(range, Constant::device(value.getString()));
    return constantString(range, value.getString());
  case Constant::Kind::Device:
    return {builder.create<ts::ConstantDeviceOp>(
                loc(range),
                llvm::cast<ts::DeviceAttr>(lowerConstant(
                    value, TypeContext::getDevice(), &unit.getContext()))),
            TypeContext::getDevice()};
  case Constant::Kind::EnumMember:
    return {builder.create<ts::ConstantEnumOp>(
                loc(range), lower(value.getType()),
                llvm::cast<ts::MemberAttr>(
                    lowerConstant(value, value.getType(), &unit.getContext()))),
            value.getType()};
  case Constant::Kind::Tuple: {
    const auto *tuple = llvm::dyn_cast_or_null<TupleType>(plain);
    if (tuple && tuple->size() != value.getElements().size())
      tuple = nullptr;
    llvm::SmallVector<TypedValue> elements;
    for (auto [index, element] : llvm::enumerate(value.getElements())) {
      const Type *elementType = tuple ? tuple->getElements()[index] : nullptr;
      TypedValue made = constant(range, element, elementType);
      if (!made)
        return {};
      elements.push_back(elementType ? derefined(range, made, elementType)
                                     : made);
    }
    return makeTuple(range, elements, tuple);
  }
  case Constant::Kind::List: {
    const Type *elementType = elementTypeFor(value, plain, getTypes());
    llvm::SmallVector<TypedValue> elements;
    for (const Constant &element : value.getElements()) {
      elements.push_back(constant(range, element, elementType));
      if (!elements.back())
        return {};
    }
    return makeList(range, elements, elementType);
  }
  case Constant::Kind::External:
    return {builder
                .create<mlir::func::CallOp>(
                    loc(range), unit.hostFunctions[value.getInt()]->op)
                .getResult(0),
            value.getType()};
  }
  return {};
}

std::optional<int64_t> FunctionEmitter::asConstantInt(mlir::Value value) {
  mlir::IntegerAttr attribute;
  if (value.getType().isInteger(64) &&
      mlir::matchPattern(value, mlir::m_Constant(&attribute)))
    return attribute.getInt();
  return std::nullopt;
}

std::optional<bool> FunctionEmitter::asConstantBool(mlir::Value value) {
  mlir::IntegerAttr attribute;
  if (value.getType().isInteger(1) &&
      mlir::matchPattern(value, mlir::m_Constant(&attribute)))
    return !attribute.getValue().isZero();
  return std::nullopt;
}

std::optional<std::string>
FunctionEmitter::asConstantString(mlir::Value value) {
  if (auto op = value.getDefiningOp<ts::ConstantStrOp>())
    return op.getValue().str();
  return std::nullopt;
}
