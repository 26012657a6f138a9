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

#include "ArgumentError.h"
#include "ScriptedObjects.h"

#include "TorchScript/Execution/Failure.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
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

/// What an excerpt of the program begins with.
static constexpr llvm::StringLiteral kPlace = "\n  File \"";

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

/// Whether a message is one that PyTorch's compiler puts into another: why a
/// call does not fit its only schema, and why a variable cannot be used.
static bool isNested(StringRef message) {
  StringRef first = message.take_until([](char c) { return c == '\n'; });
  return (first.contains(") -> ") && first.ends_with(":")) ||
         message.contains("\nand was used here:\n");
}

void torchscript::raiseFailure(Interpreter &in, llvm::Error error) {
  bool isRun = false;
  std::string message;
  llvm::handleAllErrors(
      std::move(error),
      [&](const RunError &run) {
        isRun = true;
        message = run.message();
      },
      [&](const Failure &failure) {
        message = failure.getTorchScriptMessage();
      },
      [&](const llvm::ErrorInfoBase &other) { message = other.message(); });
  bool isRaised = isRun && isRaisedByProgram(message);
  bool hasPlace = StringRef(message).contains(kPlace);
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
    text.insert(0, isNested(text) ? "\n\n" : "\n");
  in.raise(cls.is(Kind::Type) ? cls.as<TypeObject>() : in.types.RuntimeError,
           text);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// The argument that is given for a parameter; empty for none.
static Value findArgument(Interpreter &in, const Arguments &arguments,
                          const ArgumentError &error) {
  if (error.getParameter() < arguments.positional.size())
    return arguments.positional[error.getParameter()];
  for (size_t i = 0; i < arguments.names.size(); ++i)
    if (in.toStr(arguments.names[i], "keyword") == error.getName())
      return arguments.named[i];
  return Value();
}

/// What Python says when it makes a container of a value; empty when it can.
static std::string explainConversion(Interpreter &in, TypeObject *container,
                                     const Value &value) {
  try {
    in.call(Value(container), {value});
    return "";
  } catch (Raised &raised) {
    return " Python error details: " + in.typeName(raised.exception) + ": " +
           in.str(raised.exception);
  }
}

/// Why a value is none of a type, the last line of the text.
static std::string explainMismatch(Interpreter &in, const tsrt_type *type,
                                   const Value &value) {
  if (type->kind == TSRT_ENUM)
    return " Python error details: AttributeError: '" + in.typeName(value) +
           "' object has no attribute 'name'";
  std::string details = "Cast error details: ";
  if (type->kind == TSRT_TENSOR)
    return details + "Unable to cast " + in.str(value) + " to Tensor";
  const tsrt_type *part =
      type->kind == TSRT_OPTIONAL ? type->elements[0] : type;
  // Lists of numbers and of tensors are taken otherwise.
  bool isPlainList =
      part->kind == TSRT_LIST && part->elements[0]->kind != TSRT_INT &&
      part->elements[0]->kind != TSRT_FLOAT &&
      part->elements[0]->kind != TSRT_BOOL &&
      part->elements[0]->kind != TSRT_TENSOR;
  TypeObject *container = part->kind == TSRT_TUPLE  ? in.types.tuple
                          : part->kind == TSRT_DICT ? in.types.dict
                          : isPlainList             ? in.types.list
                                                    : nullptr;
  if (std::string text =
          container ? explainConversion(in, container, value) : "";
      !text.empty())
    return text;
  auto *tuple = value.dyn<TupleObject>();
  if (type->kind == TSRT_TUPLE && tuple &&
      tuple->items.size() != type->num_elements)
    return details + "Object " + in.repr(value) +
           " had a different number of elements than type " + type->name;
  return details + "Unable to cast Python instance to C++ type (#define "
                   "PYBIND11_DETAILED_ERROR_MESSAGES or compile in debug mode "
                   "for details)";
}

/// What PyTorch says of an argument of another type than the parameter's.
static std::string describeMismatch(Interpreter &in, StringRef name,
                                    const HostFunction &function,
                                    const ArgumentError &error,
                                    const Value &value,
                                    StringRef declaration) {
  const tsrt_type *type = function.parameters[error.getParameter()].type;
  std::string wanted = type->name;
  if (type->kind == TSRT_ENUM)
    wanted = "Enum<" + wanted + ">";
  std::string found =
      asTensor(value) ? std::string("Tensor") : in.typeName(value);
  size_t position = error.getParameter() + (function.self ? 1 : 0);
  return (name + "() Expected a value of type '" + wanted +
          "' for argument '" + error.getName() +
          "' but instead found type '" + found + "'.\nPosition: " +
          llvm::Twine(position) + "\nValue: " + in.repr(value) +
          "\nDeclaration: " + declaration + "\n" +
          explainMismatch(in, type, value))
      .str();
}

static std::string describeArguments(Interpreter &in, Session &session,
                                     const HostFunction &function,
                                     const Arguments &arguments,
                                     const ArgumentError &error) {
  auto op = session.getModule().lookupSymbol(function.symbol);
  auto schema = op ? op->getAttrOfType<mlir::StringAttr>("ts.schema")
                   : mlir::StringAttr();
  StringRef declaration = schema ? schema.getValue() : StringRef();
  StringRef name = declaration.split('(').first;
  if (name.empty())
    return error.message();
  std::string argument = ("'" + error.getName() + "'").str();
  switch (error.getKind()) {
  case ArgumentError::Kind::TooMany: {
    size_t extra = function.self ? 1 : 0;
    return llvm::formatv("{0}() expected at most {1} argument(s) but received "
                         "{2} argument(s). Declaration: {3}",
                         name, function.parameters.size() + extra,
                         arguments.positional.size() + extra, declaration);
  }
  case ArgumentError::Kind::Unknown:
    return "Unknown keyword argument " + argument + " for operator '" +
           name.str() + "'. Schema: " + declaration.str();
  case ArgumentError::Kind::Twice:
    return "Argument " + argument +
           " specified both as positional and keyword argument. Schema: " +
           declaration.str();
  case ArgumentError::Kind::Missing:
    return name.str() + "() is missing value for argument " + argument +
           ". Declaration: " + declaration.str();
  case ArgumentError::Kind::Mismatch:
    break;
  }
  Value value = findArgument(in, arguments, error);
  return value ? describeMismatch(in, name, function, error, value, declaration)
               : error.message();
}

void torchscript::raiseArgumentError(Interpreter &in, Session &session,
                                     const HostFunction &function,
                                     const Arguments &arguments,
                                     llvm::Error error) {
  std::string text;
  llvm::handleAllErrors(
      std::move(error),
      [&](const ArgumentError &wrong) {
        text = describeArguments(in, session, function, arguments, wrong);
      },
      [&](const llvm::ErrorInfoBase &other) { text = other.message(); });
  in.raise(in.types.RuntimeError, text);
}
