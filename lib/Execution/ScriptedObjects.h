//===- ScriptedObjects.h - Compiled code as values of programs --*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_EXECUTION_SCRIPTEDOBJECTS_H
#define TORCHSCRIPT_LIB_EXECUTION_SCRIPTEDOBJECTS_H

#include "EvaluatedInstances.h"
#include "HostPrograms.h"
#include "TorchScript/Execution/Session.h"
#include "TorchScript/Frontend/Evaluate/ScriptCompiler.h"

namespace torchscript {

/// A session and the instances of a program in it.
struct ScriptedProgram : HostProgram {
  /// Makes its functions known to compiled code of its session.
  void connect(evaluate::Interpreter &in);
  /// Ends the program when a function that compiled code called was to.
  void rethrow();

  std::unique_ptr<EvaluatedInstances> instances;
  std::unique_ptr<Session> session;
  /// How often a function is called before it is compiled for the shapes of
  /// its arguments. Until then the runtime's kernels run its operators, which
  /// the program runs outside of compiled code, too: results are the same bits.
  unsigned hotAfter = 16;

  /// Whether a call of a function has gradients to record: they are asked for,
  /// and an argument or a tensor of an object requires them.
  bool needsGradients(evaluate::Interpreter &in, const HostFunction &function,
                      const evaluate::Arguments &arguments) const;
  /// Calls a function whose operators the program runs, so that its tape has
  /// them.
  evaluate::Value callRecorded(evaluate::Interpreter &in,
                               const HostFunction &function,
                               llvm::ArrayRef<HostValue> bound,
                               const evaluate::Arguments &arguments);

  /// Counts a call; whether the function has been called that often.
  bool isHot(const HostFunction &function) {
    unsigned &count = calls[&function];
    return count >= hotAfter || count++ >= hotAfter;
  }

protected:
  void onConnected() override;
  evaluate::Interpreter *getInterpreter(std::string &) override {
    return interpreter;
  }
  evaluate::Value findFunction(llvm::StringRef name) override {
    return instances->findHostFunction(name);
  }
  const ProgramClasses &getClasses() override { return *instances; }
  void callByName(evaluate::Interpreter &in, llvm::StringRef name,
                  llvm::ArrayRef<tsrt_value> args,
                  llvm::MutableArrayRef<tsrt_value> results) override;
  void onResult(const evaluate::Value &result) override;
  bool isOperator(llvm::StringRef name) const override;
  void onHalted(const evaluate::Halted &stop) override { halted = stop; }

private:
  /// An operator that the program runs for compiled code.
  struct HostOperator {
    std::string name;
    /// Of each operand: the name of a keyword, or nothing.
    std::vector<std::string> keywords;
    std::vector<const tsrt_type *> results;
    /// What PyTorch calls the step that computes its gradient, where that
    /// depends on the overload; empty otherwise.
    std::string gradientName;
  };
  /// The name under which compiled code asks for an operator; empty for those
  /// that have nothing to do with gradients.
  std::string leaveOperator(mlir::Operation *op);
  void callOperator(const HostOperator &called,
                    llvm::ArrayRef<tsrt_value> args,
                    llvm::MutableArrayRef<tsrt_value> results);

