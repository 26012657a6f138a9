//===- SessionArchive.cpp - Programs as archives --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What torch.jit.save writes of the objects and functions of a session.
//
//===----------------------------------------------------------------------===//

#include "ObjectReader.h"
#include "SessionImpl.h"
#include "TorchScript/Target/TorchScriptArchive/ExportArchive.h"

#include "TorchScript/Target/TorchScript/FunctionCode.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"

using namespace torchscript;
using namespace mlir;

using ExtraFiles = llvm::ArrayRef<std::pair<std::string, std::string>>;

/// The bytes of an archive; the error says all that was reported.
static llvm::Expected<std::string> writeArchive(ModuleOp module,
                                                ArchiveContents &contents,
                                                ExtraFiles extraFiles) {
  for (const auto &[name, bytes] : extraFiles)
    contents.extraFiles.push_back({name, bytes});
  std::string problems;
  ScopedDiagnosticHandler handler(
      module.getContext(), [&](mlir::Diagnostic &diagnostic) {
        problems += (problems.empty() ? "" : "\n") + diagnostic.str();
        return success();
      });
  if (std::optional<std::string> bytes = exportArchive(module, contents))
    return std::move(*bytes);
  return makeFailure(Failure::Kind::Unsupported,
                     "the program cannot be saved: " + problems);
}

llvm::Expected<std::string> Session::saveObject(llvm::StringRef symbol,
                                                ExtraFiles extraFiles) {
  OwningOpRef<ModuleOp> module = cast<ModuleOp>(getModule()->clone());
  ObjectReader reader(*module, *impl->objects);
  if (llvm::Error error = reader.read(symbol))
    return makeFailure(Failure::Kind::Unsupported,
                       "the program cannot be saved: " +
                           llvm::toString(std::move(error)));
  ArchiveContents contents;
  auto find = [&](llvm::StringRef key) -> llvm::Expected<llvm::StringRef> {
    auto found = reader.storages.find(key);
    if (found != reader.storages.end())
      return found->second;
    return getStorage(key);
  };
  contents.storages = find;
  contents.instance = symbol.str();
  return writeArchive(*module, contents, extraFiles);
}

llvm::Expected<std::string> Session::saveFunction(llvm::StringRef symbol,
                                                  ExtraFiles extraFiles) {
  OwningOpRef<ModuleOp> module = cast<ModuleOp>(getModule()->clone());
  ArchiveContents contents;
  auto find = [&](llvm::StringRef key) { return getStorage(key); };
  contents.storages = find;
  contents.function = symbol.str();
  return writeArchive(*module, contents, extraFiles);
}

llvm::Expected<std::string> Session::printCode(llvm::StringRef symbol) {
  auto function = getModule().lookupSymbol<func::FuncOp>(symbol);
  if (!function)
    return makeFailure(Failure::Kind::NotFound,
                       "no function '" + symbol + "'");
  std::string problems;
  ScopedDiagnosticHandler handler(
      function->getContext(), [&](mlir::Diagnostic &diagnostic) {
        problems += (problems.empty() ? "" : "\n") + diagnostic.str();
        return success();
      });
  if (std::optional<std::string> text = printFunctionCode(function))
    return std::move(*text);
  return makeFailure(Failure::Kind::Unsupported,
                     "the function cannot be printed: " + problems);
}

std::vector<std::pair<std::string, llvm::StringRef>>
Session::getExtraFiles() const {
  std::vector<std::pair<std::string, llvm::StringRef>> files;
  if (impl->archive)
    for (const ArchiveExtraFile &file : impl->archive->getExtraFiles())
      files.push_back({file.name, file.bytes});
  return files;
}
