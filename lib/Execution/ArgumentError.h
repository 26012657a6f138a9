//===- ArgumentError.h - Arguments that do not fit --------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_EXECUTION_ARGUMENTERROR_H
#define TORCHSCRIPT_LIB_EXECUTION_ARGUMENTERROR_H

#include "TorchScript/Frontend/Evaluate/Interpreter.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace torchscript {

/// Why arguments do not fit the parameters of a function.
class ArgumentError : public llvm::ErrorInfo<ArgumentError> {
public:
  enum class Kind { TooMany, Unknown, Twice, Missing, Mismatch };
  /// `parameter` is the place among the parameters, of Missing and Mismatch;
  /// `name` that of the argument, of all but TooMany.
  ArgumentError(Kind kind, std::string message, std::string name = "",
                size_t parameter = 0)
      : kind(kind), parameter(parameter), name(std::move(name)),
        text(std::move(message)) {}

  Kind getKind() const { return kind; }
  size_t getParameter() const { return parameter; }
  llvm::StringRef getName() const { return name; }

  void log(llvm::raw_ostream &os) const override { os << text; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

  static char ID;

private:
  Kind kind;
  size_t parameter;
  std::string name, text;
};

class Session;
struct HostFunction;

/// Raises RuntimeError for arguments that do not fit, with PyTorch's text.
[[noreturn]] void raiseArgumentError(evaluate::Interpreter &in,
                                     Session &session,
                                     const HostFunction &function,
                                     const evaluate::Arguments &arguments,
                                     llvm::Error error);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_EXECUTION_ARGUMENTERROR_H
