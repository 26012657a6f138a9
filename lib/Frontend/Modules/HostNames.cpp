//===- HostNames.cpp - Names as the host knows them -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the statements that made functions and classes, and scopes for them.
//
//===----------------------------------------------------------------------===//

#include "HostNames.h"

#include "TorchScript/Frontend/Language/FunctionEmitter.h"
#include "TorchScript/Frontend/Language/ModuleInterface.h"
#include "TorchScript/Frontend/Syntax/Parser.h"
#include "TorchScript/Frontend/Syntax/TreeVisitor.h"

using namespace torchscript;
using llvm::StringRef;

/// The inside of a definition: what it encloses, then the text around it.
class HostNames::ClosureScope : public Scope {
public:
  ClosureScope(HostNames &names, const InstanceValue &definition, Scope &outer)
      : names(names), definition(definition), outer(outer) {}

  Meaning *lookup(StringRef name) override {
    const InstanceValue *value = names.source.lookUp(definition, name);
    Meaning *meaning = value ? names.getMeaning(*value) : nullptr;
    return meaning ? meaning : outer.lookup(name);
  }
  std::pair<Expr *, Scope *> findValue(StringRef name) override {
    return outer.findValue(name);
  }
  void forEachName(llvm::function_ref<void(StringRef)> visit) const override {
    outer.forEachName(visit);
  }
  SyntaxTree &getTree() override { return outer.getTree(); }
  std::string qualify(StringRef name) override { return outer.qualify(name); }

private:
  HostNames &names;
  const InstanceValue &definition;
  Scope &outer;
};

HostNames::HostNames(Compilation &unit, FileScope &main,
                     const InstanceSource &source)
    : unit(unit), main(main), source(source) {
  main.setHost([this](StringRef name) -> Meaning * {
    const InstanceValue *value = this->source.lookUpGlobal(nullptr, name);
    return value ? getMeaning(*value) : nullptr;
  });
}

HostNames::~HostNames() {
  main.setHost(nullptr);
  for (const auto &file : files)
    file->scope->setHost(nullptr);
}

Meaning *HostNames::findClass(const InstanceValue &value) {
  if (value.cls && value.cls->isDefined())
    if (Meaning *meaning = getMeaning(*value.cls))
      return meaning;
  return unit.lookupAnywhere(main, value.text);
}

Meaning *HostNames::getMeaning(const InstanceValue &value) {
  auto known = meanings.find(&value);
  if (known != meanings.end())
    return known->second;
  // Who asks again while it is made is told nothing.
  meanings[&value] = nullptr;
  Meaning *meaning = resolve(value);
  meanings[&value] = meaning;
  if (auto *cls = llvm::dyn_cast_or_null<ClassMeaning>(meaning))
    source.noteClass(value, cls->entry->type->getName());
  else if (auto *tuple = llvm::dyn_cast_or_null<NamedTupleMeaning>(meaning))
    source.noteClass(value, tuple->type->getName());
  else if (auto *members = llvm::dyn_cast_or_null<EnumClassMeaning>(meaning))
    source.noteClass(value, members->type->getName());
  return meaning;
}

static void takeDefaults(Compilation &unit, Meaning *meaning,
                         const InstanceValue &value);

