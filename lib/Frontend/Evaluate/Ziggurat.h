//===- Ziggurat.h - Tables of normal and exponential numbers -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ziggurat of G. Marsaglia and W. W. Tsang (Journal of Statistical Software
// 5, 2000): a density is covered by 256 layers of equal area, layer 0 with the
// tail. Drawn integers are compared with the whole part of a layer and scaled
// by its width. The roundings are those of numpy's tables.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_EVALUATE_ZIGGURAT_H
#define TORCHSCRIPT_LIB_FRONTEND_EVALUATE_ZIGGURAT_H

#include <cstdint>

namespace torchscript::evaluate {

/// The layers for integers of one width, from the top (1) to the widest (255).
template <typename Integer, typename Float>
struct Layers {
  /// Integers below this one are within the layer above.
  Integer inside[256];
  /// The width of a layer by the number of integers.
  Float scale[256];
  /// The density at the layer's edge.
  Float density[256];
};

struct Ziggurat {
  Layers<uint64_t, double> wide;
  Layers<uint32_t, float> narrow;
};

constexpr double normalTail = 3.6541528853610087963519472518;
constexpr double exponentialTail = 7.6971174701310497140446280481;

/// exp(-x * x / 2), for integers of 52 and 23 bits.
const Ziggurat &getNormalZiggurat();
/// exp(-x), for integers of 53 and 23 bits.
const Ziggurat &getExponentialZiggurat();

} // namespace torchscript::evaluate

#endif // TORCHSCRIPT_LIB_FRONTEND_EVALUATE_ZIGGURAT_H
