//===- IntegerProduct.cpp - Products of matrices of integers --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel of this processor, and one for any.
//
//===----------------------------------------------------------------------===//

#include "ops_quantized/IntegerProduct.h"

#include "compiled/VectorLevel.h"

#include <algorithm>

using namespace tsrt;
using namespace tsrt::integers;

static constexpr int64_t kPlainColumns = 16;

static void multiplyPlainly(const PanelProduct &p) {
  for (int64_t row = 0; row < p.rows; ++row) {
    const int16_t *a = p.a + row * p.step, *panel = p.panel;
    int32_t *sums = p.sums + row * kPlainColumns;
    std::fill_n(sums, kPlainColumns, 0);
    for (int64_t k = 0; k < p.pairs; ++k, a += 2, panel += 2 * kPlainColumns)
      for (int64_t i = 0; i < kPlainColumns; ++i)
        sums[i] +=
            int32_t(a[0]) * panel[2 * i] + int32_t(a[1]) * panel[2 * i + 1];
  }
}

static constexpr Kernel kPlainKernel = {kPlainColumns, multiplyPlainly};

const Kernel &integers::findKernel() {
#if defined(__x86_64__)
  static const Kernel &found = []() -> const Kernel & {
    VectorLevel level = getVectorLevel();
    if (level == VectorLevel::AVX512)
      return hasInstructions(dnnl::cpu_isa::avx512_core_vnni) ? kVNNIKernel
                                                              : kAVX512Kernel;
    return level == VectorLevel::AVX2 ? kAVX2Kernel : kPlainKernel;
  }();
  return found;
#else
  return kPlainKernel;
#endif
}