Meaning *HostNames::resolve(const InstanceValue &value) {
  switch (value.kind) {
  case InstanceValue::Kind::Namespace:
    if (value.definition.file)
      (void)getFile(value.definition);
    return unit.lookupNamespace(value.text);
  case InstanceValue::Kind::Function:
  case InstanceValue::Kind::Class:
    break;
  default:
    // A closure has it, but compiled code has no values of closures.
    return makeUnusableValue(unit, getPythonTypeName(value));
  }
  if (!value.definition.libraryName.empty())
    return resolveLibrary(value);
  File *file = value.definition.file ? getFile(value.definition) : nullptr;
  const Stmt *node =
      file ? file->definitions.lookup(value.definition.offset) : nullptr;
  if (!node)
    return nullptr;
  const auto *function = llvm::dyn_cast<FunctionDef>(node);
  const auto *cls = llvm::dyn_cast<ClassDef>(node);
  StringRef name = function ? function->name : cls->name;
  // What the file itself calls so is resolved once.
  if (file->scope->findStatement(name) == node &&
      file->around.lookup(node).empty()) {
    Meaning *meaning = file->scope->lookupText(name);
    if (auto *known = llvm::dyn_cast_or_null<FunctionMeaning>(meaning))
      if (function) {
        known->entry->scope =
            getDefaultsScope(unit, known->entry->scope, value, function);
        if (isLeftToHost(function->decorators))
          known->entry->hostFunction = source.getHostFunction(value);
      }
    if (cls)
      takeDefaults(unit, meaning, value);
    return meaning;
  }
  Scope &scope = getScope(value, *file, node);
  if (function)
    return resolveFunction(value, scope, function);
  Meaning *meaning = resolveClass(unit, scope, cls);
  takeDefaults(unit, meaning, value);
  return meaning;
}

namespace {
/// A scope that knows the values of some expressions.
class DefaultsScope : public Scope {
public:
  explicit DefaultsScope(Scope &outer) : outer(outer) {}

  void add(const Expr *expr, Constant value) {
    values[expr] = std::move(value);
  }
  bool isEmpty() const { return values.empty(); }

  Constant evaluateLiteral(const Expr *expr) const override {
    Constant value = values.lookup(expr);
    return value ? value : outer.evaluateLiteral(expr);
  }
  Meaning *lookup(StringRef name) override { return outer.lookup(name); }
  std::pair<Expr *, Scope *> findValue(StringRef name) override {
    return outer.findValue(name);
  }
  void forEachName(llvm::function_ref<void(StringRef)> visit) const override {
    outer.forEachName(visit);
  }
  SyntaxTree &getTree() override { return outer.getTree(); }
  std::string qualify(StringRef name) override { return outer.qualify(name); }
  const Type *lookupType(StringRef name) override {
    return outer.lookupType(name);
  }
  bool isArchive() const override { return outer.isArchive(); }
  bool isLibrary() const override { return outer.isLibrary(); }

private:
  Scope &outer;
  llvm::DenseMap<const Expr *, Constant> values;
};
} // namespace

/// Lets the methods of a class have the defaults that the program computed.
static void takeDefaults(Compilation &unit, Meaning *meaning,
                         const InstanceValue &value) {
  auto *cls = llvm::dyn_cast_or_null<ClassMeaning>(meaning);
  if (!cls || value.attributes.empty() || !cls->entry->def)
    return;
  auto made = std::make_unique<DefaultsScope>(*cls->entry->scope);
  for (const Stmt *statement : cls->entry->def->body)
    if (const auto *method = llvm::dyn_cast<FunctionDef>(statement))
      for (const Parameter &parameter : method->parameters->parameters) {
        const InstanceValue *given = value.findAttribute(
            (method->name + "." + parameter.name).str());
        Constant constant;
        const InstanceValue *unsuitable = nullptr;
        if (parameter.defaultValue && given &&
            toConstant(*given, constant, unsuitable))
          made->add(parameter.defaultValue, std::move(constant));
      }
  if (made->isEmpty())
    return;
  cls->entry->scope = unit.addScope(std::move(made));
  for (auto &[name, method] : cls->entry->methods)
    method->scope = cls->entry->scope;
}

Scope *torchscript::getDefaultsScope(Compilation &unit, Scope *scope,
                                     const InstanceValue &function,
                                     const FunctionDef *def) {
  if (function.attributes.empty())
    return scope;
  auto made = std::make_unique<DefaultsScope>(*scope);
  for (const InstanceMember &member : function.attributes)
    for (const Parameter &parameter : def->parameters->parameters) {
      Constant value;
      const InstanceValue *unsuitable = nullptr;
      if (parameter.defaultValue && parameter.name == member.name &&
          toConstant(*member.value, value, unsuitable))
        made->add(parameter.defaultValue, std::move(value));
    }
  return made->isEmpty() ? scope : unit.addScope(std::move(made));
}

