//===- ModuleInterface.cpp - What the language asks of modules ------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the classes of torch.nn, and refuses to call a module class.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/ModuleInterface.h"

#include "TorchScript/Frontend/Language/FileScope.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"

#include "TorchScript/Library/Library.h"

using namespace torchscript;
using llvm::StringRef;

ModuleType::~ModuleType() = default;

Meaning *ModuleClassMeaning::getStatic(Compilation &unit,
                                       const FunctionDef *function) {
  FunctionMeaning *&known = statics[function->name];
  if (!known)
    known = unit.make<FunctionMeaning>(unit.makeFunction(
        function, scope, function->name,
        scope->qualify((def->name + "." + function->name).str())));
  return known;
}

Meaning *ModuleClassMeaning::attribute(FunctionEmitter &emitter,
                                       SourceRange range,
                                       llvm::StringRef name) {
  // The class is known by its members once an instance has been compiled, or is
  // being compiled.
  Compilation &unit = emitter.getUnit();
  if (unit.getTypes().lookupNominal(scope->qualify(def->name)))
    for (Stmt *statement : def->body)
      if (auto *function = llvm::dyn_cast<FunctionDef>(statement))
        if (function->name == name &&
            hasDecorator(function->decorators, "staticmethod"))
          return getStatic(unit, function);
  return Meaning::attribute(emitter, range, name);
}

Meaning *ModuleClassMeaning::call(FunctionEmitter &emitter,
                                  const CallSite &site,
                                  const ActualArguments &) {
  emitter.error(site.callee, "Cannot instantiate class '" + def->name +
                                 "' in a script function");
  return nullptr;
}

ModuleClassMeaning *torchscript::findLayer(Compilation &unit, StringRef name) {
  std::optional<LibraryText> text = findLayerText(name);
  Scope *library = text ? unit.getLibrary(text->moduleName) : nullptr;
  return llvm::dyn_cast_or_null<ModuleClassMeaning>(
      library ? library->lookup(name) : nullptr);
}
