//===- Compilation.cpp - State shared by all functions of a compilation ---===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes entries of functions and classes and compiles them on demand.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/Compilation.h"

#include "TorchScript/Frontend/Language/FileScope.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"
#include "TorchScript/Frontend/Language/ModuleInterface.h"
#include "TorchScript/Frontend/Language/TypeLowering.h"

#include "TorchScript/Dialect/TS/IR/FunctionAttributes.h"
#include "TorchScript/Dialect/TS/IR/Locations.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Frontend/Syntax/Parser.h"
#include "TorchScript/Library/Library.h"

using namespace torchscript;
namespace ts = mlir::ts;

/// Deepest chain of functions that are compiled because of each other.
static constexpr unsigned kMaxCompileDepth = 128;

Scope::~Scope() = default;

Compilation::Compilation(mlir::MLIRContext &context) : context(context) {
  context
      .loadDialect<ts::TSDialect, mlir::func::FuncDialect,
                   mlir::arith::ArithDialect, mlir::complex::ComplexDialect>();
  module = mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
}

Compilation::~Compilation() = default;

Scope *Compilation::addFile(std::unique_ptr<SyntaxTree> tree,
                            llvm::StringRef prefix, bool isLibrary) {
  addSource(tree->getFile());
  texts.push_back(tree->getFilePtr());
  auto scope =
      std::make_unique<FileScope>(*this, std::move(tree), prefix, isLibrary);
  return addScope(std::move(scope));
}

Scope *Compilation::addScope(std::unique_ptr<Scope> scope) {
  scopes.push_back(std::move(scope));
  return scopes.back().get();
}

void Compilation::addSource(const SourceFile &file) {
  if (!sources.try_emplace(file.getName(), file.getText().str()).second)
    return;
  llvm::SmallVector<mlir::NamedAttribute> entries;
  mlir::Builder builder(&context);
  for (const auto &entry : sources)
    entries.push_back(builder.getNamedAttr(
        entry.getKey(), builder.getStringAttr(entry.getValue())));
  getModule()->setAttr(ts::TSDialect::kSourcesAttr,
                       builder.getDictionaryAttr(entries));
  // The module stands at the start of the first text.
  if (sources.size() == 1)
    getModule()->setLoc(
        ts::makeLocation(&context, file.getName(), 1, 1, 1, 1, ""));
}

Scope *Compilation::getSourceModule(llvm::StringRef moduleName) {
  auto known = modules.find(moduleName.str());
  if (known != modules.end())
    return known->second;
  modules[moduleName.str()] = nullptr;
  SourceFinder::Found found = finder.find(moduleName);
  if (!found.file)
    return nullptr;
  DiagnosticSink sink;
  std::unique_ptr<SyntaxTree> tree = parseFile(found.file, sink);
  if (sink.hasErrors()) {
    llvm::raw_string_ostream os(unreadable[moduleName]);
    os << "cannot import '" << moduleName << "':\n";
    renderTorchScript(sink.getDiagnostics().front(), os);
    return nullptr;
  }
  addSource(*found.file);
  texts.push_back(found.file);
  llvm::StringRef package =
      found.isPackage ? moduleName : getParentName(moduleName);
  auto scope =
      std::make_unique<FileScope>(*this, std::move(tree), moduleName, package);
  return modules[moduleName.str()] = addScope(std::move(scope));
}

Meaning *Compilation::lookupSourceModule(llvm::StringRef dotted) {
  auto space = [&]() -> Meaning * {
    if (getSourceModule(dotted))
      return make<NamespaceMeaning>(*this, dotted);
    auto why = unreadable.find(dotted);
    if (why == unreadable.end())
      return nullptr;
    OpaqueMeaning::Messages messages;
    messages.value = messages.attribute = messages.call = messages.annotation =
        why->second;
    return make<OpaqueMeaning>("module", messages);
  };
  auto [parent, name] = dotted.rsplit('.');
  if (name.empty())
    return space();
  // What a package defines hides a module in it.
  if (Scope *scope = getSourceModule(parent)) {
    Meaning *member = scope->lookup(name);
    return member ? member : space();
  }
  return unreadable.count(parent) ? lookupSourceModule(parent) : space();
}

Meaning *Compilation::lookupAnywhere(Scope &scope, llvm::StringRef name) {
  if (Meaning *meaning = scope.lookup(name))
    return meaning;
  // Resolving a name may read further files.
  for (size_t i = 0; i < modules.size(); ++i)
    if (Scope *module = modules.begin()[i].second)
      if (Meaning *meaning = module->lookup(name))
        return meaning;
  return nullptr;
}

