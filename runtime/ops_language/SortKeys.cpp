//===- SortKeys.cpp - Sorting by integers
//-----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A key is up to four 64-bit words, one for each scalar of the element. The
// word of a string is its first bytes; strings that agree in them are compared.
//
//===----------------------------------------------------------------------===//

#include "ops_language/SortKeys.h"

#include "core/List.h"

#include <algorithm>
#include <cmath>

using namespace tsrt;

namespace {

constexpr size_t maxWords = 4;

/// A scalar inside the element.
struct Part {
  int32_t kind;
  uint32_t offset;
};

/// The scalars of an element type, in the order of comparison.
struct Parts {
  Part parts[maxWords];
  size_t count = 0;
  bool hasStrings = false;

  /// False when there is no key.
  bool add(const tsrt_type *type, uint32_t offset) {
    switch (type->kind) {
    case TSRT_TUPLE:
      for (uint32_t i = 0; i < type->num_elements; ++i)
        if (!add(type->elements[i], offset + type->offsets[i]))
          return false;
      return true;
    case TSRT_STR:
      hasStrings = true;
      break;
    case TSRT_INT:
    case TSRT_FLOAT:
    case TSRT_BOOL:
      break;
    default:
      return false;
    }
    if (count == maxWords)
      return false;
    parts[count++] = {type->kind, offset};
    return true;
  }
};

uint64_t wordOf(int64_t value) { return uint64_t(value) ^ uint64_t(1) << 63; }

uint64_t wordOf(double value) {
  value += 0.0; // -0.0 equals 0.0
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits >> 63 ? ~bits : bits ^ uint64_t(1) << 63;
}

/// The first bytes, zeros behind the end.
uint64_t wordOf(const tsrt_str *s) {
  uint64_t bytes = 0;
  std::memcpy(&bytes, s->data, size_t(std::min<int64_t>(s->size, 8)));
  return __builtin_bswap64(bytes);
}

/// Reads the word of a part; false for a NaN.
bool readWord(Part part, const char *element, uint64_t &word) {
  const char *place = element + part.offset;
  switch (part.kind) {
  case TSRT_INT:
    word = wordOf(*reinterpret_cast<const int64_t *>(place));
    return true;
  case TSRT_BOOL:
    word = *reinterpret_cast<const uint8_t *>(place) != 0;
    return true;
  case TSRT_STR:
    word = wordOf(*reinterpret_cast<tsrt_str *const *>(place));
    return true;
  default: {
    double value = *reinterpret_cast<const double *>(place);
    word = wordOf(value);
    return !std::isnan(value);
  }
  }
}

template <size_t N>
struct Key {
  uint64_t words[N]; // complemented for the reverse order
  uint32_t position;
};

/// Compares keys of numbers; equal ones keep their order.
struct NumberOrder {
  template <size_t N>
  bool operator()(const Key<N> &a, const Key<N> &b) const {
    for (size_t i = 0; i < N; ++i)
      if (a.words[i] != b.words[i])
        return a.words[i] < b.words[i];
    return a.position < b.position;
  }
};

/// Compares keys with strings among them.
struct TextOrder {
  const Parts &parts;
  const char *data;
  size_t stride;
  bool reverse;

