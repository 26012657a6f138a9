//===- IntegerProduct.h - Products of matrices of integers ------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums of products of 16-bit integers in 32 bits, exactly, for the columns of a
// panel. Two steps of the depth are one instruction.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_QUANTIZED_INTEGERPRODUCT_H
#define TSRT_OPS_QUANTIZED_INTEGERPRODUCT_H

#include <cstdint>

namespace tsrt::integers {

/// Rows of a and a panel: [pair of the depth][column][2].
struct PanelProduct {
  const int16_t *a;
  /// From one row of a to the next, at least 2 * pairs.
  int64_t step;
  int64_t rows;
  const int16_t *panel;
  int64_t pairs;
  /// [rows][columns of the panel]
  int32_t *sums;
};

/// For one instruction set.
struct Kernel {
  /// Columns of a panel.
  int64_t columns;
  void (*multiply)(const PanelProduct &product);
};

/// The kernel for this processor, within what ONEDNN_MAX_CPU_ISA allows.
const Kernel &findKernel();

extern const Kernel kAVX2Kernel, kAVX512Kernel, kVNNIKernel;

} // namespace tsrt::integers

#endif // TSRT_OPS_QUANTIZED_INTEGERPRODUCT_H
