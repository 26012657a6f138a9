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

  /// The compiled form of a function, class or instance: a value that can be
  /// called. `file` and `name` say where a function stands and how it is called
  /// there. Raises RuntimeError with the compiler's messages.
  virtual Value compileFunction(Interpreter &in, const Value &function,
                                llvm::StringRef file,
                                llvm::StringRef name) = 0;
};

} // namespace torchscript::evaluate

#endif // TORCHSCRIPT_FRONTEND_EVALUATE_SCRIPTCOMPILER_H