  const tsrt_str *text(uint32_t position, size_t part) const {
    return *reinterpret_cast<tsrt_str *const *>(data + position * stride +
                                                parts.parts[part].offset);
  }
  template <size_t N>
  bool operator()(const Key<N> &a, const Key<N> &b) const {
    for (size_t i = 0; i < N; ++i) {
      if (a.words[i] != b.words[i])
        return a.words[i] < b.words[i];
      if (parts.parts[i].kind != TSRT_STR)
        continue;
      int64_t order =
          tsrt_str_compare(text(a.position, i), text(b.position, i));
      if (order)
        return (order < 0) != reverse;
    }
    return a.position < b.position;
  }
};

/// Puts the elements into the order of the keys.
template <size_t N>
void permute(tsrt_list *list, const std::vector<Key<N>> &keys, size_t stride) {
  auto *sorted = static_cast<char *>(
      tsrt_alloc(std::max<size_t>(size_t(list->capacity) * stride, 1)));
  const char *data = static_cast<const char *>(list->data);
  char *out = sorted;
  for (const Key<N> &key : keys) {
    const char *from = data + key.position * stride;
    if (stride % 8 == 0)
      for (size_t i = 0; i < stride; i += 8)
        std::memcpy(out + i, from + i, 8);
    else
      std::memcpy(out, from, stride);
    out += stride;
  }
  tsrt_free(list->data);
  list->data = sorted;
}

template <size_t N>
bool sortWith(tsrt_list *list, const Parts &parts, bool reverse) {
  size_t stride = elementType(list)->size;
  const char *data = static_cast<const char *>(list->data);
  std::vector<Key<N>> keys(static_cast<size_t>(list->size));
  uint64_t flip = reverse ? ~uint64_t(0) : 0;
  for (size_t k = 0; k < keys.size(); ++k) {
    keys[k].position = uint32_t(k);
    for (size_t i = 0; i < N; ++i) {
      if (!readWord(parts.parts[i], data + k * stride, keys[k].words[i]))
        return false;
      keys[k].words[i] ^= flip;
    }
  }
  if (parts.hasStrings)
    std::sort(keys.begin(), keys.end(),
              TextOrder{parts, data, stride, reverse});
  else
    std::sort(keys.begin(), keys.end(), NumberOrder());
  permute(list, keys, stride);
  return true;
}

/// Sorts words by their bytes, from the lowest; bytes that all words share are
/// skipped.
void sortWords(std::vector<uint64_t> &words) {
  constexpr size_t radixFrom = 256;
  if (words.size() < radixFrom)
    return std::sort(words.begin(), words.end());
  std::vector<uint64_t> other(words.size());
  std::vector<size_t> counts(8 * 256);
  for (uint64_t word : words)
    for (int byte = 0; byte < 8; ++byte)
      ++counts[size_t(byte) * 256 + (word >> byte * 8 & 255)];
  for (int byte = 0; byte < 8; ++byte) {
    size_t *count = &counts[size_t(byte) * 256];
    if (count[words[0] >> byte * 8 & 255] == words.size())
      continue;
    size_t next = 0;
    for (int value = 0; value < 256; ++value)
      next += std::exchange(count[value], next);
    for (uint64_t word : words)
      other[count[word >> byte * 8 & 255]++] = word;
    words.swap(other);
  }
}

/// Numbers are nothing but their key: equal ones need not keep their order,
/// except 0.0 and -0.0.
bool sortNumbers(tsrt_list *list, bool reverse) {
  if (elementType(list)->kind == TSRT_INT) {
    Span<int64_t> elements = span<int64_t>(list);
    std::vector<uint64_t> words(static_cast<size_t>(elements.size));
    uint64_t flip = reverse ? ~uint64_t(0) : 0;
    for (size_t i = 0; i < words.size(); ++i)
      words[i] = wordOf(elements[int64_t(i)]) ^ flip;
    sortWords(words);
    for (size_t i = 0; i < words.size(); ++i)
      elements[int64_t(i)] = int64_t(words[i] ^ flip ^ uint64_t(1) << 63);
    return true;
  }
  if (elementType(list)->kind == TSRT_BOOL) {
    Span<uint8_t> elements = span<uint8_t>(list);
    int64_t ones = std::count_if(elements.begin(), elements.end(),
                                 [](uint8_t b) { return b != 0; });
    int64_t first = reverse ? ones : elements.size - ones;
    std::fill(elements.begin(), elements.begin() + first, uint8_t(reverse));
    std::fill(elements.begin() + first, elements.end(), uint8_t(!reverse));
    return true;
  }
  return false;
}

} // namespace

bool tsrt::sortByKeys(tsrt_list *list, bool reverse) {
  Parts parts;
  if (!parts.add(elementType(list), 0) || parts.count == 0 ||
      list->size > int64_t(UINT32_MAX))
    return false;
  if (sortNumbers(list, reverse))
    return true;
  switch (parts.count) {
  case 1:
    return sortWith<1>(list, parts, reverse);
  case 2:
    return sortWith<2>(list, parts, reverse);
  case 3:
    return sortWith<3>(list, parts, reverse);
  default:
    return sortWith<4>(list, parts, reverse);
  }
}
