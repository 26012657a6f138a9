//===- Masked.cpp - Masks, take and put, scattering into views ------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/ElementNumbers.h"
#include "ops_tensor/IndexHelpers.h"
#include "ops_tensor/MemoryFormat.h"

using namespace tsrt;

namespace {

constexpr Loops maskedFillLoops =
    loops<3, allTypes>("masked_fill", [](auto x, auto m, auto v, auto *) {
      return m != decltype(m)(0) ? v : x;
    });

bool checkMask(const char *name, const Tensor &mask) {
  if (mask.dtype() != TSRT_B8 && mask.dtype() != TSRT_U8)
    bail("%s: expected BoolTensor or ByteTensor for mask", name);
  return !failed();
}

Tensor maskedFill(const Tensor &self, const Tensor &mask, const Tensor &value) {
  if (mask.dtype() != TSRT_B8 && mask.dtype() != TSRT_U8)
    return bail("expected mask dtype to be Bool but got %s",
                scalarTypeName(mask.dtype()));
  if (value.dim() != 0)
    return bail("masked_fill only supports a 0-dimensional value tensor, but "
                "got tensor with %lld dimension(s).",
                LL(value.dim()));
  Tensor element = toElement(value.at(0), self.dtype());
  if (failed())
    return {};
  return inFormat(pointwise(maskedFillLoops, {self, mask, element},
                            self.dtype(), self.dtype()),
                  0);
}
Tensor maskedFillScalar(const Tensor &self, const Tensor &mask, Scalar value) {
  return maskedFill(self, mask, wrapNumber(value));
}
/// A mask of the places of an expanded tensor: those of which one element is
/// masked.
Tensor maskPlaces(const Tensor &self, const Tensor &mask) {
  Dims shape = self.sizes();
  for (int64_t d = 0; d < self.dim(); ++d)
    if (isShared(self, d))
      shape[d] = 1;
  std::vector<int64_t> masked = elementsAs<int64_t>(mask);
  Tensor places = zeros(shape, TSRT_B8);
  for (int64_t i = 0, n = int64_t(masked.size()); i < n; ++i) {
    int64_t place = 0, rest = i, step = 1;
    for (int64_t d = self.dim() - 1; d >= 0; --d) {
      place += shape[d] == 1 ? 0 : rest % self.size(d) * step;
      rest /= self.size(d);
      step *= shape[d];
    }
    places.data<bool>()[place] |= masked[i] != 0;
  }
  return places;
}
/// PyTorch fills expanded tensors, too, where other operators that write refuse
/// them.
Tensor maskedFillInPlace(const Tensor &self, const Tensor &mask,
                         const Tensor &value) {
  Dims shape = broadcastShapes(self.sizes(), mask.sizes());
  if (!failed() && shape != self.sizes())
    bail("output with shape %s doesn't match the broadcast shape %s",
         self.sizes().str().c_str(), shape.str().c_str());
  Tensor target = self, where = mask;
  for (int64_t d = 0; d < self.dim() && !failed(); ++d) {
    if (!isShared(self, d))
      continue;
    if (where.get() == mask.get())
      where = maskPlaces(self, expand(mask, shape));
    target = narrow(target, d, 0, 1);
  }
  if (failed())
    return {};
  Tensor filled = maskedFill(target, where, value);
  if (failed())
    return {};
  copyInPlace(target, filled);
  if (filled.get()->requiresGrad)
    self.get()->requiresGrad = true;
  return self;
}
Tensor maskedFillScalarInPlace(const Tensor &self, const Tensor &mask,
                               Scalar value) {
  return maskedFillInPlace(self, mask, wrapNumber(value));
}
Tensor maskedSelect(const Tensor &self, const Tensor &mask) {
  if (!checkMask("masked_select", mask))
    return {};
  Dims shape = broadcastShapes(self.sizes(), mask.sizes());
  if (failed())
    return {};
  Tensor m = expand(mask, shape), s = expand(self, shape);
  if (shape.empty()) {
    m = unsqueeze(m, 0);
    s = unsqueeze(s, 0);
  }
  return indexTensor(s, {m});
}
Tensor maskedScatter(const Tensor &self, const Tensor &mask,
                     const Tensor &source) {
  if (self.dtype() != source.dtype())
    return bail("masked_scatter: expected self and source to have same dtypes "
                "but got%s and %s",
                scalarTypeName(self.dtype()), scalarTypeName(source.dtype()));
  Dims shape = broadcastShapes(self.sizes(), mask.sizes());
  if (failed() || !checkMask("masked_scatter", mask))
    return {};
  Tensor out = inFormat(cloneOf(expand(self, shape)), 0);
  std::vector<int64_t> m = elementsAs<int64_t>(expand(mask, shape));
  Tensor from = contiguous(source);
  int64_t next = 0, size = self.itemsize();
  for (size_t i = 0; i < m.size(); ++i) {
    if (!m[i])
      continue;
    if (next >= from.numel())
      return bail("masked_scatter: expected self and source to have same "
                  "number of elements: source has too few");
    std::memcpy(out.data<char>() + int64_t(i) * size,
                from.data<char>() + next++ * size, size);
  }
  return out;
}

/// Wrapped positions of take and put in a tensor of n elements.
std::vector<int64_t> flatPositions(const Tensor &index, int64_t n) {
  std::vector<int64_t> p = elementsAs<int64_t>(index);
  for (int64_t &v : p) {
    if (v < -n || v >= n)
      return bailAs("IndexError",
                    "out of range: tried to access index %lld on "
                    "a tensor of %lld elements.",
                    LL(v), LL(n));
    v += v < 0 ? n : 0;
  }
  return p;
}
Tensor take(const Tensor &self, const Tensor &index) {
  if (index.dtype() != TSRT_I64)
    return bail("take(): Expected a long tensor for index, but got %s",
                scalarTypeName(index.dtype()));
  Tensor from = contiguous(self), out = empty(index.sizes(), self.dtype());
  char *target = out.data<char>();
  int64_t size = self.itemsize();
  for (int64_t p : flatPositions(index, self.numel())) {
    std::memcpy(target, from.data<char>() + p * size, size);
    target += size;
  }
  return out;
}
Tensor put(const Tensor &self, const Tensor &index, const Tensor &source,
           bool accumulate) {
  if (index.numel() != source.numel())
    return bail("put_(): Expected source and index to have the same number of "
                "elements, but got source.numel() = %lld, index.numel() = %lld",
                LL(source.numel()), LL(index.numel()));
  Tensor out = contiguous(cloneOf(self));
  Tensor flat = viewTo(out, {-1});
  Tensor values = viewTo(contiguous(source), {-1});
  if (index.numel())
    indexPut(flat, {viewTo(contiguous(index), {-1})}, values, accumulate);
  return inStrides(out, preservedStrides(self));
}

Tensor selectScatter(const Tensor &self, const Tensor &src, int64_t dim,
                     int64_t index) {
  Tensor out = cloneOf(self);
  Tensor part = selectAt(out, dim, index);
  if (!failed() && part.sizes() != src.sizes())
    return bail("expected src to have a size equal to the slice of self. src "
                "size = %s, slice size = %s",
                src.sizes().str().c_str(), part.sizes().str().c_str());
  copyInPlace(part, src);
  return out;
}
Tensor sliceScatter(const Tensor &self, const Tensor &src, int64_t dim,
                    OptInt start, OptInt end, int64_t step) {
  Tensor out = cloneOf(self);
  copyInPlace(slice(out, dim, start, end, step), src);
  return out;
}
Tensor diagonalScatter(const Tensor &self, const Tensor &src, int64_t offset,
                       int64_t a, int64_t b) {
  Tensor out = cloneOf(self);
  copyInPlace(diagonal(out, offset, a, b), src);
  return out;
}
Tensor asStridedScatter(const Tensor &self, const Tensor &src, const Dims &size,
                        const Dims &stride, OptInt offset) {
  Tensor out = contiguous(cloneOf(self));
  copyInPlace(asStrided(out, size, stride, offset.value_or(out.offset())), src);
  return out;
}
Tensor fillDiagonal(const Tensor &self, Scalar value, bool wrap) {
  if (self.dim() < 2)
    return bail("dimensions must larger than 1");
  Dims strides = self.strides();
  int64_t stride = 0, length = self.size(0);
  for (int64_t d = 0; d < self.dim(); ++d) {
    stride += strides[d];
    length = std::min(length, self.size(d));
    if (self.dim() > 2 && self.size(d) != self.size(0))
      return bail("all dimensions of input must be of equal length");
  }
  if (wrap && self.dim() == 2 && self.size(0) > self.size(1)) {
    // The diagonal begins again below a gap of one row.
    int64_t gap = self.size(1) + 1;
    for (int64_t r = 0; r < self.size(0); r += gap) {
      Tensor block = narrow(self, 0, r, std::min(gap, self.size(0) - r));
      fillInPlace(diagonal(block, 0, 0, 1), value);
    }
    return self;
  }
  fillInPlace(viewOf(self, {length}, {stride}, self.offset()), value);
  return self;
}

Tensor embedding(const Tensor &weight, const Tensor &indices, int64_t, bool,
                 bool) {
  if (weight.dim() != 2)
    return bail("'weight' must be 2-D");
  if (indices.dtype() != TSRT_I64 && indices.dtype() != TSRT_I32)
    return bail("Expected tensor for argument #1 'indices' to have one of the "
                "following scalar types: Long, Int; but got torch.%sTensor "
                "instead (while checking arguments for embedding)",
                scalarTypeName(indices.dtype()));
  Tensor rows = indexSelect(weight, 0, reshape(indices, {-1}));
  Dims shape = indices.sizes();
  shape.push_back(weight.size(1));
  return reshape(rows, shape);
}
Tensor oneHot(const Tensor &self, int64_t classes) {
  if (self.dtype() != TSRT_I64)
    return bail("one_hot is only applicable to index tensor.");
  std::vector<int64_t> v = elementsAs<int64_t>(self);
  if (v.empty() && classes <= 0)
    return bail("Can not infer total number of classes from empty tensor.");
  int64_t most = -1;
  for (int64_t x : v) {
    if (x < 0)
      return bail("Class values must be non-negative.");
    most = std::max(most, x);
  }
  if (classes == -1)
    classes = most + 1;
  else if (classes < 1)
    return bail("num_classes should be positive");
  else if (most >= classes)
    return bail("Class values must be smaller than num_classes.");
  Dims shape = self.sizes();
  shape.push_back(classes);
  Tensor out = zeros(shape, TSRT_I64);
  for (size_t i = 0; i < v.size(); ++i)
    out.data<int64_t>()[int64_t(i) * classes + v[i]] = 1;
  return out;
}

const KernelEntry entries[] = {
    {"aten::masked_fill.Scalar", op<maskedFillScalar>},
    {"aten::masked_fill_.Scalar", op<maskedFillScalarInPlace>},
    {"aten::masked_fill.Tensor", op<maskedFill>},
    {"aten::masked_fill_.Tensor", op<maskedFillInPlace>},
    TSRT_OP_A("masked_select", maskedSelect),
    TSRT_OP_I("masked_scatter", maskedScatter),
    TSRT_OP_A("take", take),
    TSRT_OP("put", put),
    {"aten::put_", inPlaceApart<put>},
    TSRT_OP("select_scatter", selectScatter),
    TSRT_OP("slice_scatter", sliceScatter),
    TSRT_OP("diagonal_scatter", diagonalScatter),
    TSRT_OP("as_strided_scatter", asStridedScatter),
    TSRT_OP("fill_diagonal_", fillDiagonal),
    TSRT_OP("embedding", embedding),
    TSRT_OP("one_hot", oneHot),
};
const KernelTable table(entries);

} // namespace
