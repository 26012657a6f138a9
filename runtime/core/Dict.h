//===- Dict.h - Insertion-ordered hash tables -------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout of dict objects: entries in insertion order in one array, found
// through an open-addressing table of positions. Removing an entry leaves a
// gap that the next growth or positional access closes.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_DICT_H
#define TSRT_CORE_DICT_H

#include "core/Ref.h"

struct tsrt_dict {
  tsrt_header header; // type: Dict[K, V]
  int64_t size;       // live entries
  int64_t used;       // entries, gaps included
  int64_t capacity;   // room for entries
  int64_t first;      // no live entry stands before this position
  int32_t *table;     // positions of entries; see Dict.cpp
  uint64_t mask;      // table size - 1
  char *entries;      // hash (0: gap), key, value
  uint32_t valueOffset, stride;
};

namespace tsrt {

/// Hash and equality of native keys of a type: by value for numbers, strings,
/// devices, enums and tuples of those, by identity for everything else.
uint64_t keyHash(const tsrt_type *type, const void *key);
bool keyEqual(const tsrt_type *type, const void *a, const void *b);

/// Types of keys and values.
inline const tsrt_type *keyType(const tsrt_dict *d) {
  return d->header.type->elements[0];
}
inline const tsrt_type *valueType(const tsrt_dict *d) {
  return d->header.type->elements[1];
}

/// Calls visit(key, value) for every entry in insertion order.
template <class Visitor>
void dictForEach(const tsrt_dict *d, const Visitor &visit) {
  for (int64_t i = d->first; i < d->used; ++i) {
    char *entry = d->entries + i * d->stride;
    uint64_t hash;
    __builtin_memcpy(&hash, entry, sizeof(hash));
    if (hash)
      visit(entry + sizeof(hash), entry + d->valueOffset);
  }
}

/// Removes all entries.
void dictClear(tsrt_dict *d);
/// A shallow copy.
DictRef dictCopy(const tsrt_dict *d);
/// Releases the contents of a dying dict, not the object itself.
void dictDestroy(tsrt_dict *d);

} // namespace tsrt

#endif // TSRT_CORE_DICT_H
