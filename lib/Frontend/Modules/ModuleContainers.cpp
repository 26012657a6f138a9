//===- ModuleContainers.cpp - Containers of modules -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterates and indexes ModuleList, Sequential, ModuleDict, ParameterList and
// ParameterDict, and lists the parts of modules (TS-MOD-012 to 019).
//
//===----------------------------------------------------------------------===//

#include "ModuleProgram.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"

#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;
using llvm::StringRef;
using llvm::Twine;

bool ModuleMeaning::members(
    FunctionEmitter &emitter, SourceRange range,
    llvm::SmallVectorImpl<std::pair<std::string, Meaning *>> &out) {
  bool isParameters = module->container == ModuleContainer::ParameterList ||
                      module->container == ModuleContainer::ParameterDict;
  if (!isParameters) {
    for (const ModuleEntry::Submodule &sub : module->submodules)
      out.emplace_back(sub.name, submodule(emitter, range, sub));
    return true;
  }
  for (const ClassAttribute &attribute : module->attributes) {
    if (attribute.kind != AttributeKind::Parameter)
      continue;
    Meaning *value = this->attribute(emitter, range, attribute.name);
    if (!value)
      return false;
    out.emplace_back(attribute.name, value);
  }
  return true;
}

/// The second halves of names and members, as a static tuple.
static Meaning *
valuesOf(FunctionEmitter &emitter,
         llvm::ArrayRef<std::pair<std::string, Meaning *>> members) {
  llvm::SmallVector<Meaning *> values;
  for (const auto &[name, value] : members)
    values.push_back(value);
  return emitter.make<StaticTupleMeaning>(values);
}

static Meaning *
namesOf(FunctionEmitter &emitter, SourceRange range,
        llvm::ArrayRef<std::pair<std::string, Meaning *>> members) {
  llvm::SmallVector<Meaning *> names;
  for (const auto &[name, value] : members)
    names.push_back(emitter.makeValue(emitter.constantString(range, name)));
  return emitter.make<StaticTupleMeaning>(names);
}

static Meaning *
pairsOf(FunctionEmitter &emitter, SourceRange range,
        llvm::ArrayRef<std::pair<std::string, Meaning *>> members) {
  llvm::SmallVector<Meaning *> pairs;
  for (const auto &[name, value] : members)
    pairs.push_back(emitter.make<StaticTupleMeaning>(llvm::ArrayRef<Meaning *>{
        emitter.makeValue(emitter.constantString(range, name)), value}));
  return emitter.make<StaticTupleMeaning>(pairs);
}

Meaning *ModuleMeaning::iterable(FunctionEmitter &emitter, SourceRange range) {
  llvm::SmallVector<std::pair<std::string, Meaning *>> parts;
  switch (module->container) {
  case ModuleContainer::List:
  case ModuleContainer::ParameterList:
    return members(emitter, range, parts) ? valuesOf(emitter, parts) : nullptr;
  case ModuleContainer::Dict:
    return members(emitter, range, parts) ? namesOf(emitter, range, parts)
                                          : nullptr;
  case ModuleContainer::ParameterDict:
  case ModuleContainer::None:
    break;
  }
  emitter.error(range, "Only constant Sequential, ModuleList, ModuleDict, or "
                       "ParameterList can be used as an iterable");
  return nullptr;
}

bool ModuleMeaning::asElements(FunctionEmitter &emitter, SourceRange range,
                               llvm::SmallVectorImpl<Meaning *> &elements,
                               std::optional<size_t>) {
  if (module->container != ModuleContainer::List &&
      module->container != ModuleContainer::ParameterList) {
    emitter.error(range, "module cannot be used as a tuple");
    return false;
  }
  llvm::SmallVector<std::pair<std::string, Meaning *>> parts;
  if (!members(emitter, range, parts))
    return false;
  for (const auto &[name, value] : parts)
    elements.push_back(value);
  return true;
}

