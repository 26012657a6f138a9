//===- FileEvaluation.cpp - The evaluator for one file --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileEvaluation.h"

#include "TorchScript/Execution/RuntimeTensors.h"
#include "TorchScript/Execution/ScriptedFunctions.h"
#include "TorchScript/Frontend/Syntax/Parser.h"

#include "llvm/Support/Path.h"

using namespace torchscript;
using namespace torchscript::evaluate;
using llvm::StringRef;

FileEvaluation::FileEvaluation(const EvaluationRequest &request)
    : tensors(makeRuntimeTensors()) {
  EvaluatorOptions options;
  options.maxSteps = request.maxSteps;
  options.maxMemory = request.maxMemory;
  options.maxDepth = request.maxDepth;
  options.importPath = request.importPath;
  StringRef directory = llvm::sys::path::parent_path(request.path);
  options.importPath.insert(options.importPath.begin(),
                            directory.empty() ? "." : directory.str());
  options.write = request.write;
  options.writeError = request.writeError;
  options.tensors = tensors.get();
  SessionOptions compilation;
  compilation.importPath = options.importPath;
  compiler = makeScriptCompiler(compilation, request.path);
  options.compiler = compiler.get();
  evaluator = std::make_unique<Evaluator>(std::move(options));
}

FileEvaluation::~FileEvaluation() { compiler.reset(); }

llvm::Error FileEvaluation::run(std::shared_ptr<SyntaxTree> tree,
                                StringRef module) {
  EvaluationResult result = evaluator->run(std::move(tree), module);
  if (result.status == 0)
    return llvm::Error::success();
  return llvm::createStringError(
      "%s", StringRef(result.message).rtrim().str().c_str());
}

llvm::Error
FileEvaluation::attempt(llvm::function_ref<void(Interpreter &)> body) {
  Interpreter &in = evaluator->getInterpreter();
  HeapScope scope(in.heap);
  std::string message;
  try {
    body(in);
    return llvm::Error::success();
  } catch (Raised &raised) {
    try {
      message = in.describe(raised.exception);
    } catch (Raised &) {
      message = in.typeName(raised.exception);
    }
  } catch (Halted &halted) {
    message = halted.message;
  } catch (std::bad_alloc &) {
    message = "the program takes more memory than there is";
  }
  return llvm::createStringError("%s",
                                 StringRef(message).rtrim().str().c_str());
}

llvm::Expected<std::shared_ptr<SyntaxTree>>
torchscript::parseForEvaluation(std::shared_ptr<const SourceFile> file) {
  DiagnosticSink sink;
  std::shared_ptr<SyntaxTree> tree = parseFile(file, sink);
  if (tree && !sink.hasErrors())
    return tree;
  std::string text;
  llvm::raw_string_ostream os(text);
  sink.print(os);
  return llvm::createStringError("%s", StringRef(text).rtrim().str().c_str());
}
