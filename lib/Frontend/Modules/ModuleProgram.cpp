//===- ModuleProgram.cpp - Modules scripted from instances ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the methods of module instances in the order of TorchScript (TS-
// MOD-003 to 005, 026, 033).
//
//===----------------------------------------------------------------------===//

#include "ModuleProgram.h"

#include "TorchScript/Frontend/Language/ClassDeclarations.h"
#include "TorchScript/Frontend/Language/FileScope.h"

#include "TorchScript/Frontend/Syntax/Parser.h"

using namespace torchscript;
using llvm::StringRef;
namespace ts = mlir::ts;

//===----------------------------------------------------------------------===//
// Methods
//===----------------------------------------------------------------------===//

FunctionEntry *ModuleProgram::makeMethod(ModuleEntry &module, StringRef key,
                                         ClassMember<FunctionDef> def,
                                         const FunctionDef *signature) {
  const InstanceValue *function =
      module.hostClass ? source.findMember(*module.hostClass, def.node->name)
                       : nullptr;
  Scope *scope = function ? getDefaultsScope(unit, def.scope, *function, def.node)
                          : def.scope;
  FunctionEntry *method =
      unit.makeFunction(def.node, scope, key,
                        (module.entry->type->getName() + "." + key).str());
  method->owner = module.entry;
  llvm::ArrayRef<Expr *> decorators = def.node->decorators;
  if (!hasDecorator(decorators, "staticmethod"))
    method->selfType = module.entry->type;
  method->signature = signature;
  if (hasDecorator(decorators, "jit.unused") ||
      hasDecorator(decorators, "jit.ignore"))
    method->unusedMessage = "This Python function is annotated to be ignored "
                            "and cannot be run";
  if (function && isLeftToHost(decorators))
    method->hostFunction = source.getHostFunction(*function);
  module.methods[key.str()] = method;
  return method;
}

FunctionEntry *ModuleProgram::getMethod(ModuleEntry &module, StringRef name) {
  auto it = module.methods.find(name);
  if (it != module.methods.end())
    return it->second;
  ClassMember<FunctionDef> def = module.cls->findFunction(name);
  return def ? makeMethod(module, name, def) : nullptr;
}

void ModuleProgram::addMethod(ModuleEntry &module, FunctionEntry &method) {
  // Ignored ones are called by name only.
  if (!method.unusedMessage.empty())
    return;
  module.entry->methods[method.name] = &method;
  module.entry->type->addMethod(
      {method.name, &method.schema, /*isStatic=*/!method.selfType});
  declareMethodOp(module.op, method.name, method.op,
                  /*isStatic=*/!method.selfType,
                  StringRef(method.name).ends_with("_getter"));
}

void ModuleProgram::declareOverloads(ModuleEntry &module) {
  for (const std::string &name : module.cls->getFunctionNames()) {
    ClassMember<FunctionDef> def = module.cls->findFunction(name);
    if (!def)
      continue;
    unsigned index = 0;
    for (const auto &declaration : module.cls->findOverloads(name))
      module.overloads[name].push_back(
          makeMethod(module, name + "__" + std::to_string(index++), def,
                     declaration.node));
  }
}

void ModuleProgram::declareProperties(ModuleEntry &module) {
  std::vector<StringRef> unused =
      module.cls->getNames("__jit_unused_properties__");
  for (const std::string &name : module.cls->getFunctionNames()) {
    ClassMember<FunctionDef> getter = module.cls->findFunction(name);
    if (!getter || !hasDecorator(getter.node->decorators, "property") ||
        hasDecorator(getter.node->decorators, "jit.unused") ||
        llvm::is_contained(unused, name))
      continue;
    ClassProperty property;
    property.name = name;
    property.getter = "__" + name + "_getter";
    module.entry->methods[property.getter] =
        makeMethod(module, property.getter, getter);
    ClassMember<FunctionDef> setter = module.cls->findSetter(name);
    if (setter && !hasDecorator(setter.node->decorators, "jit.unused")) {
      property.setter = "__" + name + "_setter";
      module.entry->methods[property.setter] =
          makeMethod(module, property.setter, setter);
    }
    module.entry->type->addProperty(property);
  }
}

/// The text of methods that containers have beside those of their class.
static std::string getContainerText(const ModuleEntry &module) {
  if (module.container != ModuleContainer::List &&
      module.container != ModuleContainer::Dict)
    return "";
  std::string text = "def __len__(self):\n    return " +
                     std::to_string(module.submodules.size()) + "\n";
  if (module.container == ModuleContainer::List)
    return text;
  std::string keys;
  for (const ModuleEntry::Submodule &sub : module.submodules) {
    keys += "'";
    for (char c : sub.name) {
      if (c == '\'' || c == '\\')
        keys += '\\';
      keys += c;
    }
    keys += "', ";
  }
  text += "def __contains__(self, key: str):\n    return ";
  return text + (keys.empty() ? "False" : "key in [" + keys + "]") + "\n";
}

