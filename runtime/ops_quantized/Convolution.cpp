//===- Convolution.cpp - Convolutions with quantized weights --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of the weight times patches of integers without their zero points (what
// lies outside is zero), for one to three dimensions, transposed or not.
//
//===----------------------------------------------------------------------===//

#include "core/ForEachISA.h"
#include "core/Parallel.h"
#include "ops_quantized/ByteConvolution.h"
#include "ops_quantized/IntegerProduct.h"
#include "ops_tensor/MemoryFormat.h"

#include <algorithm>

using namespace tsrt;

const tsrt_type Conv2dParams::type = capsuleType(Conv2dParams::name);
const tsrt_type Conv3dParams::type = capsuleType(Conv3dParams::name);

namespace {

using Geometry = ConvolutionGeometry;

/// What `count` positions from `first` on see at one element of the kernel, in
/// one channel of the image.
void fillLine(const Geometry &g, const int16_t *channel,
              const std::array<int64_t, 3> &at, int64_t first, int64_t count,
              int16_t *line) {
  for (int64_t done = 0; done < count;) {
    int64_t position = first + done, x = position % g.out[2];
    int64_t span = std::min(g.out[2] - x, count - done);
    int64_t iz = g.source(0, position / g.out[2] / g.out[1], at[0]);
    int64_t iy = g.source(1, position / g.out[2] % g.out[1], at[1]);
    int16_t *to = line + done;
    done += span;
    if (iz < 0 || iy < 0) {
      std::fill_n(to, span, int16_t(0));
      continue;
    }
    const int16_t *row = channel + (iz * g.in[1] + iy) * g.in[2];
    if (g.isTransposed || g.stride[2] != 1) {
      for (int64_t i = 0; i < span; ++i) {
        int64_t ix = g.source(2, x + i, at[2]);
        to[i] = ix < 0 ? int16_t(0) : row[ix];
      }
      continue;
    }
    // Neighbours see neighbours.
    int64_t from = x - g.padding[2] + at[2] * g.dilation[2];
    int64_t begin = std::clamp<int64_t>(-from, 0, span);
    int64_t end = std::clamp<int64_t>(g.in[2] - from, begin, span);
    std::fill(to, to + begin, int16_t(0));
    std::copy(row + from + begin, row + from + end, to + begin);
    std::fill(to + end, to + span, int16_t(0));
  }
}

/// Positions [first, first + count) of one group of an image.
struct Patches {
  const int16_t *image;
  int64_t first, count;
};

/// The patches that some positions see, as columns of panels; `lines` has place
/// for two lines of all panels.
void fillPanels(const Geometry &g, const Patches &patches, int64_t columns,
                int16_t *lines, int16_t *panels) {
  const int64_t patch = g.patch(), area = g.kernel[1] * g.kernel[2];
  const int64_t size = (patch + 1) / 2 * 2 * columns;
  const int64_t wide = (patches.count + columns - 1) / columns * columns;
  for (int64_t k = 0; k < patch; k += 2) {
    for (int64_t i = 0; i < 2; ++i) {
      int64_t index = (k + i) % g.kernelArea();
      if (k + i < patch)
        fillLine(g, patches.image + (k + i) / g.kernelArea() * g.inArea(),
                 {index / area, index / g.kernel[2] % g.kernel[1],
                  index % g.kernel[2]},
                 patches.first, patches.count, lines + i * wide);
      else
        std::fill_n(lines + wide, wide, int16_t(0));
    }
    for (int64_t at = 0; at < wide; at += columns) {
      int16_t *to = panels + at / columns * size + k * columns;
      for (int64_t i = at; i < at + columns; ++i, to += 2) {
        to[0] = lines[i];
        to[1] = lines[wide + i];
      }
    }
  }
}

/// All sums of products; `finish` gets those of a result channel for some
/// positions: where they begin in [batch][result channel][position], the
/// channel, their number and the sums.
template <class F>
void convolveByPanels(const Geometry &g, const std::vector<int16_t> &images,
                      const PackedRows &rows, const F &finish) {
  // Panels that are filled together stay in the second cache.
  constexpr int64_t bytes = 512 << 10, most = 4;
  const integers::Kernel &kernel = integers::findKernel();
  const int64_t columns = kernel.columns, positions = g.outArea();
  const int64_t size = rows.step * columns, perGroup = g.results / g.groups;
  const int64_t together =
      columns *
      std::clamp<int64_t>(bytes / std::max<int64_t>(size * 2, 1), 1, most);
  const int64_t parts = (positions + together - 1) / together;
  auto computePart = [&](int64_t index, int16_t *panels, int16_t *lines,
                         int32_t *sums) {
    int64_t group = index / parts % g.groups, n = index / parts / g.groups;
    int64_t begin = index % parts * together;
    int64_t end = std::min(positions, begin + together);
    const int16_t *image =
        images.data() +
        (n * g.channels + group * (g.channels / g.groups)) * g.inArea();
    fillPanels(g, {image, begin, end - begin}, columns, lines, panels);
    for (int64_t first = begin; first < end; first += columns, panels += size) {
      kernel.multiply({rows.integers.data() + group * perGroup * rows.step,
                       rows.step, perGroup, panels, rows.step / 2, sums});
      for (int64_t r = 0; r < perGroup; ++r) {
        int64_t channel = group * perGroup + r;
        finish((n * g.results + channel) * positions + first, size_t(channel),
               std::min(columns, end - first), sums + r * columns);
      }
    }
  };
  int64_t work = std::max<int64_t>(perGroup * together * rows.step, 1);
  parallelFor(g.batch * g.groups * parts,
              std::max<int64_t>(1, (1 << 18) / work),
              [&](int64_t begin, int64_t end) {
                std::vector<int16_t> panels(size_t(rows.step * together)),
                    lines(size_t(2 * together));
                std::vector<int32_t> sums(size_t(perGroup * columns));
                for (int64_t i = begin; i < end; ++i)
                  computePart(i, panels.data(), lines.data(), sums.data());
              });
}

TSRT_FOR_EACH_ISA
void addScaled(int32_t *__restrict sums, const int16_t *__restrict row,
               int64_t stride, int32_t weight, int64_t count) {
  if (stride == 1)
    for (int64_t i = 0; i < count; ++i)
      sums[i] += weight * int32_t(row[i]);
  else if (stride == 2)
    for (int64_t i = 0; i < count; ++i)
      sums[i] += weight * int32_t(row[2 * i]);
  else
    for (int64_t i = 0; i < count; ++i)
      sums[i] += weight * int32_t(row[stride * i]);
}

/// The sums of a row of results that depend on one channel.
void sumRow(const Geometry &g, const int16_t *channel, const int16_t *weights,
            int64_t oz, int64_t oy, int32_t *sums) {
  std::fill_n(sums, g.out[2], 0);
  for (int64_t z = 0; z < g.kernel[0]; ++z)
    for (int64_t y = 0; y < g.kernel[1]; ++y) {
      int64_t iz = g.source(0, oz, z), iy = g.source(1, oy, y);
      if (iz < 0 || iy < 0)
        continue;
      const int16_t *row = channel + (iz * g.in[1] + iy) * g.in[2];
      for (int64_t x = 0; x < g.kernel[2]; ++x) {
        // Results [begin, end) look inside.
        int64_t from = x * g.dilation[2] - g.padding[2], step = g.stride[2];
        int64_t begin = from < 0 ? (-from + step - 1) / step : 0;
        int64_t end = from < g.in[2] ? (g.in[2] - 1 - from) / step + 1 : 0;
        end = std::min(end, g.out[2]);
        if (begin < end)
          addScaled(sums + begin, row + from + begin * step, step,
                    weights[(z * g.kernel[1] + y) * g.kernel[2] + x],
                    end - begin);
      }
    }
}

/// The same where each channel of the result depends on one of the image.
template <class F>
void convolveByRows(const Geometry &g, const std::vector<int16_t> &image,
                    const PackedRows &rows, const F &finish) {
  const int64_t perImage = g.out[0] * g.out[1], perGroup = g.results / g.groups;
  int64_t work = g.out[2] * g.kernelArea();
  parallelFor(g.batch * g.results * perImage,
              std::max<int64_t>(1, (1 << 16) / std::max<int64_t>(work, 1)),
              [&](int64_t begin, int64_t end) {
                std::vector<int32_t> sums(size_t(g.out[2]));
                for (int64_t i = begin; i < end; ++i) {
                  int64_t channel = i / perImage % g.results;
                  int64_t n = i / perImage / g.results, row = i % perImage;
                  sumRow(g,
                         image.data() +
                             (n * g.channels + channel / perGroup) * g.inArea(),
                         rows.integers.data() + channel * rows.step,
                         row / g.out[1], row % g.out[1], sums.data());
                  finish(i * g.out[2], size_t(channel), g.out[2], sums.data());
                }
              });
}

template <class F>
void convolve(const Geometry &g, const std::vector<int16_t> &image,
              const PackedRows &rows, const F &finish) {
  if (g.channels == g.groups && !g.isTransposed)
    convolveByRows(g, image, rows, finish);
  else
    convolveByPanels(g, image, rows, finish);
}

/// The geometry of a call; notes an error when the operand does not fit.
/// `image` has a batch and as many dimensions as the layer.
Geometry geometryOf(const ConvParams &params, const Tensor &image) {
  Geometry g{};
  size_t dims = params.stride.size();
  if (image.dim() != int64_t(dims) + 2) {
    bail("Expected %lldD (unbatched) or %lldD (batched) input to a quantized "
         "convolution, but got input of size: %s",
         LL(dims) + 1, LL(dims) + 2, image.sizes().str().c_str());
    return g;
  }
  const Dims &w = params.weight.sizes();
  g.groups = params.groups;
  g.isTransposed = params.isTransposed;
  g.batch = image.size(0);
  g.channels = image.size(1);
  g.results = g.isTransposed ? w[1] * g.groups : w[0];
  int64_t expected = g.isTransposed ? w[0] : w[1] * g.groups;
  if (g.channels != expected)
    bail("Given groups=%lld, weight of size %s, expected input%s to have %lld "
         "channels, but got %lld channels instead",
         LL(g.groups), w.str().c_str(), image.sizes().str().c_str(),
         LL(expected), LL(g.channels));
  for (size_t d = 0; d < 3; ++d) {
    bool has = d + dims >= 3;
    size_t own = has ? d + dims - 3 : 0;
    g.in[d] = has ? image.size(int64_t(own) + 2) : 1;
    g.kernel[d] = has ? w[own + 2] : 1;
    g.stride[d] = has ? params.stride[own] : 1;
    g.padding[d] = has ? params.padding[own] : 0;
    g.dilation[d] = has ? params.dilation[own] : 1;
    int64_t reach = g.dilation[d] * (g.kernel[d] - 1);
    int64_t room = g.in[d] + 2 * g.padding[d] - reach - 1;
    g.out[d] = !g.isTransposed ? (room < 0 ? 0 : room / g.stride[d] + 1)
               : has ? (g.in[d] - 1) * g.stride[d] - 2 * g.padding[d] + reach +
                           params.outputPadding[own] + 1
                     : 1;
    if (g.out[d] <= 0)
      bail("Calculated output size is too small: the kernel does not fit the "
           "input of size %s",
           image.sizes().str().c_str());
  }
  return g;
}

/// A transposed layer's weight with the result's channels first; a group's
/// rows one behind the other.
Tensor resultsFirst(const Tensor &weight, int64_t groups) {
  // [in, out / groups, ...] -> [groups, in / groups, out / groups, ...]
  Tensor t = integersOf(weight);
  Dims split = {groups, t.size(0) / groups};
  for (int64_t d = 1; d < t.dim(); ++d)
    split.push_back(t.size(d));
  Tensor turned = transpose(reshape(t, split), 1, 2);
  Dims joined = t.sizes();
  joined[0] = t.size(1) * groups;
  joined[1] = t.size(0) / groups;
  return asQuantizedLike(reshape(turned, joined), weight);
}

Dims resultSizes(const Geometry &g, size_t dims) {
  Dims sizes = {g.batch, g.results};
  for (size_t d = 3 - dims; d < 3; ++d)
    sizes.push_back(g.out[d]);
  return sizes;
}

} // namespace

