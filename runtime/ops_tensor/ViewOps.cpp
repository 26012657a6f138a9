//===- ViewOps.cpp - Operators that return views --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Kernels.h"
#include "tensor/Iterator.h"

#include <algorithm>

using namespace tsrt;

namespace {

Tensor asStridedOf(const Tensor &t, const Dims &size, const Dims &stride,
                   OptInt offset) {
  return asStrided(t, size, stride, offset.value_or(t.offset()));
}
Tensor reshapeAlias(const Tensor &t, const Dims &size, const Dims &stride) {
  return asStrided(t, size, stride, t.offset());
}
Tensor viewDType(const Tensor &t, int64_t dtype) {
  int64_t from = t.itemsize(), to = tsrt_dtype_size(int(dtype));
  Dims sizes = t.sizes(), strides = t.strides();
  int64_t offset = t.offset();
  if (from != to) {
    if (!t.dim())
      return bail("self.dim() cannot be 0 to view %s as %s (different element "
                  "sizes)",
                  scalarTypeName(t.dtype()), scalarTypeName(int(dtype)));
    if (sizes.back() * from % to || offset * from % to || strides.back() != 1)
      return bail("self.size(-1) must be divisible by %lld to view %s as %s "
                  "(different element sizes), but got %lld",
                  LL(to / from), scalarTypeName(t.dtype()),
                  scalarTypeName(int(dtype)), LL(sizes.back()));
    for (size_t d = 0; d + 1 < strides.size(); ++d)
      strides[d] = strides[d] * from / to;
    sizes.back() = sizes.back() * from / to;
    offset = offset * from / to;
  }
  Tensor out = viewOf(t, sizes, strides, offset);
  if (out)
    out.get()->dtype = int(dtype);
  return out;
}
Tensor viewAs(const Tensor &t, const Tensor &o) { return viewTo(t, o.sizes()); }
Tensor reshapeAs(const Tensor &t, const Tensor &o) {
  return reshape(t, o.sizes());
}
Tensor ravel(const Tensor &t) { return viewTo(contiguous(t), {-1}); }
Tensor flattenInts(const Tensor &t, int64_t first, int64_t last) {
  return flatten(t, first, last);
}
Tensor unflatten(const Tensor &t, int64_t dim, const Dims &sizes) {
  dim = wrapDim(dim, t.dim());
  if (failed())
    return {};
  if (sizes.empty())
    return bail("unflatten: sizes must be non-empty");
  Dims inferred = sizes;
  int64_t known = 1, unknown = -1;
  for (size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] == -1)
      unknown = int64_t(i);
    else
      known *= sizes[i];
  if (unknown >= 0 && known)
    inferred[unknown] = t.size(dim) / known;
  if (inferred.product() != t.size(dim))
    return bail("unflatten: Provided sizes %s don't multiply up to the size of "
                "dim %lld (%lld) in the input tensor",
                sizes.str().c_str(), LL(dim), LL(t.size(dim)));
  Dims shape = t.sizes().slice(0, dim);
  for (int64_t s : inferred)
    shape.push_back(s);
  for (int64_t d = dim + 1; d < t.dim(); ++d)
    shape.push_back(t.size(d));
  return viewTo(t, shape);
}
Tensor transposeInts(const Tensor &t, int64_t a, int64_t b) {
  return transpose(t, a, b);
}
Tensor matrixT(const Tensor &t) {
  if (t.dim() > 2)
    return bail("t() expects a tensor with <= 2 dimensions, but self is %lldD",
                LL(t.dim()));
  return t.dim() == 2 ? transpose(t, 0, 1) : t;
}
Tensor numpyT(const Tensor &t) {
  Dims order;
  for (int64_t d = t.dim(); d-- > 0;)
    order.push_back(d);
  return permute(t, order);
}
Tensor mT(const Tensor &t) {
  if (t.dim() == 0)
    return t;
  if (t.dim() < 2)
    return bail("tensor.mT is only supported on matrices or batches of "
                "matrices. Got %lld-D tensor.",
                LL(t.dim()));
  return transpose(t, -2, -1);
}
Tensor squeezeAll(const Tensor &t) {
  Dims sizes, strides;
  for (int64_t d = 0; d < t.dim(); ++d)
    if (t.size(d) != 1) {
      sizes.push_back(t.size(d));
      strides.push_back(t.stride(d));
    }
  return viewOf(t, sizes, strides, t.offset());
}
Tensor expandOf(const Tensor &t, const Dims &size, bool) {
  return expand(t, size);
}
Tensor broadcastTo(const Tensor &t, const Dims &size) {
  return expand(t, size);
}
Tensor expandAs(const Tensor &t, const Tensor &o) {
  return expand(t, o.sizes());
}
Tensors broadcastTensors(const Tensors &ts) {
  Dims shape = broadcastShapes(ts);
  Tensors out;
  for (const Tensor &t : ts)
    out.push_back(expand(t, shape));
  return out;
}
Tensor narrowTensor(const Tensor &t, int64_t dim, const Tensor &start,
                    int64_t length) {
  if (start.dim() != 0 || !start.isIntegral(false))
    return bail("start must be an 0-dim integral Tensor.");
  return narrow(t, dim, start.at(0).toInt(), length);
}
Tensor narrowOf(const Tensor &t, int64_t dim, int64_t start, int64_t length) {
  return narrow(t, dim, start, length);
}
Tensor narrowCopy(const Tensor &t, int64_t dim, int64_t start, int64_t length) {
  return contiguous(cloneOf(narrow(t, dim, start, length)));
}

