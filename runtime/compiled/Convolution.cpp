//===- Convolution.cpp - f32 convolutions of kernels ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers have their channels last where the compiler has its way: oneDNN reads
// and writes them as they are. Weights are packed once, with the scale of a
// batch norm in them. Winograd's method is ours, where the compiler chose it
// and the processor has kernels.
//
//===----------------------------------------------------------------------===//

#include "Activation.h"
#include "Dense.h"
#include "Invalid.h"
#include "PackedMemory.h"
#include "Prepared.h"
#include "RowProduct.h"
#include "Winograd.h"
#include "core/OutOfMemory.h"
#include "tensor/Tensor.h"
#include "tsrt_kernel.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

using namespace dnnl;
using namespace tsrt;

namespace {

/// The parameters by name.
struct Shape {
  explicit Shape(const int64_t *p)
      : n(p[0]), c(p[1]), h(p[2]), w(p[3]), f(p[4]), kh(p[5]), kw(p[6]),
        strides{p[7], p[8]}, dilations{p[9] - 1, p[10] - 1}, low{p[11], p[12]},
        high{p[13], p[14]}, groups(p[15]), channelsLast(p[16] != 0),
        constant(p[17] != 0), mayBeHalves(p[17] == 2), accumulate(p[18] != 0),
        activation(Activation(p[19])), lower(number(p[20])),
        upper(number(p[21])), tile(p[22]),
        step(channelsLast && p[23] ? p[23] : f) {
    oh = (h + low[0] + high[0] - p[9] * (kh - 1) - 1) / strides[0] + 1;
    ow = (w + low[1] + high[1] - p[10] * (kw - 1) - 1) / strides[1] + 1;
  }

  int64_t n, c, h, w, f, kh, kw;
  memory::dims strides, dilations, low, high;
  int64_t groups;
  bool channelsLast, constant, mayBeHalves, accumulate;
  Activation activation;
  float lower, upper;
  /// Of Winograd's method, or 0.
  int64_t tile;
  /// From one pixel of the output to the next where channels are last.
  int64_t step;
  int64_t oh, ow;

  /// Does a product of one row compute it?
  bool isRow() const {
    return n * h * w * kh * kw * oh * ow == 1 && groups == 1 && constant;
  }

  /// Is it a product of pixels, all of them or those that strides pick?
  bool isPixelwise() const {
    return kh * kw == 1 && groups == 1 && constant && channelsLast &&
           low[0] + low[1] + high[0] + high[1] == 0;
  }
  bool picksPixels() const { return strides[0] * strides[1] != 1; }

  /// As the kernels of depthwise convolutions see it; nothing where it is none
  /// of theirs.
  std::optional<dense::Depthwise> getDepthwise() const {
    if (groups != c || f != c || kh != kw || strides[0] != strides[1] ||
        dilations[0] + dilations[1] != 0 || accumulate)
      return std::nullopt;
    return dense::Depthwise{n,  c,          h,      w,      oh,  ow,
                            kh, strides[0], low[0], low[1], step};
  }

  dense::Epilogue getEpilogue(const void *bias) const {
    return {static_cast<const float *>(bias), int(activation), lower, upper};
  }

  /// oneDNN's own activation, in place of ours?
  bool isFused() const {
    if (activation == Activation::None)
      return false;
    // Once NaN is lost from an accumulator, it cannot be computed anew.
    return losesNan(activation) ? !accumulate && notesInvalid() : true;
  }

private:
  static float number(int64_t bits) {
    auto narrow = int32_t(bits);
    float value;
    std::memcpy(&value, &narrow, sizeof value);
    return value;
  }
};

/// A convolution ready to run.
struct Convolution : Prepared {
  const PackedMemory *getPacked() const override {
    return row        ? &row->getPacked()
           : product  ? &product->getPacked()
           : winograd ? &winograd->getPacked()
                      : &packedMemory;
  }

  /// Winograd's method; all else is then prepared when it is needed.
  std::unique_ptr<winograd::Convolution> winograd;
  /// One pixel by another: nothing else is prepared.
  std::unique_ptr<RowProduct> row;
  /// Our own kernels: again nothing else is prepared.
  std::unique_ptr<dense::PackedProduct> product;
  std::unique_ptr<dense::DepthwiseConvolution> depthwise;
  std::once_flag isDirect;

  convolution_forward::primitive_desc chosen;
  /// With and without the activation; the same when there is none.
  convolution_forward fused, exact;
  memory::desc source, weights, target, bias;
  /// Constant weights and bias in the form the primitive reads.
  PackedMemory packedMemory;
  memory packedWeights, packedBias;
  /// Which parts of the thread's memory a run needs, in bytes.
  size_t scratchpad = 0, sourceSize = 0, weightsSize = 0, targetSize = 0;
  /// How often NaN made a run useless or slow; soon the exact way is the first.
  std::atomic<int> failures{0};
};

constexpr int kMaxFailures = 4;

/// Sizes are the first parameters.
constexpr size_t kNumSizes = 7;

} // namespace

