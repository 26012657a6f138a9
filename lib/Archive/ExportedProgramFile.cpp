//===- ExportedProgramFile.cpp - Files of torch.export.save ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The records of a `.pt2` file. There are two layouts: until PyTorch 2.7 the
// program is `serialized_exported_program.json` beside records of torch.save;
// since 2.8 it is `models/NAME.json` below a directory, with tensors in
// `data/weights` and `data/constants`.
//
//===----------------------------------------------------------------------===//

#include "AlignedMemory.h"
#include "ProgramReader.h"

#include "TorchScript/Archive/ArchiveError.h"
#include "TorchScript/Archive/FileKind.h"

using namespace torchscript;
using namespace torchscript::exported;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

static constexpr StringRef legacyProgram = "serialized_exported_program.json";

Expected<std::unique_ptr<ExportedProgramFile>>
ExportedProgramFile::open(StringRef path, const ArchiveOptions &options) {
  auto buffer = openWritable(path);
  if (!buffer)
    return buffer.takeError();
  return open(std::move(*buffer), options);
}

Expected<std::unique_ptr<ExportedProgramFile>>
ExportedProgramFile::open(std::unique_ptr<llvm::MemoryBuffer> buffer,
                          const ArchiveOptions &options) {
  std::unique_ptr<ExportedProgramFile> file(
      new ExportedProgramFile(std::move(buffer), options));
  if (Error error = file->load())
    return std::move(error);
  return std::move(file);
}

Error ExportedProgramFile::failure(StringRef record,
                                   const Twine &message) const {
  return makeArchiveError({getPath().str(), record.str(), std::nullopt},
                          message);
}

Expected<StringRef> ExportedProgramFile::readRecord(StringRef name) {
  const ZipRecord *record = zip->find(root + name.str());
  if (!record)
    return failure(name, "missing");
  return zip->read(*record);
}

/// The names of programs and of compiled parts of an archive.
static std::string listModels(const ZipReader &zip, StringRef root,
                              std::vector<std::string> &models) {
  std::string compiled;
  for (const ZipRecord &record : zip.getRecords()) {
    StringRef name = record.name;
    if (!name.consume_front(root))
      continue;
    if (name.starts_with("data/aotinductor/"))
      compiled = name.str();
    if (name.consume_front("models/") && name.consume_back(".json"))
      models.push_back(name.str());
  }
  return compiled;
}

Expected<std::string> ExportedProgramFile::findProgram() {
  if (zip->find(legacyProgram))
    return legacyProgram.str();
  if (!zip->find("archive_format"))
    root = (zip->getFirstName().split('/').first + "/").str();
  std::vector<std::string> models;
  std::string compiled = listModels(*zip, root, models);
  if (models.empty() && !compiled.empty())
    return failure(compiled, "this is a package of compiled code "
                             "(AOTInductor), without the program; write the "
                             "program with torch.export.save");
  if (models.empty())
    return failure("", "no program is in the file");
  bool hasUsual = llvm::is_contained(models, "model");
  if (models.size() > 1 && !hasUsual)
    return failure("", "the file holds " + Twine(models.size()) +
                           " programs and none is called 'model'; write one "
                           "file for each");
  model = hasUsual ? "model" : models.front();
  for (const std::string &other : models)
    if (other != model)
      warnings.push_back("the program '" + other + "' was left out");
  return "models/" + model + ".json";
}

