//===- Joining.cpp - Concatenation, repetition, grids ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/IndexHelpers.h"
#include "ops_tensor/MemoryFormat.h"

using namespace tsrt;

namespace {
/// 1-D empty tensors are skipped by cat whatever the rank of the others.
bool skipped(const Tensor &t) { return t.dim() == 1 && t.size(0) == 0; }
} // namespace

Tensor tsrt::cat(const Tensors &tensors, int64_t dim) {
  if (tensors.empty())
    return bail("torch.cat(): expected a non-empty list of Tensors");
  const Tensor *model = nullptr;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (tensors[i].dim() == 0)
      return bail("zero-dimensional tensor (at position %zu) cannot be "
                  "concatenated",
                  i);
    if (!model && !skipped(tensors[i]))
      model = &tensors[i];
  }
  int dtype = resultType(tensors);
  if (!model)
    return empty({0}, dtype);
  dim = wrapDim(dim, model->dim());
  if (failed())
    return {};
  Dims shape = model->sizes();
  shape[dim] = 0;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor &t = tensors[i];
    if (skipped(t))
      continue;
    if (t.dim() != model->dim())
      return bail("Tensors must have same number of dimensions: got %lld and "
                  "%lld",
                  LL(model->dim()), LL(t.dim()));
    for (int64_t d = 0; d < t.dim(); ++d)
      if (d != dim && t.size(d) != model->size(d))
        return bail("Sizes of tensors must match except in dimension %lld. "
                    "Expected size %lld but got size %lld for tensor number "
                    "%zu in the list.",
                    LL(dim), LL(model->size(d)), LL(t.size(d)), i);
    shape[dim] += t.size(dim);
  }
  Tensor out = emptyStrided(
      shape, formatStrides(shape, suggestedFormat(tensors)), dtype);
  int64_t start = 0;
  for (const Tensor &t : tensors) {
    if (skipped(t))
      continue;
    copyInPlace(narrow(out, dim, start, t.size(dim)), t);
    start += t.size(dim);
  }
  return out;
}

Tensor tsrt::stack(const Tensors &tensors, int64_t dim) {
  if (tensors.empty())
    return bail("stack expects a non-empty TensorList");
  Tensors parts;
  dim = wrapDim(dim, tensors[0].dim() + 1);
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (tensors[i].sizes() != tensors[0].sizes())
      return bail("stack expects each tensor to be equal size, but got %s at "
                  "entry 0 and %s at entry %zu",
                  tensors[0].sizes().str().c_str(),
                  tensors[i].sizes().str().c_str(), i);
    // Laid end to end and then split: so results lie as those of cat do.
    parts.push_back(dim < tensors[0].dim() ? tensors[i]
                                           : unsqueeze(tensors[i], dim));
  }
  Tensor joined = cat(parts, dim);
  if (!joined || dim == tensors[0].dim())
    return joined;
  Dims shape = tensors[0].sizes();
  shape.insert(dim, int64_t(tensors.size()));
  return viewTo(joined, shape);
}

