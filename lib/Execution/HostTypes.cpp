//===- HostTypes.cpp - Descriptors for the host -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the types of the dialect to runtime descriptors.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/SpecialMethods.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/Representation.h"
#include "TorchScript/Execution/HostValues.h"
#include "tsrt_rpc.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace torchscript;
using namespace mlir;

/// A descriptor with everything it points to.
struct HostTypes::Declared {
  tsrt_type type{};
  std::string name;
  std::deque<std::string> names;
  std::vector<const char *> namePointers;
  std::vector<const tsrt_type *> elements;
  std::vector<uint32_t> offsets;
  std::vector<tsrt_value> values;
  std::vector<HostValue> owned;
  /// The methods known so far, last; calls remember places in earlier tables.
  std::deque<std::vector<tsrt_method>> methods;

  void finish() {
    type.name = name.c_str();
    for (const std::string &text : names)
      namePointers.push_back(text.c_str());
    type.num_elements =
        uint32_t(std::max(elements.size(), namePointers.size()));
    type.elements = elements.empty() ? nullptr : elements.data();
    type.element_names = namePointers.empty() ? nullptr : namePointers.data();
    type.offsets = offsets.empty() ? nullptr : offsets.data();
    type.enum_values = values.empty() ? nullptr : values.data();
  }
};

const tsrt_type *HostTypes::makeObject(Type type) {
  auto object = cast<ts::ObjectType>(type);
  auto declaration = module.lookupSymbol<ts::ClassOp>(object.getName());
  if (!declaration)
    return nullptr;
  auto made = std::make_shared<Declared>();
  declared.push_back(made);
  known[type] = &made->type; // before the fields, which may mention it
  SmallVector<Type> types;
  for (auto attribute : declaration.getBody().getOps<ts::AttrOp>()) {
    types.push_back(attribute.getType());
    made->names.push_back(attribute.getName().str());
  }
  SmallVector<uint64_t> offsets;
  (void)tsrt::getStructLayout(types, tsrt::kHeaderSize, offsets);
  made->offsets.assign(offsets.begin(), offsets.end());
  for (Type field : types)
    made->elements.push_back(get(field));
  if (llvm::is_contained(made->elements, nullptr)) {
    known.erase(type);
    return nullptr;
  }
  made->type.kind = TSRT_OBJECT;
  // A value of the class is a pointer to the object.
  made->type.size = made->type.align = sizeof(void *);
  made->name = object.getName().str();
  made->finish();
  return &made->type;
}

void HostTypes::linkMethods(llvm::function_ref<tsrt_entry(StringRef)> find) {
  for (const std::shared_ptr<Declared> &made : declared) {
    if (made->type.kind != TSRT_OBJECT)
      continue;
    auto declaration = module.lookupSymbol<ts::ClassOp>(made->name);
    std::vector<tsrt_method> linked;
    for (auto method : declaration.getBody().getOps<ts::MethodOp>()) {
      tsrt_entry entry =
          method.getIsStatic() ? nullptr : find(method.getFunction());
      auto function = module.lookupSymbol<func::FuncOp>(method.getFunction());
      if (!entry ||
          (function && !ts::isCallableByRuntime(method.getName(),
                                                function.getFunctionType())))
        continue;
      // Names live as long as the context of the module.
      linked.push_back({method.getName().data(), entry});
    }
    if (linked.empty() || linked.size() <= made->type.num_methods)
      continue;
    made->methods.push_back(std::move(linked));
    made->type.methods = made->methods.back().data();
    made->type.num_methods = uint32_t(made->methods.back().size());
  }
}

const tsrt_type *HostTypes::makeEnum(Type type) {
  auto enumeration = cast<ts::EnumType>(type);
  auto declaration = module.lookupSymbol<ts::EnumOp>(enumeration.getName());
  if (!declaration)
    return nullptr;
  auto made = std::make_shared<Declared>();
  declared.push_back(made);
  made->type.kind = TSRT_ENUM;
  made->type.size = made->type.align = 8;
  made->name = enumeration.getName().str();
  for (auto [member, value] :
       llvm::zip_equal(declaration.getMembers().getAsRange<StringAttr>(),
                       declaration.getValues())) {
    made->names.push_back(member.str());
    tsrt_value boxed{};
    boxed.type = get(declaration.getValueType());
    if (auto integer = dyn_cast<IntegerAttr>(value))
      boxed.u.i = integer.getInt();
    else if (auto real = dyn_cast<FloatAttr>(value))
      boxed.u.f = real.getValueAsDouble();
    else if (auto text = dyn_cast<StringAttr>(value))
      boxed.u.p = tsrt_str_new(text.getValue().data(), text.size());
    made->values.push_back(boxed);
    if (isa<StringAttr>(value))
      made->owned.emplace_back(boxed);
  }
  made->finish();
  return &made->type;
}

const tsrt_type *HostTypes::makeUnion(Type type) {
  auto made = std::make_shared<Declared>();
  declared.push_back(made);
  for (Type member : cast<ts::UnionType>(type).getMembers())
    made->elements.push_back(get(member));
  if (llvm::is_contained(made->elements, nullptr))
    return nullptr;
  made->type.kind = TSRT_UNION;
  made->type.size = tsrt::kValueSize;
  made->type.align = 8;
  made->name = ts::spellType(type);
  made->finish();
  return &made->type;
}

