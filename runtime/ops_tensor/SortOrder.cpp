//===- SortOrder.cpp - The order of the elements of a row ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements become unsigned keys that sort the same way. Few are compared; many
// are distributed by 11 bits of their keys at a time, from the lowest, without
// the bits that all have in common. Where equal elements need not keep their
// order, theirs is that of std::sort, as in PyTorch.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/SortOrder.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

using namespace tsrt;

namespace {

template <class T>
using KeyOf = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

/// An unsigned number that is smaller when x is; both zeros have the same.
template <class T>
KeyOf<T> keyOf(T x) {
  using Key = KeyOf<T>;
  constexpr Key sign = Key(1) << (8 * sizeof(T) - 1);
  if constexpr (std::is_integral_v<T>) {
    return Key(x) ^ sign;
  } else {
    if (std::isnan(x))
      return ~Key(0);
    x += T(0); // -0 becomes 0
    Key bits;
    std::memcpy(&bits, &x, sizeof(bits));
    return bits & sign ? ~bits : bits | sign;
  }
}

template <class Key>
struct Item {
  Key key;
  uint32_t place;
};

constexpr int digitBits = 11, digitCount = 1 << digitBits;

/// Sorts items of which `most` is the largest key.
template <class Key>
void distribute(std::vector<Item<Key>> &items, Key most) {
  std::vector<Item<Key>> other(items.size());
  for (int shift = 0; shift < 8 * int(sizeof(Key)) && most >> shift;
       shift += digitBits) {
    uint32_t begins[digitCount] = {};
    auto digit = [shift](Key key) {
      return size_t(key >> shift) & (digitCount - 1);
    };
    for (const Item<Key> &item : items)
      ++begins[digit(item.key)];
    if (begins[digit(items[0].key)] == items.size())
      continue;
    uint32_t next = 0;
    for (uint32_t &begin : begins)
      next += std::exchange(begin, next);
    for (const Item<Key> &item : items)
      other[begins[digit(item.key)]++] = item;
    items.swap(other);
  }
}

template <class Key>
void compare(std::vector<Item<Key>> &items) {
  std::sort(items.begin(), items.end(),
            [](const Item<Key> &a, const Item<Key> &b) {
              return a.key != b.key ? a.key < b.key : a.place < b.place;
            });
}

/// Leaves the order of equal keys to the algorithm. It must not be asked more
/// than which key is less.
template <class Key>
void compareKeys(std::vector<Item<Key>> &items) {
  std::sort(
      items.begin(), items.end(),
      [](const Item<Key> &a, const Item<Key> &b) { return a.key < b.key; });
}

/// Whether sorted items have equal keys.
template <class Key>
bool hasEqual(const std::vector<Item<Key>> &items) {
  return std::adjacent_find(items.begin(), items.end(),
                            [](const Item<Key> &a, const Item<Key> &b) {
                              return a.key == b.key;
                            }) != items.end();
}

/// Sorts items of which `most` is the largest key.
template <class Key>
void sortItems(std::vector<Item<Key>> &items, Key most, Ties ties) {
  constexpr size_t few = 1024;
  bool isStable = ties == Ties::Keep;
  if (items.size() < few)
    return isStable ? compare(items) : compareKeys(items);
  std::vector<Item<Key>> given;
  if (!isStable)
    given = items;
  distribute(items, most);
  if (isStable || !hasEqual(items))
    return;
  items = std::move(given);
  compareKeys(items);
}

} // namespace

template <class T>
void tsrt::sortOrder(const T *row, int64_t n, bool descending, int64_t *order,
                     Ties ties) {
  using Key = KeyOf<T>;
  if (n > int64_t(UINT32_MAX)) { // places do not fit
    for (int64_t i = 0; i < n; ++i)
      order[i] = i;
    std::sort(order, order + n, [&](int64_t a, int64_t b) {
      Key x = keyOf(row[a]), y = keyOf(row[b]);
      return x == y ? ties == Ties::Keep && a < b : (x < y) != descending;
    });
    return;
  }
  std::vector<Item<Key>> items(n);
  Key flip = descending ? ~Key(0) : Key(0), least = ~Key(0), most = 0;
  for (int64_t i = 0; i < n; ++i) {
    items[i] = {Key(keyOf(row[i]) ^ flip), uint32_t(i)};
    least = std::min(least, items[i].key);
    most = std::max(most, items[i].key);
  }
  // Numbers of a small range differ in a few low bits.
  for (Item<Key> &item : items)
    item.key -= least;
  sortItems(items, Key(most - least), ties);
  for (int64_t i = 0; i < n; ++i)
    order[i] = items[i].place;
}

template void tsrt::sortOrder(const int64_t *, int64_t, bool, int64_t *, Ties);
template void tsrt::sortOrder(const float *, int64_t, bool, int64_t *, Ties);
template void tsrt::sortOrder(const double *, int64_t, bool, int64_t *, Ties);
