//===- TestHelpers.h - What the archive tests share -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Temporary files, error texts and hand-made archives.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_UNITTESTS_ARCHIVE_TESTHELPERS_H
#define TORCHSCRIPT_UNITTESTS_ARCHIVE_TESTHELPERS_H

#include "TorchScript/Archive/Zip.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

namespace torchscript::test {

/// The name of a file that is removed at the end of the test.
class TemporaryFile {
public:
  TemporaryFile() {
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("ts-archive", "tmp", path));
  }
  ~TemporaryFile() { llvm::sys::fs::remove(path); }
  llvm::StringRef str() const { return path; }

private:
  llvm::SmallString<64> path;
};

/// The bytes of a file.
inline std::string readFile(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false);
  EXPECT_TRUE(bool(buffer)) << path.str();
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// Records of an archive: name and contents.
using Records = std::vector<std::pair<std::string, std::string>>;

/// The bytes of a zip archive with these records, deflated when asked for.
inline std::string makeZip(const Records &records, bool deflate = false) {
  TemporaryFile file;
  auto writer = ZipWriter::create(file.str());
  EXPECT_TRUE(bool(writer));
  ZipWriter::RecordOptions options;
  options.deflate = deflate;
  for (const auto &[name, bytes] : records)
    EXPECT_FALSE(errorToBool((*writer)->add(name, bytes, options)));
  EXPECT_FALSE(errorToBool((*writer)->finish()));
  return readFile(file.str());
}

/// The text of the error, or "success"; then the value stays where it is.
template <typename T>
std::string errorOf(llvm::Expected<T> &&result) {
  if (result)
    return "success";
  return llvm::toString(result.takeError());
}

/// Bytes given as a literal, which may have NULs in it.
template <size_t Size>
std::string bytes(const char (&literal)[Size]) {
  return std::string(literal, Size - 1);
}

} // namespace torchscript::test

#endif // TORCHSCRIPT_UNITTESTS_ARCHIVE_TESTHELPERS_H
