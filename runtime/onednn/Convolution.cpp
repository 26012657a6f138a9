//===- Convolution.cpp - Convolutions through oneDNN ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "onednn/OneDnn.h"

#include <cstring>
#include <dnnl.hpp>
#include <unordered_map>

using namespace tsrt;
using dnnl::memory;

namespace {

dnnl::engine &engine() {
  static dnnl::engine instance(dnnl::engine::kind::cpu, 0);
  return instance;
}

memory::dims toDims(const Dims &d) { return {d.begin(), d.end()}; }

/// Row-major layout of a tensor with these sizes.
memory::desc plain(const memory::dims &sizes) {
  memory::dims strides(sizes.size());
  int64_t step = 1;
  for (size_t d = sizes.size(); d-- > 0;) {
    strides[d] = step;
    step *= sizes[d];
  }
  return memory::desc(sizes, memory::data_type::f32, strides);
}
memory::desc any(const memory::dims &sizes) {
  return memory::desc(sizes, memory::data_type::f32, memory::format_tag::any);
}

/// `from` in the layout `wanted`: itself, or a reordered copy.
memory inLayout(memory from, const memory::desc &wanted, dnnl::stream &s) {
  if (from.get_desc() == wanted)
    return from;
  memory to(wanted, engine());
  dnnl::reorder(from, to).execute(s, from, to);
  return to;
}

/// Runs a forward convolution or deconvolution primitive.
template <class Primitive>
bool run(const typename Primitive::primitive_desc &pd, const memory &source,
         const memory &weights, const memory &bias, const memory &target) {
  if (std::strstr(pd.impl_info_str(), "ref"))
    return false;
  dnnl::stream stream(engine());
  std::unordered_map<int, memory> args{
      {DNNL_ARG_SRC, inLayout(source, pd.src_desc(), stream)},
      {DNNL_ARG_WEIGHTS, inLayout(weights, pd.weights_desc(), stream)}};
  if (bias)
    args[DNNL_ARG_BIAS] = bias;
  bool direct = pd.dst_desc() == target.get_desc();
  memory out = direct ? target : memory(pd.dst_desc(), engine());
  args[DNNL_ARG_DST] = out;
  Primitive(pd).execute(stream, args);
  if (!direct)
    dnnl::reorder(out, target)
        .execute(stream, out, const_cast<memory &>(target));
  stream.wait();
  return true;
}

bool convolve(const Tensor &input, const Tensor &weight, const Tensor &bias,
              const ConvolutionShape &shape, const Tensor &out) {
  memory::dims stride = toDims(shape.stride), left = toDims(shape.padding);
  memory::dims right, dilation;
  for (size_t d = 0; d < left.size(); ++d) {
    dilation.push_back(shape.dilation[d] - 1);
    right.push_back(left[d] - (shape.transposed ? shape.outputPadding[d] : 0));
    if (right.back() < 0)
      return false;
  }
  // Weights of groups have the group as a dimension of their own; those of a
  // transposed convolution have input channels first.
  memory::dims w = toDims(weight.sizes()), wStrides = toDims(weight.strides());
  int64_t g = shape.groups;
  if (g > 1) {
    w[0] /= g;
    wStrides.insert(wStrides.begin(), w[0] * wStrides[0]);
    w.insert(w.begin(), g);
  }
  size_t first = g > 1;
  if (shape.transposed) {
    std::swap(w[first], w[first + 1]);
    std::swap(wStrides[first], wStrides[first + 1]);
  }
  memory::desc weightDesc(w, memory::data_type::f32, wStrides);
  memory::dims in = toDims(input.sizes()), result = toDims(out.sizes());
  memory source(plain(in), engine(), input.data());
  memory weights(weightDesc, engine(), weight.data());
  memory target(plain(result), engine(), out.data());
  memory::desc biasDesc;
  memory biasMemory;
  if (bias) {
    biasDesc = plain({bias.numel()});
    biasMemory = memory(biasDesc, engine(), bias.data());
  }
  constexpr auto kind = dnnl::prop_kind::forward_inference;
  if (shape.transposed) {
    constexpr auto direct = dnnl::algorithm::deconvolution_direct;
    using D = dnnl::deconvolution_forward;
    D::desc desc = bias ? D::desc(kind, direct, any(in), any(w), biasDesc,
                                  any(result), stride, dilation, left, right)
                        : D::desc(kind, direct, any(in), any(w), any(result),
                                  stride, dilation, left, right);
    return run<D>(D::primitive_desc(desc, engine()), source, weights,
                  biasMemory, target);
  }
  constexpr auto direct = dnnl::algorithm::convolution_direct;
  using C = dnnl::convolution_forward;
  C::desc desc = bias ? C::desc(kind, direct, any(in), any(w), biasDesc,
                                any(result), stride, dilation, left, right)
                      : C::desc(kind, direct, any(in), any(w), any(result),
                                stride, dilation, left, right);
  return run<C>(C::primitive_desc(desc, engine()), source, weights, biasMemory,
                target);
}

bool pool(const Tensor &input, const PoolingShape &shape, const Tensor &out) {
  using P = dnnl::pooling_v2_forward;
  memory::dims in = toDims(input.sizes()), result = toDims(out.sizes());
  memory::dims kernel = toDims(shape.kernel), stride = toDims(shape.stride);
  memory::dims left = toDims(shape.padding), right, dilation;
  for (size_t d = 0; d < kernel.size(); ++d) {
    dilation.push_back(shape.dilation[d] - 1);
    int64_t reach = (kernel[d] - 1) * shape.dilation[d] + 1;
    right.push_back((result[d + 2] - 1) * stride[d] + reach - in[d + 2] -
                    left[d]);
    if (right.back() < 0)
      right.back() = 0;
  }
  auto algorithm = shape.countPadding
                       ? dnnl::algorithm::pooling_avg_include_padding
                       : dnnl::algorithm::pooling_avg_exclude_padding;
  P::desc desc(dnnl::prop_kind::forward_inference, algorithm, plain(in),
               plain(result), stride, kernel, dilation, left, right);
  P::primitive_desc pd(desc, engine());
  if (std::strstr(pd.impl_info_str(), "ref"))
    return false;
  dnnl::stream stream(engine());
  memory source(plain(in), engine(), input.data());
  memory target(plain(result), engine(), out.data());
  P(pd).execute(stream, {{DNNL_ARG_SRC, source}, {DNNL_ARG_DST, target}});
  stream.wait();
  return true;
}

} // namespace

// The C++ interface of oneDNN reports unsupported cases by exceptions; they end
// here.

bool tsrt::onednnConvolution(const Tensor &input, const Tensor &weight,
                             const Tensor &bias, const ConvolutionShape &shape,
                             const Tensor &out) {
  try {
    return convolve(input, weight, bias, shape, out);
  } catch (const dnnl::error &) {
    return false;
  }
}

bool tsrt::onednnAveragePooling(const Tensor &input, const PoolingShape &shape,
                                const Tensor &out) {
  try {
    return pool(input, shape, out);
  } catch (const dnnl::error &) {
    return false;
  }
}
