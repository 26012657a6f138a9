//===- MutationTest.cpp - Damaged programs through the importers ----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Damaged sources and archives are imported or refused with a diagnostic, and
// neither crash nor hang. TS_MUTATIONS sets how many of each are tried; run it
// with the asan-ubsan preset for the full number.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Archive/ExportedProgram.h"
#include "TorchScript/Archive/TorchScriptArchive.h"
#include "TorchScript/Dialect/TS/IR/TSDialect.h"
#include "TorchScript/Frontend/ExportedProgram/ProgramImporter.h"
#include "TorchScript/Frontend/Modules/Importer.h"
#include "TorchScript/Frontend/TorchScriptArchive/ArchiveImporter.h"
#include "TorchScript/Pipelines/Language/LanguagePipelines.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

using namespace torchscript;

namespace {

unsigned getCount() {
  const char *text = std::getenv("TS_MUTATIONS");
  return text ? unsigned(std::atoi(text)) : 100;
}

/// The contents of the files of a directory with one of the suffixes, sorted by
/// name.
std::vector<std::string> readFiles(llvm::StringRef directory,
                                   llvm::StringRef suffix) {
  std::vector<std::string> names, texts;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(directory, error), end;
       it != end && !error; it.increment(error))
    if (llvm::sys::path::extension(it->path()) == suffix)
      names.push_back(it->path());
  std::sort(names.begin(), names.end());
  for (const std::string &name : names)
    if (auto buffer = llvm::MemoryBuffer::getFile(name))
      texts.push_back((*buffer)->getBuffer().str());
  return texts;
}

/// Cuts the text off, flips bits, or replaces a piece by another piece of it.
std::string mutate(std::string text, std::mt19937 &random) {
  auto below = [&](size_t n) {
    return size_t(random() % std::max<size_t>(n, 1));
  };
  switch (below(4)) {
  case 0:
    text.resize(below(text.size()));
    break;
  case 1:
    for (size_t i = 0, n = 1 + below(8); i < n && !text.empty(); ++i)
      text[below(text.size())] ^= char(1 << below(8));
    break;
  case 2: {
    size_t from = below(text.size()), length = below(24);
    std::string piece = text.substr(from, length);
    text.replace(below(text.size()), below(24), piece);
    break;
  }
  default:
    text.erase(below(text.size()), 1 + below(40));
    break;
  }
  return text;
}

/// Puts strange numbers and other strings of the text in the place of tokens, so
/// that what results is JSON still.
std::string mutateTokens(std::string text, std::mt19937 &random) {
  static constexpr llvm::StringLiteral strange[] = {
      "-1",  "0",    "9223372036854775807", "-9223372036854775808", "1e308",
      "1.5", "null", "[]",                  "{}",                   "true",
      "\"\"", "\"s0\"", "4611686018427387904",   "65",
      "\"FloorDiv(Symbol('s0'), Integer(0))\""};
  for (unsigned turns = 1 + random() % 4; turns > 0; --turns) {
    // The tokens: strings and numbers, as begin and end.
    std::vector<std::pair<size_t, size_t>> tokens;
    for (size_t i = 0; i < text.size();) {
      size_t end = i + 1;
      if (text[i] == '"') {
        while (end < text.size() && text[end] != '"')
          end += text[end] == '\\' ? 2 : 1;
        tokens.emplace_back(i, std::min(end + 1, text.size()));
        ++end;
      } else if (llvm::isDigit(text[i]) || text[i] == '-') {
        while (end < text.size() && (llvm::isAlnum(text[end]) ||
                                     text[end] == '.' || text[end] == '-'))
          ++end;
        tokens.emplace_back(i, end);
      }
      i = end;
    }
    if (tokens.empty())
      return text;
    auto [begin, end] = tokens[random() % tokens.size()];
    auto [from, to] = tokens[random() % tokens.size()];
    std::string fresh = random() % 2
                            ? std::string(strange[random() % std::size(strange)])
                            : text.substr(from, to - from);
    text.replace(begin, end - begin, fresh);
  }
  return text;
}