const tsrt_type *HostTypes::findNamed(StringRef name) {
  for (const tsrt_type *type : named)
    if (StringRef(type->name).rsplit('.').second == name)
      return type;
  if (!module)
    return nullptr;
  for (Operation &op : module.getBody()->getOperations()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    if (!symbol || symbol.getName().rsplit('.').second != name)
      continue;
    MLIRContext *context = module.getContext();
    if (isa<ts::EnumOp>(op))
      return get(ts::EnumType::get(context, symbol.getName()));
    if (isa<ts::ClassOp>(op))
      return get(ts::ObjectType::get(context, symbol.getName()));
  }
  return nullptr;
}

/// Types that no value of the host has: lists and tuples of unknown elements,
/// which are boxed (TS-ANN-014), and streams. Null for others.
static const tsrt_type *getUnmakable(Type type) {
  return isa<ts::AnyListType>(type)    ? &tsrt_type_any_list
         : isa<ts::AnyTupleType>(type) ? &tsrt_type_any_tuple
         : isa<ts::StreamType>(type)   ? &tsrt_type_stream
                                       : nullptr;
}

const tsrt_type *HostTypes::get(Type type) {
  if (const tsrt_type *found = known.lookup(type))
    return found;
  const tsrt_type *result = nullptr;
  if (isa<ts::CapsuleType>(type)) {
    // A class of an extension is known by its name alone.
    auto made = std::make_shared<Declared>();
    declared.push_back(made);
    made->type.kind = TSRT_CAPSULE;
    made->type.size = made->type.align = sizeof(void *);
    made->name = ts::spellType(type);
    made->finish();
    return known[type] = &made->type;
  }
  if (type.isInteger(64))
    result = &tsrt_type_int;
  else if (type.isInteger(1))
    result = &tsrt_type_bool;
  else if (type.isF64())
    result = &tsrt_type_float;
  else if (isa<ComplexType>(type))
    result = &tsrt_type_complex;
  else if (isa<ts::TSNoneType>(type))
    result = &tsrt_type_none;
  else if (isa<ts::StrType>(type))
    result = &tsrt_type_str;
  else if (isa<ts::TSTensorType>(type))
    result = &tsrt_type_tensor;
  else if (isa<ts::AnyType>(type))
    result = &tsrt_type_any;
  else if (isa<ts::ScalarType>(type))
    result = &tsrt_type_scalar;
  else if (isa<ts::DeviceType>(type))
    result = &tsrt_type_device;
  else if (isa<ts::GeneratorType>(type))
    result = &tsrt_type_generator;
  else if (const tsrt_type *unmakable = getUnmakable(type))
    result = unmakable;
  else if (auto list = dyn_cast<ts::ListType>(type)) {
    if (const tsrt_type *element = get(list.getElementType()))
      result = tsrt_type_list(element);
  } else if (auto dict = dyn_cast<ts::DictType>(type)) {
    const tsrt_type *key = get(dict.getKeyType());
    const tsrt_type *value = get(dict.getValueType());
    if (key && value)
      result = tsrt_type_dict(key, value);
  } else if (auto optional = dyn_cast<ts::OptionalType>(type)) {
    if (const tsrt_type *payload = get(optional.getElementType()))
      result = tsrt_type_optional(payload);
  } else if (auto future = dyn_cast<ts::FutureType>(type)) {
    if (const tsrt_type *payload = get(future.getElementType()))
      result = tsrt_type_future(payload);
  } else if (auto reference = dyn_cast<ts::RRefType>(type)) {
    if (const tsrt_type *payload = get(reference.getElementType()))
      result = tsrt_type_rref(payload);
  } else if (auto tuple = dyn_cast<ts::TSTupleType>(type)) {
    std::vector<const tsrt_type *> elements;
    std::vector<const char *> names;
    for (Type element : tuple.getElements()) {
      elements.push_back(get(element));
      if (!elements.back())
        return nullptr;
    }
    for (StringAttr field : tuple.getFields())
      names.push_back(field.getValue().data());
    result = tsrt_type_tuple(tuple.isNamed() ? tuple.getName().getValue().data()
                                             : nullptr,
                             uint32_t(elements.size()), elements.data(),
                             names.empty() ? nullptr : names.data());
  } else if (isa<ts::ObjectType>(type)) {
    result = makeObject(type);
  } else if (isa<ts::InterfaceType>(type)) {
    auto made = std::make_shared<Declared>();
    declared.push_back(made);
    made->type.kind = TSRT_INTERFACE;
    made->type.size = made->type.align = sizeof(void *);
    made->name = ts::spellType(type);
    made->finish();
    result = &made->type;
  } else if (isa<ts::EnumType>(type)) {
    result = makeEnum(type);
  } else if (isa<ts::UnionType>(type)) {
    result = makeUnion(type);
  }
  known[type] = result;
  return result;
}
