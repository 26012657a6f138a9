//===- Importer.cpp - From TorchScript text to the ts dialect -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entry points of the source importer.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Modules/Importer.h"

#include "ModuleProgram.h"
#include "TorchScript/Frontend/Language/Compilation.h"
#include "TorchScript/Frontend/Language/FileScope.h"

#include "TorchScript/Frontend/Syntax/Parser.h"

#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringSet.h"

using namespace torchscript;

struct SourceImporter::Impl {
  explicit Impl(mlir::MLIRContext &context) : unit(context) {}
  Compilation unit;
  Scope *scope = nullptr;
  const InstanceSource *instances = nullptr;
  std::unique_ptr<HostNames> names;
  std::unique_ptr<ModuleProgram> modules;
  /// Instances by name.
  llvm::StringMap<CompileResult> scripted;

  const CompileResult &script(llvm::StringRef name, const InstanceValue &value);
};

SourceImporter::SourceImporter(std::shared_ptr<const SourceFile> file,
                               mlir::MLIRContext &context,
                               DiagnosticSink &diagnostics,
                               llvm::ArrayRef<std::string> importPath)
    : impl(std::make_unique<Impl>(context)) {
  diagnostics.retain(file);
  impl->unit.setFinder(SourceFinder(file->getName(), importPath));
  std::unique_ptr<SyntaxTree> tree = parseFile(file, diagnostics);
  impl->scope =
      impl->unit.addFile(std::move(tree), "__torch__.", /*isLibrary=*/false);
}

SourceImporter::~SourceImporter() = default;

void SourceImporter::setInstances(const InstanceSource *source) {
  impl->instances = source;
  impl->names.reset();
  if (source)
    impl->names =
        std::make_unique<HostNames>(
            impl->unit, static_cast<FileScope &>(*impl->scope), *source);
}

void SourceImporter::acceptPython() { impl->unit.acceptsPython = true; }

void SourceImporter::setHostFunctions(
    std::function<std::string(llvm::StringRef, llvm::StringRef)> name) {
  impl->unit.nameHostFunction = std::move(name);
}

const CompileResult &SourceImporter::Impl::script(llvm::StringRef name,
                                                  const InstanceValue &value) {
  auto [it, inserted] = scripted.try_emplace(name);
  CompileResult &result = it->second;
  if (!inserted)
    return result;
  if (!modules)
    modules =
        std::make_unique<ModuleProgram>(unit, *scope, *instances, *names);
  mlir::ts::ObjectOp object = modules->script(value, name, result.failure);
  result.isInstance = true;
  result.succeeded = bool(object);
  if (object)
    result.symbol = object.getSymName().str();
  return result;
}

mlir::ModuleOp SourceImporter::getModule() { return impl->unit.getModule(); }

mlir::OwningOpRef<mlir::ModuleOp> SourceImporter::takeModule() {
  return impl->unit.takeModule();
}

template <typename Node>
static std::vector<std::string> namesOf(Scope &scope) {
  std::vector<std::string> names;
  llvm::StringSet<> known;
  for (Stmt *statement : scope.getTree().body)
    if (auto *node = llvm::dyn_cast<Node>(statement))
      if (known.insert(node->name).second)
        names.push_back(node->name.str());
  return names;
}

std::vector<std::string> SourceImporter::getFunctionNames() const {
  return namesOf<FunctionDef>(*impl->scope);
}

std::vector<std::string> SourceImporter::getClassNames() const {
  std::vector<std::string> names;
  for (std::string &name : namesOf<ClassDef>(*impl->scope))
    if (llvm::isa_and_nonnull<ClassMeaning>(impl->scope->lookup(name)))
      names.push_back(std::move(name));
  return names;
}

bool SourceImporter::hasModuleClasses() const {
  return llvm::any_of(
      namesOf<ClassDef>(*impl->scope), [&](const std::string &name) {
        return llvm::isa_and_nonnull<ModuleClassMeaning>(
            impl->scope->lookup(name));
      });
}