Tensors splitSizes(const Tensor &t, const Dims &sizes, int64_t dim) {
  dim = wrapDim(dim, t.dim());
  if (failed())
    return {};
  if (!t.dim())
    return bail("split expects at least a 1-dimensional tensor");
  int64_t total = 0;
  for (int64_t s : sizes) {
    if (s < 0)
      return bail("split_with_sizes expects split_sizes have only non-negative "
                  "entries, but got split_sizes=%s",
                  sizes.str().c_str());
    total += s;
  }
  if (total != t.size(dim))
    return bail("split_with_sizes expects split_sizes to sum exactly to %lld "
                "(input tensor's size at dimension %lld), but got "
                "split_sizes=%s",
                LL(t.size(dim)), LL(dim), sizes.str().c_str());
  Tensors out;
  int64_t start = 0;
  for (int64_t s : sizes) {
    out.push_back(narrow(t, dim, start, s));
    start += s;
  }
  return out;
}
Tensors split(const Tensor &t, int64_t size, int64_t dim) {
  if (!t.dim())
    return bail("split expects at least a 1-dimensional tensor");
  if (size < 0)
    return bail("split expects split_size be non-negative, but got "
                "split_size=%lld",
                LL(size));
  dim = wrapDim(dim, t.dim());
  if (failed())
    return {};
  int64_t n = t.size(dim);
  if (size == 0 && n != 0)
    return bail("split_size can only be 0 if dimension size is 0, but got "
                "dimension size of %lld",
                LL(n));
  Tensors out;
  int64_t count = size ? std::max<int64_t>((n + size - 1) / size, 1) : 1;
  out.reserve(size_t(count));
  for (int64_t i = 0; i < count; ++i)
    out.push_back(narrow(t, dim, i * size, std::min(size, n - i * size)));
  return out;
}
Tensors chunk(const Tensor &t, int64_t chunks, int64_t dim) {
  if (!t.dim())
    return bail("chunk expects at least a 1-dimensional tensor");
  if (chunks <= 0)
    return bail("chunk expects `chunks` to be greater than 0, got: %lld",
                LL(chunks));
  dim = wrapDim(dim, t.dim());
  if (failed())
    return {};
  int64_t n = t.size(dim), size = (n + chunks - 1) / chunks;
  if (size == 0) {
    Dims none(chunks, 0);
    return splitSizes(t, none, dim);
  }
  return split(t, size, dim);
}
Tensors splitAt(const Tensor &t, const Dims &indices, int64_t dim) {
  dim = wrapDim(dim, t.dim());
  if (!failed() && !t.dim())
    return bail("tensor_split expected at least a 1-dimensional tensor, but "
                "got a tensor with 0 dims");
  Tensors out;
  int64_t start = 0;
  for (int64_t end : indices) {
    out.push_back(slice(t, dim, start, end, 1));
    start = end;
  }
  out.push_back(slice(t, dim, start, t.size(dim), 1));
  return out;
}
Tensors splitSections(const Tensor &t, int64_t sections, int64_t dim) {
  dim = wrapDim(dim, t.dim());
  if (failed())
    return {};
  if (!t.dim())
    return bail("tensor_split expected at least a 1-dimensional tensor, but "
                "got a tensor with 0 dims");
  if (sections <= 0)
    return bail("number of sections must be larger than 0, got %lld",
                LL(sections));
  Tensors out;
  int64_t n = t.size(dim), start = 0;
  for (int64_t i = 0; i < sections; ++i) {
    int64_t length = n / sections + (i < n % sections);
    out.push_back(narrow(t, dim, start, length));
    start += length;
  }
  return out;
}
Tensors splitTensor(const Tensor &t, const Tensor &where, int64_t dim) {
  if (where.dim() == 0)
    return splitSections(t, where.at(0).toInt(), dim);
  std::vector<int64_t> v = elementsAs<int64_t>(where);
  return splitAt(t, v, dim);
}
/// hsplit, vsplit, dsplit: along a fixed dimension.
template <int Kind>
bool checkSplit(const Tensor &t, OptInt sections) {
  static const char *const names[] = {"hsplit", "vsplit", "dsplit"};
  static const int least[] = {1, 2, 3};
  if (t.dim() < least[Kind]) {
    bail("torch.%s requires a tensor with at least %d dimension%s, but got a "
         "tensor with %lld dimensions!",
         names[Kind], least[Kind], least[Kind] == 1 ? "" : "s", LL(t.dim()));
    return false;
  }
  int64_t dim = Kind == 0 ? (t.dim() == 1 ? 0 : 1) : Kind == 1 ? 0 : 2;
  if (sections && (*sections == 0 || t.size(dim) % *sections)) {
    bail("torch.%s attempted to split along dimension %lld, but the size of "
         "the dimension %lld is not divisible by the split_size %lld!",
         names[Kind], LL(dim), LL(t.size(dim)), LL(*sections));
    return false;
  }
  return true;
}
template <int Kind>
int64_t splitDim(const Tensor &t) {
  return Kind == 0 ? (t.dim() == 1 ? 0 : 1) : Kind == 1 ? 0 : 2;
}
template <int Kind>
Tensors xsplitInt(const Tensor &t, int64_t sections) {
  return checkSplit<Kind>(t, sections)
             ? splitSections(t, sections, splitDim<Kind>(t))
             : Tensors();
}
template <int Kind>
Tensors xsplitArray(const Tensor &t, const Dims &indices) {
  return checkSplit<Kind>(t, {}) ? splitAt(t, indices, splitDim<Kind>(t))
                                 : Tensors();
}
Tensors unbind(const Tensor &t, int64_t dim) {
  dim = wrapDim(dim, t.dim());
  if (!failed() && !t.dim())
    return bailAs("IndexError",
                  "Dimension specified as 0 but tensor has no dimensions");
  Tensors out;
  out.reserve(size_t(t.size(dim)));
  for (int64_t i = 0; i < t.size(dim) && !failed(); ++i)
    out.push_back(selectAt(t, dim, i));
  return out;
}

