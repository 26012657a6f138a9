//===- Types.cpp - Type descriptors ---------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The descriptors of the runtime itself, interning, equality and subtyping.
//
//===----------------------------------------------------------------------===//

#include "core/Types.h"

#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

using namespace tsrt;

#define TSRT_LEAF(id, kind, bytes, alignment, spelling)                        \
  const tsrt_type tsrt_type_##id = {kind,    bytes,   alignment, spelling,     \
                                    0,       0,       nullptr,   nullptr,      \
                                    nullptr, nullptr, nullptr}

TSRT_LEAF(none, TSRT_NONE, 1, 1, "NoneType");
TSRT_LEAF(bool, TSRT_BOOL, 1, 1, "bool");
TSRT_LEAF(int, TSRT_INT, 8, 8, "int");
TSRT_LEAF(float, TSRT_FLOAT, 8, 8, "float");
TSRT_LEAF(complex, TSRT_COMPLEX, 16, 8, "complex");
TSRT_LEAF(str, TSRT_STR, 8, 8, "str");
TSRT_LEAF(tensor, TSRT_TENSOR, 8, 8, "Tensor");
TSRT_LEAF(any, TSRT_ANY, 24, 8, "Any");
TSRT_LEAF(any_list, TSRT_ANY, 24, 8, "list");
TSRT_LEAF(any_tuple, TSRT_ANY, 24, 8, "tuple");
TSRT_LEAF(scalar, TSRT_SCALAR, 24, 8, "number");
TSRT_LEAF(device, TSRT_DEVICE, 8, 8, "Device");
TSRT_LEAF(generator, TSRT_GENERATOR, 8, 8, "Generator");
TSRT_LEAF(stream, TSRT_STREAM, 8, 8, "Stream");
#undef TSRT_LEAF

namespace {

constexpr int kNumKinds = TSRT_FUNCTION + 1;

/// The runtime's own descriptor of a kind without parameters, or null.
const tsrt_type *leafOf(int32_t kind) {
  static const tsrt_type *const leaves[kNumKinds] = {&tsrt_type_none,
                                                     &tsrt_type_bool,
                                                     &tsrt_type_int,
                                                     &tsrt_type_float,
                                                     &tsrt_type_complex,
                                                     &tsrt_type_str,
                                                     &tsrt_type_tensor,
                                                     nullptr,
                                                     nullptr,
                                                     nullptr,
                                                     nullptr,
                                                     &tsrt_type_any,
                                                     nullptr,
                                                     &tsrt_type_scalar,
                                                     nullptr,
                                                     nullptr,
                                                     nullptr,
                                                     &tsrt_type_device,
                                                     &tsrt_type_generator,
                                                     &tsrt_type_stream};
  return kind >= 0 && kind < kNumKinds ? leaves[kind] : nullptr;
}

/// A descriptor with the memory its pointers refer to.
struct Interned {
  tsrt_type type = {};
  std::string name;
  std::vector<const tsrt_type *> elements;
  std::vector<uint32_t> offsets;
  std::vector<std::string> elementNames;
  std::vector<const char *> elementNamePointers;

  void finish(int32_t kind, uint32_t size, uint32_t align) {
    type.kind = kind;
    type.size = size;
    type.align = align;
    type.name = name.c_str();
    type.num_elements = uint32_t(elements.size());
    type.elements = elements.data();
    type.offsets = offsets.empty() ? nullptr : offsets.data();
    type.element_names =
        elementNamePointers.empty() ? nullptr : elementNamePointers.data();
  }
};

/// All interned descriptors; never destroyed.
struct Registry {
  std::mutex mutex;
  std::unordered_map<std::string, std::unique_ptr<Interned>> types;