std::string SourceImporter::explainEmpty() const {
  std::string names;
  for (const std::string &name : namesOf<ClassDef>(*impl->scope))
    if (llvm::isa_and_nonnull<ModuleClassMeaning>(impl->scope->lookup(name)))
      names += (names.empty() ? "'" : ", '") + name + "'";
  if (names.empty())
    return "no function or class is defined here";
  return "no function is defined here, only classes of modules (" + names +
         "); a module is compiled from an instance: record its state "
         "(docs/run.md, 'Module instances') and give it with "
         "--state=FILE.json";
}

std::vector<DecoratedFunction>
SourceImporter::getDecorated(llvm::StringRef decorator) const {
  std::vector<DecoratedFunction> result;
  for (Stmt *statement : impl->scope->getTree().body) {
    auto *function = llvm::dyn_cast<FunctionDef>(statement);
    const CallExpr *call = nullptr;
    if (!function || !hasDecorator(function->decorators, decorator, &call) ||
        !call)
      continue;
    DecoratedFunction &found = result.emplace_back();
    found.function = function->name.str();
    found.numParameters = function->parameters->parameters.size();
    found.range = call->getRange();
    for (Expr *argument : call->arguments) {
      llvm::ArrayRef<Expr *> elements = argument;
      if (auto *list = llvm::dyn_cast<ListExpr>(argument))
        elements = list->elements;
      for (Expr *element : elements)
        if (std::string name = getDottedName(element); !name.empty())
          found.arguments.push_back(std::move(name));
    }
  }
  return result;
}

std::string SourceImporter::getWorkerName() const {
  std::string name;
  for (Stmt *statement : impl->scope->getTree().body) {
    auto *expression = llvm::dyn_cast<ExprStmt>(statement);
    auto *call =
        expression ? llvm::dyn_cast<CallExpr>(expression->value) : nullptr;
    std::string callee = call ? getDottedName(call->callee) : "";
    if (callee != "init_rpc" && !llvm::StringRef(callee).ends_with(".init_rpc"))
      continue;
    bool isAlone = false;
    if (!call->arguments.empty())
      if (auto *text = llvm::dyn_cast<StringLiteral>(call->arguments[0]))
        name = text->value.str();
    for (const KeywordArgument &keyword : call->keywords) {
      auto *number = llvm::dyn_cast<IntegerLiteral>(keyword.value);
      auto *text = llvm::dyn_cast<StringLiteral>(keyword.value);
      isAlone |= keyword.name == "world_size" && number && number->value == 1;
      if (keyword.name == "name" && text)
        name = text->value.str();
    }
    if (!isAlone)
      name.clear();
  }
  return name;
}

void SourceImporter::retainTexts(DiagnosticSink &diagnostics) const {
  for (const auto &text : impl->unit.getTexts())
    diagnostics.retain(text);
}

/// Notes a further name of a function at module level.
static void addGlobalName(mlir::func::FuncOp function, llvm::StringRef name) {
  auto text = mlir::StringAttr::get(function.getContext(), name);
  llvm::SmallVector<mlir::Attribute> names;
  if (auto known = function->getAttrOfType<mlir::ArrayAttr>("ts.globals"))
    llvm::append_range(names, known);
  if (llvm::is_contained(names, text))
    return;
  names.push_back(text);
  function->setAttr("ts.globals",
                    mlir::ArrayAttr::get(function.getContext(), names));
}

