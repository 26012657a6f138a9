//===- Views.cpp - Views of tensors ---------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tensor/Views.h"

#include "tensor/Iterator.h"

#include <algorithm>

using namespace tsrt;

using LL = long long;

int64_t tsrt::wrapDim(int64_t dim, int64_t rank) {
  int64_t n = std::max<int64_t>(rank, 1);
  if (dim < -n || dim >= n)
    return bailAs("IndexError",
                  "Dimension out of range (expected to be in range of "
                  "[%lld, %lld], but got %lld)",
                  LL(-n), LL(n - 1), LL(dim));
  return dim < 0 ? dim + n : dim;
}

int64_t tsrt::wrapOwnDim(int64_t dim, int64_t rank) {
  if (rank == 0)
    return bailAs("IndexError",
                  "Dimension specified as %lld but tensor has no dimensions",
                  LL(dim));
  return wrapDim(dim, rank);
}

Dims tsrt::wrapDims(const Dims &dims, int64_t rank) {
  Dims out;
  for (int64_t d : dims) {
    int64_t w = wrapDim(d, rank);
    if (failed())
      return {};
    if (out.contains(w))
      return bail("dim %lld appears multiple times in the list of dims", LL(w));
    out.push_back(w);
  }
  return out;
}

Tensor tsrt::asStrided(const Tensor &t, const Dims &sizes, const Dims &strides,
                       int64_t offset) {
  if (sizes.size() != strides.size())
    return bail("mismatch in length of strides and shape");
  int64_t last = offset;
  bool none = false;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (strides[i] < 0)
      return bail("as_strided: Negative strides are not supported at the "
                  "moment, got strides: %s",
                  strides.str().c_str());
    none |= sizes[i] == 0;
    last += (sizes[i] - 1) * strides[i];
  }
  if (!t)
    return {};
  int64_t bytes = (last + 1) * t.itemsize();
  if (!none && (offset < 0 || bytes > int64_t(t.get()->storage->bytes)))
    return bail("setStorage: sizes %s, strides %s, storage offset %lld, and "
                "itemsize %lld requiring a storage size of %lld are out of "
                "bounds for storage of size %lld",
                sizes.str().c_str(), strides.str().c_str(), LL(offset),
                LL(t.itemsize()), LL(bytes), LL(t.get()->storage->bytes));
  return viewOf(t, sizes, strides, offset);
}

Tensor tsrt::expand(const Tensor &t, const Dims &wanted) {
  if (!t)
    return {};
  Dims sizes = wanted;
  if (int64_t(sizes.size()) < t.dim())
    return bail(
        "expand(%s{%s}, size=%s): the number of sizes provided (%zu) "
        "must be greater or equal to the number of dimensions in the "
        "tensor (%lld)",
        ("torch." + std::string(scalarTypeName(t.dtype())) + "Tensor").c_str(),
        t.sizes().str().c_str(), sizes.str().c_str(), sizes.size(),
        LL(t.dim()));
  Dims strides(sizes.size());
  int64_t missing = int64_t(sizes.size()) - t.dim();
  // The last dimension that does not fit is the one that is named.
  for (int64_t i = int64_t(sizes.size()) - 1; i >= 0; --i) {
    if (i < missing) {
      if (sizes[i] < 0)
        return bail("The expanded size of the tensor (%lld) isn't allowed in a "
                    "leading, non-existing dimension %lld",
                    LL(sizes[i]), LL(i));
      if (sizes[i] == 1 && t.dim())
        strides[i] = sizes[i + 1] * strides[i + 1];
      continue;
    }
    int64_t have = t.size(i - missing);
    if (sizes[i] == -1)
      sizes[i] = have;
    if (sizes[i] == have)
      strides[i] = t.stride(i - missing);
    else if (have != 1)
      return bail("The expanded size of the tensor (%lld) must match the "
                  "existing size (%lld) at non-singleton dimension %lld.  "
                  "Target sizes: %s.  Tensor sizes: %s",
                  LL(sizes[i]), LL(have), LL(i), wanted.str().c_str(),
                  t.sizes().str().c_str());
  }
  return viewOf(t, sizes, strides, t.offset());
}

