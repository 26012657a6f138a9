//===- TypeRelations.cpp - Relations between types ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Subtyping, what isinstance can decide statically, and spelling.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TSTypes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ts;

bool ts::isNumber(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return complex.getElementType().isF64();
  return type.isSignlessInteger(64) || type.isSignlessInteger(1) ||
         type.isF64();
}

bool ts::isValueType(Type type) {
  if (isa<TSDialect>(type.getDialect()))
    return !isa<SlotType>(type);
  return isNumber(type);
}

bool ts::mayBeNone(Type type) {
  if (auto members = dyn_cast<UnionType>(type))
    return llvm::any_of(members.getMembers(),
                        [](Type member) { return isa<TSNoneType>(member); });
  return isa<OptionalType, AnyType, TSNoneType>(type);
}

Type ts::getElementTypeOrSelf(Type type) {
  return llvm::TypeSwitch<Type, Type>(type)
      .Case<OptionalType, ListType, FutureType, AwaitType, RRefType, SlotType>(
          [](auto outer) { return outer.getElementType(); })
      .Default(type);
}

ArrayRef<Type> ts::getTupleElements(Type type) {
  auto tuple = dyn_cast<TSTupleType>(type);
  return tuple ? tuple.getElements() : ArrayRef<Type>();
}

static bool isTensorSubtype(TSTensorType sub, TSTensorType super) {
  if (super.hasDtype() && super.getDtype() != sub.getDtype())
    return false;
  if (!super.hasRank())
    return true;
  if (!sub.hasRank() || sub.getShape().size() != super.getShape().size())
    return false;
  for (auto [a, b] : llvm::zip(sub.getShape(), super.getShape()))
    if (!ShapedType::isDynamic(b) && a != b)
      return false;
  return true;
}

static bool isTupleSubtype(TSTupleType sub, TSTupleType super) {
  // The names of the fields count, not that of the class.
  if (super.isNamed() && super.getFields() != sub.getFields())
    return false;
  return sub.size() == super.size() &&
         llvm::all_of(llvm::zip(sub.getElements(), super.getElements()),
                      [](auto pair) {
                        return isSubtype(std::get<0>(pair), std::get<1>(pair));
                      });
}

/// The types a value of `type` may have; the type itself unless it is an
/// optional or a union.
static SmallVector<Type> getAlternatives(Type type) {
  if (auto optional = dyn_cast<OptionalType>(type)) {
    SmallVector<Type> types = getAlternatives(optional.getElementType());
    types.push_back(TSNoneType::get(type.getContext()));
    return types;
  }
  if (auto members = dyn_cast<UnionType>(type))
    return llvm::to_vector(members.getMembers());
  return {type};
}

bool ts::isSubtype(Type sub, Type super) {
  if (sub == super || isa<AnyType>(super))
    return true;
  if (isa<OptionalType, UnionType>(sub))
    return llvm::all_of(getAlternatives(sub),
                        [&](Type type) { return isSubtype(type, super); });
  if (isa<OptionalType, UnionType>(super))
    return llvm::any_of(getAlternatives(super),
                        [&](Type type) { return isSubtype(sub, type); });
  return llvm::TypeSwitch<Type, bool>(super)
      .Case<ScalarType>([&](Type) { return isNumber(sub); })
      .Case<TSTensorType>([&](TSTensorType tensor) {
        auto subTensor = dyn_cast<TSTensorType>(sub);
        return subTensor && isTensorSubtype(subTensor, tensor);
      })
      .Case<TSTupleType>([&](TSTupleType tuple) {
        auto subTuple = dyn_cast<TSTupleType>(sub);
        return subTuple && isTupleSubtype(subTuple, tuple);
      })
      .Case<AnyListType>([&](Type) { return isa<ListType>(sub); })
      .Case<AnyTupleType>([&](Type) { return isa<TSTupleType>(sub); })
      .Case<InterfaceType>(
          [&](Type) { return isa<ObjectType, InterfaceType>(sub); })
      .Case<FutureType, AwaitType, RRefType>([&](auto handle) {
        auto subHandle = dyn_cast<decltype(handle)>(sub);
        return subHandle &&
               isSubtype(subHandle.getElementType(), handle.getElementType());
      })
      .Default(false);
}

