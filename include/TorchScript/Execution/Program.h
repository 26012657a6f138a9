//===- Program.h - A program that can be called -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A source text, archive or MLIR file whose functions are compiled on demand
// and called with runtime values.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_EXECUTION_PROGRAM_H
#define TORCHSCRIPT_EXECUTION_PROGRAM_H

#include "TorchScript/Execution/HostValues.h"
#include "TorchScript/Frontend/Syntax/Diagnostics.h"
#include "TorchScript/Target/Native/JIT.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringMap.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace torchscript {

class TorchScriptArchive;
class SourceImporter;
class RecordedState;

/// A parameter of a callable function.
struct HostParameter {
  std::string name;
  const tsrt_type *type = nullptr;
  /// The value when no argument is given.
  std::shared_ptr<const HostValue> defaultValue;
  bool isKeywordOnly = false;
};

/// A compiled function.
struct HostFunction {
  std::string name;
  std::vector<HostParameter> parameters;
  /// The classes and enums of the program.
  HostTypes *types = nullptr;
  /// Symbol of the function in the program.
  std::string symbol;
  /// The object a method is called on; passed before the arguments.
  const HostValue *self = nullptr;
  /// The symbol of that object and the name of the method.
  std::string object, method;
  /// Null until there is machine code: see Program::prepare.
  tsrt_entry entry = nullptr;
};

/// What the name of a callable function stands for.
struct ResolvedFunction {
  /// Symbol of the function in the program.
  std::string symbol;
  /// Symbol of the ts.object it is a method of; empty for a function.
  std::string object;
  /// The name of the method; empty for a function.
  std::string method;
  /// Where the way to that object begins, and the attributes on it: `m.sub.f`
  /// begins at m.
  std::string instance;
  std::vector<std::string> path;
  /// Whether it makes an object of a script class.
  bool isConstructor = false;
};

/// Why a function cannot be called.
struct CompileFailure {
  enum class Kind {
    NotFound,    ///< no such function
    NotCallable, ///< compiled, but nothing that can be called: a class
    Compile,     ///< the program is wrong: a compile error of TorchScript
    Unsupported, ///< the program may be right, the compiler cannot do it
  };
  Kind kind = Kind::Compile;
  /// Complete text for the user, with the place.
  std::string message;
};

/// How a program is compiled.
struct ProgramOptions {
  unsigned optimization = 2;
  /// Called before each phase of a compilation with its name.
  std::function<void(llvm::StringRef phase)> onPhase;
  /// Print the IR after each phase to standard error.
  bool printPhases = false;
  /// List operators that stay runtime calls on standard error.
  bool reportResidue = false;
  /// Compile functions once more for the tensors they are called with.
  bool specialize = true;
  /// TorchScript texts whose functions replace operators (ts-decompose).
  std::vector<std::string> decompositions;
  /// Directories of further modules that a source text imports.
  std::vector<std::string> importPath;
};

/// An open program.
class Program {
public:
  /// Opens a file; its kind is recognised by its contents. Syntax errors and
  /// damaged archives are printed, and null is returned.
  static std::unique_ptr<Program> open(llvm::StringRef path,
                                       const ProgramOptions &options);
  ~Program();

  /// Gives a source text the module instances whose methods are called as
  /// `instance.method`. Programs of other kinds have no use for them.
  void setState(std::unique_ptr<RecordedState> state);
  /// setState() from a file of recorded instances; the error is about the file.
  llvm::Error openState(llvm::StringRef path);

  /// Functions that can be called, in order; those of an archive are the
  /// methods of its object.
  std::vector<std::string> getFunctionNames() const;

  /// What a library of the whole program has: functions, all methods of
  /// instances, and script classes, whose name stands for the constructor, with
  /// their methods. Imports all of it; names of what is wrong are listed, too.
  std::vector<std::string> getExportNames();

  /// The name the program gives its process as a worker of remote calls; empty
  /// when it gives none.
  std::string getWorkerName() const;

  /// Imports a function, once, and describes its parameters.
  const HostFunction *compile(llvm::StringRef name, CompileFailure &failure);

  /// Imports a function and finds its symbol in the module. `C` is the
  /// constructor of the script class C, `C.f` its method f.
  std::optional<ResolvedFunction> resolve(llvm::StringRef name,
                                          CompileFailure &failure);

  /// Makes machine code of a function for arguments of all shapes, once.
  /// False with the reason when that is not possible.
  bool prepare(const HostFunction &function, CompileFailure &failure);

  /// The function compiled for the dtypes and shapes of these arguments, once
  /// for each signature. The function itself, which may have to be prepared,
  /// when no argument is a tensor, when specialization is off, or when it did
  /// not succeed.
  const HostFunction *specialize(const HostFunction &function,
                                 llvm::ArrayRef<HostValue> arguments);

  /// The source form of the program as far as it was imported; not of a
  /// compiled library.
  mlir::ModuleOp getModule();
  /// The file.
  llvm::StringRef getPath() const;
  /// True for a library that ts-compile made.
  bool isCompiled() const;
  /// The bytes of a tensor storage of the archive or the state, valid as long
  /// as they are.
  llvm::Expected<llvm::StringRef> getStorage(llvm::StringRef name);

private:
  Program(const ProgramOptions &options);
  bool load(llvm::StringRef path);
  bool loadSource(llvm::StringRef path, llvm::StringRef text);
  bool loadArchive(llvm::StringRef path);
  bool loadMLIR(llvm::StringRef path);
  /// Finds the method a path such as `m.sub.forward` names.
  std::optional<ResolvedFunction> resolveMethod(llvm::StringRef object,
                                                llvm::StringRef path,
                                                CompileFailure &failure);
  /// Finds the constructor of a class, or the method `path`.
  std::optional<ResolvedFunction> resolveClass(llvm::StringRef symbol,
                                               llvm::StringRef path,
                                               CompileFailure &failure);
  /// The parameters of a function.
  const HostFunction *declare(llvm::StringRef name,
                              const ResolvedFunction &resolved,
                              const HostValue *self, CompileFailure &failure);

  /// Calls a function that computes a default value; null when it fails.
  std::shared_ptr<const HostValue> evaluateDefault(llvm::StringRef symbol);

  /// Puts the users' decompositions into a module; false with the reason.
  bool applyDecompositions(mlir::ModuleOp module, CompileFailure &failure);
  /// Lowers a module from source or ssa form and loads it under `key`; the
  /// entry of `symbol`, or null with the reason.
  tsrt_entry build(mlir::ModuleOp module, llvm::StringRef symbol,
                   llvm::StringRef key, CompileFailure &failure);

  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// Arguments for the parameters of a function from data: positional ones first,
/// then by name, defaults for the rest.
llvm::Expected<std::vector<HostValue>>
bindArguments(const HostFunction &function, const std::vector<json> &positional,
              const std::vector<std::pair<std::string, json>> &named,
              llvm::ArrayRef<HostValue> tensors = {});

/// Calls a function; a run-time error comes back as its report (traceback,
/// class and message).
llvm::Expected<HostValue> callFunction(const HostFunction &function,
                                       llvm::ArrayRef<HostValue> arguments);

} // namespace torchscript

#endif // TORCHSCRIPT_EXECUTION_PROGRAM_H
