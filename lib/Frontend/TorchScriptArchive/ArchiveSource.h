//===- ArchiveSource.h - Values of an archive as instances ------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pickled values of an archive, as the front end knows values of the host.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_TORCHSCRIPTARCHIVE_ARCHIVESOURCE_H
#define TORCHSCRIPT_LIB_FRONTEND_TORCHSCRIPTARCHIVE_ARCHIVESOURCE_H

#include "TorchScript/Archive/TorchScriptArchive.h"
#include "TorchScript/Frontend/Modules/Instance.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <deque>
#include <functional>

namespace torchscript {

/// Instances from an archive: one value for each pickled value, made on demand.
class ArchiveSource : public InstanceSource {
public:
  /// The member of an enum that has a value; empty when none has.
  using EnumMemberOf = std::function<std::string(const ArchiveEnum &)>;

  ArchiveSource(TorchScriptArchive &archive, EnumMemberOf memberOf)
      : archive(archive), memberOf(std::move(memberOf)) {}

  /// The saved object is called `root`.
  const InstanceValue *find(llvm::StringRef name) const override;

  /// A pickled value with all its parts.
  const InstanceValue *get(const ArchiveValue &value) const;
  /// What a value was made of.
  const ArchiveValue &getOrigin(const InstanceValue &value) const {
    return *origins.lookup(&value);
  }

private:
  void readTensor(const ArchiveTensor &tensor, InstanceValue &value) const;
  void readObject(const ArchiveObject &object, InstanceValue &value) const;

  // Values that operators make: the state of the instance is a tuple of the
  // operator's name and its arguments (ArchiveExtensions.cpp).
  struct PackedConvolution;
  /// Sets the state of an object of a compiled extension, or says why not.
  void readExtension(const ArchiveObject &object, InstanceValue &value) const;
  /// The states themselves; null when they are in an unknown form.
  const InstanceValue *readQuantized(const ArchiveTensor &tensor) const;
  const InstanceValue *readConvolution(const ArchiveObject &object) const;
  const InstanceValue *readCell(const ArchiveObject &object) const;
  bool readConvolution(llvm::ArrayRef<const ArchiveValue *> state,
                       PackedConvolution &out) const;
  /// Appends the elements of a tensor of int16 or int64; false for others.
  bool readNumbers(const ArchiveTensor &tensor,
                   llvm::SmallVectorImpl<int64_t> &out) const;
  /// New values that were made of `origin`.
  InstanceValue &add(const ArchiveValue &origin, InstanceValue::Kind kind) const;
  const InstanceValue *makeList(const ArchiveValue &origin,
                                llvm::ArrayRef<int64_t> numbers) const;
  const InstanceValue *
  makeCall(const ArchiveValue &origin, llvm::StringRef maker,
           llvm::ArrayRef<const InstanceValue *> arguments) const;

  TorchScriptArchive &archive;
  EnumMemberOf memberOf;
  mutable std::deque<InstanceValue> values;
  mutable llvm::DenseMap<const ArchiveValue *, const InstanceValue *> known;
  mutable llvm::DenseMap<const InstanceValue *, const ArchiveValue *> origins;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_FRONTEND_TORCHSCRIPTARCHIVE_ARCHIVESOURCE_H
