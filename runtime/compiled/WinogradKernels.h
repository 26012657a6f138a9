//===- WinogradKernels.h - Parts of a 3x3 convolution -----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Winograd's convolution is made of, for one instruction set. The source
// is WinogradKernels.inc for all of them.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_COMPILED_WINOGRADKERNELS_H
#define TSRT_COMPILED_WINOGRADKERNELS_H

#include <cstdint>

namespace tsrt::winograd {

/// A convolution of [n,h,w,c] to [n,oh,ow,f] with weights [f,c,3,3], a stride
/// of one, and `top` rows and `left` columns of zeros in front. c and f are
/// multiples of kChannels. Outputs are computed in squares of `tile` by `tile`.
struct Problem {
  int64_t n, h, w, c, f, oh, ow, top, left;
  /// Elements from one pixel of the output to the next, f where it has no gaps.
  int64_t step;
  /// 2 or 4.
  int64_t tile;
  /// What the output holds is added.
  bool accumulate;
  /// None, Relu, Clamp and HardSwish of Activation.h, by their numbers.
  int activation;
  float lower, upper;

  int64_t rows() const { return (oh + tile - 1) / tile; }
  int64_t columns() const { return (ow + tile - 1) / tile; }
  int64_t tiles() const { return n * rows() * columns(); }
  /// Inputs of one tile: so many products replace 9 * tile * tile.
  int64_t points() const { return (tile + 2) * (tile + 2); }
};

constexpr int64_t kChannels = 16;

/// Some tiles on their way. Transformed inputs are [points][count][c], products
/// [points][count][f]; between points, there is a gap that keeps them from
/// falling on one another in the cache.
struct Block {
  const Problem *problem;
  int64_t first, count;
  float *inputs, *products;

  int64_t inputStep() const { return count * problem->c + kChannels; }
  int64_t productStep() const { return count * problem->f + kChannels; }
};

/// The operands of a run. Weights, scale and bias are the plain ones, of which
/// scale and bias may be null; `packed` is what `packWeights` made.
struct Operands {
  const float *input, *weights, *scale, *bias, *packed;
  float *output;
};

/// Ranges are in kChannels where nothing else is said.
struct Kernels {
  /// How many filters are a panel, which is multiplied together: kChannels
  /// times a power of two. The last panels of a problem may be smaller.
  int64_t panel;
  /// Weights of the panels [begin, end), in the order in which `multiply` reads
  /// them: [points][panel][c][filter of the panel].
  void (*packWeights)(const Problem &problem, const float *weights,
                      const float *scale, int64_t begin, int64_t end,
                      float *packed);
  void (*transformInputs)(const Block &block, const float *input, int64_t begin,
                          int64_t end);
  /// Tasks [begin, end), of which there is one for each point and panel.
  void (*multiply)(const Block &block, const float *packed, int64_t begin,
                   int64_t end);
  /// Gives whether something was not finite. Such squares are computed anew
  /// from the plain operands: sums of infinities are NaN where single products
  /// are not.
  bool (*transformOutputs)(const Block &block, const Operands &operands,
                           int64_t begin, int64_t end);
};

/// The panels of `f` filters: whole ones, and a power of two for each bit of
/// what is left.
constexpr int64_t countPanels(int64_t f, int64_t panel) {
  int64_t count = f / panel;
  for (int64_t rest = f % panel / kChannels; rest; rest &= rest - 1)
    ++count;
  return count;
}

extern const Kernels kAVX2Kernels, kAVX512Kernels;

} // namespace tsrt::winograd

#endif // TSRT_COMPILED_WINOGRADKERNELS_H
