//===- ArchiveError.cpp - What is wrong with an archive, and where --------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints archive errors.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Archive/ArchiveError.h"

#include "llvm/Support/raw_ostream.h"

using namespace torchscript;

char ArchiveError::ID;

void ArchiveError::log(llvm::raw_ostream &os) const {
  if (!place.file.empty())
    os << place.file << ": ";
  if (!place.record.empty()) {
    os << "record '" << place.record << "'";
    if (place.offset)
      os << ", byte " << *place.offset;
    os << ": ";
  } else if (place.offset) {
    os << "byte " << *place.offset << ": ";
  }
  os << message;
}

std::error_code ArchiveError::convertToErrorCode() const {
  return std::make_error_code(std::errc::invalid_argument);
}

llvm::Error torchscript::makeArchiveError(ArchivePlace place,
                                          const llvm::Twine &message) {
  return llvm::make_error<ArchiveError>(std::move(place), message.str());
}
