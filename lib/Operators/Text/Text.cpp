//===- Text.cpp - Types of what texts compute -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that consist of others, by the texts of lib/Library. Programs that
// are exported call them as they are, and need their dtypes and sizes; what is
// compiled consists of the parts. A rule says nothing of dtypes that a text
// leaves to the runtime.
//
//===----------------------------------------------------------------------===//

#include "../Families.h"

using namespace mlir;
using namespace mlir::ts;

namespace {
#include "TorchScript/Operators/TextArguments.h.inc"
} // namespace

//===----------------------------------------------------------------------===//
// As an operand
//===----------------------------------------------------------------------===//

/// Floats like those of the first operand.
static bool inferActivation(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  return self && self->isFloat() && i.result(self->dtype, self->sizes);
}

/// The halves of dimensions, all where none are named, change their places.
static bool inferShift(Inference &i, OperatorOp op) {
  ShiftArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  return self &&
         (!args.dim() || getDims(args.dim().constants(), self->getRank())) &&
         i.result(self->dtype, self->sizes);
}

/// A dimension that a tensor of at least this rank has is reversed.
template <int64_t rank>
static bool inferFlip(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  return self && self->getRank() >= rank && i.result(self->dtype, self->sizes);
}

static bool inferExpandAs(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  std::optional<TensorInfo> other = i.tensor(op.getArgs()[1]);
  if (!self || !other || other->getRank() < self->getRank())
    return false;
  ArrayRef<Size> last = ArrayRef(other->sizes).take_back(self->getRank());
  for (auto [has, wants] : llvm::zip_equal(self->sizes, last))
    if (getConstant(has) != 1)
      i.requireEqual(has, wants);
  return i.result(self->dtype, other->sizes);
}

static bool inferReshapeAs(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  std::optional<TensorInfo> other = i.tensor(op.getArgs()[1]);
  if (!self || !other)
    return false;
  if (self->sizes != other->sizes)
    i.requireEqual(i.product(self->sizes), i.product(other->sizes));
  return i.result(self->dtype, other->sizes);
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

/// The input normalized, mean and inverse deviation of each channel of the
/// batch, empty outside of training; the functional form gives new running
/// statistics behind them.
static bool inferBatchNorm(Inference &i, OperatorOp op) {
  BatchNormArguments args(op);
  std::optional<TensorInfo> input = i.typedTensor(args.input());
  std::optional<bool> training =
      args.training() ? args.training().constant() : false;
  if (!input || input->getRank() < 2 || !input->isFloat() || !training)
    return false;
  for (const TensorArgument &given :
       {args.weight(), args.bias(), args.running_mean(), args.running_var()}) {
    std::optional<TensorInfo> info =
        given ? i.typedTensor(given) : std::nullopt;
    if (given && (!info || info->dtype != input->dtype || info->getRank() != 1))
      return false;
    if (given)
      i.requireEqual(info->sizes[0], input->sizes[1]);
  }
  Size channels = input->sizes[1];
  i.result(input->dtype, input->sizes);
  for (unsigned statistic = 0; statistic < 2; ++statistic)
    i.result(input->dtype,
             ArrayRef<Size>(*training ? channels : i.constant(0)));
  for (unsigned running = 3; running < op.getNumResults(); ++running)
    i.result(input->dtype, ArrayRef<Size>(channels));
  return true;
}

/// The new states have the types of the old ones.
static bool inferNewStates(Inference &i, ArrayRef<Value> states) {
  return llvm::all_of(states, [&](Value state) {
    std::optional<TensorInfo> info = i.typedTensor(state);
    return info && info->isFloat() && i.result(info->dtype, info->sizes);
  });
}
static bool inferState(Inference &i, OperatorOp op) {
  return inferNewStates(i, Value(op.getArgs()[1]));
}
static bool inferStates(Inference &i, OperatorOp op) {
  auto states = getListElements(op.getArgs()[1]);
  return states && inferNewStates(i, *states);
}

/// What the heads make of a batch of queries, and their weights, or the
/// weights' mean; without them the second result is no tensor.
static bool inferHeadAttention(Inference &i, OperatorOp op) {
  HeadAttentionArguments args(op);
  std::optional<TensorInfo> query = i.typedTensor(args.query());
  std::optional<TensorInfo> key = i.typedTensor(args.key());
  std::optional<bool> needsWeights = args.need_weights().constant(),
                      isMean = args.average_attn_weights().constant();
  if (!query || !key || !query->isFloat() || query->getRank() != 3 ||
      key->getRank() != 3 || !needsWeights || !isMean)
    return false;
  i.result(query->dtype, query->sizes);
  if (!*needsWeights)
    return i.noTensor();
  SmallVector<Size> weights = {query->sizes[0], query->sizes[1], key->sizes[1]};
  if (!*isMean)
    weights.insert(weights.begin() + 1, i.integer(args.num_head().getValue()));
  return i.result(query->dtype, weights);
}

ArrayRef<OperatorEntry> operators::getTexts() {
  static const OperatorEntry entries[] = {
#define TS_OPERATOR(arguments, name, rule) {name, rule},
#include "Operators.def"
  };
  return entries;
}
