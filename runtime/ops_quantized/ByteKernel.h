//===- ByteKernel.h - Rows of convolutions of bytes -------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Images whose channels lie last, as unsigned bytes with their zero point,
// times signed bytes: four products and their sum are one instruction where the
// processor has VNNI. The zero point's part of a sum depends on the result's
// channel alone, as what lies outside of an image is the zero point, too.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_QUANTIZED_BYTEKERNEL_H
#define TSRT_OPS_QUANTIZED_BYTEKERNEL_H

#include "ops_quantized/RequantizationBounds.h"

#include <cstdint>

namespace tsrt::bytes {

/// Channels of the result that one panel of weights is for; the last panel may
/// be for fewer, a multiple of kWidth.
constexpr int64_t kPanel = 64, kWidth = 16;

/// Results next to each other in one row of an image, for one panel.
struct Row {
  /// What the first result sees, and how many bytes further the next one looks.
  const uint8_t *image;
  int64_t spacing;
  int64_t count;
  /// Where each group of four bytes lies, from what a result sees.
  const int64_t *steps;
  int64_t numSteps;
  /// [step][channel of the panel][4]
  const int8_t *weights;
  /// For each channel: what its sum begins with, the bias and factor by which
  /// it becomes a byte; see Requantization.
  const int32_t *start;
  const float *bias, *factors;
  RequantizationBounds bounds;
  /// The channels that there are, at most kPanel.
  int64_t channels;
  /// Results: bytes or, where `floats` is not null, each sum times its factor
  /// plus its bias.
  uint8_t *out;
  float *floats;
  /// Bytes or floats from one result to the next.
  int64_t outSpacing;
};

/// Computes a row; null when the processor, within what ONEDNN_MAX_CPU_ISA
/// allows, has no such instructions.
using Kernel = void (*)(const Row &row);
Kernel findKernel();

/// The kernel for AVX-512 with VNNI.
void convolveRowVNNI(const Row &row);

} // namespace tsrt::bytes

#endif // TSRT_OPS_QUANTIZED_BYTEKERNEL_H
