//===- ZipReader.cpp - Zip archives in memory -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the directory and the records of a zip archive with minizip.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Archive/Zip.h"

#include <minizip/unzip.h>
#include <zlib.h>

using namespace torchscript;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace {
/// A reading position in memory: the stream minizip works on.
struct MemoryStream {
  StringRef bytes;
  uint64_t position = 0;
};
} // namespace

/// minizip's handle and its stream.
struct ZipReader::Handle {
  MemoryStream stream;
  unzFile file = nullptr;

  ~Handle() {
    if (file)
      unzClose(file);
  }
};

//===----------------------------------------------------------------------===//
// minizip's input functions
//===----------------------------------------------------------------------===//

static voidpf openStream(voidpf opaque, const void *, int) { return opaque; }

static uLong readStream(voidpf, voidpf stream, void *out, uLong size) {
  auto &memory = *static_cast<MemoryStream *>(stream);
  uLong count = std::min<uint64_t>(size, memory.bytes.size() - memory.position);
  if (count)
    memcpy(out, memory.bytes.data() + memory.position, count);
  memory.position += count;
  return count;
}

static uLong writeStream(voidpf, voidpf, const void *, uLong) { return 0; }

static ZPOS64_T tellStream(voidpf, voidpf stream) {
  return static_cast<MemoryStream *>(stream)->position;
}

static long seekStream(voidpf, voidpf stream, ZPOS64_T offset, int origin) {
  auto &memory = *static_cast<MemoryStream *>(stream);
  uint64_t base = 0;
  if (origin == ZLIB_FILEFUNC_SEEK_CUR)
    base = memory.position;
  else if (origin == ZLIB_FILEFUNC_SEEK_END)
    base = memory.bytes.size();
  // Offsets are unsigned, so that seeking back wraps around.
  uint64_t target = base + offset;
  if (target > memory.bytes.size())
    return -1;
  memory.position = target;
  return 0;
}

static int closeStream(voidpf, voidpf) { return 0; }
static int errorOfStream(voidpf, voidpf) { return 0; }

//===----------------------------------------------------------------------===//
// Directory
//===----------------------------------------------------------------------===//

ZipReader::ZipReader(llvm::MemoryBufferRef buffer, const ArchiveLimits &limits,
                     bool checkCrc)
    : buffer(buffer), limits(limits), checkCrc(checkCrc),
      handle(std::make_unique<Handle>()) {}

ZipReader::~ZipReader() = default;

Expected<std::unique_ptr<ZipReader>>
ZipReader::open(llvm::MemoryBufferRef buffer, const ArchiveLimits &limits,
                bool checkCrc) {
  std::unique_ptr<ZipReader> reader(new ZipReader(buffer, limits, checkCrc));
  zlib_filefunc64_def functions;
  functions.zopen64_file = openStream;
  functions.zread_file = readStream;
  functions.zwrite_file = writeStream;
  functions.ztell64_file = tellStream;
  functions.zseek64_file = seekStream;
  functions.zclose_file = closeStream;
  functions.zerror_file = errorOfStream;
  Handle &handle = *reader->handle;
  functions.opaque = &handle.stream;
  handle.stream.bytes = buffer.getBuffer();
  handle.file = unzOpen2_64("", &functions);
  if (!handle.file)
    return makeArchiveError(
        {buffer.getBufferIdentifier().str(), "", std::nullopt},
        buffer.getBuffer().starts_with("PK\3\4")
            ? "the zip archive has no valid directory at its end; the file is "
              "cut off or damaged"
            : "not a zip archive");
  if (Error error = reader->readDirectory())
    return std::move(error);
  return std::move(reader);
}

Error ZipReader::failure(const ZipRecord &record, const Twine &message,
                         std::optional<uint64_t> offset) const {
  return makeArchiveError(
      {buffer.getBufferIdentifier().str(), record.name, offset}, message);
}

