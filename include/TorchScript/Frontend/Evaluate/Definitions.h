//===- Definitions.h - Where functions and classes come from ----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text behind a function or class of a program, and what names mean in it:
// for those who compile it.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_EVALUATE_DEFINITIONS_H
#define TORCHSCRIPT_FRONTEND_EVALUATE_DEFINITIONS_H

#include "TorchScript/Frontend/Evaluate/Interpreter.h"

namespace torchscript::evaluate {

/// The place of a `def` or `class` statement.
struct Definition {
  /// The file; lives as long as the interpreter.
  const torchscript::SourceFile *file = nullptr;
  /// Where the statement begins in it.
  uint32_t offset = 0;
  /// The name in the statement.
  std::string name;
  /// The module it belongs to; `isLibrary` when that is one of the compiler's
  /// own texts.
  std::string module;
  bool isLibrary = false;
};

/// The statement that made a function or class; nothing for built-in ones,
/// lambdas and what is neither.
std::optional<Definition> findDefinition(Interpreter &in, const Value &value);

/// The lines of what made a function, class or code object, decorators
/// included; no file for built-in ones.
struct DefinitionLines {
  const torchscript::SourceFile *file = nullptr;
  unsigned first = 0, last = 0;
};
DefinitionLines findDefinitionLines(const Value &value);

/// What a name means in the text of a function or class: its closure, then its
/// module. Empty when neither has it.
Value findName(const Value &functionOrClass, llvm::StringRef name);

/// The dict of the module whose text a function or class is in; null when it
/// has none.
DictObject *getGlobals(const Value &functionOrClass);

/// The function that a wrapper was made around by `functools.wraps` or stands
/// for as a bound method; the value itself otherwise.
Value getUnwrapped(Interpreter &in, const Value &value);

} // namespace torchscript::evaluate

#endif // TORCHSCRIPT_FRONTEND_EVALUATE_DEFINITIONS_H
