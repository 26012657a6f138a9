//===- RunProgram.cpp - Running a file as Python would --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunProgram.h"

#include "TorchScript/Archive/FileKind.h"
#include "TorchScript/Execution/RuntimeTensors.h"
#include "TorchScript/Execution/ScriptedFunctions.h"
#include "TorchScript/Frontend/Evaluate/Evaluator.h"
#include "TorchScript/Frontend/Syntax/Parser.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cstdio>

using namespace torchscript;

/// The tree of a file that is a source text without errors.
static std::shared_ptr<SyntaxTree> parseProgram(llvm::StringRef path) {
  if (path == "-")
    return nullptr;
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return nullptr;
  FileKind kind = detectFileKind((*buffer)->getMemBufferRef());
  bool isEmptyText = kind == FileKind::Empty && path.ends_with(".py");
  if (kind != FileKind::Text && !isEmptyText)
    return nullptr;
  if (path.ends_with(".mlir") || looksLikeMLIR((*buffer)->getBuffer()))
    return nullptr;
  auto file = std::make_shared<const SourceFile>(
      path.str(), (*buffer)->getBuffer().str());
  DiagnosticSink sink;
  std::shared_ptr<SyntaxTree> tree = parseFile(file, sink);
  // Errors are reported by whoever reads the file next.
  return sink.hasErrors() ? nullptr : tree;
}

static void writeTo(FILE *stream, llvm::StringRef text) {
  std::fwrite(text.data(), 1, text.size(), stream);
}

std::optional<int>
torchscript::runProgram(llvm::StringRef path, const LimitOptions &limits,
                        SessionOptions compilation) {
  std::shared_ptr<SyntaxTree> tree = parseProgram(path);
  if (!tree || !evaluate::doesSomething(*tree))
    return std::nullopt;
  evaluate::EvaluatorOptions options;
  options.maxSteps = limits.steps;
  options.maxMemory = size_t(limits.memory) << 20;
  options.maxDepth = std::min<unsigned>(limits.depth, 5000);
  options.allowedFiles.assign(limits.allowedFiles.begin(),
                              limits.allowedFiles.end());
  options.importPath = compilation.importPath;
  llvm::StringRef directory = llvm::sys::path::parent_path(path);
  options.importPath.insert(options.importPath.begin(),
                            directory.empty() ? "." : directory.str());
  options.write = [](llvm::StringRef text) { writeTo(stdout, text); };
  options.writeError = [](llvm::StringRef text) {
    std::fflush(stdout);
    writeTo(stderr, text);
  };
  std::unique_ptr<evaluate::TensorOperators> tensors = makeRuntimeTensors();
  options.tensors = tensors.get();
  compilation.importPath = options.importPath;
  std::unique_ptr<evaluate::ScriptCompiler> compiler =
      makeScriptCompiler(compilation, path);
  options.compiler = compiler.get();
  evaluate::Evaluator evaluator(std::move(options));
  // What was compiled holds values of the program: it goes first.
  auto release = llvm::make_scope_exit([&] { compiler.reset(); });
  evaluate::EvaluationResult result = evaluator.run(tree);
  std::fflush(stdout);
  writeTo(stderr, result.message);
  return result.status;
}