Error ZipReader::readDirectory() {
  auto fileFailure = [&](const Twine &message) {
    return makeArchiveError(
        {buffer.getBufferIdentifier().str(), "", std::nullopt}, message);
  };
  int status = unzGoToFirstFile(handle->file);
  std::vector<char> name;
  uint64_t count = 0;
  for (; status == UNZ_OK; status = unzGoToNextFile(handle->file)) {
    if (++count > limits.maxRecords)
      return fileFailure("the zip archive has more than " +
                         Twine(limits.maxRecords) + " records");
    unz_file_info64 info;
    if (unzGetCurrentFileInfo64(handle->file, &info, nullptr, 0, nullptr, 0,
                                nullptr, 0) != UNZ_OK)
      return fileFailure("entry " + Twine(count) +
                         " of the zip directory is damaged");
    if (info.size_filename == 0 || info.size_filename > limits.maxRecordName)
      return fileFailure("entry " + Twine(count) +
                         " of the zip directory has a name of " +
                         Twine(info.size_filename) + " bytes");
    name.resize(info.size_filename + 1);
    if (unzGetCurrentFileInfo64(handle->file, &info, name.data(), name.size(),
                                nullptr, 0, nullptr, 0) != UNZ_OK)
      return fileFailure("entry " + Twine(count) +
                         " of the zip directory is damaged");
    ZipRecord record;
    record.name.assign(name.data(), name.size() - 1);
    if (StringRef(record.name).contains('\0'))
      return fileFailure("entry " + Twine(count) +
                         " of the zip directory has a NUL in its name");
    if (count == 1)
      firstName = record.name;
    if (record.name.back() == '/')
      continue;
    record.compressedSize = info.compressed_size;
    record.size = info.uncompressed_size;
    record.crc = info.crc;
    record.deflated = info.compression_method == Z_DEFLATED;
    if (info.compression_method != 0 && !record.deflated)
      return failure(record, "compressed with method " +
                                 Twine(info.compression_method) +
                                 "; only stored and deflated are known");
    if (info.flag & 1)
      return failure(record, "encrypted");
    if (record.compressedSize > buffer.getBufferSize())
      return failure(record, Twine(record.compressedSize) +
                                 " bytes are more than the file has");
    if (!record.deflated && record.size != record.compressedSize)
      return failure(record, "stored, but its two sizes differ");
    unz64_file_pos position;
    if (unzGetFilePos64(handle->file, &position) != UNZ_OK)
      return failure(record, "its place in the directory is unknown");
    record.directoryPosition = position.pos_in_zip_directory;
    if (!byName.try_emplace(record.name, records.size()).second)
      return failure(record, "occurs twice in the zip directory");
    records.push_back(std::move(record));
  }
  if (status != UNZ_END_OF_LIST_OF_FILE)
    return fileFailure("the zip directory is damaged behind its entry " +
                       Twine(count));
  contents.resize(records.size());
  return Error::success();
}

const ZipRecord *ZipReader::find(StringRef name) const {
  auto it = byName.find(name);
  return it == byName.end() ? nullptr : &records[it->second];
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

Error ZipReader::goTo(const ZipRecord &record) {
  unz64_file_pos position;
  position.pos_in_zip_directory = record.directoryPosition;
  position.num_of_file = &record - records.data();
  if (unzGoToFilePos64(handle->file, &position) != UNZ_OK)
    return failure(record, "not found in the zip directory");
  return Error::success();
}

Expected<StringRef> ZipReader::read(const ZipRecord &record, uint64_t maxSize) {
  if (record.size > maxSize)
    return failure(record, Twine(record.size) + " bytes; the limit is " +
                               Twine(maxSize));
  std::optional<StringRef> &content = contents[&record - records.data()];
  if (content)
    return *content;
  if (Error error = goTo(record))
    return std::move(error);
  Expected<StringRef> bytes =
      record.deflated ? readDeflated(record) : readStored(record);
  if (!bytes)
    return bytes.takeError();
  // Writers may be told not to compute CRCs, and then write 0.
  if (checkCrc && record.crc != 0) {
    uint32_t crc = crc32_z(0, reinterpret_cast<const Bytef *>(bytes->data()),
                           bytes->size());
    if (crc != record.crc)
      return failure(record, "its contents do not match their CRC-32; the "
                             "file is damaged");
  }
  content = *bytes;
  return *bytes;
}

Expected<StringRef> ZipReader::readStored(const ZipRecord &record) {
  int method;
  if (unzOpenCurrentFile2(handle->file, &method, nullptr, /*raw=*/1) != UNZ_OK)
    return failure(record, "its local header is damaged");
  uint64_t offset = unzGetCurrentFileZStreamPos64(handle->file);
  unzCloseCurrentFile(handle->file);
  StringRef bytes = buffer.getBuffer();
  if (offset > bytes.size() || record.size > bytes.size() - offset)
    return failure(record, "reaches behind the end of the file");
  return bytes.substr(offset, record.size);
}

Expected<StringRef> ZipReader::readDeflated(const ZipRecord &record) {
  if (record.size > limits.maxInflatedRecord)
    return failure(record, "inflates to " + Twine(record.size) +
                               " bytes; the limit is " +
                               Twine(limits.maxInflatedRecord));
  if (record.size > limits.maxTotalInflated - totalInflated)
    return failure(record, "the archive's records inflate to more than " +
                               Twine(limits.maxTotalInflated) + " bytes");
  // No deflate stream grows by more than 1032 to 1.
  if (record.size / 1032 > record.compressedSize)
    return failure(record, Twine(record.compressedSize) +
                               " deflated bytes cannot hold " +
                               Twine(record.size) + " bytes");
  if (unzOpenCurrentFile(handle->file) != UNZ_OK)
    return failure(record, "its local header is damaged");
  // One byte more than claimed, to notice when there is more.
  std::unique_ptr<char[]> data(new char[record.size + 1]);
  uint64_t done = 0;
  int got = 0;
  while (done <= record.size) {
    unsigned chunk = std::min<uint64_t>(record.size + 1 - done, 1u << 30);
    got = unzReadCurrentFile(handle->file, data.get() + done, chunk);
    if (got <= 0)
      break;
    done += got;
  }
  // minizip's own CRC check is not used: it refuses records without a CRC.
  unzCloseCurrentFile(handle->file);
  if (got < 0)
    return failure(record, "its deflated bytes are damaged", done);
  if (done != record.size)
    return failure(record, "inflates to " + Twine(done) + " bytes; " +
                               Twine(record.size) + " are expected");
  totalInflated += record.size;
  inflated.push_back(std::move(data));
  return StringRef(inflated.back().get(), record.size);
}
