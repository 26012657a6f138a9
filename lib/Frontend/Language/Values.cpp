//===- Values.cpp - Conversions and construction of values ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Widens, converts and builds values.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FunctionEmitter.h"
#include "TorchScript/Frontend/Language/TypeLowering.h"

#include "TorchScript/Base/Schema/Match.h"

using namespace torchscript;
namespace ts = mlir::ts;

mlir::Type FunctionEmitter::lower(const Type *type) {
  return lowerType(type, &unit.getContext());
}

mlir::Value FunctionEmitter::derefine(SourceRange range, TypedValue value,
                                      const Type *type) {
  mlir::Type lowered = lower(type);
  if (value.value.getType() == lowered)
    return value.value;
  return builder.create<ts::DerefineOp>(loc(range), lowered, value.value);
}

TypedValue FunctionEmitter::uncheckedCast(SourceRange range, TypedValue value,
                                          const Type *type) {
  mlir::Type lowered = lower(type);
  if (value.value.getType() == lowered)
    return {value.value, type, value.inferred && type->isTensor()};
  return {builder.create<ts::UncheckedCastOp>(loc(range), lowered, value.value),
          type};
}

TypedValue FunctionEmitter::makeTuple(SourceRange range,
                                      llvm::ArrayRef<TypedValue> elements,
                                      const TupleType *type) {
  if (!type) {
    llvm::SmallVector<const Type *> types;
    for (const TypedValue &element : elements)
      types.push_back(element.type);
    type = getTypes().getTuple(types);
  }
  llvm::SmallVector<mlir::Value> values;
  for (auto [index, element] : llvm::enumerate(elements))
    values.push_back(derefine(range, element, type->getElements()[index]));
  return {builder.create<ts::TupleConstructOp>(loc(range), lower(type), values),
          type};
}

TypedValue FunctionEmitter::makeList(SourceRange range,
                                     llvm::ArrayRef<TypedValue> elements,
                                     const Type *elementType) {
  const Type *type = getTypes().getList(elementType);
  llvm::SmallVector<mlir::Value> values;
  for (const TypedValue &element : elements)
    values.push_back(derefine(range, element, elementType));
  return {builder.create<ts::ListConstructOp>(loc(range), lower(type), values),
          type};
}

TypedValue FunctionEmitter::tupleElement(SourceRange range, TypedValue tuple,
                                         size_t index) {
  const auto *type = llvm::cast<TupleType>(tuple.type);
  return {builder.create<ts::TupleIndexOp>(
              loc(range), lower(type->getElements()[index]), tuple.value,
              builder.getI64IntegerAttr(index)),
          type->getElements()[index]};
}

TypedValue FunctionEmitter::emitOp(SourceRange range, llvm::StringRef name,
                                   llvm::ArrayRef<TypedValue> operands,
                                   const Type *result) {
  llvm::SmallVector<mlir::Value> values;
  for (const TypedValue &operand : operands)
    values.push_back(operand.value);
  auto op =
      builder.create<ts::OperatorOp>(loc(range), mlir::TypeRange(lower(result)),
                                     builder.getStringAttr(name), values);
  return {op->getResult(0), result};
}

/// Emits a conversion found by the matcher.
TypedValue FunctionEmitter::applyConversion(SourceRange range, TypedValue value,
                                            const Conversion &conversion) {
  switch (conversion.kind) {
  case ConversionKind::None:
    return value;
  case ConversionKind::TensorToInt:
    return emitOp(range, "aten::IntImplicit", value, conversion.result);
  case ConversionKind::TensorToFloat:
    return emitOp(range, "aten::FloatImplicit", value, conversion.result);
  case ConversionKind::TensorToComplex:
    return emitOp(range, "aten::ComplexImplicit", value, conversion.result);
  case ConversionKind::TensorToNumber:
    return emitOp(range, "aten::ScalarImplicit", value, conversion.result);
  case ConversionKind::NumberToInt:
    return emitOp(range, "aten::Int.Scalar", value, conversion.result);
  case ConversionKind::NumberToFloat:
    return emitOp(range, "aten::Float.Scalar", value, conversion.result);
  case ConversionKind::NumberToComplex:
    return emitOp(range, "aten::Complex.Scalar", value, conversion.result);
  case ConversionKind::StringToDevice:
    return emitOp(range, "aten::device", value, conversion.result);
  case ConversionKind::EmptyList:
    return makeList(range, {},
                    llvm::cast<ListType>(conversion.result)->getElement());
  case ConversionKind::Broadcast: {
    llvm::SmallVector<TypedValue> copies(conversion.count, value);
    return makeList(range, copies,
                    llvm::cast<ListType>(conversion.result)->getElement());
  }
  case ConversionKind::TupleToList:
  case ConversionKind::TupleToTuple: {
    llvm::SmallVector<TypedValue> elements;
    for (auto [index, element] : llvm::enumerate(conversion.elements))
      elements.push_back(
          applyConversion(range, tupleElement(range, value, index), element));
    if (conversion.kind == ConversionKind::TupleToList)
      return makeList(range, elements,
                      llvm::cast<ListType>(conversion.result)->getElement());
    return makeTuple(range, elements, llvm::cast<TupleType>(conversion.result));
  }
  }
  return value;
}

bool FunctionEmitter::isEmptyListLiteral(TypedValue value) const {
  return emptyListLiterals.contains(value.value);
}

/// A new tuple display takes the types its empty lists should have.
static TypedValue adoptEmptyLists(FunctionEmitter &emitter, SourceRange range,
                                  TypedValue value, const Type *type) {
  if (auto *optional = llvm::dyn_cast<OptionalType>(type))
    type = optional->getElement();
  const auto *wanted = llvm::dyn_cast<TupleType>(type);
  const auto *given = llvm::dyn_cast<TupleType>(value.type);
  auto tuple = value.value ? value.value.getDefiningOp<ts::TupleConstructOp>()
                           : ts::TupleConstructOp();
  if (!wanted || !given || !tuple || wanted->size() != given->size() ||
      given->is(TypeKind::NamedTuple))
    return value;
  bool isChanged = false;
  llvm::SmallVector<TypedValue> elements;
  for (auto [index, operand] : llvm::enumerate(tuple->getOperands())) {
    TypedValue element(operand, given->getElements()[index]);
    const Type *elementType = wanted->getElements()[index];
    TypedValue adopted =
        emitter.isEmptyListLiteral(element) && llvm::isa<ListType>(elementType)
            ? emitter.convert(range, element, elementType, true)
            : adoptEmptyLists(emitter, range, element, elementType);
    isChanged |= adopted.value != operand;
    elements.push_back(adopted);
  }
  return isChanged ? emitter.makeTuple(range, elements) : value;
}

TypedValue FunctionEmitter::convert(SourceRange range, TypedValue value,
                                    const Type *type, bool allowConversions) {
  value = adoptEmptyLists(*this, range, value, type);
  return applyConversion(range, value,
                         convertTo(getTypes(), value.type, type,
                                   allowConversions,
                                   isEmptyListLiteral(value)));
}
