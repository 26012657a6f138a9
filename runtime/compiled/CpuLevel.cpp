//===- CpuLevel.cpp - Which code this processor runs ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The levels of x86-64 that compiled libraries choose among. ONEDNN_MAX_CPU_ISA
// bounds them as it bounds oneDNN.
//
//===----------------------------------------------------------------------===//

#include "compiled/VectorLevel.h"
#include "tsrt.h"
#include "tsrt_kernel.h"

#include <algorithm>

using namespace tsrt;

/// What the processor has.
static int64_t findLevel() {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("ssse3") || !__builtin_cpu_supports("sse4.2") ||
      !__builtin_cpu_supports("popcnt"))
    return 1;
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
      !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2"))
    return 2;
  for (bool has : {__builtin_cpu_supports("avx512f") != 0,
                   __builtin_cpu_supports("avx512bw") != 0,
                   __builtin_cpu_supports("avx512cd") != 0,
                   __builtin_cpu_supports("avx512dq") != 0,
                   __builtin_cpu_supports("avx512vl") != 0})
    if (!has)
      return 3;
  return 4;
#else
  return 1;
#endif
}

/// What ONEDNN_MAX_CPU_ISA allows. Nothing bounds the second level: oneDNN
/// needs most of it.
static int64_t findLimit() {
#if defined(__x86_64__)
  return hasInstructions(dnnl::cpu_isa::avx512_core) ? 4
         : hasInstructions(dnnl::cpu_isa::avx2)      ? 3
                                                     : 2;
#else
  return 1;
#endif
}

static const int64_t kFound = findLevel();

int64_t tsrt_cpu_level(void) {
  static const int64_t level = std::min(kFound, findLimit());
  return level;
}

static const char *nameOf(int64_t level) {
  constexpr const char *names[] = {"x86-64", "x86-64-v2", "x86-64-v3",
                                   "x86-64-v4"};
  return names[std::clamp<int64_t>(level, 1, 4) - 1];
}

tsrt_error *tsrt_check_cpu(int64_t level) {
  int64_t found = tsrt_cpu_level();
  if (found >= level)
    return nullptr;
  return tsrt_error_newf(
      "RuntimeError",
      "this library is compiled for processors of the level %s, and this one "
      "has %s%s; compile it with --target-cpu=%s,... or baseline",
      nameOf(level), nameOf(found),
      kFound >= level ? " (ONEDNN_MAX_CPU_ISA allows no more)" : "",
      nameOf(found));
}

void (*tsrt_choose_version(const tsrt_version *versions,
                           int64_t count))(void *const *buffers) {
  int64_t level = tsrt_cpu_level(), chosen = 0;
  for (int64_t i = 1; i < count && versions[i].level <= level; ++i)
    chosen = i;
  return versions[chosen].entry;
}
