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

#include "Text.h"
#include "../Families.h"
#include "TorchScript/Operators/Dtypes.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::text;

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

/// Quarter turns in a plane: an odd number of them swaps its dimensions.
static bool inferTurn(Inference &i, OperatorOp op) {
  TurnArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<int64_t> turns = args.k().constant();
  std::optional<SmallVector<int64_t>> plane =
      self ? getDims(args.dims().constants(), self->getRank()) : std::nullopt;
  if (!turns || !plane || plane->size() != 2)
    return false;
  if (*turns % 2 != 0)
    std::swap(self->sizes[(*plane)[0]], self->sizes[(*plane)[1]]);
  return i.result(self->dtype, self->sizes);
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

/// What each query reads of the values, and the weights of the keys, where they
/// are asked for.
static bool inferDotAttention(Inference &i, OperatorOp op) {
  DotAttentionArguments args(op);
  std::optional<TensorInfo> query = i.typedTensor(args.query()),
                            key = i.typedTensor(args.key()),
                            value = i.typedTensor(args.value());
  std::optional<bool> needsWeights = args.need_attn_weights().constant();
  if (!query || !key || !value || !needsWeights || !query->isFloat())
    return false;
  int64_t rank = query->getRank();
  for (const auto &operand : {key, value})
    if (rank < 2 || operand->getRank() != rank ||
        operand->dtype != query->dtype)
      return false;
  i.requireEqual(query->sizes[rank - 1], key->sizes[rank - 1]);
  i.requireEqual(key->sizes[rank - 2], value->sizes[rank - 2]);
  ArrayRef<Size> batch = ArrayRef(query->sizes).drop_back(2);
  for (const auto &operand : {key, value})
    for (auto [a, b] :
         llvm::zip_equal(batch, ArrayRef(operand->sizes).drop_back(2)))
      i.requireEqual(a, b);
  SmallVector<Size> sizes(query->sizes), weights(query->sizes);
  sizes.back() = value->sizes.back();
  weights.back() = key->sizes[rank - 2];
  return i.result(query->dtype, sizes) &&
         (*needsWeights ? i.result(query->dtype, weights) : i.noTensor());
}

/// One half of a dimension is the gate of the other.
static bool inferGlu(Inference &i, OperatorOp op) {
  GluArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<int64_t> dim =
      self ? getDim(args.dim(), self->getRank()) : std::nullopt;
  if (!dim || self->getRank() == 0 || !self->isFloat())
    return false;
  Size &size = self->sizes[*dim];
  Size half = size.floorDiv(2);
  i.requireEqual(half * 2, size);
  size = half;
  return i.result(self->dtype, self->sizes);
}

/// The grid says for each place of the result where in the input it is.
static bool inferGridSampler(Inference &i, OperatorOp op) {
  std::optional<Pair> pair = getPair(i, op);
  if (!pair || !pair->first.isFloat())
    return false;
  int64_t rank = pair->first.getRank();
  if (rank < 4 || rank > 5 || pair->second.getRank() != rank)
    return false;
  i.requireEqual(pair->first.sizes[0], pair->second.sizes[0]);
  i.requireEqual(pair->second.sizes.back(), i.constant(rank - 2));
  SmallVector<Size> sizes(ArrayRef(pair->first.sizes).take_front(2));
  llvm::append_range(sizes,
                     ArrayRef(pair->second.sizes).drop_front().drop_back());
  return i.result(pair->dtype, sizes);
}

/// Channels become squares of pixels.
static bool inferPixelShuffle(Inference &i, OperatorOp op) {
  PixelsArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<int64_t> factor = args.upscale_factor().constant();
  if (!self || self->getRank() < 3 || !factor || *factor <= 0)
    return false;
  MutableArrayRef<Size> last = MutableArrayRef(self->sizes).take_back(3);
  Size channels = last[0].floorDiv(*factor * *factor);
  i.requireEqual(channels * (*factor * *factor), last[0]);
  last[0] = channels;
  last[1] = last[1] * *factor;
  last[2] = last[2] * *factor;
  return i.result(self->dtype, self->sizes);
}

static bool inferPixelUnshuffle(Inference &i, OperatorOp op) {
  PixelsArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<int64_t> factor = args.downscale_factor().constant();
  if (!self || self->getRank() < 3 || !factor || *factor <= 0)
    return false;
  MutableArrayRef<Size> last = MutableArrayRef(self->sizes).take_back(3);
  last[0] = last[0] * (*factor * *factor);
  for (Size &size : last.drop_front()) {
    Size part = size.floorDiv(*factor);
    i.requireEqual(part * *factor, size);
    size = part;
  }
  return i.result(self->dtype, self->sizes);
}

static bool inferChannelShuffle(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> self = i.typedTensor(op.getArgs()[0]);
  return self && self->getRank() > 2 && i.result(self->dtype, self->sizes);
}

/// Frequencies of the frames of a signal, as complex numbers or as pairs of
/// numbers.
static bool inferStft(Inference &i, OperatorOp op) {
  StftArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<int64_t> length = args.n_fft().constant(),
                         hop = args.hop_length() ? args.hop_length().constant()
                               : length          ? std::optional(*length / 4)
                                                 : std::nullopt;
  if (!self || !(self->isFloat() || self->isComplex()) || !length || !hop ||
      *length <= 0 || *hop <= 0 || self->getRank() < 1 || self->getRank() > 2)
    return false;
  bool isComplex = self->isComplex();
  std::optional<bool> isHalf = args.onesided() ? args.onesided().constant()
                                               : !isComplex,
                      givesComplex = args.return_complex()
                                         ? args.return_complex().constant()
                                         : isComplex;
  if (!isHalf || !givesComplex)
    return false;
  i.requireAtLeast(self->sizes.back(), *length);
  SmallVector<Size> sizes(ArrayRef(self->sizes).drop_back());
  sizes.push_back(i.constant(*isHalf ? *length / 2 + 1 : *length));
  sizes.push_back((self->sizes.back() - *length).floorDiv(*hop) + 1);
  Type real = getPartDtype(self->dtype);
  if (*givesComplex)
    return i.result(ComplexType::get(real), sizes);
  sizes.push_back(i.constant(2));
  return i.result(real, sizes);
}

ArrayRef<OperatorEntry> operators::getTexts() {
  static const OperatorEntry entries[] = {
#define TS_OPERATOR(arguments, name, rule) {name, rule},
#include "Operators.def"
  };
  return entries;
}
