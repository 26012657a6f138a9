//===- Recurrent.cpp - Recurrent layers ----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dtypes and sizes of what goes along sequences, step by step, in the runtime.
//
//===----------------------------------------------------------------------===//

#include "../Families.h"

using namespace mlir;
using namespace mlir::ts;

namespace {
#include "TorchScript/Operators/RecurrentArguments.h.inc"
} // namespace

/// The output of the last layer at each step, and the states at the end.
static bool inferLayers(Inference &i, OperatorOp op) {
  RecurrentArguments args(op);
  std::optional<TensorInfo> input = i.typedTensor(args.input());
  SmallVector<Value> states{args.hx().getValue()};
  if (auto list = getListElements(args.hx().getValue()))
    states = *list;
  std::optional<bool> isTwoWay = args.bidirectional().constant();
  if (!input || !isTwoWay || input->getRank() < 2 || input->getRank() > 3)
    return false;
  SmallVector<TensorInfo> known;
  for (Value state : states) {
    std::optional<TensorInfo> info = i.typedTensor(state);
    if (!info || info->getRank() != input->getRank() ||
        info->dtype != input->dtype)
      return false;
    known.push_back(*info);
  }
  if (known.empty() || op.getNumResults() != known.size() + 1)
    return false;
  SmallVector<Size> sizes(input->sizes);
  sizes.back() = known.front().sizes.back() * (*isTwoWay ? 2 : 1);
  i.result(input->dtype, sizes);
  for (const TensorInfo &state : known)
    i.result(state.dtype, state.sizes);
  return true;
}

static bool inferCtc(Inference &i, OperatorOp op) {
  RecurrentArguments args(op);
  std::optional<TensorInfo> input = i.typedTensor(args.log_probs());
  std::optional<int64_t> reduction = args.reduction().constant();
  if (!input || !input->isFloat() || !reduction || input->getRank() < 2)
    return false;
  SmallVector<Size> sizes;
  if (*reduction == 0 && input->getRank() == 3)
    sizes.push_back(input->sizes[1]);
  return i.result(input->dtype, sizes);
}

ArrayRef<OperatorEntry> operators::getRecurrents() {
  static const OperatorEntry entries[] = {
#define TS_OPERATOR(arguments, name, rule)                                     \
  {name, rule, nullptr, ViewKind::None, /*isLibrary=*/true},
#include "Operators.def"
  };
  return entries;
}
