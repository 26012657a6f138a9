//===- Convert.cpp - Implicit conversions ---------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions of a value to the type a formal expects.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Schema/Match.h"
#include "llvm/ADT/STLExtras.h"

using namespace torchscript;

/// Whether the elements of `tuple` all fit into `list` (TS-CONV-005, 006).
/// Beside ints an element that a tensor's `item()` gives is a size, as in Python.
static bool fitsList(const TupleType *tuple, const ListType *list,
                     bool allowConversions) {
  bool takesNumbers =
      allowConversions && list->getElement()->is(TypeKind::Int);
  return llvm::all_of(tuple->getElements(), [&](const Type *element) {
    return isSubtypeOf(element, list->getElement()) ||
           (takesNumbers && element->is(TypeKind::Number));
  });
}

/// The value as it is.
static Conversion keep(const Type *type) {
  Conversion conversion;
  conversion.result = type;
  return conversion;
}

static Conversion make(ConversionKind kind, const Type *result) {
  Conversion conversion;
  conversion.kind = kind;
  conversion.result = result;
  return conversion;
}

/// Tensor or number to a scalar (TS-CONV-001, 017), str to device
/// (TS-CONV-004).
static Conversion convertScalar(const Type *from, const Type *to) {
  if (from->isTensor()) {
    switch (to->getKind()) {
    case TypeKind::Int:
      return make(ConversionKind::TensorToInt, to);
    case TypeKind::Float:
      return make(ConversionKind::TensorToFloat, to);
    case TypeKind::Complex:
      return make(ConversionKind::TensorToComplex, to);
    case TypeKind::Number:
      return make(ConversionKind::TensorToNumber, to);
    default:
      return keep(from);
    }
  }
  if (from->isNumber()) {
    switch (to->getKind()) {
    case TypeKind::Int:
      return make(ConversionKind::NumberToInt, to);
    case TypeKind::Float:
      return make(ConversionKind::NumberToFloat, to);
    case TypeKind::Complex:
      return make(ConversionKind::NumberToComplex, to);
    default:
      return keep(from);
    }
  }
  if (from->isString() && to->isDevice())
    return make(ConversionKind::StringToDevice, to);
  return keep(from);
}

/// A tuple to a list or to another tuple (TS-CONV-005, 018).
static Conversion convertTuple(TypeContext &context, const TupleType *from,
                               const Type *to, bool allowConversions) {
  if (auto *list = llvm::dyn_cast<ListType>(to)) {
    if (!fitsList(from, list, allowConversions))
      return keep(from);
    Conversion conversion = make(ConversionKind::TupleToList, list);
    for (const Type *element : from->getElements())
      conversion.elements.push_back(
          isSubtypeOf(element, list->getElement())
              ? keep(element)
              : make(ConversionKind::NumberToInt, list->getElement()));
    return conversion;
  }
  auto *tuple = llvm::dyn_cast<TupleType>(to);
  if (!tuple || tuple->size() != from->size() || isSubtypeOf(from, to))
    return keep(from);
  Conversion conversion = make(ConversionKind::TupleToTuple, nullptr);
  llvm::SmallVector<const Type *> results;
  for (auto [element, wanted] :
       llvm::zip(from->getElements(), tuple->getElements())) {
    conversion.elements.push_back(
        convertTo(context, element, wanted, allowConversions));
    results.push_back(conversion.elements.back().result);
  }
  conversion.result = context.getTuple(results);
  return conversion;
}

Conversion torchscript::convertTo(TypeContext &context, const Type *from,
                                  const Type *to, bool allowConversions,
                                  bool isEmptyListLiteral) {
  // A conversion to Optional[T] is one to T, unless there is a None about.
  if (llvm::isa<OptionalType>(to) && !llvm::isa<OptionalType>(from) &&
      !from->isNone())
    to = unwrapOptional(to);
  if (isEmptyListLiteral && llvm::isa<ListType>(to))
    return make(ConversionKind::EmptyList, to);
  if (auto *tuple = llvm::dyn_cast<TupleType>(from))
    return convertTuple(context, tuple, to, allowConversions);
  return allowConversions ? convertScalar(from, to) : keep(from);
}

std::optional<Conversion> torchscript::tryConvert(TypeContext &context,
                                                  const Type *from,
                                                  const Type *to,
                                                  bool isEmptyListLiteral) {
  Conversion conversion =
      convertTo(context, from, to,
                /*allowConversions=*/true, isEmptyListLiteral);
  if (!isSubtypeOf(conversion.result, to))
    return std::nullopt;
  return conversion;
}
