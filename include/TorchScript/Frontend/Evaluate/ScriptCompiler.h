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

/// Files by name, and their bytes.
using NamedBytes = std::vector<std::pair<std::string, std::string>>;

/// Compiles what a program hands to torch.jit.script, and writes and reads
/// archives of it.
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
  /// The bytes of an archive of a compiled module (by its handle) or function,
  /// with the user's files.
  virtual std::string save(Interpreter &in, const Value &compiled,
                           const NamedBytes &extraFiles) = 0;
  /// The handle of the module in an archive; `extraFiles` are the user's. Of an
  /// exported program one module, or with `unflattens` the modules that it was
  /// made of.
  virtual Value load(Interpreter &in, llvm::StringRef bytes, bool unflattens,
                     NamedBytes &extraFiles) = 0;
  /// A zip file of records that are stored as PyTorch stores them, and the
  /// records of one.
  virtual std::string writeRecords(Interpreter &in,
                                   const NamedBytes &records) = 0;
  virtual NamedBytes readRecords(Interpreter &in, llvm::StringRef bytes) = 0;

  /// What torch.export makes a program of: the compiled form of a function, or
  /// of a module's `forward`, apart from what is scripted. It may be Python
  /// that TorchScript does not take.
  virtual Value compileForExport(Interpreter &in, const Value &value) = 0;
  /// The bytes of the exported program (`.pt2`) of such a form, or of a
  /// compiled function or method, for example arguments. `request` is JSON:
  /// `dynamic_shapes`, `dims` (see ProgramRequest).
  virtual std::string exportProgram(Interpreter &in, const Value &compiled,
                                    const Arguments &arguments,
                                    llvm::StringRef request) = 0;
  /// The bytes of the program with the operators of a level. `request` is JSON:
  /// `level`, `files`, `texts`, `keep` (see ProgramLevel).
  virtual std::string decomposeProgram(Interpreter &in, llvm::StringRef bytes,
                                       llvm::StringRef request) = 0;
  /// The name and text of a decomposition for `texts`: a function of the
  /// program that stands for an operator ("aten.conv2d.default").
  virtual std::pair<std::string, std::string>
  spellDecomposition(Interpreter &in, const Value &function,
                     llvm::StringRef op) = 0;
  /// What `print` writes of a program, and the code of its graph.
  virtual std::pair<std::string, std::string>
  printProgram(Interpreter &in, llvm::StringRef bytes) = 0;
};

} // namespace torchscript::evaluate

#endif // TORCHSCRIPT_FRONTEND_EVALUATE_SCRIPTCOMPILER_H