CompileResult SourceImporter::compile(llvm::StringRef name) {
  const InstanceValue *instance =
      impl->instances ? impl->instances->find(name) : nullptr;
  // An instance of a script class is compiled like the class.
  bool isObject =
      instance && instance->kind == InstanceValue::Kind::Object &&
      llvm::isa_and_nonnull<ClassMeaning>(impl->scope->lookup(instance->text));
  bool isDefinition =
      instance && (instance->kind == InstanceValue::Kind::Function ||
                   instance->kind == InstanceValue::Kind::Class);
  if (instance && !isObject && !isDefinition)
    return impl->script(name, *instance);
  CompileResult result;
  Meaning *meaning =
      isDefinition ? impl->names->getMeaning(*instance)
      : impl->scope->lookup(isObject ? llvm::StringRef(instance->text) : name);
  if (auto *function = llvm::dyn_cast_or_null<FunctionMeaning>(meaning)) {
    FunctionEntry &entry = *function->entry;
    result.succeeded = impl->unit.compile(entry);
    result.failure = entry.failure;
    result.moreFailures = entry.moreFailures;
    result.schema = &entry.schema;
    result.symbol = entry.symbol;
    result.function = entry.op;
    // A function that another one made is known by the name it was given.
    if (result.succeeded && name != entry.name && !isDefinition)
      addGlobalName(entry.op, name);
  } else if (auto *cls = llvm::dyn_cast_or_null<ClassMeaning>(meaning)) {
    ClassEntry &entry = *cls->entry;
    // Compiled code sees only a class's own methods (TS-CLS-010); the class
    // itself is refused.
    auto isObjectClass = [](const Expr *base) {
      auto *name = llvm::dyn_cast<NameExpr>(base);
      return name && name->name == "object";
    };
    if (!llvm::all_of(entry.def->bases, isObjectClass)) {
      result.failure.message = "TorchScript classes does not support "
                               "inheritance yet. Please directly inherit from "
                               "'object'.";
      result.failure.range = entry.def->bases[0]->getRange();
      return result;
    }
    entry.refusal.clear();
    result.succeeded = impl->unit.compileClass(entry);
    result.failure = entry.failure;
    result.moreFailures = entry.moreFailures;
    // The instance itself is the host's.
    result.isClass = !isObject;
    if (result.isClass)
      result.symbol = entry.type->getName().str();
  } else if (llvm::isa_and_nonnull<ModuleClassMeaning>(meaning)) {
    result.failure.message = "Type '<class '__main__." + name.str() +
                             "'>' cannot be compiled since it inherits from "
                             "nn.Module, pass an instance instead";
  } else {
    result.notFound = true;
  }
  return result;
}

/// Whether a diagnostic of the same place and text was reported.
static bool isReported(const DiagnosticSink &sink, const Diagnostic &wanted) {
  return llvm::any_of(sink.getDiagnostics(), [&](const Diagnostic &known) {
    return known.range == wanted.range && known.message == wanted.message;
  });
}

void torchscript::reportFailure(DiagnosticSink &sink,
                                const Diagnostic &failure) {
  if (isReported(sink, failure))
    return;
  Diagnostic &reported = sink.error(failure.range, failure.message);
  reported.context = failure.context;
  reported.notes = failure.notes;
}

mlir::OwningOpRef<mlir::ModuleOp> torchscript::importTorchScriptSource(
    llvm::StringRef text, llvm::StringRef fileName, mlir::MLIRContext &context,
    DiagnosticSink &diagnostics, const ImportOptions &options) {
  auto file = std::make_shared<SourceFile>(fileName.str(), text.str());
  SourceImporter importer(file, context, diagnostics, options.importPath);
  importer.setInstances(options.instances);
  if (diagnostics.hasErrors())
    return nullptr;
  std::vector<std::string> names = options.names;
  if (names.empty()) {
    names = importer.getClassNames();
    for (std::string &name : importer.getFunctionNames())
      names.push_back(std::move(name));
  }
  if (names.empty())
    diagnostics.error({}, fileName + ": " + importer.explainEmpty());
  for (const std::string &name : names) {
    CompileResult result = importer.compile(name);
    if (result.notFound)
      diagnostics.error({}, "no function or class '" + name + "' in '" +
                                fileName + "'");
    else if (!result.succeeded)
      reportFailure(diagnostics, result.failure);
    for (const Diagnostic &failure : result.moreFailures)
      reportFailure(diagnostics, failure);
  }
  importer.retainTexts(diagnostics);
  if (diagnostics.hasErrors())
    return nullptr;
  mlir::OwningOpRef<mlir::ModuleOp> module = importer.takeModule();
  if (mlir::failed(mlir::verify(*module)))
    return nullptr;
  return module;
}
