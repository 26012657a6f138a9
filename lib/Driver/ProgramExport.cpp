//===- ProgramExport.cpp - Exported programs of ts-translate --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramExport.h"

#include "Report.h"
#include "RunInputs.h"
#include "TorchScript/Archive/ExportedProgram.h"
#include "TorchScript/Archive/FileKind.h"
#include "TorchScript/Driver/Tool.h"
#include "TorchScript/Execution/Literals.h"
#include "TorchScript/Execution/RunDecompositions.h"
#include "TorchScript/Execution/Session.h"
#include "TorchScript/Support/PendingFile.h"
#include "TorchScript/Target/ExportedProgram/ExportProgram.h"

using namespace torchscript;

using Tensors = std::map<std::string, exported::Payload>;

/// Prints a program, or writes it with its tensors.
static int finish(const ProgramExport &request,
                  const exported::Program &program, const Tensors &tensors,
                  StorageReader read) {
  if (request.isText) {
    if (llvm::Error error =
            writeOutput(request.output, exported::printProgram(program)))
      return failWith("cannot write " + llvm::toString(std::move(error)));
    return kSuccess;
  }
  if (llvm::Error error =
          writeExportedProgram(program, tensors, read, request.output))
    return failWith("cannot write " + llvm::toString(std::move(error)));
  return kSuccess;
}

/// A file that holds a program.
static int copyProgram(const ProgramExport &request) {
  if (!request.inputs.empty())
    return failWith("--input goes with a program that is to be exported; '" +
                        request.input + "' is exported already",
                    kWrongUse);
  auto file = ExportedProgramFile::open(request.input);
  if (!file)
    return failWith(llvm::toString(file.takeError()));
  auto read = [&](llvm::StringRef key) -> llvm::Expected<llvm::StringRef> {
    auto bytes = (*file)->getTensorMemory(key);
    if (!bytes)
      return bytes.takeError();
    return llvm::StringRef(bytes->data(), bytes->size());
  };
  if (request.level.name == "training")
    return finish(request, (*file)->getProgram(), (*file)->getTensors(), read);
  auto made = runDecompositions(**file, request.level);
  return made ? finish(request, made->program, made->tensors, read)
              : failWith(llvm::toString(made.takeError()));
}

/// Gives a source text its instances.
static llvm::Error takeState(const ProgramExport &request,
                             const SourceOptions &source, Session &session) {
  if (!source.state.empty())
    return session.openState(source.state);
  bool isAsked = source.wantsEvaluation();
  if (!isAsked && !session.hasModuleClasses())
    return llvm::Error::success();
  auto state = source.takeInstances(
      request.input, /*isQuiet=*/true,
      /*hasMore=*/!session.getDefinedNames().empty());
  if (!state)
    return state.takeError();
  if (*state)
    session.setState(std::move(*state));
  return llvm::Error::success();
}

/// Reads the options about sizes; false after an error.
static bool readShapes(const ProgramExport &request, ProgramRequest &call) {
  auto parse = [](const std::string &text) {
    return json::parse(text, nullptr, /*allow_exceptions=*/false);
  };
  if (!request.dynamicShapes.empty()) {
    call.dynamicShapes = parse(request.dynamicShapes);
    if (call.dynamicShapes.is_discarded()) {
      failWith("--dynamic-shapes is no JSON: " + request.dynamicShapes);
      return false;
    }
  }
  json dims = request.dims.empty() ? json::object() : parse(request.dims);
  if (!dims.is_object()) {
    failWith("--dims is no object of JSON: " + request.dims);
    return false;
  }
  call.readDims(dims);
  return true;
}

/// Traces a function of an open program.
static int exportFunction(const ProgramExport &request,
                          const RunInputs &inputs, Session &session) {
  std::string entry =
      request.entry.empty() ? session.chooseEntry() : request.entry;
  if (entry.empty()) {
    std::string names;
    for (const std::string &name : session.getFunctionNames())
      names += (names.empty() ? "" : ", ") + name;
    return failWith(names.empty()
                        ? session.explainEmpty()
                        : "which function? name one with --entry: " + names);
  }
  auto function = session.compile(entry);
  if (!function)
    return reportError(function.takeError(), &session);
  auto arguments = bindArguments(**function, inputs.positional, inputs.named,
                                 inputs.tensors);
  if (!arguments)
    return reportError(arguments.takeError());
  ProgramRequest call;
  call.numPositional = inputs.positional.size();
  for (auto &[name, value] : inputs.named)
    call.named.push_back(name);
  call.level = request.level;
  call.keepControlFlow = request.keepControlFlow;
  if (!readShapes(request, call))
    return kWrongUse;
  auto made = session.exportProgram(**function, *arguments, call);
  if (!made)
    return reportError(made.takeError(), &session);
  return finish(request, (*made)->program, (*made)->tensors,
                [&](llvm::StringRef key) -> llvm::Expected<llvm::StringRef> {
                  auto known = (*made)->contents.find(key);
                  return known != (*made)->contents.end()
                             ? llvm::StringRef(known->second)
                             : session.getStorage(key);
                });
}

int torchscript::exportProgramFile(const ProgramExport &request,
                                   const SourceOptions &source) {
  if (!request.isText && request.output == "-")
    return failWith("--export-program needs a file: -o FILE.pt2", kWrongUse);
  auto buffer = llvm::MemoryBuffer::getFile(request.input);
  if (!buffer)
    return failWith("cannot open '" + request.input +
                    "': " + buffer.getError().message());
  FileKind kind = detectFileKind((*buffer)->getMemBufferRef());
  buffer->reset();
  if (kind == FileKind::ExportedProgram)
    return copyProgram(request);
  RunInputs inputs;
  for (const std::string &text : request.inputs)
    if (llvm::Error error = readInput(text, inputs)) {
      bool isWrongUse = error.isA<LiteralError>();
      int status = reportError(std::move(error));
      return isWrongUse ? kWrongUse : status;
    }
  SessionOptions options;
  options.importPath = source.getImportPath();
  auto session = Session::open(request.input, options);
  if (!session)
    return reportError(session.takeError());
  (*session)->getDiagnostics().print(llvm::errs());
  (*session)->acceptPython();
  if (llvm::Error error = takeState(request, source, **session))
    return reportError(std::move(error));
  return exportFunction(request, inputs, **session);
}
