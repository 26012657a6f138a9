//===- Convolution.cpp - f32 convolutions of kernels ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// oneDNN chooses the layouts; row-major buffers are reordered around it, and
// constant weights once.
//
//===----------------------------------------------------------------------===//

#include "PrimitiveCache.h"
#include "Relu.h"
#include "core/OutOfMemory.h"
#include "tensor/Tensor.h"
#include "tsrt_kernel.h"

using namespace dnnl;
using tsrt::getEngine;
using tsrt::getStream;

namespace {

/// A convolution ready to run.
struct Convolution {
  convolution_forward primitive;
  memory::desc userSource, userWeights, userTarget, bias;
  /// Memory in the layouts the primitive wants; the source and target memories
  /// are used only when those differ from row-major.
  memory source, weights, target;
  bool reordersSource = false, reordersWeights = false, reordersTarget = false;
  bool packed = false;
  reorder sourceReorder, weightsReorder, targetReorder;
};

} // namespace

static Convolution makeConvolution(const int64_t *p, bool hasBias) {
  using tag = memory::format_tag;
  auto dtype = memory::data_type::f32;
  int64_t n = p[0], c = p[1], h = p[2], w = p[3], f = p[4], kh = p[5],
          kw = p[6];
  memory::dims strides{p[7], p[8]}, dilations{p[9] - 1, p[10] - 1};
  memory::dims low{p[11], p[12]}, high{p[13], p[14]};
  int64_t oh = (h + low[0] + high[0] - p[9] * (kh - 1) - 1) / strides[0] + 1;
  int64_t ow = (w + low[1] + high[1] - p[10] * (kw - 1) - 1) / strides[1] + 1;
  memory::dims source{n, c, h, w}, weights{f, c, kh, kw}, target{n, f, oh, ow};
  Convolution conv;
  conv.userSource = memory::desc(source, dtype, tag::nchw);
  conv.userWeights = memory::desc(weights, dtype, tag::oihw);
  conv.userTarget = memory::desc(target, dtype, tag::nchw);
  conv.bias = hasBias ? memory::desc({f}, dtype, tag::x) : memory::desc();
  // A first layer of few channels reads row-major pictures as they are.
  auto any = [&](const memory::dims &dims) {
    return memory::desc(dims, dtype, tag::any);
  };
  memory::desc wantedSource = c < 4 ? conv.userSource : any(source);
  convolution_forward::desc desc =
      hasBias
          ? convolution_forward::desc(
                prop_kind::forward_inference, algorithm::convolution_direct,
                wantedSource, any(weights), conv.bias, any(target), strides,
                dilations, low, high)
          : convolution_forward::desc(prop_kind::forward_inference,
                                      algorithm::convolution_direct,
                                      wantedSource, any(weights), any(target),
                                      strides, dilations, low, high);
  convolution_forward::primitive_desc chosen(desc, getEngine());
  conv.primitive = convolution_forward(chosen);
  conv.reordersSource = chosen.src_desc() != conv.userSource;
  conv.reordersWeights = chosen.weights_desc() != conv.userWeights;
  conv.reordersTarget = chosen.dst_desc() != conv.userTarget;
  auto prepare = [&](bool needed, const memory::desc &user,
                     const memory::desc &wanted, bool toUser, memory &own,
                     reorder &transfer) {
    if (!needed) {
      own = memory(wanted, getEngine(), nullptr);
      return;
    }
    own = memory(wanted, getEngine());
    memory outside(user, getEngine(), nullptr);
    transfer = toUser ? reorder(own, outside) : reorder(outside, own);
  };
  prepare(conv.reordersSource, conv.userSource, chosen.src_desc(), false,
          conv.source, conv.sourceReorder);
  prepare(conv.reordersWeights, conv.userWeights, chosen.weights_desc(), false,
          conv.weights, conv.weightsReorder);
  prepare(conv.reordersTarget, conv.userTarget, chosen.dst_desc(), true,
          conv.target, conv.targetReorder);
  return conv;
}

static void run(const int64_t *p, const void *const *inputs, void *output) {
  bool hasBias = p[15] != 0, constant = p[16] != 0, relu = p[17] != 0;
  static thread_local tsrt::PrimitiveCache<Convolution> cache;
  Convolution &conv = cache.get(
      {std::vector<int64_t>(p, p + 18), constant ? inputs[1] : nullptr},
      [&] { return makeConvolution(p, hasBias); });
  auto user = [](const memory::desc &desc, const void *data) {
    return memory(desc, getEngine(), const_cast<void *>(data));
  };
  stream &run = getStream();
  memory source = user(conv.userSource, inputs[0]);
  memory weights = user(conv.userWeights, inputs[1]);
  memory target = user(conv.userTarget, output);
  if (conv.reordersSource)
    conv.sourceReorder.execute(run, source, conv.source);
  if (conv.reordersWeights && !(constant && conv.packed)) {
    conv.weightsReorder.execute(run, weights, conv.weights);
    conv.packed = true;
  }
  std::unordered_map<int, memory> arguments{
      {DNNL_ARG_SRC, conv.reordersSource ? conv.source : source},
      {DNNL_ARG_WEIGHTS, conv.reordersWeights ? conv.weights : weights},
      {DNNL_ARG_DST, conv.reordersTarget ? conv.target : target}};
  if (hasBias)
    arguments.emplace(DNNL_ARG_BIAS, user(conv.bias, inputs[2]));
  conv.primitive.execute(run, arguments);
  if (conv.reordersTarget)
    conv.targetReorder.execute(run, conv.target, target);
  run.wait();
  if (relu)
    tsrt::reluInPlace(static_cast<float *>(output),
                      int64_t(conv.userTarget.get_size() / sizeof(float)));
}

void tsrt_onednn_conv2d(const int64_t *p, const void *const *inputs,
                        void *output) {
  try {
    run(p, inputs, output);
  } catch (...) {
    // Who runs the kernel looks for it.
    tsrt::note(tsrt::errorOfException());
  }
}
