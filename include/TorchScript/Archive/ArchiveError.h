//===- ArchiveError.h - What is wrong with an archive, and where *- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The error of all archive readers and writers: file, record, byte offset and
// message.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_ARCHIVE_ARCHIVEERROR_H
#define TORCHSCRIPT_ARCHIVE_ARCHIVEERROR_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>

namespace torchscript {

/// A place in an archive.
struct ArchivePlace {
  /// Name of the archive's file as the user gave it; may be empty.
  std::string file;
  /// Name of the record without the root directory; may be empty.
  std::string record;
  /// Byte within the record, or within the file when there is no record.
  std::optional<uint64_t> offset;
};

/// An error of an archive reader or writer.
class ArchiveError : public llvm::ErrorInfo<ArchiveError> {
public:
  static char ID;

  ArchiveError(ArchivePlace place, std::string message)
      : place(std::move(place)), message(std::move(message)) {}

  /// Where it is.
  const ArchivePlace &getPlace() const { return place; }
  /// What it is: a lower-case fragment.
  llvm::StringRef getMessage() const { return message; }

  /// Prints `FILE: record 'NAME', byte N: MESSAGE`.
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  ArchivePlace place;
  std::string message;
};

/// Makes an `ArchiveError`.
llvm::Error makeArchiveError(ArchivePlace place, const llvm::Twine &message);

} // namespace torchscript

#endif // TORCHSCRIPT_ARCHIVE_ARCHIVEERROR_H
