//===- Rearranging.cpp - Triangles, diagonals, flips, rolls, padding ------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/IndexHelpers.h"
#include "ops_tensor/Matrices.h"
#include "ops_tensor/MemoryFormat.h"
#include "ops_tensor/Reduce.h"

using namespace tsrt;

namespace {

/// Keeps the elements of each matrix on one side of a diagonal.
template <bool Lower>
Tensor triangle(const Tensor &t, int64_t diagonal) {
  if (t.dim() < 2)
    return bail("%s: input tensor must have at least 2 dimensions",
                Lower ? "tril" : "triu");
  return triangleOf(t, diagonal, Lower);
}

Tensor diagEmbed(const Tensor &t, int64_t offset, int64_t dim1, int64_t dim2) {
  int64_t rank = t.dim() + 1, n = t.size(-1) + std::llabs(offset);
  int64_t a = wrapDim(dim1, rank), b = wrapDim(dim2, rank);
  if (failed())
    return {};
  if (a == b)
    return bail("diagonal dimensions cannot be identical %lld, %lld", LL(dim1),
                LL(dim2));
  Dims shape = t.sizes();
  shape.pop_back();
  shape.insert(std::min(a, b), n);
  shape.insert(std::max(a, b), n);
  Tensor out = zeros(shape, t.dtype());
  copyInPlace(diagonal(out, offset, a, b), t);
  return out;
}
Tensor diag(const Tensor &t, int64_t offset) {
  if (t.dim() == 1)
    return diagEmbed(t, offset, 0, 1);
  if (t.dim() == 2)
    return contiguous(cloneOf(diagonal(t, offset, 0, 1)));
  return bail("diag(): Supports 1D or 2D tensors. Got %lldD", LL(t.dim()));
}
Tensor diagflat(const Tensor &t, int64_t offset) {
  return diagEmbed(viewTo(contiguous(t), {-1}), offset, 0, 1);
}

Tensor flip(const Tensor &t, const Dims &dims) {
  Dims flipped = wrapDims(dims, t.dim());
  if (failed())
    return {};
  Tensor out = t;
  for (int64_t d : flipped) {
    Dims order;
    for (int64_t i = t.size(d); i-- > 0;)
      order.push_back(i);
    out = indexSelect(out, d, fromInts(order));
  }
  return flipped.empty() ? cloneOf(t) : inStrides(out, preservedStrides(t));
}
Tensor fliplr(const Tensor &t) {
  return t.dim() < 2 ? Tensor(bail("Input must be >= 2-d.")) : flip(t, {1});
}
Tensor flipud(const Tensor &t) {
  return t.dim() < 1 ? Tensor(bail("Input must be >= 1-d.")) : flip(t, {0});
}
Tensor rollOne(const Tensor &t, int64_t shift, int64_t dim) {
  dim = wrapOwnDim(dim, t.dim());
  int64_t n = failed() ? 0 : t.size(dim);
  if (n == 0)
    return t;
  int64_t start = ((-shift) % n + n) % n;
  return cat({narrow(t, dim, start, n - start), narrow(t, dim, 0, start)}, dim);
}
Tensor roll(const Tensor &t, const Dims &shifts, const Dims &dims) {
  if (shifts.empty())
    return bail("`shifts` required");
  if (t.numel() == 0)
    return cloneOf(t);
  if (dims.empty() && shifts.size() == 1)
    return viewTo(rollOne(viewTo(contiguous(t), {-1}), shifts[0], 0),
                  t.sizes());
  if (dims.size() != shifts.size())
    return bail("shifts and dimensions must align. shifts: %zu, dims:%zu",
                shifts.size(), dims.size());
  Tensor out = t;
  for (size_t i = 0; i < dims.size(); ++i)
    out = rollOne(out, shifts[i], dims[i]);
  return out;
}
Tensor rot90(const Tensor &t, int64_t k, const Dims &dims) {
  if (dims.size() != 2)
    return bail("expected total rotation dims == 2, but got dims = %zu",
                dims.size());
  if (t.dim() < 2)
    return bail("expected total dims >= 2, but got total dims = %lld",
                LL(t.dim()));
  int64_t a = wrapDim(dims[0], t.dim()), b = wrapDim(dims[1], t.dim());
  if (!failed() && a == b)
    return bail("expected rotation dims to be different, but got dim0 = %lld "
                "and dim1 = %lld",
                LL(dims[0]), LL(dims[1]));
  switch ((k % 4 + 4) % 4) {
  case 1:
    return transpose(flip(t, {b}), a, b);
  case 2:
    return flip(t, {a, b});
  case 3:
    return transpose(flip(t, {a}), a, b);
  default:
    return inFormat(cloneOf(t), 0);
  }
}

/// Where padded position i lies in [0, n): reflected, repeated or wrapped.
enum class Border { Reflect, Replicate, Circular };
int64_t borderIndex(Border border, int64_t i, int64_t n) {
  if (border == Border::Replicate)
    return std::min(std::max<int64_t>(i, 0), n - 1);
  if (border == Border::Circular)
    return ((i % n) + n) % n;
  i = i < 0 ? -i : i;
  return i >= n ? 2 * (n - 1) - i : i;
}
Tensor padBorder(const Tensor &t, const Dims &pad, Border border) {
  int64_t n = int64_t(pad.size()) / 2;
  if (t.dim() < n)
    return bail("Padding length too large");
  Tensor out = t;
  for (int64_t k = 0; k < n && !failed(); ++k) {
    int64_t dim = t.dim() - 1 - k, size = t.size(dim);
    int64_t before = pad[2 * k], after = pad[2 * k + 1];
    if (border == Border::Reflect && (before >= size || after >= size))
      return bail("Argument #4: Padding size should be less than the "
                  "corresponding input dimension, but got: padding (%lld, "
                  "%lld) at dimension %lld of input %s",
                  LL(before), LL(after), LL(dim), t.sizes().str().c_str());
    if (border == Border::Circular && (before > size || after > size))
      return bail("Padding value causes wrapping around more than once.");
    if (size + before + after < 0 || size == 0)
      return bail("input (%s) is too small for padding %s",
                  t.sizes().str().c_str(), pad.str().c_str());
    Dims order;
    if (border == Border::Circular) {
      // What negative paddings cut off is not there to be repeated.
      int64_t cut = std::max<int64_t>(-before, 0);
      int64_t left = size - cut - std::max<int64_t>(-after, 0);
      for (int64_t i = -std::max<int64_t>(before, 0);
           left > 0 && i < left + std::max<int64_t>(after, 0); ++i)
        order.push_back(cut + borderIndex(border, i, left));
      out = indexSelect(out, dim, fromInts(order));
      continue;
    }
    for (int64_t i = -before; i < size + after; ++i)
      order.push_back(borderIndex(border, i, size));
    out = indexSelect(out, dim, fromInts(order));
  }
  return out;
}
/// Refuses the dtypes that padding with a border's elements lacks; of three
/// dimensions `reflect` takes those of half precision.
bool checkBorderDType(const char *what, const Tensor &t, const Dims &pad,
                      bool takesHalf) {
  int64_t n = int64_t(pad.size()) / 2;
  bool isHalf = t.dtype() == TSRT_F16 || t.dtype() == TSRT_BF16;
  if ((t.isFloating() || t.isComplex()) && (takesHalf || !isHalf))
    return true;
  std::string kernel = what + std::to_string(n) + "d";
  if (kernel != "reflection_pad1d" && kernel != "reflection_pad2d")
    kernel += "_cpu";
  bailNotImplemented(kernel.c_str(), t.dtype());
  return false;
}
Tensor reflectionPad(const Tensor &t, const Dims &pad) {
  if (!checkBorderDType("reflection_pad", t, pad, pad.size() == 6))
    return {};
  return padBorder(t, pad, Border::Reflect);
}
Tensor replicationPad(const Tensor &t, const Dims &pad) {
  if (!checkBorderDType("replication_pad", t, pad, false))
    return {};
  return padBorder(t, pad, Border::Replicate);
}
Tensor circularPad(const Tensor &t, const Dims &pad) {
  if (int64_t(pad.size()) + 4 != 2 * t.dim())
    return bail("Invalid padding size, expected %lld but got %zu",
                LL(2 * (t.dim() - 2)), pad.size());
  return padBorder(t, pad, Border::Circular);
}
Tensor constantPad(const Tensor &t, const Dims &pad, Scalar value) {
  if (pad.size() % 2)
    return bail("Length of pad must be even but instead it equals %zu",
                pad.size());
  int64_t n = int64_t(pad.size()) / 2;
  if (n > t.dim())
    return bail("Length of pad should be no more than twice the number of "
                "dimensions of the input. Pad length is %zu while the input "
                "has %lld dimensions.",
                pad.size(), LL(t.dim()));
  Dims shape = t.sizes();
  Tensor from = t;
  for (int64_t k = 0; k < n && !failed(); ++k) {
    int64_t dim = t.dim() - 1 - k, before = pad[2 * k], after = pad[2 * k + 1];
    if (before < 0)
      from = narrow(from, dim, -before, from.size(dim) + before);
    if (failed())
      return {};
    int64_t left = from.size(dim) + after;
    if (left < 0)
      return bail("start (0) + length (%lld) exceeds dimension size (%lld).",
                  LL(left), LL(from.size(dim)));
    if (after < 0)
      from = narrow(from, dim, 0, left);
  }
  for (int64_t k = 0; k < n && !failed(); ++k) {
    int64_t dim = t.dim() - 1 - k, before = pad[2 * k], after = pad[2 * k + 1];
    shape[dim] += before + after;
    if (shape[dim] < 0)
      return bail("The input size %lld, plus negative padding %lld and %lld "
                  "resulted in a negative output size, which is invalid. Check "
                  "dimension %lld of your input.",
                  LL(t.size(dim)), LL(before), LL(after), LL(dim));
  }
  if (failed())
    return {};
  // What only cuts off copies what it leaves.
  if (std::all_of(pad.begin(), pad.end(), [](int64_t p) { return p <= 0; }))
    return cloneOf(from);
  Tensor out =
      emptyStrided(shape, formatStrides(shape, suggestedFormat(t)), t.dtype());
  fillInPlace(out, value);
  Tensor inside = out;
  for (int64_t k = 0; k < n; ++k) {
    int64_t dim = t.dim() - 1 - k;
    inside =
        narrow(inside, dim, std::max<int64_t>(pad[2 * k], 0), from.size(dim));
  }
  copyInPlace(inside, from);
  return out;
}
Tensor padMode(const Tensor &t, const Dims &pad, std::string_view mode,
               std::optional<double> value) {
  if (pad.size() % 2)
    return bail("Padding length must be divisible by 2");
  if (int64_t(pad.size()) > 2 * t.dim())
    return bail("Padding length too large");
  if (mode == "constant")
    return constantPad(t, pad, value.value_or(0));
  if (mode != "reflect" && mode != "replicate" && mode != "circular")
    return bailAs("NotImplementedError", "Unrecognised padding mode %.*s",
                  int(mode.size()), mode.data());
  if (value && *value != 0)
    return bail("Padding mode \"%.*s\" doesn't take in value argument",
                int(mode.size()), mode.data());
  // One, two or three dimensions, behind one or two others.
  int64_t rest = t.dim() - int64_t(pad.size()) / 2;
  if (pad.empty() || pad.size() > 6 || rest < 1 || rest > 2)
    return bailAs("NotImplementedError",
                  "Only 2D, 3D, 4D, 5D padding with non-constant padding are "
                  "supported for now");
  if (mode == "reflect")
    return reflectionPad(t, pad);
  return mode == "replicate" ? replicationPad(t, pad) : circularPad(t, pad);
}

/// [*, C*r*r, H, W] and [*, C, H*r, W*r].
Tensor pixelShuffle(const Tensor &t, int64_t r) {
  if (t.dim() < 3)
    return bail("pixel_shuffle expects input to have at least 3 dimensions, "
                "but got input with %lld dimension(s)",
                LL(t.dim()));
  if (r <= 0 || t.size(-3) % (r * r))
    return bail("pixel_shuffle expects its input's 'channel' dimension to be "
                "divisible by the square of upscale_factor, but "
                "input.size(-3)=%lld is not divisible by %lld",
                LL(t.size(-3)), LL(r * r));
  Dims lead = t.sizes().slice(0, t.dim() - 3);
  int64_t c = t.size(-3) / (r * r), h = t.size(-2), w = t.size(-1);
  Tensor x = reshape(t, {lead.product(), c, r, r, h, w});
  x = permute(x, {0, 1, 4, 2, 5, 3});
  for (int64_t s : {c, h * r, w * r})
    lead.push_back(s);
  return inFormat(reshape(x, lead), suggestedFormat(t));
}
Tensor pixelUnshuffle(const Tensor &t, int64_t r) {
  if (t.dim() < 3)
    return bail("pixel_unshuffle expects input to have at least 3 dimensions, "
                "but got input with %lld dimension(s)",
                LL(t.dim()));
  if (r <= 0)
    return bail("pixel_unshuffle expects a positive downscale_factor, but got "
                "%lld",
                LL(r));
  if (t.size(-2) % r || t.size(-1) % r)
    return bail("pixel_unshuffle expects height to be divisible by "
                "downscale_factor, but input.size(-2)=%lld is not divisible by "
                "%lld",
                LL(t.size(-2)), LL(r));
  Dims lead = t.sizes().slice(0, t.dim() - 3);
  int64_t c = t.size(-3), h = t.size(-2) / r, w = t.size(-1) / r;
  Tensor x = reshape(t, {lead.product(), c, h, r, w, r});
  x = permute(x, {0, 1, 3, 5, 2, 4});
  for (int64_t s : {c * r * r, h, w})
    lead.push_back(s);
  return inFormat(reshape(x, lead), suggestedFormat(t));
}
Tensor channelShuffle(const Tensor &t, int64_t groups) {
  if (t.dim() < 3)
    return bail("channel_shuffle expects input with > 2 dims, but got input "
                "with sizes %s",
                t.sizes().str().c_str());
  if (groups <= 0 || t.size(1) % groups)
    return bail("Number of channels must be divisible by groups. Got %lld "
                "channels and %lld groups.",
                LL(t.size(1)), LL(groups));
  Tensor x = reshape(t, {t.size(0), groups, t.size(1) / groups, -1});
  return inFormat(viewTo(inFormat(transpose(x, 1, 2), 0), t.sizes()),
                  suggestedFormat(t));
}

const KernelEntry entries[] = {
    TSRT_OP_I("tril", triangle<true>),
    {"aten::tril.out", outOf<triangle<true>>},
    TSRT_OP_I("triu", triangle<false>),
    {"aten::triu.out", outOf<triangle<false>>},
    TSRT_OP("diag_embed", diagEmbed),
    TSRT_OP_O("diag", diag),
    TSRT_OP("diagflat", diagflat),
    TSRT_OP("flip", flip),
    TSRT_OP("fliplr", fliplr),
    TSRT_OP("flipud", flipud),
    TSRT_OP("roll", roll),
    TSRT_OP("rot90", rot90),
    TSRT_OP("reflection_pad1d", reflectionPad),
    TSRT_OP("reflection_pad2d", reflectionPad),
    TSRT_OP("reflection_pad3d", reflectionPad),
    TSRT_OP("replication_pad1d", replicationPad),
    TSRT_OP("replication_pad2d", replicationPad),
    TSRT_OP("replication_pad3d", replicationPad),
    TSRT_OP("_pad_circular", circularPad),
    TSRT_OP("constant_pad_nd", constantPad),
    TSRT_OP("pad", padMode),
    TSRT_OP("pixel_shuffle", pixelShuffle),
    TSRT_OP("pixel_unshuffle", pixelUnshuffle),
    TSRT_OP("channel_shuffle", channelShuffle),
    TSRT_OP("native_channel_shuffle", channelShuffle),
};
const KernelTable table(entries);

} // namespace
