//===- Session.h - A program that can be called -----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A source text, archive, MLIR file or compiled library whose functions are
// compiled on demand and called with runtime values. Sessions share no state:
// several may compile and run at the same time, each used by one thread.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_EXECUTION_SESSION_H
#define TORCHSCRIPT_EXECUTION_SESSION_H

#include "TorchScript/Execution/Failure.h"
#include "TorchScript/Execution/ProgramRequest.h"
#include "TorchScript/Execution/Function.h"
#include "TorchScript/Execution/Specialization.h"
#include "TorchScript/Pipelines/LowerModule.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace torchscript {

class InstanceSource;
class InstanceState;
class ExportedProgramFile;
struct ExportedModule;
class TorchScriptArchive;

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

/// Which code runs tensor operators.
enum class Tier {
  Auto,     ///< compiled where the dtypes and sizes of a call allow it
  Compiled, ///< as Auto; an operator that would run in the runtime is an error
  Runtime,  ///< the runtime's kernels, all of them
};

/// How a program is compiled.
struct SessionOptions {
  /// LLVM's optimization level, 0 to 3.
  unsigned optimization = 2;
  /// Except for Runtime, functions are compiled once more for the tensors they
  /// are called with.
  Tier tier = Tier::Auto;
  /// Sizes of arguments that code is made for all of, but 0 and 1.
  DynamicSizes dynamic;
  /// TorchScript texts whose functions replace operators (ts-decompose).
  std::vector<std::string> decompositions;
  /// Directories of further modules that a source text imports.
  std::vector<std::string> importPath;
  /// Whether functions that `@torch.jit.ignore` leaves to the host are run by
  /// the evaluator; otherwise calls of them fail.
  bool runsHostFunctions = true;
  /// Whether an exported program has methods of the modules again that it was
  /// made of.
  bool unflattensPrograms = false;
  /// What is told about the phases of a compilation.
  LoweringHooks hooks;
  /// Told of a function and signature without code of its own, and why. What is
  /// `Internal` is a mistake of the compiler that costs speed only.
  std::function<void(llvm::StringRef function, const Failure &why)>
      onNotSpecialized;
};

/// An open program. Errors are Failures; nothing is printed.
class Session {
public:
  /// Opens a file; its kind is recognised by its contents.
  static llvm::Expected<std::unique_ptr<Session>>
  open(llvm::StringRef path, const SessionOptions &options);
  /// Opens an archive or exported program in memory, whose tensors the host
  /// shares with compiled code. The buffer's identifier names it.
  static llvm::Expected<std::unique_ptr<Session>>
  openArchive(std::unique_ptr<llvm::MemoryBuffer> buffer,
              const SessionOptions &options);
  ~Session();

  /// What is wrong with a program that was opened all the same: objects of an
  /// archive that could not be made.
  const DiagnosticSink &getDiagnostics() const;

  /// Gives a source text the module instances whose methods are called as
  /// `instance.method`. Programs of other kinds have no use for them.
  void setState(std::unique_ptr<InstanceState> state);
  /// Takes of a source text what torch.export takes and torch.jit.script does
  /// not (Compilation::acceptsPython); before anything is compiled.
  void acceptPython();
  /// Gives a source text instances, functions and classes that the host has:
  /// `source` and what `find` finds live as long as the session. Tensors are
  /// shared with the host, which may write to them at any time.
  void
  setInstances(const InstanceSource &source,
               std::function<const HostValue *(llvm::StringRef key)> find);
  /// Compiles an instance of setInstances(), with all its methods; the object.
  /// The session owns it.
  llvm::Expected<const HostValue *> importInstance(llvm::StringRef name,
                                                   std::string &symbol);
  /// An object of the program by its symbol.
  llvm::Expected<const HostValue *> getObject(llvm::StringRef symbol);
  /// Compiles a class of setInstances().
  llvm::Error importClass(llvm::StringRef name);
  /// Says that parts of objects are called by themselves, or belong to several
  /// objects.
  void expectPartCalls();
  /// The names of a module's methods, in order.
  std::vector<std::string> getMethods(llvm::StringRef object);
  /// Assigns an attribute of an object from outside of the program.
  llvm::Error assign(llvm::StringRef object, llvm::StringRef attribute,
                     const HostValue &value);
  /// The type of what a function of the program returns; null for None and for
  /// types that have no values.
  const tsrt_type *getResultType(llvm::StringRef symbol);
  /// The bytes of an archive of an object of the program as it is now, for
  /// torch.jit.load. `extraFiles` are the user's.
  llvm::Expected<std::string>
  saveObject(llvm::StringRef object,
             llvm::ArrayRef<std::pair<std::string, std::string>> extraFiles);
  /// The same for a module made around a function of the program.
  llvm::Expected<std::string>
  saveFunction(llvm::StringRef symbol,
               llvm::ArrayRef<std::pair<std::string, std::string>> extraFiles);
  /// The text of a function of the program as PyTorch's `.code` prints it.
  llvm::Expected<std::string> printCode(llvm::StringRef symbol);
  /// The user's files of an archive: names and bytes.
  std::vector<std::pair<std::string, llvm::StringRef>> getExtraFiles() const;
  /// The classes and enums of the program.
  HostTypes &getTypes();

  /// setState() from a file of recorded instances; the error is about the file.
  llvm::Error openState(llvm::StringRef path);

  /// Functions that can be called, in order; those of an archive are the
  /// methods of its object.
  std::vector<std::string> getFunctionNames() const;

