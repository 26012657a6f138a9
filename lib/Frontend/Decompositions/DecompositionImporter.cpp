//===- DecompositionImporter.cpp - Operators as TorchScript text ----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the decorators of decomposition texts and imports their functions.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Decompositions/DecompositionImporter.h"

#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Dialect/TS/IR/Decomposition.h"
#include "TorchScript/Dialect/TS/IR/Locations.h"
#include "TorchScript/Dialect/TS/Transforms/FunctionClosure.h"
#include "TorchScript/Frontend/Modules/Importer.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace torchscript;

DecompositionImporter::DecompositionImporter(MLIRContext &context)
    : context(context) {}
DecompositionImporter::~DecompositionImporter() = default;

/// `torch.ops.aten.add.Tensor` or `aten.add.Tensor` to `aten::add.Tensor`; the
/// second part is the overload as written: empty for a packet.
static std::pair<std::string, llvm::StringRef>
splitOperator(llvm::StringRef dotted) {
  dotted.consume_front("torch.ops.");
  SmallVector<llvm::StringRef> parts;
  dotted.split(parts, '.');
  if (parts.size() < 2 || parts.size() > 3)
    return {"", ""};
  return {(parts[0] + "::" + parts[1]).str(),
          parts.size() == 3 ? parts[2] : llvm::StringRef()};
}

/// The full names of the operators a decorator's argument means.
static std::vector<std::string> findOperators(llvm::StringRef dotted,
                                              size_t numParameters) {
  auto [base, wanted] = splitOperator(dotted);
  std::vector<std::string> names;
  if (base.empty())
    return names;
  for (const FunctionSchema *schema : SchemaRegistry::get().overloads(base)) {
    bool isWanted =
        wanted.empty()
            ? schema->arguments.size() == numParameters && !schema->isMutable()
            : schema->overload ==
                  (wanted == "default" ? llvm::StringRef() : wanted);
    if (isWanted)
      names.push_back(schema->getFullName());
  }
  // Overloads that resolution does not see.
  if (names.empty() && !wanted.empty() &&
      SchemaRegistry::get().find(base + "." + wanted.str()))
    names.push_back(base + "." + wanted.str());
  return names;
}

bool DecompositionImporter::addText(llvm::StringRef fileName,
                                    llvm::StringRef text) {
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
    ImportedDecomposition &made = decompositions.emplace_back();
    made.function = function.function;
    made.range = function.range;
    made.importer = importer.get();
    for (const std::string &argument : function.arguments) {
      std::vector<std::string> names =
          findOperators(argument, function.numParameters);
      if (names.empty())
        diagnostics.error(function.range,
                          "no operator '" + argument + "' that takes " +
                              Twine(function.numParameters) + " arguments");
      for (std::string &name : names) {
        byOperator[name] = decompositions.size() - 1;
        made.operators.push_back(std::move(name));
      }
    }
  }
  importers.push_back(std::move(importer));
  return !diagnostics.hasErrors();
}

const ImportedDecomposition *
DecompositionImporter::lookup(llvm::StringRef op) const {
  auto found = byOperator.find(op);
  return found == byOperator.end() ? nullptr : &decompositions[found->second];
}

OwningOpRef<ModuleOp>
DecompositionImporter::import(const ImportedDecomposition &decomposition) {
  SourceImporter &importer = *decomposition.importer;
  CompileResult result = importer.compile(decomposition.function);
  importer.retainTexts(diagnostics);
  if (!result.succeeded) {
    reportFailure(diagnostics, result.failure);
    return nullptr;
  }
  OwningOpRef<ModuleOp> module =
      ts::extractFunction(importer.getModule(), result.symbol);
  Builder builder(&context);
  SmallVector<llvm::StringRef> names;
  for (const std::string &op : decomposition.operators)
    if (lookup(op) == &decomposition)
      names.push_back(op);
  LineColumn begin = decomposition.range.getBegin();
  LineColumn end = decomposition.range.getEnd();
  (*module)->setAttr(ts::kDecomposesAttr, builder.getStrArrayAttr(names));
  (*module)->setAttr(ts::kDecoratorAttr,
                     ts::makeLocation(&context,
                                      decomposition.range.file->getName(),
                                      begin.line, begin.column, end.line,
                                      end.column, decomposition.function));
  (*module)->setAttr(ts::kDecompositionAttr,
                     FlatSymbolRefAttr::get(&context, result.symbol));
  return module;
}
