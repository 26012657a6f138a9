//===- Groups.h - Equal elements of a row -----------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Few different elements are found in a table of hashes instead of by sorting
// all of them.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_GROUPS_H
#define TSRT_OPS_TENSOR_GROUPS_H

#include "ops_tensor/SortOrder.h"
#include "tensor/Dims.h"

#include <cstring>
#include <optional>
#include <vector>

namespace tsrt {

/// Groups of equal elements: the first of each, their numbers, and the group of
/// each element if that is asked for.
struct Groups {
  Dims firsts, counts;
  std::vector<int64_t> ofElements;
};

/// The groups of a row with few different elements, in rising order; nothing
/// where there are many, or NaN, which equals nothing.
template <class T>
std::optional<Groups> groupFew(const T *v, size_t size, bool wantsGroups) {
  constexpr size_t most = 4096, numSlots = 4 * most;
  std::vector<int32_t> slots(numSlots, -1);
  std::vector<T> values;
  std::vector<int64_t> firsts, counts;
  Groups result;
  result.ofElements.resize(wantsGroups ? size : 0);
  for (size_t i = 0; i < size; ++i) {
    T x = v[i] + T(0); // -0 becomes 0
    if (x != x)
      return std::nullopt;
    uint64_t bits = 0;
    std::memcpy(&bits, &x, sizeof(x));
    // The upper bits of the product depend on all of the element's.
    size_t slot = bits * 0x9e3779b97f4a7c15u >> 50;
    static_assert(numSlots == size_t(1) << 14,
                  "as many slots as bits choose from");
    while (slots[slot] >= 0 && values[slots[slot]] != x)
      slot = (slot + 1) % numSlots;
    int32_t &found = slots[slot];
    if (found < 0) {
      if (values.size() == most)
        return std::nullopt;
      found = int32_t(values.size());
      values.push_back(x);
      firsts.push_back(int64_t(i));
      counts.push_back(0);
    }
    ++counts[found];
    if (wantsGroups)
      result.ofElements[i] = found;
  }
  std::vector<int64_t> order(values.size()), rank(values.size());
  sortOrder(values.data(), int64_t(values.size()), false, order.data());
  for (size_t i = 0; i < order.size(); ++i) {
    rank[order[i]] = int64_t(i);
    result.firsts.push_back(firsts[order[i]]);
    result.counts.push_back(counts[order[i]]);
  }
  for (int64_t &group : result.ofElements)
    group = rank[group];
  return result;
}

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_GROUPS_H
