//===- ContainerHints.h - Container types that hints allow ----- -*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which list or dict type a display, comprehension or constructor takes from
// the type that is expected where it stands.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_LANGUAGE_CONTAINERHINTS_H
#define TORCHSCRIPT_FRONTEND_LANGUAGE_CONTAINERHINTS_H

#include "TorchScript/Base/Types/Type.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

#include <string>

namespace torchscript {

/// The list or dict types that an expected type allows. Where a union holds
/// several, the contents decide.
class ContainerHint {
public:
  /// Reads an expected type, which may be null. Any expects nothing.
  ContainerHint(const Type *expected, TypeKind kind);

  /// Whether nothing is expected.
  bool isEmpty() const { return !expected; }
  /// The type when it is known without the contents, else null.
  const Type *getType() const {
    return candidates.size() == 1 ? candidates[0] : nullptr;
  }
  /// Whether the contents decide.
  bool isOpen() const { return candidates.size() > 1; }

  /// The candidate that holds what was unified: the widest for lists. Null when
  /// there is none.
  const ListType *choose(const Type *element) const;
  const DictType *choose(const Type *key, const Type *value) const;

  /// The messages when the expected type has no such container, when an empty
  /// display does not decide between several, and when none holds the contents.
  std::string describeMismatch() const;
  std::string describeEmpty() const;
  std::string describeMisfit(llvm::StringRef element) const;
  std::string describeMisfit(const Type *key, const Type *value) const;

  const Type *getExpected() const { return expected; }

private:
  llvm::StringRef getName() const {
    return kind == TypeKind::List ? "List" : "Dict";
  }
  std::string listCandidates() const;

  const Type *expected;
  TypeKind kind;
  llvm::SmallVector<const Type *, 2> candidates;
};

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_LANGUAGE_CONTAINERHINTS_H
