//===- Recurrent.cpp - Recurrent layers, einsum ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/FloatMath.h"
#include "ops_tensor/IndexHelpers.h"
#include "ops_tensor/Products.h"
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
  bool projected = false;
};
struct Outcome {
  Tensor output, hidden, cell;
};
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
      Tensor gates = linear(x, w.inputW, w.inputB);
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
  }
  return {x, stack(hiddens, 0), cx ? stack(cells, 0) : Tensor()};
}

bool checkTraining(double dropout, bool train, int64_t layers) {
  if (train && dropout > 0 && layers > 1)
    bail("dropout between recurrent layers in training mode is not supported "
         "by this runtime");
  return !failed();
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
  if (!checkTraining(dropout, train, layers))
    return {};
  Tensor x = batchFirst ? transpose(input, 0, 1) : input;
  bool projected = hx[0].size(2) != hx[1].size(2);
  Outcome r =
      runLayers({lstmCell, params, hasBiases, bidirectional, layers, projected},
                x, hx[0], hx[1]);
  return {batchFirst ? transpose(r.output, 0, 1) : r.output, r.hidden, r.cell};
}
template <Cell C>
std::tuple<Tensor, Tensor> rnn(const Tensor &input, const Tensor &hx,
                               const Tensors &params, bool hasBiases,
                               int64_t layers, double dropout, bool train,
                               bool bidirectional, bool batchFirst) {
  if (!checkTraining(dropout, train, layers))
    return {};
  Tensor x = batchFirst ? transpose(input, 0, 1) : input;
  Outcome r =
      runLayers({C, params, hasBiases, bidirectional, layers}, x, hx, {});
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

/// einsum by bringing every operand to one broadcast index space, letters of
/// the result first, and summing the rest.
Tensor einsum(std::string_view equation, const Tensors &operands,
              std::optional<Dims>) {
  std::string text;
  for (char c : equation)
    if (c != ' ')
      text += c;
  size_t arrow = text.find("->");
  std::string left = text.substr(0, arrow), right;
  std::vector<std::string> terms(1);
  for (char c : left) {
    if (c == ',')
      terms.emplace_back();
    else
      terms.back().push_back(c);
  }
  if (terms.size() != operands.size())
    return bail("einsum(): %s operands were provided than specified in the "
                "equation",
                operands.size() > terms.size() ? "more" : "fewer");
  // An ellipsis becomes the dimensions 0, 1, ... counted from the right, named
  // by characters beyond the letters.
  int64_t ellipsis = 0;
  int counts[128] = {};
  for (size_t k = 0; k < terms.size(); ++k) {
    size_t dots = terms[k].find("...");
    int64_t letters =
        int64_t(terms[k].size()) - (dots != std::string::npos ? 3 : 0);
    int64_t extra = operands[k].dim() - letters;
    if (dots == std::string::npos ? extra != 0 : extra < 0)
      return bail("einsum(): the number of subscripts in the equation (%lld) "
                  "%s the number of dimensions (%lld) for operand %zu and no "
                  "ellipsis was given",
                  LL(letters), extra > 0 ? "does not match" : "is more than",
                  LL(operands[k].dim()), k);
    if (dots != std::string::npos) {
      std::string names;
      for (int64_t d = extra; d-- > 0;)
        names += char(1 + d);
      terms[k] = terms[k].substr(0, dots) + names + terms[k].substr(dots + 3);
      ellipsis = std::max(ellipsis, extra);
    }
    for (char c : terms[k]) {
      if (c < 0 || (c > 31 && !isalpha(c)))
        return bail("einsum(): invalid subscript given at index %zu in the "
                    "equation string, subscripts must be in [a-zA-Z]",
                    k);
      ++counts[int(c)];
    }
  }
  std::string dots;
  for (int64_t d = ellipsis; d-- > 0;)
    dots += char(1 + d);
  if (arrow == std::string::npos) {
    right = dots;
    for (int c = 'A'; c <= 'z'; ++c)
      if (counts[c] == 1)
        right += char(c);
  } else {
    right = text.substr(arrow + 2);
    size_t at = right.find("...");
    if (at != std::string::npos)
      right = right.substr(0, at) + dots + right.substr(at + 3);
  }
  std::string order = right;
  for (const std::string &term : terms)
    for (char c : term)
      if (order.find(c) == std::string::npos)
        order += c;
  for (char c : right)
    if (c > 31 && !counts[int(c)])
      return bail("einsum(): output subscript %c does not appear in the "
                  "equation for any input operand",
                  c);
  // Every operand as a view [order...], repeated letters by diagonals.
  Tensor product;
  for (size_t k = 0; k < terms.size(); ++k) {
    Tensor t = operands[k];
    std::string names = terms[k];
    for (size_t i = 0; i < names.size(); ++i)
      for (size_t j = names.size(); j-- > i + 1;)
        if (names[i] == names[j]) {
          if (t.size(int64_t(i)) != t.size(int64_t(j)))
            return bail("einsum(): subscript %c is repeated for operand %zu "
                        "but the sizes don't match, %lld != %lld",
                        names[i], k, LL(t.size(int64_t(j))),
                        LL(t.size(int64_t(i))));
          t = movedim(diagonal(t, 0, int64_t(i), int64_t(j)), -1, int64_t(i));
          names.erase(j, 1);
        }
    Dims sizes, strides;
    for (char c : order) {
      size_t at = names.find(c);
      sizes.push_back(at == std::string::npos ? 1 : t.size(int64_t(at)));
      strides.push_back(at == std::string::npos ? 0 : t.stride(int64_t(at)));
    }
    Tensor wide = viewOf(t, sizes, strides, t.offset());
    product = k == 0 ? wide : product * wide;
    // Letters no later operand has are summed at once.
    Dims done;
    for (size_t i = right.size(); i < order.size(); ++i) {
      bool later = false;
      for (size_t m = k + 1; m < terms.size(); ++m)
        later |= terms[m].find(order[i]) != std::string::npos;
      if (!later && product.size(int64_t(i)) != 1)
        done.push_back(int64_t(i));
    }
    if (!done.empty())
      product = toDType(sum(product, done, true), resultType(operands));
    if (failed())
      return {};
  }
  Dims shape = product.sizes().slice(0, right.size());
  return reshape(product, shape);
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
    TSRT_OP("einsum", einsum),
};
const KernelTable table(entries);

} // namespace
