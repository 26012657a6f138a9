//===- Indexing.cpp - Subscripts by tensors -------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/IndexHelpers.h"
#include "ops_tensor/MemoryFormat.h"
#include "tensor/Iterator.h"

using namespace tsrt;

bool tsrt::checkBounds(int64_t index, int64_t dim, int64_t size) {
  if (index >= -size && index < size)
    return true;
  bailAs("IndexError",
         "index %lld is out of bounds for dimension %lld with size %lld",
         LL(index), LL(dim), LL(size));
  return false;
}

Tensor tsrt::nonzero(const Tensor &self) {
  Tensor dense = contiguous(self);
  if (!dense)
    return {};
  Tensor mask = dense.dtype() == TSRT_B8
                    ? dense
                    : pointwise(loops<1, allTypes>("nonzero",
                                                   [](auto x, auto *) {
                                                     return decltype(x)(
                                                         x != decltype(x)(0));
                                                   }),
                                {dense}, dense.dtype(), TSRT_B8);
  mask = contiguous(mask);
  const auto *m = mask.data<uint8_t>();
  int64_t rank = self.dim(), n = mask.numel(), found = 0;
  for (int64_t i = 0; i < n; ++i)
    found += m[i] != 0;
  // Each dimension's coordinates lie side by side.
  Tensor out = emptyStrided({found, rank}, {1, found}, TSRT_I64);
  if (!rank || !found)
    return out;
  int64_t *p = out.data<int64_t>(), columns = self.size(-1);
  Dims at(rank); // the coordinates of a row of the mask
  for (int64_t row = 0; row < n; row += columns) {
    for (int64_t c = 0; c < columns; ++c) {
      if (!m[row + c])
        continue;
      for (int64_t d = 0; d + 1 < rank; ++d)
        p[d * found] = at[d];
      p[(rank - 1) * found] = c;
      ++p;
    }
    for (int64_t d = rank - 1; d-- > 0;) {
      if (++at[d] < self.size(d))
        break;
      at[d] = 0;
    }
  }
  return out;
}

