//===- MadeValues.cpp - Values that operators make ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes the attribute of a value that an operator makes.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/MadeValues.h"

#include "TorchScript/Dialect/TS/IR/TS.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ts;

std::optional<MadeValue> MadeValue::from(Attribute attribute) {
  auto dictionary = dyn_cast_or_null<DictionaryAttr>(attribute);
  if (!dictionary)
    return std::nullopt;
  auto name = dictionary.getAs<StringAttr>("operator");
  auto arguments = dictionary.getAs<ArrayAttr>("arguments");
  auto type = dictionary.getAs<TypeAttr>("type");
  if (!name || !arguments || !type || dictionary.size() != 3)
    return std::nullopt;
  return MadeValue{name.getValue(), arguments.getValue(), type.getValue()};
}

DictionaryAttr MadeValue::get(StringRef name, ArrayRef<Attribute> arguments,
                              Type type) {
  Builder builder(type.getContext());
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("operator", builder.getStringAttr(name)),
       builder.getNamedAttr("arguments", builder.getArrayAttr(arguments)),
       builder.getNamedAttr("type", TypeAttr::get(type))});
}

Type ts::getOwnType(Attribute value) {
  if (auto made = MadeValue::from(value))
    return made->type;
  MLIRContext *context = value.getContext();
  return llvm::TypeSwitch<Attribute, Type>(value)
      .Case<IntegerAttr, FloatAttr>([](TypedAttr number) {
        return number.getType();
      })
      .Case([&](StringAttr) { return StrType::get(context); })
      .Case([&](NoneAttr) { return TSNoneType::get(context); })
      .Case([](TensorRefAttr tensor) { return tensor.getTensorType(); })
      .Case([](ListAttr list) { return list.getListType(); })
      .Case([](TupleAttr tuple) { return tuple.getTupleType(); })
      .Case([](DictAttr dict) { return dict.getDictType(); })
      .Case([](DenseElementsAttr dense) -> Type {
        auto ranked = dyn_cast<RankedTensorType>(dense.getType());
        return ranked ? Type(TSTensorType::fromBuiltin(ranked)) : Type();
      })
      .Default(Type());
}

bool ts::hasMadeValue(Attribute value) {
  return value && value
                      .walk([](DictionaryAttr part) {
                        return MadeValue::from(part) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
                      })
                      .wasInterrupted();
}