static memory::dims getWeightDims(const Shape &s) {
  if (s.groups == 1)
    return {s.f, s.c, s.kh, s.kw};
  return {s.groups, s.f / s.groups, s.c / s.groups, s.kh, s.kw};
}

static primitive_attr makeAttributes(const Shape &s, bool activates) {
  primitive_attr attributes;
  attributes.set_scratchpad_mode(scratchpad_mode::user);
  post_ops after;
  if (s.accumulate)
    after.append_sum();
  if (activates)
    appendActivation(after, s.activation, s.lower, s.upper);
  attributes.set_post_ops(after);
  return attributes;
}

static convolution_forward::primitive_desc
choose(const Shape &s, const memory::desc &source, const memory::desc &weights,
       const memory::desc &bias, const memory::desc &target, bool activates) {
  convolution_forward::desc desc(
      prop_kind::forward_inference, algorithm::convolution_direct, source,
      weights, bias, target, s.strides, s.dilations, s.low, s.high);
  return {desc, makeAttributes(s, activates), getEngine()};
}

/// Weights times the scale of their filter, row-major.
static std::vector<float> scaleWeights(const Shape &s, const float *weights,
                                       const float *scale) {
  int64_t each = s.c / s.groups * s.kh * s.kw;
  std::vector<float> scaled(size_t(s.f * each));
  for (int64_t i = 0; i < s.f * each; ++i)
    scaled[size_t(i)] = weights[i] * scale[i / each];
  return scaled;
}

/// Puts constant weights and bias into the form the primitive reads.
static void packConstants(Convolution &conv, const Shape &s,
                          const void *const *inputs) {
  const memory::desc packed = conv.chosen.weights_desc();
  auto pack = [&](void *memory) {
    std::vector<float> scaled;
    const void *weights = inputs[1];
    if (inputs[2]) {
      scaled = scaleWeights(s, static_cast<const float *>(inputs[1]),
                            static_cast<const float *>(inputs[2]));
      weights = scaled.data();
    }
    reorderInto(view(conv.weights, weights), view(packed, memory));
  };
  conv.packedMemory = PackedMemory(
      {getLayoutKey(packed), conv.image, inputs[1], conv.weights.get_size()},
      packed.get_size(), pack);
  conv.packedWeights = view(packed, conv.packedMemory.get());
  if (inputs[3]) {
    conv.packedBias = memory(conv.bias, getEngine());
    std::memcpy(conv.packedBias.get_data_handle(), inputs[3],
                conv.bias.get_size());
  }
}

static size_t scratchpadSize(const primitive &primitive) {
  const_dnnl_primitive_desc_t desc = primitive.get_primitive_desc();
  return dnnl_memory_desc_get_size(
      dnnl_primitive_desc_query_md(desc, dnnl_query_scratchpad_md, 0));
}

/// Makes oneDNN's primitives.
static void prepareDirect(Convolution *conv, const Shape &s,
                          const void *const *inputs) {
  using tag = memory::format_tag;
  constexpr auto dtype = memory::data_type::f32;
  tag order = s.channelsLast ? tag::nhwc : tag::nchw;
  memory::dims source{s.n, s.c, s.h, s.w}, target{s.n, s.f, s.oh, s.ow};
  memory::dims weights = getWeightDims(s);
  conv->source = memory::desc(source, dtype, order);
  const memory::desc dense(target, dtype, order);
  conv->target = dense;
  if (s.step != s.f)
    conv->target = memory::desc(
        target, dtype,
        memory::dims{s.oh * s.ow * s.step, 1, s.ow * s.step, s.step});
  conv->weights =
      memory::desc(weights, dtype, s.groups == 1 ? tag::oihw : tag::goihw);
  if (inputs[3])
    conv->bias = memory::desc({s.f}, dtype, tag::x);
  memory::desc any(weights, dtype, tag::any);
  auto chooseLayouts = [&](const memory::desc &in, const memory::desc &out) {
    conv->chosen = choose(s, in, any, conv->bias, out, s.isFused());
  };
  // A layout of its own is worth two reorders where none of its fast
  // implementations reads ours. A first layer reads few channels in any order.
  bool isFast = false;
  if (s.channelsLast) {
    // No fast implementation leaves gaps.
    chooseLayouts(conv->source, dense);
    isFast = !std::strstr(conv->chosen.impl_info_str(), "ref") &&
             !std::strstr(conv->chosen.impl_info_str(), "gemm");
  }
  if (!isFast)
    chooseLayouts(s.c < 4 && !s.channelsLast
                      ? conv->source
                      : memory::desc(source, dtype, tag::any),
                  memory::desc(target, dtype, tag::any));
  conv->fused = convolution_forward(conv->chosen);
  conv->exact =
      s.isFused() && losesNan(s.activation)
          ? convolution_forward(choose(s, conv->chosen.src_desc(),
                                       conv->chosen.weights_desc(), conv->bias,
                                       conv->chosen.dst_desc(), false))
          : conv->fused;
  auto round = [](size_t bytes) { return (bytes + 63) / 64 * 64; };
  conv->scratchpad =
      round(std::max(scratchpadSize(conv->fused), scratchpadSize(conv->exact)));
  if (conv->chosen.src_desc() != conv->source)
    conv->sourceSize = round(conv->chosen.src_desc().get_size());
  if (conv->chosen.dst_desc() != conv->target)
    conv->targetSize = round(conv->chosen.dst_desc().get_size());
  if (s.constant)
    packConstants(*conv, s, inputs);
  else if (conv->chosen.weights_desc() != conv->weights)
    conv->weightsSize = round(conv->chosen.weights_desc().get_size());
}

