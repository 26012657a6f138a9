//===- RowProduct.h - One row times constant weights ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convolutions of pictures of one pixel, as squeeze-and-excite has them, read
// each weight once: a library call would take longer than that.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_COMPILED_ROWPRODUCT_H
#define TSRT_COMPILED_ROWPRODUCT_H

#include "PackedMemory.h"

#include <cstdint>

namespace tsrt {

/// Packed weights [f,c]. It never changes and any thread may use it.
class RowProduct {
public:
  /// Packs the weights, times the `scale` of their row when it is not null;
  /// `image` is that of the call, or null. Throws std::bad_alloc.
  RowProduct(int64_t f, int64_t c, const float *weights, const float *scale,
             const void *image = nullptr);

  const PackedMemory &getPacked() const { return packed; }

  /// y[f] = weights * x[c] + bias, which may be null; with `accumulate`, what y
  /// holds is added. In parallel when there are many weights.
  void run(const float *x, const float *bias, bool accumulate, float *y) const;

private:
  int64_t f, c;
  /// [panel][c][row of the panel]; rows behind the last are zeros.
  PackedMemory packed;
};

} // namespace tsrt

#endif // TSRT_COMPILED_ROWPRODUCT_H