Tensor tsrt::permute(const Tensor &t, const Dims &dims) {
  if (!t)
    return {};
  if (int64_t(dims.size()) != t.dim())
    return bail("permute(sparse_coo): number of dimensions in the tensor input "
                "does not match the length of the desired ordering of "
                "dimensions i.e. input.dim() = %lld is not equal to "
                "len(dims) = %zu",
                LL(t.dim()), dims.size());
  Dims wrapped, sizes, strides;
  for (int64_t d : dims) {
    int64_t w = wrapDim(d, t.dim());
    if (failed())
      return {};
    if (wrapped.contains(w))
      return bail("permute(): duplicate dims are not allowed.");
    wrapped.push_back(w);
    sizes.push_back(t.size(w));
    strides.push_back(t.stride(w));
  }
  return viewOf(t, sizes, strides, t.offset());
}

Tensor tsrt::transpose(const Tensor &t, int64_t a, int64_t b) {
  a = wrapDim(a, t.dim());
  b = wrapDim(b, t.dim());
  if (failed() || !t)
    return {};
  Dims sizes = t.sizes(), strides = t.strides();
  if (t.dim()) {
    std::swap(sizes[a], sizes[b]);
    std::swap(strides[a], strides[b]);
  }
  return viewOf(t, sizes, strides, t.offset());
}

Tensor tsrt::movedim(const Tensor &t, int64_t source, int64_t target) {
  if (!t || !t.dim())
    return t;
  source = wrapDim(source, t.dim());
  target = wrapDim(target, t.dim());
  if (failed())
    return {};
  Dims order;
  for (int64_t i = 0; i < t.dim(); ++i)
    if (i != source)
      order.push_back(i);
  order.insert(target, source);
  return permute(t, order);
}

Tensor tsrt::selectAt(const Tensor &t, int64_t dim, int64_t index) {
  if (!t)
    return {};
  if (!t.dim())
    return bailAs("IndexError",
                  "select() cannot be applied to a 0-dim tensor.");
  dim = wrapDim(dim, t.dim());
  if (failed())
    return {};
  int64_t n = t.size(dim);
  if (index < -n || index >= n)
    return bailAs("IndexError",
                  "select(): index %lld out of range for tensor of size %s at "
                  "dimension %lld",
                  LL(index), t.sizes().str().c_str(), LL(dim));
  index += index < 0 ? n : 0;
  Dims sizes = t.sizes(), strides = t.strides();
  int64_t offset = t.offset() + index * strides[dim];
  sizes.erase(dim);
  strides.erase(dim);
  return viewOf(t, sizes, strides, offset);
}

Tensor tsrt::narrow(const Tensor &t, int64_t dim, int64_t start,
                    int64_t length) {
  if (!t)
    return {};
  if (!t.dim())
    return bail("narrow() cannot be applied to a 0-dim tensor.");
  dim = wrapDim(dim, t.dim());
  if (failed())
    return {};
  int64_t n = t.size(dim);
  if (length < 0)
    return bail("narrow(): length must be non-negative.");
  if (start != n)
    start = wrapDim(start, n);
  if (failed())
    return {};
  if (start > n - length)
    return bail("start (%lld) + length (%lld) exceeds dimension size (%lld).",
                LL(start), LL(length), LL(n));
  return slice(t, dim, start, start + length, 1);
}