namespace {

/// An indexing made uniform: `base` with the indexed dimensions first, the
/// index tensors broadcast to one shape, and where that shape goes.
struct Plan {
  Tensor base;          // [indexed..., kept...]
  Tensors indices;      // int64, contiguous, all of shape `shape`
  Tensors given;        // the same as they lay
  Dims shape;           // of the indices
  Dims kept;            // sizes of the dimensions that stay
  int64_t position = 0; // where the index dimensions go in the result
};

/// Replaces masks by the positions of their true elements.
Tensors expandMasks(const Tensor &self, const Tensors &indices) {
  Tensors out;
  for (const Tensor &index : indices) {
    if (!index) {
      out.push_back(index);
      continue;
    }
    if (index.dtype() == TSRT_B8 || index.dtype() == TSRT_U8) {
      int64_t at = int64_t(out.size());
      for (int64_t d = 0; d < index.dim(); ++d)
        if (at + d >= self.dim() || index.size(d) != self.size(at + d)) {
          if (at + d >= self.dim())
            return bailAs("IndexError",
                          "too many indices for tensor of dimension %lld",
                          LL(self.dim()));
          return bailAs("IndexError",
                        "The shape of the mask %s at index %lld does not match "
                        "the shape of the indexed tensor %s at index %lld",
                        index.sizes().str().c_str(), LL(d),
                        self.sizes().str().c_str(), LL(at + d));
        }
      Tensor positions = nonzero(index);
      for (int64_t d = 0; d < index.dim(); ++d)
        out.push_back(contiguous(selectAt(positions, 1, d)));
      if (index.dim() == 0) // True or False: one dimension of size 1 or 0
        out.push_back({});
      continue;
    }
    if (index.dtype() != TSRT_I64)
      return bailAs("IndexError", "tensors used as indices must be long, byte "
                                  "or bool tensors");
    out.push_back(index);
  }
  return out;
}

Plan makePlan(const Tensor &self, const Tensors &raw) {
  Plan plan;
  if (failed())
    return plan;
  if (int64_t(raw.size()) > self.dim()) {
    bailAs("IndexError",
           "too many indices for tensor of dimension %lld (got "
           "%zu)",
           LL(self.dim()), raw.size());
    return plan;
  }
  Tensors indices = expandMasks(self, raw);
  if (failed())
    return plan;
  Tensors used;
  Dims order, keptDims;
  int64_t first = -1, last = -1;
  bool adjacent = true;
  for (int64_t d = 0; d < self.dim(); ++d) {
    if (d < int64_t(indices.size()) && indices[d]) {
      if (first < 0)
        first = d;
      else if (last != d - 1)
        adjacent = false;
      last = d;
      order.push_back(d);
      used.push_back(indices[d]);
    } else {
      keptDims.push_back(d);
      plan.kept.push_back(self.size(d));
    }
  }
  for (int64_t d : keptDims)
    order.push_back(d);
  plan.base = permute(self, order);
  bool noted = failed();
  plan.shape = broadcastShapes(used);
  if (!noted && failed()) {
    tsrt_error_release(takeNoted());
    std::string shapes;
    for (const Tensor &t : used)
      shapes += (shapes.empty() ? "" : ", ") + t.sizes().str();
    bailAs("IndexError",
           "shape mismatch: indexing tensors could not be "
           "broadcast together with shapes %s",
           shapes.c_str());
    return plan;
  }
  plan.position = adjacent && first > 0 ? first : 0;
  for (size_t k = 0; k < used.size(); ++k) {
    plan.given.push_back(expand(used[k], plan.shape));
    Tensor index = contiguous(plan.given.back());
    int64_t n = plan.base.size(int64_t(k));
    const int64_t *p = index.data<int64_t>();
    for (int64_t i = 0; i < index.numel(); ++i)
      if (!checkBounds(p[i], int64_t(k), n))
        return plan;
    plan.indices.push_back(index);
  }
  return plan;
}

/// Offsets in plan.base, in elements, of all index positions.
std::vector<int64_t> indexedOffsets(const Plan &plan) {
  std::vector<int64_t> offsets(plan.shape.product());
  for (size_t k = 0; k < plan.indices.size(); ++k) {
    const int64_t *p = plan.indices[k].data<int64_t>();
    int64_t n = plan.base.size(int64_t(k)),
            stride = plan.base.stride(int64_t(k));
    for (size_t i = 0; i < offsets.size(); ++i)
      offsets[i] += (p[i] < 0 ? p[i] + n : p[i]) * stride;
  }
  return offsets;
}
/// Offsets of the elements of the kept part, in row-major order.
std::vector<int64_t> keptOffsets(const Plan &plan) {
  std::vector<int64_t> offsets = {0};
  size_t skip = plan.indices.size();
  for (size_t d = 0; d < plan.kept.size(); ++d) {
    std::vector<int64_t> wider;
    wider.reserve(offsets.size() * plan.kept[d]);
    for (int64_t offset : offsets)
      for (int64_t i = 0; i < plan.kept[d]; ++i)
        wider.push_back(offset + i * plan.base.stride(int64_t(skip + d)));
    offsets.swap(wider);
  }
  return offsets;
}
bool isKeptDense(const Plan &plan) {
  int64_t expected = 1;
  for (size_t d = plan.kept.size(); d-- > 0; expected *= plan.kept[d])
    if (plan.kept[d] != 1 &&
        plan.base.stride(int64_t(plan.indices.size() + d)) != expected)
      return false;
  return true;
}
/// Calls body(element of plan.base, element of the dense `blocks`) for the
/// elements that are indexed, all of type T. There is one at least.
template <class T, class F>
void forIndexed(const Plan &plan, const Tensor &blocks, F body) {
  T *base = plan.base.data<T>(), *block = blocks.data<T>();
  int64_t size = plan.kept.product();
  bool dense = isKeptDense(plan);
  std::vector<int64_t> kept;
  if (!dense)
    kept = keptOffsets(plan);
  for (int64_t start : indexedOffsets(plan)) {
    T *from = base + start;
    if (size == 1)
      body(*from, *block);
    else if (dense)
      for (int64_t j = 0; j < size; ++j)
        body(from[j], block[j]);
    else
      for (int64_t j = 0; j < size; ++j)
        body(from[kept[j]], block[j]);
    block += size;
  }
}
/// Shape [index shape..., kept...], before moving the index dimensions back.
Dims rawShape(const Plan &plan) {
  Dims shape = plan.shape;
  for (int64_t s : plan.kept)
    shape.push_back(s);
  return shape;
}
/// Moves the leading index dimensions to their place, or back.
Tensor moveIndexed(const Tensor &t, const Plan &plan, bool back) {
  int64_t n = int64_t(plan.shape.size()), p = plan.position;
  if (p == 0 || n == 0)
    return t;
  Dims order;
  if (!back) {
    for (int64_t d = 0; d < p; ++d)
      order.push_back(n + d);
    for (int64_t d = 0; d < n; ++d)
      order.push_back(d);
    for (int64_t d = n + p; d < t.dim(); ++d)
      order.push_back(d);
  } else {
    for (int64_t d = 0; d < n; ++d)
      order.push_back(p + d);
    for (int64_t d = 0; d < p; ++d)
      order.push_back(d);
    for (int64_t d = n + p; d < t.dim(); ++d)
      order.push_back(d);
  }
  return permute(t, order);
}

/// The strides of the elements that are asked for: in the order of what is not
/// indexed, then of the indices.
Dims indexedStrides(const Plan &plan, const Dims &shape) {
  size_t n = plan.shape.size(), k = plan.indices.size(),
         before = size_t(plan.position), after = plan.kept.size() - before;
  Dims strides(shape.size(), 0);
  for (size_t d = 0; d < plan.kept.size(); ++d)
    strides[d < before ? d : d + n] = plan.base.stride(int64_t(k + d));
  Tensors operands = {viewOf(plan.base, shape, strides, plan.base.offset())};
  for (const Tensor &index : plan.given) {
    Dims sizes(before, 1), steps(before, 0);
    for (int64_t d = 0; d < index.dim(); ++d) {
      sizes.push_back(index.size(d));
      steps.push_back(index.stride(d));
    }
    for (size_t d = 0; d < after; ++d) {
      sizes.push_back(1);
      steps.push_back(0);
    }
    operands.push_back(viewOf(index, sizes, steps, index.offset()));
  }
  return orderedStrides(shape, operands);
}

/// Whether the index is True or False: self[True] adds a dimension, self[False]
/// gives nothing. A tensor without dimensions refuses it as one index too many.
bool hasScalarMask(const Tensor &self, const Tensors &indices) {
  return self.dim() > 0 && indices.size() == 1 && indices[0] &&
         indices[0].dim() == 0 &&
         (indices[0].dtype() == TSRT_B8 || indices[0].dtype() == TSRT_U8);
}

} // namespace

