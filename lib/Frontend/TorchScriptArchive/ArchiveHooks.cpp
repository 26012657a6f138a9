//===- ArchiveHooks.cpp - Hooks of the saved module -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the function that the host calls for forward when the module has hooks.
//
//===----------------------------------------------------------------------===//

#include "ArchiveProgram.h"

#include "TorchScript/Frontend/Syntax/Parser.h"

using namespace torchscript;
using llvm::StringRef;

/// The text of a function that calls the hooks around `forward`, as PyTorch
/// does when the module itself is called. They are compiled for
/// their signatures. Empty when a hook or forward cannot be compiled.
static std::string makeWrapper(Compilation &unit, const ArchiveClass &root) {
  auto &methods = root.entry->methods;
  auto find = [&](StringRef name) -> FunctionEntry * {
    auto it = methods.find(name.str());
    return it != methods.end() && unit.compile(*it->second) ? it->second
                                                            : nullptr;
  };
  FunctionEntry *forward = find("forward");
  if (!forward)
    return "";
  std::string text = "def forward(self: " + root.name, inputs;
  for (const Parameter &parameter :
       forward->def->parameters->parameters.drop_front()) {
    text += ", " + parameter.name.str();
    if (parameter.annotation)
      text += ": " + parameter.annotation->getRange().getText().str();
    if (parameter.defaultValue)
      text += "=" + parameter.defaultValue->getRange().getText().str();
    inputs += parameter.name.str() + ", ";
  }
  text += "):\n  __in = (" + inputs + ")\n";
  for (const std::string &name : root.preHooks) {
    FunctionEntry *hook = find(name);
    if (!hook)
      return "";
    // None leaves the inputs as they are, one value stands for a tuple.
    const Type *result = hook->schema.returns[0].type;
    std::string call = "(self)." + name + "(__in, )";
    if (result->isNone())
      text += "  " + call + "\n";
    else if (llvm::isa<TupleType>(result))
      text += "  __in = " + call + "\n";
    else
      text += "  __in = (" + call + ", )\n";
  }
  if (!inputs.empty())
    text += "  " + inputs + "= __in\n";
  text += "  __out = (self).forward(" + inputs + ")\n";
  for (const std::string &name : root.hooks) {
    FunctionEntry *hook = find(name);
    if (!hook)
      return "";
    std::string call = "(self)." + name + "(__in, __out, )";
    bool isNone = hook->schema.returns[0].type->isNone();
    text += (isNone ? "  " : "  __out = ") + call + "\n";
  }
  return text + "  return __out\n";
}

FunctionEntry *ArchiveProgram::makeForwardWithHooks(ArchiveClass &root) {
  if (root.preHooks.empty() && root.hooks.empty())
    return nullptr;
  std::string text = makeWrapper(unit, root);
  if (text.empty())
    return nullptr;
  auto file = std::make_shared<SourceFile>("<hooks of " + root.name + ">",
                                           std::move(text));
  diagnostics.retain(file);
  ParseOptions options;
  options.dialect = Dialect::Archive;
  hooksTree = parseFile(file, diagnostics, options);
  unit.addSource(*file);
  const auto *def = hooksTree->body.size() == 1
                        ? llvm::dyn_cast<FunctionDef>(hooksTree->body[0])
                        : nullptr;
  if (!def)
    return nullptr;
  FunctionEntry *entry = unit.makeFunction(def, root.file, "forward",
                                           root.name + ".forward with hooks");
  entry->selfType = root.type;
  entry->owner = root.entry;
  return entry;
}
