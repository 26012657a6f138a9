//===- DecompositionTable.cpp - Operators as TorchScript text -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the decorators of decomposition texts and compiles their functions.
//
//===----------------------------------------------------------------------===//

#include "DecompositionTable.h"

#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/FunctionClosure.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"
#include "TorchScript/Frontend/Modules/Importer.h"
#include "TorchScript/Library/Library.h"
#include "TorchScript/Pipelines/Language/LanguagePipelines.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::ts;
using namespace torchscript;

/// How the names of the modules with composite operators begin.
static constexpr StringRef kComposites = "composites.";

DecompositionTable::DecompositionTable(MLIRContext &context)
    : context(context) {}
DecompositionTable::~DecompositionTable() = default;

/// `torch.ops.aten.add.Tensor` or `aten.add.Tensor` to `aten::add.Tensor`; the
/// second part is the overload as written: empty for a packet.
static std::pair<std::string, StringRef> splitOperator(StringRef dotted) {
  dotted.consume_front("torch.ops.");
  SmallVector<StringRef> parts;
  dotted.split(parts, '.');
  if (parts.size() < 2 || parts.size() > 3)
    return {"", ""};
  return {(parts[0] + "::" + parts[1]).str(),
          parts.size() == 3 ? parts[2] : StringRef()};
}

/// The full names of the operators a decorator's argument means.
static std::vector<std::string> findOperators(StringRef dotted,
                                              size_t numParameters) {
  auto [base, wanted] = splitOperator(dotted);
  std::vector<std::string> names;
  if (base.empty())
    return names;
  for (const FunctionSchema *schema : SchemaRegistry::get().overloads(base)) {
    bool isWanted =
        wanted.empty()
            ? schema->arguments.size() == numParameters && !schema->isMutable()
            : schema->overload == (wanted == "default" ? StringRef() : wanted);
    if (isWanted)
      names.push_back(schema->getFullName());
  }
  return names;
}

bool DecompositionTable::add(StringRef fileName, StringRef text,
                             Origin origin) {
  auto file = std::make_shared<SourceFile>(fileName.str(), text.str());
  auto importer = std::make_unique<SourceImporter>(file, context, diagnostics);
  if (diagnostics.hasErrors())
    return false;
  std::vector<DecoratedFunction> found =
      importer->getDecorated("register_decomposition");
  if (found.empty())
    diagnostics.error({}, fileName + ": no function is decorated with "
                                     "'@register_decomposition(OPERATOR)'");
  for (const DecoratedFunction &function : found) {
    if (function.arguments.empty())
      diagnostics.error(function.range,
                        "expected the operator that is decomposed, such as "
                        "torch.ops.aten.relu.default");
    for (const std::string &argument : function.arguments) {
      std::vector<std::string> names =
          findOperators(argument, function.numParameters);
      if (names.empty())
        diagnostics.error(function.range,
                          "no operator '" + argument + "' that takes " +
                              Twine(function.numParameters) + " arguments");
      for (const std::string &name : names) {
        auto &slot = decompositions[name];
        if (slot && origin != Origin::Users)
          continue;
        slot = std::make_unique<Decomposition>();
        slot->function = function.function;
        slot->importer = importer.get();
        slot->range = function.range;
        slot->isUsers = origin == Origin::Users;
        slot->isComposite = origin == Origin::Composites;
      }
    }
  }
  importers.push_back(std::move(importer));
  return !diagnostics.hasErrors();
}

bool DecompositionTable::addText(StringRef fileName, StringRef text) {
  return add(fileName, text, Origin::Users);
}

void DecompositionTable::addTexts(StringRef prefix, Origin origin) {
  for (const LibraryText &text : getLibraryTexts())
    if (text.moduleName.starts_with(prefix))
      add(text.fileName, text.text, origin);
}

void DecompositionTable::addLibrary() {
  addTexts("decompositions.", Origin::Library);
}

void DecompositionTable::addComposites() {
  addTexts(kComposites, Origin::Composites);
}

/// The operators the decorators of the composites' texts name; found without
/// parsing, as most programs have none.
static llvm::StringSet<> findComposites() {
  llvm::StringSet<> names;
  for (const LibraryText &text : getLibraryTexts()) {
    if (!text.moduleName.starts_with(kComposites))
      continue;
    SmallVector<StringRef> lines;
    text.text.split(lines, '\n');
    for (StringRef line : lines) {
      if (!line.consume_front("@register_decomposition([aten."))
        continue;
      auto [name, overload] =
          line.take_until([](char c) { return c == ']'; }).split('.');
      names.insert(overload == "default"
                       ? ("aten::" + name).str()
                       : ("aten::" + name + "." + overload).str());
    }
  }
  return names;
}

bool DecompositionTable::isComposite(StringRef op) {
  static const llvm::StringSet<> names = findComposites();
  return names.contains(op);
}

Decomposition *DecompositionTable::lookup(StringRef op) {
  auto it = decompositions.find(op);
  return it == decompositions.end() ? nullptr : it->second.get();
}

bool DecompositionTable::compile(Decomposition &decomposition) {
  if (decomposition.body)
    return true;
  SourceImporter &importer = *decomposition.importer;
  CompileResult result = importer.compile(decomposition.function);
  importer.retainTexts(diagnostics);
  if (!result.succeeded) {
    reportFailure(diagnostics, result.failure);
    return false;
  }
  OwningOpRef<ModuleOp> module =
      extractFunction(importer.getModule(), result.symbol);
  LogicalResult done = runPipeline(*module, [](OpPassManager &pm) {
    buildToSSA(pm);
    buildInline(pm);
    pm.addPass(createTSCanonicalize());
  });
  if (failed(done))
    return false;
  auto body = module->lookupSymbol<func::FuncOp>(result.symbol);
  WalkResult calls =
      body.walk([](func::CallOp) { return WalkResult::interrupt(); });
  if (!body.getBody().hasOneBlock() || calls.wasInterrupted() ||
      !module->getOps<ClassOp>().empty()) {
    diagnostics.error(decomposition.range,
                      "not supported yet: classes in a decomposition");
    return false;
  }
  decomposition.body = body;
  decomposition.module = std::move(module);
  return true;
}