Scope *Compilation::getLibrary(llvm::StringRef moduleName) {
  auto [it, inserted] = libraries.try_emplace(moduleName, nullptr);
  if (!inserted)
    return it->second;
  std::optional<LibraryText> text = findLibrary(moduleName);
  if (!text)
    return nullptr;
  auto file =
      std::make_shared<SourceFile>(text->fileName.str(), text->text.str());
  DiagnosticSink sink;
  std::unique_ptr<SyntaxTree> tree = parseFile(file, sink);
  if (sink.hasErrors()) {
    sink.print(llvm::errs());
    return nullptr;
  }
  std::string prefix = "__torch__." + moduleName.str() + ".";
  Scope *scope = addFile(std::move(tree), prefix, /*isLibrary=*/true);
  libraries[moduleName] = scope;
  return scope;
}

std::string Compilation::uniqueSymbol(llvm::StringRef wanted) {
  std::string symbol = wanted.str();
  for (unsigned i = 1; !symbols.try_emplace(symbol, true).second; ++i)
    symbol = wanted.str() + "$" + std::to_string(i);
  return symbol;
}

FunctionEntry *Compilation::makeFunction(const FunctionDef *def, Scope *scope,
                                         llvm::StringRef name,
                                         llvm::StringRef symbol) {
  FunctionEntry &entry = functions.emplace_back();
  entry.def = def;
  entry.scope = scope;
  entry.name = name.str();
  entry.symbol = uniqueSymbol(symbol);
  return &entry;
}

std::string FunctionEntry::getCallName() const {
  if (!owner || !owner->module)
    return name;
  return owner->def->name.str() + "." + name;
}

FunctionSchema FunctionEntry::getCallSchema() const {
  FunctionSchema seen = schema;
  if (lacksDefaults)
    for (Argument &argument : seen.arguments)
      argument.defaultValue = Constant();
  return seen;
}

ClassEntry *Compilation::declareClass(const ClassDef *def, Scope *scope,
                                      ClassType *type) {
  ClassEntry &entry = classes.emplace_back();
  entry.def = def;
  entry.scope = scope;
  entry.type = type;
  entry.state = ClassEntry::State::Done;
  classesByType[type] = &entry;
  return &entry;
}

/// The signature and defaults, for whoever calls the function from outside.
static void describeSignature(const Compilation &unit, FunctionEntry &entry) {
  mlir::MLIRContext *context = entry.op.getContext();
  mlir::Builder builder(context);
  entry.op->setAttr("ts.schema",
                    builder.getStringAttr(entry.schema.spelling()));
  for (auto [index, argument] : llvm::enumerate(entry.schema.arguments)) {
    entry.op.setArgAttr(index, "ts.name", builder.getStringAttr(argument.name));
    if (argument.kwOnly)
      entry.op.setArgAttr(index, "ts.keyword_only", builder.getUnitAttr());
    if (argument.listSize)
      entry.op.setArgAttr(index, ts::kListSizeAttr,
                          builder.getI64IntegerAttr(*argument.listSize));
    if (argument.defaultValue.getKind() == Constant::Kind::External)
      entry.op.setArgAttr(
          index, "ts.default",
          mlir::FlatSymbolRefAttr::get(
              context,
              unit.hostFunctions[argument.defaultValue.getInt()]->symbol));
    else if (argument.hasDefault())
      if (mlir::Attribute value =
              lowerConstant(argument.getDefault(), argument.type, context))
        entry.op.setArgAttr(index, "ts.default", value);
  }
}

bool Compilation::compile(FunctionEntry &entry) {
  switch (entry.state) {
  case FunctionEntry::State::Done:
    return true;
  case FunctionEntry::State::Failed:
  case FunctionEntry::State::InProgress:
    return false;
  case FunctionEntry::State::Untouched:
    break;
  }
  entry.state = FunctionEntry::State::InProgress;
  auto report = [&](SourceRange range, const llvm::Twine &message) {
    Diagnostic failure;
    failure.message = message.str();
    failure.range = range;
    failure.context = entry.def->getRange();
    entry.addFailure(std::move(failure));
  };
  bool ok;
  if (compileDepth >= kMaxCompileDepth) {
    report(entry.def->getFirstToken(), "functions call each other too deeply");
    ok = false;
  } else {
    ++compileDepth;
    ok = (!entry.unusedMessage.empty() ||
          checkSyntax(entry.def, entry.owner && entry.name == "__init__",
                      entry.scope->isArchive(), acceptsPython, report)) &&
         resolveSignature(entry) && FunctionEmitter(*this, entry).run();
    --compileDepth;
  }
  if (!ok) {
    entry.state = FunctionEntry::State::Failed;
    if (entry.op)
      entry.op.erase();
    entry.op = {};
    return false;
  }
  describeSignature(*this, entry);
  entry.state = FunctionEntry::State::Done;
  if (entry.owner && entry.owner->module)
    entry.owner->module->addMethod(entry);
  return true;
}
