//===- Scatter.cpp - Gather, scatter and their reductions along a dimension
//===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/IndexHelpers.h"
#include "ops_tensor/Reduce.h"

#include <functional>
#include <limits>

using namespace tsrt;

namespace {

/// Calls f(position in index, position in target) for every element of
/// `index`, where the target's coordinate `dim` is the index value. Both
/// positions are row-major.
void forIndex(const char *name, const Tensor &index, const Dims &target,
              int64_t dim, const std::function<void(int64_t, int64_t)> &f) {
  Tensor dense = contiguous(index);
  const int64_t *p = dense.data<int64_t>();
  Dims strides = contiguousStrides(target), at(index.dim());
  int64_t limit = target.empty() ? 1 : target[dim];
  for (int64_t i = 0; i < dense.numel(); ++i) {
    int64_t v = p[i];
    if (v < 0 || v >= limit) {
      bail("index %lld is out of bounds for dimension %lld with size %lld",
           LL(v), LL(dim), LL(limit));
      return;
    }
    int64_t position = 0;
    for (int64_t d = 0; d < index.dim() && !target.empty(); ++d)
      position += (d == dim ? v : at[d]) * strides[d];
    f(i, position);
    for (int64_t d = index.dim(); d-- > 0;) {
      if (++at[d] < index.size(d))
        break;
      at[d] = 0;
    }
  }
  (void)name;
}

bool checkIndexType(const char *name, const Tensor &index) {
  if (index.dtype() != TSRT_I64 && index.numel())
    bail("%s(): Expected dtype int64 for index", name);
  return !failed();
}
int64_t rankOf(const Tensor &t) { return std::max<int64_t>(t.dim(), 1); }

/// Checks the sizes of gather's and scatter's index.
bool checkIndex(const char *name, const Tensor &self, int64_t dim,
                const Tensor &index, const Tensor *src) {
  if (!checkIndexType(name, index))
    return false;
  if (index.numel() == 0)
    return true;
  if (rankOf(self) != rankOf(index)) {
    bail("Index tensor must have the same number of dimensions as %s tensor",
         src ? "self" : "input");
    return false;
  }
  if (src && rankOf(*src) != rankOf(index)) {
    bail("Index tensor must have the same number of dimensions as src tensor");
    return false;
  }
  for (int64_t d = 0; d < index.dim(); ++d) {
    bool bad = d != dim && index.size(d) > (self.dim() ? self.size(d) : 1);
    if (src)
      bad |= index.size(d) > (src->dim() ? src->size(d) : 1);
    if (!bad)
      continue;
    if (src)
      bail("Expected index %s to be smaller than self %s apart from dimension "
           "%lld and to be smaller size than src %s",
           index.sizes().str().c_str(), self.sizes().str().c_str(), LL(dim),
           src->sizes().str().c_str());
    else
      bail("Size does not match at dimension %lld expected index %s to be "
           "smaller than self %s apart from dimension %lld",
           LL(d), index.sizes().str().c_str(), self.sizes().str().c_str(),
           LL(dim));
    return false;
  }
  return true;
}

enum class Mode { Assign, Sum, Product, Mean, Max, Min };

std::optional<Mode> modeOf(std::string_view reduce) {
  if (reduce == "sum" || reduce == "add")
    return Mode::Sum;
  if (reduce == "prod" || reduce == "multiply")
    return Mode::Product;
  if (reduce == "mean")
    return Mode::Mean;
  if (reduce == "amax")
    return Mode::Max;
  if (reduce == "amin")
    return Mode::Min;
  bail("reduce argument must be either sum, prod, mean, amax or amin.");
  return std::nullopt;
}

template <class T>
void combine(Mode mode, T &slot, T v) {
  switch (mode) {
  case Mode::Assign:
    slot = v;
    return;
  case Mode::Sum:
  case Mode::Mean:
    if constexpr (isIntT<T>)
      slot = T(uint64_t(slot) + uint64_t(v));
    else
      slot += v;
    return;
  case Mode::Product:
    if constexpr (isIntT<T>)
      slot = T(uint64_t(slot) * uint64_t(v));
    else
      slot *= v;
    return;
  default:
    if constexpr (!isComplexT<T>) {
      bool better = mode == Mode::Max ? lessNan(slot, v)
                                      : isNan(v) || (!isNan(slot) && v < slot);
      if (better)
        slot = v;
    }
  }
}
/// The value that a reduction without self begins with.
template <class T>
T identityOf(Mode mode) {
  if (mode == Mode::Product)
    return T(1);
  if constexpr (!isComplexT<T>) {
    using L = std::numeric_limits<T>;
    if (mode == Mode::Max)
      return L::has_infinity ? -L::infinity() : L::lowest();
    if (mode == Mode::Min)
      return L::has_infinity ? L::infinity() : L::max();
  }
  return T(0);
}

/// self[..., index, ...] (mode)= src, as a new tensor.
Tensor scatterMode(const char *name, const Tensor &self, int64_t dim,
                   const Tensor &index, const Tensor &src, Mode mode,
                   bool includeSelf) {
  dim = wrapDim(dim, self.dim());
  if (failed() || !checkIndex(name, self, dim, index, &src))
    return {};
  if (!index.numel())
    return cloneOf(self);
  Tensor result;
  withCompute<allTypes>(name, self.dtype(), [&](auto tag) {
    using T = decltype(tag);
    std::vector<T> values = elementsAs<T>(self), from = elementsAs<T>(src);
    std::vector<int64_t> counts(values.size(), includeSelf ? 1 : 0);
    // src may be larger than index: its elements are picked by coordinate.
    Dims srcStrides = contiguousStrides(src.sizes()), at(index.dim());
    forIndex(name, index, self.sizes(), dim, [&](int64_t, int64_t position) {
      int64_t s = 0;
      for (int64_t d = 0; d < index.dim() && src.dim(); ++d)
        s += at[d] * srcStrides[d];
      if (mode != Mode::Assign && counts[position] == 0)
        values[position] = identityOf<T>(mode);
      combine(mode, values[position], from[s]);
      ++counts[position];
      for (int64_t d = index.dim(); d-- > 0;) {
        if (++at[d] < index.size(d))
          break;
        at[d] = 0;
      }
    });
    if (mode == Mode::Mean)
      for (size_t i = 0; i < values.size(); ++i)
        if (counts[i] > 1) {
          if constexpr (isIntT<T>) {
            T q = values[i] / counts[i];
            values[i] = q - (values[i] % counts[i] != 0 && values[i] < 0);
          } else {
            values[i] /= T(RealOf<T>(counts[i]));
          }
        }
    result = empty(self.sizes(), self.dtype());
    if (result)
      storeElements(ComputeOf<T>::value, values.data(), self.dtype(),
                    result.data(), self.itemsize(), self.numel());
  });
  return result;
}

Tensor scatterSrc(const Tensor &self, int64_t dim, const Tensor &index,
                  const Tensor &src) {
  if (self.dtype() != src.dtype())
    return bail("scatter(): Expected self.dtype to be equal to src.dtype");
  return scatterMode("scatter", self, dim, index, src, Mode::Assign, true);
}
Tensor scatterValue(const Tensor &self, int64_t dim, const Tensor &index,
                    Scalar value) {
  return scatterMode("scatter", self, dim, index,
                     full(index.sizes(), value, self.dtype()), Mode::Assign,
                     true);
}
Tensor scatterReduceOld(const Tensor &self, int64_t dim, const Tensor &index,
                        const Tensor &src, std::string_view reduce) {
  if (reduce != "add" && reduce != "multiply")
    return bail("reduce argument must be either add or multiply.");
  return scatterMode("scatter", self, dim, index, src, *modeOf(reduce), true);
}
Tensor scatterValueReduce(const Tensor &self, int64_t dim, const Tensor &index,
                          Scalar value, std::string_view reduce) {
  return scatterReduceOld(self, dim, index,
                          full(index.sizes(), value, self.dtype()), reduce);
}
Tensor scatterAdd(const Tensor &self, int64_t dim, const Tensor &index,
                  const Tensor &src) {
  if (self.dtype() != src.dtype())
    return bail("scatter(): Expected self.dtype to be equal to src.dtype");
  return scatterMode("scatter_add", self, dim, index, src, Mode::Sum, true);
}
Tensor scatterReduce(const Tensor &self, int64_t dim, const Tensor &index,
                     const Tensor &src, std::string_view reduce,
                     bool includeSelf) {
  std::optional<Mode> mode = modeOf(reduce);
  return mode ? scatterMode("scatter_reduce", self, dim, index, src, *mode,
                            includeSelf)
              : Tensor();
}

/// A one-dimensional index spread over the shape of `source`.
Tensor spreadIndex(const Tensor &index, const Dims &shape, int64_t dim) {
  Dims sizes(shape.size(), 1);
  if (!sizes.empty())
    sizes[dim] = index.numel();
  return expand(reshape(toDType(index, TSRT_I64), sizes), shape);
}
/// index_add, index_copy, index_reduce: rows of `source` into rows of self.
Tensor indexMode(const char *name, const Tensor &self, int64_t dim,
                 const Tensor &index, const Tensor &source, Mode mode,
                 bool includeSelf) {
  dim = wrapDim(dim, self.dim());
  if (failed())
    return {};
  if (index.dim() > 1)
    return bailAs("IndexError",
                  "%s(): Index should have dimension 1 or 0 (got %lld)", name,
                  LL(index.dim()));
  if (self.dtype() != source.dtype())
    return bail("%s(): self and source expected to have the same dtype, but "
                "got (self) %s and (source) %s",
                name, scalarTypeName(self.dtype()),
                scalarTypeName(source.dtype()));
  Dims expected = self.sizes();
  if (!expected.empty())
    expected[dim] = index.numel();
  Tensor from = source.sizes() == expected ? source : reshape(source, expected);
  Tensor wide = spreadIndex(index, expected, dim);
  return scatterMode(name, self, dim, wide, from, mode, includeSelf);
}
Tensor indexAdd(const Tensor &self, int64_t dim, const Tensor &index,
                const Tensor &source, Scalar alpha) {
  return indexMode("index_add", self, dim, index,
                   toDType(source * alpha, source.dtype()), Mode::Sum, true);
}
Tensor indexCopy(const Tensor &self, int64_t dim, const Tensor &index,
                 const Tensor &source) {
  return indexMode("index_copy", self, dim, index, source, Mode::Assign, true);
}
Tensor indexReduce(const Tensor &self, int64_t dim, const Tensor &index,
                   const Tensor &source, std::string_view reduce,
                   bool includeSelf) {
  std::optional<Mode> mode = modeOf(reduce);
  return mode ? indexMode("index_reduce", self, dim, index, source, *mode,
                          includeSelf)
              : Tensor();
}
Tensor indexFill(const Tensor &self, int64_t dim, const Tensor &index,
                 Scalar value) {
  Tensor out = cloneOf(self);
  dim = wrapDim(dim, self.dim());
  if (failed())
    return {};
  if (self.dim() == 0) {
    fillInPlace(out, value);
    return out;
  }
  for (int64_t i : elementsAs<int64_t>(index))
    fillInPlace(selectAt(out, dim, i), value);
  return out;
}
Tensor indexFillTensor(const Tensor &self, int64_t dim, const Tensor &index,
                       const Tensor &value) {
  return indexFill(self, dim, index, value.at(0));
}

Tensor gatherOf(const Tensor &self, int64_t dim, const Tensor &index, bool) {
  return gather(self, dim, index);
}
Tensor takeAlongDim(const Tensor &self, const Tensor &index, OptInt dim) {
  if (!dim)
    return gather(viewTo(contiguous(self), {-1}), 0,
                  viewTo(contiguous(index), {-1}));
  int64_t d = wrapDim(*dim, self.dim());
  if (self.dim() != index.dim())
    return bail("torch.take_along_dim(): input and indices should have the "
                "same number of dimensions, but got %lld dimensions for input, "
                "and %lld dimensions for indices",
                LL(self.dim()), LL(index.dim()));
  Dims a = self.sizes(), b = index.sizes();
  a[d] = b[d];
  b = broadcastShapes(a, b);
  a = b;
  a[d] = self.size(d);
  return gather(expand(self, a), d, expand(index, b));
}

#define SCATTER(name, overload, f)                                             \
  {"aten::" name overload, op<f>}, { "aten::" name "_" overload, inPlace<f> }

const KernelEntry entries[] = {
    TSRT_OP_O("gather", gatherOf),
    TSRT_OP("take_along_dim", takeAlongDim),
    TSRT_OP_O("index_select", indexSelect),
    SCATTER("scatter", ".src", scatterSrc),
    SCATTER("scatter", ".value", scatterValue),
    SCATTER("scatter", ".reduce", scatterReduceOld),
    SCATTER("scatter", ".value_reduce", scatterValueReduce),
    SCATTER("scatter_add", "", scatterAdd),
    SCATTER("scatter_reduce", ".two", scatterReduce),
    SCATTER("index_add", "", indexAdd),
    SCATTER("index_copy", "", indexCopy),
    SCATTER("index_reduce", "", indexReduce),
    SCATTER("index_fill", ".int_Scalar", indexFill),
    SCATTER("index_fill", ".int_Tensor", indexFillTensor),
};
const KernelTable table(entries);

} // namespace