/// evaluateIsInstance for a type that is not an optional or a union, against
/// one that is neither.
static std::optional<bool> evaluateAlternative(Type type, Type tested) {
  if (isa<TSTensorType>(type) && isa<TSTensorType>(tested))
    return true;
  if (isa<AnyType>(tested) || type == tested)
    return true;
  if (isa<AnyType>(type))
    return std::nullopt;
  if (isa<ScalarType>(type))
    return isNumber(tested) ? std::nullopt
                            : std::optional(isSubtype(type, tested));
  if (isa<ObjectType, InterfaceType>(type) &&
      isa<ObjectType, InterfaceType>(tested))
    return isa<ObjectType>(type) && isa<ObjectType>(tested)
               ? std::optional(false)
               : std::nullopt;
  auto tuple = dyn_cast<TSTupleType>(type);
  auto testedTuple = dyn_cast<TSTupleType>(tested);
  if (tuple && testedTuple) {
    if (testedTuple.isNamed() && testedTuple.getName() != tuple.getName())
      return false;
    if (tuple.size() != testedTuple.size())
      return false;
    std::optional<bool> all = true;
    for (auto [a, b] :
         llvm::zip(tuple.getElements(), testedTuple.getElements())) {
      std::optional<bool> one = evaluateIsInstance(a, b);
      if (one && !*one)
        return false;
      if (!one)
        all = std::nullopt;
    }
    return all;
  }
  return isSubtype(type, tested);
}

std::optional<bool> ts::evaluateIsInstance(Type type, Type tested) {
  bool anyTrue = false, anyFalse = false;
  for (Type alternative : getAlternatives(type)) {
    bool maybe = false, match = false;
    for (Type testedAlternative : getAlternatives(tested)) {
      std::optional<bool> one =
          evaluateAlternative(alternative, testedAlternative);
      maybe |= !one;
      match |= one && *one;
    }
    if (maybe && !match)
      return std::nullopt;
    (match ? anyTrue : anyFalse) = true;
  }
  if (anyTrue && anyFalse)
    return std::nullopt;
  return anyTrue;
}

static std::string spellList(StringRef head, ArrayRef<Type> types) {
  std::string text = (head + "[").str();
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(types, stream,
                        [&](Type type) { stream << spellType(type); });
  stream << ']';
  return text;
}

std::string ts::spellType(Type type) {
  return llvm::TypeSwitch<Type, std::string>(type)
      .Case<IntegerType>([](IntegerType integer) {
        return integer.getWidth() == 1 ? "bool" : "int";
      })
      .Case<FloatType>([](Type) { return "float"; })
      .Case<ComplexType>([](Type) { return "complex"; })
      .Case<TSTensorType>([](Type) { return "Tensor"; })
      .Case<ScalarType>([](Type) { return "number"; })
      .Case<TSNoneType>([](Type) { return "NoneType"; })
      .Case<AnyType>([](Type) { return "Any"; })
      .Case<StrType>([](Type) { return "str"; })
      .Case<AnyListType>([](Type) { return "list"; })
      .Case<AnyTupleType>([](Type) { return "tuple"; })
      .Case<DeviceType>([](Type) { return "Device"; })
      .Case<StreamType>([](Type) { return "Stream"; })
      .Case<GeneratorType>([](Type) { return "Generator"; })
      .Case<CapsuleType>(
          [](CapsuleType capsule) { return capsule.getName().str(); })
      .Case<ObjectType, InterfaceType, EnumType>(
          [](auto named) { return named.getName().str(); })
      .Case<OptionalType>([](OptionalType optional) {
        return spellList("Optional", optional.getElementType());
      })
      .Case<ListType>([](ListType list) {
        return spellList("List", list.getElementType());
      })
      .Case<FutureType>([](FutureType future) {
        return spellList("Future", future.getElementType());
      })
      .Case<AwaitType>([](AwaitType await) {
        return spellList("Await", await.getElementType());
      })
      .Case<RRefType>([](RRefType rref) {
        return spellList("RRef", rref.getElementType());
      })
      .Case<UnionType>([](UnionType members) {
        return spellList("Union", members.getMembers());
      })
      .Case<DictType>([](DictType dict) {
        return spellList("Dict", {dict.getKeyType(), dict.getValueType()});
      })
      .Case<TSTupleType>([](TSTupleType tuple) {
        return tuple.isNamed()     ? tuple.getName().str()
               : tuple.size() == 0 ? std::string("Tuple[()]")
                                   : spellList("Tuple", tuple.getElements());
      })
      .Default([](Type other) {
        std::string text;
        llvm::raw_string_ostream(text) << other;
        return text;
      });
}
