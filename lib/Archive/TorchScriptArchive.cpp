//===- TorchScriptArchive.cpp - A torch.jit.save file ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens archives: root directory, version, pickles, code, user files.
//
//===----------------------------------------------------------------------===//

#include "AlignedMemory.h"
#include "FlatbufferModule.h"
#include "TorchScript/Archive/TorchScriptArchive.h"

#include "TorchScript/Archive/FileKind.h"
#include "TorchScript/Archive/Pickle.h"

using namespace torchscript;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

/// A table of places and the graph its strings come from.
struct TorchScriptArchive::LoadedRanges {
  ArchiveGraph graph;
  std::optional<DebugRanges> ranges;
};

TorchScriptArchive::TorchScriptArchive(
    std::unique_ptr<llvm::MemoryBuffer> buffer, const ArchiveOptions &options)
    : buffer(std::move(buffer)), options(options) {}

TorchScriptArchive::~TorchScriptArchive() = default;

Expected<std::unique_ptr<TorchScriptArchive>>
TorchScriptArchive::open(StringRef path, const ArchiveOptions &options) {
  auto file = openWritable(path);
  if (!file)
    return file.takeError();
  return open(std::move(*file), options);
}

Expected<std::unique_ptr<TorchScriptArchive>>
TorchScriptArchive::open(std::unique_ptr<llvm::MemoryBuffer> buffer,
                         const ArchiveOptions &options) {
  std::unique_ptr<TorchScriptArchive> archive(
      new TorchScriptArchive(std::move(buffer), options));
  if (Error error = archive->load())
    return std::move(error);
  return std::move(archive);
}

Error TorchScriptArchive::failure(StringRef record,
                                  const Twine &message) const {
  return makeArchiveError({getPath().str(), record.str(), std::nullopt},
                          message);
}

const ZipRecord *TorchScriptArchive::findRecord(StringRef name) const {
  return zip->find((rootName + "/" + name).str());
}

Expected<StringRef> TorchScriptArchive::readRecord(StringRef name) {
  const ZipRecord *record = findRecord(name);
  if (!record)
    return failure(name, "missing");
  return zip->read(*record);
}

llvm::ArrayRef<const ArchiveValue *> TorchScriptArchive::getConstants() const {
  return constants->elements;
}

