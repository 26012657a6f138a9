//===- TypeContext.cpp - Ownership and uniquing of types ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The process-wide table of structural types and the table of one compilation.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Types/Type.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <array>
#include <map>
#include <mutex>
#include <tuple>

using namespace torchscript;

namespace {
/// What identifies a type within a table: the kind, the parts, and for type
/// variables and named tuples the names.
using Key =
    std::tuple<TypeKind, std::vector<const Type *>, std::vector<std::string>>;

/// Owns types found by key.
struct Table {
  std::map<Key, std::unique_ptr<Type>> types;

  /// The type of this key; `make` builds it on first use.
  template <typename Make>
  const Type *get(Key key, Make make) {
    std::unique_ptr<Type> &slot = types[std::move(key)];
    if (!slot)
      slot.reset(make());
    return slot.get();
  }
};

/// The table shared by the process.
struct SharedTable : Table {
  std::mutex mutex;
};

SharedTable &sharedTable() {
  // Never destroyed: types may be used by other objects of static lifetime.
  static auto *table = new SharedTable();
  return *table;
}
} // namespace

struct TypeContext::Impl : Table {
  llvm::StringMap<NominalType *> nominal;
  std::vector<std::unique_ptr<NominalType>> owned;

  /// Looks the key up in the table that `shared` selects.
  template <typename Make>
  const Type *get(Key key, bool shared, Make make) {
    if (!shared)
      return Table::get(std::move(key), make);
    SharedTable &table = sharedTable();
    std::lock_guard<std::mutex> lock(table.mutex);
    return table.get(std::move(key), make);
  }

  /// A nominal type by name, created by `make` on first use. Null when the
  /// name belongs to a type of another class.
  template <typename T, typename Make>
  T *getNominal(llvm::StringRef name, Make make) {
    NominalType *&slot = nominal[name];
    if (!slot) {
      owned.emplace_back(make());
      slot = owned.back().get();
    }
    return llvm::dyn_cast<T>(slot);
  }
};

TypeContext::TypeContext() : impl(std::make_unique<Impl>()) {}
TypeContext::~TypeContext() = default;

/// Whether none of the types belongs to a single context.
static bool areShared(llvm::ArrayRef<const Type *> types) {
  return llvm::none_of(types,
                       [](const Type *t) { return t->containsNominal(); });
}

const Type *TypeContext::getLeaf(TypeKind kind) {
  constexpr size_t count = size_t(TypeKind::Union) + 1;
  static const auto *leaves = [] {
    auto *array = new std::array<const Type *, count>();
    for (size_t i = 0; i < count; ++i)
      (*array)[i] = new Type(TypeKind(i), {});
    return array;
  }();
  return (*leaves)[size_t(kind)];
}

const ListType *TypeContext::getList(const Type *element) {
  return llvm::cast<ListType>(
      impl->get(Key{TypeKind::List, {element}, {}}, areShared(element),
                [&] { return new ListType(TypeKind::List, element); }));
}

const DictType *TypeContext::getDict(const Type *key, const Type *value) {
  return llvm::cast<DictType>(
      impl->get(Key{TypeKind::Dict, {key, value}, {}}, areShared({key, value}),
                [&] { return new DictType(TypeKind::Dict, {key, value}); }));
}

const TupleType *TypeContext::getTuple(llvm::ArrayRef<const Type *> elements) {
  return llvm::cast<TupleType>(
      impl->get(Key{TypeKind::Tuple, elements.vec(), {}}, areShared(elements),
                [&] { return new TupleType(TypeKind::Tuple, elements); }));
}

const NamedTupleType *TypeContext::getNamedTuple(
    llvm::StringRef name, llvm::ArrayRef<std::string> fields,
    llvm::ArrayRef<const Type *> types, llvm::ArrayRef<Constant> defaults) {
  std::vector<std::string> names = {name.str()};
  names.insert(names.end(), fields.begin(), fields.end());
  return llvm::cast<NamedTupleType>(impl->get(
      Key{TypeKind::NamedTuple, types.vec(), names}, /*shared=*/false,
      [&] { return new NamedTupleType(name, fields, types, defaults); }));
}

const Type *TypeContext::getOptional(const Type *element) {
  if (llvm::isa<UnionType>(element))
    element = withoutNone(*this, element);
  else if (canBeNone(element))
    return element;
  return impl->get(
      Key{TypeKind::Optional, {element}, {}}, areShared(element),
      [&] { return new OptionalType(TypeKind::Optional, element); });
}

/// Appends the members of `type` as a union would hold them.
static void flattenInto(const Type *type,
                        llvm::SmallVectorImpl<const Type *> &members) {
  for (const Type *part : getAlternatives(type)) {
    if (part == type)
      members.push_back(type);
    else
      flattenInto(part, members);
  }
}

/// Merges members that unify with another one, except through None.
static void mergeMembers(TypeContext &context,
                         llvm::SmallVectorImpl<const Type *> &members) {
  for (size_t i = members.size(); i-- > 1;) {
    for (size_t j = i; j-- > 0;) {
      const Type *a = members[i], *b = members[j];
      const Type *joined =
          a->isNone() == b->isNone() ? unify(context, a, b) : nullptr;
      if (!joined)
        continue;
      members[j] = joined;
      members.erase(members.begin() + i);
      break;
    }
  }
}

