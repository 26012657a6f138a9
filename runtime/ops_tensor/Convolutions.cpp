//===- Convolutions.cpp - Convolutions and transposed convolutions --------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/Parallel.h"
#include "onednn/OneDnn.h"
#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/MemoryFormat.h"

#include <algorithm>

using namespace tsrt;

namespace {

/// A list with one entry per spatial dimension: a single entry counts for all.
Dims perDimension(const Dims &list, int64_t n, const char *name) {
  if (int64_t(list.size()) == n)
    return list;
  if (list.size() == 1)
    return Dims(n, list[0]);
  return bail("expected %s to be a single integer value or a list of %lld "
              "values to match the convolution dimensions, but got %s=%s",
              name, LL(n), name, list.str().c_str());
}

/// Spatial sizes padded to three dimensions with ones in front.
struct Space {
  int64_t v[3] = {1, 1, 1};
  Space(const Dims &list, int64_t fill) {
    size_t n = list.size();
    for (size_t i = 0; i < 3; ++i)
      v[i] = i < 3 - n ? fill : list[i - (3 - n)];
  }
};

template <class T>
bool isFinite(T x) {
  if constexpr (isComplexT<T>)
    return std::isfinite(x.real()) && std::isfinite(x.imag());
  else if constexpr (isIntT<T>)
    return true;
  else
    return std::isfinite(x);
}

/// The definition of a convolution, for any compute type. With `transposed`,
/// input and output change roles: each input element is added to the outputs
/// its window covers.
///
/// With `countPadding` padding is zeros, else there is nothing: which is the
/// same unless a weight beside it is infinite or NaN.
///
/// Sums are kept in W, wider than T. Results that are not finite are computed
/// again with sums of T: what overflows on the way decides between infinity and
/// NaN.
template <class T, class W>
void reference(const T *in, const T *w, const T *bias, T *out,
               const Dims &inSize, const Dims &wSize, const Dims &outSize,
               const ConvolutionShape &c, bool countPadding) {
  // The "big" side is the one windows slide over.
  const Dims &big = c.transposed ? outSize : inSize;
  const Dims &small = c.transposed ? inSize : outSize;
  auto spatial = [](const Dims &d) { return d.slice(2, d.size()); };
  Space b(spatial(big), 1), s(spatial(small), 1), k(spatial(wSize), 1);
  Space stride(c.stride, 1), pad(c.padding, 0), dil(c.dilation, 1);
  int64_t groups = c.groups, inC = inSize[1] / groups,
          outC = outSize[1] / groups;
  int64_t bigN = b.v[0] * b.v[1] * b.v[2], smallN = s.v[0] * s.v[1] * s.v[2];
  int64_t kN = k.v[0] * k.v[1] * k.v[2];
  // One channel of one image, into `sums`.
  auto compute = [&](int64_t job, auto &sums) {
    using S = typename std::decay_t<decltype(sums)>::value_type;
    int64_t image = job / outSize[1], oc = job % outSize[1];
    int64_t group = oc / outC;
    std::fill(sums.begin(), sums.end(), bias ? S(bias[oc]) : S(0));
    for (int64_t ic = 0; ic < inC; ++ic) {
      int64_t channel = group * inC + ic;
      const T *source =
          in + (image * inSize[1] + channel) * (c.transposed ? smallN : bigN);
      // Weights are [out, in/groups, k...] or, transposed, [in, out/groups,
      // k...].
      const T *weights = c.transposed ? w + (channel * outC + oc % outC) * kN
                                      : w + (oc * inC + ic) * kN;
      for (int64_t z = 0; z < smallN; ++z) {
        int64_t p0 = z / (s.v[1] * s.v[2]), p1 = z / s.v[2] % s.v[1],
                p2 = z % s.v[2];
        for (int64_t q = 0; q < kN; ++q) {
          int64_t q0 = q / (k.v[1] * k.v[2]), q1 = q / k.v[2] % k.v[1],
                  q2 = q % k.v[2];
          int64_t x = p0 * stride.v[0] - pad.v[0] + q0 * dil.v[0];
          int64_t y = p1 * stride.v[1] - pad.v[1] + q1 * dil.v[1];
          int64_t t = p2 * stride.v[2] - pad.v[2] + q2 * dil.v[2];
          if (x < 0 || x >= b.v[0] || y < 0 || y >= b.v[1] || t < 0 ||
              t >= b.v[2]) {
            // Zeros count beside infinite weights.
            if (countPadding && !isFinite(weights[q]))
              sums[z] += S(0) * S(weights[q]);
            continue;
          }
          int64_t far = (x * b.v[1] + y) * b.v[2] + t;
          if (c.transposed)
            sums[far] += S(source[z]) * S(weights[q]);
          else
            sums[z] += S(source[far]) * S(weights[q]);
        }
      }
    }
  };
  parallelFor(inSize[0] * outSize[1], 1, [&](int64_t begin, int64_t end) {
    std::vector<W> sums(c.transposed ? bigN : smallN);
    for (int64_t job = begin; job < end; ++job) {
      compute(job, sums);
      T *target = out + job * int64_t(sums.size());
      bool allFinite = true;
      for (size_t i = 0; i < sums.size(); ++i)
        allFinite &= isFinite(target[i] = T(sums[i]));
      if (allFinite || std::is_same_v<T, W>)
        continue;
      std::vector<T> rounded(sums.size());
      compute(job, rounded);
      for (size_t i = 0; i < sums.size(); ++i)
        if (!isFinite(target[i]))
          target[i] = rounded[i];
    }
  });
}

/// Shape of the result; notes what does not fit.
Dims resultShape(const Tensor &input, const Tensor &weight, const Tensor &bias,
                 const ConvolutionShape &c) {
  int64_t n = weight.dim() - 2, g = c.groups;
  if (g <= 0)
    return bail("non-positive groups is not supported");
  for (int64_t s : c.stride)
    if (s <= 0)
      return bail("non-positive stride is not supported");
  for (int64_t p : c.padding)
    if (p < 0)
      return bail("negative padding is not supported");
  int64_t expected = c.transposed ? weight.size(0) : weight.size(1) * g;
  if (!c.transposed && weight.size(0) % g)
    return bail("Given groups=%lld, expected weight to be divisible by %lld at "
                "dimension 0, but got weight of size %s instead",
                LL(g), LL(g), weight.sizes().str().c_str());
  if (input.size(1) != expected)
    return bail("Given %sgroups=%lld, weight of size %s, expected input%s to "
                "have %lld channels, but got %lld channels instead",
                c.transposed ? "transposed=1, " : "", LL(g),
                weight.sizes().str().c_str(), input.sizes().str().c_str(),
                LL(expected), LL(input.size(1)));
  int64_t outC = c.transposed ? weight.size(1) * g : weight.size(0);
  if (bias && (bias.dim() != 1 || bias.size(0) != outC))
    return bail("Given %sweight of size %s, expected bias to be 1-dimensional "
                "with %lld elements, but got bias of size %s instead",
                c.transposed ? "transposed=1, " : "",
                weight.sizes().str().c_str(), LL(outC),
                bias.sizes().str().c_str());
  Dims shape{input.size(0), outC}, padded, kernel;
  bool tooSmall = false;
  for (int64_t d = 0; d < n; ++d) {
    int64_t reach = c.dilation[d] * (weight.size(d + 2) - 1) + 1;
    int64_t in = input.size(d + 2);
    if (c.transposed) {
      shape.push_back((in - 1) * c.stride[d] - 2 * c.padding[d] + reach +
                      c.outputPadding[d]);
      continue;
    }
    padded.push_back(in + 2 * c.padding[d]);
    kernel.push_back(reach);
    tooSmall |= padded.back() < reach;
    shape.push_back((in + 2 * c.padding[d] - reach) / c.stride[d] + 1);
  }
  if (tooSmall) {
    std::string p, k;
    for (int64_t d = 0; d < n; ++d) {
      p += (d ? " x " : "") + std::to_string(padded[d]);
      k += (d ? " x " : "") + std::to_string(kernel[d]);
    }
    return bail("Calculated padded input size per channel: (%s). Kernel size: "
                "(%s). Kernel size can't be greater than actual input size",
                p.c_str(), k.c_str());
  }
  return shape;
}

/// Whether PyTorch with one thread multiplies zeros for the padding. It does
/// unless it leaves the convolution to oneDNN.
bool countsPadding(const Tensor &input, const Tensor &weight,
                   const ConvolutionShape &c) {
  if (c.transposed)
    return false;
  if (input.dtype() != TSRT_F32)
    return true;
  auto all = [](const Dims &d) {
    return std::all_of(d.begin(), d.end(), [](int64_t s) { return s == 1; });
  };
  int64_t width = weight.size(-1);
  int64_t height = weight.dim() > 3 ? weight.size(-2) : 1;
  bool isTrivial = all(c.stride) && all(c.dilation) && input.size(0) < 16 &&
                   width == 1 && height == 1;
  int64_t volume =
      input.sizes().slice(0, std::min<int64_t>(4, input.dim())).product();
  bool isWorth = c.groups > 1 || (width > 3 && height > 3) ||
                 input.size(0) > 1 || volume > 20480;
  return isTrivial || !isWorth;
}

/// The format of the result: that of the images or of the weights where the
/// channels of one of them lie last.
int64_t convolvedFormat(const Tensor &input, const Tensor &weight,
                        const ConvolutionShape &c) {
  if (c.transposed || weight.dim() != 4)
    return 0;
  return std::max(suggestedFormat(input), suggestedFormat(weight));
}

Tensor convolve(const Tensor &input, const Tensor &weight, const Tensor &bias,
                ConvolutionShape c) {
  int64_t n = weight.dim() - 2;
  if (n < 1 || n > 3)
    return bail("expected 3D, 4D or 5D weight, but got %lldD",
                LL(weight.dim()));
  c.stride = perDimension(c.stride, n, "stride");
  c.padding = perDimension(c.padding, n, "padding");
  c.dilation = perDimension(c.dilation, n, "dilation");
  c.outputPadding = perDimension(c.outputPadding, n, "output_padding");
  if (failed())
    return {};
  if (input.dim() != n + 2 && input.dim() != n + 1)
    return bail("Expected %lldD (unbatched) or %lldD (batched) input to "
                "conv%s%lldd, but got input of size: %s",
                LL(n + 1), LL(n + 2), c.transposed ? "_transpose" : "", LL(n),
                input.sizes().str().c_str());
  if (input.dim() == n + 1)
    return squeeze(convolve(unsqueeze(input, 0), weight, bias, c), 0);
  if (input.dtype() != weight.dtype())
    return bail("Input type (%s) and weight type (%s) should be the same",
                tensorTypeName(input.dtype()).c_str(),
                tensorTypeName(weight.dtype()).c_str());
  if (bias && bias.dtype() != input.dtype())
    return bail("Input type (%s) and bias type (%s) should be the same",
                tensorTypeName(input.dtype()).c_str(),
                tensorTypeName(bias.dtype()).c_str());
  Dims shape = resultShape(input, weight, bias, c);
  if (failed())
    return {};
  Compute compute = computeType(input.dtype());
  Tensor x = contiguousAs(input, nativeDType(compute));
  Tensor w = contiguousAs(weight, nativeDType(compute));
  Tensor b = contiguousAs(bias, nativeDType(compute));
  Tensor out = empty(shape, nativeDType(compute));
  int64_t format = convolvedFormat(input, weight, c);
  if (!out || !out.numel())
    return inFormat(toDType(out, input.dtype()), format);
  // Small ones are computed by the definition, exactly.
  bool large = out.numel() * w.numel() / std::max<int64_t>(shape[1], 1) > 32768;
  if (large && compute == Compute::F32 && x.numel() &&
      onednnConvolution(x, w, b, c, out))
    return inFormat(toDType(out, input.dtype()), format);
  visitCompute(compute, [&](auto tag) {
    using T = decltype(tag);
    using W =
        std::conditional_t<std::is_same_v<T, float>, double,
                           std::conditional_t<std::is_same_v<T, c64>, c128, T>>;
    reference<T, W>(x.data<T>(), w.data<T>(), b ? b.data<T>() : nullptr,
                    out.data<T>(), x.sizes(), w.sizes(), shape, c,
                    countsPadding(input, weight, c));
  });
  return inFormat(toDType(out, input.dtype()), format);
}

Tensor convNd(const Tensor &input, const Tensor &weight, const Tensor &bias,
              const Dims &stride, const Dims &padding, const Dims &dilation,
              int64_t groups) {
  return convolve(input, weight, bias,
                  {stride, padding, dilation, {0}, groups, false});
}
/// padding="same" or "valid"; "same" pads the end more when it must.
Tensor convPadded(const Tensor &input, const Tensor &weight, const Tensor &bias,
                  const Dims &stride, std::string_view padding,
                  const Dims &dilation, int64_t groups) {
  if (padding == "valid")
    return convNd(input, weight, bias, stride, {0}, dilation, groups);
  if (padding != "same")
    return bail("Invalid padding string: '%.*s'", int(padding.size()),
                padding.data());
  int64_t n = weight.dim() - 2;
  Dims steps = perDimension(stride, n, "stride");
  Dims dilations = perDimension(dilation, n, "dilation");
  Dims pad(n > 0 ? n : 0);
  for (int64_t d = 0; d < n && !failed(); ++d) {
    if (steps[d] != 1)
      return bail("padding='same' is not supported for strided convolutions");
    pad[d] = dilations[d] * (weight.size(d + 2) - 1);
  }
  Dims sizes = input.sizes(), start(sizes.size());
  bool uneven = false;
  int64_t lead = input.dim() - n;
  Dims half(pad.size());
  for (int64_t d = 0; d < n; ++d) {
    half[d] = pad[d] / 2;
    if (pad[d] % 2) {
      sizes[lead + d] += 1;
      uneven = true;
    }
  }
  Tensor x = input;
  if (uneven) {
    Tensor wide = emptyStrided(
        sizes, formatStrides(sizes, suggestedFormat(input)), input.dtype());
    fillInPlace(wide, 0);
    Tensor part = wide;
    for (int64_t d = 0; d < input.dim(); ++d)
      part = narrow(part, d, 0, input.size(d));
    copyInPlace(part, input);
    x = wide;
  }
  return convNd(x, weight, bias, stride, half, dilation, groups);
}
Tensor convTranspose(const Tensor &input, const Tensor &weight,
                     const Tensor &bias, const Dims &stride,
                     const Dims &padding, const Dims &outputPadding,
                     int64_t groups, const Dims &dilation) {
  return convolve(input, weight, bias,
                  {stride, padding, dilation, outputPadding, groups, true});
}
Tensor convolution(const Tensor &input, const Tensor &weight,
                   const Tensor &bias, const Dims &stride, const Dims &padding,
                   const Dims &dilation, bool transposed,
                   const Dims &outputPadding, int64_t groups) {
  return convolve(
      input, weight, bias,
      {stride, padding, dilation, outputPadding, groups, transposed});
}
Tensor convolutionFlags(const Tensor &input, const Tensor &weight,
                        const Tensor &bias, const Dims &stride,
                        const Dims &padding, const Dims &dilation,
                        bool transposed, const Dims &outputPadding,
                        int64_t groups, bool, bool, bool, bool) {
  return convolution(input, weight, bias, stride, padding, dilation, transposed,
                     outputPadding, groups);
}
Tensor convolutionDeprecated(const Tensor &input, const Tensor &weight,
                             const Tensor &bias, const Dims &stride,
                             const Dims &padding, const Dims &dilation,
                             bool transposed, const Dims &outputPadding,
                             int64_t groups, bool, bool, bool) {
  return convolution(input, weight, bias, stride, padding, dilation, transposed,
                     outputPadding, groups);
}
Tensor mkldnnConvolution(const Tensor &input, const Tensor &weight,
                         const Tensor &bias, const Dims &padding,
                         const Dims &stride, const Dims &dilation,
                         int64_t groups) {
  return convNd(input, weight, bias, stride, padding, dilation, groups);
}

const KernelEntry entries[] = {
    TSRT_OP("conv1d", convNd),
    TSRT_OP("conv2d", convNd),
    TSRT_OP("conv3d", convNd),
    {"aten::conv1d.padding", op<convPadded>},
    {"aten::conv2d.padding", op<convPadded>},
    {"aten::conv3d.padding", op<convPadded>},
    TSRT_OP("_convolution_mode", convPadded),
    TSRT_OP("conv_transpose1d", convTranspose),
    {"aten::conv_transpose2d.input", op<convTranspose>},
    {"aten::conv_transpose3d.input", op<convTranspose>},
    TSRT_OP_O("convolution", convolution),
    TSRT_OP("convolution_overrideable", convolution),
    TSRT_OP("_convolution", convolutionFlags),
    {"aten::_convolution.deprecated", op<convolutionDeprecated>},
    TSRT_OP("mkldnn_convolution", mkldnnConvolution),
};
const KernelTable table(entries);

} // namespace