/// Whether one of our own kernels computes it.
static bool prepareDense(Convolution &conv, const Shape &s,
                         const void *const *inputs) {
  const dense::Kernels *kernels = dense::findKernels();
  if (!kernels)
    return false;
  auto get = [&](int i) { return static_cast<const float *>(inputs[i]); };
  if (s.isPixelwise()) {
    conv.product = std::make_unique<dense::PackedProduct>(
        dense::Product{s.c, s.f, s.step, s.accumulate}, *kernels,
        dense::PlainWeights{get(1), 1, s.c, get(2)}, conv.image,
        s.mayBeHalves ? dense::chooseBf16x3(s.n * s.oh * s.ow, s.c, s.f)
                      : nullptr);
    return true;
  }
  std::optional<dense::Depthwise> shape = s.getDepthwise();
  if (!shape || !dense::DepthwiseConvolution::isSupported(
                    *shape, s.channelsLast, *kernels))
    return false;
  conv.depthwise = std::make_unique<dense::DepthwiseConvolution>(
      *shape, s.channelsLast, *kernels);
  if (s.constant)
    conv.packedMemory = conv.depthwise->pack(get(1), get(2), conv.image);
  return true;
}

/// The pixels that strides pick, beside each other in memory of the thread.
static const float *pickPixels(const Shape &s, const float *x) {
  auto *picked = static_cast<float *>(
      getScratch(size_t(s.n * s.oh * s.ow * s.c) * sizeof(float), 1));
  float *to = picked;
  for (int64_t row = 0; row < s.n * s.oh; ++row) {
    const float *from =
        x + (row / s.oh * s.h + row % s.oh * s.strides[0]) * s.w * s.c;
    for (int64_t i = 0; i < s.ow; ++i, to += s.c)
      std::memcpy(to, from + i * s.strides[1] * s.c,
                  size_t(s.c) * sizeof(float));
  }
  return picked;
}

/// Whether it has computed the output.
static bool runDense(const Convolution &conv, const Shape &s,
                     const void *const *inputs, float *output) {
  auto get = [&](int i) { return static_cast<const float *>(inputs[i]); };
  if (conv.product)
    conv.product->run(s.picksPixels() ? pickPixels(s, get(0)) : get(0),
                      s.n * s.oh * s.ow, s.getEpilogue(inputs[3]), s.step,
                      output);
  else if (conv.depthwise)
    conv.depthwise->run(get(0), get(1), conv.packedMemory.floats(),
                        s.getEpilogue(inputs[3]), output);
  return conv.product || conv.depthwise;
}

static std::unique_ptr<Convolution>
prepare(const Shape &s, const void *const *inputs, const void *image) {
  auto conv = std::make_unique<Convolution>();
  conv->image = image;
  if (s.isRow()) {
    conv->row = std::make_unique<RowProduct>(
        s.f, s.c, static_cast<const float *>(inputs[1]),
        static_cast<const float *>(inputs[2]), image);
    return conv;
  }
  if (prepareDense(*conv, s, inputs))
    return conv;
  const winograd::Kernels *kernels = s.tile ? winograd::findKernels() : nullptr;
  if (kernels)
    conv->winograd = std::make_unique<winograd::Convolution>(
        winograd::Problem{s.n, s.h, s.w, s.c, s.f, s.oh, s.ow, s.low[0],
                          s.low[1], s.step, s.tile, s.accumulate,
                          int(s.activation), s.lower, s.upper},
        *kernels, static_cast<const float *>(inputs[1]),
        static_cast<const float *>(inputs[2]), image);
  else
    std::call_once(conv->isDirect,
                   [&] { prepareDirect(conv.get(), s, inputs); });
  return conv;
}