Tensor tsrt::slice(const Tensor &t, int64_t dim, OptInt start, OptInt end,
                   int64_t step) {
  if (!t)
    return {};
  if (!t.dim())
    return bail("slice() cannot be applied to a 0-dim tensor.");
  dim = wrapDim(dim, t.dim());
  if (failed())
    return {};
  if (step <= 0)
    return bail("slice step must be positive");
  int64_t n = t.size(dim);
  auto clip = [n](int64_t v) {
    v += v < 0 ? n : 0;
    return std::min(std::max<int64_t>(v, 0), n);
  };
  int64_t first = start && *start != INT64_MAX ? clip(*start) : 0;
  int64_t last = std::max(clip(end.value_or(INT64_MAX)), first);
  Dims sizes = t.sizes(), strides = t.strides();
  int64_t offset = t.offset() + first * strides[dim];
  sizes[dim] = (last - first) / step + ((last - first) % step != 0);
  strides[dim] *= step;
  return viewOf(t, sizes, strides, offset);
}

Tensor tsrt::unsqueeze(const Tensor &t, int64_t dim) {
  dim = wrapDim(dim, t.dim() + 1);
  if (failed() || !t)
    return {};
  Dims sizes = t.sizes(), strides = t.strides();
  int64_t stride = dim < t.dim() ? sizes[dim] * strides[dim] : 1;
  sizes.insert(dim, 1);
  strides.insert(dim, stride);
  return viewOf(t, sizes, strides, t.offset());
}

Tensor tsrt::squeeze(const Tensor &t, int64_t dim) {
  dim = wrapDim(dim, t.dim());
  if (failed() || !t)
    return {};
  Dims sizes = t.sizes(), strides = t.strides();
  if (t.dim() && sizes[dim] == 1) {
    sizes.erase(dim);
    strides.erase(dim);
  }
  return viewOf(t, sizes, strides, t.offset());
}

Tensor tsrt::diagonal(const Tensor &t, int64_t offset, int64_t a, int64_t b) {
  int64_t x = wrapDim(a, t.dim()), y = wrapDim(b, t.dim());
  if (failed() || !t)
    return {};
  if (x == y)
    return bail("diagonal dimensions cannot be identical %lld, %lld", LL(a),
                LL(b));
  int64_t n = offset >= 0 ? std::min(t.size(x), t.size(y) - offset)
                          : std::min(t.size(x) + offset, t.size(y));
  n = std::max<int64_t>(n, 0);
  int64_t start = t.offset();
  if (n > 0)
    start += offset >= 0 ? offset * t.stride(y) : -offset * t.stride(x);
  Dims sizes = t.sizes(), strides = t.strides();
  int64_t stride = strides[x] + strides[y];
  sizes.erase(std::max(x, y));
  strides.erase(std::max(x, y));
  sizes.erase(std::min(x, y));
  strides.erase(std::min(x, y));
  sizes.push_back(n);
  strides.push_back(stride);
  return viewOf(t, sizes, strides, start);
}

Dims tsrt::inferSize(const Dims &sizes, int64_t numel) {
  int64_t known = 1, unknown = -1;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == -1) {
      if (unknown >= 0)
        return bail("only one dimension can be inferred");
      unknown = int64_t(i);
    } else if (sizes[i] < 0) {
      return bail("invalid shape dimension %lld", LL(sizes[i]));
    } else {
      known *= sizes[i];
    }
  }
  Dims out = sizes;
  if (numel == known || (unknown >= 0 && known > 0 && numel % known == 0)) {
    if (unknown >= 0) {
      if (known == 0)
        return bail("cannot reshape tensor of 0 elements into shape %s because "
                    "the unspecified dimension size -1 can be any value and is "
                    "ambiguous",
                    sizes.str().c_str());
      out[unknown] = numel / known;
    }
    return out;
  }
  return bail("shape '%s' is invalid for input of size %lld",
              sizes.str().c_str(), LL(numel));
}

