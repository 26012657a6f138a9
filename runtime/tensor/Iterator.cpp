//===- Iterator.cpp - Strided iteration over several tensors --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tensor/Iterator.h"

#include "core/Parallel.h"

#include <algorithm>

using namespace tsrt;

Operand::Operand(const Tensor &t, const Dims &shape)
    : data(t.data<char>()), strides(shape.size()) {
  int64_t missing = int64_t(shape.size()) - t.dim();
  for (int64_t i = 0; i < t.dim(); ++i)
    if (t.size(i) != 1)
      strides[missing + i] = t.stride(i) * t.itemsize();
}

Dims tsrt::broadcastShapes(const Dims &a, const Dims &b) {
  size_t rank = std::max(a.size(), b.size());
  Dims shape(rank);
  // The last dimension that does not fit is named.
  for (size_t i = rank; i-- > 0;) {
    size_t missingA = rank - a.size(), missingB = rank - b.size();
    int64_t x = i < missingA ? 1 : a[i - missingA];
    int64_t y = i < missingB ? 1 : b[i - missingB];
    if (x != y && x != 1 && y != 1)
      return bail("The size of tensor a (%lld) must match the size of tensor b "
                  "(%lld) at non-singleton dimension %zu",
                  (long long)x, (long long)y, i);
    shape[i] = x == 1 ? y : x;
  }
  return shape;
}

Dims tsrt::broadcastShapes(TensorRange operands) {
  Dims shape;
  bool first = true;
  for (const Tensor &t : operands) {
    if (!t)
      continue;
    shape = first ? t.sizes() : broadcastShapes(shape, t.sizes());
    first = false;
  }
  return shape;
}

bool tsrt::isExpandable(const Dims &from, const Dims &to) {
  if (from.size() > to.size())
    return false;
  size_t missing = to.size() - from.size();
  for (size_t i = 0; i < from.size(); ++i)
    if (from[i] != 1 && from[i] != to[missing + i])
      return false;
  return true;
}

namespace {

/// The iteration with its dimensions sorted, innermost first, and merged.
struct Nest {
  Dims shape;
  std::vector<Dims> strides; // [operand][dimension]
};

Nest makeNest(const Dims &shape, const std::vector<Operand> &operands) {
  size_t rank = shape.size();
  std::vector<size_t> order;
  for (size_t i = rank; i-- > 0;)
    if (shape[i] != 1)
      order.push_back(i);
  // Insertion sort: the order is only partial where operands disagree.
  auto before = [&](size_t a, size_t b) {
    for (const Operand &o : operands) {
      int64_t x = std::abs(o.strides[a]), y = std::abs(o.strides[b]);
      if (x && y && x != y)
        return x < y;
      if (x && y)
        return false;
    }
    return false;
  };
  for (size_t i = 1; i < order.size(); ++i)
    for (size_t j = i; j > 0 && before(order[j], order[j - 1]); --j)
      std::swap(order[j], order[j - 1]);
  Nest nest;
  nest.strides.resize(operands.size());
  for (size_t d : order) {
    if (!nest.shape.empty()) {
      bool mergeable = true;
      for (size_t k = 0; k < operands.size() && mergeable; ++k)
        mergeable = nest.strides[k].back() * nest.shape.back() ==
                    operands[k].strides[d];
      if (mergeable) {
        nest.shape.back() *= shape[d];
        continue;
      }
    }
    nest.shape.push_back(shape[d]);
    for (size_t k = 0; k < operands.size(); ++k)
      nest.strides[k].push_back(operands[k].strides[d]);
  }
  if (nest.shape.empty()) {
    nest.shape.push_back(1);
    for (Dims &s : nest.strides)
      s.push_back(0);
  }
  return nest;
}

/// Visits positions [begin, end) of the outermost dimension.
void visit(const Nest &nest, const std::vector<Operand> &operands,
           const RunBody &body, int64_t begin, int64_t end) {
  size_t rank = nest.shape.size(), count = operands.size();
  std::vector<char *> data(count);
  std::vector<int64_t> inner(count);
  for (size_t k = 0; k < count; ++k) {
    data[k] = operands[k].data + begin * nest.strides[k][rank - 1];
    inner[k] = nest.strides[k][0];
  }
  if (rank == 1) {
    body(data.data(), inner.data(), end - begin);
    return;
  }
  Dims index(rank);
  index[rank - 1] = begin;
  while (index[rank - 1] < end) {
    body(data.data(), inner.data(), nest.shape[0]);
    for (size_t d = 1; d < rank; ++d) {
      ++index[d];
      for (size_t k = 0; k < count; ++k)
        data[k] += nest.strides[k][d];
      if (index[d] < nest.shape[d] || d == rank - 1)
        break;
      for (size_t k = 0; k < count; ++k)
        data[k] -= nest.strides[k][d] * nest.shape[d];
      index[d] = 0;
    }
  }
}

} // namespace

void tsrt::forEachRun(const Dims &shape, const std::vector<Operand> &operands,
                      const RunBody &body, bool parallel) {
  int64_t total = shape.product();
  if (total == 0 || failed())
    return;
  Nest nest = makeNest(shape, operands);
  int64_t outer = nest.shape.back();
  constexpr int64_t grain = 32768;
  if (!parallel || total <= grain) {
    visit(nest, operands, body, 0, outer);
    return;
  }
  int64_t each = total / outer;
  parallelFor(outer, std::max<int64_t>(1, grain / each),
              [&](int64_t begin, int64_t end) {
                visit(nest, operands, body, begin, end);
              });
}
