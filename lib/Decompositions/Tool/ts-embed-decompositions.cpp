//===- ts-embed-decompositions.cpp - Compiles part of the library ---------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs when the compiler is built: compiles the library's decompositions, or
// those of the files it is given, and writes them as bytecode in C++. An error
// in a text ends the build.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/Decomposition.h"
#include "TorchScript/Dialect/TS/IR/Locations.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Frontend/Decompositions/DecompositionImporter.h"
#include "TorchScript/Library/Library.h"
#include "TorchScript/Pipelines/Language/LanguagePipelines.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>

using namespace mlir;
using namespace torchscript;

namespace {

/// What lib/Library says of an operator.
struct Entry {
  size_t blob;
  bool isComposite;
};

/// Compiles texts and collects the bytecode.
class Embedder {
public:
  explicit Embedder(MLIRContext &context) : context(context) {}
  /// Compiles all functions of a text; false after errors, which are printed.
  /// Entries are operators behind `prefix`.
  bool add(const LibraryText &text, bool isComposite, StringRef prefix = "");
  /// The C++ text.
  void write(llvm::raw_ostream &os) const;

private:
  bool compile(ModuleOp module, bool isComposite);

  MLIRContext &context;
  std::vector<std::string> blobs;
  std::map<std::string, Entry> entries;
};

} // namespace

/// Replaces the texts by the names of those that locations mention.
static void nameSources(ModuleOp module) {
  llvm::SetVector<StringRef> names;
  module.walk([&](Operation *op) {
    op->getLoc()->walk([&](Location inner) {
      if (auto place = dyn_cast<FileLineColLoc>(inner))
        names.insert(place.getFilename());
      return WalkResult::advance();
    });
  });
  auto sources =
      module->getAttrOfType<DictionaryAttr>(ts::TSDialect::kSourcesAttr);
  SmallVector<StringRef> used;
  for (StringRef name : names)
    if (sources && sources.get(name))
      used.push_back(name);
  module->removeAttr(ts::TSDialect::kSourcesAttr);
  module->setAttr(ts::kSourceFilesAttr,
                  Builder(module.getContext()).getStrArrayAttr(used));
}

bool Embedder::compile(ModuleOp module, bool isComposite) {
  if (failed(ts::runPipeline(module, ts::buildCompileDecompositions)))
    return false;
  // A composite operator is one step of the program that uses it.
  Location nowhere = UnknownLoc::get(&context);
  if (isComposite)
    module.walk([&](Operation *op) {
      op->setLoc(nowhere);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            argument.setLoc(nowhere);
    });
  nameSources(module);
  module->removeAttr(ts::kDecoratorAttr);
  llvm::raw_string_ostream os(blobs.emplace_back());
  return succeeded(writeBytecodeToFile(module, os));
}

bool Embedder::add(const LibraryText &text, bool isComposite,
                   StringRef prefix) {
  DecompositionImporter importer(context);
  bool good = importer.addText(text.fileName, text.text);
  for (const ImportedDecomposition &found : importer.getDecompositions()) {
    OwningOpRef<ModuleOp> module = importer.import(found);
    if (!module || !compile(*module, isComposite)) {
      good = false;
      continue;
    }
    for (const std::string &op : found.operators)
      entries.try_emplace(prefix.str() + op, Entry{blobs.size() - 1, isComposite});
  }
  importer.getDiagnostics().print(llvm::errs());
  return good;
}

void Embedder::write(llvm::raw_ostream &os) const {
  for (auto [index, blob] : llvm::enumerate(blobs)) {
    os << "alignas(8) static const char blob" << index << "[] =";
    for (auto [position, byte] : llvm::enumerate(blob)) {
      if (position % 32 == 0)
        os << (position ? "\"\n\"" : "\n\"");
      // Three digits: what follows cannot belong to the number.
      os << llvm::formatv("\\{0}{1}{2}", (byte >> 6) & 3, (byte >> 3) & 7,
                          byte & 7);
    }
    os << "\";\n";
  }
  os << "static const torchscript::EmbeddedDecomposition entries[] = {\n";
  for (auto &[op, entry] : entries)
    os << "{\"" << op << "\", {blob" << entry.blob << ", "
       << blobs[entry.blob].size() << "}, "
       << (entry.isComposite ? "true" : "false") << "},\n";
  os << "};\n";
}

/// `FILE:LINE:COLUMN: error: MESSAGE`, as compilers of C++ print it.
static LogicalResult printDiagnostic(mlir::Diagnostic &diagnostic) {
  if (auto place = ts::decodeLocation(diagnostic.getLocation()))
    llvm::errs() << place->file << ":" << place->line << ":" << place->column
                 << ": ";
  llvm::errs() << "error: " << diagnostic << "\n";
  return success();
}

/// Adds the library's texts; false after errors.
static bool addLibrary(Embedder &embedder) {
  bool good = true;
  // What a composite operator is comes first.
  for (bool isComposite : {true, false})
    for (const LibraryText &text : getLibraryTexts())
      if (text.moduleName.starts_with(isComposite ? "composites."
                                                  : "decompositions."))
        good &= embedder.add(text, isComposite);
  // What exported programs are made of has tables of its own.
  for (const LibraryText &text : getLibraryTexts()) {
    StringRef name = text.moduleName;
    if (name.consume_front("levels."))
      good &= embedder.add(text, /*isComposite=*/false, (name + "/").str());
  }
  return good;
}

/// Adds a file; false after errors.
static bool addFile(Embedder &embedder, StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (buffer)
    return embedder.add({path, path, (*buffer)->getBuffer()},
                        /*isComposite=*/false);
  llvm::errs() << path << ": error: " << buffer.getError().message() << "\n";
  return false;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    llvm::errs() << "usage: ts-embed-decompositions OUT.inc [FILE.py...]\n";
    return 2;
  }
  DialectRegistry registry;
  registry.insert<ts::TSDialect, func::FuncDialect, arith::ArithDialect,
                  complex::ComplexDialect>();
  func::registerInlinerExtension(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  ScopedDiagnosticHandler handler(&context, printDiagnostic);
  Embedder embedder(context);
  bool good = argc > 2 || addLibrary(embedder);
  for (int i = 2; i < argc; ++i)
    good &= addFile(embedder, argv[i]);
  if (!good)
    return 1;
  llvm::Error error = llvm::writeToOutput(argv[1], [&](llvm::raw_ostream &os) {
    embedder.write(os);
    return llvm::Error::success();
  });
  if (!error)
    return 0;
  llvm::errs() << argv[1] << ": error: " << llvm::toString(std::move(error))
               << "\n";
  return 1;
}
