//===- SourceOptions.cpp - Options about source texts ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceOptions.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdio>

using namespace torchscript;

llvm::Expected<std::unique_ptr<InstanceState>>
SourceOptions::takeInstances(llvm::StringRef path, bool isQuiet,
                             bool hasMore) const {
  EvaluationRequest request;
  request.path = path.str();
  request.importPath = getImportPath();
  request.instantiate = instantiate;
  request.stateDict = stateDict;
  if (seed.getNumOccurrences())
    request.seed = seed;
  auto writeTo = [](FILE *stream) {
    return [stream](llvm::StringRef text) {
      std::fwrite(text.data(), 1, text.size(), stream);
    };
  };
  request.write = writeTo(isQuiet ? stderr : stdout);
  request.writeError = writeTo(stderr);
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
