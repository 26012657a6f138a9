//===- Types.h - Queries on type descriptors --------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layout and subtyping of the types that descriptors describe.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_TYPES_H
#define TSRT_CORE_TYPES_H

#include "tsrt.h"

namespace tsrt {

/// Is the native representation a pointer to a heap object?
inline bool isPointerKind(int32_t kind) {
  constexpr uint32_t pointers =
      1u << TSRT_STR | 1u << TSRT_TENSOR | 1u << TSRT_LIST | 1u << TSRT_DICT |
      1u << TSRT_OBJECT | 1u << TSRT_INTERFACE | 1u << TSRT_GENERATOR |
      1u << TSRT_STREAM | 1u << TSRT_FUTURE | 1u << TSRT_AWAIT |
      1u << TSRT_RREF | 1u << TSRT_CAPSULE | 1u << TSRT_FUNCTION;
  return pointers >> kind & 1;
}
/// Is the native representation a tsrt_value?
bool isDynamicKind(int32_t kind);
/// May a native value of this type hold references?
bool hasReferences(const tsrt_type *type);
/// Is every value of type `a` a value of type `b`?
bool isSubtype(const tsrt_type *a, const tsrt_type *b);
/// Offset of the has_value byte of an Optional whose payload is no pointer.
inline uint32_t flagOffset(const tsrt_type *optional) {
  return optional->elements[0]->size;
}
/// Bytes of an instance of an object type, with the header.
size_t instanceSize(const tsrt_type *objectType);

} // namespace tsrt

#endif // TSRT_CORE_TYPES_H
