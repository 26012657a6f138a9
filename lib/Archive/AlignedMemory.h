//===- AlignedMemory.h - Memory of archives for tensors ---------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_ARCHIVE_ALIGNEDMEMORY_H
#define TORCHSCRIPT_LIB_ARCHIVE_ALIGNEDMEMORY_H

#include "TorchScript/Archive/ArchiveError.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstddef>
#include <cstring>

namespace torchscript {

/// A file mapped privately: tensors may write to their memory.
inline llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openWritable(llvm::StringRef path) {
  auto file = llvm::WritableMemoryBuffer::getFile(path);
  if (!file)
    return makeArchiveError({path.str(), "", std::nullopt},
                            "cannot be read: " + file.getError().message());
  return std::move(*file);
}

/// `bytes` where tensors may live: in its place, which must be private and
/// writable, or in `copy` when it is not aligned.
inline llvm::MutableArrayRef<char>
alignMemory(llvm::StringRef bytes, std::unique_ptr<std::max_align_t[]> &copy) {
  constexpr uintptr_t alignment = alignof(std::max_align_t);
  static_assert(alignment >= 16, "elements have up to 16 bytes");
  char *data = const_cast<char *>(bytes.data());
  if (reinterpret_cast<uintptr_t>(data) % alignment != 0) {
    if (!copy) {
      copy.reset(new std::max_align_t[bytes.size() / alignment + 1]);
      memcpy(copy.get(), bytes.data(), bytes.size());
    }
    data = reinterpret_cast<char *>(copy.get());
  }
  return {data, bytes.size()};
}

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_ARCHIVE_ALIGNEDMEMORY_H