Meaning *HostNames::resolveLibrary(const InstanceValue &value) {
  StringRef name = value.definition.libraryName;
  StringRef last = name.rsplit('.').second;
  if (value.kind == InstanceValue::Kind::Class && name.starts_with("torch.nn."))
    if (Meaning *layer = findLayer(unit, last))
      return layer;
  return unit.lookupNamespace(name);
}

Meaning *HostNames::resolveFunction(const InstanceValue &value, Scope &scope,
                                    const FunctionDef *def) {
  FunctionEntry *entry =
      unit.makeFunction(def, getDefaultsScope(unit, &scope, value, def),
                        def->name, def->name.str());
  if (hasDecorator(def->decorators, "jit.unused") ||
      hasDecorator(def->decorators, "jit.ignore"))
    entry->unusedMessage = "This Python function is annotated to be ignored "
                           "and cannot be run";
  if (isLeftToHost(def->decorators))
    entry->hostFunction = source.getHostFunction(value);
  return unit.make<FunctionMeaning>(entry);
}

Scope &HostNames::getScope(const InstanceValue &value, File &file,
                           const Stmt *node) {
  // Names of types and imports are not enclosed; the text has them.
  Scope *outer = file.scope;
  for (const FunctionDef *function : file.around.lookup(node))
    outer = unit.addScope(std::make_unique<FileScope>(
        unit, *outer, function->body, llvm::StringMap<Meaning *>()));
  return *unit.addScope(std::make_unique<ClosureScope>(*this, value, *outer));
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Whether a scope is of this text.
static bool isScopeOf(Scope &scope, const InstanceText &text) {
  const SourceFile &file = scope.getTree().getFile();
  return file.getName() == text.file->getName() &&
         file.getText() == text.file->getText();
}

FileScope *HostNames::openFile(const InstanceText &text) {
  if (isScopeOf(main, text))
    return &main;
  Scope *known = unit.getSourceModule(text.module);
  if (known && isScopeOf(*known, text))
    return static_cast<FileScope *>(known);
  DiagnosticSink sink;
  std::unique_ptr<SyntaxTree> tree = parseFile(text.file, sink);
  if (sink.hasErrors())
    return nullptr;
  bool isMain = text.module.empty() || text.module == "__main__";
  return static_cast<FileScope *>(unit.addFile(
      std::move(tree), isMain ? "__torch__." : "__torch__." + text.module + ".",
      /*isLibrary=*/false));
}

HostNames::File *HostNames::getFile(const InstanceText &text) {
  const void *key = text.file.get();
  auto known = filesByKey.find(key);
  if (known != filesByKey.end())
    return known->second;
  filesByKey[key] = nullptr;
  FileScope *scope = openFile(text);
  if (!scope)
    return nullptr;
  auto file = std::make_unique<File>();
  file->scope = scope;
  file->moduleKey = text.moduleKey;
  std::vector<const FunctionDef *> around;
  collect(*file, scope->getTree().body, around);
  if (scope != &main)
    scope->setHost([this, moduleKey = text.moduleKey](
                       StringRef name) -> Meaning * {
      const InstanceValue *value = source.lookUpGlobal(moduleKey, name);
      return value ? getMeaning(*value) : nullptr;
    });
  files.push_back(std::move(file));
  return filesByKey[key] = files.back().get();
}

void HostNames::collect(File &file, Block statements,
                        std::vector<const FunctionDef *> &around) {
  for (const Stmt *statement : statements) {
    const auto *function = llvm::dyn_cast<FunctionDef>(statement);
    if (function || llvm::isa<ClassDef>(statement)) {
      file.definitions[statement->getRange().begin] = statement;
      file.around[statement] = around;
    }
    if (function)
      around.push_back(function);
    forEachBlock(statement,
                 [&](Block block) { collect(file, block, around); });
    if (function)
      around.pop_back();
  }
}
