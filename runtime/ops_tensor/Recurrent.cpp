//===- Recurrent.cpp - Recurrent layers, einsum ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/ConstantWeights.h"
#include "ops_tensor/FloatMath.h"
#include "ops_tensor/IndexHelpers.h"
#include "ops_tensor/Layers.h"
#include "ops_tensor/Products.h"
#include "ops_tensor/RecurrentSteps.h"
#include "ops_tensor/Reduce.h"

#include <string>

using namespace tsrt;

namespace {

constexpr Loops sigmoidLoops = loops<1, floatTypes>(
    "sigmoid", [](auto x, auto *) { return sigmoidOf(x); });
constexpr Loops tanhLoops =
    loops<1, floatTypes>("tanh", [](auto x, auto *) { return tanhOf(x); });
constexpr Loops reluLoops = loops<1, floatTypes>(
    "relu", [](auto x, auto *) { return x > 0 ? x : decltype(x)(0); });
Tensor apply(const Loops &l, const Tensor &x) {
  return pointwise(l, {x}, x.dtype(), x.dtype());
}

/// Weights of one direction of one layer; biases may be undefined.
struct Weights {
  Tensor inputW, hiddenW, inputB, hiddenB, projection;
};
/// The state of a recurrent cell: hidden, and cell for LSTM.
struct State {
  Tensor hidden, cell;
};
/// One step: the input's gates (already with bias) and the state before.
using Cell = State (*)(const Tensor &gates, const State &, const Weights &);

Tensor part(const Tensor &t, int64_t i, int64_t n) {
  int64_t size = t.size(-1) / n;
  return narrow(t, -1, i * size, size);
}
State lstmCell(const Tensor &gates, const State &s, const Weights &w) {
  Tensor all = gates + linear(s.hidden, w.hiddenW, w.hiddenB);
  Tensor in = apply(sigmoidLoops, part(all, 0, 4));
  Tensor forget = apply(sigmoidLoops, part(all, 1, 4));
  Tensor candidate = apply(tanhLoops, part(all, 2, 4));
  Tensor out = apply(sigmoidLoops, part(all, 3, 4));
  Tensor cell = forget * s.cell + in * candidate;
  Tensor hidden = out * apply(tanhLoops, cell);
  if (w.projection)
    hidden = linear(hidden, w.projection, {});
  return {hidden, cell};
}
State gruCell(const Tensor &gates, const State &s, const Weights &w) {
  Tensor h = linear(s.hidden, w.hiddenW, w.hiddenB);
  Tensor reset = apply(sigmoidLoops, part(gates, 0, 3) + part(h, 0, 3));
  Tensor update = apply(sigmoidLoops, part(gates, 1, 3) + part(h, 1, 3));
  Tensor fresh = apply(tanhLoops, part(gates, 2, 3) + reset * part(h, 2, 3));
  return {(s.hidden - fresh) * update + fresh, {}};
}
State tanhCell(const Tensor &gates, const State &s, const Weights &w) {
  return {apply(tanhLoops, gates + linear(s.hidden, w.hiddenW, w.hiddenB)), {}};
}
State reluCell(const Tensor &gates, const State &s, const Weights &w) {
  return {apply(reluLoops, gates + linear(s.hidden, w.hiddenW, w.hiddenB)), {}};
}

/// All layers and directions over a [time, batch, features] input.
struct Layers {
  Cell cell;
  Tensors params;
  bool hasBiases, bidirectional;
  int64_t numLayers;
  /// The probability that an element of the output of a layer but the last is
  /// dropped.
  double dropout = 0;
  bool projected = false;
};
struct Outcome {
  Tensor output, hidden, cell;
};

/// What the input gives to the gates of all steps; constant weights are packed
/// once.
Tensor getGates(const Tensor &x, const Weights &w) {
  constexpr int64_t fewestRows = 6;
  int64_t rows = x && x.dim() == 3 ? x.size(0) * x.size(1) : 0;
  const dense::PackedProduct *packed =
      rows >= fewestRows && x.dtype() == TSRT_F32 &&
              x.size(2) == w.inputW.size(-1) &&
              (!w.inputB || (w.inputB.dtype() == TSRT_F32 &&
                             w.inputB.numel() == w.inputW.size(0)))
          ? getPackedWeights(w.inputW)
          : nullptr;
  if (!packed)
    return linear(x, w.inputW, w.inputB);
  int64_t wide = w.inputW.size(0);
  Tensor input = contiguous(x),
         bias = w.inputB ? contiguous(w.inputB) : Tensor(),
         gates = empty({x.size(0), x.size(1), wide}, TSRT_F32);
  if (failed())
    return {};
  packed->run(input.data<float>(), rows,
              {bias ? bias.data<float>() : nullptr, 0, 0, 0}, wide,
              gates.data<float>());
  return gates;
}

/// All steps of one direction at once, where there is a way; undefined
/// otherwise.
Tensor runFused(const Layers &l, const Tensor &gates, const Weights &w,
                bool isReversed, State &s) {
  if (failed() || w.projection)
    return {};
  RecurrentSteps steps{gates,    w.hiddenW, w.hiddenB,
                       s.hidden, s.cell,    isReversed};
  auto *run = l.cell == lstmCell   ? runLstmSteps
              : l.cell == gruCell  ? runGruSteps
              : l.cell == tanhCell ? runTanhSteps
                                   : runReluSteps;
  Tensor output = run(steps);
  if (output)
    s = {steps.hidden, l.cell == lstmCell ? steps.cell : Tensor()};
  return output;
}

Outcome runLayers(const Layers &l, const Tensor &input, const Tensor &hx,
                  const Tensor &cx) {
  size_t per = 2 + (l.hasBiases ? 2 : 0) + (l.projected ? 1 : 0);
  int64_t directions = l.bidirectional ? 2 : 1;
  if (l.params.size() != per * size_t(l.numLayers * directions)) {
    bail("got an incorrect number of RNN parameters");
    return {};
  }
  Tensor x = input;
  Tensors hiddens, cells;
  size_t next = 0;
  for (int64_t layer = 0; layer < l.numLayers && !failed(); ++layer) {
    Tensors outputs;
    for (int64_t d = 0; d < directions; ++d, next += per) {
      Weights w;
      w.inputW = l.params[next];
      w.hiddenW = l.params[next + 1];
      if (l.hasBiases) {
        w.inputB = l.params[next + 2];
        w.hiddenB = l.params[next + 3];
      }
      if (l.projected)
        w.projection = l.params[next + per - 1];
      int64_t slot = layer * directions + d, steps = x.size(0);
      State s{selectAt(hx, 0, slot), cx ? selectAt(cx, 0, slot) : Tensor()};
      Tensor gates = getGates(x, w);
      if (Tensor output = runFused(l, gates, w, d == 1, s)) {
        outputs.push_back(output);
        hiddens.push_back(s.hidden);
        if (cx)
          cells.push_back(s.cell);
        continue;
      }
      Tensors ys(steps);
      for (int64_t i = 0; i < steps && !failed(); ++i) {
        int64_t t = d ? steps - 1 - i : i;
        s = l.cell(selectAt(gates, 0, t), s, w);
        ys[t] = s.hidden;
      }
      outputs.push_back(stack(ys, 0));
      hiddens.push_back(s.hidden);
      if (cx)
        cells.push_back(s.cell);
    }
    x = outputs.size() == 1 ? outputs[0] : cat(outputs, -1);
    if (layer + 1 < l.numLayers)
      x = dropElements(x, l.dropout);
  }
  return {x, stack(hiddens, 0), cx ? stack(cells, 0) : Tensor()};
}

std::tuple<Tensor, Tensor, Tensor> lstm(const Tensor &input, const Tensors &hx,
                                        const Tensors &params, bool hasBiases,
                                        int64_t layers, double dropout,
                                        bool train, bool bidirectional,
                                        bool batchFirst) {
  if (hx.size() != 2) {
    bail("lstm expects two hidden states");
    return {};
  }
  Tensor x = batchFirst ? transpose(input, 0, 1) : input;
  bool projected = hx[0].size(2) != hx[1].size(2);
  Outcome r = runLayers({lstmCell, params, hasBiases, bidirectional, layers,
                         train ? dropout : 0, projected},
                        x, hx[0], hx[1]);
  return {batchFirst ? transpose(r.output, 0, 1) : r.output, r.hidden, r.cell};
}
template <Cell C>
std::tuple<Tensor, Tensor> rnn(const Tensor &input, const Tensor &hx,
                               const Tensors &params, bool hasBiases,
                               int64_t layers, double dropout, bool train,
                               bool bidirectional, bool batchFirst) {
  Tensor x = batchFirst ? transpose(input, 0, 1) : input;
  Outcome r = runLayers(
      {C, params, hasBiases, bidirectional, layers, train ? dropout : 0}, x, hx,
      {});
  return {batchFirst ? transpose(r.output, 0, 1) : r.output, r.hidden};
}
std::tuple<Tensor, Tensor> lstmStep(const Tensor &x, const Tensors &hx,
                                    const Tensor &wi, const Tensor &wh,
                                    const Tensor &bi, const Tensor &bh) {
  if (hx.size() != 2) {
    bail("lstm_cell expects two hidden states");
    return {};
  }
  State s = lstmCell(linear(x, wi, bi), {hx[0], hx[1]}, {wi, wh, bi, bh, {}});
  return {s.hidden, s.cell};
}
template <Cell C>
Tensor rnnStep(const Tensor &x, const Tensor &hx, const Tensor &wi,
               const Tensor &wh, const Tensor &bi, const Tensor &bh) {
  return C(linear(x, wi, bi), {hx, {}}, {wi, wh, bi, bh, {}}).hidden;
}

const KernelEntry entries[] = {
    {"aten::lstm.input", op<lstm>},
    {"aten::gru.input", op<rnn<gruCell>>},
    {"aten::rnn_tanh.input", op<rnn<tanhCell>>},
    {"aten::rnn_relu.input", op<rnn<reluCell>>},
    TSRT_OP("lstm_cell", lstmStep),
    TSRT_OP("gru_cell", rnnStep<gruCell>),
    TSRT_OP("rnn_tanh_cell", rnnStep<tanhCell>),
    TSRT_OP("rnn_relu_cell", rnnStep<reluCell>),
};
const KernelTable table(entries);

} // namespace