std::optional<Dims> tsrt::viewStrides(const Tensor &t, const Dims &sizes) {
  if (t.numel() == 0)
    return t.sizes() == sizes ? t.strides() : contiguousStrides(sizes);
  if (t.dim() == 0)
    return Dims(sizes.size(), 1);
  Dims strides(sizes.size());
  // Walk chunks of old dimensions that are contiguous with one another, and
  // fill them up with new dimensions, both from the end.
  int64_t next = int64_t(sizes.size()) - 1;
  int64_t base = t.stride(-1), chunk = 1, filled = 1;
  for (int64_t d = t.dim() - 1; d >= 0; --d) {
    chunk *= t.size(d);
    bool ends =
        d == 0 || (t.size(d - 1) != 1 && t.stride(d - 1) != chunk * base);
    if (!ends)
      continue;
    while (next >= 0 && (filled < chunk || sizes[next] == 1)) {
      strides[next] = filled * base;
      filled *= sizes[next--];
    }
    if (filled != chunk)
      return std::nullopt;
    if (d > 0) {
      base = t.stride(d - 1);
      chunk = filled = 1;
    }
  }
  if (next != -1)
    return std::nullopt;
  return strides;
}

Tensor tsrt::viewTo(const Tensor &t, const Dims &wanted) {
  Dims sizes = inferSize(wanted, t.numel());
  if (failed() || !t)
    return {};
  std::optional<Dims> strides = viewStrides(t, sizes);
  if (!strides)
    return bail("view size is not compatible with input tensor's size and "
                "stride (at least one dimension spans across two contiguous "
                "subspaces). Use .reshape(...) instead.");
  return viewOf(t, sizes, *strides, t.offset());
}

Tensor tsrt::reshape(const Tensor &t, const Dims &wanted) {
  Dims sizes = inferSize(wanted, t.numel());
  if (failed() || !t)
    return {};
  if (std::optional<Dims> strides = viewStrides(t, sizes))
    return viewOf(t, sizes, *strides, t.offset());
  return viewTo(contiguous(t), sizes);
}

Tensor tsrt::flatten(const Tensor &t, int64_t first, int64_t last) {
  first = wrapDim(first, t.dim());
  last = wrapDim(last, t.dim());
  if (failed() || !t)
    return {};
  if (first > last)
    return bail("flatten() has invalid args: start_dim cannot come after "
                "end_dim");
  if (t.dim() == 0)
    return reshape(t, {1});
  if (first == last)
    return t;
  Dims sizes = t.sizes().slice(0, first);
  sizes.push_back(t.sizes().slice(first, last + 1).product());
  for (int64_t i = last + 1; i < t.dim(); ++i)
    sizes.push_back(t.size(i));
  return reshape(t, sizes);
}

Tensor tsrt::viewAsReal(const Tensor &t) {
  if (!t)
    return {};
  if (!t.isComplex())
    return bail("view_as_real is only supported for complex tensors");
  Dims sizes = t.sizes(), strides = t.strides();
  for (int64_t &s : strides)
    s *= 2;
  sizes.push_back(2);
  strides.push_back(1);
  Tensor out = viewOf(t, sizes, strides, t.offset() * 2);
  if (out)
    out.get()->dtype = toRealDType(t.dtype());
  return out;
}

Tensor tsrt::viewAsComplex(const Tensor &t) {
  if (!t)
    return {};
  if (!t.isFloating() || t.dtype() == TSRT_BF16)
    return bail("view_as_complex is only supported for half, float and double "
                "tensors, but got a tensor of scalar type: %s",
                scalarTypeName(t.dtype()));
  if (!t.dim())
    return bail("Input tensor must have one or more dimensions");
  if (t.size(-1) != 2)
    return bail("Tensor must have a last dimension of size 2");
  if (t.stride(-1) != 1)
    return bail("Tensor must have a last dimension with stride 1");
  Dims sizes = t.sizes(), strides = t.strides();
  sizes.pop_back();
  strides.pop_back();
  for (int64_t s : strides)
    if (s % 2)
      return bail("Tensor must have a stride divisible by 2 for all but last "
                  "dimension");
  if (t.offset() % 2)
    return bail("Tensor must have a storage_offset divisible by 2");
  for (int64_t &s : strides)
    s /= 2;
  Tensor out = viewOf(t, sizes, strides, t.offset() / 2);
  if (out)
    out.get()->dtype = toComplexDType(t.dtype());
  return out;
}