Tensor movedimList(const Tensor &t, const Dims &from, const Dims &to) {
  if (from.size() != to.size())
    return bail("movedim: Invalid source or destination dims: source (%s dims) "
                "should contain the same number of dims as destination (%s "
                "dims)",
                from.str().c_str(), to.str().c_str());
  Dims source = wrapDims(from, t.dim()), target = wrapDims(to, t.dim());
  if (failed() || !t.dim())
    return t;
  Dims order(t.dim(), -1);
  for (size_t i = 0; i < source.size(); ++i)
    order[target[i]] = source[i];
  int64_t next = 0;
  for (int64_t &o : order) {
    if (o >= 0)
      continue;
    while (source.contains(next))
      ++next;
    o = next++;
  }
  return permute(t, order);
}
Tensor movedimInt(const Tensor &t, int64_t from, int64_t to) {
  return movedimList(t, {from}, {to});
}
Tensor diagonalOf(const Tensor &t, int64_t offset, int64_t a, int64_t b) {
  return diagonal(t, offset, a, b);
}
Tensor linalgDiagonal(const Tensor &t, int64_t offset, int64_t a, int64_t b) {
  return diagonal(t, offset, a, b);
}
Tensor unfold(const Tensor &t, int64_t dim, int64_t size, int64_t step) {
  dim = wrapDim(dim, t.dim());
  if (failed())
    return {};
  int64_t n = t.dim() ? t.size(dim) : 1;
  if (size > n)
    return bail("maximum size for tensor at dimension %lld is %lld but size is "
                "%lld",
                LL(dim), LL(n), LL(size));
  if (step <= 0)
    return bail("step is %lld but must be > 0", LL(step));
  Dims sizes = t.sizes(), strides = t.strides();
  sizes.push_back(size);
  strides.push_back(t.dim() ? t.stride(dim) : 1);
  if (t.dim()) {
    sizes[dim] = (n - size) / step + 1;
    strides[dim] *= step;
  }
  return viewOf(t, sizes, strides, t.offset());
}
/// atleast_1d, _2d, _3d.
template <int N>
Tensor atLeast(const Tensor &t) {
  if (t.dim() == 0)
    return reshape(t, Dims(N, 1));
  if (N >= 2 && t.dim() == 1) {
    Tensor row = unsqueeze(t, 0);
    return N == 3 ? unsqueeze(row, -1) : row;
  }
  return N == 3 && t.dim() == 2 ? unsqueeze(t, -1) : t;
}
template <int N>
Tensors atLeastAll(const Tensors &ts) {
  Tensors out;
  for (const Tensor &t : ts)
    out.push_back(atLeast<N>(t));
  return out;
}