namespace {

Tensor atLeast(const Tensor &t, int64_t rank) {
  if (t.dim() == 0)
    return reshape(t, Dims(rank, 1));
  Tensor out = t;
  if (rank >= 2 && out.dim() == 1)
    out = unsqueeze(out, 0);
  return rank == 3 && out.dim() == 2 ? unsqueeze(out, -1) : out;
}
template <int Rank, int Dim>
Tensor stackAlong(const Tensors &tensors) {
  if (tensors.empty())
    return bail("%s expects a non-empty TensorList", Dim == 2   ? "dstack"
                                                     : Dim == 0 ? "vstack"
                                                                : "hstack");
  Tensors parts;
  for (const Tensor &t : tensors)
    parts.push_back(atLeast(t, Rank));
  bool flat = Rank == 1 && parts[0].dim() == 1;
  return cat(parts, flat ? 0 : Dim);
}
Tensor columnStack(const Tensors &tensors) {
  Tensors parts;
  for (const Tensor &t : tensors)
    parts.push_back(t.dim() <= 1 ? reshape(t, {t.numel(), 1}) : t);
  if (parts.empty())
    return bail("column_stack expects a non-empty TensorList");
  return cat(parts, 1);
}

Tensor repeat(const Tensor &t, const Dims &repeats) {
  if (int64_t(repeats.size()) < t.dim())
    return bail("Number of dimensions of repeat dims can not be smaller than "
                "number of dimensions of tensor");
  int64_t missing = int64_t(repeats.size()) - t.dim();
  // View each dimension as [count, size] and expand the counts.
  Dims paired, expanded, shape;
  for (int64_t d = 0; d < int64_t(repeats.size()); ++d) {
    int64_t size = d < missing ? 1 : t.size(d - missing);
    if (repeats[d] < 0)
      return bail("Trying to create tensor with negative dimension %lld: %s",
                  LL(repeats[d] * size), repeats.str().c_str());
    paired.push_back(1);
    paired.push_back(size);
    expanded.push_back(repeats[d]);
    expanded.push_back(size);
    shape.push_back(repeats[d] * size);
  }
  Tensor wide = expand(reshape(t, paired), expanded);
  Tensor out = empty(expanded, t.dtype());
  copyInPlace(out, wide);
  return viewTo(out, shape);
}
Tensor tile(const Tensor &t, const Dims &dims) {
  Dims repeats;
  for (int64_t d = int64_t(dims.size()); d < t.dim(); ++d)
    repeats.push_back(1);
  for (int64_t d : dims)
    repeats.push_back(d);
  return repeat(t, repeats);
}
/// Indices 0..n-1, each as often as `repeats` says.
Tensor repeatIndices(const Tensor &repeats, OptInt) {
  if (repeats.dim() != 1)
    return bail("repeat_interleave only accept 1D vector as repeat");
  Dims out;
  std::vector<int64_t> counts = elementsAs<int64_t>(repeats);
  for (size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] < 0)
      return bail("repeats can not be negative");
    for (int64_t k = 0; k < counts[i]; ++k)
      out.push_back(int64_t(i));
  }
  return toDType(fromInts(out), repeats.dtype());
}
Tensor repeatInterleave(const Tensor &self, const Tensor &repeats, OptInt dim,
                        OptInt) {
  Tensor input = dim ? self : flatten(self);
  int64_t d = wrapDim(dim.value_or(0), input.dim());
  if (failed())
    return {};
  Tensor counts = repeats;
  if (counts.dim() == 0 || (counts.dim() == 1 && counts.size(0) == 1))
    counts = expand(reshape(counts, {1}), {input.size(d)});
  else if (counts.size(0) != input.size(d))
    return bail("repeats must have the same size as input along dim");
  return indexSelect(input, d, toDType(repeatIndices(counts, {}), TSRT_I64));
}
Tensor repeatInterleaveInt(const Tensor &self, int64_t repeats, OptInt dim,
                           OptInt size) {
  return repeatInterleave(self, scalarTensor(repeats, TSRT_I64), dim, size);
}

