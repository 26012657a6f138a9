//===- Containers.h - Helpers of the container operators --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Native copies of boxed arguments, index arithmetic and element equality.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_LANGUAGE_CONTAINERS_H
#define TSRT_OPS_LANGUAGE_CONTAINERS_H

#include "core/Error.h"
#include "core/List.h"
#include "core/Types.h"
#include "core/Value.h"

#include <memory>
#include <optional>

namespace tsrt {

/// An owned native value of a static type.
class Native {
public:
  Native() = default;
  Native(const Native &) = delete;
  ~Native() {
    if (type)
      tsrt_native_release(type, data());
  }

  /// Converts a boxed value; the error names both types.
  Status assign(const tsrt_type *newType, const tsrt_value &value) {
    if (newType->size > sizeof(small))
      large.reset(new char[newType->size]);
    Status status(tsrt_unbox_value(&value, newType, data()));
    if (status)
      type = newType;
    return status;
  }
  void *data() { return large ? large.get() : small; }
  /// The references have been moved elsewhere.
  void disown() { type = nullptr; }

private:
  const tsrt_type *type = nullptr;
  alignas(16) char small[64];
  std::unique_ptr<char[]> large;
};

/// Resolves a possibly negative index; -1 when it is out of range.
inline int64_t normalizeIndex(int64_t index, int64_t size) {
  if (index < 0)
    index += size;
  return index >= 0 && index < size ? index : -1;
}

/// The elements of a slice: first index, step, count.
struct SliceRange {
  int64_t start, step, count;
};
/// Python's rules for start:end:step over a sequence of `size` elements.
Result<SliceRange> sliceRange(int64_t size, std::optional<int64_t> start,
                              std::optional<int64_t> end, int64_t step);

/// Are two native elements equal? Lists compare numbers, bools and strings by
/// value and tensors by `==` converted to bool; other types by identity.
Result<bool> elementsEqual(const tsrt_type *type, const void *a, const void *b);
/// bool(tensor), with TorchScript's errors.
Result<bool> tensorToBool(const tsrt_tensor *tensor);
/// Is `a` before `b` in sort order? For types that sorted() takes.
Result<bool> elementLess(const tsrt_type *type, const void *a, const void *b);

} // namespace tsrt

#endif // TSRT_OPS_LANGUAGE_CONTAINERS_H