/// In-place forms change the shape of the tensor object itself.
template <auto F, class... A>
Tensor reshapeSelf(const Tensor &t, A... args) {
  Tensor v = F(t, args...);
  if (!v)
    return {};
  t.get()->sizes = v.sizes();
  t.get()->strides = v.strides();
  t.get()->offset = v.offset();
  t.get()->numel = v.numel();
  return t;
}

/// The *_copy operators: a view, copied.
template <auto F, class... A>
Tensor copied(A... args) {
  return cloneOf(F(args...));
}

const KernelEntry entries[] = {
    TSRT_OP("as_strided", asStridedOf),
    TSRT_OP("view", viewTo),
    {"aten::view.dtype", op<viewDType>},
    TSRT_OP("view_as", viewAs),
    TSRT_OP("_unsafe_view", viewTo),
    TSRT_OP("_reshape_alias", reshapeAlias),
    TSRT_OP("reshape", reshape),
    TSRT_OP("reshape_as", reshapeAs),
    TSRT_OP("ravel", ravel),
    {"aten::flatten.using_ints", op<flattenInts>},
    {"aten::unflatten.int", op<unflatten>},
    TSRT_OP("permute", permute),
    {"aten::transpose.int", op<transposeInts>},
    {"aten::transpose_", op<reshapeSelf<transpose, int64_t, int64_t>>},
    TSRT_OP("swapaxes", transpose),
    TSRT_OP("swapdims", transpose),
    TSRT_OP("t", matrixT),
    {"aten::t_", op<reshapeSelf<matrixT>>},
    TSRT_OP("numpy_T", numpyT),
    {"prim::T", op<numpyT>},
    TSRT_OP("T", numpyT),
    TSRT_OP("mT", mT),
    TSRT_OP("squeeze", squeezeAll),
    {"aten::squeeze.dim", op<squeeze>},
    {"aten::squeeze_", op<reshapeSelf<squeezeAll>>},
    {"aten::squeeze_.dim", op<reshapeSelf<squeeze, int64_t>>},
    TSRT_OP("unsqueeze", unsqueeze),
    {"aten::unsqueeze_", op<reshapeSelf<unsqueeze, int64_t>>},
    TSRT_OP("expand", expandOf),
    TSRT_OP("expand_as", expandAs),
    TSRT_OP("broadcast_to", broadcastTo),
    TSRT_OP("broadcast_tensors", broadcastTensors),
    TSRT_OP("narrow", narrowOf),
    {"aten::narrow.Tensor", op<narrowTensor>},
    TSRT_OP("narrow_copy", narrowCopy),
    {"aten::select.int", op<selectAt>},
    {"aten::slice.Tensor", op<slice>},
    {"aten::split.Tensor", op<split>},
    {"aten::split.sizes", op<splitSizes>},
    TSRT_OP("split", splitSizes),
    TSRT_OP("split_with_sizes", splitSizes),
    TSRT_OP("unsafe_split_with_sizes", splitSizes),
    {"aten::unsafe_split.Tensor", op<split>},
    TSRT_OP("chunk", chunk),
    TSRT_OP("unsafe_chunk", chunk),
    {"aten::tensor_split.sections", op<splitSections>},
    {"aten::tensor_split.indices", op<splitAt>},
    {"aten::tensor_split.tensor_indices_or_sections", op<splitTensor>},
    {"aten::hsplit.int", op<xsplitInt<0>>},
    {"aten::hsplit.array", op<xsplitArray<0>>},
    {"aten::vsplit.int", op<xsplitInt<1>>},
    {"aten::vsplit.array", op<xsplitArray<1>>},
    {"aten::dsplit.int", op<xsplitInt<2>>},
    {"aten::dsplit.array", op<xsplitArray<2>>},
    {"aten::unbind.int", op<unbind>},
    {"aten::movedim.int", op<movedimInt>},
    {"aten::movedim.intlist", op<movedimList>},
    {"aten::moveaxis.int", op<movedimInt>},
    {"aten::moveaxis.intlist", op<movedimList>},
    TSRT_OP("diagonal", diagonalOf),
    TSRT_OP("linalg_diagonal", linalgDiagonal),
    TSRT_OP("unfold", unfold),
    TSRT_OP("view_as_real", viewAsReal),
    TSRT_OP("view_as_complex", viewAsComplex),
    TSRT_OP("atleast_1d", atLeast<1>),
    TSRT_OP("atleast_2d", atLeast<2>),
    TSRT_OP("atleast_3d", atLeast<3>),
    {"aten::atleast_1d.Sequence", op<atLeastAll<1>>},
    {"aten::atleast_2d.Sequence", op<atLeastAll<2>>},
    {"aten::atleast_3d.Sequence", op<atLeastAll<3>>},
    TSRT_OP("permute_copy", (copied<permute, const Tensor &, const Dims &>)),
    TSRT_OP("view_copy", (copied<reshape, const Tensor &, const Dims &>)),
    {"aten::transpose_copy.int",
     op<copied<transpose, const Tensor &, int64_t, int64_t>>},
    TSRT_OP("t_copy", copied<matrixT, const Tensor &>),
    {"aten::select_copy.int",
     op<copied<selectAt, const Tensor &, int64_t, int64_t>>},
    TSRT_OP("unsqueeze_copy", (copied<unsqueeze, const Tensor &, int64_t>)),
    TSRT_OP("squeeze_copy", copied<squeezeAll, const Tensor &>),
    {"aten::slice_copy.Tensor",
     op<copied<slice, const Tensor &, int64_t, OptInt, OptInt, int64_t>>},
    TSRT_OP("expand_copy",
            (copied<expandOf, const Tensor &, const Dims &, bool>)),
    TSRT_OP("detach_copy", cloneOf),
    TSRT_OP("alias_copy", cloneOf),
};
const KernelTable table(entries);

} // namespace
