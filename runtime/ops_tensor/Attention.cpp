//===- Attention.cpp - Attention and the layers around it -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scaled dot product attention, and the operators torch.nn calls in inference
// for a whole attention or encoder layer.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/Layers.h"
#include "ops_tensor/Products.h"
#include "ops_tensor/Reduce.h"

#include <limits>

using namespace tsrt;

namespace {

/// Keeps scores where the mask holds; the others become -infinity.
constexpr Loops keepWhere =
    loops<2, floatTypes>("attention mask", [](auto x, auto m, auto *) {
      return m != 0 ? x : -std::numeric_limits<decltype(x)>::infinity();
    });
/// The other way round.
constexpr Loops hideWhere =
    loops<2, floatTypes>("attention mask", [](auto x, auto m, auto *) {
      return m == 0 ? x : -std::numeric_limits<decltype(x)>::infinity();
    });

/// softmax(q k^T / sqrt(e) + mask) v, and the weights, whether asked for or
/// not.
std::tuple<Tensor, Tensor> attention(const Tensor &q, const Tensor &k,
                                     const Tensor &v, const Tensor &mask,
                                     double dropout, bool /*needWeights*/,
                                     bool causal) {
  if (causal && mask) {
    bail("_scaled_dot_product_attention: Explicit attn_mask should not be set "
         "when is_causal=True");
    return {};
  }
  Tensor scores =
      matmul(q / Scalar(std::sqrt(double(q.size(-1)))), transpose(k, -2, -1));
  Tensor m = mask;
  if (causal) {
    int64_t rows = q.size(-2), columns = k.size(-2);
    m = zeros({rows, columns}, TSRT_B8);
    for (int64_t i = 0; i < rows; ++i)
      fillInPlace(narrow(selectAt(m, 0, i), 0, 0, std::min(i + 1, columns)), 1);
  }
  // The mask is added: what it hides is NaN where the score is not finite.
  if (m && m.dtype() == TSRT_B8)
    m = pointwise(keepWhere, {zeros(m.sizes(), q.dtype()), m}, q.dtype(),
                  q.dtype());
  if (m)
    scores = scores + m;
  Tensor weights = softmax(scores, -1);
  if (dropout > 0)
    weights = dropElements(weights, dropout);
  return {matmul(weights, v), weights};
}

/// The mask broadcast against scores [batch, heads, rows, columns]; true where
/// a score does not count. Two dimensions are batch and columns, whatever the
/// type of the mask says.
Tensor placeMask(const Tensor &mask, const Tensor &scores) {
  Tensor hidden = toDType(mask, TSRT_B8);
  if (mask.dim() != 2)
    return hidden;
  auto check = [](bool holds, const char *what) {
    if (!holds)
      bail("Expected %s to be true, but got false.  (Could this error message "
           "be improved?  If so, please report an enhancement request to "
           "PyTorch.)",
           what);
    return holds;
  };
  if (!check(mask.size(0) == scores.size(0),
             "attn_mask->sizes()[0] == batch_size") ||
      !check(mask.size(1) == scores.size(3),
             "attn_mask->sizes()[1] == seq_len"))
    return {};
  return reshape(hidden, {mask.size(0), 1, 1, mask.size(1)});
}

/// Multi-head self- or cross-attention with packed input weights [3 d, d].
std::tuple<Tensor, Tensor> multiHeadAttention(
    const Tensor &query, const Tensor &key, const Tensor &value, int64_t size,
    int64_t heads, const Tensor &inputWeight, const Tensor &inputBias,
    const Tensor &outputWeight, const Tensor &outputBias, const Tensor &mask,
    bool needWeights, bool average, std::optional<int64_t> maskType) {
  if (query.dim() != 3 || key.dim() != 3 || value.dim() != 3) {
    bail("expected 3-D `query`, got %lld-D tensor", LL(query.dim()));
    return {};
  }
  if (heads <= 0 || size % heads != 0) {
    bail("`embed_dim` must divide evenly by `num_heads`");
    return {};
  }
  if (inputWeight.dim() != 2 || inputWeight.size(0) != 3 * size ||
      inputBias.numel() != 3 * size || query.size(2) != size) {
    bail("expected `qkv_weight` first dim to be 3x embed_dim");
    return {};
  }
  if (mask && (!maskType || *maskType == 0)) {
    bail(maskType ? "src_mask not currently supported on CPU"
                  : "Mask Type should be defined");
    return {};
  }
  // [batch, time, d] to [batch, heads, time, d / heads]
  auto project = [&](const Tensor &x, int64_t part) {
    Tensor projected = linear(x, narrow(inputWeight, 0, part * size, size),
                              narrow(inputBias, 0, part * size, size));
    return transpose(
        reshape(projected, {x.size(0), x.size(1), heads, size / heads}), 1, 2);
  };
  Tensor q = project(query, 0) / Scalar(std::sqrt(double(size / heads)));
  Tensor k = project(key, 1), v = project(value, 2);
  if (failed())
    return {};
  Tensor scores = matmul(q, transpose(k, -2, -1));
  if (mask) {
    Tensor hidden = placeMask(mask, scores);
    if (failed())
      return {};
    scores =
        pointwise(hideWhere, {scores, hidden}, scores.dtype(), scores.dtype());
  }
  Tensor weights = softmax(scores, -1);
  Tensor mixed = transpose(matmul(weights, v), 1, 2);
  Tensor result = linear(reshape(mixed, {query.size(0), query.size(1), size}),
                         outputWeight, outputBias);
  if (!needWeights)
    return {result, Tensor()};
  if (average)
    weights = toDType(sum(weights, Dims{1}, false), weights.dtype()) /
              Scalar(double(heads));
  return {result, weights};
}

/// One encoder layer of a transformer in inference.
Tensor encoderLayer(const Tensor &source, int64_t size, int64_t heads,
                    const Tensor &inputWeight, const Tensor &inputBias,
                    const Tensor &outputWeight, const Tensor &outputBias,
                    bool useGelu, bool normFirst, double eps,
                    const Tensor &normWeight1, const Tensor &normBias1,
                    const Tensor &normWeight2, const Tensor &normBias2,
                    const Tensor &weight1, const Tensor &bias1,
                    const Tensor &weight2, const Tensor &bias2,
                    const Tensor &mask, std::optional<int64_t> kind) {
  auto norm1 = [&](const Tensor &x) {
    return layerNorm(x, {size}, normWeight1, normBias1, eps);
  };
  auto norm2 = [&](const Tensor &x) {
    return layerNorm(x, {size}, normWeight2, normBias2, eps);
  };
  auto feedForward = [&](const Tensor &x) {
    Tensor inner = linear(x, weight1, bias1);
    return linear(useGelu ? gelu(inner, "none") : relu(inner), weight2, bias2);
  };
  Tensor x = normFirst ? norm1(source) : source;
  if (failed())
    return {};
  x = std::get<0>(multiHeadAttention(x, x, x, size, heads, inputWeight,
                                     inputBias, outputWeight, outputBias, mask,
                                     false, true, kind));
  if (failed())
    return {};
  x = x + source;
  if (normFirst)
    return x + feedForward(norm2(x));
  x = norm1(x);
  return norm2(x + feedForward(x));
}

const KernelEntry entries[] = {
    TSRT_OP("_scaled_dot_product_attention", attention),
    TSRT_OP("_native_multi_head_attention", multiHeadAttention),
    TSRT_OP("_transformer_encoder_layer_fwd", encoderLayer),
};
const KernelTable table(entries);

} // namespace
