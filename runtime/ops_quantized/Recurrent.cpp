//===- Recurrent.cpp - Recurrent layers with quantized weights ------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LSTM and GRU whose products are those of dynamically quantized linear
// layers; gates are computed in floats. The input of a whole sequence is
// quantized at once, the state at every step, as in PyTorch.
//
//===----------------------------------------------------------------------===//

#include "ops_quantized/Packed.h"
#include "ops_tensor/Arithmetic.h"

using namespace tsrt;

const tsrt_type CellParams::type = capsuleType(CellParams::name);

static const LinearParams &linearOf(const Ref<Capsule> &capsule) {
  return *static_cast<const LinearParams *>(capsule->contents);
}
Tensor CellParams::applyInput(const Tensor &x) const {
  return linearOf(input).applyDynamic(x, reduceRange);
}
Tensor CellParams::applyHidden(const Tensor &h) const {
  return linearOf(hidden).applyDynamic(h, reduceRange);
}

namespace {

/// A capsule with packed linear weights as an argument.
struct LinearCapsule {
  Ref<Capsule> capsule;
};

} // namespace

namespace tsrt {
template <>
struct Arg<LinearCapsule> {
  static bool get(const tsrt_value &v, LinearCapsule &out) {
    const LinearParams *params;
    if (!Arg<const LinearParams *>::get(v, params))
      return false;
    out.capsule = Ref<Capsule>::retain(static_cast<Capsule *>(v.u.p));
    return true;
  }
  static constexpr const char *name = LinearParams::name;
};

/// A list of the weights of cells.
using Cells = std::vector<const CellParams *>;
template <>
struct Arg<Cells> {
  static bool get(const tsrt_value &v, Cells &out) {
    if (kindOf(v) != TSRT_LIST)
      return false;
    auto *list = static_cast<tsrt_list *>(v.u.p);
    if (elementType(list)->kind != TSRT_CAPSULE)
      return false;
    for (Capsule *capsule : span<Capsule *>(list)) {
      auto *params =
          capsule ? dynamic_cast<const CellParams *>(capsule->contents)
                  : nullptr;
      if (!params)
        return false;
      out.push_back(params);
    }
    return true;
  }
  static constexpr const char *name =
      "List[__torch__.torch.classes.rnn.CellParamsBase]";
};
} // namespace tsrt

