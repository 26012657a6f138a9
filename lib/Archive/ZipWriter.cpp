//===- ZipWriter.cpp - Writes zip archives --------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes zip archives with minizip to a temporary file that is renamed at the
// end.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Archive/Zip.h"

#include "llvm/Support/FileSystem.h"

#include <cerrno>
#include <cstdio>
#include <minizip/zip.h>
#include <zlib.h>

using namespace torchscript;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

/// minizip's handle and the file it writes to.
struct ZipWriter::Handle {
  std::FILE *stream = nullptr;
  zipFile file = nullptr;

  ~Handle() {
    if (file)
      zipClose(file, nullptr);
    if (stream)
      std::fclose(stream);
  }
};

//===----------------------------------------------------------------------===//
// minizip's output functions
//===----------------------------------------------------------------------===//

static voidpf openStream(voidpf opaque, const void *, int) { return opaque; }

static uLong readStream(voidpf, voidpf stream, void *out, uLong size) {
  return std::fread(out, 1, size, static_cast<std::FILE *>(stream));
}

static uLong writeStream(voidpf, voidpf stream, const void *data, uLong size) {
  return std::fwrite(data, 1, size, static_cast<std::FILE *>(stream));
}

static ZPOS64_T tellStream(voidpf, voidpf stream) {
  return ftello(static_cast<std::FILE *>(stream));
}

static long seekStream(voidpf, voidpf stream, ZPOS64_T offset, int origin) {
  int whence = origin == ZLIB_FILEFUNC_SEEK_CUR   ? SEEK_CUR
               : origin == ZLIB_FILEFUNC_SEEK_END ? SEEK_END
                                                  : SEEK_SET;
  return fseeko(static_cast<std::FILE *>(stream), offset, whence);
}

/// The stream is closed by its owner, who looks for errors.
static int closeStream(voidpf, voidpf) { return 0; }

static int errorOfStream(voidpf, voidpf stream) {
  return std::ferror(static_cast<std::FILE *>(stream));
}

//===----------------------------------------------------------------------===//
// ZipWriter
//===----------------------------------------------------------------------===//

ZipWriter::ZipWriter(std::string path)
    : path(std::move(path)), handle(std::make_unique<Handle>()) {}

ZipWriter::~ZipWriter() {
  handle.reset();
  if (!temporaryPath.empty())
    llvm::sys::fs::remove(temporaryPath);
}

Expected<std::unique_ptr<ZipWriter>> ZipWriter::create(StringRef path) {
  std::unique_ptr<ZipWriter> writer(new ZipWriter(path.str()));
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(path, status) &&
      !llvm::sys::fs::is_regular_file(status))
    return makeArchiveError({path.str(), "", std::nullopt},
                            "cannot be written: not a regular file");
  int descriptor;
  llvm::SmallString<128> temporary;
  if (std::error_code error = llvm::sys::fs::createUniqueFile(
          path + ".%%%%%%.tmp", descriptor, temporary, llvm::sys::fs::OF_None,
          llvm::sys::fs::all_read | llvm::sys::fs::owner_write))
    return makeArchiveError({path.str(), "", std::nullopt},
                            "cannot be written: " + error.message());
  writer->temporaryPath = temporary.str().str();
  if (Error error = writer->start(fdopen(descriptor, "w+b")))
    return std::move(error);
  return std::move(writer);
}

Expected<std::unique_ptr<ZipWriter>> ZipWriter::createInMemory() {
  // minizip goes back to what it has written: a file without a name does.
  std::unique_ptr<ZipWriter> writer(new ZipWriter("archive in memory"));
  writer->isInMemory = true;
  if (Error error = writer->start(std::tmpfile()))
    return std::move(error);
  return std::move(writer);
}

