//===- HostPrograms.h - Programs that compiled code calls -------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `@torch.jit.ignore` leaves to the host: compiled code calls the operator
// `host::call`, which finds the program by the name it is given.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_EXECUTION_HOSTPROGRAMS_H
#define TORCHSCRIPT_LIB_EXECUTION_HOSTPROGRAMS_H

#include "EvaluatorValues.h"
#include "TorchScript/Execution/Session.h"

#include <functional>
#include <memory>
#include <string>

namespace torchscript {

class SourceFile;

/// A program whose functions compiled code may call.
class HostProgram {
public:
  virtual ~HostProgram();
  HostProgram(const HostProgram &) = delete;
  HostProgram &operator=(const HostProgram &) = delete;

  /// Lets compiled code of a session call the program, as long as it lives.
  void connect(Session &session);
  /// Calls a function of it from compiled code; `name` as in
  /// FunctionEntry::hostFunction, then a slash and the symbol of the function
  /// that stands for it. What it raises is the error.
  tsrt_error *call(llvm::StringRef name, llvm::ArrayRef<tsrt_value> args,
                   llvm::MutableArrayRef<tsrt_value> results);

protected:
  HostProgram() = default;
  /// What names of its functions begin with, before a dot.
  const std::string &getProgramName() const { return programName; }
  /// Whose code calls the program; null before connect().
  Session *getSession() const { return caller; }
  /// Told that the program has its name.
  virtual void onConnected() {}
  /// What runs the program; null when it cannot be run, for a reason.
  virtual evaluate::Interpreter *getInterpreter(std::string &problem) = 0;
  /// The function of a name, and what the values of a call are known by.
  virtual evaluate::Value findFunction(llvm::StringRef name) = 0;
  virtual const ProgramClasses &getClasses() = 0;
  /// Does what call() does; raises.
  virtual void callByName(evaluate::Interpreter &in, llvm::StringRef name,
                          llvm::ArrayRef<tsrt_value> args,
                          llvm::MutableArrayRef<tsrt_value> results);
  /// Told what a function gave, before compiled code gets it.
  virtual void onResult(const evaluate::Value &result) {}
  /// Whether an error of a call stands for itself, without its class.
  virtual bool isOperator(llvm::StringRef name) const { return false; }
  /// Told that a call met a bound of the evaluation.
  virtual void onHalted(const evaluate::Halted &halted) {}

private:
  Session *caller = nullptr;
  std::string programName;
};

/// The file of a session as a program: it is run, as if it were imported, when
/// one of its functions is called first. What its statements print is dropped.
std::unique_ptr<HostProgram>
makeFileProgram(std::shared_ptr<const SourceFile> file,
                const SessionOptions &options,
                std::function<std::string(llvm::StringRef module,
                                          llvm::StringRef function)> &name);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_EXECUTION_HOSTPROGRAMS_H
