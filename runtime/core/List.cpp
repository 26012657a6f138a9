//===- List.cpp - List objects --------------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Construction and growth of lists.
//
//===----------------------------------------------------------------------===//

#include "core/List.h"

#include "core/TensorHooks.h"
#include "core/Types.h"

#include <algorithm>
#include <new>

using namespace tsrt;

tsrt_list *tsrt_list_new(const tsrt_type *list_type, int64_t capacity) {
  ListRef list = ListRef::adopt(
      static_cast<tsrt_list *>(allocateObject(list_type, sizeof(tsrt_list))));
  listReserve(list.get(), capacity);
  return list.take();
}

void tsrt::listReserve(tsrt_list *list, int64_t capacity) {
  if (capacity <= list->capacity)
    return;
  size_t stride = std::max<uint32_t>(elementType(list)->size, 1);
  // A request beyond the address space fails inside the allocator.
  size_t bytes;
  if (__builtin_mul_overflow(size_t(capacity), stride, &bytes))
    bytes = SIZE_MAX;
  void *data = tsrt_alloc(bytes);
  if (list->size)
    std::memcpy(data, list->data, size_t(list->size) * stride);
  tsrt_free(list->data);
  list->data = data;
  list->capacity = capacity;
}

void *tsrt_list_grow(tsrt_list *list) {
  if (list->size >= list->capacity)
    listReserve(list, std::max<int64_t>(4, list->capacity * 2));
  return elementAt(list, list->size);
}

void tsrt_list_reserve(tsrt_list *list, int64_t count) {
  // The loop may end long before: memory for more comes as it is needed.
  constexpr int64_t enough = 1 << 16;
  int64_t needed = list->size + std::min(count, enough);
  // At least twice as much: a loop around the loop asks again and again.
  if (count <= 0 || needed <= list->capacity)
    return;
  try {
    listReserve(list, std::max(needed, list->capacity * 2));
  } catch (const std::bad_alloc &) {
    // The appends will find out, if the loop gets there.
  }
}

void tsrt_list_reserve_all(tsrt_list *list, int64_t count) {
  int64_t needed;
  if (__builtin_add_overflow(list->size, count, &needed))
    needed = INT64_MAX;
  if (count > 0 && needed > list->capacity)
    listReserve(list, std::max(needed, list->capacity * 2));
}

void tsrt::listAppend(tsrt_list *list, const void *element) {
  const tsrt_type *type = elementType(list);
  // The element may lie in the list's own storage, which growing moves.
  if (list->size >= list->capacity) {
    const char *data = static_cast<const char *>(list->data);
    const char *source = static_cast<const char *>(element);
    bool inside = data && source >= data &&
                  source < data + list->size * int64_t(type->size);
    int64_t offset = source - data;
    void *slot = tsrt_list_grow(list);
    std::memcpy(slot,
                inside ? static_cast<char *>(list->data) + offset : source,
                type->size);
  } else {
    std::memcpy(elementAt(list, list->size), element, type->size);
  }
  tsrt_native_retain(type, elementAt(list, list->size));
  ++list->size;
}

ListRef tsrt::listFrom(const tsrt_type *listType, const void *data,
                       int64_t size) {
  ListRef list = ListRef::adopt(tsrt_list_new(listType, size));
  const tsrt_type *type = listType->elements[0];
  if (size > 0) {
    std::memcpy(list->data, data, size_t(size) * type->size);
    if (hasReferences(type))
      for (int64_t i = 0; i < size; ++i)
        tsrt_native_retain(type, elementAt(list.get(), i));
    list->size = size;
  }
  return list;
}
