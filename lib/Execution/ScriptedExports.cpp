//===- ScriptedExports.cpp - torch.export of programs ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exported programs of what a program compiled; to the program they are bytes
// of files.
//
//===----------------------------------------------------------------------===//

#include "ArgumentError.h"
#include "ScriptedObjects.h"

#include "TorchScript/Execution/RunDecompositions.h"

using namespace torchscript;
using namespace torchscript::evaluate;
using llvm::StringRef;

/// What the records of a file in memory stand below.
static constexpr const char *kName = "program";

static json parseRequest(Interpreter &in, StringRef text) {
  json request = json::parse(text.str(), nullptr, /*allow_exceptions=*/false);
  if (!request.is_object())
    in.raiseTypeError("expected an object of JSON");
  return request;
}

static std::string pack(Interpreter &in, const ExportedModule &made,
                        StorageReader read) {
  auto bytes = packExportedProgram(made.program, made.tensors, read, kName);
  if (!bytes)
    raiseFailure(in, bytes.takeError());
  return std::move(*bytes);
}

static std::unique_ptr<ExportedProgramFile> openFile(Interpreter &in,
                                                     StringRef bytes) {
  auto file = ExportedProgramFile::open(
      llvm::MemoryBuffer::getMemBufferCopy(bytes, kName));
  if (!file)
    raiseFailure(in, file.takeError());
  return std::move(*file);
}

std::string torchscript::exportScripted(Interpreter &in, const Value &compiled,
                                        const Arguments &arguments,
                                        StringRef requestText) {
  Object *object = compiled.is(Kind::Host) ? compiled.getObject() : nullptr;
  auto *scripted = dynamic_cast<ScriptedFunction *>(object);
  auto *method = dynamic_cast<ScriptedMethod *>(object);
  if (!scripted && !method)
    in.raiseTypeError("expected a compiled function or method");
  ScriptedProgram &program = scripted ? scripted->program : method->program;
  const HostFunction *function = scripted ? &scripted->function : nullptr;
  if (method) {
    auto found = program.session->compile(method->path);
    if (!found)
      raiseFailure(in, found.takeError());
    function = *found;
  }
  TypeContext types;
  Encoder encoder(in, types, /*takesObjects=*/true);
  std::vector<json> positional;
  std::vector<std::pair<std::string, json>> named;
  ProgramRequest request;
  for (const Value &value : arguments.positional)
    encoder.encode(value, positional.emplace_back());
  for (size_t i = 0; i < arguments.names.size(); ++i) {
    request.named.push_back(in.toStr(arguments.names[i], "keyword").str());
    named.emplace_back(request.named.back(), json());
    encoder.encode(arguments.named[i], named.back().second);
  }
  auto bound = bindArguments(*function, positional, named, encoder.tensors);
  if (!bound)
    raiseArgumentError(in, *program.session, *function, arguments,
                       bound.takeError());
  request.numPositional = positional.size();
  json given = parseRequest(in, requestText);
  request.dynamicShapes = given.value("dynamic_shapes", json());
  request.readDims(given.value("dims", json::object()));
  auto made = program.session->exportProgram(*function, *bound, request);
  if (!made)
    raiseFailure(in, made.takeError());
  return pack(in, **made, [&](StringRef key) -> llvm::Expected<StringRef> {
    auto known = (*made)->contents.find(key);
    if (known != (*made)->contents.end())
      return StringRef(known->second);
    return program.instances->findTensor(key)
               ? program.instances->getTensorMemory(key)
               : program.session->getStorage(key);
  });
}

std::string torchscript::decomposeProgramFile(Interpreter &in, StringRef bytes,
                                              StringRef requestText) {
  json given = parseRequest(in, requestText);
  ProgramLevel level;
  level.name = given.value("level", "core");
  level.files = given.value("files", level.files);
  level.kept = given.value("keep", level.kept);
  level.texts = given.value("texts", level.texts);
  std::unique_ptr<ExportedProgramFile> file = openFile(in, bytes);
  auto made = runDecompositions(*file, level);
  if (!made)
    raiseFailure(in, made.takeError());
  return pack(in, *made, [&](StringRef key) -> llvm::Expected<StringRef> {
    auto memory = file->getTensorMemory(key);
    if (!memory)
      return memory.takeError();
    return StringRef(memory->data(), memory->size());
  });
}

std::pair<std::string, std::string>
torchscript::printProgramFile(Interpreter &in, StringRef bytes) {
  std::unique_ptr<ExportedProgramFile> file = openFile(in, bytes);
  return {exported::printProgram(file->getProgram()),
          exported::printCode(file->getProgram())};
}