const Type *TypeContext::getUnion(llvm::ArrayRef<const Type *> members) {
  llvm::SmallVector<const Type *> flat;
  for (const Type *member : members)
    flattenInto(member, flat);
  mergeMembers(*this, flat);
  if (flat.size() == 1)
    return flat[0];
  llvm::sort(flat, [](const Type *a, const Type *b) {
    if (a->getKind() != b->getKind())
      return a->getKind() < b->getKind();
    return a->schemaSpelling() < b->schemaSpelling();
  });

  auto isMember = [&](const Type *t) { return llvm::is_contained(flat, t); };
  bool none = isMember(getNone());
  if (none && flat.size() == 2)
    return getOptional(flat[0]->isNone() ? flat[1] : flat[0]);
  if (flat.size() == 3 + size_t(none) && isMember(getInt()) &&
      isMember(getFloat()) && isMember(getComplex()))
    return none ? getOptional(getNumber()) : getNumber();
  return impl->get(Key{TypeKind::Union, {flat.begin(), flat.end()}, {}},
                   areShared(flat),
                   [&] { return new UnionType(TypeKind::Union, flat); });
}

/// Makes Future, Await and RRef types.
#define DEFINE_WRAPPER(NAME)                                                   \
  const WrapperType *TypeContext::get##NAME(const Type *element) {             \
    return llvm::cast<WrapperType>(                                            \
        impl->get(Key{TypeKind::NAME, {element}, {}}, areShared(element),      \
                  [&] { return new WrapperType(TypeKind::NAME, element); }));  \
  }
DEFINE_WRAPPER(Future)
DEFINE_WRAPPER(Await)
DEFINE_WRAPPER(RRef)
#undef DEFINE_WRAPPER

const VariableType *TypeContext::getVariable(llvm::StringRef name) {
  return llvm::cast<VariableType>(
      impl->get(Key{TypeKind::Variable, {}, {name.str()}}, /*shared=*/true,
                [&] { return new VariableType(name); }));
}

ClassType *TypeContext::getOrCreateClass(llvm::StringRef name, bool isModule) {
  return impl->getNominal<ClassType>(
      name, [&] { return new ClassType(name, isModule); });
}

InterfaceType *TypeContext::getOrCreateInterface(llvm::StringRef name,
                                                 bool isModule) {
  return impl->getNominal<InterfaceType>(
      name, [&] { return new InterfaceType(name, isModule); });
}

FunctionType *TypeContext::getOrCreateFunction(llvm::StringRef name) {
  return impl->getNominal<FunctionType>(name,
                                        [&] { return new FunctionType(name); });
}

CapsuleType *TypeContext::getOrCreateCapsule(llvm::StringRef name) {
  // They are their names alone, so all contexts share them, as schemas do with
  // programs.
  static std::mutex mutex;
  static auto *capsules = new llvm::StringMap<CapsuleType *>();
  if (impl->nominal.contains(name))
    return nullptr;
  std::lock_guard<std::mutex> lock(mutex);
  CapsuleType *&slot = (*capsules)[name];
  if (!slot)
    slot = new CapsuleType(name);
  return slot;
}

const EnumType *
TypeContext::getOrCreateEnum(llvm::StringRef name, const Type *valueType,
                             llvm::ArrayRef<EnumMember> members) {
  return impl->getNominal<EnumType>(
      name, [&] { return new EnumType(name, valueType, members); });
}

NominalType *TypeContext::lookupNominal(llvm::StringRef name) const {
  return impl->nominal.lookup(name);
}

const Type *
TypeContext::substitute(const Type *type,
                        llvm::function_ref<const Type *(const Type *)> map) {
  if (type->contained.empty() && !llvm::isa<TupleType>(type))
    return map(type);
  llvm::SmallVector<const Type *> parts;
  for (const Type *part : type->contained) {
    const Type *mapped = substitute(part, map);
    if (!mapped)
      return nullptr;
    parts.push_back(mapped);
  }
  if (llvm::ArrayRef<const Type *>(parts) == type->getContained())
    return type;
  switch (type->getKind()) {
  case TypeKind::List:
    return getList(parts[0]);
  case TypeKind::Dict:
    return getDict(parts[0], parts[1]);
  case TypeKind::Tuple:
    return getTuple(parts);
  case TypeKind::NamedTuple: {
    auto *named = llvm::cast<NamedTupleType>(type);
    return getNamedTuple(named->getName(), named->getFieldNames(), parts,
                         named->getDefaults());
  }
  case TypeKind::Optional:
    return getOptional(parts[0]);
  case TypeKind::Union:
    return getUnion(parts);
  case TypeKind::Future:
    return getFuture(parts[0]);
  case TypeKind::Await:
    return getAwait(parts[0]);
  case TypeKind::RRef:
    return getRRef(parts[0]);
  default:
    return nullptr;
  }
}