Meaning *ModuleMeaning::subscript(FunctionEmitter &emitter, SourceRange range,
                                  TypedValue index, const Type *hint) {
  const auto *seenAs = llvm::dyn_cast_or_null<InterfaceType>(hint);
  bool isList = module->container == ModuleContainer::List ||
                module->container == ModuleContainer::ParameterList;
  if (module->container == ModuleContainer::None) {
    emitter.error(range, "Only ModuleList, Sequential, ModuleDict, "
                         "ParameterList, and ParameterDict modules are "
                         "subscriptable");
    return nullptr;
  }
  if (seenAs && (module->container == ModuleContainer::List ||
                 module->container == ModuleContainer::Dict))
    return emitter.indexContainer(range, self, index, seenAs);
  llvm::SmallVector<std::pair<std::string, Meaning *>> parts;
  if (isList) {
    if (!members(emitter, range, parts))
      return nullptr;
    return valuesOf(emitter, parts)->subscript(emitter, range, index, hint);
  }
  std::optional<std::string> key =
      FunctionEmitter::asConstantString(index.value);
  if (!key) {
    emitter.error(range,
                  "Unable to extract string literal index. ModuleDict indexing "
                  "is only supported with string literals. Enumeration of "
                  "ModuleDict is supported, e.g. 'for k, v in self.items(): "
                  "...'");
    return nullptr;
  }
  if (!members(emitter, range, parts))
    return nullptr;
  for (const auto &[name, value] : parts)
    if (name == *key)
      return value;
  emitter.error(range, "Key Error, " + *key);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// named_children and the like
//===----------------------------------------------------------------------===//

std::optional<ModuleIterationMeaning::Kind>
ModuleIterationMeaning::find(const ModuleEntry &module, StringRef name) {
  using Result = std::optional<Kind>;
  if (module.container == ModuleContainer::Dict) {
    Result found = llvm::StringSwitch<Result>(name)
                       .Case("items", Kind::Items)
                       .Case("keys", Kind::Keys)
                       .Case("values", Kind::Values)
                       .Default(std::nullopt);
    if (found)
      return found;
  }
  return llvm::StringSwitch<Result>(name)
      .Case("children", Kind::Children)
      .Case("named_children", Kind::NamedChildren)
      .Case("modules", Kind::Modules)
      .Case("named_modules", Kind::NamedModules)
      .Case("named_buffers", Kind::NamedBuffers)
      .Default(std::nullopt);
}

using NamedMeanings = llvm::SmallVector<std::pair<std::string, Meaning *>>;

/// A module with everything below it, each type's instance once per place, in
/// the order of Python's named_modules.
static bool addModules(FunctionEmitter &emitter, SourceRange range,
                       ModuleMeaning *module, const std::string &name,
                       NamedMeanings &out) {
  out.emplace_back(name, module);
  for (const ModuleEntry::Submodule &sub : module->module->submodules) {
    if (sub.interface) {
      emitter.error(range, "Could not compile modules() because module is an "
                           "interface type. Please file issue.");
      return false;
    }
    auto *inner = llvm::dyn_cast_or_null<ModuleMeaning>(
        module->submodule(emitter, range, sub));
    if (inner &&
        !addModules(emitter, range, inner,
                    name.empty() ? sub.name : name + "." + sub.name, out))
      return false;
  }
  return true;
}

static bool addBuffers(FunctionEmitter &emitter, SourceRange range,
                       ModuleMeaning *module, NamedMeanings &out) {
  for (const ClassAttribute &attribute : module->module->attributes) {
    if (attribute.kind != AttributeKind::Buffer)
      continue;
    Meaning *value = module->attribute(emitter, range, attribute.name);
    if (!value)
      return false;
    out.emplace_back(attribute.name, value);
  }
  return true;
}

Meaning *ModuleIterationMeaning::call(FunctionEmitter &emitter,
                                      const CallSite &site,
                                      const ActualArguments &) {
  SourceRange range = site.call;
  NamedMeanings parts;
  bool ok = true;
  switch (kind) {
  case Kind::Modules:
  case Kind::NamedModules:
    ok = addModules(emitter, range, owner, "", parts);
    break;
  case Kind::NamedBuffers:
    ok = addBuffers(emitter, range, owner, parts);
    break;
  default:
    ok = owner->members(emitter, range, parts);
    break;
  }
  if (!ok)
    return nullptr;
  switch (kind) {
  case Kind::Keys:
    return namesOf(emitter, range, parts);
  case Kind::Values:
  case Kind::Children:
  case Kind::Modules:
    return valuesOf(emitter, parts);
  default:
    return pairsOf(emitter, range, parts);
  }
}
