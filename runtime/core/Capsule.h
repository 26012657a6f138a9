//===- Capsule.h - Objects of compiled extensions ---------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instances of classes that are written in C++ and bound to TorchScript, such
// as packed weights: opaque to programs, known to operators.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_CAPSULE_H
#define TSRT_CORE_CAPSULE_H

#include "core/Kernel.h"

namespace tsrt {

/// What is in a capsule; a class for each kind.
struct CapsuleContents {
  virtual ~CapsuleContents() = default;
};

/// The heap object. Its type has the kind TSRT_CAPSULE and the qualified name
/// of the class.
struct Capsule {
  tsrt_header header;
  CapsuleContents *contents;
};

using CapsuleRef = Ref<Capsule>;

/// Makes an object of a class; takes the contents.
inline CapsuleRef makeCapsule(const tsrt_type &type,
                              CapsuleContents *contents) {
  auto *capsule = static_cast<Capsule *>(
      allocateObject(&type, sizeof(Capsule)));
  capsule->contents = contents;
  return CapsuleRef::adopt(capsule);
}

/// The descriptor of a class of extensions.
constexpr tsrt_type capsuleType(const char *name) {
  return {TSRT_CAPSULE, sizeof(void *), alignof(void *), name, 0, 0,
          nullptr,      nullptr,        nullptr,         nullptr, nullptr};
}

/// Contents of the class T as an argument.
template <class T>
struct Arg<const T *,
           std::enable_if_t<std::is_base_of_v<CapsuleContents, T>>> {
  static bool get(const tsrt_value &v, const T *&out) {
    if (kindOf(v) != TSRT_CAPSULE || !v.u.p)
      return false;
    out = dynamic_cast<const T *>(static_cast<Capsule *>(v.u.p)->contents);
    return out != nullptr;
  }
  static constexpr const char *name = T::name;
};

} // namespace tsrt

#endif // TSRT_CORE_CAPSULE_H
