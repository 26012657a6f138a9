//===- Failure.h - Why a session cannot do something ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The errors of sessions: their kind, their text, and the located diagnostics
// behind it.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_EXECUTION_FAILURE_H
#define TORCHSCRIPT_EXECUTION_FAILURE_H

#include "TorchScript/Frontend/Syntax/Diagnostics.h"

#include "llvm/Support/Error.h"

#include <string>

namespace torchscript {

/// Why a program cannot be opened, or a function of it not be compiled.
class Failure : public llvm::ErrorInfo<Failure> {
public:
  enum class Kind {
    BadInput,    ///< the file cannot be read, is damaged, or has errors
    NotFound,    ///< no such function
    NotCallable, ///< compiled, but nothing that can be called: a class
    Compile,     ///< the program is wrong: a compile error of TorchScript
    Unsupported, ///< the program may be right, the compiler cannot do it
    Internal,    ///< a mistake of the compiler
  };

  /// `isRendered` says that the message is a rendered diagnostic, which needs
  /// nothing before it.
  Failure(Kind kind, const llvm::Twine &message, bool isRendered = false)
      : kind(kind), message(message.str()), rendered(isRendered) {}
  /// A compile error; `torchScripts` is the text that TorchScript has for it,
  /// without the notes that `message` adds.
  Failure(Kind kind, const llvm::Twine &message, std::string torchScripts)
      : kind(kind), message(message.str()),
        torchScripts(std::move(torchScripts)) {}
  /// All errors in `diagnostics`, which has some.
  explicit Failure(std::shared_ptr<const DiagnosticSink> diagnostics)
      : diagnostics(std::move(diagnostics)) {}

  Kind getKind() const { return kind; }
  /// Complete text for the user, with the place; may have several lines.
  std::string getMessage() const;
  /// What a program that catches the error sees.
  std::string getTorchScriptMessage() const {
    return torchScripts.empty() ? getMessage() : torchScripts;
  }
  /// The diagnostics of a program with errors; null for other failures.
  const DiagnosticSink *getDiagnostics() const { return diagnostics.get(); }
  bool isRendered() const { return rendered; }

  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

  static char ID;

private:
  Kind kind = Kind::BadInput;
  std::string message;
  std::string torchScripts;
  bool rendered = false;
  std::shared_ptr<const DiagnosticSink> diagnostics;
};

/// An error that a program raised, or that the runtime raised for it.
class RunError : public llvm::ErrorInfo<RunError> {
public:
  /// `report` is the traceback with class and message.
  RunError(std::string report, bool isUnsupported)
      : report(std::move(report)), unsupported(isUnsupported) {}

  const std::string &getReport() const { return report; }
  /// Whether the runtime lacks what the program asked for.
  bool isUnsupported() const { return unsupported; }

  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

  static char ID;

private:
  std::string report;
  bool unsupported;
};

} // namespace torchscript

#endif // TORCHSCRIPT_EXECUTION_FAILURE_H
