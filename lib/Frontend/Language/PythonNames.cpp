//===- PythonNames.cpp - Names of Python and of TorchScript itself --------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of TorchScript builtins, which win over globals (TS-SCOPE-020), and
// Python builtins, which the program may hide.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FileScope.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"

#include "llvm/ADT/StringSet.h"

using namespace torchscript;

static Meaning *makeBuiltin(Compilation &unit, llvm::StringRef name) {
  auto form = [&](SpecialForm f) { return unit.make<SpecialFormMeaning>(f); };
  auto cast = [&](const Type *type, llvm::StringRef op, llvm::StringRef magic) {
    return unit.make<CastMeaning>(type, op, magic);
  };
  auto magic = [&](llvm::StringRef method, llvm::StringRef op) {
    return unit.make<MagicMethodMeaning>(method, op);
  };
  auto op = [&](llvm::StringRef operatorName) {
    return unit.make<OperatorMeaning>(operatorName);
  };
  if (name == "print")
    return form(SpecialForm::Print);
  if (name == "tuple")
    return form(SpecialForm::Tuple);
  if (name == "list")
    return form(SpecialForm::List);
  if (name == "dict")
    return form(SpecialForm::Dict);
  if (name == "getattr")
    return form(SpecialForm::GetAttr);
  if (name == "hasattr")
    return form(SpecialForm::HasAttr);
  if (name == "isinstance")
    return form(SpecialForm::IsInstance);
  if (name == "range")
    return form(SpecialForm::Range);
  if (name == "zip")
    return form(SpecialForm::Zip);
  if (name == "enumerate")
    return form(SpecialForm::Enumerate);
  if (name == "slice")
    return form(SpecialForm::Slice);
  if (name == "float")
    return cast(TypeContext::getFloat(), "aten::Float", "__float__");
  if (name == "int")
    return cast(TypeContext::getInt(), "aten::Int", "__int__");
  if (name == "bool")
    return cast(TypeContext::getBool(), "aten::Bool", "__bool__");
  if (name == "str")
    return cast(TypeContext::getString(), "aten::str", "__str__");
  if (name == "complex")
    return cast(TypeContext::getComplex(), "aten::Complex", "__complex__");
  if (name == "len")
    return magic("__len__", "aten::len");
  if (name == "hex")
    return magic("__hex__", "aten::hex");
  if (name == "oct")
    return magic("__oct__", "aten::oct");
  if (name == "round")
    return magic("__round__", "aten::round");
  if (name == "min" || name == "max" || name == "abs" || name == "id")
    return op(("prim::" + name).str());
  if (name == "hash" || name == "all" || name == "any" || name == "divmod" ||
      name == "sum" || name == "ord" || name == "chr" || name == "bin" ||
      name == "pow" || name == "sorted")
    return op(("aten::" + name).str());
  if (name == "AssertionError")
    return unit.make<ExceptionClassMeaning>("builtins.AssertionError");
  return nullptr;
}

Meaning *Compilation::lookupBuiltin(llvm::StringRef name) {
  auto [it, inserted] = builtins.try_emplace(name, nullptr);
  if (inserted) {
    Meaning *meaning = makeBuiltin(*this, name);
    builtins[name] = meaning;
    return meaning;
  }
  return it->second;
}

static std::string unsupportedCall(llvm::StringRef python) {
  return "Python builtin " + python.str() +
         " is currently not supported in Torchscript";
}

/// Refuses a Python function that TorchScript does not have.
static Meaning *makeUnsupported(Compilation &unit, llvm::StringRef python) {
  OpaqueMeaning::Messages messages;
  messages.call = unsupportedCall(python);
  return unit.make<OpaqueMeaning>("python value", messages);
}

