//===- Npy.h - numpy's npy and npz files ------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes arrays as npy files and sets of named arrays as npz files.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_ARCHIVE_NPY_H
#define TORCHSCRIPT_ARCHIVE_NPY_H

#include "TorchScript/Archive/Zip.h"
#include "TorchScript/Base/DType.h"

#include "llvm/ADT/SmallVector.h"

#include <string>
#include <utility>
#include <vector>

namespace torchscript {

/// An array in C order, little endian.
struct NpyArray {
  DType dtype = DType::Float32;
  llvm::SmallVector<int64_t, 4> shape;
  /// Exactly the elements.
  std::vector<char> data;
};

/// An array to be written; points to memory in C order, little endian.
struct NpyArrayRef {
  DType dtype = DType::Float32;
  llvm::ArrayRef<int64_t> shape;
  llvm::StringRef data;

  NpyArrayRef(DType dtype, llvm::ArrayRef<int64_t> shape, llvm::StringRef data)
      : dtype(dtype), shape(shape), data(data) {}
  NpyArrayRef(const NpyArray &array)
      : dtype(array.dtype), shape(array.shape),
        data(array.data.data(), array.data.size()) {}
};

/// Reads an npy file from memory; versions 1 to 3, C or Fortran order, either
/// byte order. `<V2` is bfloat16, `<V4` complex32. `place` is for errors.
llvm::Expected<NpyArray> readNpy(llvm::StringRef bytes,
                                 const ArchivePlace &place,
                                 const ArchiveLimits &limits = {});
/// Reads an npy file.
llvm::Expected<NpyArray> readNpyFile(llvm::StringRef path,
                                     const ArchiveLimits &limits = {});
/// Reads an npz file: names without `.npy`, in the file's order.
llvm::Expected<std::vector<std::pair<std::string, NpyArray>>>
readNpzFile(llvm::StringRef path, const ArchiveLimits &limits = {});

/// The bytes of an npy file (version 1). Fails for dtypes npy does not have and
/// for data that does not fit the shape.
llvm::Expected<std::string> writeNpy(const NpyArrayRef &array);
/// Writes an npy file under a temporary name and renames it.
llvm::Error writeNpyFile(llvm::StringRef path, const NpyArrayRef &array);
/// Writes an npz file likewise; names without `.npy`.
llvm::Error
writeNpzFile(llvm::StringRef path,
             llvm::ArrayRef<std::pair<std::string, NpyArrayRef>> arrays);

} // namespace torchscript

#endif // TORCHSCRIPT_ARCHIVE_NPY_H
