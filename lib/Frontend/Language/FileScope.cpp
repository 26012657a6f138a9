//===- FileScope.cpp - Global names of a source file ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Indexes a file and resolves functions, imports and aliases.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FileScope.h"

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;

FileScope::FileScope(Compilation &unit, std::unique_ptr<SyntaxTree> parsed,
                     llvm::StringRef prefix, bool isLibrary)
    : unit(unit), tree(std::move(parsed)), prefix(prefix),
      isOfLibrary(isLibrary) {
  if (!isLibrary)
    package = unit.getFinder().getPackage().str();
  collect(tree->body);
}

FileScope::FileScope(Compilation &unit, std::unique_ptr<SyntaxTree> parsed,
                     llvm::StringRef moduleName, llvm::StringRef package)
    : unit(unit), tree(std::move(parsed)),
      prefix(("__torch__." + moduleName + ".").str()), isImported(true),
      package(package) {
  collect(tree->body);
}

FileScope::FileScope(Compilation &unit, Scope &outer, Block body,
                     llvm::StringMap<Meaning *> parameters)
    : unit(unit), outer(&outer), parameters(std::move(parameters)) {
  collect(body);
}

FileScope::FileScope(Compilation &unit, Scope &outer,
                     std::unique_ptr<SyntaxTree> parsed)
    : unit(unit), outer(&outer), tree(std::move(parsed)) {}

void FileScope::collect(Block statements) {
  auto define = [&](llvm::StringRef name, const Stmt *statement,
                    const ImportAlias *alias = nullptr) {
    Definition definition;
    definition.statement = statement;
    definition.alias = alias;
    definitions[name] = definition;
  };
  for (const Stmt *statement : statements) {
    if (auto *function = llvm::dyn_cast<FunctionDef>(statement)) {
      if (hasDecorator(function->decorators, "_overload"))
        overloads[function->name].push_back(function);
      define(function->name, statement);
    } else if (auto *classDef = llvm::dyn_cast<ClassDef>(statement)) {
      define(classDef->name, statement);
    } else if (auto *assign = llvm::dyn_cast<AssignStmt>(statement)) {
      for (Expr *target : assign->targets)
        if (auto *name = llvm::dyn_cast<NameExpr>(target))
          define(name->name, statement);
    } else if (auto *annotated = llvm::dyn_cast<AnnAssignStmt>(statement)) {
      if (auto *name = llvm::dyn_cast<NameExpr>(annotated->target);
          name && annotated->value)
        define(name->name, statement);
    } else if (auto *import = llvm::dyn_cast<ImportStmt>(statement)) {
      for (const ImportAlias &alias : import->names)
        define(alias.asName.empty() ? alias.name.split('.').first
                                    : alias.asName,
               statement, &alias);
    } else if (auto *from = llvm::dyn_cast<ImportFromStmt>(statement)) {
      for (const ImportAlias &alias : from->names)
        if (alias.name == "*")
          stars.push_back(from);
        else
          define(alias.asName.empty() ? alias.name : alias.asName, statement,
                 &alias);
    } else if (auto *branch = llvm::dyn_cast<IfStmt>(statement)) {
      collect(branch->body);
    } else if (auto *attempt = llvm::dyn_cast<TryStmt>(statement)) {
      collect(attempt->body);
    }
  }
}

Meaning *FileScope::lookup(llvm::StringRef name) {
  Meaning *meaning = host ? host(name) : nullptr;
  return meaning ? meaning : lookupText(name);
}

const Stmt *FileScope::findStatement(llvm::StringRef name) const {
  auto it = definitions.find(name);
  return it == definitions.end() ? nullptr : it->second.statement;
}

Meaning *FileScope::lookupText(llvm::StringRef name) {
  auto it = definitions.find(name);
  if (it == definitions.end()) {
    auto parameter = parameters.find(name);
    if (parameter != parameters.end())
      return parameter->second;
    if (Meaning *meaning = lookupStars(name))
      return meaning;
    return outer ? outer->lookup(name) : nullptr;
  }
  Definition &definition = it->second;
  if (!definition.resolved) {
    // Marks it first: a name defined by itself is undefined.
    definition.resolved = true;
    Definition copy = definition;
    Meaning *meaning = resolve(name, copy);
    definitions[name].meaning = meaning;
    return meaning;
  }
  return definition.meaning;
}

std::pair<Expr *, Scope *> FileScope::findValue(llvm::StringRef name) {
  auto it = definitions.find(name);
  if (it == definitions.end())
    return outer && !parameters.count(name)
               ? outer->findValue(name)
               : std::pair<Expr *, Scope *>(nullptr, nullptr);
  const Stmt *statement = it->second.statement;
  if (auto *assign = llvm::dyn_cast<AssignStmt>(statement))
    return {assign->value, this};
  if (auto *annotated = llvm::dyn_cast<AnnAssignStmt>(statement))
    return {annotated->value, this};
  // What a module of the program assigned.
  if (auto *from = llvm::dyn_cast<ImportFromStmt>(statement))
    if (Scope *module = unit.getSourceModule(getModuleName(*from)))
      if (module != this)
        return module->findValue(it->second.alias->name);
  return {nullptr, nullptr};
}

void FileScope::forEachName(
    llvm::function_ref<void(llvm::StringRef)> visit) const {
  for (const auto &definition : definitions)
    visit(definition.getKey());
  for (const auto &parameter : parameters)
    visit(parameter.getKey());
  if (outer)
    outer->forEachName(visit);
}

