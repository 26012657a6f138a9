//===- ScriptCompiler.h - What torch.jit.script does -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_EVALUATE_SCRIPTCOMPILER_H
#define TORCHSCRIPT_FRONTEND_EVALUATE_SCRIPTCOMPILER_H

#include "TorchScript/Frontend/Evaluate/Interpreter.h"

namespace torchscript::evaluate {

/// Compiles what a program hands to torch.jit.script.
class ScriptCompiler {
public:
  virtual ~ScriptCompiler();

  /// The compiled form of a function: a value that can be called. Raises
  /// RuntimeError with the compiler's messages, as do the others.
  virtual Value compileFunction(Interpreter &in, const Value &function) = 0;
  /// The compiled form of a module with its methods and parts: a handle for
  /// the class RecursiveScriptModule of torch.jit.
  virtual Value compileModule(Interpreter &in, const Value &module) = 0;
  /// Compiles a class, which stays what it is.
  virtual void compileClass(Interpreter &in, const Value &cls) = 0;
};

} // namespace torchscript::evaluate

#endif // TORCHSCRIPT_FRONTEND_EVALUATE_SCRIPTCOMPILER_H
