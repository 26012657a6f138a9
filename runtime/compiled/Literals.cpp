//===- Literals.cpp - Containers from tables
//--------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the tables that stand for large lists and dicts of constants.
//
//===----------------------------------------------------------------------===//

#include "tsrt_literal.h"

#include "core/Dict.h"
#include "core/List.h"
#include "core/TensorHooks.h"
#include "core/Types.h"

#include <cstring>
#include <memory>

using namespace tsrt;

namespace {

/// The memory of one literal.
struct Table {
  const char *bytes;
  char *strings;
  const tsrt_type *const *types;

  /// The list, dict or boxed tuple at an offset, new.
  void *make(const tsrt_type *type, uint64_t offset) const;
  /// Turns a native value whose pointers are offsets into one that owns
  /// objects.
  void resolve(const tsrt_type *type, char *place) const;
  void resolveBoxed(tsrt_value *value) const;

private:
  void *makeList(const tsrt_type *type, const char *source) const;
  void *makeDict(const tsrt_type *type, const char *source) const;
};

template <class T>
T loadAs(const char *place) {
  T value;
  std::memcpy(&value, place, sizeof(T));
  return value;
}

} // namespace

void *Table::makeList(const tsrt_type *type, const char *source) const {
  const tsrt_type *element = type->elements[0];
  auto count = loadAs<int64_t>(source);
  tsrt_list *list = tsrt_list_new(type, count);
  if (count == 0)
    return list;
  std::memcpy(list->data, source + 8, size_t(count) * element->size);
  if (hasReferences(element) || element->kind == TSRT_SCALAR)
    for (int64_t i = 0; i < count; ++i)
      resolve(element, elementAt(list, i));
  list->size = count;
  return list;
}

void *Table::makeDict(const tsrt_type *type, const char *source) const {
  const tsrt_type *key = type->elements[0], *value = type->elements[1];
  auto count = loadAs<int64_t>(source);
  const char *keys = source + 8;
  const char *values = keys + ((size_t(count) * key->size + 7) & ~size_t(7));
  tsrt_dict *dict = tsrt_dict_new(type);
  // A place for one entry of any type.
  std::unique_ptr<char[]> room(new char[key->size + value->size + 32]);
  auto alignUp = [](char *place) {
    return reinterpret_cast<char *>((uintptr_t(place) + 15) & ~uintptr_t(15));
  };
  char *keyPlace = alignUp(room.get());
  char *valuePlace = alignUp(keyPlace + key->size);
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(keyPlace, keys + i * key->size, key->size);
    std::memcpy(valuePlace, values + i * value->size, value->size);
    resolve(key, keyPlace);
    resolve(value, valuePlace);
    // Tables are far smaller than what a dict can hold.
    tsrt_error_release(tsrt_dict_set(dict, keyPlace, valuePlace));
    tsrt_native_release(key, keyPlace);
    tsrt_native_release(value, valuePlace);
  }
  return dict;
}

void *Table::make(const tsrt_type *type, uint64_t offset) const {
  const char *source = bytes + offset;
  if (type->kind == TSRT_LIST)
    return makeList(type, source);
  if (type->kind == TSRT_DICT)
    return makeDict(type, source);
  auto *box = static_cast<tsrt_box *>(
      allocateObject(type, sizeof(tsrt_box) + type->size));
  std::memcpy(box->data, source, type->size);
  resolve(type, box->data);
  return box;
}

void Table::resolveBoxed(tsrt_value *value) const {
  if (!value->type)
    return;
  value->type = types[uintptr_t(value->type) - 1];
  switch (value->type->kind) {
  case TSRT_STR:
    value->u.p = strings + value->u.i;
    return;
  case TSRT_LIST:
  case TSRT_DICT:
  case TSRT_TUPLE:
    value->u.p = make(value->type, uint64_t(value->u.i));
    return;
  default:
    return;
  }
}

void Table::resolve(const tsrt_type *type, char *place) const {
  switch (type->kind) {
  case TSRT_STR:
  case TSRT_LIST:
  case TSRT_DICT: {
    auto offset = loadAs<uint64_t>(place);
    void *object = !offset                  ? nullptr
                   : type->kind == TSRT_STR ? strings + offset
                                            : make(type, offset);
    std::memcpy(place, &object, sizeof(object));
    return;
  }
  case TSRT_TUPLE:
    for (uint32_t i = 0; i < type->num_elements; ++i)
      resolve(type->elements[i], place + type->offsets[i]);
    return;
  case TSRT_OPTIONAL:
    return resolve(type->elements[0], place);
  case TSRT_ANY:
  case TSRT_UNION:
  case TSRT_SCALAR:
    return resolveBoxed(reinterpret_cast<tsrt_value *>(place));
  default:
    return;
  }
}

void *tsrt_literal(const tsrt_type *type, const void *table, void *strings,
                   const tsrt_type *const *types) {
  return Table{static_cast<const char *>(table), static_cast<char *>(strings),
               types}
      .make(type, 0);
}

void tsrt_literal_strings(void *strings, uint64_t size) {
  auto *bytes = static_cast<char *>(strings);
  // The first word is not part of a string.
  for (uint64_t offset = 8; offset + sizeof(tsrt_str) < size;) {
    auto *string = reinterpret_cast<tsrt_str *>(bytes + offset);
    string->header.type = &tsrt_type_str;
    offset +=
        (sizeof(tsrt_str) + uint64_t(string->size) + 1 + 7) & ~uint64_t(7);
  }
}