Error ExportedProgramFile::load() {
  FileKind kind = detectFileKind(buffer->getMemBufferRef());
  if (kind != FileKind::ExportedProgram && kind != FileKind::BrokenZip) {
    StringRef advice = adviceFor(kind);
    return failure("", "not an exported program: this is " + describe(kind) +
                           (advice.empty() ? "" : "; ") + advice);
  }
  auto reader = ZipReader::open(buffer->getMemBufferRef(), limits, checkCrc);
  if (!reader)
    return reader.takeError();
  zip = std::move(*reader);
  Expected<std::string> name = findProgram();
  if (!name)
    return name.takeError();
  Expected<StringRef> text = readRecord(*name);
  if (!text)
    return text.takeError();
  if (text->size() > limits.maxCode * 4)
    return failure(*name, "the program has " + Twine(text->size()) + " bytes");
  auto read = readProgram(*text, {getPath().str(), *name, std::nullopt});
  if (!read)
    return read.takeError();
  program = std::move(*read);
  if (*name == legacyProgram) {
    if (Error error = readLegacyTensors())
      return error;
    return checkSignature();
  }
  for (StringRef directory : {"data/weights/", "data/constants/"})
    if (Error error = readTensors(directory))
      return error;
  return checkSignature();
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Whether every element lies within `bytes` bytes; sizes are not negative.
static bool isInside(const Payload &tensor, uint64_t bytes) {
  uint64_t last = uint64_t(tensor.offset);
  if (tensor.offset < 0 || tensor.sizes.size() != tensor.strides.size())
    return false;
  uint64_t elements = bytes / getItemSize(tensor.dtype);
  for (auto [size, stride] : llvm::zip_equal(tensor.sizes, tensor.strides)) {
    if (size < 0 || stride < 0)
      return false;
    if (size == 0)
      return true;
  }
  for (auto [size, stride] : llvm::zip_equal(tensor.sizes, tensor.strides)) {
    uint64_t reach;
    if (__builtin_mul_overflow(uint64_t(size - 1), uint64_t(stride), &reach) ||
        __builtin_add_overflow(last, reach, &last))
      return false;
  }
  return last < elements;
}

Error ExportedProgramFile::readLegacyTensors() {
  // Until 2.2 the names say JSON; what is in them is not.
  for (StringRef name : {"serialized_state_dict", "serialized_constants"}) {
    for (StringRef suffix : {".pt", ".json"}) {
      std::string record = (name + suffix).str();
      if (!zip->find(record))
        continue;
      if (Error error = readSavedTensors(record))
        return error;
      break;
    }
  }
  return Error::success();
}

Error ExportedProgramFile::readTensors(StringRef directory) {
  std::string name = directory.str() + model;
  if (zip->find(root + name + ".pt"))
    return readSavedTensors(name + ".pt");
  bool isWeights = directory == "data/weights/";
  std::string config =
      name + (isWeights ? "_weights_config.json" : "_constants_config.json");
  if (zip->find(root + config))
    return readPayloads(directory, config);
  return Error::success();
}

Error ExportedProgramFile::readSavedTensors(StringRef record) {
  Expected<StringRef> bytes = readRecord(record);
  if (!bytes)
    return bytes.takeError();
  // Nothing was there to be saved.
  if (bytes->empty())
    return Error::success();
  views.push_back(llvm::MemoryBuffer::getMemBuffer(
      *bytes, (getPath() + ", " + record).str(), false));
  auto file = TorchSaveFile::open(views.back()->getMemBufferRef(), {limits, checkCrc});
  if (!file)
    return file.takeError();
  const auto *dict = llvm::dyn_cast<ArchiveDict>(&(*file)->getValue());
  if (!dict)
    return failure(record, "holds " +
                               describeKind((*file)->getValue().getKind()) +
                               "; a dict of tensors is expected");
  for (auto [key, value] : dict->entries) {
    const auto *name = llvm::dyn_cast<ArchiveString>(key);
    const auto *tensor = llvm::dyn_cast<ArchiveTensor>(value);
    if (name && tensor)
      if (Error error = addSaved(**file, *tensor, name->value, record))
        return error;
  }
  saved[record] = std::move(*file);
  return Error::success();
}

Error ExportedProgramFile::addSaved(TorchSaveFile &file,
                                    const ArchiveTensor &tensor, StringRef name,
                                    StringRef record) {
  auto bytes = file.readStorage(tensor, name);
  if (!bytes)
    return bytes.takeError();
  Payload payload;
  payload.dtype = tensor.dtype;
  payload.sizes.assign(tensor.sizes.begin(), tensor.sizes.end());
  payload.strides.assign(tensor.strides.begin(), tensor.strides.end());
  payload.offset = tensor.storageOffset;
  payload.requiresGrad = tensor.requiresGrad;
  payload.isConstant = record.contains("constants");
  if (tensor.storage->numel > 0)
    payload.storage = (record + "!" + tensor.storage->recordName).str();
  if (!isInside(payload, bytes->size()))
    return failure(record, "tensor '" + name + "' reaches out of its record");
  tensors[name.str()] = std::move(payload);
  return Error::success();
}

Error ExportedProgramFile::readPayloads(StringRef directory, StringRef config) {
  Expected<StringRef> text = readRecord(config);
  if (!text)
    return text.takeError();
  nlohmann::json file =
      nlohmann::json::parse(text->begin(), text->end(), nullptr, false);
  if (file.is_discarded())
    return failure(config, "this is no JSON");
  std::string problem;
  Cursor at(&file, problem);
  Cursor entries = at["config"];
  for (const std::string &name : entries.getKeys()) {
    Cursor entry = entries[name.c_str()];
    std::string record = directory.str() + entry["path_name"].asString();
    if (Cursor pickled = entry.find("use_pickle"); pickled && pickled.asBool())
      entry.fail("tensors that are pickled are not supported");
    if (!entry.find("tensor_meta"))
      entry.fail("objects of classes are not supported");
    TensorMeta meta = readTensorMeta(entry["tensor_meta"]);
    Extent offset = readExtent(entry["tensor_meta"]["storage_offset"]);
    if (!problem.empty())
      return failure(config, problem);
    Payload payload;
    payload.dtype = meta.dtype;
    payload.requiresGrad = entry["is_param"].asBool() && meta.requiresGrad;
    payload.storage = record;
    payload.isConstant = directory != "data/weights/";
    bool isStatic = offset.value.has_value();
    payload.offset = offset.value.value_or(0);
    for (const Extent &size : meta.sizes) {
      isStatic &= size.value.has_value();
      payload.sizes.push_back(size.value.value_or(0));
    }
    for (const Extent &stride : meta.strides) {
      isStatic &= stride.value.has_value();
      payload.strides.push_back(stride.value.value_or(0));
    }
    if (!isStatic)
      return failure(config, "the sizes of '" + Twine(name) +
                                 "' are not numbers");
    Expected<StringRef> bytes = readRecord(record);
    if (!bytes)
      return bytes.takeError();
    if (!isInside(payload, bytes->size()))
      return failure(config, "'" + Twine(name) + "' reaches out of record '" +
                                 record + "' of " + Twine(bytes->size()) +
                                 " bytes");
    tensors[name] = std::move(payload);
  }
  if (!problem.empty())
    return failure(config, problem);
  return Error::success();
}

Expected<llvm::MutableArrayRef<char>>
ExportedProgramFile::getTensorMemory(StringRef storage) {
  auto [record, inner] = storage.split('!');
  Expected<StringRef> bytes = StringRef();
  if (inner.empty()) {
    bytes = readRecord(record);
  } else {
    auto it = saved.find(record);
    if (it == saved.end())
      return failure(record, "missing");
    bytes = it->second->readRecord(inner);
  }
  if (!bytes)
    return bytes.takeError();
  return alignMemory(*bytes, alignedCopies[storage]);
}

//===----------------------------------------------------------------------===//
// What the signature promises
//===----------------------------------------------------------------------===//

Error ExportedProgramFile::checkSignature() {
  const Graph &graph = program.graph;
  if (graph.inputs.size() != program.inputs.size() ||
      graph.outputs.size() != program.outputs.size())
    return failure("", "the graph has " + Twine(graph.inputs.size()) +
                           " inputs and " + Twine(graph.outputs.size()) +
                           " results; the signature has " +
                           Twine(program.inputs.size()) + " and " +
                           Twine(program.outputs.size()));
  size_t users = 0, results = 0;
  for (const InputSpec &input : program.inputs) {
    using Kind = InputSpec::Kind;
    users += input.kind == Kind::UserInput;
    bool isTensor = input.kind == Kind::Parameter ||
                    input.kind == Kind::Buffer || input.kind == Kind::Constant;
    if (isTensor && !tensors.count(input.target))
      return failure("", "the signature names '" + Twine(input.target) +
                             "', which is not among the tensors of the file");
  }
  for (const OutputSpec &output : program.outputs)
    results += output.kind == OutputSpec::Kind::UserOutput ||
               output.kind == OutputSpec::Kind::Loss;
  if (program.inputTree.countLeaves() != users)
    return failure("", "the tree of inputs has " +
                           Twine(program.inputTree.countLeaves()) +
                           " leaves; the signature has " + Twine(users) +
                           " inputs of users");
  if (program.outputTree.countLeaves() != results)
    return failure("", "the tree of results has " +
                           Twine(program.outputTree.countLeaves()) +
                           " leaves; the signature has " + Twine(results) +
                           " results for users");
  return Error::success();
}
