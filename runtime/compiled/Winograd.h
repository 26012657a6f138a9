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

#include "PackedMemory.h"
#include "WinogradKernels.h"

#include <atomic>

namespace tsrt::winograd {

/// How the work is shared: so many tiles go together through the steps, for one
/// of so many groups of filters.
struct Plan {
  int64_t block, groups;
};

/// The plan for the number of threads that was asked for last.
class LastPlan {
public:
  bool find(int64_t threads, Plan &plan) const {
    uint64_t found = word.load(std::memory_order_relaxed);
    plan = {int64_t(found >> 32), int64_t(found >> 16 & 0xffff)};
    return threads > 0 && int64_t(found & 0xffff) == threads;
  }
  /// What does not fit is not kept.
  void keep(int64_t threads, Plan plan) {
    if (threads < 0x10000 && plan.groups < 0x10000 &&
        plan.block < int64_t(1) << 32)
      word.store(uint64_t(plan.block) << 32 | uint64_t(plan.groups) << 16 |
                     uint64_t(threads),
                 std::memory_order_relaxed);
  }

private:
  std::atomic<uint64_t> word{0};
};

/// The kernels for this processor, within what ONEDNN_MAX_CPU_ISA allows; null
/// when there are none.
const Kernels *findKernels();

/// A convolution ready to run. Any thread may run it.
class Convolution {
public:
  /// Packs the weights [f,c,3,3], times `scale` when it is not null; `image` is
  /// that of the call, or null. Throws std::bad_alloc.
  Convolution(const Problem &problem, const Kernels &kernels,
              const float *weights, const float *scale,
              const void *image = nullptr);

  const PackedMemory &getPacked() const { return packed; }

  /// Computes all outputs, in parallel. `packed` of the operands is not used.
  /// Gives whether all was finite; when not, the outputs are right, too, but
  /// took long.
  bool run(Operands operands) const;

private:
  Plan choosePlan(int64_t threads) const;
  Plan getPlan() const;

  Problem problem;
  const Kernels &kernels;
  PackedMemory packed;
  mutable LastPlan plans;
};

} // namespace tsrt::winograd

#endif // TSRT_COMPILED_WINOGRAD_H