namespace {

Tensor sigmoid(const Tensor &t) {
  return callOperator("aten::sigmoid", {valueOf(t)});
}
Tensor tanh(const Tensor &t) {
  return callOperator("aten::tanh", {valueOf(t)});
}
Tensor relu(const Tensor &t) {
  return callOperator("aten::relu", {valueOf(t)});
}
/// Part `i` of `n` of the last dimension.
Tensor part(const Tensor &t, int64_t i, int64_t n) {
  int64_t size = t.size(-1) / n;
  return narrow(t, -1, i * size, size);
}

struct State {
  Tensor hidden, cell;
};
/// One step from the input's share of the gates.
using Step = State (*)(const CellParams &, const Tensor &gates, const State &);

State lstmStep(const CellParams &params, const Tensor &gates,
               const State &state) {
  Tensor all = params.applyHidden(state.hidden) + gates;
  Tensor in = sigmoid(part(all, 0, 4)), forget = sigmoid(part(all, 1, 4));
  Tensor candidate = tanh(part(all, 2, 4)), out = sigmoid(part(all, 3, 4));
  Tensor cell = forget * state.cell + in * candidate;
  return {out * tanh(cell), cell};
}
State gruStep(const CellParams &params, const Tensor &gates,
              const State &state) {
  Tensor h = params.applyHidden(state.hidden);
  Tensor reset = sigmoid(part(gates, 0, 3) + part(h, 0, 3));
  Tensor update = sigmoid(part(gates, 1, 3) + part(h, 1, 3));
  Tensor fresh = tanh(part(gates, 2, 3) + part(h, 2, 3) * reset);
  return {(state.hidden - fresh) * update + fresh, {}};
}
template <Tensor (*F)(const Tensor &)>
State plainStep(const CellParams &params, const Tensor &gates,
                const State &state) {
  return {F(gates + params.applyHidden(state.hidden)), {}};
}

/// How many sequences each step has; the rows of a batch's data.
struct Batches {
  std::vector<int64_t> sizes, offsets;
  explicit Batches(std::vector<int64_t> given) : sizes(std::move(given)) {
    int64_t offset = 0;
    for (int64_t size : sizes) {
      offsets.push_back(offset);
      offset += size;
    }
    offsets.push_back(offset);
  }
};

/// Writes the first rows of `t`.
void writeRows(const Tensor &t, int64_t count, const Tensor &rows) {
  if (t && rows)
    copyInPlace(narrow(t, 0, 0, count), rows);
}

/// One direction of a layer: rows [steps' rows, hidden]; `state` becomes the
/// last one of every sequence.
Tensor runDirection(const CellParams &params, Step step, const Tensor &data,
                    const Batches &batches, State &state, bool backward) {
  Tensor gates = params.applyInput(data);
  if (!gates)
    return {};
  state = {cloneOf(state.hidden), cloneOf(state.cell)};
  Tensor out = empty({data.size(0), state.hidden.size(-1)}, TSRT_F32);
  size_t steps = batches.sizes.size();
  for (size_t i = 0; i < steps && !failed(); ++i) {
    size_t t = backward ? steps - 1 - i : i;
    int64_t count = batches.sizes[t], first = batches.offsets[t];
    State before = {narrow(state.hidden, 0, 0, count),
                    state.cell ? narrow(state.cell, 0, 0, count) : Tensor()};
    State now = step(params, narrow(gates, 0, first, count), before);
    if (failed())
      return {};
    copyInPlace(narrow(out, 0, first, count), now.hidden);
    writeRows(state.hidden, count, now.hidden);
    writeRows(state.cell, count, now.cell);
  }
  return out;
}

/// All layers. `data` is [rows, features]; states [layers * directions, batch,
/// hidden].
Tensor runLayers(const Tensor &input, const Batches &batches, Step step,
                 const Cells &cells, int64_t layers, bool bidirectional,
                 const Tensor &hidden, const Tensor &cell, double dropout,
                 bool train, State &last) {
  int64_t directions = bidirectional ? 2 : 1;
  if (int64_t(cells.size()) != layers * directions ||
      hidden.dim() != 3 || hidden.size(0) != layers * directions ||
      batches.sizes.empty() || hidden.size(1) < batches.sizes[0])
    return bail("the states and weights of a quantized recurrent layer do not "
                "fit %lld layers of %lld directions",
                LL(layers), LL(directions));
  last = {cloneOf(hidden), cloneOf(cell)};
  Tensor data = input;
  for (int64_t layer = 0; layer < layers && !failed(); ++layer) {
    Tensor joined;
    for (int64_t d = 0; d < directions; ++d) {
      int64_t i = layer * directions + d;
      State state = {selectAt(hidden, 0, i),
                     cell ? selectAt(cell, 0, i) : Tensor()};
      Tensor out = runDirection(*cells[size_t(i)], step, data, batches, state,
                                d == 1);
      if (!out)
        return {};
      int64_t width = out.size(-1);
      if (!joined)
        joined = empty({data.size(0), width * directions}, TSRT_F32);
      copyInPlace(narrow(joined, -1, d * width, width), out);
      copyInPlace(selectAt(last.hidden, 0, i), state.hidden);
      if (cell)
        copyInPlace(selectAt(last.cell, 0, i), state.cell);
    }
    data = joined;
    if (dropout > 0 && train && layer + 1 < layers)
      data = callOperator("aten::dropout", {valueOf(data), floatValue(dropout),
                                            boolValue(true)});
  }
  return data;
}

Tensor runPadded(const Tensor &given, Step step, const Cells &cells,
                 int64_t layers, bool bidirectional, const Tensor &hidden,
                 const Tensor &cell, double dropout, bool train,
                 bool batchFirst, State &last) {
  if (given.dim() != 3)
    return bail("quantized recurrent layers take a tensor of 3 dimensions, "
                "got %lld",
                LL(given.dim()));
  Tensor input = contiguous(batchFirst ? transpose(given, 0, 1) : given);
  int64_t steps = input.size(0), batch = input.size(1);
  Batches batches(std::vector<int64_t>(size_t(steps), batch));
  Tensor out =
      runLayers(reshape(input, {steps * batch, input.size(2)}), batches, step,
                cells, layers, bidirectional, hidden, cell, dropout, train,
                last);
  if (!out)
    return {};
  out = reshape(out, {steps, batch, out.size(-1)});
  return batchFirst ? transpose(out, 0, 1) : out;
}

/// A sequence without a batch, [steps, features] or with `batchFirst`
/// [features, steps], as the input of every sequence of the states; others as
/// they are.
Tensor spreadOverBatch(const Tensor &input, const Tensor &hidden,
                       bool batchFirst) {
  if (input.dim() != 2 || hidden.dim() != 3)
    return input;
  Tensor steps = batchFirst ? transpose(input, 0, 1) : input;
  Dims sizes = {steps.size(0), steps.size(1)};
  sizes.insert(!batchFirst, hidden.size(1));
  return expand(unsqueeze(steps, !batchFirst), sizes);
}

std::tuple<Tensor, Tensor, Tensor>
lstm(const Tensor &input, const Tensors &hx, const Cells &cells, bool,
     int64_t layers, double dropout, bool train, bool bidirectional,
     bool batchFirst, OptInt, bool) {
  if (hx.size() != 2)
    return {bail("lstm expects two hidden states"), {}, {}};
  State last;
  Tensor out = runPadded(spreadOverBatch(input, hx[0], batchFirst), lstmStep,
                         cells, layers, bidirectional, hx[0], hx[1], dropout,
                         train, batchFirst, last);
  return {out, last.hidden, last.cell};
}
std::tuple<Tensor, Tensor, Tensor>
lstmPacked(const Tensor &data, const Tensor &sizes, const Tensors &hx,
           const Cells &cells, bool, int64_t layers, double dropout, bool train,
           bool bidirectional, OptInt, bool) {
  if (hx.size() != 2)
    return {bail("lstm expects two hidden states"), {}, {}};
  State last;
  Tensor out = runLayers(data, Batches(elementsAs<int64_t>(sizes)), lstmStep,
                         cells, layers, bidirectional, hx[0], hx[1], dropout,
                         train, last);
  return {out, last.hidden, last.cell};
}
std::tuple<Tensor, Tensor> gru(const Tensor &input, const Tensor &hx,
                               const Cells &cells, bool, int64_t layers,
                               double dropout, bool train, bool bidirectional,
                               bool batchFirst) {
  State last;
  Tensor out = runPadded(input, gruStep, cells, layers, bidirectional, hx, {},
                         dropout, train, batchFirst, last);
  return {out, last.hidden};
}
std::tuple<Tensor, Tensor> gruPacked(const Tensor &data, const Tensor &sizes,
                                     const Tensor &hx, const Cells &cells, bool,
                                     int64_t layers, double dropout, bool train,
                                     bool bidirectional) {
  State last;
  Tensor out = runLayers(data, Batches(elementsAs<int64_t>(sizes)), gruStep,
                         cells, layers, bidirectional, hx, {}, dropout, train,
                         last);
  return {out, last.hidden};
}

CapsuleRef makeCell(const LinearCapsule &input, const LinearCapsule &hidden,
                    const Tensor &inputBias, const Tensor &hiddenBias,
                    bool reduceRange) {
  auto *params = new CellParams;
  params->input = input.capsule;
  params->hidden = hidden.capsule;
  params->inputBias = inputBias;
  params->hiddenBias = hiddenBias;
  params->reduceRange = reduceRange;
  return makeCapsule(CellParams::type, params);
}
CapsuleRef makeHalfCell(const LinearCapsule &input,
                        const LinearCapsule &hidden) {
  return makeCell(input, hidden, {}, {}, false);
}

/// The weights of a single cell, for one call.
CellParams cellOf(const LinearCapsule &input, const LinearCapsule &hidden) {
  CellParams params;
  params.input = input.capsule;
  params.hidden = hidden.capsule;
  params.reduceRange = true;
  return params;
}
std::tuple<Tensor, Tensor>
lstmCell(const Tensor &x, const Tensors &hx, const LinearCapsule &input,
         const LinearCapsule &hidden, const Tensor &, const Tensor &) {
  if (hx.size() != 2)
    return {bail("lstm_cell expects two hidden states"), {}};
  CellParams params = cellOf(input, hidden);
  State state = lstmStep(params, params.applyInput(x), {hx[0], hx[1]});
  return {state.hidden, state.cell};
}
template <Step F>
Tensor cell(const Tensor &x, const Tensor &hx, const LinearCapsule &input,
            const LinearCapsule &hidden, const Tensor &, const Tensor &) {
  CellParams params = cellOf(input, hidden);
  return F(params, params.applyInput(x), {hx, {}}).hidden;
}

const KernelEntry entries[] = {
    {"aten::quantized_lstm.input", op<lstm>},
    {"aten::quantized_lstm.data", op<lstmPacked>},
    {"aten::quantized_gru.input", op<gru>},
    {"aten::quantized_gru.data", op<gruPacked>},
    {"quantized::make_quantized_cell_params_dynamic", op<makeCell>},
    {"quantized::make_quantized_cell_params_fp16", op<makeHalfCell>},
    {"quantized::quantized_lstm_cell_dynamic", op<lstmCell>},
    {"quantized::quantized_gru_cell_dynamic", op<cell<gruStep>>},
    {"quantized::quantized_rnn_relu_cell_dynamic", op<cell<plainStep<relu>>>},
    {"quantized::quantized_rnn_tanh_cell_dynamic", op<cell<plainStep<tanh>>>},
};
const KernelTable table(entries);

} // namespace
