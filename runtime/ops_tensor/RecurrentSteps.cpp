//===- RecurrentSteps.cpp - Steps of recurrent layers in f32 --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step is one product with the recurrent weights, and one loop over the
// hidden state for all gates. Sums have the order of the operators: bias to the
// product, then the input's part. With few rows, a step takes as long as its
// weights need from the second cache: every other step reads them backwards,
// and those of one row are packed for all steps, so that they come in the order
// of memory, line by line; constant ones once.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/RecurrentSteps.h"

#include "compiled/Dense.h"
#include "compiled/Prepared.h"
#include "core/ForEachISA.h"
#include "onednn/OneDnn.h"
#include "ops_tensor/ConstantWeights.h"
#include "ops_tensor/FloatMath.h"
#include "ops_tensor/StreamedProduct.h"
#include "tensor/Copy.h"
#include "tensor/Views.h"

#include <new>
#include <vector>

using namespace tsrt;

namespace {

/// One row of the batch: the input's part and the product for all gates, the
/// bias (zeros when there is none), the states before and after.
struct Row {
  const float *input, *product, *bias, *hidden, *cell;
  float *newHidden, *newCell;
};

TSRT_FOR_EACH_ISA
void lstmRow(const Row &row, int64_t size) {
  const float *__restrict x = row.input, *__restrict p = row.product;
  const float *__restrict b = row.bias, *__restrict c = row.cell;
  float *__restrict hidden = row.newHidden, *__restrict cell = row.newCell;
  for (int64_t i = 0; i < size; ++i) {
    int64_t f = size + i, g = 2 * size + i, o = 3 * size + i;
    float in = quickSigmoid(x[i] + (p[i] + b[i]));
    float forget = quickSigmoid(x[f] + (p[f] + b[f]));
    float candidate = quickTanh(x[g] + (p[g] + b[g]));
    float out = quickSigmoid(x[o] + (p[o] + b[o]));
    float state = forget * c[i] + in * candidate;
    cell[i] = state;
    hidden[i] = out * quickTanh(state);
  }
}

TSRT_FOR_EACH_ISA
void gruRow(const Row &row, int64_t size) {
  const float *__restrict x = row.input, *__restrict p = row.product;
  const float *__restrict b = row.bias, *__restrict h = row.hidden;
  float *__restrict hidden = row.newHidden;
  for (int64_t i = 0; i < size; ++i) {
    int64_t u = size + i, n = 2 * size + i;
    float reset = quickSigmoid(x[i] + (p[i] + b[i]));
    float update = quickSigmoid(x[u] + (p[u] + b[u]));
    float fresh = quickTanh(x[n] + reset * (p[n] + b[n]));
    hidden[i] = (h[i] - fresh) * update + fresh;
  }
}

TSRT_FOR_EACH_ISA
void tanhRow(const Row &row, int64_t size) {
  const float *__restrict x = row.input, *__restrict p = row.product;
  const float *__restrict b = row.bias;
  float *__restrict hidden = row.newHidden;
  for (int64_t i = 0; i < size; ++i)
    hidden[i] = quickTanh(x[i] + (p[i] + b[i]));
}

TSRT_FOR_EACH_ISA
void reluRow(const Row &row, int64_t size) {
  const float *__restrict x = row.input, *__restrict p = row.product;
  const float *__restrict b = row.bias;
  float *__restrict hidden = row.newHidden;
  for (int64_t i = 0; i < size; ++i) {
    float sum = x[i] + (p[i] + b[i]);
    hidden[i] = sum < 0 ? 0 : sum;
  }
}

/// The products of states with the recurrent weights [wide, size].
class StateProduct {
public:
  StateProduct(int64_t batch, int64_t wide, int64_t size, const Tensor &weight,
               int64_t time)
      : batch(batch), wide(wide), size(size), weight(weight.data<float>()),
        kernels(dense::findKernels()), constant(getPackedWeights(weight)) {
    if (constant)
      packed = constant->getPacked().floats();
    else if (batch == 1 && time >= kFewestPacked)
      pack();
  }

  /// product[batch, wide] = state * weight transposed, of step i. False when
  /// there is no way.
  bool run(int64_t i, const float *state, float *product) const {
    if (batch > 1 && constant)
      constant->run(state, batch, {}, wide, product);
    else if (batch > kMaxStreamedRows)
      return onednnGemm(batch, wide, size, state, size, 1, weight, 1, size,
                        product);
    else if (packed)
      dense::multiplyRow(*kernels, wide, size, state, packed, i % 2, product);
    else
      multiplyStreamed(batch, wide, size, state, weight, i % 2, product);
    return true;
  }

private:
  /// Packing takes as long as some steps gain.
  static constexpr int64_t kFewestPacked = 48;