std::unique_ptr<Prepared> tsrt::prepareConvolution(const int64_t *parameters,
                                                   const void *const *inputs) {
  return prepare(Shape(parameters), inputs, nullptr);
}

/// Whether Winograd's method has computed the output.
static bool runWinograd(Convolution &conv, const void *const *inputs,
                        float *output) {
  if (!conv.winograd ||
      conv.failures.load(std::memory_order_relaxed) >= kMaxFailures)
    return false;
  auto get = [&](int i) { return static_cast<const float *>(inputs[i]); };
  if (!conv.winograd->run({get(0), get(1), get(2), get(3), nullptr, output}))
    conv.failures.fetch_add(1, std::memory_order_relaxed);
  return true;
}

/// Runs the primitive and, where the library's activation is not PyTorch's, a
/// loop behind it.
static void execute(Convolution &conv, const Shape &s,
                    const std::unordered_map<int, memory> &arguments,
                    float *output) {
  auto activate = [&] {
    // Padded layouts hold zeros that stay zeros or are not read.
    activateInPlace(output,
                    int64_t(conv.chosen.dst_desc().get_size() / sizeof(float)),
                    s.activation, s.lower, s.upper);
  };
  bool watches = s.isFused() && losesNan(s.activation);
  if (!watches) {
    conv.fused.execute(getStream(), arguments);
    getStream().wait();
    if (!s.isFused() && s.activation != Activation::None)
      activate();
    return;
  }
  if (conv.failures.load(std::memory_order_relaxed) < kMaxFailures) {
    InvalidNote note;
    conv.fused.execute(getStream(), arguments);
    getStream().wait();
    if (!note.seen())
      return;
    conv.failures.fetch_add(1, std::memory_order_relaxed);
  }
  conv.exact.execute(getStream(), arguments);
  getStream().wait();
  activate();
}

static void run(const int64_t *p, const void *const *inputs, void *output,
                void **place) {
  Shape s(p);
  if (s.n * s.f * s.oh * s.ow == 0)
    return;
  PreparedRef prepared =
      getPrepared(place, p, kNumSizes,
                  [&](const void *image) { return prepare(s, inputs, image); });
  auto &conv = static_cast<Convolution &>(*prepared);
  if (conv.row) {
    auto *y = static_cast<float *>(output);
    conv.row->run(static_cast<const float *>(inputs[0]),
                  static_cast<const float *>(inputs[3]), s.accumulate, y);
    return activateInPlace(y, s.f, s.activation, s.lower, s.upper);
  }
  if (runDense(conv, s, inputs, static_cast<float *>(output)) ||
      runWinograd(conv, inputs, static_cast<float *>(output)))
    return;
  std::call_once(conv.isDirect, [&] { prepareDirect(&conv, s, inputs); });
  auto *scratch = static_cast<char *>(getScratch(
      conv.scratchpad + conv.sourceSize + conv.weightsSize + conv.targetSize));
  auto take = [&](size_t bytes) {
    return std::exchange(scratch, scratch + bytes);
  };
  memory scratchpad =
      view(conv.chosen.scratchpad_desc(), take(conv.scratchpad));
  memory source = view(conv.source, inputs[0]);
  memory target = view(conv.target, output);
  memory ownTarget = target;
  if (conv.sourceSize) {
    memory own = view(conv.chosen.src_desc(), take(conv.sourceSize));
    reorderInto(source, own);
    source = own;
  }
  memory weights =
      s.constant ? conv.packedWeights : view(conv.weights, inputs[1]);
  if (conv.weightsSize) {
    memory own = view(conv.chosen.weights_desc(), take(conv.weightsSize));
    reorderInto(weights, own);
    weights = own;
  }
  if (conv.targetSize) {
    ownTarget = view(conv.chosen.dst_desc(), take(conv.targetSize));
    if (s.accumulate)
      reorderInto(target, ownTarget);
  }
  std::unordered_map<int, memory> arguments{{DNNL_ARG_SRC, source},
                                            {DNNL_ARG_WEIGHTS, weights},
                                            {DNNL_ARG_DST, ownTarget},
                                            {DNNL_ARG_SCRATCHPAD, scratchpad}};
  if (inputs[3])
    arguments.emplace(DNNL_ARG_BIAS, s.constant ? conv.packedBias
                                                : view(conv.bias, inputs[3]));
  execute(conv, s, arguments,
          static_cast<float *>(ownTarget.get_data_handle()));
  if (conv.targetSize)
    reorderInto(ownTarget, target);
}

void tsrt_onednn_convolution(const int64_t *p, const void *const *inputs,
                             void *output, void **place) {
  try {
    run(p, inputs, output, place);
  } catch (...) {
    // Who runs the kernel looks for it.
    note(errorOfException());
  }
}
