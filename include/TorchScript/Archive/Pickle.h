//===- Pickle.h - Reads the pickles of archives -----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interprets the closed set of pickle opcodes and names that PyTorch uses.
// Nothing is ever called by name.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_ARCHIVE_PICKLE_H
#define TORCHSCRIPT_ARCHIVE_PICKLE_H

#include "TorchScript/Archive/ArchiveError.h"
#include "TorchScript/Archive/Limits.h"
#include "TorchScript/Archive/Value.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace torchscript {

/// What the pickle reader needs to know besides the bytes.
struct PickleContext {
  /// File and record, for errors.
  std::string file, record;
  /// What stands before the key of a storage in its record's name: `data/`.
  std::string storagePrefix;
  /// Bytes of a record, or nothing when there is no such record.
  llvm::function_ref<std::optional<uint64_t>(llvm::StringRef)> getRecordSize;
  ArchiveLimits limits;
};

/// Reads a pickle into `graph` and returns its value. `bytes` must outlive the
/// graph. The result has no cycles, is nested no deeper than the limit, and all
/// its tensors lie inside their storages. Errors say the byte they are at.
llvm::Expected<const ArchiveValue *> readPickle(llvm::StringRef bytes,
                                                const PickleContext &context,
                                                ArchiveGraph &graph);

} // namespace torchscript

#endif // TORCHSCRIPT_ARCHIVE_PICKLE_H