const ArchiveCode *TorchScriptArchive::findCode(StringRef path) const {
  auto it = llvm::lower_bound(code, path,
                              [](const ArchiveCode &file, StringRef path) {
                                return StringRef(file.path) < path;
                              });
  return it != code.end() && it->path == path ? &*it : nullptr;
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

Error TorchScriptArchive::load() {
  FileKind kind = detectFileKind(buffer->getMemBufferRef());
  // What is wrong with a broken zip archive is said by the zip reader.
  if (kind != FileKind::TorchScriptArchive && kind != FileKind::BrokenZip) {
    StringRef advice = adviceFor(kind);
    return failure("", "not a TorchScript archive: this is " + describe(kind) +
                           (advice.empty() ? "" : "; ") + advice);
  }
  if (isFlatbufferModule(buffer->getBuffer())) {
    auto converted = convertFlatbufferModule(buffer->getMemBufferRef());
    if (!converted)
      return converted.takeError();
    buffer = std::move(*converted);
  }
  auto reader = ZipReader::open(buffer->getMemBufferRef(), options.limits,
                                options.checkCrc);
  if (!reader)
    return reader.takeError();
  zip = std::move(*reader);
  if (Error error = findRoot())
    return error;
  if (Error error = findPackagedModule())
    return error;
  if (Error error = readVersion())
    return error;
  if (Error error = readCode())
    return error;

  auto table = readPickleRecord(pickleDirectory + "constants.pkl",
                                constantDirectory, constantsGraph);
  if (!table)
    return table.takeError();
  constants = llvm::dyn_cast<ArchiveTuple>(*table);
  if (!constants)
    return failure("constants.pkl", "holds " +
                                        describeKind((*table)->getKind()) +
                                        "; a tuple is expected");
  auto data = readPickleRecord(pickleDirectory + "data.pkl", storageDirectory,
                               dataGraph);
  if (!data)
    return data.takeError();
  root = llvm::dyn_cast<ArchiveObject>(*data);
  if (!root)
    return failure("data.pkl", "holds " + describeKind((*data)->getKind()) +
                                   "; a module is expected");
  return Error::success();
}

Error TorchScriptArchive::findRoot() {
  auto [root, rest] = zip->getFirstName().split('/');
  if (root.empty() || root.size() == zip->getFirstName().size())
    return failure("", "the first record '" + zip->getFirstName() +
                           "' is not in a directory");
  rootName = root.str();
  for (const ZipRecord &record : zip->getRecords())
    if (!StringRef(record.name).starts_with(rootName + "/"))
      warnings.push_back("record '" + record.name + "' is outside of '" +
                         rootName + "/' and was ignored");
  return Error::success();
}

/// `torch.package` keeps all storages in one directory, the code of all modules
/// in another, and the values of each by its number.
Error TorchScriptArchive::findPackagedModule() {
  static constexpr const char *directory = ".data/ts_code/";
  if (findRecord("data.pkl") || !findRecord(".data/extern_modules"))
    return Error::success();
  llvm::SmallVector<std::string> found;
  for (const ZipRecord &record : zip->getRecords()) {
    StringRef name = record.name;
    if (name.consume_front(rootName) && name.consume_front("/") &&
        name.consume_front(directory) && name.consume_back("/data.pkl"))
      found.push_back(name.str());
  }
  if (found.size() != 1)
    return failure("", "the torch.package file holds " + Twine(found.size()) +
                           " TorchScript modules; files with one are read");
  codeDirectory = directory + std::string("code/");
  pickleDirectory = directory + found.front() + "/";
  storageDirectory = constantDirectory = ".data/";
  warnings.push_back("of the torch.package file the TorchScript module is "
                     "read; Python objects and sources are left out");
  return Error::success();
}

Error TorchScriptArchive::readVersion() {
  StringRef name = findRecord(".data/version") ? ".data/version" : "version";
  Expected<StringRef> text = readRecord(name);
  if (!text)
    return text.takeError();
  if (text->ltrim().consumeInteger(10, version))
    return failure(name, "does not begin with a number");
  if (version < minVersion || version > maxVersion)
    return failure(name, "archives of version " + Twine(version) +
                             " are not supported; versions " +
                             Twine(minVersion) + " to " + Twine(maxVersion) +
                             " are");
  if (!findRecord("byteorder"))
    return Error::success();
  Expected<StringRef> order = readRecord("byteorder");
  if (!order)
    return order.takeError();
  if (order->trim() == "big")
    return failure("byteorder", "big-endian archives are not supported; save "
                                "it again on a little-endian machine");
  if (order->trim() != "little")
    return failure("byteorder", "neither 'little' nor 'big'");
  return Error::success();
}

Error TorchScriptArchive::readCode() {
  for (const ZipRecord &record : zip->getRecords()) {
    StringRef name = record.name;
    if (!name.consume_front(rootName) || !name.consume_front("/"))
      continue;
    StringRef rest = name;
    if (rest.consume_front("extra/")) {
      Expected<StringRef> bytes = zip->read(record);
      if (!bytes)
        warnings.push_back(llvm::toString(bytes.takeError()));
      else
        extraFiles.push_back({rest.str(), *bytes});
      continue;
    }
    if (!rest.consume_front(codeDirectory) || !rest.consume_back(".py"))
      continue;
    Expected<StringRef> text = zip->read(record, options.limits.maxCode);
    if (!text)
      return text.takeError();
    ArchiveCode file;
    file.path = rest.str();
    std::replace(file.path.begin(), file.path.end(), '/', '.');
    file.record = name.str();
    file.text = *text;
    code.push_back(std::move(file));
  }
  if (code.empty())
    warnings.push_back("the archive has no code; it was stripped to the lite "
                       "interpreter's bytecode, which is not read");
  llvm::sort(code, [](const ArchiveCode &a, const ArchiveCode &b) {
    return a.path < b.path;
  });
  for (size_t i = 1; i < code.size(); ++i)
    if (code[i - 1].path == code[i].path)
      return failure(code[i].record, "another record has the same dotted path");
  return Error::success();
}

Expected<const ArchiveValue *>
TorchScriptArchive::readPickleRecord(StringRef name, StringRef prefix,
                                     ArchiveGraph &graph) {
  const ZipRecord *record = findRecord(name);
  if (!record)
    return failure(name, "missing");
  Expected<StringRef> bytes = zip->read(*record, options.limits.maxPickle);
  if (!bytes)
    return bytes.takeError();
  auto getRecordSize = [&](StringRef name) -> std::optional<uint64_t> {
    const ZipRecord *record = findRecord(name);
    if (!record)
      return std::nullopt;
    return record->size;
  };
  PickleContext context{getPath().str(), name.str(), prefix.str(),
                        getRecordSize, options.limits};
  return readPickle(*bytes, context, graph);
}

const DebugRanges *TorchScriptArchive::getDebugRanges(const ArchiveCode &file) {
  auto [it, isNew] = debugRanges.try_emplace(file.path);
  if (!isNew)
    return it->second->ranges ? &*it->second->ranges : nullptr;
  it->second = std::make_unique<LoadedRanges>();
  std::string name = file.record + ".debug_pkl";
  if (!findRecord(name))
    return nullptr;
  auto pickle = readPickleRecord(name, "", it->second->graph);
  Error error = pickle.takeError();
  if (!error) {
    auto ranges =
        DebugRanges::create(**pickle, {getPath().str(), name, std::nullopt});
    if (ranges) {
      it->second->ranges = std::move(*ranges);
      return &*it->second->ranges;
    }
    error = ranges.takeError();
  }
  warnings.push_back("the original source lines are unknown: " +
                     llvm::toString(std::move(error)));
  return nullptr;
}
