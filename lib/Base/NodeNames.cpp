//===- NodeNames.cpp - Names of a graph -----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/NodeNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace torchscript;
using llvm::StringRef;

/// Names that Python or the text of graphs uses itself.
static bool isTaken(StringRef name) {
  static const llvm::StringSet<> names = {
      // Keywords.
      "False", "None", "True", "and", "as", "assert", "async", "await",
      "break", "class", "continue", "def", "del", "elif", "else", "except",
      "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
      "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
      "with", "yield",
      // Functions and types of `builtins`.
      "abs", "aiter", "all", "anext", "any", "ascii", "bin", "bool",
      "breakpoint", "bytearray", "bytes", "callable", "chr", "classmethod",
      "compile", "complex", "copyright", "credits", "delattr", "dict", "dir",
      "divmod", "enumerate", "eval", "exec", "exit", "filter", "float",
      "format", "frozenset", "getattr", "globals", "hasattr", "hash", "help",
      "hex", "id", "input", "int", "isinstance", "issubclass", "iter", "len",
      "license", "list", "locals", "map", "max", "memoryview", "min", "next",
      "object", "oct", "open", "ord", "pow", "print", "property", "quit",
      "range", "repr", "reversed", "round", "set", "setattr", "slice",
      "sorted", "staticmethod", "str", "sum", "super", "tuple", "type", "vars",
      "zip",
      // What the text of graphs imports.
      "inf", "nan", "NoneType", "torch", "device", "fx_pytree", "pytree"};
  return names.contains(name);
}

/// `add_1` as `add` and 1; without a number, the name and none.
static std::pair<StringRef, std::optional<uint64_t>> splitName(StringRef name) {
  StringRef digits = name.take_back(
      name.size() - name.find_last_not_of("0123456789") - 1);
  StringRef base = name.drop_back(digits.size());
  uint64_t number;
  if (digits.empty() || base.size() < 2 || base.back() != '_' ||
      digits.getAsInteger(10, number))
    return {name, std::nullopt};
  return {base.drop_back(), number};
}

std::string NodeNames::makeNode(StringRef wanted) {
  std::string legal;
  for (char c : wanted)
    legal += llvm::isAlnum(c) || c == '_' ? c : '_';
  if (legal.empty() || llvm::isDigit(legal.front()))
    legal.insert(legal.begin(), '_');
  auto [base, given] = splitName(legal);
  uint64_t &count = counts[base];
  uint64_t number = given.value_or(0);
  std::string name = legal;
  if (number == 0)
    number = count;
  while (used.contains(name) || isTaken(name))
    name = (base + "_" + llvm::Twine(++number)).str();
  used.insert(name);
  count = number;
  return name;
}

std::string NodeNames::makeInput(StringRef wanted) {
  std::string name = wanted.str();
  for (uint64_t number = 1; used.contains(name); ++number)
    name = (wanted + "_" + llvm::Twine(number)).str();
  used.insert(name);
  return name;
}

std::string NodeNames::renameNode(StringRef wanted) {
  std::string name = wanted.str();
  auto [base, given] = splitName(wanted);
  for (uint64_t number = given.value_or(0); used.contains(name);)
    name = (base + "_" + llvm::Twine(++number)).str();
  used.insert(name);
  return name;
}

std::string torchscript::toSnakeCase(StringRef name) {
  std::string result;
  for (size_t i = 0; i < name.size(); ++i) {
    char c = name[i];
    if (c >= 'A' && c <= 'Z' && i > 0 && name[i - 1] >= 'a' &&
        name[i - 1] <= 'z')
      result += '_';
    result += llvm::toLower(c);
  }
  return result;
}

std::string torchscript::getBaseName(StringRef target) {
  StringRef name = target;
  if (name.consume_front("torch.ops.")) {
    auto [space, rest] = name.split('.');
    // Operators of control flow have no overload.
    name = space == "higher_order" ? rest : rest.rsplit('.').first;
  } else {
    name = name.rsplit('.').second.empty() ? name : name.rsplit('.').second;
  }
  return toSnakeCase(name);
}
