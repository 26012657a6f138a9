//===- TorchSave.cpp - What torch.save writes -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Archive/TorchSave.h"

#include "TorchScript/Archive/Pickle.h"

using namespace torchscript;
using llvm::StringRef;

llvm::Expected<std::unique_ptr<TorchSaveFile>>
TorchSaveFile::open(llvm::MemoryBufferRef buffer,
                    const ArchiveOptions &options) {
  const ArchiveLimits &limits = options.limits;
  std::unique_ptr<TorchSaveFile> file(new TorchSaveFile(buffer));
  std::string path = buffer.getBufferIdentifier().str();
  auto zip = ZipReader::open(buffer, limits, options.checkCrc);
  if (!zip)
    return zip.takeError();
  file->zip = std::move(*zip);
  file->root = (file->zip->getFirstName().split('/').first + "/").str();
  const ZipRecord *record = file->zip->find(file->root + "data.pkl");
  if (!record)
    return makeArchiveError({path, "data.pkl", std::nullopt},
                            "missing: this is not a file of torch.save");
  if (const ZipRecord *order = file->zip->find(file->root + "byteorder")) {
    auto text = file->zip->read(*order);
    if (!text)
      return text.takeError();
    if (text->trim() != "little")
      return makeArchiveError({path, "byteorder", std::nullopt},
                              "only little-endian files are supported");
  }
  auto bytes = file->zip->read(*record, limits.maxPickle);
  if (!bytes)
    return bytes.takeError();
  auto getRecordSize = [&](StringRef name) -> std::optional<uint64_t> {
    const ZipRecord *storage = file->zip->find(file->root + name.str());
    if (!storage)
      return std::nullopt;
    return storage->size;
  };
  PickleContext context{path, "data.pkl", "data/", getRecordSize, limits};
  auto value = readPickle(*bytes, context, file->graph);
  if (!value)
    return value.takeError();
  file->value = *value;
  return std::move(file);
}

llvm::Expected<StringRef> TorchSaveFile::readRecord(StringRef name) {
  const ZipRecord *record = zip->find(root + name.str());
  if (!record)
    return makeArchiveError(
        {buffer.getBufferIdentifier().str(), name.str(), std::nullopt},
        "missing");
  return zip->read(*record);
}

llvm::Expected<StringRef>
TorchSaveFile::readStorage(const ArchiveTensor &tensor, StringRef name) {
  ArchivePlace place{buffer.getBufferIdentifier().str(), "", std::nullopt};
  if (tensor.layout != ArchiveTensor::Layout::Strided || tensor.quantizer ||
      tensor.conjugate || tensor.negative)
    return makeArchiveError(place, "tensor '" + name +
                                       "' is sparse, quantized or conjugated, "
                                       "which is not supported");
  if (tensor.storage->numel == 0 && tensor.getNumElements() == 0)
    return StringRef();
  auto bytes = readRecord(tensor.storage->recordName);
  if (!bytes)
    return bytes.takeError();
  // That the tensor lies inside its storage is checked where it is unpickled.
  if (uint64_t(tensor.storage->numel) >
      bytes->size() / getItemSize(tensor.storage->dtype))
    return makeArchiveError(place, "the elements of '" + name +
                                       "' are not in the file");
  return *bytes;
}
