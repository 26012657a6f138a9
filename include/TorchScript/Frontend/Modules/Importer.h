//===- Importer.h - From TorchScript text to the ts dialect -- -*- C++ -*--===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Imports TorchScript source text as the source form of the `ts` dialect.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_MODULES_IMPORTER_H
#define TORCHSCRIPT_FRONTEND_MODULES_IMPORTER_H

#include "TorchScript/Base/Types/FunctionSchema.h"
#include "TorchScript/Frontend/Syntax/Diagnostics.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/ArrayRef.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace torchscript {

class InstanceSource;

/// The outcome of compiling one function, class or module instance.
struct CompileResult {
  bool succeeded = false;
  /// No function or class of this name is defined.
  bool notFound = false;
  /// Why it failed; notes name the callers that made the front end compile it.
  Diagnostic failure;
  /// Further errors that do not follow from it.
  std::vector<Diagnostic> moreFailures;
  /// The signature of a function.
  const FunctionSchema *schema = nullptr;
  /// The symbol in the module: of the function, of the class, or of the
  /// `ts.object` of a module instance.
  std::string symbol;
  /// The function; null for what is none.
  mlir::func::FuncOp function;
  /// Whether it is a module instance.
  bool isInstance = false;
  /// Whether it is a script class.
  bool isClass = false;
};

/// A function with a decorator that is called.
struct DecoratedFunction {
  std::string function;
  size_t numParameters = 0;
  /// The decorator's arguments that are dotted names, or lists of such:
  /// `torch.ops.aten.relu.default`.
  std::vector<std::string> arguments;
  /// The decorator.
  SourceRange range;
};

/// Compiles the functions and classes of one source text on demand. The text is
/// parsed once; what a function needs is compiled with it.
class SourceImporter {
public:
  /// Parses `file`; syntax errors go to `diagnostics`. What the file imports is
  /// looked for in its directory (or that of the outermost package it is in),
  /// then in the directories `importPath`, and read when it is used.
  SourceImporter(std::shared_ptr<const SourceFile> file,
                 mlir::MLIRContext &context, DiagnosticSink &diagnostics,
                 llvm::ArrayRef<std::string> importPath = {});
  ~SourceImporter();

  /// The module that is being filled.
  mlir::ModuleOp getModule();
  /// Hands over the module; nothing can be compiled afterwards.
  mlir::OwningOpRef<mlir::ModuleOp> takeModule();

  /// Names of the top-level functions, in order.
  std::vector<std::string> getFunctionNames() const;
  /// Names of the script classes among the top-level classes, in order.
  std::vector<std::string> getClassNames() const;
  /// Whether there are classes of modules among the top-level classes.
  bool hasModuleClasses() const;
  /// What to say of a text without functions and script classes, and what can
  /// be done with it.
  std::string explainEmpty() const;

  /// The top-level functions below `@NAME(...)`, the last part of NAME being
  /// `decorator`, in order.
  std::vector<DecoratedFunction> getDecorated(llvm::StringRef decorator) const;

  /// The name the file gives this process as a worker, by a call of `init_rpc`
  /// for a group of one; empty when it makes none.
  std::string getWorkerName() const;

  /// Says where module instances are found; they must live as long as the
  /// importer. An instance hides a function or class of its name.
  void setInstances(const InstanceSource *source);

  /// Takes what torch.export takes (Compilation::acceptsPython); before anything
  /// is compiled.
  void acceptPython();

  /// Says how functions of the text are called that `@torch.jit.ignore` leaves
  /// to the host (Compilation::nameHostFunction).
  void setHostFunctions(
      std::function<std::string(llvm::StringRef module, llvm::StringRef function)>
          name);

  /// Compiles a function, class or module instance by name. Asking again gives
  /// the same answer.
  CompileResult compile(llvm::StringRef name);

  /// Keeps every text that failures may point into, the library's too, alive as
  /// long as the sink.
  void retainTexts(DiagnosticSink &diagnostics) const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// Reports why a function failed, unless that was reported: a function that
/// fails makes its callers fail with its own error.
void reportFailure(DiagnosticSink &sink, const Diagnostic &failure);

/// What importTorchScriptSource() compiles.
struct ImportOptions {
  /// Names of functions and classes; empty stands for all of the file.
  std::vector<std::string> names;
  /// Where names of module instances are found, or null.
  const InstanceSource *instances = nullptr;
  /// Directories of further modules that the text imports.
  std::vector<std::string> importPath;
};

/// Imports source text: every top-level function and script class, or those
/// named in the options. Functions are compiled independently of each other, so
/// that all errors are reported; after an error the result is null. The module
/// has the attribute `ts.sources`.
mlir::OwningOpRef<mlir::ModuleOp>
importTorchScriptSource(llvm::StringRef text, llvm::StringRef fileName,
                        mlir::MLIRContext &context, DiagnosticSink &diagnostics,
                        const ImportOptions &options = {});

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_MODULES_IMPORTER_H