  static Registry &get() {
    static Registry *registry = new Registry;
    return *registry;
  }
};

/// Replaces a descriptor by the interned one of the same structure, so that
/// interned types never point into memory of compiled programs (nominal types,
/// which only they can describe, excepted).
const tsrt_type *canonical(const tsrt_type *type) {
  if (const tsrt_type *leaf = leafOf(type->kind))
    return leaf;
  switch (type->kind) {
  case TSRT_LIST:
    return tsrt_type_list(type->elements[0]);
  case TSRT_DICT:
    return tsrt_type_dict(type->elements[0], type->elements[1]);
  case TSRT_OPTIONAL:
    return tsrt_type_optional(type->elements[0]);
  case TSRT_FUTURE:
    return tsrt_type_future(type->elements[0]);
  case TSRT_TUPLE:
    return tsrt_type_tuple(type->element_names ? type->name : nullptr,
                           type->num_elements, type->elements,
                           type->element_names);
  default:
    return type;
  }
}

std::string keyOf(int32_t kind, const char *name, uint32_t n,
                  const tsrt_type *const *elements, const char *const *names) {
  std::string key = std::to_string(kind) + ":";
  key += name ? name : "";
  for (uint32_t i = 0; i < n; ++i) {
    key += ':';
    key.append(reinterpret_cast<const char *>(&elements[i]), sizeof(void *));
    if (names)
      key += names[i];
  }
  return key;
}

/// Types without names of at most two elements that a thread asked for last:
/// found without the lock and without spelling a key.
struct RecentType {
  const tsrt_type *elements[2] = {};
  const tsrt_type *type = nullptr;
  int32_t kind = -1;
  uint32_t count = 0;

