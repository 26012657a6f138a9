//===- Dict.cpp - Insertion-ordered hash tables ---------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lookup, insertion and removal.
//
//===----------------------------------------------------------------------===//

#include "core/Dict.h"

#include "core/OutOfMemory.h"
#include "core/TensorHooks.h"
#include "core/Types.h"
#include "core/Value.h"

#include <algorithm>

using namespace tsrt;

namespace {

constexpr int32_t kEmpty = -1;   // table slot never used
constexpr int32_t kRemoved = -2; // table slot of a removed entry
constexpr size_t kKeyOffset = sizeof(uint64_t);

uint64_t mix(uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  return x ^ (x >> 32);
}

uint64_t hashBytes(const char *bytes, size_t size) {
  uint64_t hash = 0x9e3779b97f4a7c15u ^ size;
  for (; size >= 8; bytes += 8, size -= 8) {
    uint64_t word;
    std::memcpy(&word, bytes, 8);
    hash = mix(hash ^ word);
  }
  uint64_t rest = 0;
  std::memcpy(&rest, bytes, size);
  return mix(hash ^ rest);
}

uint64_t hashDouble(double value) {
  if (value == 0)
    value = 0; // -0.0 equals 0.0
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return mix(bits);
}

char *entryAt(const tsrt_dict *d, int64_t i) {
  return d->entries + i * d->stride;
}

uint64_t entryHash(const tsrt_dict *d, int64_t i) {
  uint64_t hash;
  std::memcpy(&hash, entryAt(d, i), sizeof(hash));
  return hash;
}

/// Ints are often consecutive: one multiplication spreads them.
uint64_t hashInt(int64_t value) {
  uint64_t x = uint64_t(value) * 0x9e3779b97f4a7c15u;
  return x ^ (x >> 32);
}

uint64_t hashStr(const tsrt_str *s) {
  auto *place = const_cast<uint64_t *>(&s->hash);
  uint64_t hash = __atomic_load_n(place, __ATOMIC_RELAXED);
  if (!hash) {
    hash = hashBytes(s->data, size_t(s->size));
    hash += hash == 0;
    __atomic_store_n(place, hash, __ATOMIC_RELAXED);
  }
  return hash;
}

/// Zero marks a gap.
uint64_t stored(uint64_t hash) { return hash ? hash : 1; }

/// The table slot of the entry at which `matches(entry)`, or -1.
template <class Matches>
int64_t probe(const tsrt_dict *d, uint64_t hash, const Matches &matches) {
  if (!d->size)
    return -1;
  for (uint64_t slot = hash & d->mask;; slot = (slot + 1) & d->mask) {
    int32_t position = d->table[slot];
    if (position >= 0 && matches(entryAt(d, position)))
      return int64_t(slot);
    if (position == kEmpty)
      return -1;
  }
}

template <class T>
T loadAs(const char *place) {
  T value;
  std::memcpy(&value, place, sizeof(T));
  return value;
}

int64_t findInt(const tsrt_dict *d, int64_t key, uint64_t hash) {
  return probe(d, hash, [key](const char *entry) {
    return loadAs<int64_t>(entry + kKeyOffset) == key;
  });
}

int64_t findStr(const tsrt_dict *d, const tsrt_str *key, uint64_t hash) {
  return probe(d, hash, [key, hash](const char *entry) {
    if (loadAs<uint64_t>(entry) != hash)
      return false;
    auto *other = loadAs<const tsrt_str *>(entry + kKeyOffset);
    return other == key || view(other) == view(key);
  });
}

/// The table slot of a key, or -1.
int64_t findSlot(const tsrt_dict *d, const void *key, uint64_t hash) {
  const tsrt_type *type = keyType(d);
  if (type->kind == TSRT_INT)
    return findInt(d, *static_cast<const int64_t *>(key), hash);
  if (type->kind == TSRT_STR)
    return findStr(d, *static_cast<tsrt_str *const *>(key), hash);
  return probe(d, hash, [=](const char *entry) {
    return loadAs<uint64_t>(entry) == hash &&
           keyEqual(type, entry + kKeyOffset, key);
  });
}

uint64_t storedHash(const tsrt_dict *d, const void *key) {
  return stored(keyHash(keyType(d), key));
}

void *valueAt(const tsrt_dict *d, int64_t slot) {
  return slot < 0 ? nullptr : entryAt(d, d->table[slot]) + d->valueOffset;
}

/// Writes the table of entries without gaps.
void fillTable(tsrt_dict *d) {
  std::memset(d->table, 0xff, (d->mask + 1) * sizeof(int32_t)); // kEmpty
  for (int64_t i = 0; i < d->used; ++i) {
    uint64_t slot = entryHash(d, i) & d->mask;
    while (d->table[slot] != kEmpty)
      slot = (slot + 1) & d->mask;
    d->table[slot] = int32_t(i);
  }
}

/// Closes the gaps, makes room for `capacity` entries and rebuilds the table.
/// Returns the old entries, for the caller to free.
char *rebuild(tsrt_dict *d, int64_t capacity) {
  uint64_t tableSize = 8;
  while (tableSize * 2 < uint64_t(capacity) * 3)
    tableSize *= 2;
  // All memory first: the dict stays whole when there is none.
  auto *entries = static_cast<char *>(tsrt_alloc(size_t(capacity) * d->stride));
  if (!d->table || tableSize != d->mask + 1) {
    try {
      auto *table =
          static_cast<int32_t *>(tsrt_alloc(tableSize * sizeof(int32_t)));
      tsrt_free(d->table);
      d->table = table;
    } catch (...) {
      tsrt_free(entries);
      throw;
    }
    d->mask = tableSize - 1;
  }
  int64_t live = 0;
  for (int64_t i = d->first; i < d->used; ++i)
    if (entryHash(d, i))
      std::memcpy(entries + live++ * d->stride, entryAt(d, i), d->stride);
  char *oldEntries = d->entries;
  d->entries = entries;
  d->used = live;
  d->first = 0;
  d->capacity = capacity;
  fillTable(d);
  return oldEntries;
}

/// Closes the gaps in place.
void compact(tsrt_dict *d) {
  int64_t live = 0;
  for (int64_t i = d->first; i < d->used; ++i)
    if (entryHash(d, i))
      std::memmove(d->entries + live++ * d->stride, entryAt(d, i), d->stride);
  d->used = live;
  d->first = 0;
  fillTable(d);
}

uint32_t alignUp(uint32_t value, uint32_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

} // namespace

uint64_t tsrt::keyHash(const tsrt_type *type, const void *key) {
  switch (type->kind) {
  case TSRT_NONE:
    return 1;
  case TSRT_BOOL:
    return mix(*static_cast<const uint8_t *>(key) + 1);
  case TSRT_INT:
  case TSRT_DEVICE:
  case TSRT_ENUM:
    return hashInt(*static_cast<const int64_t *>(key));
  case TSRT_FLOAT:
    return hashDouble(*static_cast<const double *>(key));
  case TSRT_COMPLEX: {
    const auto *parts = static_cast<const double *>(key);
    return mix(hashDouble(parts[0]) * 31 + hashDouble(parts[1]));
  }
  case TSRT_STR:
    return hashStr(*static_cast<tsrt_str *const *>(key));
  case TSRT_TUPLE: {
    uint64_t hash = type->num_elements;
    for (uint32_t i = 0; i < type->num_elements; ++i)
      hash = mix(hash * 31 +
                 keyHash(type->elements[i],
                         static_cast<const char *>(key) + type->offsets[i]));
    return hash;
  }
  case TSRT_OPTIONAL: {
    Value value = Value::box(type, key);
    return value.kind() == TSRT_NONE ? 1 : keyHash(type->elements[0], key);
  }
  case TSRT_ANY:
  case TSRT_UNION:
  case TSRT_SCALAR: {
    const auto *value = static_cast<const tsrt_value *>(key);
    if (kindOf(*value) == TSRT_TUPLE)
      return keyHash(value->type, static_cast<tsrt_box *>(value->u.p)->data);
    return value->type ? keyHash(value->type, &value->u) : 1;
  }
  default:
    return mix(reinterpret_cast<uintptr_t>(*static_cast<void *const *>(key)));
  }
}

bool tsrt::keyEqual(const tsrt_type *type, const void *a, const void *b) {
  switch (type->kind) {
  case TSRT_NONE:
    return true;
  case TSRT_BOOL:
    return !*static_cast<const uint8_t *>(a) ==
           !*static_cast<const uint8_t *>(b);
  case TSRT_INT:
  case TSRT_DEVICE:
  case TSRT_ENUM:
    return *static_cast<const int64_t *>(a) == *static_cast<const int64_t *>(b);
  case TSRT_FLOAT:
    return *static_cast<const double *>(a) == *static_cast<const double *>(b);
  case TSRT_COMPLEX:
    return *static_cast<const Complex *>(a) == *static_cast<const Complex *>(b);
  case TSRT_STR: {
    auto *left = *static_cast<tsrt_str *const *>(a);
    auto *right = *static_cast<tsrt_str *const *>(b);
    return left == right || view(left) == view(right);
  }
  case TSRT_TUPLE:
    for (uint32_t i = 0; i < type->num_elements; ++i)
      if (!keyEqual(type->elements[i],
                    static_cast<const char *>(a) + type->offsets[i],
                    static_cast<const char *>(b) + type->offsets[i]))
        return false;
    return true;
  case TSRT_OPTIONAL: {
    Value left = Value::box(type, a), right = Value::box(type, b);
    if (left.kind() == TSRT_NONE || right.kind() == TSRT_NONE)
      return left.kind() == right.kind();
    return keyEqual(type->elements[0], a, b);
  }
  case TSRT_ANY:
  case TSRT_UNION:
  case TSRT_SCALAR: {
    const auto *left = static_cast<const tsrt_value *>(a);
    const auto *right = static_cast<const tsrt_value *>(b);
    if (kindOf(*left) != kindOf(*right))
      return false;
    if (kindOf(*left) == TSRT_TUPLE)
      return tsrt_type_equal(left->type, right->type) &&
             keyEqual(left->type, static_cast<tsrt_box *>(left->u.p)->data,
                      static_cast<tsrt_box *>(right->u.p)->data);
    return !left->type || keyEqual(left->type, &left->u, &right->u);
  }
  default:
    return *static_cast<void *const *>(a) == *static_cast<void *const *>(b);
  }
}

tsrt_dict *tsrt_dict_new(const tsrt_type *dict_type) {
  auto *d =
      static_cast<tsrt_dict *>(allocateObject(dict_type, sizeof(tsrt_dict)));
  const tsrt_type *key = keyType(d), *value = valueType(d);
  d->valueOffset = alignUp(kKeyOffset + key->size, value->align);
  d->stride = alignUp(d->valueOffset + value->size, 8);
  return d;
}

tsrt_error *tsrt_dict_set(tsrt_dict *d, const void *key, const void *value) {
  const tsrt_type *type = valueType(d);
  uint64_t hash = storedHash(d, key);
  tsrt_native_retain(type, value);
  int64_t slot = findSlot(d, key, hash);
  if (slot >= 0) {
    // The old value goes last: its destruction sees a consistent dict.
    char *target = entryAt(d, d->table[slot]) + d->valueOffset;
    alignas(16) char old[64];
    Value boxed;
    if (type->size <= sizeof(old)) {
      std::memcpy(old, target, type->size);
      std::memmove(target, value, type->size);
      tsrt_native_release(type, old);
    } else {
      boxed = Value::box(type, target);
      tsrt_native_release(type, target);
      std::memmove(target, value, type->size);
    }
    return nullptr;
  }
  tsrt_native_retain(keyType(d), key);
  char *oldEntries = nullptr; // `key` and `value` may point into them
  if (d->used == d->capacity) {
    if (d->size >= INT32_MAX / 2) {
      tsrt_native_release(keyType(d), key);
      tsrt_native_release(type, value);
      return tsrt_error_new("RuntimeError", "dictionary is too large");
    }
    tsrt_error *error = guarded([&]() -> tsrt_error * {
      oldEntries = rebuild(d, std::max<int64_t>(8, d->size * 2));
      return nullptr;
    });
    if (error) {
      tsrt_native_release(keyType(d), key);
      tsrt_native_release(type, value);
      return error;
    }
  }
  char *entry = entryAt(d, d->used);
  std::memcpy(entry, &hash, sizeof(hash));
  std::memcpy(entry + kKeyOffset, key, keyType(d)->size);
  std::memcpy(entry + d->valueOffset, value, type->size);
  tsrt_free(oldEntries);
  uint64_t free = hash & d->mask;
  while (d->table[free] >= 0)
    free = (free + 1) & d->mask;
  d->table[free] = int32_t(d->used);
  ++d->used;
  ++d->size;
  return nullptr;
}

void *tsrt_dict_find(const tsrt_dict *d, const void *key) {
  return valueAt(d, findSlot(d, key, storedHash(d, key)));
}

void *tsrt_dict_find_int(const tsrt_dict *d, int64_t key) {
  return valueAt(d, findInt(d, key, stored(hashInt(key))));
}

void *tsrt_dict_find_str(const tsrt_dict *d, const tsrt_str *key) {
  return valueAt(d, findStr(d, key, stored(hashStr(key))));
}

int tsrt_dict_remove(tsrt_dict *d, const void *key) {
  int64_t slot = findSlot(d, key, storedHash(d, key));
  if (slot < 0)
    return 0;
  int64_t position = d->table[slot];
  char *entry = entryAt(d, position);
  Value oldKey = Value::box(keyType(d), entry + kKeyOffset);
  Value oldValue = Value::box(valueType(d), entry + d->valueOffset);
  tsrt_native_release(keyType(d), entry + kKeyOffset);
  tsrt_native_release(valueType(d), entry + d->valueOffset);
  uint64_t gap = 0;
  std::memcpy(entry, &gap, sizeof(gap));
  d->table[slot] = kRemoved;
  --d->size;
  if (position == d->first)
    while (d->first < d->used && !entryHash(d, d->first))
      ++d->first;
  return 1;
}

int64_t tsrt_dict_size(const tsrt_dict *d) { return d->size; }

void tsrt_dict_entry(const tsrt_dict *d, int64_t i, const void **key,
                     const void **value) {
  if (d->used - d->first != d->size)
    compact(const_cast<tsrt_dict *>(d));
  char *entry = entryAt(d, d->first + i);
  *key = entry + kKeyOffset;
  *value = entry + d->valueOffset;
}

void tsrt::dictClear(tsrt_dict *d) {
  tsrt_dict old = *d;
  d->size = d->used = d->capacity = d->first = 0;
  d->table = nullptr;
  d->entries = nullptr;
  d->mask = 0;
  dictDestroy(&old);
}

DictRef tsrt::dictCopy(const tsrt_dict *d) {
  DictRef copy = DictRef::adopt(tsrt_dict_new(d->header.type));
  if (d->size) {
    tsrt_free(rebuild(copy.get(), std::max<int64_t>(8, d->size)));
    // Cannot fail: the copy is no larger than the original.
    dictForEach(d, [&](const void *key, const void *value) {
      tsrt_error_release(tsrt_dict_set(copy.get(), key, value));
    });
  }
  return copy;
}

void tsrt::dictDestroy(tsrt_dict *d) {
  bool keys = hasReferences(keyType(d)), values = hasReferences(valueType(d));
  if (keys || values)
    dictForEach(d, [&](const void *key, const void *value) {
      tsrt_native_release(keyType(d), key);
      tsrt_native_release(valueType(d), value);
    });
  tsrt_free(d->entries);
  tsrt_free(d->table);
}
