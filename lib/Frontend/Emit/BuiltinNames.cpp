//===- BuiltinNames.cpp - Names every program sees ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names TorchScript itself defines, and those of Python's builtins
// (sections 11 and 17 of the language).
//
//===----------------------------------------------------------------------===//

#include "BuiltinMeanings.h"

#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;

/// The special form a name stands for.
static std::optional<SpecialForm> lookupSpecialForm(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<SpecialForm>>(name)
      .Case("print", SpecialForm::Print)
      .Case("tuple", SpecialForm::Tuple)
      .Case("list", SpecialForm::List)
      .Case("dict", SpecialForm::Dict)
      .Case("getattr", SpecialForm::GetAttr)
      .Case("hasattr", SpecialForm::HasAttr)
      .Case("isinstance", SpecialForm::IsInstance)
      .Case("range", SpecialForm::Range)
      .Case("zip", SpecialForm::Zip)
      .Case("enumerate", SpecialForm::Enumerate)
      .Case("slice", SpecialForm::Slice)
      .Default(std::nullopt);
}

/// The operator a name stands for without further rules, or empty.
static llvm::StringRef lookupPlainOperator(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case("abs", "prim::abs")
      .Case("all", "aten::all")
      .Case("any", "aten::any")
      .Case("bin", "aten::bin")
      .Case("chr", "aten::chr")
      .Case("divmod", "aten::divmod")
      .Case("hash", "aten::hash")
      .Case("id", "prim::id")
      .Case("max", "prim::max")
      .Case("min", "prim::min")
      .Case("ord", "aten::ord")
      .Case("pow", "aten::pow")
      .Case("rangelist", "prim::rangelist")
      .Case("sorted", "aten::sorted")
      .Case("sum", "aten::sum")
      .Case("_to_tensor", "aten::_to_tensor")
      .Default("");
}

/// The operator that classes overload by a method `__NAME__`, or empty.
static llvm::StringRef lookupMagicOperator(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case("len", "aten::len")
      .Case("hex", "aten::hex")
      .Case("oct", "aten::oct")
      .Case("round", "aten::round")
      .Default("");
}

/// `int` and the other names that convert: type and operator.
static std::pair<const Type *, llvm::StringRef>
lookupCast(llvm::StringRef name) {
  using Cast = std::pair<const Type *, llvm::StringRef>;
  return llvm::StringSwitch<Cast>(name)
      .Case("int", Cast(TypeContext::getInt(), "aten::Int"))
      .Case("float", Cast(TypeContext::getFloat(), "aten::Float"))
      .Case("bool", Cast(TypeContext::getBool(), "aten::Bool"))
      .Case("complex", Cast(TypeContext::getComplex(), "aten::Complex"))
      .Case("str", Cast(TypeContext::getString(), "aten::str"))
      .Default(Cast(nullptr, ""));
}

Meaning *Compilation::lookupBuiltin(llvm::StringRef name) {
  auto it = builtins.find(name);
  if (it != builtins.end())
    return it->second;
  std::string magic = ("__" + name + "__").str();
  Meaning *meaning = nullptr;
  if (std::optional<SpecialForm> form = lookupSpecialForm(name))
    meaning = make<SpecialFormMeaning>(*form);
  else if (llvm::StringRef op = lookupPlainOperator(name); !op.empty())
    meaning = make<OperatorMeaning>(op);
  else if (llvm::StringRef op = lookupMagicOperator(name); !op.empty())
    meaning = make<MagicMethodMeaning>(magic, op);
  else if (auto [type, op] = lookupCast(name); type)
    meaning = make<CastMeaning>(type, op, magic);
  else if (name == "AssertionError")
    meaning = make<ExceptionClassMeaning>(name);
  if (meaning)
    builtins[name] = meaning;
  return meaning;
}

/// Whether Python has an exception class of this name.
static bool isPythonException(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("ArithmeticError", "AttributeError", "BaseException",
             "BufferError", "DeprecationWarning", "EOFError", "Exception", true)
      .Cases("FloatingPointError", "FutureWarning", "IOError", "ImportError",
             "IndexError", "KeyError", "KeyboardInterrupt", true)
      .Cases("LookupError", "MemoryError", "NameError", "NotImplementedError",
             "OSError", "OverflowError", "PermissionError", true)
      .Cases("RecursionError", "RuntimeError", "RuntimeWarning",
             "StopIteration", "SyntaxError", "SystemError", "SystemExit", true)
      .Cases("TimeoutError", "TypeError", "UnicodeError", "UserWarning",
             "ValueError", "Warning", "ZeroDivisionError", true)
      .Default(false);
}

/// How Python prints a builtin that TorchScript refuses, or empty.
static std::string printUnsupported(llvm::StringRef name) {
  // 1 for a function, 2 for a class.
  int kind = llvm::StringSwitch<int>(name)
                 .Cases("__import__", "ascii", "breakpoint", "callable",
                        "compile", "delattr", "dir", "eval", 1)
                 .Cases("exec", "format", "globals", "input", "issubclass",
                        "iter", "locals", "next", 1)
                 .Cases("open", "repr", "setattr", "vars", 1)
                 .Cases("bytearray", "bytes", "classmethod", "filter",
                        "frozenset", "map", "memoryview", "object", 2)
                 .Cases("property", "reversed", "set", "staticmethod", "super",
                        "type", 2)
                 .Default(0);
  if (kind == 0)
    return "";
  return (kind == 1 ? "<built-in function " + name + ">"
                    : "<class '" + name + "'>")
      .str();
}

Meaning *Compilation::lookupPythonBuiltin(llvm::StringRef name) {
  if (isPythonException(name))
    return make<ExceptionClassMeaning>(("builtins." + name).str());
  std::string printed = printUnsupported(name);
  return printed.empty() ? nullptr : makeUnsupported(*this, printed);
}