  /// The place of a type whose elements are canonical; null when it has none.
  static RecentType *find(int32_t kind, uint32_t n,
                          const tsrt_type *const *elements) {
    constexpr size_t size = 4;
    static thread_local RecentType recent[size];
    if (n == 0 || n > 2)
      return nullptr;
    size_t hash = reinterpret_cast<uintptr_t>(elements[0]) / 16 + size_t(kind);
    return &recent[hash % size];
  }
  bool matches(int32_t wantedKind, uint32_t n,
               const tsrt_type *const *wanted) const {
    return kind == wantedKind && count == n && elements[0] == wanted[0] &&
           (n < 2 || elements[1] == wanted[1]);
  }
  /// Remembers a type, whose elements live as long as it.
  void remember(int32_t ofKind, uint32_t n, const tsrt_type &found) {
    *this = {{found.elements[0], n > 1 ? found.elements[1] : nullptr},
             &found,
             ofKind,
             n};
  }
};

uint32_t alignUp(uint32_t value, uint32_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

/// List[T], Dict[K, V], Optional[T], Future[T].
const tsrt_type *internGeneric(int32_t kind, const char *spelling, uint32_t n,
                               const tsrt_type *const *given) {
  std::vector<const tsrt_type *> elements(n);
  for (uint32_t i = 0; i < n; ++i)
    elements[i] = canonical(given[i]);
  RecentType *recent = RecentType::find(kind, n, elements.data());
  if (recent && recent->matches(kind, n, elements.data()))
    return recent->type;
  std::string key = keyOf(kind, nullptr, n, elements.data(), nullptr);
  Registry &registry = Registry::get();
  std::lock_guard<std::mutex> lock(registry.mutex);
  std::unique_ptr<Interned> &slot = registry.types[key];
  if (!slot) {
    slot = std::make_unique<Interned>();
    slot->name = std::string(spelling) + "[";
    for (uint32_t i = 0; i < n; ++i)
      slot->name += (i ? ", " : "") + std::string(elements[i]->name);
    slot->name += "]";
    slot->elements = std::move(elements);
    uint32_t size = 8, align = 8;
    if (kind == TSRT_OPTIONAL && !isPointerKind(slot->elements[0]->kind)) {
      align = slot->elements[0]->align;
      size = alignUp(slot->elements[0]->size + 1, align);
    }
    slot->finish(kind, size, align);
  }
  if (recent)
    recent->remember(kind, n, slot->type);
  return &slot->type;
}

/// Lists and dicts of leaves are found without the lock.
std::atomic<const tsrt_type *> leafLists[kNumKinds];
std::atomic<const tsrt_type *> leafDicts[kNumKinds][kNumKinds];

bool sameNames(const tsrt_type *a, const tsrt_type *b) {
  if (!a->element_names || !b->element_names)
    return a->element_names == b->element_names;
  for (uint32_t i = 0; i < a->num_elements; ++i)
    if (std::strcmp(a->element_names[i], b->element_names[i]) != 0)
      return false;
  return true;
}

bool sameElements(const tsrt_type *a, const tsrt_type *b) {
  if (a->num_elements != b->num_elements)
    return false;
  for (uint32_t i = 0; i < a->num_elements; ++i)
    if (!tsrt_type_equal(a->elements[i], b->elements[i]))
      return false;
  return true;
}

/// Has the class `object` every method that `interface` names?
bool implements(const tsrt_type *object, const tsrt_type *interface) {
  for (uint32_t i = 0; i < interface->num_methods; ++i) {
    bool found = false;
    for (uint32_t j = 0; j < object->num_methods && !found; ++j)
      found = !std::strcmp(interface->methods[i].name, object->methods[j].name);
    if (!found)
      return false;
  }
  return true;
}

} // namespace

bool tsrt::isDynamicKind(int32_t kind) {
  return kind == TSRT_ANY || kind == TSRT_UNION || kind == TSRT_SCALAR;
}

bool tsrt::hasReferences(const tsrt_type *type) {
  if (isPointerKind(type->kind) || type->kind == TSRT_ANY ||
      type->kind == TSRT_UNION)
    return true;
  if (type->kind != TSRT_TUPLE && type->kind != TSRT_OPTIONAL)
    return false;
  for (uint32_t i = 0; i < type->num_elements; ++i)
    if (hasReferences(type->elements[i]))
      return true;
  return false;
}

size_t tsrt::instanceSize(const tsrt_type *objectType) {
  size_t size = sizeof(tsrt_object);
  for (uint32_t i = 0; i < objectType->num_elements; ++i) {
    size_t end = objectType->offsets[i] + objectType->elements[i]->size;
    size = end > size ? end : size;
  }
  return size;
}

bool tsrt::isSubtype(const tsrt_type *a, const tsrt_type *b) {
  if (a == b)
    return true;
  if (b->kind == TSRT_ANY)
    return b == &tsrt_type_any_list    ? a->kind == TSRT_LIST
           : b == &tsrt_type_any_tuple ? a->kind == TSRT_TUPLE
                                       : true;
  if (a->kind == TSRT_UNION || a->kind == TSRT_OPTIONAL) {
    if (a->kind == TSRT_OPTIONAL && !isSubtype(&tsrt_type_none, b))
      return false;
    for (uint32_t i = 0; i < a->num_elements; ++i)
      if (!isSubtype(a->elements[i], b))
        return false;
    return true;
  }
  switch (b->kind) {
  case TSRT_SCALAR:
    return a->kind == TSRT_INT || a->kind == TSRT_FLOAT ||
           a->kind == TSRT_COMPLEX || a->kind == TSRT_SCALAR;
  case TSRT_OPTIONAL:
    return a->kind == TSRT_NONE || isSubtype(a, b->elements[0]);
  case TSRT_UNION:
    for (uint32_t i = 0; i < b->num_elements; ++i)
      if (isSubtype(a, b->elements[i]))
        return true;
    return false;
  case TSRT_TUPLE:
    if (a->kind != TSRT_TUPLE || a->num_elements != b->num_elements)
      return false;
    // The names of the fields count, not the name of the class.
    if (b->element_names && !sameNames(a, b))
      return false;
    for (uint32_t i = 0; i < a->num_elements; ++i)
      if (!isSubtype(a->elements[i], b->elements[i]))
        return false;
    return true;
  case TSRT_FUTURE:
  case TSRT_AWAIT:
  case TSRT_RREF:
    return a->kind == b->kind && isSubtype(a->elements[0], b->elements[0]);
  case TSRT_INTERFACE:
    if (a->kind == TSRT_OBJECT)
      return implements(a, b);
    return tsrt_type_equal(a, b);
  default:
    return tsrt_type_equal(a, b);
  }
}

const tsrt_type *tsrt_type_list(const tsrt_type *element) {
  if (leafOf(element->kind)) {
    std::atomic<const tsrt_type *> &slot = leafLists[element->kind];
    const tsrt_type *type = slot.load(std::memory_order_acquire);
    if (!type) {
      type = internGeneric(TSRT_LIST, "List", 1, &element);
      slot.store(type, std::memory_order_release);
    }
    return type;
  }
  return internGeneric(TSRT_LIST, "List", 1, &element);
}

const tsrt_type *tsrt_type_dict(const tsrt_type *key, const tsrt_type *value) {
  const tsrt_type *elements[] = {key, value};
  if (leafOf(key->kind) && leafOf(value->kind)) {
    std::atomic<const tsrt_type *> &slot = leafDicts[key->kind][value->kind];
    const tsrt_type *type = slot.load(std::memory_order_acquire);
    if (!type) {
      type = internGeneric(TSRT_DICT, "Dict", 2, elements);
      slot.store(type, std::memory_order_release);
    }
    return type;
  }
  return internGeneric(TSRT_DICT, "Dict", 2, elements);
}

const tsrt_type *tsrt_type_optional(const tsrt_type *payload) {
  if (payload->kind == TSRT_OPTIONAL || payload->kind == TSRT_NONE ||
      payload->kind == TSRT_ANY)
    return canonical(payload);
  return internGeneric(TSRT_OPTIONAL, "Optional", 1, &payload);
}

const tsrt_type *tsrt_type_future(const tsrt_type *payload) {
  return internGeneric(TSRT_FUTURE, "Future", 1, &payload);
}

const tsrt_type *tsrt_type_tuple(const char *name, uint32_t n,
                                 const tsrt_type *const *given,
                                 const char *const *names) {
  std::vector<const tsrt_type *> elements(n);
  for (uint32_t i = 0; i < n; ++i)
    elements[i] = canonical(given[i]);
  RecentType *recent = name || names
                           ? nullptr
                           : RecentType::find(TSRT_TUPLE, n, elements.data());
  if (recent && recent->matches(TSRT_TUPLE, n, elements.data()))
    return recent->type;
  std::string key = keyOf(TSRT_TUPLE, name, n, elements.data(), names);
  Registry &registry = Registry::get();
  std::lock_guard<std::mutex> lock(registry.mutex);
  std::unique_ptr<Interned> &slot = registry.types[key];
  if (!slot) {
    slot = std::make_unique<Interned>();
    if (name) {
      slot->name = name;
    } else {
      slot->name = "Tuple[";
      for (uint32_t i = 0; i < n; ++i)
        slot->name += (i ? ", " : "") + std::string(elements[i]->name);
      slot->name += n ? "]" : "()]";
    }
    uint32_t size = 0, align = 1;
    for (const tsrt_type *element : elements) {
      size = alignUp(size, element->align);
      slot->offsets.push_back(size);
      size += element->size;
      align = element->align > align ? element->align : align;
    }
    if (names)
      for (uint32_t i = 0; i < n; ++i)
        slot->elementNames.push_back(names[i]);
    for (const std::string &elementName : slot->elementNames)
      slot->elementNamePointers.push_back(elementName.c_str());
    slot->elements = std::move(elements);
    slot->finish(TSRT_TUPLE, alignUp(size, align), align);
  }
  if (recent)
    recent->remember(TSRT_TUPLE, n, slot->type);
  return &slot->type;
}

int tsrt_type_equal(const tsrt_type *a, const tsrt_type *b) {
  if (a == b)
    return 1;
  if (!a || !b || a->kind != b->kind)
    return 0;
  switch (a->kind) {
  case TSRT_OBJECT:
  case TSRT_INTERFACE:
  case TSRT_ENUM:
  case TSRT_CAPSULE:
  case TSRT_FUNCTION:
    return !std::strcmp(a->name, b->name);
  case TSRT_TUPLE:
    if (!sameElements(a, b) || !sameNames(a, b))
      return 0;
    return !a->element_names || !std::strcmp(a->name, b->name);
  case TSRT_UNION:
    // Members in any order.
    if (a->num_elements != b->num_elements)
      return 0;
    return isSubtype(a, b) && isSubtype(b, a);
  default:
    return sameElements(a, b);
  }
}

int tsrt_value_isinstance(const tsrt_value *v, const tsrt_type *t) {
  return isSubtype(v->type ? v->type : &tsrt_type_none, t);
}
