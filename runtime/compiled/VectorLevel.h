//===- VectorLevel.h - Which of our own kernels run -------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_COMPILED_VECTORLEVEL_H
#define TSRT_COMPILED_VECTORLEVEL_H

#include <oneapi/dnnl/dnnl.hpp>

namespace tsrt {

/// The instructions of kernels that are compiled once for each of these.
enum class VectorLevel { None, AVX2, AVX512 };

/// Whether this processor has the instructions; ONEDNN_MAX_CPU_ISA limits it.
inline bool hasInstructions(dnnl::cpu_isa wanted) {
  auto isa = unsigned(dnnl::get_effective_cpu_isa());
  return (isa & unsigned(wanted)) == unsigned(wanted);
}

/// What this processor has; ONEDNN_MAX_CPU_ISA limits it.
inline VectorLevel getVectorLevel() {
#if defined(__x86_64__)
  static const VectorLevel found = [] {
    if (hasInstructions(dnnl::cpu_isa::avx512_core))
      return VectorLevel::AVX512;
    if (hasInstructions(dnnl::cpu_isa::avx2) && __builtin_cpu_supports("fma"))
      return VectorLevel::AVX2;
    return VectorLevel::None;
  }();
  return found;
#else
  return VectorLevel::None;
#endif
}

} // namespace tsrt

#endif // TSRT_COMPILED_VECTORLEVEL_H
