/*===- tsrt_profile.h - When a thread was in which part ---------*- C -*-===*\
|*                                                                            *|
|* Part of the TorchScript compiler, under the Apache License v2.0 with LLVM  *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* What a profile (tsrt_kernel.h) sums up, moment by moment.                  *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef TSRT_PROFILE_H
#define TSRT_PROFILE_H

#include "tsrt.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Profiles of the calling thread that begin from now on keep the times in
    which it was in each part, or do so no longer. */
TSRT_API void tsrt_profile_keep_spans(int32_t keep);

/** After the end of a profile: `visit` gets every time in which the thread was
    in a part, in order. `begin` is counted from the beginning of the profile;
    all in nanoseconds. */
TSRT_API void tsrt_profile_visit_spans(void (*visit)(void *context,
                                                     const char *part,
                                                     int64_t begin,
                                                     int64_t nanoseconds),
                                       void *context);

/** The same for calls that the thread made and other processes answered, in the
    order in which they were made; they may overlap. `what` says which function
    of which worker. */
TSRT_API void tsrt_profile_visit_remote(void (*visit)(void *context,
                                                      const char *what,
                                                      int64_t begin,
                                                      int64_t nanoseconds),
                                        void *context);

#ifdef __cplusplus
}
#endif

#endif /* TSRT_PROFILE_H */