Meaning *FileScope::resolve(llvm::StringRef name,
                            const Definition &definition) {
  const Stmt *statement = definition.statement;
  if (auto *function = llvm::dyn_cast<FunctionDef>(statement))
    return resolveFunction(function);
  if (auto *classDef = llvm::dyn_cast<ClassDef>(statement))
    return resolveClass(unit, *this, classDef);
  if (auto *assign = llvm::dyn_cast<AssignStmt>(statement))
    return resolveHostValue(unit, *this, assign->value);
  if (auto *annotated = llvm::dyn_cast<AnnAssignStmt>(statement))
    return resolveHostValue(unit, *this, annotated->value);
  return resolveImport(statement, definition.alias);
}

Meaning *FileScope::resolveImport(const Stmt *statement,
                                  const ImportAlias *alias) {
  if (auto *from = llvm::dyn_cast<ImportFromStmt>(statement))
    return unit.lookupNamespace(getModuleName(*from) + "." + alias->name.str());
  return unit.lookupNamespace(
      alias->asName.empty() ? alias->name.split('.').first : alias->name);
}

std::string FileScope::getModuleName(const ImportFromStmt &from) {
  if (!from.level)
    return from.module.str();
  llvm::StringRef base = package;
  for (unsigned i = 1; i < from.level; ++i)
    base = getParentName(base);
  if (base.empty())
    return from.module.str();
  return from.module.empty() ? base.str() : (base + "." + from.module).str();
}

Meaning *FileScope::lookupStars(llvm::StringRef name) {
  // Ends circles of files that import each other so.
  llvm::SmallVector<const ImportFromStmt *> sources;
  std::swap(sources, stars);
  Meaning *meaning = nullptr;
  for (const ImportFromStmt *from : llvm::reverse(sources))
    if (!meaning && !name.starts_with("_"))
      meaning = unit.lookupNamespace(getModuleName(*from) + "." + name.str());
  std::swap(sources, stars);
  return meaning;
}

bool torchscript::isLeftToHost(llvm::ArrayRef<Expr *> decorators) {
  const CallExpr *call = nullptr;
  if (!hasDecorator(decorators, "jit.ignore", &call))
    return false;
  // `drop`, the only parameter.
  const Expr *drop = nullptr;
  if (call && !call->arguments.empty())
    drop = call->arguments[0];
  if (call)
    for (const KeywordArgument &keyword : call->keywords)
      drop = keyword.value;
  auto *literal = llvm::dyn_cast_or_null<BooleanLiteral>(drop);
  return !literal || !literal->value;
}

std::string FileScope::nameHostFunction(const FunctionDef *def) {
  // What functions enclose the host has while they run only.
  if (isOfLibrary || outer || !unit.nameHostFunction ||
      !isLeftToHost(def->decorators))
    return "";
  llvm::StringRef module = prefix;
  module.consume_front("__torch__.");
  module.consume_back(".");
  return unit.nameHostFunction(module.empty() ? "__main__" : module, def->name);
}

Meaning *FileScope::resolveFunction(const FunctionDef *def) {
  FunctionEntry *entry = unit.makeFunction(
      def, this, def->name,
      isOfLibrary || isImported ? qualify(def->name) : def->name.str());
  const CallExpr *call = nullptr;
  if (isOfLibrary && hasDecorator(def->decorators, "boolean_dispatch", &call) &&
      call && call->arguments.size() >= 2) {
    std::string *parts[] = {&entry->dispatchFlag, &entry->dispatchTarget,
                            &entry->dispatchElse};
    for (auto [part, argument] : llvm::zip(parts, call->arguments))
      if (auto *text = llvm::dyn_cast<StringLiteral>(argument))
        *part = text->value.str();
  }
  if (hasDecorator(def->decorators, "jit.unused") ||
      hasDecorator(def->decorators, "jit.ignore"))
    entry->unusedMessage = "This Python function is annotated to be ignored "
                           "and cannot be run";
  entry->hostFunction = nameHostFunction(def);
  entry->isLibrary = isOfLibrary;
  auto declared = overloads.find(def->name);
  if (declared == overloads.end() || declared->second.back() == def)
    return unit.make<FunctionMeaning>(entry);
  // One function for each declaration, all with this body (TS-META-008).
  llvm::SmallVector<FunctionEntry *> variants;
  for (const FunctionDef *signature : declared->second) {
    variants.push_back(unit.makeFunction(def, this, def->name, entry->symbol));
    variants.back()->signature = signature;
    variants.back()->isLibrary = isOfLibrary;
  }
  return unit.make<OverloadedFunctionMeaning>(variants);
}

llvm::StringRef torchscript::getParentName(llvm::StringRef dottedName) {
  size_t dot = dottedName.rfind('.');
  return dot == llvm::StringRef::npos ? "" : dottedName.take_front(dot);
}

std::string torchscript::getDottedName(const Expr *expr) {
  if (auto *name = llvm::dyn_cast<NameExpr>(expr))
    return name->name.str();
  if (auto *attribute = llvm::dyn_cast<AttributeExpr>(expr)) {
    std::string base = getDottedName(attribute->value);
    return base.empty() ? base : base + "." + attribute->name.str();
  }
  return "";
}

bool torchscript::hasDecorator(llvm::ArrayRef<Expr *> decorators,
                               llvm::StringRef name, const CallExpr **call) {
  for (Expr *decorator : decorators) {
    auto *asCall = llvm::dyn_cast<CallExpr>(decorator);
    std::string dotted = getDottedName(asCall ? asCall->callee : decorator);
    if (dotted != name && !llvm::StringRef(dotted).ends_with("." + name.str()))
      continue;
    if (call)
      *call = asCall;
    return true;
  }
  return false;
}
