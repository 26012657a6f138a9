/*===- tsrt_program.h - Checked forms for compiled programs -------*- C -*-===*\
|*                                                                            *|
|* Part of the TorchScript compiler, under the Apache License v2.0 with LLVM  *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Functions of tsrt.h in the form that compiled code calls: the program      *|
|* decides how much memory they need, so that there may be none.              *|
\*===----------------------------------------------------------------------===*/

#ifndef TSRT_PROGRAM_H
#define TSRT_PROGRAM_H

#include "tsrt.h"

#ifdef __cplusplus
extern "C" {
#endif

/** tsrt_list_reserve_all. */
TSRT_API tsrt_error *tsrt_try_reserve(tsrt_list *list, int64_t count);
/** tsrt_list_grow, for an element at `element` that nobody else holds: released
    after an error. */
TSRT_API tsrt_error *tsrt_try_grow(tsrt_list *list, const void *element);
/** tsrt_str_append. */
TSRT_API tsrt_error *tsrt_try_append(tsrt_str *a, const tsrt_str *b,
                                     tsrt_str **result);
/** tsrt_str_join. */
TSRT_API tsrt_error *tsrt_try_join(const tsrt_str *separator,
                                   const tsrt_list *strings, tsrt_str **result);
/** 0 for the value of type Tensor that is no tensor: the gradient of a tensor
    that has none. Operators refuse it. */
TSRT_API int tsrt_tensor_is_defined(const tsrt_tensor *t);

/** Writes a text as it is to where print writes, in the order of tasks. */
TSRT_API void tsrt_write(const char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* TSRT_PROGRAM_H */
