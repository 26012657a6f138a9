//===- SourceOptions.cpp - Options about source texts ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceOptions.h"

#include "TorchScript/Archive/FileKind.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>

using namespace torchscript;

std::string SourceOptions::findContradiction(llvm::StringRef path) const {
  if (state.empty() && !wantsEvaluation())
    return "";
  if (!state.empty() && wantsEvaluation())
    return "--state has the instances: --instantiate, --state-dict and --seed "
           "do not go with it";
  // What cannot be opened is said by whoever reads it.
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (path == "-" || !buffer)
    return "";
  FileKind kind = detectFileKind((*buffer)->getMemBufferRef());
  bool isText = kind == FileKind::Text || kind == FileKind::Empty;
  bool isMLIR = isText && (path.ends_with(".mlir") ||
                           looksLikeMLIR((*buffer)->getBuffer()));
  if (isText && (!isMLIR || !wantsEvaluation()))
    return "";
  const char *option = !state.empty()         ? "--state"
                       : !instantiate.empty() ? "--instantiate"
                       : !stateDict.empty()   ? "--state-dict"
                                              : "--seed";
  return option + (" is for source texts; " + path + " is ").str() +
         (isMLIR ? llvm::StringRef("MLIR") : describe(kind)).str();
}

EvaluationRequest SourceOptions::makeRequest(llvm::StringRef path,
                                             FILE *output) const {
  EvaluationRequest request;
  request.path = path.str();
  request.importPath = getImportPath();
  auto writeTo = [](FILE *stream) {
    return [stream](llvm::StringRef text) {
      std::fwrite(text.data(), 1, text.size(), stream);
    };
  };
  request.write = writeTo(output);
  request.writeError = writeTo(stderr);
  return request;
}

llvm::Expected<std::unique_ptr<InstanceState>>
SourceOptions::makeRecorded(llvm::StringRef path,
                            const std::string &recorded) const {
  EvaluationRequest request = makeRequest(path, stderr);
  request.recorded = recorded;
  std::string note;
  return evaluateState(request, note);
}

llvm::Expected<std::unique_ptr<InstanceState>>
SourceOptions::takeInstances(llvm::StringRef path, bool isQuiet,
                             bool hasMore) const {
  EvaluationRequest request = makeRequest(path, isQuiet ? stderr : stdout);
  request.instantiate = instantiate;
  request.stateDict = stateDict;
  if (seed.getNumOccurrences())
    request.seed = seed;
  std::string note;
  auto state = evaluateState(request, note);
  std::fflush(stdout);
  if (!state && hasMore && !wantsEvaluation()) {
    llvm::consumeError(state.takeError());
    return std::unique_ptr<InstanceState>();
  }
  if (state && !note.empty())
    llvm::errs() << path << ": note: " << note << "\n";
  return state;
}