namespace {

/// A Python type that TorchScript does not have. A call takes tensors alone, as
/// that of a function without annotations, and is refused with them, too.
class PythonTypeMeaning : public OpaqueMeaning {
public:
  PythonTypeMeaning(llvm::StringRef name, const OpaqueMeaning &value)
      : OpaqueMeaning(value.description, value.messages), name(name) {}

  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override {
    FunctionSchema schema;
    schema.name = name;
    for (size_t i = 0; i < arguments.positional.size(); ++i)
      schema.arguments.push_back(tensor(std::to_string(i)));
    schema.returns.push_back(tensor("0"));
    llvm::SmallVector<TypedValue> operands;
    if (emitter.bindArguments(site, schema, arguments, operands))
      emitter.error(site.callee, unsupportedCall("<class '" + name + "'>"));
    return nullptr;
  }

private:
  static Argument tensor(std::string name) {
    Argument argument;
    argument.name = std::move(name);
    argument.type = TypeContext::getTensor();
    return argument;
  }

  const std::string name;
};

} // namespace

Meaning *Compilation::lookupPythonBuiltin(llvm::StringRef name) {
  static const llvm::StringSet<> exceptions = {"ArithmeticError",
                                               "AssertionError",
                                               "AttributeError",
                                               "BaseException",
                                               "BlockingIOError",
                                               "BrokenPipeError",
                                               "BufferError",
                                               "BytesWarning",
                                               "ChildProcessError",
                                               "ConnectionAbortedError",
                                               "ConnectionError",
                                               "ConnectionRefusedError",
                                               "ConnectionResetError",
                                               "DeprecationWarning",
                                               "EOFError",
                                               "EncodingWarning",
                                               "EnvironmentError",
                                               "Exception",
                                               "ExceptionGroup",
                                               "FileExistsError",
                                               "FileNotFoundError",
                                               "FloatingPointError",
                                               "FutureWarning",
                                               "IOError",
                                               "ImportError",
                                               "ImportWarning",
                                               "IndentationError",
                                               "IndexError",
                                               "InterruptedError",
                                               "IsADirectoryError",
                                               "KeyError",
                                               "KeyboardInterrupt",
                                               "LookupError",
                                               "MemoryError",
                                               "ModuleNotFoundError",
                                               "NameError",
                                               "NotADirectoryError",
                                               "NotImplementedError",
                                               "OSError",
                                               "OverflowError",
                                               "PendingDeprecationWarning",
                                               "PermissionError",
                                               "ProcessLookupError",
                                               "RecursionError",
                                               "ReferenceError",
                                               "ResourceWarning",
                                               "RuntimeError",
                                               "RuntimeWarning",
                                               "StopAsyncIteration",
                                               "StopIteration",
                                               "SyntaxError",
                                               "SyntaxWarning",
                                               "SystemError",
                                               "SystemExit",
                                               "TabError",
                                               "TimeoutError",
                                               "TypeError",
                                               "UnboundLocalError",
                                               "UnicodeDecodeError",
                                               "UnicodeEncodeError",
                                               "UnicodeError",
                                               "UnicodeTranslateError",
                                               "UnicodeWarning",
                                               "UserWarning",
                                               "ValueError",
                                               "Warning",
                                               "ZeroDivisionError"};
  static const llvm::StringSet<> functions = {
      "ascii", "breakpoint", "callable", "compile", "delattr",
      "dir",   "eval",       "exec",     "format",  "globals",
      "input", "issubclass", "iter",     "locals",  "next",
      "open",  "repr",       "setattr",  "vars",    "__import__"};
  static const llvm::StringSet<> types = {
      "bytearray", "bytes",        "classmethod", "filter",   "frozenset",
      "map",       "memoryview",   "object",      "property", "reversed",
      "set",       "staticmethod", "super",       "type"};
  if (exceptions.contains(name)) {
    // Python's own aliases.
    if (name == "IOError" || name == "EnvironmentError")
      name = "OSError";
    return make<ExceptionClassMeaning>("builtins." + name.str());
  }
  if (functions.contains(name))
    return makeUnsupported(*this, "<built-in function " + name.str() + ">");
  if (types.contains(name))
    return make<PythonTypeMeaning>(
        name, *llvm::cast<OpaqueMeaning>(makeUnusableValue(*this, "type")));
  if (name == "NotImplemented")
    return makeUnusableValue(*this, "NotImplementedType");
  return nullptr;
}
