//===- Winograd.h - 3x3 convolutions with fewer products --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convolutions with channels last and constant weights of 3x3, a stride of one
// and no dilation, by Winograd's method.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_COMPILED_WINOGRAD_H
#define TSRT_COMPILED_WINOGRAD_H

#include "WinogradKernels.h"

#include <memory>

namespace tsrt::winograd {

/// The kernels for this processor, within what ONEDNN_MAX_CPU_ISA allows; null
/// when there are none.
const Kernels *findKernels();

/// A convolution ready to run. It never changes and any thread may run it.
class Convolution {
public:
  /// Packs the weights [f,c,3,3], times `scale` when it is not null. Throws
  /// std::bad_alloc.
  Convolution(const Problem &problem, const Kernels &kernels,
              const float *weights, const float *scale);

  /// Computes all outputs, in parallel. `packed` of the operands is not used.
  /// Gives whether all was finite; when not, the outputs are right, too, but
  /// took long.
  bool run(Operands operands) const;

private:
  struct Run;
  struct Free {
    void operator()(float *p) const;
  };
  int64_t chooseBlock() const;

  Problem problem;
  const Kernels &kernels;
  std::unique_ptr<float, Free> packed;
  /// The tiles that are on their way together.
  int64_t block;
};

} // namespace tsrt::winograd

#endif // TSRT_COMPILED_WINOGRAD_H