/// The format that has the channels of the layer's results last.
static int64_t channelsLast(const ConvParams &params) {
  return int64_t(params.stride.size());
}

Tensor ConvParams::apply(const Tensor &x, double scale, int64_t zeroPoint,
                         bool relu) const {
  if (!checkPerTensor(x, "quantized convolution"))
    return {};
  Geometry g = geometryOf(*this, x);
  if (failed())
    return {};
  Dims sizes = resultSizes(g, stride.size());
  Requantization by(rows.scales, bias, quantizerOf(x)->scale, scale, zeroPoint,
                    x.dtype(), relu);
  Tensor out = bytes::convolve(*this, g, x, sizes, by);
  if (!out && !failed()) {
    Tensor rowMajor = empty(sizes, integerDType(x.dtype()));
    auto *to = rowMajor.data<uint8_t>();
    convolve(
        g, shiftedIntegers(x), rows,
        [&](int64_t place, size_t channel, int64_t count, const int32_t *sums) {
          by.applyToRow(sums, count, channel, to + place);
        });
    out = inFormat(rowMajor, channelsLast(*this));
  }
  if (!out)
    return {};
  auto *quantizer = new Quantizer;
  quantizer->scale = scale;
  quantizer->zeroPoint = zeroPoint;
  return asQuantized(out, quantizer);
}

