//===- Allocator.h - Bookkeeping of heap objects ----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the allocator that the object code uses.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_ALLOCATOR_H
#define TSRT_CORE_ALLOCATOR_H

#include "tsrt.h"

namespace tsrt {

struct ThreadCache;

/// Bytes a block of tsrt_alloc has room for, at least those asked for; 0 when
/// that is not known.
size_t usableSize(const void *p);

/// tsrt_alloc and tsrt_free of a heap object, counted by tsrt_live_objects().
void *allocateCounted(size_t bytes);
void freeCounted(void *p);

} // namespace tsrt

#endif // TSRT_CORE_ALLOCATOR_H
