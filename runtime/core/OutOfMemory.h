//===- OutOfMemory.h - Where exceptions of the runtime end ------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors are values, except one: memory that cannot be had. The allocator, the
// standard library and oneDNN throw then, what unwinds gives its objects back,
// and the functions that compiled code and hosts call catch it: there it
// becomes an error like any other. Compiled code itself is never unwound.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_OUTOFMEMORY_H
#define TSRT_CORE_OUTOFMEMORY_H

#include "tsrt.h"

#include <cstddef>
#include <new>

namespace tsrt {

/// Thrown instead of std::bad_alloc where the memory is that of a tensor, whose
/// error says how much it was.
class TensorMemoryError : public std::bad_alloc {
public:
  explicit TensorMemoryError(size_t bytes) : bytes(bytes) {}
  size_t bytes;
};

/// The error of the exception that is being handled, or the error that tensor
/// functions noted before it. Does not fail itself: at the very end of memory
/// it is an error of static storage.
tsrt_error *errorOfException() noexcept;

/// The result of `f`, an error or null, or the error of what it throws.
template <class F>
tsrt_error *guarded(const F &f) noexcept {
  try {
    return f();
  } catch (...) {
    return errorOfException();
  }
}

/// The result of `f`, or null when it throws.
template <class F>
auto guardedOrNull(const F &f) noexcept -> decltype(f()) {
  try {
    return f();
  } catch (...) {
    tsrt_error_release(errorOfException());
    return nullptr;
  }
}

} // namespace tsrt

#endif // TSRT_CORE_OUTOFMEMORY_H
