//===- RequantizationBounds.h - Ends of bytes -------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all sums that become bytes have in common, for files that are compiled
// for one instruction set.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_QUANTIZED_REQUANTIZATIONBOUNDS_H
#define TSRT_OPS_QUANTIZED_REQUANTIZATIONBOUNDS_H

namespace tsrt {

/// The zero point, which is added to a scaled sum before it is rounded, and
/// what the integer is clamped to then.
struct RequantizationBounds {
  float low, high, zeroPoint;
};

} // namespace tsrt

#endif // TSRT_OPS_QUANTIZED_REQUANTIZATIONBOUNDS_H
