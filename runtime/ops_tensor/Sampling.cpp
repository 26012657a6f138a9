//===- Sampling.cpp - Patches and embeddings -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/IndexHelpers.h"
#include "ops_tensor/Products.h"
#include "ops_tensor/Reduce.h"

#include <algorithm>

using namespace tsrt;

namespace {

/// The geometry of patches of a 2-D image.
struct Patches {
  int64_t kernel[2], dilation[2], padding[2], stride[2], image[2], count[2];
};
Patches patchesOf(const Dims &image, const Dims &kernel, const Dims &dilation,
                  const Dims &padding, const Dims &stride) {
  Patches p{};
  for (int d = 0; d < 2; ++d) {
    auto at = [d](const Dims &v) { return v.size() == 1 ? v[0] : v[d]; };
    p.kernel[d] = at(kernel);
    p.dilation[d] = at(dilation);
    p.padding[d] = at(padding);
    p.stride[d] = at(stride);
    p.image[d] = at(image);
    if (p.kernel[d] <= 0 || p.stride[d] <= 0 || p.dilation[d] <= 0) {
      bail("kernel size, stride and dilation should be greater than zero, but "
           "got kernel size %lld, stride %lld, dilation %lld",
           LL(p.kernel[d]), LL(p.stride[d]), LL(p.dilation[d]));
      return p;
    }
    p.count[d] = (p.image[d] + 2 * p.padding[d] -
                  p.dilation[d] * (p.kernel[d] - 1) - 1) /
                     p.stride[d] +
                 1;
    if (p.count[d] < 1)
      bail("Given input with spatial size (%lld, %lld), kernel_size=(%lld, "
           "%lld), calculated shape of the array of sliding blocks is too "
           "small (non-positive)",
           LL(image[0]), LL(image[d && image.size() > 1]), LL(kernel[0]),
           LL(kernel[d && kernel.size() > 1]));
  }
  return p;
}
/// Calls f(column element, image element) for one channel of one image;
/// positions in the padding are skipped.
template <class F>
void forPatches(const Patches &p, F f) {
  int64_t columns = p.count[0] * p.count[1];
  for (int64_t k = 0; k < p.kernel[0] * p.kernel[1]; ++k)
    for (int64_t c = 0; c < columns; ++c) {
      int64_t y = c / p.count[1] * p.stride[0] - p.padding[0] +
                  k / p.kernel[1] * p.dilation[0];
      int64_t x = c % p.count[1] * p.stride[1] - p.padding[1] +
                  k % p.kernel[1] * p.dilation[1];
      if (y >= 0 && y < p.image[0] && x >= 0 && x < p.image[1])
        f(k * columns + c, y * p.image[1] + x);
    }
}
Tensor im2col(const Tensor &t, const Dims &kernel, const Dims &dilation,
              const Dims &padding, const Dims &stride) {
  if (t.dim() == 3)
    return squeeze(im2col(unsqueeze(t, 0), kernel, dilation, padding, stride),
                   0);
  if (t.dim() != 4)
    return bail("Expected 3D or 4D (batch mode) tensor with possibly 0 batch "
                "size and other non-zero dimensions for input, but got: %s",
                t.sizes().str().c_str());
  Patches p =
      patchesOf({t.size(2), t.size(3)}, kernel, dilation, padding, stride);
  if (failed())
    return {};
  int64_t taps = p.kernel[0] * p.kernel[1], columns = p.count[0] * p.count[1];
  Tensor in = contiguous(t);
  Tensor out = zeros({t.size(0), t.size(1) * taps, columns}, t.dtype());
  int64_t size = t.itemsize(), plane = p.image[0] * p.image[1];
  for (int64_t c = 0; c < t.size(0) * t.size(1); ++c)
    forPatches(p, [&](int64_t column, int64_t pixel) {
      std::memcpy(out.data<char>() + (c * taps * columns + column) * size,
                  in.data<char>() + (c * plane + pixel) * size, size);
    });
  return out;
}
Tensor col2im(const Tensor &t, const Dims &output, const Dims &kernel,
              const Dims &dilation, const Dims &padding, const Dims &stride) {
  if (t.dim() == 2)
    return squeeze(
        col2im(unsqueeze(t, 0), output, kernel, dilation, padding, stride), 0);
  Patches p = patchesOf(output, kernel, dilation, padding, stride);
  if (failed())
    return {};
  int64_t taps = p.kernel[0] * p.kernel[1], columns = p.count[0] * p.count[1];
  if (t.dim() != 3 || t.size(1) % taps || t.size(2) != columns)
    return bail("Given output_size=(%lld, %lld), expected size of input's "
                "dimension 2 to match the calculated number of sliding blocks "
                "%lld * %lld = %lld, but got input.size(2)=%lld.",
                LL(p.image[0]), LL(p.image[1]), LL(p.count[0]), LL(p.count[1]),
                LL(columns), LL(t.size(-1)));
  int64_t channels = t.size(1) / taps, plane = p.image[0] * p.image[1];
  Tensor out;
  withCompute<allTypes>("col2im", t.dtype(), [&](auto tag) {
    using T = decltype(tag);
    std::vector<T> in = elementsAs<T>(t), sums(t.size(0) * channels * plane);
    for (int64_t c = 0; c < t.size(0) * channels; ++c)
      forPatches(p, [&](int64_t column, int64_t pixel) {
        sums[c * plane + pixel] += in[c * taps * columns + column];
      });
    out = empty({t.size(0), channels, p.image[0], p.image[1]}, t.dtype());
    if (out.numel())
      storeElements(ComputeOf<T>::value, sums.data(), t.dtype(), out.data(),
                    out.itemsize(), out.numel());
  });
  return out;
}

/// sum_ij a_i W_oij b_j + bias.
Tensor bilinear(const Tensor &a, const Tensor &b, const Tensor &weight,
                const Tensor &bias) {
  if (a.size(-1) != weight.size(1) || b.size(-1) != weight.size(2))
    return bail("bilinear(): input1 size does not match weight size: got %lld "
                "but expected %lld",
                LL(a.size(-1)), LL(weight.size(1)));
  int64_t rows = a.sizes().slice(0, a.dim() - 1).product();
  Tensor x = reshape(a, {rows, a.size(-1)}), y = reshape(b, {rows, b.size(-1)});
  Tensors columns;
  for (int64_t o = 0; o < weight.size(0); ++o)
    columns.push_back(
        toDType(sum(mm(x, selectAt(weight, 0, o)) * y, {1}), a.dtype()));
  Dims shape = a.sizes();
  shape.back() = weight.size(0);
  Tensor out = reshape(stack(columns, 1), shape);
  return bias ? out + bias : out;
}

/// Sums (0), means (1) or maxima (2) of bags of rows; returns also the bag of
/// each index, the bags' sizes and the positions of the maxima.
std::tuple<Tensor, Tensor, Tensor, Tensor>
embeddingBag(const Tensor &weight, const Tensor &indices, const Tensor &offsets,
             bool, int64_t mode, bool, const Tensor &scales, bool lastOffset,
             OptInt paddingIndex) {
  std::vector<int64_t> at = elementsAs<int64_t>(indices);
  std::vector<int64_t> starts = elementsAs<int64_t>(offsets);
  std::vector<double> w = elementsAs<double>(weight);
  std::vector<double> s = elementsAs<double>(scales);
  int64_t n = weight.size(0), width = weight.size(1);
  int64_t bags = int64_t(starts.size()) - lastOffset;
  int64_t padding = paddingIndex.value_or(-1);
  if (paddingIndex && padding < 0)
    padding += n;
  std::vector<double> out(bags * width);
  Dims sizes(bags), bagOf(at.size());
  std::vector<int64_t> best(mode == 2 ? bags * width : 0, 0);
  for (int64_t bag = 0; bag < bags; ++bag) {
    int64_t end =
        bag + 1 < int64_t(starts.size()) ? starts[bag + 1] : int64_t(at.size());
    for (int64_t i = starts[bag]; i < end; ++i) {
      if (at[i] < 0 || at[i] >= n) {
        bail("embedding_bag: Expected idx >= 0 && idx < num_embeddings but "
             "found idx to be %lld",
             LL(at[i]));
        return {};
      }
      bagOf[i] = bag;
      if (at[i] == padding)
        continue;
      for (int64_t d = 0; d < width; ++d) {
        double v = w[at[i] * width + d] * (scales ? s[i] : 1);
        double &slot = out[bag * width + d];
        if (mode != 2) {
          slot += v;
        } else if (sizes[bag] == 0 || v > slot) {
          slot = v;
          best[bag * width + d] = at[i];
        }
      }
      ++sizes[bag];
    }
    for (int64_t d = 0; mode == 1 && sizes[bag] && d < width; ++d) {
      double &slot = out[bag * width + d];
      // The sum overflows before it is divided.
      if (weight.dtype() == TSRT_F32)
        slot = double(float(slot));
      slot /= double(sizes[bag]);
    }
  }
  Tensor result = empty({bags, width}, weight.dtype());
  if (result.numel())
    storeElements(Compute::F64, out.data(), weight.dtype(), result.data(),
                  result.itemsize(), result.numel());
  // Sums leave the sizes zero, and with dense rows and no padding index the
  // bags of the indices unsaid.
  if (mode == 0)
    sizes = Dims(starts.size(), 0);
  bool isFast = mode == 0 && !paddingIndex && weight.stride(1) == 1 &&
                (weight.dtype() == TSRT_F32 || weight.dtype() == TSRT_F16);
  Tensor maxima =
      mode == 2 ? viewTo(fromInts(best), {bags, width}) : fromInts(sizes);
  return {result, isFast ? zeros({0}, TSRT_I64) : fromInts(bagOf),
          fromInts(sizes), maxima};
}
std::tuple<Tensor, Tensor, Tensor, Tensor>
embeddingBagPlain(const Tensor &weight, const Tensor &indices,
                  const Tensor &offsets, bool a, int64_t mode, bool b,
                  const Tensor &scales, bool lastOffset) {
  return embeddingBag(weight, indices, offsets, a, mode, b, scales, lastOffset,
                      {});
}

/// The same, where a negative padding index is none.
std::tuple<Tensor, Tensor, Tensor, Tensor>
embeddingBagCore(const Tensor &weight, const Tensor &indices,
                 const Tensor &offsets, bool a, int64_t mode, bool b,
                 const Tensor &scales, bool lastOffset, int64_t padding) {
  return embeddingBag(weight, indices, offsets, a, mode, b, scales, lastOffset,
                      padding < 0 ? OptInt() : OptInt(padding));
}

/// Shortens, in place, the rows named by the indices to the greatest norm.
Tensor embeddingRenorm(const Tensor &weight, const Tensor &indices,
                       double maxNorm, double normType) {
  if (weight.dim() != 2)
    return bail("Expected 2-dimensional tensor, but got %lld-dimensional "
                "tensor for argument #1 'self' (while checking arguments for "
                "embedding_renorm_)",
                LL(weight.dim()));
  std::vector<int64_t> rows = elementsAs<int64_t>(indices);
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  for (int64_t row : rows) {
    if (row < 0 || row >= weight.size(0))
      return bailAs("IndexError", "index out of range in self");
    Tensor target = selectAt(weight, 0, row);
    double norm = 0;
    for (double v : elementsAs<double>(target)) {
      double size = std::fabs(v);
      if (std::isinf(normType))
        norm = std::max(norm, size);
      else
        norm += normType == 0 ? double(size != 0) : std::pow(size, normType);
    }
    if (normType != 0 && !std::isinf(normType))
      norm = std::pow(norm, 1 / normType);
    if (norm > maxNorm)
      copyInPlace(target, target * Scalar(maxNorm / (norm + 1e-7)));
  }
  return weight;
}
Tensor embeddingRenormed(const Tensor &weight, const Tensor &indices,
                         double maxNorm, double normType) {
  return embeddingRenorm(cloneOf(weight), indices, maxNorm, normType);
}

const KernelEntry entries[] = {
    TSRT_OP_O("im2col", im2col),
    TSRT_OP_O("col2im", col2im),
    TSRT_OP("bilinear", bilinear),
    TSRT_OP("embedding_renorm", embeddingRenormed),
    TSRT_OP("embedding_renorm_", embeddingRenorm),
    TSRT_OP("embedding_bag", embeddingBagPlain),
    {"aten::embedding_bag.padding_idx", op<embeddingBag>},
    TSRT_OP("_embedding_bag", embeddingBagCore),
    TSRT_OP("_embedding_bag_forward_only", embeddingBagCore),
};
const KernelTable table(entries);

} // namespace