Tensor ConvParams::applyDynamic(const Tensor &x, bool reduceRange) const {
  if (x.dtype() != TSRT_F32)
    return bail("a dynamically quantized convolution takes floats, got %s",
                scalarTypeName(x.dtype()));
  Geometry g = geometryOf(*this, x);
  if (failed())
    return {};
  Choice choice = chooseQuantizer(x, 0, 255, reduceRange);
  Tensor q = quantize(x, choice.scale, choice.zeroPoint, TSRT_QU8);
  Tensor out = empty(resultSizes(g, stride.size()), TSRT_F32);
  if (!q || !out)
    return {};
  std::vector<float> b = elementsAs<float>(bias);
  auto *floats = out.data<float>();
  convolve(
      g, shiftedIntegers(q), rows,
      [&](int64_t place, size_t channel, int64_t count, const int32_t *sums) {
        float factor = float(choice.scale) * float(rows.scales[channel]);
        for (int64_t i = 0; i < count; ++i)
          floats[place + i] =
              float(sums[i]) * factor + (bias ? b[channel] : 0.0f);
      });
  return inFormat(out, channelsLast(*this));
}

namespace {

/// One number for each dimension.
Dims spread(const Dims &given, size_t dims, const char *what) {
  if (given.size() == dims)
    return given;
  if (given.size() == 1)
    return Dims(dims, given[0]);
  bail("%s should contain %lld elements for a quantized convolution", what,
       LL(dims));
  return Dims(dims, 1);
}

template <class Params>
CapsuleRef pack(const Tensor &weight, const Tensor &bias, const Dims &stride,
                const Dims &padding, const Dims &outputPadding,
                const Dims &dilation, int64_t groups, bool isTransposed) {
  constexpr size_t dims = std::is_same_v<Params, Conv3dParams> ? 3 : 2;
  if (!quantizerOf(weight) || weight.dim() != int64_t(dims) + 2)
    return bail("Weights are expected to have %lld dimensions and to be "
                "quantized",
                LL(dims) + 2);
  auto *params = new Params;
  CapsuleRef made = makeCapsule(Params::type, params);
  params->stride = spread(stride, dims, "stride");
  params->padding = spread(padding, dims, "padding");
  params->outputPadding = spread(outputPadding, dims, "output_padding");
  params->dilation = spread(dilation, dims, "dilation");
  params->groups = groups;
  params->isTransposed = isTransposed;
  params->weight = weight;
  params->bias = bias;
  for (size_t d = 0; d < dims && !failed(); ++d)
    if (params->stride[d] <= 0 || params->dilation[d] <= 0 ||
        params->padding[d] < 0 || params->outputPadding[d] < 0)
      bail("strides and dilations of a quantized convolution are positive, "
           "paddings are not negative");
  if (groups <= 0 || weight.size(0) % groups)
    bail("the channels of the weight are not a multiple of the %lld groups",
         LL(groups));
  if (isTransposed && quantizerOf(weight) &&
      !quantizerOf(weight)->isPerTensor())
    bail("transposed convolutions with a scale for each channel are not "
         "supported");
  if (failed())
    return {};
  params->rows = packRows(isTransposed ? resultsFirst(weight, groups) : weight,
                          "quantized convolution");
  if (!failed())
    params->panels = bytes::packPanels(*params);
  if (!failed() && bias &&
      (bias.dim() != 1 || bias.size(0) != params->rows.rows))
    bail("bias should have K elements: %lld", LL(params->rows.rows));
  return failed() ? CapsuleRef() : made;
}

template <class Params>
CapsuleRef prepack(const Tensor &weight, const Tensor &bias, const Dims &stride,
                   const Dims &padding, const Dims &dilation, int64_t groups) {
  return pack<Params>(weight, bias, stride, padding, {0}, dilation, groups,
                      false);
}
template <class Params>
CapsuleRef prepackTransposed(const Tensor &weight, const Tensor &bias,
                             const Dims &stride, const Dims &padding,
                             const Dims &outputPadding, const Dims &dilation,
                             int64_t groups) {
  return pack<Params>(weight, bias, stride, padding, outputPadding, dilation,
                      groups, true);
}

/// Layers of one dimension: with a first one of size 1.
Tensor widen(const Tensor &t) {
  if (quantizerOf(t) && !quantizerOf(t)->isPerTensor())
    return asQuantizedLike(unsqueeze(integersOf(t), 2), t);
  return unsqueeze(t, 2);
}
Dims before(int64_t first, const Dims &given) {
  if (given.size() != 1)
    return bail("one number is expected for a convolution of one dimension");
  return {first, given[0]};
}
CapsuleRef prepack1d(const Tensor &weight, const Tensor &bias,
                     const Dims &stride, const Dims &padding,
                     const Dims &dilation, int64_t groups) {
  if (weight.dim() != 3)
    return bail("Weights are expected to have 3 dimensions");
  return pack<Conv2dParams>(widen(weight), bias, before(1, stride),
                            before(0, padding), {0, 0}, before(1, dilation),
                            groups, false);
}
CapsuleRef prepack1dTransposed(const Tensor &weight, const Tensor &bias,
                               const Dims &stride, const Dims &padding,
                               const Dims &outputPadding, const Dims &dilation,
                               int64_t groups) {
  if (weight.dim() != 3)
    return bail("Weights are expected to have 3 dimensions");
  return pack<Conv2dParams>(widen(weight), bias, before(1, stride),
                            before(0, padding), before(0, outputPadding),
                            before(1, dilation), groups, true);
}

bool isQuantizedInput(const Tensor &x) {
  if (!quantizerOf(x))
    bailAs(kNotImplementedError,
           "Could not run a quantized convolution with arguments from the "
           "'CPU' backend. This could be because the operator doesn't exist "
           "for this backend, or was omitted during the selective/custom "
           "build process (if using custom build).");
  return !failed();
}
template <class Params, bool Relu>
Tensor conv(const Tensor &x, const Params *params, double scale,
            int64_t zeroPoint) {
  return isQuantizedInput(x) ? params->apply(x, scale, zeroPoint, Relu)
                             : Tensor();
}
/// With the sizes that older archives give again: the packed ones count.
template <class Params, bool Relu>
Tensor convOfOld(const Tensor &x, const Params *params, const Dims &,
                 const Dims &, const Dims &, int64_t, double scale,
                 int64_t zeroPoint) {
  return conv<Params, Relu>(x, params, scale, zeroPoint);
}
template <bool Relu>
Tensor conv1d(const Tensor &x, const Conv2dParams *params, double scale,
              int64_t zeroPoint) {
  if (!isQuantizedInput(x))
    return {};
  if (x.dim() != 3)
    return bail("conv1d() expects a tensor of 3 dimensions, got %lld",
                LL(x.dim()));
  return squeeze(params->apply(unsqueeze(x, 2), scale, zeroPoint, Relu), 2);
}
template <class Params>
Tensor convDynamic(const Tensor &x, const Params *params, bool reduceRange) {
  return params->applyDynamic(x, reduceRange);
}
Tensor conv1dDynamic(const Tensor &x, const Conv2dParams *params,
                     bool reduceRange) {
  return squeeze(params->applyDynamic(unsqueeze(x, 2), reduceRange), 2);
}

template <class Params>
std::tuple<Tensor, Tensor> unpack(const Params *params) {
  return {params->weight, params->bias};
}
std::tuple<Tensor, Tensor> unpack1d(const Conv2dParams *params) {
  const Tensor &w = params->weight;
  bool perTensor = !quantizerOf(w) || quantizerOf(w)->isPerTensor();
  return {perTensor ? squeeze(w, 2)
                    : asQuantizedLike(squeeze(integersOf(w), 2), w),
          params->bias};
}
template <class Params, Dims ConvParams::*Member>
Dims member(const Params *params) {
  return params->*Member;
}
template <class Params>
int64_t groupsOf(const Params *params) {
  return params->groups;
}
template <class Params>
int64_t isTransposed(const Params *params) {
  return params->isTransposed;
}

/// The operators on one class of packed weights.
#define CONV(name, Params)                                                     \
  {"quantized::" name "_prepack", op<prepack<Params>>},                        \
      {"_quantized::" name "_prepack", op<prepack<Params>>},                   \
      {"quantized::" name ".new", op<conv<Params, false>>},                    \
      {"quantized::" name, op<convOfOld<Params, false>>},                      \
      {"_quantized::" name, op<conv<Params, false>>},                          \
      {"quantized::" name "_relu.new", op<conv<Params, true>>},                \
      {"quantized::" name "_relu", op<convOfOld<Params, true>>},               \
      {"_quantized::" name "_relu", op<conv<Params, true>>},                   \
      {"quantized::" name "_dynamic", op<convDynamic<Params>>},                \
      ACCESS(name, Params)
#define ACCESS(name, Params)                                                   \
  {"quantized::" name "_unpack", op<unpack<Params>>},                          \
      {"quantized::" name "_stride", op<member<Params, &ConvParams::stride>>}, \
      {"quantized::" name "_padding",                                          \
       op<member<Params, &ConvParams::padding>>},                              \
      {"quantized::" name "_output_padding",                                   \
       op<member<Params, &ConvParams::outputPadding>>},                        \
      {"quantized::" name "_dilation",                                         \
       op<member<Params, &ConvParams::dilation>>},                             \
      {"quantized::" name "_groups", op<groupsOf<Params>>}, {                  \
    "quantized::" name "_transpose", op<isTransposed<Params>>                  \
  }
#define CONV_TRANSPOSE(name, Params)                                           \
  {"quantized::" name "_prepack", op<prepackTransposed<Params>>},              \
      {"_quantized::" name "_prepack", op<prepackTransposed<Params>>},         \
      {"quantized::" name, op<conv<Params, false>>},                           \
      {"_quantized::" name, op<conv<Params, false>>},                          \
      {"quantized::" name "_dynamic", op<convDynamic<Params>>},                \
      ACCESS(name, Params)

const KernelEntry entries[] = {
    CONV("conv2d", Conv2dParams),
    CONV("conv3d", Conv3dParams),
    CONV_TRANSPOSE("conv_transpose2d", Conv2dParams),
    CONV_TRANSPOSE("conv_transpose3d", Conv3dParams),
    {"quantized::conv1d_prepack", op<prepack1d>},
    {"quantized::conv1d", op<conv1d<false>>},
    {"quantized::conv1d_relu", op<conv1d<true>>},
    {"quantized::conv1d_dynamic", op<conv1dDynamic>},
    {"quantized::conv1d_unpack", op<unpack1d>},
    {"quantized::conv_transpose1d_prepack", op<prepack1dTransposed>},
    {"_quantized::conv_transpose1d_prepack", op<prepack1dTransposed>},
    {"quantized::conv_transpose1d", op<conv1d<false>>},
    {"_quantized::conv_transpose1d", op<conv1d<false>>},
    {"quantized::conv_transpose1d_unpack", op<unpack1d>},
};
const KernelTable table(entries);

} // namespace
