//===- ModuleAttributes.cpp - Attributes and calls of modules -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resolves  and calls of modules (TS-MOD-011, 021, 025, 028).
//
//===----------------------------------------------------------------------===//

#include "ModuleProgram.h"
#include "TorchScript/Frontend/Language/FileScope.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;
using llvm::StringRef;
namespace ts = mlir::ts;

Meaning *ModuleMeaning::submodule(FunctionEmitter &emitter, SourceRange range,
                                  const ModuleEntry::Submodule &sub) {
  const Type *type = module->entry->type->findAttribute(sub.name)->type;
  TypedValue value(emitter.getBuilder().create<ts::GetAttrOp>(
                       emitter.loc(range), emitter.lower(type), self.value,
                       emitter.getBuilder().getStringAttr(sub.name)),
                   type);
  if (!sub.module)
    return emitter.makeValue(value);
  return emitter.make<ModuleMeaning>(sub.module, value);
}

/// Whether a member of the class is one that compiled code may use.
static bool isUsable(const ModuleEntry &module, StringRef name) {
  ClassMember<FunctionDef> function = module.cls->findFunction(name);
  return function && !hasDecorator(function.node->decorators, "property") &&
         !module.ignoredAttributes.contains(name);
}

Meaning *ModuleMeaning::classMember(FunctionEmitter &emitter, SourceRange range,
                                    StringRef name) {
  if (!isUsable(*module, name))
    return nullptr;
  auto overloaded = module->overloads.find(name);
  if (overloaded != module->overloads.end())
    return emitter.make<OverloadedFunctionMeaning>(overloaded->second, self);
  FunctionEntry *method = module->program->getMethod(*module, name);
  // A second name of a function that would become a method by its first.
  if (method->def->name != name && !module->findExported(name)) {
    emitter.error({}, "Can't redefine method: " + method->def->name +
                          " on class: " + module->entry->type->spelling());
    return nullptr;
  }
  if (!method->selfType)
    return emitter.make<FunctionMeaning>(method);
  return emitter.make<MethodMeaning>(method, self);
}

Meaning *ModuleMeaning::attribute(FunctionEmitter &emitter, SourceRange range,
                                  StringRef name) {
  if (const ModuleEntry::Submodule *sub = module->findSubmodule(name))
    return submodule(emitter, range, *sub);
  const ClassType *type = module->entry->type;
  if (type->findAttribute(name) || type->findProperty(name))
    return emitter.makeValue(self)->attribute(emitter, range, name);
  if (auto kind = ModuleIterationMeaning::find(*module, name))
    return emitter.make<ModuleIterationMeaning>(this, *kind);
  auto function = module->functions.find(name);
  if (function != module->functions.end())
    return function->second;
  if (Meaning *member = classMember(emitter, range, name))
    return member;
  auto defined = module->entry->methods.find(name.str());
  if (defined != module->entry->methods.end())
    return emitter.make<MethodMeaning>(defined->second, self);
  std::string hint;
  auto failed = module->failedAttributes.find(name);
  if (failed != module->failedAttributes.end())
    hint = failed->second;
  else if (module->ignoredAttributes.contains(name))
    hint = "attribute was ignored during compilation";
  emitter.error(range, "Module '" + module->getName() + "' has no attribute '" +
                           name + "' " + hint);
  return nullptr;
}

std::optional<bool> ModuleMeaning::hasAttribute(FunctionEmitter &emitter,
                                                SourceRange range,
                                                StringRef name) {
  const ClassType *type = module->entry->type;
  // Asking for a method compiles it.
  bool isMethod = isUsable(*module, name) &&
                  !module->overloads.count(name.str()) &&
                  !type->findAttribute(name) && !module->findSubmodule(name);
  if (isMethod) {
    FunctionEntry *method = module->program->getMethod(*module, name);
    bool isOpen = method->state == FunctionEntry::State::InProgress;
    if (!isOpen && method->unusedMessage.empty() &&
        !emitter.getUnit().compile(*method)) {
      emitter.calleeError(range, *method);
      return std::nullopt;
    }
  }
  return type->findAttribute(name) || type->findProperty(name) ||
         ModuleIterationMeaning::find(*module, name) ||
         module->functions.count(name.str()) || isUsable(*module, name) ||
         module->entry->methods.count(name.str());
}

bool ModuleMeaning::setAttribute(FunctionEmitter &emitter, SourceRange range,
                                 StringRef name, TypedValue value) {
  return emitter.makeValue(self)->setAttribute(emitter, range, name, value);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Meaning *ModuleMeaning::call(FunctionEmitter &emitter, const CallSite &site,
                             const ActualArguments &arguments) {
  Meaning *forward = attribute(emitter, site.callee, "forward");
  if (!forward)
    return nullptr;
  if (module->hooks.empty())
    return forward->call(emitter, site, arguments);
  return callWithHooks(emitter, site, forward, arguments);
}
