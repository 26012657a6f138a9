//===- tsrt_literal.h - Containers of constants ----------------- -*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C ABI of large lists and dicts of constants: tables in the data section
// of compiled code.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_LITERAL_H
#define TSRT_LITERAL_H

#include "tsrt.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A new list or dict of constants. In the table a list is the number of
    elements, then the elements; a dict the number of entries, the keys, then
   the values. All are in native representation, but a pointer is an offset: of
   a string into `strings`, of a list, dict or boxed tuple into the table, 0 for
    None; and a type is a position in `types`, from 1 on. Arrays begin at
    multiples of 8. */
TSRT_API void *tsrt_literal(const tsrt_type *type, const void *table,
                            void *strings, const tsrt_type *const *types);
/** Makes objects of the strings that tables refer to, `size` bytes in all: each
    is an immortal `tsrt_str` without its type, at a multiple of 8 from 8 on. */
TSRT_API void tsrt_literal_strings(void *strings, uint64_t size);

#ifdef __cplusplus
}
#endif

#endif /* TSRT_LITERAL_H */