Tensor tsrt::indexTensor(const Tensor &self, const Tensors &indices) {
  if (hasScalarMask(self, indices))
    return contiguous(
        cloneOf(narrow(unsqueeze(self, 0), 0, 0, indices[0].at(0).toBool())));
  Plan plan = makePlan(self, indices);
  if (failed())
    return {};
  if (plan.indices.empty())
    return cloneOf(self);
  Tensor raw = empty(rawShape(plan), self.dtype());
  if (raw && raw.numel())
    withSize(self.itemsize(), [&](auto tag) {
      using T = decltype(tag);
      forIndexed<T>(plan, raw, [](T &element, T &slot) { slot = element; });
    });
  if (!raw)
    return {};
  Tensor out = moveIndexed(raw, plan, false);
  return inStrides(out, out.numel() ? indexedStrides(plan, out.sizes())
                                    : contiguousStrides(out.sizes()));
}

/// Where one mask chooses among the elements of all dimensions, or of the first
/// ones, and all become one value: writes it without counting them.
static bool putWhere(const Tensor &self, const Tensors &indices,
                     const Tensor &values) {
  if (indices.size() != 1 || values.numel() != 1 || !indices[0])
    return false;
  const Tensor &mask = indices[0];
  if (mask.dtype() != TSRT_B8 || !mask.dim() || mask.dim() > self.dim() ||
      mask.sizes() != self.sizes().slice(0, mask.dim()) ||
      values.dim() > 1 + self.dim() - mask.dim())
    return false;
  Dims shape = mask.sizes();
  while (int64_t(shape.size()) < self.dim())
    shape.push_back(1);
  Tensor wide = expand(viewTo(contiguous(mask), shape), self.sizes());
  Tensor value = contiguousAs(reshape(values, {1}), self.dtype());
  if (failed())
    return true;
  withSize(self.itemsize(), [&](auto tag) {
    using T = decltype(tag);
    T v = *value.data<T>();
    forEachRun(self.sizes(),
               {Operand(self, self.sizes()), Operand(wide, self.sizes())},
               [&](char *const *data, const int64_t *strides, int64_t n) {
                 char *out = data[0];
                 const char *m = data[1];
                 if (strides[0] == int64_t(sizeof(T)) && strides[1] == 1) {
                   T *dense = reinterpret_cast<T *>(out);
                   for (int64_t i = 0; i < n; ++i)
                     dense[i] = m[i] ? v : dense[i];
                   return;
                 }
                 for (int64_t i = 0; i < n; ++i)
                   if (m[i * strides[1]])
                     std::memcpy(out + i * strides[0], &v, sizeof(T));
               });
  });
  return true;
}