Tensor tsrt::gather(const Tensor &self, int64_t dim, const Tensor &index) {
  dim = wrapDim(dim, self.dim());
  if (failed() || !checkIndex("gather", self, dim, index, nullptr))
    return {};
  Tensor from = contiguous(self), out = empty(index.sizes(), self.dtype());
  if (!index.numel())
    return out;
  int64_t size = self.itemsize();
  const char *source = from.data<char>();
  char *target = out.data<char>();
  forIndex("gather", index, self.sizes(), dim, [&](int64_t i, int64_t p) {
    std::memcpy(target + i * size, source + p * size, size);
  });
  return out;
}

Tensor tsrt::indexSelect(const Tensor &self, int64_t dim, const Tensor &index) {
  dim = wrapDim(dim, self.dim());
  if (failed())
    return {};
  if (index.dim() > 1)
    return bailAs("IndexError", "index_select(): Index is supposed to be a "
                                "vector");
  if (index.dtype() != TSRT_I64 && index.dtype() != TSRT_I32)
    return bail("index_select(): Expected dtype int32 or int64 for index");
  if (self.dim() == 0)
    return cloneOf(self);
  Dims shape = self.sizes();
  shape[dim] = index.numel();
  std::vector<int64_t> positions = elementsAs<int64_t>(index);
  Tensor from = contiguous(self), out = empty(shape, self.dtype());
  int64_t block =
      shape.slice(dim + 1, shape.size()).product() * self.itemsize();
  int64_t outer = shape.slice(0, dim).product(), n = self.size(dim);
  char *target = out.data<char>();
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t p : positions) {
      if (p < 0 || p >= n)
        return bailAs("IndexError", "index out of range in self");
      if (block)
        std::memcpy(target, from.data<char>() + (o * n + p) * block, block);
      target += block;
    }
  return out;
}
