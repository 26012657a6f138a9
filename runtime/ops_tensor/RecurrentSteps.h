//===- RecurrentSteps.h - Steps of recurrent layers in f32 -----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All steps of one direction of a layer without tensors between them.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_RECURRENTSTEPS_H
#define TSRT_OPS_TENSOR_RECURRENTSTEPS_H

#include "tensor/Tensor.h"

namespace tsrt {

/// What the steps of one direction of a layer work on. With H the size of the
/// hidden state and G gates (4 for LSTM, 3 for GRU, 1 for others):
struct RecurrentSteps {
  /// [time, batch, G H]: the input's part, with its bias.
  Tensor gates;
  /// [G H, H], and [G H] or undefined.
  Tensor weight, bias;
  /// [batch, H]; cell is undefined but for LSTM.
  Tensor hidden, cell;
  bool isReversed;
};

/// The outputs [time, batch, H] of an LSTM; `steps.hidden` and `steps.cell`
/// become the last states. Undefined when something is not f32 or does not fit:
/// then nothing has changed.
Tensor runLstmSteps(RecurrentSteps &steps);
/// The same for a GRU, without a cell.
Tensor runGruSteps(RecurrentSteps &steps);
/// The same for layers of one gate, which is tanh or relu.
Tensor runTanhSteps(RecurrentSteps &steps);
Tensor runReluSteps(RecurrentSteps &steps);

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_RECURRENTSTEPS_H
