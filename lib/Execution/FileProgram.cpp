//===- FileProgram.cpp - Functions of a file that compiled code calls -----===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A session compiles functions of a text without running it. The functions that
// it leaves to the host have to be made all the same: the file is run when one
// is called.
//
//===----------------------------------------------------------------------===//

#include "FileEvaluation.h"
#include "HostPrograms.h"
#include "tsrt_program.h"
#include "TorchScript/Frontend/Evaluate/Interpreter.h"
#include "TorchScript/Frontend/Syntax/Parser.h"

#include "llvm/Support/Path.h"

using namespace torchscript;
using namespace torchscript::evaluate;
using llvm::StringRef;

namespace {

class FileProgram : public HostProgram, public ProgramClasses {
public:
  FileProgram(std::shared_ptr<const SourceFile> file,
              const SessionOptions &options)
      : file(std::move(file)), importPath(options.importPath) {}

  /// The name of a function for compiled code.
  std::string nameFunction(StringRef module, StringRef function) {
    functions.emplace_back(module.str(), function.str());
    return getProgramName() + "." + std::to_string(functions.size() - 1);
  }

  // Objects that compiled code made are made anew for the program.
  Value findObject(const tsrt_tensor *) const override { return Value(); }
  Value findInstance(const void *) const override { return Value(); }
  Value findClass(StringRef qualifiedName) const override;

protected:
  Interpreter *getInterpreter(std::string &problem) override;
  Value findFunction(StringRef name) override;
  const ProgramClasses &getClasses() override { return *this; }

private:
  /// The module of the program of that name; empty for none.
  Value findModule(StringRef name) const;
  llvm::Error run();

  std::shared_ptr<const SourceFile> file;
  std::vector<std::string> importPath;
  /// By number: the module, "__main__" for the file itself, and the name in it.
  std::vector<std::pair<std::string, std::string>> functions;
  std::unique_ptr<FileEvaluation> evaluation;
  /// The name of the file as a module.
  std::string moduleName;
  bool isRun = false;
  /// Why the file could not be run.
  std::string failure;
};

} // namespace

llvm::Error FileProgram::run() {
  auto tree = parseForEvaluation(file);
  if (!tree)
    return tree.takeError();
  EvaluationRequest request;
  request.path = file->getName().str();
  request.importPath = importPath;
  request.write = [this](StringRef text) {
    if (isRun)
      tsrt_write(text.data(), text.size());
  };
  request.writeError = [](StringRef text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
  };
  moduleName = llvm::sys::path::stem(request.path).str();
  evaluation = std::make_unique<FileEvaluation>(request);
  return evaluation->run(std::move(*tree), moduleName);
}

Interpreter *FileProgram::getInterpreter(std::string &problem) {
  if (!isRun) {
    if (llvm::Error error = run())
      failure = llvm::toString(std::move(error));
    isRun = true;
  }
  problem = failure;
  return failure.empty() ? &evaluation->getInterpreter() : nullptr;
}

Value FileProgram::findModule(StringRef name) const {
  return evaluation->getInterpreter().findModule(
      name == "__main__" ? StringRef(moduleName) : name);
}

Value FileProgram::findFunction(StringRef name) {
  size_t index = 0;
  if (name.split('.').second.getAsInteger(10, index) ||
      index >= functions.size())
    return Value();
  Value module = findModule(functions[index].first);
  Value *found = module ? module.getObject()->attrs->find(
                              StringRef(functions[index].second))
                        : nullptr;
  return found ? *found : Value();
}

Value FileProgram::findClass(StringRef qualifiedName) const {
  qualifiedName.consume_front("__torch__.");
  auto [module, name] = qualifiedName.rsplit('.');
  if (name.empty()) {
    name = module;
    module = "__main__";
  }
  Value found = findModule(module);
  Value *cls = found ? found.getObject()->attrs->find(name) : nullptr;
  return cls ? *cls : Value();
}

std::unique_ptr<HostProgram> torchscript::makeFileProgram(
    std::shared_ptr<const SourceFile> file, const SessionOptions &options,
    std::function<std::string(StringRef, StringRef)> &name) {
  auto program = std::make_unique<FileProgram>(std::move(file), options);
  name = [program = program.get()](StringRef module, StringRef function) {
    return program->nameFunction(module, function);
  };
  return program;
}
