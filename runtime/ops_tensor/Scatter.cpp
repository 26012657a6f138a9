//===- Scatter.cpp - Gather, scatter, reductions along a dimension --------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/ElementNumbers.h"
#include "ops_tensor/IndexHelpers.h"
#include "ops_tensor/Reduce.h"
#include <algorithm>

#include <limits>

using namespace tsrt;

namespace {

/// How a run along the last dimension of an index goes through another tensor,
/// in elements: element j is at base + j * step + index[j] * jump.
struct Course {
  Dims strides; // of the dimensions before the last, 0 for the indexed one
  int64_t step = 0, jump = 0;

  /// Of a tensor whose coordinate `dim` is the index; without it, of one that
  /// has the index's coordinates.
  Course(const Tensor &t, int64_t rank, OptInt dim) : strides(rank) {
    for (int64_t d = 0; d < rank && t.dim(); ++d)
      strides[d] = t.stride(d);
    if (dim && rank) {
      jump = strides[*dim];
      strides[*dim] = 0;
    } else if (dim && t.dim()) { // one number is an index of one dimension
      jump = t.stride(0);
    }
    if (rank)
      step = strides[rank - 1];
  }
};

/// Calls body(first index, its stride, length, base in a, base in b) for the
/// runs of an index.
template <class F>
void forRuns(const Tensor &index, const Course &a, const Course &b, F body) {
  int64_t outer = index.dim() - 1;
  const int64_t *p = index.data<int64_t>();
  if (outer < 0)
    return body(p, int64_t(0), int64_t(1), int64_t(0), int64_t(0));
  int64_t n = index.size(outer), stride = index.stride(outer), x = 0, y = 0;
  Dims at(outer);
  for (int64_t runs = index.numel() / n; runs > 0; --runs) {
    body(p, stride, n, x, y);
    for (int64_t d = outer; d-- > 0;) {
      p += index.stride(d);
      x += a.strides[d];
      y += b.strides[d];
      if (++at[d] < index.size(d))
        break;
      p -= index.stride(d) * at[d];
      x -= a.strides[d] * at[d];
      y -= b.strides[d] * at[d];
      at[d] = 0;
    }
  }
}

/// Notes an index that is outside of [0, limit).
bool isInside(int64_t v, int64_t dim, int64_t limit) {
  if (uint64_t(v) < uint64_t(limit))
    return true;
  bail("index %lld is out of bounds for dimension %lld with size %lld", LL(v),
       LL(dim), LL(limit));
  return false;
}
int64_t limitOf(const Tensor &t, int64_t dim) {
  return t.dim() ? t.size(dim) : 1;
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

template <Mode M, class T>
T combined(T slot, T v) {
  if constexpr (M == Mode::Assign)
    return v;
  else if constexpr (M == Mode::Sum && isIntT<T>)
    return T(uint64_t(slot) + uint64_t(v));
  else if constexpr (M == Mode::Sum)
    return slot + v;
  else if constexpr (M == Mode::Product && isIntT<T>)
    return T(uint64_t(slot) * uint64_t(v));
  else if constexpr (M == Mode::Product)
    return slot * v;
  else if constexpr (isComplexT<T>)
    return slot;
  else if constexpr (M == Mode::Max)
    return lessNan(slot, v) ? v : slot;
  else
    return isNan(v) || (!isNan(slot) && v < slot) ? v : slot;
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

/// target[..., index, ...] = src, of elements of T, or what M makes of both.
/// `counts`, where given, has for each element how many values it consists of.
template <Mode M, class T>
void scatterInto(const Tensor &target, int64_t dim, const Tensor &index,
                 const Tensor &src, int64_t *counts, T identity) {
  Course to(target, index.dim(), dim), from(src, index.dim(), std::nullopt);
  int64_t limit = limitOf(target, dim);
  forRuns(
      index, to, from,
      [&](const int64_t *p, int64_t stride, int64_t n, int64_t x, int64_t y) {
        T *out = target.data<T>() + x;
        const T *in = src.data<T>() + y;
        for (int64_t j = 0; j < n; ++j) {
          int64_t v = p[j * stride];
          if (!isInside(v, dim, limit))
            return;
          int64_t at = j * to.step + v * to.jump;
          if (M != Mode::Assign && counts && !counts[x + at]++)
            out[at] = identity;
          out[at] = combined<M>(out[at], in[j * from.step]);
        }
      });
}

/// The sums of `counts` values become their means.
template <class T>
void divideByCounts(T *values, const std::vector<int64_t> &counts) {
  for (size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] <= 1)
      continue;
    if constexpr (isIntT<T>) {
      T q = values[i] / counts[i];
      values[i] = q - (values[i] % counts[i] != 0 && values[i] < 0);
    } else {
      values[i] /= T(RealOf<T>(counts[i]));
    }
  }
}

/// A reduction into `target`, which is dense and of the compute type T.
template <class T>
void reduceInto(const Tensor &target, int64_t dim, const Tensor &index,
                const Tensor &src, Mode mode, bool includeSelf) {
  std::vector<int64_t> counts;
  if (!includeSelf || mode == Mode::Mean)
    counts.assign(target.numel(), includeSelf);
  int64_t *c = counts.empty() ? nullptr : counts.data();
  T identity = identityOf<T>(mode);
  switch (mode) {
  case Mode::Product:
    return scatterInto<Mode::Product>(target, dim, index, src, c, identity);
  case Mode::Max:
    return scatterInto<Mode::Max>(target, dim, index, src, c, identity);
  case Mode::Min:
    return scatterInto<Mode::Min>(target, dim, index, src, c, identity);
  default:
    scatterInto<Mode::Sum>(target, dim, index, src, c, identity);
    if (mode == Mode::Mean)
      divideByCounts(target.data<T>(), counts);
  }
}

/// A dense copy.
Tensor copyAs(const Tensor &t, int dtype) {
  Tensor out = empty(t.sizes(), dtype);
  copyInPlace(out, t);
  return out;
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
  if (mode == Mode::Assign) {
    Tensor result = copyAs(self, self.dtype());
    Tensor from = toDType(src, self.dtype());
    if (!failed())
      withSize(self.itemsize(), [&](auto tag) {
        scatterInto<Mode::Assign>(result, dim, index, from, nullptr, tag);
      });
    return result;
  }
  // Reductions compute in the compute type from the first value to the last.
  Tensor result;
  withCompute<allTypes>(name, self.dtype(), [&](auto tag) {
    using T = decltype(tag);
    int wide = nativeDType(ComputeOf<T>::value);
    result = copyAs(self, wide);
    Tensor from = toDType(src, wide);
    if (!failed())
      reduceInto<T>(result, dim, index, from, mode, includeSelf);
  });
  return toDType(result, self.dtype());
}

Tensor scatterSrc(const Tensor &self, int64_t dim, const Tensor &index,
                  const Tensor &src) {
  if (self.dtype() != src.dtype())
    return bail("scatter(): Expected self.dtype to be equal to src.dtype");
  return scatterMode("scatter", self, dim, index, src, Mode::Assign, true);
}
/// One number for each index, which the dtype has to hold.
Tensor toElements(const Tensor &index, Scalar value, int dtype) {
  if (index.numel() && !checkElement(value, dtype))
    return {};
  return full(index.sizes(), value, dtype);
}
Tensor scatterValue(const Tensor &self, int64_t dim, const Tensor &index,
                    Scalar value) {
  return scatterMode("scatter", self, dim, index,
                     toElements(index, value, self.dtype()), Mode::Assign,
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
                          toElements(index, value, self.dtype()), reduce);
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
  bool isOrdered = reduce == "amax" || reduce == "amin";
  if ((isOrdered && self.isComplex()) ||
      (reduce == "mean" && self.dtype() == TSRT_B8))
    return bailNotImplemented(
        ("scatter_gather_tensor_cpu_reduce_" + std::string(reduce)).c_str(),
        self.dtype());
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
/// What is added to rows stretches to them: each row of the source by itself.
Tensor spreadSource(const Tensor &source, const Dims &expected, int64_t dim) {
  if (failed() || source.sizes() == expected || source.dim() > int64_t(expected.size()))
    return source;
  if (source.dim() == 0)
    return expected.size() == 1 ? reshape(source, expected)
                                : bail("select() cannot be applied to a 0-dim "
                                       "tensor.");
  if (dim >= source.dim())
    return bail("index_add_(): Indexing dim %lld is out of bounds of the source "
                "tensor with dim %lld",
                LL(dim), LL(source.dim()));
  if (source.size(dim) != expected[dim])
    return bail("index_add_(): Number of indices (%lld) should be equal to "
                "source.size(dim): (%lld), for dim: %lld",
                LL(expected[dim]), LL(source.size(dim)), LL(dim));
  Dims sizes(expected.size(), 1);
  size_t to = expected.size();
  for (int64_t d = source.dim(); d-- > 0;) {
    if (d == dim)
      continue;
    if (--to == size_t(dim))
      --to;
    sizes[to] = source.size(d);
  }
  sizes[dim] = source.size(dim);
  return expand(reshape(source, sizes), expected);
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
  Tensor from = mode == Mode::Sum ? spreadSource(source, expected, dim)
                : source.sizes() == expected ? source
                                             : reshape(source, expected);
  Tensor wide = spreadIndex(index, expected, dim);
  return scatterMode(name, self, dim, wide, from, mode, includeSelf);
}
Tensor indexAdd(const Tensor &self, int64_t dim, const Tensor &index,
                const Tensor &source, Scalar alpha) {
  return indexMode("index_add", self, dim, index,
                   alpha.toComplex() == Complex(1)
                       ? source
                       : toDType(source * alpha, source.dtype()),
                   Mode::Sum, true);
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
  if (failed() || !checkElement(value, self.dtype()))
    return {};
  int64_t size = limitOf(self, dim);
  for (int64_t i : elementsAs<int64_t>(index)) {
    if (!checkBounds(i, dim, size))
      return {};
    fillInPlace(self.dim() ? selectAt(out, dim, i) : out, value);
  }
  return out;
}
/// PyTorch fills expanded tensors, too.
Tensor indexFillInPlace(const Tensor &self, int64_t dim, const Tensor &index,
                        Scalar value) {
  Tensor target = self, places = index;
  dim = wrapDim(dim, self.dim());
  for (int64_t d = 0; d < self.dim() && !failed(); ++d) {
    if (!isShared(self, d))
      continue;
    target = narrow(target, d, 0, 1);
    if (d == dim)
      places = zeros(index.sizes(), TSRT_I64);
  }
  Tensor filled = indexFill(target, dim, places, value);
  if (failed())
    return {};
  copyInPlace(target, filled);
  return self;
}
Tensor indexFillTensorInPlace(const Tensor &self, int64_t dim,
                              const Tensor &index, const Tensor &value) {
  return indexFillInPlace(self, dim, index, value.at(0));
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

#define SCATTER(name, overload, out, f)                                        \
  {"aten::" name overload, op<f>},                                             \
      {"aten::" name "_" overload, inPlaceApart<f>}, {                         \
    "aten::" name out, outOf<f, Sharing::SameFirst>                            \
  }

const KernelEntry entries[] = {
    TSRT_OP_A("gather", gatherOf),
    TSRT_OP_A("take_along_dim", takeAlongDim),
    TSRT_OP_A("index_select", indexSelect),
    SCATTER("scatter", ".src", ".src_out", scatterSrc),
    SCATTER("scatter", ".value", ".value_out", scatterValue),
    SCATTER("scatter", ".reduce", ".reduce_out", scatterReduceOld),
    SCATTER("scatter", ".value_reduce", ".value_reduce_out",
            scatterValueReduce),
    SCATTER("scatter_add", "", ".out", scatterAdd),
    SCATTER("scatter_reduce", ".two", ".two_out", scatterReduce),
    SCATTER("index_add", "", ".out", indexAdd),
    SCATTER("index_copy", "", ".out", indexCopy),
    SCATTER("index_reduce", "", ".out", indexReduce),
    {"aten::index_fill.int_Scalar", op<indexFill>},
    {"aten::index_fill_.int_Scalar", op<indexFillInPlace>},
    {"aten::index_fill.int_Tensor", op<indexFillTensor>},
    {"aten::index_fill_.int_Tensor", op<indexFillTensorInPlace>},
};
const KernelTable table(entries);

} // namespace

Tensor tsrt::gather(const Tensor &self, int64_t dim, const Tensor &index) {
  dim = wrapDim(dim, self.dim());
  if (failed() || !checkIndex("gather", self, dim, index, nullptr))
    return {};
  Tensor out = empty(index.sizes(), self.dtype());
  if (!index.numel() || !out)
    return out;
  int64_t limit = limitOf(self, dim);
  Course from(self, index.dim(), dim), to(out, index.dim(), std::nullopt);
  withSize(self.itemsize(), [&](auto tag) {
    using T = decltype(tag);
    forRuns(
        index, from, to,
        [&](const int64_t *p, int64_t stride, int64_t n, int64_t x, int64_t y) {
          const T *in = self.data<T>() + x;
          T *result = out.data<T>() + y;
          for (int64_t j = 0; j < n; ++j) {
            int64_t v = p[j * stride];
            if (!isInside(v, dim, limit))
              return;
            result[j] = in[j * from.step + v * from.jump];
          }
        });
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
  std::vector<int64_t> positions = elementsAs<int64_t>(index);
  if (self.dim() == 0) {
    if (std::any_of(positions.begin(), positions.end(),
                    [](int64_t p) { return p != 0; }))
      return bailAs("IndexError", "index out of range in self");
    return cloneOf(self);
  }
  Dims shape = self.sizes();
  shape[dim] = index.numel();
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
