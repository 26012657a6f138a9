//===- PendingFile.h - Files that are complete or absent ---------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Output goes to a temporary name and gets its own when all of it is written:
// an error, a full disk or an interrupt leaves nothing behind.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_SUPPORT_PENDINGFILE_H
#define TORCHSCRIPT_SUPPORT_PENDINGFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llvm {
class raw_fd_ostream;
} // namespace llvm

namespace torchscript {

/// A file that appears under its name only when it is complete. What exists
/// and is no regular file, such as a device or a pipe, is written to directly.
class PendingFile {
public:
  /// `path` is where it will be; the error names it.
  static llvm::Expected<PendingFile> create(llvm::StringRef path);
  PendingFile(PendingFile &&other);
  PendingFile &operator=(PendingFile &&) = delete;
  /// Removes the file unless it was kept.
  ~PendingFile();

  const std::string &getPath() const { return path; }
  /// Where the contents go until then.
  const std::string &getTemporaryPath() const {
    return isDirect ? path : temporary;
  }
  /// Gives the file its name.
  llvm::Error keep();

private:
  PendingFile() = default;
  std::string path, temporary;
  bool isDirect = false;
};

/// Closes a stream; the error, if anything could not be written, names `path`.
llvm::Error closeStream(llvm::raw_fd_ostream &os, llvm::StringRef path);

/// Writes a text to a file, or to standard output for `-`; the error names it.
llvm::Error writeOutput(llvm::StringRef path, llvm::StringRef text);

/// Writes a text to a file that will be kept later.
llvm::Error writeText(const PendingFile &file, llvm::StringRef text);

} // namespace torchscript

#endif // TORCHSCRIPT_SUPPORT_PENDINGFILE_H
