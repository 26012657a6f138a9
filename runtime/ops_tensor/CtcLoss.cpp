//===- CtcLoss.cpp - Connectionist temporal classification ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loss of sequences without alignment by the forward variables of Graves
// et al., 2006: the log likelihoods of all prefixes of the labels with blanks
// between, step by step.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Reduce.h"

using namespace tsrt;

namespace {

/// The lengths of a batch, checked.
struct Lengths {
  std::vector<int64_t> input, target;
  /// Where each sample's labels begin, and the distance between two labels.
  std::vector<int64_t> offsets;
  int64_t longest = 0;

  Lengths(std::vector<int64_t> input, std::vector<int64_t> target)
      : input(std::move(input)), target(std::move(target)) {}
};

bool checkLengths(const Tensor &t, const Tensor &targets, int64_t blank,
                  Lengths &lengths) {
  constexpr const char *place = "(while checking arguments for ctc_loss_cpu)";
  if (failed())
    return false;
  int64_t steps = t.size(0), batch = t.size(1);
  if (t.dim() != 3)
    return bail("Expected 3-dimensional tensor, but got %lld-dimensional "
                "tensor for argument #1 'log_probs' %s",
                LL(t.dim()), place);
  if (blank < 0 || blank >= t.size(2))
    return bail("blank must be in label range");
  if (int64_t(lengths.input.size()) != batch)
    return bail("input_lengths must be of size batch_size");
  if (int64_t(lengths.target.size()) != batch)
    return bail("target_lengths must be of size batch_size");
  int64_t total = 0;
  for (int64_t b = 0; b < batch; ++b) {
    if (lengths.target[b] < 0)
      return bail("Expected target_lengths to have value at least 0, but got "
                  "value %lld %s",
                  LL(lengths.target[b]), place);
    if (lengths.input[b] < 0)
      return bail("Expected input_lengths to have value at least 0, but got "
                  "value %lld %s",
                  LL(lengths.input[b]), place);
    if (lengths.input[b] > steps)
      return bail("Expected input_lengths to have value at most %lld, but got "
                  "value %lld %s",
                  LL(steps), LL(lengths.input[b]), place);
    lengths.offsets.push_back(targets.dim() == 1 ? total
                                                 : b * targets.size(-1));
    total += lengths.target[b];
    lengths.longest = std::max(lengths.longest, lengths.target[b]);
  }
  if (targets.dim() == 1 && targets.size(0) != total)
    return bail("Expected tensor to have size %lld at dimension 0, but got "
                "size %lld for argument #2 'targets' %s",
                LL(total), LL(targets.size(0)), place);
  if (targets.dim() != 1 && targets.dim() != 2)
    return bail("Expected 1- to 2-dimensional tensor, but got %lld-dimensional "
                "tensor for argument #2 'targets' %s",
                LL(targets.dim()), place);
  if (targets.dim() == 2 && targets.size(0) != batch)
    return bail("Expected tensor to have size %lld at dimension 0, but got "
                "size %lld for argument #2 'targets' %s",
                LL(batch), LL(targets.size(0)), place);
  if (targets.dim() == 2 && targets.size(1) < lengths.longest)
    return bail("Expected tensor to have size at least %lld at dimension 1, "
                "but got size %lld for argument #2 'targets' %s",
                LL(lengths.longest), LL(targets.size(1)), place);
  return true;
}

double addLogs(double a, double b) {
  double top = std::max(a, b);
  return std::isinf(top) && top < 0
             ? top
             : top + std::log(std::exp(a - top) + std::exp(b - top));
}

/// One sample: `at(step, label)` is a log probability, `labels` the target.
/// Fills `alpha`, [steps, 2 labels + 1]; gives the negative log likelihood.
template <class F>
double runForward(int64_t steps, const int64_t *labels, int64_t count,
                  int64_t blank, double *alpha, int64_t width, F at) {
  int64_t states = 2 * count + 1;
  auto labelOf = [&](int64_t s) { return s % 2 ? labels[s / 2] : blank; };
  if (steps == 0)
    return count == 0 ? 0 : INFINITY;
  for (int64_t s = 0; s < std::min<int64_t>(states, 2); ++s)
    alpha[s] = at(0, labelOf(s));
  for (int64_t t = 1; t < steps; ++t) {
    const double *before = alpha + (t - 1) * width;
    for (int64_t s = 0; s < states; ++s) {
      double sum = before[s];
      if (s > 0)
        sum = addLogs(sum, before[s - 1]);
      // Two different labels need no blank between them.
      if (s > 1 && labelOf(s) != blank && labelOf(s) != labelOf(s - 2))
        sum = addLogs(sum, before[s - 2]);
      alpha[t * width + s] = sum + at(t, labelOf(s));
    }
  }
  const double *last = alpha + (steps - 1) * width;
  double sum = last[states - 1];
  if (count > 0)
    sum = addLogs(sum, last[states - 2]);
  return -sum;
}

std::tuple<Tensor, Tensor> forward(const Tensor &t, const Tensor &targets,
                                   Lengths lengths, int64_t blank) {
  if (!checkLengths(t, targets, blank, lengths))
    return {};
  if (t.dtype() != TSRT_F32 && t.dtype() != TSRT_F64) {
    bailNotImplemented("ctc_loss_cpu", t.dtype());
    return {};
  }
  int64_t steps = t.size(0), batch = t.size(1), classes = t.size(2);
  int64_t width = 2 * lengths.longest + 1;
  std::vector<double> p = elementsAs<double>(t);
  std::vector<int64_t> labels = elementsAs<int64_t>(targets);
  std::vector<double> alpha(batch * steps * width, -INFINITY), losses(batch);
  for (int64_t b = 0; b < batch; ++b)
    losses[b] =
        runForward(lengths.input[b], labels.data() + lengths.offsets[b],
                   lengths.target[b], blank, alpha.data() + b * steps * width,
                   width, [&](int64_t step, int64_t label) {
                     // Labels that are no class have no probability.
                     return label >= 0 && label < classes
                                ? p[(step * batch + b) * classes + label]
                                : -INFINITY;
                   });
  Tensor loss = empty({batch}, t.dtype());
  Tensor variables = empty({batch, steps, width}, t.dtype());
  if (loss.numel())
    storeElements(Compute::F64, losses.data(), t.dtype(), loss.data(),
                  loss.itemsize(), loss.numel());
  if (variables.numel())
    storeElements(Compute::F64, alpha.data(), t.dtype(), variables.data(),
                  variables.itemsize(), variables.numel());
  return {loss, variables};
}
std::tuple<Tensor, Tensor> forwardLists(const Tensor &t, const Tensor &targets,
                                        IntSpan input, IntSpan target,
                                        int64_t blank, bool) {
  return forward(
      t, targets,
      Lengths({input.begin(), input.end()}, {target.begin(), target.end()}),
      blank);
}
std::tuple<Tensor, Tensor>
forwardTensors(const Tensor &t, const Tensor &targets, const Tensor &input,
               const Tensor &target, int64_t blank, bool) {
  return forward(
      t, targets,
      Lengths(elementsAs<int64_t>(input), elementsAs<int64_t>(target)), blank);
}

/// The reduced loss, of one sample without a batch dimension too.
Tensor loss(const Tensor &t, const Tensor &targets, const Lengths &lengths,
            int64_t blank, int64_t reduction, bool zeroInfinity) {
  bool isSingle = t.dim() == 2;
  Tensor probabilities = isSingle ? unsqueeze(t, 1) : t;
  Tensor labels = isSingle ? unsqueeze(targets, 0) : targets;
  Tensor losses = std::get<0>(forward(probabilities, labels, lengths, blank));
  if (failed())
    return {};
  std::vector<double> values = elementsAs<double>(losses);
  for (size_t b = 0; b < values.size(); ++b) {
    if (zeroInfinity && std::isinf(values[b]))
      values[b] = 0;
    if (reduction == 1)
      values[b] /= double(std::max<int64_t>(lengths.target[b], 1));
  }
  if (!values.empty())
    storeElements(Compute::F64, values.data(), losses.dtype(), losses.data(),
                  losses.itemsize(), losses.numel());
  if (isSingle && reduction == 0)
    return squeeze(losses, 0);
  return applyReduction(losses, reduction);
}
Tensor lossOfLists(const Tensor &t, const Tensor &targets, IntSpan input,
                   IntSpan target, int64_t blank, int64_t reduction,
                   bool zeroInfinity) {
  return loss(
      t, targets,
      Lengths({input.begin(), input.end()}, {target.begin(), target.end()}),
      blank, reduction, zeroInfinity);
}
Tensor lossOfTensors(const Tensor &t, const Tensor &targets,
                     const Tensor &input, const Tensor &target, int64_t blank,
                     int64_t reduction, bool zeroInfinity) {
  for (const Tensor *lengths : {&input, &target})
    if (!failed() && !lengths->isIntegral())
      return bail("%s must be integral",
                  lengths == &input ? "input_lengths" : "target_lengths");
  return loss(t, targets,
              Lengths(elementsAs<int64_t>(input), elementsAs<int64_t>(target)),
              blank, reduction, zeroInfinity);
}

const KernelEntry entries[] = {
    TSRT_OP("_ctc_loss", forwardLists),
    {"aten::_ctc_loss.Tensor", op<forwardTensors>},
    {"aten::ctc_loss.IntList", op<lossOfLists>},
    {"aten::ctc_loss.Tensor", op<lossOfTensors>},
};
const KernelTable table(entries);

} // namespace
