//===- Layers.cpp - Layers with packed weights ----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dtypes and ranks of what layers give. How many channels there are is a matter
// of the weights, which an object packs, and may pack anew.
//
//===----------------------------------------------------------------------===//

#include "../Families.h"

using namespace mlir;
using namespace mlir::ts;

namespace {
#include "TorchScript/Operators/QuantizedArguments.h.inc"
} // namespace

/// Rows of the operand become rows of the result.
static bool inferLinear(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> x = i.typedTensor(LinearArguments(op).X());
  if (!x || !x->dtype.isF32() || x->getRank() == 0)
    return false;
  x->sizes.back() = i.unknown(0, x->getRank() - 1);
  return i.result(x->dtype, x->sizes);
}

static bool inferConvolution(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> x = i.typedTensor(ConvolutionArguments(op).qx());
  StringRef base = getBaseName(op);
  base.consume_back("_dynamic");
  int64_t dims = base[base.size() - 2] - '0';
  if (!x || !x->dtype.isF32() || x->getRank() != dims + 2)
    return false;
  for (int64_t dim = 1; dim < x->getRank(); ++dim)
    x->sizes[dim] = i.unknown(0, dim);
  return i.result(x->dtype, x->sizes);
}

/// A row for each index.
static bool inferTable(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> indices =
      i.typedTensor(TableArguments(op).indices());
  if (!indices)
    return false;
  indices->sizes.push_back(i.unknown(0, indices->getRank()));
  return i.result(Float32Type::get(i.getContext()), indices->sizes);
}

/// A row for each bag.
static bool inferBags(Inference &i, OperatorOp op) {
  Size bags = i.unknown(0, 0), columns = i.unknown(0, 1);
  return i.result(Float32Type::get(i.getContext()), {bags, columns});
}

/// The states before, all of floats; nothing where one is not known.
static std::optional<SmallVector<TensorInfo>> getStates(Inference &i,
                                                        OperatorOp op) {
  Value given = RecurrentArguments(op).hx().getValue();
  SmallVector<Value> states{given};
  if (auto list = getListElements(given))
    states = *list;
  SmallVector<TensorInfo> known;
  for (Value state : states) {
    std::optional<TensorInfo> info = i.typedTensor(state);
    if (!info || !info->dtype.isF32())
      return std::nullopt;
    known.push_back(*info);
  }
  return known;
}

/// The output of the last layer at each step, and the states at the end.
static bool inferSequence(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> input =
      i.typedTensor(RecurrentArguments(op).input());
  std::optional<SmallVector<TensorInfo>> states = getStates(i, op);
  if (!input || !input->dtype.isF32() || input->getRank() != 3 || !states ||
      op.getNumResults() != states->size() + 1)
    return false;
  input->sizes.back() = i.unknown(0, 2);
  i.result(input->dtype, input->sizes);
  for (const TensorInfo &state : *states)
    i.result(state.dtype, state.sizes);
  return true;
}

/// One step: the states behind it.
static bool inferCell(Inference &i, OperatorOp op) {
  std::optional<SmallVector<TensorInfo>> states = getStates(i, op);
  if (!states || op.getNumResults() != states->size())
    return false;
  for (const TensorInfo &state : *states)
    i.result(state.dtype, state.sizes);
  return true;
}

ArrayRef<OperatorEntry> operators::getQuantizedLayers() {
  static const OperatorEntry entries[] = {
#define TS_OPERATOR(arguments, name, rule)                                     \
  {name, rule, nullptr, ViewKind::None, /*isLibrary=*/true},
#include "Operators.def"
  };
  return entries;
}
