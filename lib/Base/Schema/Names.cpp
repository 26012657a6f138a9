//===- Names.cpp - What Python names mean to TorchScript ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks names up in the embedded text.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Schema/Names.h"
#include "SchemaData.h"
#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;

/// The value of a constant as the data file spells it.
static Constant parseValue(llvm::StringRef kind, llvm::StringRef text) {
  if (kind == "bool")
    return Constant::boolean(text == "True");
  int64_t integer = 0;
  if (kind == "int" && !text.getAsInteger(10, integer))
    return Constant::integer(integer);
  double floating = 0;
  if (kind == "float" && !text.getAsDouble(floating))
    return Constant::floating(floating);
  // A purely imaginary number.
  if (kind == "complex" && !text.getAsDouble(floating))
    return Constant::complex(0, floating);
  if (kind == "str")
    return Constant::string(text.str());
  return {};
}

std::optional<PythonName>
torchscript::lookupPythonName(llvm::StringRef dottedName) {
  auto nameOf = [](llvm::StringRef line) { return line.split(' ').first; };
  llvm::StringRef lines =
      lowerBoundLine(skipComment(getNameText()), dottedName, nameOf);
  llvm::StringRef line = lines.split('\n').first;
  auto [name, rest] = line.split(' ');
  if (name != dottedName || name.empty())
    return std::nullopt;
  auto [kind, target] = rest.split(' ');
  PythonName result;
  result.target = target;
  result.value = parseValue(kind, target);
  result.kind = llvm::StringSwitch<PythonName::Kind>(kind)
                    .Case("module", PythonName::Kind::Module)
                    .Case("op", PythonName::Kind::Operator)
                    .Case("function", PythonName::Kind::Function)
                    .Case("builtin", PythonName::Kind::Unsupported)
                    .Case("refused", PythonName::Kind::Refused)
                    .Case("class", PythonName::Kind::Class)
                    .Default(PythonName::Kind::Constant);
  return result;
}
