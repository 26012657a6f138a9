//===- PendingFile.cpp - Files that are complete or absent
//------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Temporary names, renaming, and errors that streams found.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Support/PendingFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <utility>

using namespace torchscript;
namespace fs = llvm::sys::fs;

static llvm::Error makeError(std::error_code error, llvm::StringRef path) {
  return llvm::createStringError(error, "%s: %s", path.str().c_str(),
                                 error.message().c_str());
}

llvm::Expected<PendingFile> PendingFile::create(llvm::StringRef path) {
  PendingFile file;
  file.path = path.str();
  fs::file_status status;
  if (!fs::status(path, status) && !fs::is_regular_file(status)) {
    if (fs::is_directory(status))
      return makeError(std::make_error_code(std::errc::is_a_directory), path);
    file.isDirect = true;
    return std::move(file);
  }
  llvm::SmallString<128> temporary;
  if (std::error_code error =
          fs::createUniqueFile(path + ".%%%%%%.tmp", temporary))
    return makeError(error, path);
  file.temporary = temporary.str().str();
  llvm::sys::RemoveFileOnSignal(file.temporary);
  return std::move(file);
}

PendingFile::PendingFile(PendingFile &&other)
    : path(std::move(other.path)),
      temporary(std::exchange(other.temporary, "")), isDirect(other.isDirect) {}

PendingFile::~PendingFile() {
  if (temporary.empty())
    return;
  fs::remove(temporary);
  llvm::sys::DontRemoveFileOnSignal(temporary);
}

llvm::Error PendingFile::keep() {
  if (isDirect)
    return llvm::Error::success();
  if (std::error_code error = fs::rename(temporary, path))
    return makeError(error, path);
  llvm::sys::DontRemoveFileOnSignal(temporary);
  temporary.clear();
  // Temporary files are private; results have the usual permissions.
  unsigned mask = fs::getUmask();
  return llvm::errorCodeToError(fs::setPermissions(
      path, fs::perms((llvm::StringRef(path).ends_with(".so") ? 0777 : 0666) &
                      ~mask)));
}

llvm::Error torchscript::closeStream(llvm::raw_fd_ostream &os,
                                     llvm::StringRef path) {
  os.close();
  std::error_code error = os.error();
  os.clear_error();
  return error ? makeError(error, path) : llvm::Error::success();
}

llvm::Error torchscript::writeText(const PendingFile &file,
                                   llvm::StringRef text) {
  std::error_code error;
  llvm::raw_fd_ostream os(file.getTemporaryPath(), error);
  if (error)
    return makeError(error, file.getPath());
  os << text;
  return closeStream(os, file.getPath());
}

llvm::Error torchscript::writeOutput(llvm::StringRef path,
                                     llvm::StringRef text) {
  if (path == "-") {
    // Its errors are found at the end of the process.
    llvm::outs() << text;
    return llvm::Error::success();
  }
  auto file = PendingFile::create(path);
  if (!file)
    return file.takeError();
  if (llvm::Error error = writeText(*file, text))
    return error;
  return file->keep();
}
