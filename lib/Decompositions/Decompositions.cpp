//===- Decompositions.cpp - The compiled part of the library --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the embedded decompositions.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Decompositions/Decompositions.h"

#include "TorchScript/Dialect/TS/IR/Decomposition.h"
#include "TorchScript/Dialect/TS/IR/TSDialect.h"
#include "TorchScript/Library/Library.h"

#include "mlir/IR/Builders.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace torchscript;

// Written by ts-embed-decompositions: `entries`, in the order of the names.
#include "Decompositions.inc"

const EmbeddedDecomposition *
torchscript::findDecomposition(llvm::StringRef op) {
  const EmbeddedDecomposition *found = llvm::lower_bound(
      entries, op, [](const EmbeddedDecomposition &entry, llvm::StringRef op) {
        return entry.op < op;
      });
  return found != std::end(entries) && found->op == op ? found : nullptr;
}

OwningOpRef<ModuleOp>
torchscript::loadDecomposition(const EmbeddedDecomposition &decomposition,
                               MLIRContext &context) {
  // What the build wrote was verified then.
  auto module = parseSourceString<ModuleOp>(
      decomposition.bytecode,
      ParserConfig(&context, /*verifyAfterParse=*/false), decomposition.op);
  if (!module)
    return nullptr;
  auto files = (*module)->getAttrOfType<ArrayAttr>(ts::kSourceFilesAttr);
  if (!files)
    return module;
  Builder builder(&context);
  NamedAttrList sources;
  for (auto name : files.getAsRange<StringAttr>())
    for (const LibraryText &text : getLibraryTexts())
      if (text.fileName == name.getValue())
        sources.append(name, builder.getStringAttr(text.text));
  (*module)->removeAttr(ts::kSourceFilesAttr);
  (*module)->setAttr(ts::TSDialect::kSourcesAttr,
                     sources.getDictionary(&context));
  return module;
}