  evaluate::Interpreter *interpreter = nullptr;
  std::vector<HostOperator> operators;
  /// Nesting of callRecorded().
  unsigned numRecorded = 0;
  llvm::DenseMap<const HostFunction *, unsigned> calls;
  std::optional<evaluate::Halted> halted;
};

/// The archive of a compiled module or function, for torch.jit.save.
std::string saveScripted(evaluate::Interpreter &in,
                         const evaluate::Value &compiled,
                         const evaluate::NamedBytes &extraFiles);
/// The program in an archive.
std::unique_ptr<ScriptedProgram> openArchive(evaluate::Interpreter &in,
                                             llvm::StringRef bytes,
                                             const SessionOptions &options);
/// Zip files of records.
std::string writeRecordFile(evaluate::Interpreter &in,
                            const evaluate::NamedBytes &records);
evaluate::NamedBytes readRecordFile(evaluate::Interpreter &in,
                                    llvm::StringRef bytes);

/// The file of the exported program of a compiled function or method (see
/// ScriptCompiler), such a file at another level, and its text and code.
std::string exportScripted(evaluate::Interpreter &in,
                           const evaluate::Value &compiled,
                           const evaluate::Arguments &arguments,
                           llvm::StringRef request);
std::string decomposeProgramFile(evaluate::Interpreter &in,
                                 llvm::StringRef bytes,
                                 llvm::StringRef request);
/// See ScriptCompiler.
std::pair<std::string, std::string>
spellDecomposition(evaluate::Interpreter &in, const evaluate::Value &function,
                   llvm::StringRef op);
std::pair<std::string, std::string> printProgramFile(evaluate::Interpreter &in,
                                                     llvm::StringRef bytes);

/// Raises RuntimeError for what a session failed with, torch.jit.Error for an
/// exception that compiled code raised.
[[noreturn]] void raiseFailure(evaluate::Interpreter &in, llvm::Error error);

/// Calls a function with values of the program.
evaluate::Value callCompiled(evaluate::Interpreter &in,
                             ScriptedProgram &program,
                             const HostFunction &function,
                             const evaluate::Arguments &arguments);

/// A value of the runtime for the program.
evaluate::Value decodeFor(evaluate::Interpreter &in, ScriptedProgram &program,
                          const tsrt_value &value);

/// A compiled function of the program.
struct ScriptedFunction : ScriptedObject {
  ScriptedProgram &program;
  const HostFunction &function;
  /// The function it was made from.
  evaluate::Value original;

  ScriptedFunction(evaluate::TypeObject *cls, ScriptedProgram &program,
                   const HostFunction &function, evaluate::Value original)
      : ScriptedObject(cls), program(program), function(function),
        original(std::move(original)) {}

  evaluate::Value call(evaluate::Interpreter &in,
                       const evaluate::Arguments &arguments) override;
  bool isCallable() const override { return true; }
  evaluate::Value getAttr(evaluate::Interpreter &in,
                          llvm::StringRef name) override;
  std::string repr(evaluate::Interpreter &) override {
    return "<torch.jit.ScriptFunction object>";
  }
};

/// A method of a compiled module, imported when it is called first.
struct ScriptedMethod : ScriptedObject {
  ScriptedProgram &program;
  std::string path;

  ScriptedMethod(evaluate::TypeObject *cls, ScriptedProgram &program,
                 std::string path)
      : ScriptedObject(cls), program(program), path(std::move(path)) {}

  evaluate::Value call(evaluate::Interpreter &in,
                       const evaluate::Arguments &arguments) override;
  bool isCallable() const override { return true; }
  evaluate::Value getAttr(evaluate::Interpreter &in,
                          llvm::StringRef name) override;
  std::string repr(evaluate::Interpreter &) override {
    return "<torch.ScriptMethod object>";
  }
};

/// A compiled module: what RecursiveScriptModule of torch.jit asks for its
/// members.
struct ScriptedModule : ScriptedObject {
  ScriptedProgram &program;
  /// The way to it: the name of an instance and the parts from there.
  std::string path;
  /// The symbol of its `ts.object`.
  std::string symbol;

  ScriptedModule(evaluate::TypeObject *cls, ScriptedProgram &program,
                 std::string path, std::string symbol)
      : ScriptedObject(cls), program(program), path(std::move(path)),
        symbol(std::move(symbol)) {}

  evaluate::Value getAttr(evaluate::Interpreter &in,
                          llvm::StringRef name) override;

private:
  const HostValue &getObject(evaluate::Interpreter &in);
  evaluate::Value listMembers(evaluate::Interpreter &in, llvm::StringRef kind);
  evaluate::Value get(evaluate::Interpreter &in, llvm::StringRef name);
  void set(evaluate::Interpreter &in, llvm::StringRef name,
           const evaluate::Value &value);
  evaluate::Value getChild(evaluate::Interpreter &in, llvm::StringRef name);
  std::string getOriginalName();
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_EXECUTION_SCRIPTEDOBJECTS_H
