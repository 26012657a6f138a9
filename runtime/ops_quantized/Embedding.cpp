//===- Embedding.cpp - Rows of quantized tables ---------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lookups in tables whose rows have a scale and a zero point each.
//
//===----------------------------------------------------------------------===//

#include "ops_quantized/Packed.h"

using namespace tsrt;

const tsrt_type EmbeddingParams::type = capsuleType(EmbeddingParams::name);

namespace {

using Table = const EmbeddingParams *;

CapsuleRef prepack(const Tensor &weight) {
  if (!quantizerOf(weight) || weight.dtype() != TSRT_QU8 || weight.dim() != 2 ||
      quantizerOf(weight)->isPerTensor() || quantizerOf(weight)->axis != 0)
    return bail("quantized::embedding_bag_prepack: the weight must be a matrix "
                "of dtype quint8 with a scale for each row");
  auto *params = new EmbeddingParams;
  params->weight = weight;
  return makeCapsule(EmbeddingParams::type, params);
}
Tensor unpack(Table table) { return table->weight; }

/// The rows at the indices, as floats; [indices..., columns].
Tensor rowsAt(Table table, const Tensor &indices) {
  const Quantizer &by = *quantizerOf(table->weight);
  if (!indices.isIntegral(false))
    return bail("Expect 32 or 64 bit indices, but found %s instead.",
                scalarTypeName(indices.dtype()));
  std::vector<int64_t> at = elementsAs<int64_t>(indices);
  Tensor bytes = contiguous(integersOf(table->weight));
  int64_t rows = bytes.size(0), columns = bytes.size(1);
  Dims sizes = indices.sizes();
  sizes.push_back(columns);
  Tensor out = empty(sizes, TSRT_F32);
  if (!out)
    return {};
  for (size_t i = 0; i < at.size(); ++i) {
    int64_t row = at[i];
    if (row < 0 || row >= rows)
      return bail("quantized::embedding_byte: index %lld is out of range for a "
                  "table of %lld rows",
                  LL(row), LL(rows));
    auto scale = float(by.scales[size_t(row)]);
    // PyTorch keeps -zero point * scale with each row.
    float bias = -float(by.zeroPoints[size_t(row)]) * scale;
    const uint8_t *from = bytes.data<uint8_t>() + row * columns;
    float *to = out.data<float>() + int64_t(i) * columns;
    for (int64_t c = 0; c < columns; ++c)
      to[c] = float(from[c]) * scale + bias;
  }
  return out;
}

Tensor embedding(Table table, const Tensor &indices, bool) {
  return rowsAt(table, indices);
}

/// Sums or means (mode 0, 1) of the rows of bags.
Tensor embeddingBag(Table table, const Tensor &indices, const Tensor &offsets,
                    bool, int64_t mode, bool pruned,
                    const Tensor &perSampleWeights, const Tensor &mapping,
                    bool includeLastOffset) {
  if (pruned || mapping)
    return bail("quantized::embedding_bag_byte: pruned tables are not "
                "supported");
  Tensor rows = rowsAt(table, indices);
  if (!rows)
    return {};
  Dims bags;
  if (indices.dim() == 2) {
    for (int64_t i = 0; i <= indices.size(0); ++i)
      bags.push_back(i * indices.size(1));
  } else {
    for (int64_t offset : elementsAs<int64_t>(offsets))
      bags.push_back(offset);
    if (!includeLastOffset)
      bags.push_back(indices.numel());
  }
  std::vector<float> weights = elementsAs<float>(perSampleWeights);
  int64_t columns = rows.size(-1);
  Tensor out = zeros({int64_t(bags.size()) - 1, columns}, TSRT_F32);
  if (!out)
    return {};
  for (size_t bag = 0; bag + 1 < bags.size(); ++bag) {
    int64_t begin = bags[bag], end = bags[bag + 1];
    if (begin < 0 || end < begin || end > indices.numel())
      return bail("quantized::embedding_bag_byte: offsets must not decrease "
                  "and lie within the indices");
    float *to = out.data<float>() + int64_t(bag) * columns;
    for (int64_t i = begin; i < end; ++i) {
      float weight = perSampleWeights ? weights[size_t(i)] : 1.0f;
      for (int64_t c = 0; c < columns; ++c)
        to[c] += weight * rows.data<float>()[i * columns + c];
    }
    for (int64_t c = 0; mode == 1 && end > begin && c < columns; ++c)
      to[c] /= float(end - begin);
  }
  return out;
}

const KernelEntry entries[] = {
    {"quantized::embedding_bag_prepack", op<prepack>},
    {"quantized::embedding_bag_unpack", op<unpack>},
    {"quantized::embedding_byte", op<embedding>},
    {"quantized::embedding_bag_byte", op<embeddingBag>},
};
const KernelTable table(entries);

} // namespace