/// Adds to the indexed elements, one after the other.
static void accumulateInto(const Plan &plan, const Tensor &source) {
  visitDType(source.dtype(), [&](auto tag) {
    using T = decltype(tag);
    forIndexed<T>(plan, source, [](T &element, T &v) {
      if constexpr (std::is_same_v<T, bool>)
        element = element || v;
      else if constexpr (isIntT<T>)
        element = T(uint64_t(element) + uint64_t(v));
      else if constexpr (std::is_same_v<T, ComplexHalf>)
        element = {Half(float(element.re) + float(v.re)),
                   Half(float(element.im) + float(v.im))};
      else if constexpr (isComplexT<T>)
        element += v;
      else
        element = T(element + v);
    });
  });
}

Tensor tsrt::indexPut(const Tensor &self, const Tensors &indices,
                      const Tensor &values, bool accumulate) {
  if (hasScalarMask(self, indices)) {
    if (indices[0].at(0).toBool())
      copyInPlace(self, values);
    return self;
  }
  if (values.dtype() != self.dtype() && !values.wrapped())
    return bail("Index put requires the source and destination dtypes match, "
                "got %s for the destination and %s for the source.",
                scalarTypeName(self.dtype()), scalarTypeName(values.dtype()));
  if (!accumulate && !failed() && putWhere(self, indices, values))
    return self;
  Plan plan = makePlan(self, indices);
  if (failed())
    return {};
  if (plan.indices.empty()) {
    copyInPlace(self, accumulate ? self + values : values);
    return self;
  }
  Dims shape = moveIndexed(empty(rawShape(plan), TSRT_B8), plan, false).sizes();
  if (!isExpandable(values.sizes(), shape))
    return bail("shape mismatch: value tensor of shape %s cannot be broadcast "
                "to indexing result of shape %s",
                values.sizes().str().c_str(), shape.str().c_str());
  Tensor source = moveIndexed(expand(values, shape), plan, true);
  source = contiguousAs(source, self.dtype());
  if (source && source.get()->storage == self.get()->storage)
    source = cloneOf(source);
  if (failed() || !source.numel())
    return self;
  if (accumulate)
    accumulateInto(plan, source);
  else
    withSize(self.itemsize(), [&](auto tag) {
      using T = decltype(tag);
      forIndexed<T>(plan, source, [](T &element, T &v) { element = v; });
    });
  return self;
}

namespace {

Tensor indexPutCopy(const Tensor &self, const Tensors &indices,
                    const Tensor &values, bool accumulate) {
  return indexPut(cloneOf(self), indices, values, accumulate);
}
Tensor indexPutInPlace(const Tensor &self, const Tensors &indices,
                       const Tensor &values, bool accumulate) {
  if (refuseSharing(self, values))
    return {};
  for (const Tensor &index : indices)
    if (refuseSharing(self, index))
      return {};
  return indexPut(self, indices, values, accumulate);
}
Tensor indexPutImpl(const Tensor &self, const Tensors &indices,
                    const Tensor &values, bool accumulate, bool) {
  return indexPutInPlace(self, indices, values, accumulate);
}
Tensors nonzeroNumpy(const Tensor &self) {
  Tensor positions = nonzero(self.dim() ? self : unsqueeze(self, 0));
  Tensors out;
  for (int64_t d = 0; d < positions.size(1); ++d)
    out.push_back(selectAt(positions, 1, d));
  return out;
}

const KernelEntry entries[] = {
    {"aten::index.Tensor", op<indexTensor>},
    {"aten::index.Tensor_hacked_twin", op<indexTensor>},
    {"aten::index_put_", op<indexPutInPlace>},
    {"aten::index_put_.hacked_twin", op<indexPutInPlace>},
    {"aten::_index_put_impl_", op<indexPutImpl>},
    {"aten::_index_put_impl_.hacked_twin", op<indexPutImpl>},
    TSRT_OP("index_put", indexPutCopy),
    {"aten::index_put.hacked_twin", op<indexPutCopy>},
    TSRT_OP_A("nonzero", nonzero),
    TSRT_OP("argwhere", nonzero),
    TSRT_OP("nonzero_numpy", nonzeroNumpy),
    {"aten::where", op<nonzeroNumpy>},
};
const KernelTable table(entries);

} // namespace