void ModuleProgram::defineContainerMethods(ModuleEntry &module) {
  std::string text = getContainerText(module);
  if (text.empty())
    return;
  auto file = std::make_shared<SourceFile>(
      "<" + module.entry->type->getName().str() + ">", std::move(text));
  DiagnosticSink sink;
  std::unique_ptr<SyntaxTree> tree = parseFile(file, sink);
  if (sink.hasErrors())
    return;
  Scope *added =
      unit.addFile(std::move(tree), "__torch__.", /*isLibrary=*/false);
  for (const Stmt *statement : added->getTree().body)
    if (const auto *def = llvm::dyn_cast<FunctionDef>(statement))
      if (!module.methods.count(def->name.str()) &&
          !module.findExported(def->name))
        (void)unit.compile(*makeMethod(module, def->name, {def, added}));
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// Whether TorchScript compiles the method without being asked to.
static bool isEntryPoint(const FunctionDef *def, StringRef name) {
  if (hasDecorator(def->decorators, "jit.unused") ||
      hasDecorator(def->decorators, "jit.ignore"))
    return false;
  return name == "forward" || hasDecorator(def->decorators, "jit.export");
}

FunctionEntry *ModuleEntry::findExported(StringRef name) {
  ClassMember<FunctionDef> def = cls->findFunction(name);
  if (!def || overloads.count(name.str()) || !isEntryPoint(def.node, name))
    return nullptr;
  return program->getMethod(*this, name);
}

bool ModuleProgram::compileOwn(ModuleEntry &module,
                               const InterfaceType *interface) {
  std::vector<std::string> names;
  if (interface) {
    for (const ClassMethod &method : interface->getMethods())
      names.push_back(method.name);
  } else {
    names = module.cls->getFunctionNames();
    // `forward` comes first.
    if (auto forward = llvm::find(names, "forward"); forward != names.end())
      std::rotate(names.begin(), forward, std::next(forward));
  }
  llvm::SmallVector<FunctionEntry *> together;
  for (const auto &[name, variants] : module.overloads)
    llvm::append_range(together, variants);
  for (const std::string &name : names) {
    ClassMember<FunctionDef> def = module.cls->findFunction(name);
    if (!def || module.overloads.count(name) ||
        hasDecorator(def.node->decorators, "property") ||
        module.ignoredAttributes.contains(name))
      continue;
    if (interface || isEntryPoint(def.node, name))
      together.push_back(getMethod(module, name));
  }
  auto compileOne = [&](FunctionEntry *method) {
    if (unit.compile(*method))
      return true;
    module.failure = method->failure;
    return false;
  };
  for (FunctionEntry *method : together)
    method->lacksDefaults = !method->scope->isArchive() && !method->isLibrary;
  if (!llvm::all_of(together, compileOne))
    return false;
  if (!interface)
    for (const ClassProperty &property : module.entry->type->getProperties()) {
      if (!compileOne(module.entry->methods[property.getter]))
        return false;
      if (!property.setter.empty() &&
          !compileOne(module.entry->methods[property.setter]))
        return false;
    }
  for (FunctionEntry *method : together)
    method->lacksDefaults = false;
  return interface || compileHooks(module);
}

/// Which method of an interface a class lacks, as a sentence; empty for none.
static std::string findMissing(const ModuleEntry &module,
                               const InterfaceType *interface) {
  if (interface)
    for (const ClassMethod &method : interface->getMethods())
      if (!module.cls->findFunction(method.name))
        return "'" + module.getName().str() + "' object has no attribute '" +
               method.name + "'";
  return "";
}

bool ModuleProgram::compile(ModuleEntry &module,
                            const InterfaceType *interface) {
  if (module.state != ModuleEntry::State::Untouched)
    return module.state != ModuleEntry::State::Failed;
  module.state = ModuleEntry::State::Compiling;
  for (const ModuleEntry::Submodule &sub : module.submodules) {
    ModuleEntry *inner = sub.module ? sub.module : sub.behind;
    std::string why = findMissing(*inner, sub.interface);
    bool ok = why.empty() && compile(*inner, sub.interface);
    if (!why.empty()) {
      inner->failure = Diagnostic();
      inner->failure.message = why;
    }
    if (ok && sub.interface &&
        !isSubtypeOf(inner->entry->type, sub.interface, &why)) {
      inner->failure = Diagnostic();
      inner->failure.message = "Could not cast attribute '" + sub.name +
                               "' to type " + sub.interface->spelling() +
                               ": Object of type " +
                               inner->entry->type->spelling() +
                               " is not compatible with interface " +
                               sub.interface->spelling() + "\n" + why;
      ok = false;
    }
    if (ok)
      continue;
    module.failure = inner->failure;
    module.state = ModuleEntry::State::Failed;
    return false;
  }
  bool ok = compileOwn(module, interface);
  // A container has them when its own methods are done: those cannot use them.
  if (ok)
    defineContainerMethods(module);
  module.state = ok ? ModuleEntry::State::Done : ModuleEntry::State::Failed;
  return ok;
}

ts::ObjectOp ModuleProgram::script(const InstanceValue &instance,
                                   StringRef name, Diagnostic &problem) {
  ModuleEntry *module = nullptr;
  if (instance.kind != InstanceValue::Kind::Module) {
    failure = Diagnostic();
    failure.isUnsupported = !findClass(instance.text);
    failure.message =
        failure.isUnsupported
            ? "not supported yet: an instance of '" + instance.text +
                  "', which is no module"
            : "'__main__." + instance.text +
                  "' has not been initialized, did you forget to call "
                  "'super()'?";
  } else {
    if (!source.hasIdentity())
      readConstructor(
          unit, source, instance,
          [&](StringRef wanted) { return findClass(wanted); }, notes);
    module = describe(instance, 0);
  }
  if (!module) {
    problem = failure;
    return {};
  }
  if (!compile(*module)) {
    problem = module->failure;
    return {};
  }
  instanceTypes.why.clear();
  mlir::FlatSymbolRefAttr symbol =
      writer.getObject(instance, module->entry->type, name);
  if (!symbol) {
    problem = Diagnostic();
    problem.message = instanceTypes.why;
    return {};
  }
  return unit.getModule().lookupSymbol<ts::ObjectOp>(symbol.getValue());
}
