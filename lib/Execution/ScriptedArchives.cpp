//===- ScriptedArchives.cpp - torch.jit.save and load of programs ---------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Archives in memory, for the evaluator.
//
//===----------------------------------------------------------------------===//

#include "ScriptedObjects.h"

#include "TorchScript/Archive/Zip.h"

using namespace torchscript;
using namespace torchscript::evaluate;
using llvm::StringRef;

std::string torchscript::saveScripted(Interpreter &in, const Value &compiled,
                                      const NamedBytes &extraFiles) {
  Object *object = compiled.is(Kind::Host) ? compiled.getObject() : nullptr;
  auto *module = dynamic_cast<ScriptedModule *>(object);
  auto *function = dynamic_cast<ScriptedFunction *>(object);
  if (!module && !function)
    in.raiseTypeError("torch.jit.save expects a compiled module or function");
  auto bytes =
      module ? module->program.session->saveObject(module->symbol, extraFiles)
             : function->program.session->saveFunction(
                   function->function.symbol, extraFiles);
  if (!bytes)
    raiseFailure(in, bytes.takeError());
  return std::move(*bytes);
}

std::unique_ptr<ScriptedProgram>
torchscript::openArchive(Interpreter &in, StringRef bytes,
                         const SessionOptions &options) {
  // The copy is the archive's: programs write to its tensors.
  auto session = Session::openArchive(
      llvm::MemoryBuffer::getMemBufferCopy(bytes, "archive"), options);
  if (!session)
    raiseFailure(in, session.takeError());
  auto program = std::make_unique<ScriptedProgram>();
  if (options.tier == Tier::Compiled)
    program->hotAfter = 0;
  program->instances = std::make_unique<EvaluatedInstances>(in);
  program->session = std::move(*session);
  program->session->expectPartCalls();
  program->connect(in);
  return program;
}

/// All records of PyTorch's files begin at a multiple of this.
static constexpr unsigned kAlignment = 64;

std::string torchscript::writeRecordFile(Interpreter &in,
                                         const NamedBytes &records) {
  auto zip = ZipWriter::createInMemory();
  llvm::Error error = zip ? llvm::Error::success() : zip.takeError();
  for (const auto &[name, bytes] : records)
    if (!error)
      error = (*zip)->add(name, bytes, {/*deflate=*/false, kAlignment});
  if (!error)
    error = (*zip)->finish();
  if (error)
    in.raise(in.types.RuntimeError, llvm::toString(std::move(error)));
  return (*zip)->takeBytes();
}

NamedBytes torchscript::readRecordFile(Interpreter &in, StringRef bytes) {
  auto zip = ZipReader::open(llvm::MemoryBufferRef(bytes, "file"));
  if (!zip)
    in.raise(in.types.RuntimeError, llvm::toString(zip.takeError()));
  NamedBytes records;
  for (const ZipRecord &record : (*zip)->getRecords()) {
    in.reserve(record.size);
    auto contents = (*zip)->read(record);
    if (!contents)
      in.raise(in.types.RuntimeError, llvm::toString(contents.takeError()));
    records.push_back({record.name, contents->str()});
  }
  return records;
}