  /// The function that is meant when none is named: `forward`, `main`, the
  /// only one, or `forward` of the only instance; empty when it is not clear.
  std::string chooseEntry() const;

  /// Names of the functions and script classes of a source text.
  std::vector<std::string> getDefinedNames() const;
  /// Whether a source text defines classes of modules at its top level, which
  /// need instances.
  bool hasModuleClasses() const;

  /// Why there is nothing to call when getFunctionNames() is empty, and what
  /// can be done.
  std::string explainEmpty() const;

  /// What a library of the whole program has: functions, all methods of
  /// instances, and script classes, whose name stands for the constructor, with
  /// their methods. Imports all of it; names of what is wrong are listed, too.
  std::vector<std::string> getExportNames();

  /// The name the program gives its process as a worker of remote calls; empty
  /// when it gives none.
  std::string getWorkerName() const;

  /// Imports a function, once, and describes its parameters. The session owns
  /// the result.
  llvm::Expected<const HostFunction *> compile(llvm::StringRef name);

  /// Imports a function and finds its symbol in the module. `C` is the
  /// constructor of the script class C, `C.f` its method f.
  llvm::Expected<ResolvedFunction> resolve(llvm::StringRef name);

  /// Makes machine code of a function for arguments of all shapes, once.
  llvm::Error prepare(const HostFunction &function);

  /// The function compiled for the dtypes and shapes of these arguments, once
  /// for each signature; what is dynamic serves all sizes of the option. The
  /// function itself, which may have to be prepared,
  /// when no argument is a tensor, when the tier is Runtime, or when it did not
  /// succeed; for Compiled, preparing it then fails with the reason.
  const HostFunction *specialize(const HostFunction &function,
                                 llvm::ArrayRef<HostValue> arguments);

  /// The exported program that a function is for arguments like these, one for
  /// each parameter. Numbers, strings and the sizes of tensors are fixed;
  /// `getStorage` has its tensors. A Failure says, with places, what cannot be
  /// exported.
  llvm::Expected<std::unique_ptr<ExportedModule>>
  exportProgram(const HostFunction &function,
                llvm::ArrayRef<HostValue> arguments,
                const ProgramRequest &request);

  /// The function compiled with some of its operators left to the host, once:
  /// `getHostName` answers with the name that `host::call` is given for one,
  /// and with nothing for those that stay.
  llvm::Expected<const HostFunction *>
  leaveToHost(const HostFunction &function,
              llvm::function_ref<std::string(mlir::Operation *)> getHostName);

  /// The source form of the program as far as it was imported; not of a
  /// compiled library.
  mlir::ModuleOp getModule();
  /// The file.
  llvm::StringRef getPath() const;
  /// True for a program that is IR, which a user may have written.
  bool isMLIR() const;
  /// True for a library that ts-compile made.
  bool isCompiled() const;
  /// The bytes of a tensor storage of the archive or the state, valid as long
  /// as they are.
  llvm::Expected<llvm::StringRef> getStorage(llvm::StringRef name);

private:
  Session(const SessionOptions &options, llvm::StringRef path);
  llvm::Error load(llvm::StringRef path);
  /// What the module of a program is made into, once it is there.
  llvm::Error finishLoading();
  llvm::Error loadSource(llvm::StringRef path, llvm::StringRef text);
  llvm::Error
  loadArchive(llvm::Expected<std::unique_ptr<TorchScriptArchive>> archive);
  llvm::Error
  loadProgram(llvm::Expected<std::unique_ptr<ExportedProgramFile>> program);
  /// Exported programs of the module become objects with methods.
  llvm::Error unliftPrograms();
  llvm::Error loadMLIR(std::unique_ptr<llvm::MemoryBuffer> buffer);
  /// Says where the objects of the program find their tensors and functions.
  void connectObjects();

  /// resolve() for a source text.
  llvm::Expected<ResolvedFunction> resolveInSource(llvm::StringRef name);
  /// Finds the method a path such as `m.sub.forward` names.
  llvm::Expected<ResolvedFunction> resolveMethod(llvm::StringRef object,
                                                 llvm::StringRef path);
  /// Finds the constructor of a class, or the method `path`.
  llvm::Expected<ResolvedFunction> resolveClass(llvm::StringRef symbol,
                                                llvm::StringRef path);
  /// Keeps a failure for the next who asks for `name`, and hands it on.
  llvm::Error remember(llvm::StringRef name, llvm::Error error);
  /// compile() without the memory of earlier failures.
  llvm::Expected<const HostFunction *> compileNew(llvm::StringRef name);
  /// The parameters of a function.
  llvm::Expected<const HostFunction *> declare(llvm::StringRef name,
                                               const ResolvedFunction &resolved,
                                               const HostValue *self);

  /// Calls a function that computes a default value; null when it fails.
  std::shared_ptr<const HostValue> evaluateDefault(llvm::StringRef symbol);

  /// Puts the users' decompositions into a module.
  llvm::Error applyDecompositions(mlir::ModuleOp module);
  /// Lowers a module from source or ssa form and loads it under `key`; the
  /// entry of `symbol`.
  llvm::Expected<tsrt_entry> build(mlir::ModuleOp module,
                                   llvm::StringRef symbol, llvm::StringRef key);
  /// The specialized code for a signature; Unsupported says why there is none.
  llvm::Expected<tsrt_entry> buildFor(const HostFunction &function,
                                      llvm::StringRef signature,
                                      llvm::StringRef key);

  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace torchscript

#endif // TORCHSCRIPT_EXECUTION_SESSION_H
