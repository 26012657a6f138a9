//===- ModuleTypes.cpp - Types of module instances ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds out which attributes, constants, parameters, buffers and submodules an
// instance has, and of which types (TS-MOD-001, 006 to 010).
//
//===----------------------------------------------------------------------===//

#include "ModuleProgram.h"
#include "TorchScript/Base/Types/TypeParser.h"
#include "TorchScript/Frontend/Language/ClassDeclarations.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"
#include "TorchScript/Frontend/Language/TypeLowering.h"

using namespace torchscript;
using llvm::StringRef;
using llvm::Twine;

/// Deepest nesting of modules in each other.
static constexpr unsigned maxModuleDepth = 256;

Meaning *ModuleEntry::getSelf(Compilation &unit, TypedValue self) {
  return unit.make<ModuleMeaning>(this, self);
}

void ModuleEntry::addMethod(FunctionEntry &method) {
  program->addMethod(*this, method);
}

const ModuleEntry::Submodule *ModuleEntry::findSubmodule(StringRef name) const {
  for (const Submodule &sub : submodules)
    if (sub.name == name)
      return &sub;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

std::shared_ptr<const ModuleClass> ModuleProgram::findClass(StringRef name) {
  auto it = classes.find(name);
  if (it != classes.end())
    return it->second;
  auto *meaning = llvm::dyn_cast_or_null<ModuleClassMeaning>(
      unit.lookupAnywhere(scope, name));
  if (!meaning)
    meaning = findLayer(unit, name);
  std::shared_ptr<const ModuleClass> found;
  if (meaning)
    found =
        std::make_shared<const ModuleClass>(unit, meaning->def, meaning->scope);
  return classes[name] = found;
}

std::shared_ptr<const ModuleClass>
ModuleProgram::findClassOf(const InstanceValue &module) {
  if (!module.cls || !module.cls->definition.file) {
    auto found = findClass(module.text);
    return found || module.text != "Module" ? found : findBaseClass();
  }
  auto it = definedClasses.find(module.cls);
  if (it != definedClasses.end())
    return it->second;
  std::vector<ClassMember<ClassDef>> order;
  for (const InstanceValue *cls : module.cls->order)
    if (auto *meaning =
            llvm::dyn_cast_or_null<ModuleClassMeaning>(names.getMeaning(*cls)))
      order.push_back({meaning->def, meaning->scope});
    else if (auto *other =
                 llvm::dyn_cast_or_null<ClassMeaning>(names.getMeaning(*cls)))
      order.push_back({other->entry->def, other->entry->scope});
  std::shared_ptr<const ModuleClass> found;
  if (!order.empty() && names.getMeaning(*module.cls))
    found = std::make_shared<const ModuleClass>(unit, std::move(order));
  else if (module.text == "Module")
    found = findBaseClass();
  return definedClasses[module.cls] = found;
}

/// The class of instances of nn.Module itself: members without methods.
std::shared_ptr<const ModuleClass> ModuleProgram::findBaseClass() {
  Scope *library = unit.getLibrary("torch.nn.modules.module");
  auto *meaning = llvm::dyn_cast_or_null<ModuleClassMeaning>(
      library ? library->lookup("Module") : nullptr);
  if (!meaning)
    return nullptr;
  return std::make_shared<const ModuleClass>(unit, meaning->def,
                                             meaning->scope);
}

static ModuleContainer containerOf(const ModuleClass &cls) {
  if (cls.isA("ModuleList") || cls.isA("Sequential"))
    return ModuleContainer::List;
  if (cls.isA("ModuleDict"))
    return ModuleContainer::Dict;
  if (cls.isA("ParameterList"))
    return ModuleContainer::ParameterList;
  if (cls.isA("ParameterDict"))
    return ModuleContainer::ParameterDict;
  return ModuleContainer::None;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

bool torchscript::toConstant(const InstanceValue &value, Constant &constant,
                             const InstanceValue *&unsuitable, unsigned depth) {
  unsuitable = &value;
  switch (value.kind) {
  case InstanceValue::Kind::None:
    constant = Constant::none();
    return true;
  case InstanceValue::Kind::Bool:
    constant = Constant::boolean(value.integer);
    return true;
  case InstanceValue::Kind::Int:
    constant = Constant::integer(value.integer);
    return true;
  case InstanceValue::Kind::Float:
    constant = Constant::floating(value.real);
    return true;
  case InstanceValue::Kind::String:
    constant = Constant::string(value.text);
    return true;
  case InstanceValue::Kind::Device:
    constant = Constant::device(value.text);
    return true;
  case InstanceValue::Kind::List:
  case InstanceValue::Kind::Tuple: {
    std::vector<Constant> elements(value.elements.size());
    for (auto [element, made] : llvm::zip(value.elements, elements))
      if (depth >= maxModuleDepth ||
          !toConstant(*element, made, unsuitable, depth + 1))
        return false;
    constant = Constant::tuple(std::move(elements));
    return true;
  }
  default:
    return false;
  }
}

/// Lists within a constant of the class as tuples.
static Constant asModuleConstant(const Constant &value) {
  if (value.getKind() != Constant::Kind::List &&
      value.getKind() != Constant::Kind::Tuple)
    return value;
  std::vector<Constant> elements;
  for (const Constant &element : value.getElements())
    elements.push_back(asModuleConstant(element));
  return Constant::tuple(std::move(elements));
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

namespace torchscript {
/// Describes one instance.
class ModuleTypeBuilder {
public:
  ModuleTypeBuilder(ModuleProgram &program, const InstanceValue &instance,
                    unsigned depth)
      : program(program), unit(program.unit), instance(instance), depth(depth) {
  }

  std::unique_ptr<ModuleEntry> build();

private:
  bool fail(SourceRange range, const Twine &message) {
    program.failure = Diagnostic();
    program.failure.message = message.str();
    program.failure.range = range;
    if (range)
      program.failure.context = module->cls->getDef()->getRange();
    return false;
  }
  /// The annotated type, else the type of the value; null with the reason in
  /// `why`, or after an error when that stays empty.
  const Type *typeOf(const InstanceMember &member, std::string &why,
                     bool &inferred);
  bool addTyped(const InstanceMember &member, AttributeKind kind);
  bool addSubmodule(const InstanceMember &member);
  bool addConstant(StringRef name);
  bool addAttribute(const InstanceMember &member);
  bool addFunction(const InstanceMember &member);
  void addHooks(llvm::ArrayRef<const InstanceValue *> hooks, bool isBefore);
  void add(StringRef name, const Type *type, AttributeKind kind,
           Constant value = {}) {
    known.insert(name);
    module->attributes.push_back({name.str(), type, kind, std::move(value)});
  }

  ModuleProgram &program;
  Compilation &unit;
  const InstanceValue &instance;
  unsigned depth;
  std::unique_ptr<ModuleEntry> module;
  llvm::StringSet<> known;
};
} // namespace torchscript

const Type *ModuleTypeBuilder::typeOf(const InstanceMember &member,
                                      std::string &why, bool &inferred) {
  ClassMember<Expr> annotation = module->cls->findAnnotation(member.name);
  if (!annotation)
    annotation = program.notes.declaredTypes.lookup(member.value);
  inferred = !annotation;
  if (inferred && !member.declaredType.empty())
    return parseType(
        unit.getTypes(), member.declaredType,
        [](StringRef) -> const Type * { return nullptr; }, &why);
  if (inferred)
    return inferType(unit, program.names, *member.value, why);
  return resolveType(
      unit, *annotation.scope, const_cast<Expr *>(annotation.node),
      [&](SourceRange range, const Twine &message) { fail(range, message); });
}

bool ModuleTypeBuilder::addTyped(const InstanceMember &member,
                                 AttributeKind kind) {
  if (module->ignoredAttributes.contains(member.name))
    return true;
  std::string why;
  bool inferred;
  const Type *type = typeOf(member, why, inferred);
  if (!type)
    return inferred ? fail({}, "the type of '" + Twine(member.name) +
                                   "' cannot be inferred: " + why)
                    : false;
  add(member.name, type, kind);
  return true;
}

bool ModuleTypeBuilder::addSubmodule(const InstanceMember &member) {
  if (module->ignoredAttributes.contains(member.name))
    return true;
  if (member.value->kind == InstanceValue::Kind::None)
    return addTyped(member, AttributeKind::Regular);
  ModuleEntry::Submodule sub;
  sub.name = member.name;
  ModuleEntry *described = program.describe(*member.value, depth + 1);
  if (!described)
    return false;
  ClassMember<Expr> annotation = module->cls->findAnnotation(member.name);
  if (annotation && !annotation.scope->isLibrary()) {
    std::string why;
    bool inferred;
    const Type *type = typeOf(member, why, inferred);
    if (!type)
      return false;
    sub.interface = llvm::dyn_cast<InterfaceType>(type);
    if (!sub.interface || !sub.interface->isModule())
      return fail(annotation.node->getRange(),
                  "a submodule can be annotated with a module interface only, "
                  "not with " +
                      type->spelling());
    sub.behind = described;
  } else {
    sub.module = described;
  }
  add(member.name,
      sub.interface ? static_cast<const Type *>(sub.interface)
                    : described->entry->type,
      AttributeKind::Regular);
  module->submodules.push_back(std::move(sub));
  return true;
}

bool ModuleTypeBuilder::addConstant(StringRef name) {
  if (known.contains(name))
    return true;
  Constant constant;
  if (const InstanceValue *value = instance.findAttribute(name)) {
    const InstanceValue *unsuitable = nullptr;
    if (!toConstant(*value, constant, unsuitable))
      return fail({}, "'" + getPythonTypeName(*unsuitable) +
                          "' object in attribute '" + module->getName() + "." +
                          name +
                          "' is not a valid constant.\nValid constants are:\n"
                          "1. a nn.ModuleList\n2. a value of type {bool, "
                          "float, int, str, NoneType, torch.device, "
                          "torch.layout, torch.dtype}\n3. a list or tuple of "
                          "(2)\n");
  } else if (ClassMember<Expr> expr = module->cls->findValue(name)) {
    std::optional<Constant> given =
        evaluateConstant(unit, *expr.scope, const_cast<Expr *>(expr.node));
    if (!given)
      return true;
    constant = asModuleConstant(*given);
  } else {
    return true;
  }
  add(name, typeOfConstant(constant, unit.getTypes()), AttributeKind::Constant,
      constant);
  return true;
}

void ModuleTypeBuilder::addHooks(llvm::ArrayRef<const InstanceValue *> hooks,
                                 bool isBefore) {
  for (const InstanceValue *hook : hooks)
    if (auto *function = llvm::dyn_cast_or_null<FunctionMeaning>(
            program.names.getMeaning(*hook)))
      module->hooks.push_back(
          {{function->entry->def, function->entry->scope}, isBefore});
}

bool ModuleTypeBuilder::addFunction(const InstanceMember &member) {
  StringRef name = member.value->text;
  Meaning *meaning = program.names.getMeaning(*member.value);
  // Where the text says which function it is, the name is not needed.
  if (ClassMember<Expr> expr = program.notes.functions.lookup(member.value))
    meaning = evaluateStatic(unit, *expr.scope, const_cast<Expr *>(expr.node));
  if (!llvm::isa_and_nonnull<FunctionMeaning, OperatorMeaning>(meaning))
    meaning = unit.lookupAnywhere(program.scope, name);
  for (StringRef space : {"torch.", "torch.nn.functional.", "math."})
    if (!meaning)
      meaning = unit.lookupNamespace((space + name).str());
  auto *function = llvm::dyn_cast_or_null<FunctionMeaning>(meaning);
  std::string problem;
  if (function && !unit.compile(*function->entry)) {
    llvm::raw_string_ostream os(problem);
    renderTorchScript(function->entry->failure, os);
  } else if (!function && !llvm::isa_and_nonnull<OperatorMeaning>(meaning)) {
    problem = "Expected a single top-level function: '" + name.str() +
              "' is not one of the program";
  }
  known.insert(member.name);
  if (problem.empty())
    module->functions[member.name] = meaning;
  else
    module->failedAttributes[member.name] =
        "(This function exists as an attribute on the Python module, but we "
        "failed to compile it to a TorchScript function. \nThe error stack is "
        "reproduced here:\n" +
        problem;
  return true;
}

bool ModuleTypeBuilder::addAttribute(const InstanceMember &member) {
  if (known.contains(member.name) || StringRef(member.name).starts_with("__") ||
      module->ignoredAttributes.contains(member.name))
    return true;
  if (member.value->kind == InstanceValue::Kind::Function)
    return addFunction(member);
  std::string why;
  bool inferred;
  const Type *type = typeOf(member, why, inferred);
  if (!type && !inferred)
    return false;
  if (type) {
    add(member.name, type, AttributeKind::Regular);
    return true;
  }
  // Such a dict is an error even where nothing uses it.
  if (StringRef(why).contains("Cannot create dict for key type"))
    return fail({},
                "Error inferring type for " + Twine(member.name) + ": " + why);
  module->failedAttributes[member.name] =
      "(This attribute exists on the Python module, but we failed to convert "
      "Python type: '" +
      getPythonTypeName(*member.value) + "' to a TorchScript type. " + why +
      ". Its type was inferred; try adding a type annotation for the "
      "attribute.)";
  return true;
}

std::unique_ptr<ModuleEntry> ModuleTypeBuilder::build() {
  module = std::make_unique<ModuleEntry>();
  module->program = &program;
  module->cls = program.findClassOf(instance);
  if (!module->cls) {
    fail({}, "not supported yet: a module of the class '" + instance.text +
                 "', whose source is not in the program");
    program.failure.isUnsupported = true;
    return nullptr;
  }
  const ModuleClass &cls = *module->cls;
  module->hostClass = instance.cls;
  module->hooks = program.notes.hooks.lookup(&instance);
  addHooks(instance.hooksBefore, /*isBefore=*/true);
  addHooks(instance.hooksBehind, /*isBefore=*/false);
  module->container = containerOf(cls);
  for (StringRef name : cls.getNames("__jit_ignored_attributes__"))
    module->ignoredAttributes.insert(name);
  for (const InstanceMember &member : instance.parameters)
    if (!addTyped(member, AttributeKind::Parameter))
      return nullptr;
  for (const InstanceMember &member : instance.buffers)
    if (!addTyped(member, AttributeKind::Buffer))
      return nullptr;
  for (const InstanceMember &member : instance.submodules)
    if (!addSubmodule(member))
      return nullptr;
  for (StringRef name : cls.getNames("__constants__"))
    if (!addConstant(name))
      return nullptr;
  for (StringRef name : cls.getFinalNames())
    if (!addConstant(name))
      return nullptr;
  if (!known.contains("training"))
    add("training", TypeContext::getBool(), AttributeKind::Regular);
  for (const InstanceMember &member : instance.attributes)
    if (!addAttribute(member))
      return nullptr;
  return std::move(module);
}

//===----------------------------------------------------------------------===//
// Shared types
//===----------------------------------------------------------------------===//

static bool equal(const ClassAttribute &a, const ClassAttribute &b) {
  return a.name == b.name && a.type == b.type && a.kind == b.kind &&
         a.value == b.value;
}

static bool equal(const ModuleEntry &a, const ModuleEntry &b) {
  return a.cls->getDef() == b.cls->getDef() &&
         &a.cls->getScope() == &b.cls->getScope() &&
         std::equal(a.attributes.begin(), a.attributes.end(),
                    b.attributes.begin(), b.attributes.end(),
                    [](const auto &x, const auto &y) { return equal(x, y); }) &&
         a.functions == b.functions &&
         a.failedAttributes == b.failedAttributes && a.hooks == b.hooks &&
         std::equal(
             a.submodules.begin(), a.submodules.end(), b.submodules.begin(),
             b.submodules.end(),
             [](const auto &x, const auto &y) { return x.behind == y.behind; });
}

/// `__torch__.M`, then `__torch__.___torch_mangle_0.M`, ...
static std::string uniqueClassName(TypeContext &types, StringRef wanted) {
  std::string name = wanted.str();
  auto [prefix, last] = wanted.rsplit('.');
  for (unsigned i = 0; types.lookupNominal(name); ++i)
    name = (prefix + ".___torch_mangle_" + Twine(i) + "." + last).str();
  return name;
}

ModuleEntry *ModuleProgram::unique(std::unique_ptr<ModuleEntry> candidate) {
  for (const auto &known : modules)
    if (equal(*known, *candidate))
      return known.get();
  ModuleEntry *module = candidate.get();
  modules.push_back(std::move(candidate));
  const ClassDef *def = module->cls->getDef();
  ClassType *type = unit.getTypes().getOrCreateClass(
      uniqueClassName(unit.getTypes(), module->cls->getQualifiedName()),
      /*isModule=*/true);
  module->entry = unit.declareClass(def, &module->cls->getScope(), type);
  module->entry->module = module;
  for (const ClassAttribute &attribute : module->attributes)
    type->addAttribute(attribute);
  module->op = declareClassOp(unit, def, *type);
  declareOverloads(*module);
  declareProperties(*module);
  return module;
}

ModuleEntry *ModuleProgram::describe(const InstanceValue &instance,
                                     unsigned depth) {
  auto it = described.find(&instance);
  if (it != described.end())
    return it->second;
  if (depth > maxModuleDepth) {
    failure = Diagnostic();
    failure.message = "modules are nested too deeply";
    return nullptr;
  }
  std::unique_ptr<ModuleEntry> candidate =
      ModuleTypeBuilder(*this, instance, depth).build();
  if (!candidate)
    return nullptr;
  return described[&instance] = unique(std::move(candidate));
}