  /// Into memory that the thread keeps: fresh pages would take longer.
  void pack() {
    if (!kernels)
      return;
    try {
      packed = static_cast<float *>(
          getScratch(dense::getRowBytes(*kernels, wide, size)));
    } catch (const std::bad_alloc &) {
      return;
    }
    dense::packRow(*kernels, wide, size, weight, packed);
  }

  int64_t batch, wide, size;
  const float *weight;
  const dense::Kernels *kernels;
  /// The weights, where they are constant, or null.
  const dense::PackedProduct *constant;
  float *packed = nullptr;
};

bool isF32(const Tensor &t, std::initializer_list<int64_t> sizes) {
  if (!t || t.dtype() != TSRT_F32 || t.dim() != int64_t(sizes.size()))
    return false;
  int64_t i = 0;
  for (int64_t size : sizes)
    if (t.size(i++) != size)
      return false;
  return true;
}

/// The steps for cells of `numGates` gates that `runRow` computes.
Tensor runSteps(RecurrentSteps &s, int64_t numGates, bool hasCell,
                void (*runRow)(const Row &, int64_t)) {
  if (!s.gates || s.gates.dim() != 3 || !s.weight || s.weight.dim() != 2)
    return {};
  int64_t time = s.gates.size(0), batch = s.gates.size(1),
          size = s.weight.size(1), wide = numGates * size;
  if (!isF32(s.gates, {time, batch, wide}) || !isF32(s.weight, {wide, size}) ||
      !isF32(s.hidden, {batch, size}) || (s.bias && !isF32(s.bias, {wide})) ||
      (hasCell && !isF32(s.cell, {batch, size})) || time == 0 || batch == 0 ||
      size == 0)
    return {};
  Tensor gates = contiguous(s.gates), weight = contiguous(s.weight);
  Tensor hidden = contiguous(s.hidden), before = hidden;
  Tensor cell = hasCell ? contiguous(s.cell) : Tensor();
  Tensor bias = s.bias ? contiguous(s.bias) : Tensor();
  Tensor output = empty({time, batch, size}, TSRT_F32);
  Tensor newCell = hasCell ? empty({batch, size}, TSRT_F32) : Tensor();
  if (failed() || !output)
    return {};
  std::vector<float> product(size_t(batch * wide)), zeros;
  if (!bias)
    zeros.resize(size_t(wide));
  const StateProduct multiply(batch, wide, size, weight, time);
  const float *state = hidden.data<float>();
  const float *cells = hasCell ? cell.data<float>() : nullptr;
  for (int64_t i = 0; i < time; ++i) {
    int64_t t = s.isReversed ? time - 1 - i : i;
    if (!multiply.run(i, state, product.data()))
      return {};
    float *next = output.data<float>() + t * batch * size;
    float *nextCells = hasCell ? newCell.data<float>() : nullptr;
    for (int64_t r = 0; r < batch; ++r)
      runRow({gates.data<float>() + (t * batch + r) * wide,
              product.data() + r * wide,
              bias ? bias.data<float>() : zeros.data(), state + r * size,
              hasCell ? cells + r * size : nullptr, next + r * size,
              hasCell ? nextCells + r * size : nullptr},
             size);
    state = next;
    if (hasCell && i == 0) {
      // The cell before is the caller's; two buffers of our own take turns.
      cell = empty({batch, size}, TSRT_F32);
      if (failed() || !cell)
        return {};
    }
    std::swap(cell, newCell);
    cells = hasCell ? cell.data<float>() : nullptr;
  }
  s.hidden = selectAt(output, 0, s.isReversed ? 0 : time - 1);
  s.cell = cell;
  return output;
}

} // namespace

Tensor tsrt::runLstmSteps(RecurrentSteps &steps) {
  return runSteps(steps, 4, true, lstmRow);
}

Tensor tsrt::runGruSteps(RecurrentSteps &steps) {
  return runSteps(steps, 3, false, gruRow);
}

Tensor tsrt::runTanhSteps(RecurrentSteps &steps) {
  return runSteps(steps, 1, false, tanhRow);
}

Tensor tsrt::runReluSteps(RecurrentSteps &steps) {
  return runSteps(steps, 1, false, reluRow);
}