/// The archive with damage in the text of its program, and CRCs that fit.
std::string mutateProgram(const std::string &archive, std::mt19937 &random) {
  auto zip = ZipReader::open({archive, "original.pt2"});
  llvm::SmallString<128> path;
  if (!zip || llvm::sys::fs::createTemporaryFile("mutated", "pt2", path)) {
    llvm::consumeError(zip.takeError());
    return archive;
  }
  llvm::FileRemover remover(path);
  {
    auto writer = ZipWriter::create(path);
    EXPECT_TRUE(bool(writer));
    for (const ZipRecord &record : (*zip)->getRecords()) {
      auto bytes = (*zip)->read(record);
      EXPECT_TRUE(bool(bytes));
      std::string text = bytes->str();
      if (llvm::StringRef(record.name).ends_with(".json"))
        text = mutateTokens(std::move(text), random);
      EXPECT_FALSE(llvm::errorToBool((*writer)->add(record.name, text, {})));
    }
    EXPECT_FALSE(llvm::errorToBool((*writer)->finish()));
  }
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : archive;
}

class Mutation : public ::testing::Test {
protected:
  void SetUp() override { context.loadDialect<mlir::ts::TSDialect>(); }

  /// A module that came without an error is a valid one.
  void expectSound(mlir::ModuleOp module, const DiagnosticSink &sink) {
    if (module)
      EXPECT_TRUE(mlir::succeeded(mlir::verify(module)));
    else
      EXPECT_FALSE(sink.getDiagnostics().empty());
  }

  std::mt19937 random{20240229};
  mlir::MLIRContext context;
};

TEST_F(Mutation, Sources) {
  std::vector<std::string> texts =
      readFiles(TS_SOURCE_DIR "/test/Frontend/Language", ".py");
  ASSERT_FALSE(texts.empty());
  for (unsigned i = 0, n = getCount(); i < n; ++i) {
    DiagnosticSink sink;
    std::string text = mutate(texts[i % texts.size()], random);
    mlir::OwningOpRef<mlir::ModuleOp> module =
        importTorchScriptSource(text, "mutated.py", context, sink);
    expectSound(module.get(), sink);
  }
}

TEST_F(Mutation, Archives) {
  std::vector<std::string> texts =
      readFiles(TS_SOURCE_DIR "/test/Archive/Inputs", ".pt");
  ASSERT_FALSE(texts.empty());
  ArchiveOptions options;
  for (unsigned i = 0, n = getCount(); i < n; ++i) {
    // Without the CRC more of the damage gets through to the readers.
    options.checkCrc = i % 4 == 0;
    std::string text = mutate(texts[i % texts.size()], random);
    auto archive = TorchScriptArchive::open(
        llvm::MemoryBuffer::getMemBufferCopy(text, "mutated.pt"), options);
    if (!archive) {
      EXPECT_FALSE(llvm::toString(archive.takeError()).empty());
      continue;
    }
    DiagnosticSink sink;
    mlir::OwningOpRef<mlir::ModuleOp> module =
        importArchive(**archive, context, sink);
    expectSound(module.get(), sink);
  }
}

TEST_F(Mutation, ExportedPrograms) {
  std::vector<std::string> texts =
      readFiles(TS_SOURCE_DIR "/test/ExportedProgram/Inputs", ".pt2");
  ASSERT_FALSE(texts.empty());
  ArchiveOptions options;
  for (unsigned i = 0, n = getCount(); i < n; ++i) {
    options.checkCrc = i % 8 == 0;
    const std::string &original = texts[i % texts.size()];
    std::string text = i % 2 ? mutateProgram(original, random)
                             : mutate(original, random);
    auto file = ExportedProgramFile::open(
        llvm::MemoryBuffer::getMemBufferCopy(text, "mutated.pt2"), options);
    if (!file) {
      EXPECT_FALSE(llvm::toString(file.takeError()).empty());
      continue;
    }
    EXPECT_FALSE(exported::printProgram((*file)->getProgram()).empty());
    for (auto &[name, tensor] : (*file)->getTensors())
      if (!tensor.storage.empty())
        llvm::consumeError(
            (*file)->getTensorMemory(tensor.storage).takeError());
    auto module = importExportedProgram(**file, context);
    if (!module) {
      EXPECT_FALSE(llvm::toString(module.takeError()).empty());
      continue;
    }
    EXPECT_TRUE(mlir::succeeded(mlir::verify(**module)));
    // As a module it is sound, or there is a diagnostic.
    bool isReported = false;
    mlir::ScopedDiagnosticHandler handler(
        &context, [&](mlir::Diagnostic &) {
          isReported = true;
          return mlir::success();
        });
    if (mlir::failed(
            mlir::ts::runPipeline(**module, mlir::ts::buildUnliftPrograms)))
      EXPECT_TRUE(isReported);
  }
}

} // namespace
