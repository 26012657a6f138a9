//===- Ref.h - Owning pointer to a runtime object ---------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A smart pointer over the reference count at the head of every heap object.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_REF_H
#define TSRT_CORE_REF_H

#include "tsrt.h"

#include <sys/single_threaded.h>
#include <utility>

namespace tsrt {

/// tsrt_retain and tsrt_release without a call where the object lives on and
/// the process never made a thread.
inline void retainObject(void *object) {
  auto *header = static_cast<tsrt_header *>(object);
  if (!header)
    return;
  int64_t count = __atomic_load_n(&header->refcount, __ATOMIC_RELAXED);
  if (count >= 0 && __libc_single_threaded)
    __atomic_store_n(&header->refcount, count + 1, __ATOMIC_RELAXED);
  else if (count >= 0)
    tsrt_retain(object);
}
inline void releaseObject(void *object) {
  auto *header = static_cast<tsrt_header *>(object);
  if (!header)
    return;
  int64_t count = __atomic_load_n(&header->refcount, __ATOMIC_RELAXED);
  if (count > 1 && __libc_single_threaded)
    __atomic_store_n(&header->refcount, count - 1, __ATOMIC_RELAXED);
  else if (count >= 0)
    tsrt_release(object);
}

/// Owns one reference to a heap object (a struct that begins with
/// tsrt_header), or is null.
template <class T>
class Ref {
public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  Ref(const Ref &other) : pointer(other.pointer) { retainObject(pointer); }
  Ref(Ref &&other) noexcept : pointer(std::exchange(other.pointer, nullptr)) {}
  ~Ref() { releaseObject(pointer); }
  Ref &operator=(Ref other) noexcept {
    std::swap(pointer, other.pointer);
    return *this;
  }

  /// Takes over a reference the caller owns.
  static Ref adopt(T *pointer) {
    Ref ref;
    ref.pointer = pointer;
    return ref;
  }
  /// Adds a reference to a borrowed pointer.
  static Ref retain(const T *pointer) {
    auto *mutablePointer = const_cast<T *>(pointer);
    retainObject(mutablePointer);
    return adopt(mutablePointer);
  }

  T *get() const { return pointer; }
  T *operator->() const { return pointer; }
  T &operator*() const { return *pointer; }
  explicit operator bool() const { return pointer != nullptr; }
  /// Gives the reference away to the caller.
  T *take() { return std::exchange(pointer, nullptr); }

private:
  T *pointer = nullptr;
};

using StrRef = Ref<tsrt_str>;
using ListRef = Ref<tsrt_list>;
using DictRef = Ref<tsrt_dict>;
using TensorRef = Ref<tsrt_tensor>;

} // namespace tsrt

#endif // TSRT_CORE_REF_H
