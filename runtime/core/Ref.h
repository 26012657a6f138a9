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

#include <utility>

namespace tsrt {

/// Owns one reference to a heap object (a struct that begins with
/// tsrt_header), or is null.
template <class T>
class Ref {
public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  Ref(const Ref &other) : pointer(other.pointer) { tsrt_retain(pointer); }
  Ref(Ref &&other) noexcept : pointer(std::exchange(other.pointer, nullptr)) {}
  ~Ref() {
    if (pointer)
      tsrt_release(pointer);
  }
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
    tsrt_retain(mutablePointer);
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
