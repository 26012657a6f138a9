//===- Definitions.cpp - Where functions and classes come from ------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what the code objects of functions and classes keep of their text.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Evaluate/Definitions.h"

#include "Code.h"
#include "TorchScript/Frontend/Evaluate/Defaults.h"
#include "TorchScript/Library/Library.h"

#include <algorithm>

using namespace torchscript;
using namespace torchscript::evaluate;

/// The function whose code is the text of a function or class; null for none.
static const FunctionObject *getFunction(const Value &value) {
  if (auto *function = value.dyn<FunctionObject>())
    return function;
  auto *type = value.dyn<TypeObject>();
  return type ? type->body.dyn<FunctionObject>() : nullptr;
}

std::optional<Definition> evaluate::findDefinition(Interpreter &,
                                                   const Value &value) {
  const FunctionObject *function = getFunction(value);
  auto *code = function ? function->code.dyn<CodeObject>() : nullptr;
  if (!code || !code->node || !code->file || code->name == "<lambda>")
    return std::nullopt;
  Definition found;
  found.file = code->file;
  found.name = code->name;
  found.offset =
      (code->isClass
           ? static_cast<const ClassDef *>(code->node)->getRange()
           : static_cast<const FunctionDef *>(code->node)->getRange())
          .begin;
  DictObject *globals = getGlobals(value);
  Value *module = globals ? globals->find("__name__") : nullptr;
  if (module && module->is(Kind::Str))
    found.module = module->as<StrObject>()->text;
  auto isTextOf = [&](const std::string &name) {
    auto library = findLibrary(name);
    return library && library->fileName == found.file->getName();
  };
  // What quantization and torchvision consist of is compiled as a program's own
  // text is.
  llvm::StringRef file = found.file->getName();
  found.isLibrary =
      (isTextOf(found.module) || isTextOf("python." + found.module)) &&
      !file.starts_with("python/torch/ao/") &&
      !file.starts_with("python/torch/nn/intrinsic/") &&
      !file.starts_with("python/torchvision/");
  return found;
}

DefinitionLines evaluate::findDefinitionLines(const Value &value) {
  const FunctionObject *function = getFunction(value);
  const CodeObject *code =
      function ? function->code.dyn<CodeObject>() : value.dyn<CodeObject>();
  DefinitionLines lines;
  if (!code || !code->node || !code->file)
    return lines;
  SourceRange range;
  llvm::ArrayRef<Expr *> decorators;
  if (code->isClass) {
    auto *node = static_cast<const ClassDef *>(code->node);
    range = node->getRange(), decorators = node->decorators;
  } else if (llvm::StringRef(code->name).starts_with("<")) {
    range = static_cast<const Expr *>(code->node)->getRange();
  } else {
    auto *node = static_cast<const FunctionDef *>(code->node);
    range = node->getRange(), decorators = node->decorators;
  }
  llvm::StringRef text = range.getText().rtrim();
  lines.file = code->file;
  lines.first =
      (decorators.empty() ? range : decorators[0]->getRange()).getBegin().line;
  lines.last =
      code->file->getLineColumn(range.begin + uint32_t(text.size())).line;
  return lines;
}

Value evaluate::findName(const Value &functionOrClass, llvm::StringRef name) {
  const FunctionObject *function = getFunction(functionOrClass);
  auto *code = function ? function->code.dyn<CodeObject>() : nullptr;
  if (!code)
    return Value();
  for (size_t i = 0;
       i < code->freeNames.size() && i < function->closure.size(); ++i)
    if (code->freeNames[i]->text == name)
      if (auto *cell = function->closure[i].dyn<CellObject>())
        return cell->value;
  DictObject *globals = getGlobals(functionOrClass);
  Value *found = globals ? globals->find(name) : nullptr;
  return found ? *found : Value();
}

std::vector<std::pair<std::string, Value>>
evaluate::getDefaults(const Value &value) {
  std::vector<std::pair<std::string, Value>> found;
  auto *function = value.dyn<FunctionObject>();
  auto *code = function ? function->code.dyn<CodeObject>() : nullptr;
  if (!code)
    return found;
  size_t positional =
      std::min(code->numPositional, code->localNames.size());
  size_t count = std::min(function->defaults.size(), positional);
  for (size_t i = 0; i < count; ++i)
    found.emplace_back(code->localNames[positional - count + i]->text,
                       function->defaults[function->defaults.size() - count + i]);
  if (auto *named = function->keywordDefaults.dyn<DictObject>())
    for (auto &entry : named->entries)
      if (auto *name = entry.key.dyn<StrObject>())
        found.emplace_back(name->text, entry.value);
  return found;
}

DictObject *evaluate::getGlobals(const Value &functionOrClass) {
  const FunctionObject *function = getFunction(functionOrClass);
  return function ? function->globals.dyn<DictObject>() : nullptr;
}

Value evaluate::getUnwrapped(Interpreter &in, const Value &value) {
  Value current = value;
  for (unsigned i = 0; i < 32; ++i) {
    if (auto *method = current.dyn<BoundMethodObject>())
      current = method->function;
    else if (Value inner = current.is(Kind::Function) ||
                                   current.is(Kind::Instance)
                               ? in.findAttr(current, "__wrapped__")
                               : Value())
      current = inner;
    else
      break;
  }
  return current;
}
