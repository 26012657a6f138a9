//===- AddDecompositions.cpp - ts-add-decompositions ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts users' decompositions of the operators of a module into it.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Decompositions/DecompositionImporter.h"
#include "TorchScript/Frontend/Decompositions/Passes.h"

#include "TorchScript/Dialect/TS/IR/Decomposition.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSADDDECOMPOSITIONS
#include "TorchScript/Frontend/Decompositions/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using torchscript::DecompositionImporter;
using torchscript::ImportedDecomposition;

namespace {
struct AddDecompositions
    : public ts::impl::TSAddDecompositionsBase<AddDecompositions> {
  using TSAddDecompositionsBase::TSAddDecompositionsBase;

  void runOnOperation() override {
    DecompositionImporter importer(getContext());
    if (!readTexts(importer) || !addFunctions(importer)) {
      importer.getDiagnostics().print(llvm::errs());
      return signalPassFailure();
    }
  }

private:
  /// Reads the files; false after an error.
  bool readTexts(DecompositionImporter &importer) {
    for (const std::string &path : files) {
      auto buffer = llvm::MemoryBuffer::getFile(path);
      if (!buffer) {
        mlir::emitError(getOperation().getLoc(), "decompositions: ")
            << path << ": " << buffer.getError().message();
        return false;
      }
      if (!importer.addText(path, (*buffer)->getBuffer()))
        return false;
    }
    for (auto [name, text] : llvm::zip(names, texts))
      if (!importer.addText(name, text))
        return false;
    return true;
  }

  /// Imports what stands for the operators of the module, and for operators of
  /// that; false after an error.
  bool addFunctions(DecompositionImporter &importer) {
    llvm::SetVector<const ImportedDecomposition *> needed;
    auto visit = [&](ts::OperatorOp op) {
      if (const ImportedDecomposition *found = importer.lookup(op.getName()))
        needed.insert(found);
    };
    if (all) {
      for (const ImportedDecomposition &each : importer.getDecompositions())
        needed.insert(&each);
    } else {
      getOperation().walk(visit);
    }
    OpBuilder builder = OpBuilder::atBlockEnd(getOperation().getBody());
    ModuleOp nest;
    for (size_t i = 0; i < needed.size(); ++i) {
      OwningOpRef<ModuleOp> module = importer.import(*needed[i]);
      if (!module)
        return false;
      module->walk(visit);
      if (!nest)
        nest = builder.create<ModuleOp>(getOperation().getLoc(),
                                        ts::kDecompositionModule);
      nest.push_back(module.release());
      ++numAdded;
    }
    return true;
  }
};
} // namespace
