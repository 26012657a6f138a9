//===- ScriptedErrors.cpp - Failures of compiled code as exceptions -------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The exceptions that a program sees when what it scripts does not compile, or
// when compiled code fails: PyTorch's classes and texts.
//
//===----------------------------------------------------------------------===//

#include "ScriptedObjects.h"

#include "TorchScript/Execution/Failure.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace torchscript;
using namespace torchscript::evaluate;
using llvm::StringRef;

/// What the traceback of a task that failed begins with, within another.
static constexpr llvm::StringLiteral kFailedTask =
    "\nRuntimeError: The following operation failed in the TorchScript "
    "interpreter.";

/// What functions that are not compiled raise.
static constexpr llvm::StringLiteral kUnused =
    "\nRuntimeError: This Python function is annotated to be ignored and cannot "
    "be run";

/// What assertions fail with.
static constexpr llvm::StringLiteral kAssertion =
    "\nRuntimeError: AssertionError";

/// What closes an excerpt of the program.
static constexpr llvm::StringLiteral kHere = "<--- HERE";

/// Whether the last part of a traceback names the class of an exception.
static bool isRaisedByProgram(StringRef text) {
  return text.contains(kUnused) || text.contains(kAssertion) ||
         ((text.contains("\nbuiltins.") || text.contains("\n__main__.")) &&
          !text.contains(kFailedTask));
}

/// The class in `torch.jit` for a construct that PyTorch refuses while it reads
/// the syntax, by the message; empty for everything else.
static StringRef getSyntaxErrorClass(StringRef message) {
  static constexpr llvm::StringLiteral notSupported[] = {
      "Compiled functions can't take variable number of arguments",
      "names of variables used in JIT-ed functions",
      "else branches of for loops",
      "else branches of while loops",
      "keyword-arg expansion is not supported",
      "unsupported binary operator",
      "unsupported unary operator",
      "unsupported boolean operator",
      "unsupported comparison operator",
      "Dict expansion (e.g.",
      "Don't support conversion in JoinedStr",
      "Don't support formatting in JoinedStr",
      "Only a single generator is currently supported",
      "Comprehension ifs are not supported yet",
  };
  for (StringRef known : notSupported)
    if (message.starts_with(known))
      return "NotSupportedError";
  StringRef first = message.take_until([](char c) { return c == '\n'; });
  if (first.rtrim(':').ends_with(" aren't supported"))
    return "UnsupportedNodeError";
  if (message.starts_with("Unknown Constant expression type"))
    return "FrontendError";
  return "";
}

/// Names files as PyTorch does: by their whole paths.
static std::string nameFiles(StringRef text) {
  static constexpr llvm::StringLiteral header = "  File \"";
  std::string result;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    bool isLast = line.size() == text.size();
    StringRef path = line.starts_with(header)
                         ? line.substr(header.size()).split('"').first
                         : StringRef();
    llvm::SmallString<128> whole = path;
    if (!path.empty() && llvm::sys::path::is_relative(path) &&
        llvm::sys::fs::exists(path) && !llvm::sys::fs::make_absolute(whole)) {
      result += header;
      result += whole;
      line = line.substr(header.size() + path.size());
    }
    result += line;
    if (!isLast)
      result += "\n";
    text = rest;
  }
  return result;
}

void torchscript::raiseFailure(Interpreter &in, llvm::Error error) {
  bool isRun = false;
  std::string message;
  llvm::handleAllErrors(std::move(error),
                        [&](const RunError &run) {
                          isRun = true;
                          message = run.message();
                        },
                        [&](const llvm::ErrorInfoBase &other) {
                          message = other.message();
                        });
  bool isRaised = isRun && isRaisedByProgram(message);
  bool hasPlace = StringRef(message).contains(kHere);
  StringRef syntax = !isRun && hasPlace ? getSyntaxErrorClass(message) : "";
  Value cls = isRaised ? in.findAttr(in.importModule("torch.jit"), "Error")
              : syntax.empty()
                  ? Value()
                  : in.findAttr(in.importModule("torch.jit"), syntax);
  std::string text = nameFiles(StringRef(message).rtrim());
  if (isRaised || hasPlace)
    text += "\n";
  // Errors that PyTorch's compiler reports with a place begin on a new line.
  if (!isRun && hasPlace && syntax.empty())
    text.insert(0, "\n");
  in.raise(cls.is(Kind::Type) ? cls.as<TypeObject>() : in.types.RuntimeError,
           text);
}
