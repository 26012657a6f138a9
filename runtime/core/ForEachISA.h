//===- ForEachISA.h - Functions for each instruction set --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function with TSRT_FOR_EACH_ISA has one body for each instruction set; the
// processor's is chosen when the library is loaded. That is before sanitizers
// are ready, for which there is one body.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_FOREACHISA_H
#define TSRT_CORE_FOREACHISA_H

#if !defined(__has_feature)
#define __has_feature(x) 0
#endif
#if defined(__x86_64__) && defined(__ELF__) && defined(__clang__) &&           \
    !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define TSRT_FOR_EACH_ISA                                                      \
  __attribute__((target_clones("arch=x86-64-v4", "arch=haswell", "default")))
#else
#define TSRT_FOR_EACH_ISA
#endif

#endif // TSRT_CORE_FOREACHISA_H