Tensors meshgridIndexing(const Tensors &tensors, std::string_view indexing) {
  if (tensors.empty())
    return bail("meshgrid expects a non-empty TensorList");
  bool swap = indexing == "xy" && tensors.size() >= 2;
  if (indexing != "xy" && indexing != "ij")
    return bail("torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but "
                "received: %.*s",
                int(indexing.size()), indexing.data());
  Tensors in = tensors;
  if (swap)
    std::swap(in[0], in[1]);
  Dims shape;
  for (const Tensor &t : in) {
    if (t.dim() > 1)
      return bail("torch.meshgrid: Expected 0D or 1D tensor in the tensor list "
                  "but got: %s",
                  t.sizes().str().c_str());
    shape.push_back(t.numel());
  }
  Tensors out;
  for (size_t i = 0; i < in.size(); ++i) {
    Dims view(in.size(), 1);
    view[i] = in[i].numel();
    out.push_back(expand(reshape(in[i], view), shape));
  }
  if (swap)
    std::swap(out[0], out[1]);
  return out;
}
Tensors meshgrid(const Tensors &tensors) {
  return meshgridIndexing(tensors, "ij");
}
Tensor cartesianProd(const Tensors &tensors) {
  for (const Tensor &t : tensors)
    if (t.dim() != 1)
      return bail("Expect a 1D vector, but got shape %s",
                  t.sizes().str().c_str());
  if (tensors.size() == 1)
    return tensors[0];
  Tensors columns;
  for (const Tensor &grid : meshgrid(tensors))
    columns.push_back(flatten(grid));
  return stack(columns, 1);
}
Tensor combinations(const Tensor &self, int64_t r, bool replacement) {
  if (self.dim() != 1)
    return bail("Expect a 1D vector, but got shape %s",
                self.sizes().str().c_str());
  if (r < 0)
    return bail("Expect a non-negative number, but got %lld", LL(r));
  if (r == 0)
    return empty({0}, self.dtype());
  int64_t n = self.size(0);
  Dims positions, at;
  for (int64_t k = 0; k < r; ++k)
    at.push_back(replacement ? 0 : k);
  int64_t rows = 0;
  bool more = n > 0 && (replacement || r <= n);
  while (more) {
    for (int64_t p : at)
      positions.push_back(p);
    ++rows;
    int64_t k = r - 1;
    while (k >= 0 && at[k] == (replacement ? n - 1 : n - r + k))
      --k;
    more = k >= 0;
    if (more) {
      ++at[k];
      for (int64_t j = k + 1; j < r; ++j)
        at[j] = replacement ? at[k] : at[j - 1] + 1;
    }
  }
  return viewTo(indexSelect(self, 0, fromInts(positions)), {rows, r});
}
Tensor blockDiag(const Tensors &tensors) {
  int64_t rows = 0, columns = 0;
  for (const Tensor &t : tensors) {
    if (t.dim() > 2)
      return bail("torch.block_diag: Input tensors must have 2 or fewer "
                  "dimensions. Input 0 has %lld dimensions",
                  LL(t.dim()));
    rows += t.dim() == 2 ? t.size(0) : 1;
    columns += t.dim() ? t.size(-1) : 1;
  }
  Tensor out =
      zeros({tensors.empty() ? 1 : rows, columns}, resultType(tensors));
  int64_t r = 0, c = 0;
  for (const Tensor &t : tensors) {
    Tensor m = atLeast(t, 2);
    copyInPlace(narrow(narrow(out, 0, r, m.size(0)), 1, c, m.size(1)), m);
    r += m.size(0);
    c += m.size(1);
  }
  return out;
}

const KernelEntry entries[] = {
    TSRT_OP_A("cat", cat),
    TSRT_OP_A("concat", cat),
    TSRT_OP_A("concatenate", cat),
    TSRT_OP_A("stack", stack),
    TSRT_OP_A("hstack", stackAlong<1, 1>),
    TSRT_OP_A("vstack", stackAlong<2, 0>),
    TSRT_OP_A("row_stack", stackAlong<2, 0>),
    TSRT_OP_A("dstack", stackAlong<3, 2>),
    TSRT_OP_A("column_stack", columnStack),
    TSRT_OP("repeat", repeat),
    TSRT_OP("tile", tile),
    {"aten::repeat_interleave.Tensor", op<repeatIndices>},
    {"aten::repeat_interleave.self_Tensor", op<repeatInterleave>},
    {"aten::repeat_interleave.self_int", op<repeatInterleaveInt>},
    TSRT_OP("meshgrid", meshgrid),
    {"aten::meshgrid.indexing", op<meshgridIndexing>},
    TSRT_OP("cartesian_prod", cartesianProd),
    TSRT_OP("combinations", combinations),
    TSRT_OP("block_diag", blockDiag),
};
const KernelTable table(entries);

} // namespace
