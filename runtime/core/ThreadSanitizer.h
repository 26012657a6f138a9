//===- ThreadSanitizer.h - What other threads get ---------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arenas of oneTBB and teams of libgomp hand work from thread to thread, unseen
// by ThreadSanitizer: both are not instrumented. Nothing without it.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_THREADSANITIZER_H
#define TSRT_CORE_THREADSANITIZER_H

// What the thread did so far comes before what another does that receives p.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#include <sanitizer/tsan_interface.h>
#define TSRT_HANDS_OVER(p) __tsan_release(p)
#define TSRT_RECEIVES(p) __tsan_acquire(p)
#endif
#endif
#ifndef TSRT_HANDS_OVER
#define TSRT_HANDS_OVER(p)
#define TSRT_RECEIVES(p)
#endif

#endif // TSRT_CORE_THREADSANITIZER_H
