//===- ArchiveImporter.cpp - Archives to source form ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Drives the import: objects, methods, declarations, places.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/TorchScriptArchive/ArchiveImporter.h"

#include "ArchiveInstance.h"
#include "ArchiveLocations.h"
#include "ArchiveProgram.h"

#include "TorchScript/Dialect/TS/IR/TS.h"

using namespace torchscript;
using llvm::Twine;
namespace ts = mlir::ts;

/// Compiles a method; reports why not.
static void compileMethod(ArchiveProgram &program, FunctionEntry &method) {
  if (program.getUnit().compile(method))
    return;
  const Diagnostic &failure = method.failure;
  Diagnostic &reported =
      program.getDiagnostics().error(failure.range, failure.message);
  reported.context = failure.context;
  reported.notes = failure.notes;
}

/// Says what the function that runs the hooks is made of, for whoever writes
/// the class again: `ts.forward` is the method itself.
static void noteHooks(ArchiveClass &root, FunctionEntry &called) {
  mlir::Builder builder(called.op->getContext());
  auto names = [&](llvm::ArrayRef<std::string> list) {
    return builder.getStrArrayAttr(
        llvm::SmallVector<llvm::StringRef>(list.begin(), list.end()));
  };
  llvm::StringRef forward = root.entry->methods["forward"]->symbol;
  called.op->setAttr("ts.forward", builder.getStringAttr(forward));
  called.op->setAttr("ts.pre_hooks", names(root.preHooks));
  called.op->setAttr("ts.hooks", names(root.hooks));
}

/// Compiles the methods that may be called through interfaces. Compiling may
/// declare further classes and interfaces.
static void compileInterfaceMethods(ArchiveProgram &program) {
  llvm::DenseSet<FunctionEntry *> seen;
  bool isChanged = true;
  while (isChanged) {
    isChanged = false;
    for (size_t i = 0; i < program.getClasses().size(); ++i) {
      ArchiveClass &declared = program.getClasses()[i];
      if (!declared.entry)
        continue;
      for (auto &[name, method] : declared.entry->methods) {
        if (!program.isInterfaceMethod(name) || !seen.insert(method).second)
          continue;
        compileMethod(program, *method);
        isChanged = true;
      }
    }
  }
}

mlir::OwningOpRef<mlir::ModuleOp>
torchscript::importArchive(TorchScriptArchive &archive,
                           mlir::MLIRContext &context,
                           DiagnosticSink &diagnostics) {
  Compilation unit(context);
  ArchiveProgram program(archive, unit, diagnostics);
  ArchiveInstance instance(program);
  program.instance = &instance;
  for (const std::string &warning : archive.getWarnings())
    diagnostics.warning({}, archive.getPath() + ": " + warning);

  mlir::FlatSymbolRefAttr root = instance.getObject(archive.getRoot(), "root");
  if (!root)
    return nullptr;
  ArchiveClass *rootClass = program.findClass(archive.getRoot().className);
  for (auto &[name, method] : rootClass->entry->methods)
    compileMethod(program, *method);
  if (FunctionEntry *called = program.makeForwardWithHooks(*rootClass)) {
    compileMethod(program, *called);
    // Code of the archive that calls `forward` of this class names the function
    // and runs no hooks; whoever calls the method by its name is the host.
    if (called->op) {
      noteHooks(*rootClass, *called);
      rootClass->entry->methods["forward"] = called;
    }
  }
  compileInterfaceMethods(program);
  instance.declareClasses();

  mlir::OwningOpRef<mlir::ModuleOp> module = unit.takeModule();
  (*module)->setAttr("ts.archive",
                     mlir::StringAttr::get(&context, archive.getPath()));
  addOriginalPlaces(archive, *module);
  return module;
}
