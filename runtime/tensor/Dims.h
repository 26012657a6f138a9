//===- Dims.h - Short vectors of sizes and strides --------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_TENSOR_DIMS_H
#define TSRT_TENSOR_DIMS_H

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

namespace tsrt {

/// A vector of 64-bit integers that holds up to six without allocation: sizes,
/// strides, dimension lists.
class Dims {
public:
  Dims() = default;
  explicit Dims(size_t n, int64_t fill = 0) { resize(n, fill); }
  Dims(std::initializer_list<int64_t> l) : Dims(l.begin(), l.end()) {}
  Dims(const int64_t *first, const int64_t *last) {
    resize(last - first);
    if (count)
      std::memcpy(ptr, first, count * sizeof(int64_t));
  }
  Dims(const std::vector<int64_t> &v) : Dims(v.data(), v.data() + v.size()) {}
  Dims(const Dims &o) {
    if (o.count <= 6) {
      // A fixed size is copied without a call.
      if (o.ptr == o.local)
        std::memcpy(local, o.local, sizeof(local));
      else
        std::memcpy(local, o.ptr, o.count * sizeof(int64_t));
      count = o.count;
      return;
    }
    resize(o.count);
    std::memcpy(ptr, o.ptr, count * sizeof(int64_t));
  }
  Dims &operator=(const Dims &o) {
    if (this == &o)
      return *this;
    resize(o.count);
    if (count)
      std::memcpy(ptr, o.ptr, count * sizeof(int64_t));
    return *this;
  }
  ~Dims() {
    if (ptr != local)
      delete[] ptr;
  }

  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  int64_t &operator[](size_t i) { return ptr[i]; }
  int64_t operator[](size_t i) const { return ptr[i]; }
  int64_t &back() { return ptr[count - 1]; }
  int64_t back() const { return ptr[count - 1]; }
  int64_t *begin() { return ptr; }
  int64_t *end() { return ptr + count; }
  const int64_t *begin() const { return ptr; }
  const int64_t *end() const { return ptr + count; }
  const int64_t *data() const { return ptr; }

  void reserve(size_t n) {
    if (n <= capacity)
      return;
    size_t grown = n < 2 * capacity ? 2 * capacity : n;
    auto *p = new int64_t[grown];
    std::memcpy(p, ptr, count * sizeof(int64_t));
    if (ptr != local)
      delete[] ptr;
    ptr = p;
    capacity = grown;
  }
  void resize(size_t n, int64_t fill = 0) {
    reserve(n);
    for (size_t i = count; i < n; ++i)
      ptr[i] = fill;
    count = n;
  }
  void push_back(int64_t v) {
    reserve(count + 1);
    ptr[count++] = v;
  }
  void pop_back() { --count; }
  /// Inserts `v` before position `i`.
  void insert(size_t i, int64_t v) {
    push_back(v);
    for (size_t j = count - 1; j > i; --j)
      ptr[j] = ptr[j - 1];
    ptr[i] = v;
  }
  /// Removes position `i`.
  void erase(size_t i) {
    for (size_t j = i + 1; j < count; ++j)
      ptr[j - 1] = ptr[j];
    --count;
  }
  /// Elements [first, last).
  Dims slice(size_t first, size_t last) const {
    return Dims(ptr + first, ptr + last);
  }
  bool contains(int64_t v) const {
    for (int64_t x : *this)
      if (x == v)
        return true;
    return false;
  }
  bool operator==(const Dims &o) const {
    return count == o.count &&
           (!count || !std::memcmp(ptr, o.ptr, count * sizeof(int64_t)));
  }
  bool operator!=(const Dims &o) const { return !(*this == o); }

  /// Product of the elements.
  int64_t product() const {
    int64_t p = 1;
    for (int64_t v : *this)
      p *= v;
    return p;
  }
  /// "[2, 3]", the form used in messages.
  std::string str() const {
    std::string s = "[";
    for (size_t i = 0; i < count; ++i)
      s += (i ? ", " : "") + std::to_string(ptr[i]);
    return s + "]";
  }

private:
  int64_t local[6];
  int64_t *ptr = local;
  size_t count = 0, capacity = 6;
};

/// Row-major strides of a tensor of these sizes.
inline Dims contiguousStrides(const Dims &sizes) {
  Dims strides(sizes.size(), 1);
  for (size_t i = sizes.size(); i-- > 1;)
    strides[i - 1] = strides[i] * (sizes[i] > 1 ? sizes[i] : 1);
  return strides;
}

} // namespace tsrt

#endif // TSRT_TENSOR_DIMS_H