Error ZipWriter::start(void *stream) {
  Handle &handle = *this->handle;
  handle.stream = static_cast<std::FILE *>(stream);
  zlib_filefunc64_def functions;
  functions.zopen64_file = openStream;
  functions.zread_file = readStream;
  functions.zwrite_file = writeStream;
  functions.ztell64_file = tellStream;
  functions.zseek64_file = seekStream;
  functions.zclose_file = closeStream;
  functions.zerror_file = errorOfStream;
  functions.opaque = handle.stream;
  if (handle.stream)
    handle.file = zipOpen2_64("", APPEND_STATUS_CREATE, nullptr, &functions);
  if (!handle.file)
    return makeArchiveError({path, "", std::nullopt}, "cannot be written");
  return Error::success();
}

/// Why the last call of the C library failed.
static std::string getSystemMessage() {
  return errno ? std::generic_category().message(errno) : "unknown error";
}

Error ZipWriter::add(StringRef name, StringRef bytes, RecordOptions options) {
  errno = 0;
  zip_fileinfo info = {};
  bool isLarge = bytes.size() >= 0xffff0000u;
  // Fill with an extra field up to the alignment: 4 bytes of header, then as
  // many bytes as are missing. The zip64 field follows ours.
  std::string extra;
  if (options.alignment > 1) {
    uint64_t start =
        ftello(handle->stream) + 30 + name.size() + 4 + (isLarge ? 20 : 0);
    unsigned fill = -start & (options.alignment - 1);
    extra = "FB";
    extra += char(fill & 0xff);
    extra += char(fill >> 8);
    extra.append(fill, 'Z');
  }
  auto failure = [&]() {
    return makeArchiveError({path, name.str(), std::nullopt},
                            "cannot be written: " + getSystemMessage());
  };
  constexpr unsigned utf8Names = 1u << 11;
  if (zipOpenNewFileInZip4_64(
          handle->file, name.str().c_str(), &info,
          extra.empty() ? nullptr : extra.data(), extra.size(), nullptr, 0,
          nullptr, options.deflate ? Z_DEFLATED : 0, Z_DEFAULT_COMPRESSION,
          /*raw=*/0, -MAX_WBITS, DEF_MEM_LEVEL, Z_DEFAULT_STRATEGY, nullptr, 0,
          /*versionMadeBy=*/0, utf8Names, isLarge) != ZIP_OK)
    return failure();
  for (size_t done = 0; done < bytes.size();) {
    unsigned chunk = std::min<uint64_t>(bytes.size() - done, 1u << 30);
    if (zipWriteInFileInZip(handle->file, bytes.data() + done, chunk) != ZIP_OK)
      return failure();
    done += chunk;
  }
  if (zipCloseFileInZip(handle->file) != ZIP_OK)
    return failure();
  return Error::success();
}

Error ZipWriter::finishInMemory() {
  std::FILE *stream = handle->stream;
  bool good = std::fflush(stream) == 0 && fseeko(stream, 0, SEEK_END) == 0;
  off_t size = good ? ftello(stream) : -1;
  if (size >= 0) {
    bytes.resize(size_t(size));
    std::rewind(stream);
    good = std::fread(bytes.data(), 1, bytes.size(), stream) == bytes.size();
  }
  if (!good || size < 0)
    return makeArchiveError({path, "", std::nullopt},
                            "cannot be written: " + getSystemMessage());
  return Error::success();
}

Error ZipWriter::finish() {
  errno = 0;
  bool good = zipClose(handle->file, nullptr) == ZIP_OK;
  handle->file = nullptr;
  if (good && isInMemory)
    return finishInMemory();
  good &= std::fclose(handle->stream) == 0;
  handle->stream = nullptr;
  if (!good)
    return makeArchiveError({path, "", std::nullopt},
                            "cannot be written: " + getSystemMessage());
  if (std::error_code error = llvm::sys::fs::rename(temporaryPath, path))
    return makeArchiveError({path, "", std::nullopt},
                            "cannot be written: " + error.message());
  temporaryPath.clear();
  return Error::success();
}
