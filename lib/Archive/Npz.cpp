//===- Npz.cpp - numpy's npz files ----------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sets of named arrays: zip archives of npy files.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Archive/Npy.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace torchscript;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

Expected<std::vector<std::pair<std::string, NpyArray>>>
torchscript::readNpzFile(StringRef path, const ArchiveLimits &limits) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return makeArchiveError({path.str(), "", std::nullopt},
                            "cannot be read: " + file.getError().message());
  auto zip = ZipReader::open((*file)->getMemBufferRef(), limits);
  if (!zip)
    return zip.takeError();
  std::vector<std::pair<std::string, NpyArray>> arrays;
  for (const ZipRecord &record : (*zip)->getRecords()) {
    StringRef name = record.name;
    ArchivePlace place{path.str(), record.name, std::nullopt};
    if (!name.consume_back(".npy"))
      return makeArchiveError(place, "not an array; an npz file holds npy "
                                     "files only");
    Expected<StringRef> bytes = (*zip)->read(record);
    if (!bytes)
      return bytes.takeError();
    Expected<NpyArray> array = readNpy(*bytes, place, limits);
    if (!array)
      return array.takeError();
    arrays.emplace_back(name.str(), std::move(*array));
  }
  return std::move(arrays);
}

Error torchscript::writeNpzFile(
    StringRef path,
    llvm::ArrayRef<std::pair<std::string, NpyArrayRef>> arrays) {
  auto writer = ZipWriter::create(path);
  if (!writer)
    return writer.takeError();
  for (const auto &[name, array] : arrays) {
    Expected<std::string> bytes = writeNpy(array);
    if (!bytes)
      return makeArchiveError({path.str(), name, std::nullopt},
                              llvm::toString(bytes.takeError()));
    if (Error error = (*writer)->add(name + ".npy", *bytes))
      return error;
  }
  return (*writer)->finish();
}
