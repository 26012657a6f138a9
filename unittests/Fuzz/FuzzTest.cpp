//===- FuzzTest.cpp - Random and damaged modules through all passes -------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every pass and pipeline gets modules of every form, generated and mutated: it
// says what is wrong, or makes valid IR. TS_MODULES sets how many of each kind
// are tried (5000 for the full number), TS_SEED where to begin, and TS_FAILURES
// names a directory for the modules that fail.
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"
#include "ModuleMutator.h"
#include "PassRunner.h"
#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Frontend/Modules/Importer.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

using namespace tsfuzz;
using namespace mlir;

namespace {

size_t getNumber(const char *variable, size_t otherwise) {
  const char *text = std::getenv(variable);
  return text ? size_t(std::atoll(text)) : otherwise;
}

/// The contents of the files below a directory whose names end in `suffix`,
/// sorted by name.
std::vector<std::string> readFiles(StringRef directory, StringRef suffix) {
  std::vector<std::string> names, texts;
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator it(directory, error), end;
       it != end && !error; it.increment(error))
    if (StringRef(it->path()).ends_with(suffix))
      names.push_back(it->path());
  llvm::sort(names);
  for (const std::string &name : names)
    if (auto buffer = llvm::MemoryBuffer::getFile(name))
      texts.push_back((*buffer)->getBuffer().str());
  return texts;
}

/// All overloads, and those that the compiler's sources name.
const OperatorNames &getNames() {
  static const OperatorNames *names = [] {
    auto *found = new OperatorNames();
    auto &registry = torchscript::SchemaRegistry::get();
    llvm::StringSet<> spelled;
    for (const char *suffix : {".cpp", ".def", ".inc"})
      for (const std::string &text : readFiles(TS_SOURCE_DIR "/lib", suffix)) {
        llvm::Regex regex("\"((aten|prim)::[A-Za-z_0-9]+)[.A-Za-z_0-9]*\"");
        StringRef rest = text;
        SmallVector<StringRef> groups;
        while (regex.match(rest, &groups)) {
          spelled.insert(groups[1]);
          rest = rest.substr(groups[1].end() - rest.begin());
        }
      }
    registry.forEachLine([&](StringRef line) {
      std::string name = line.substr(0, line.find('(')).str();
      found->all.push_back(name);
      if (spelled.contains(StringRef(name).substr(0, name.find('.'))))
        found->special.push_back(name);
    });
    return found;
  }();
  return *names;
}

/// The verifiers of the LLVM and transform dialects are not made for damaged
/// operations.
bool isOurs(StringRef text) {
  return !text.contains("llvm.") && !text.contains("transform.");
}

/// Splits a test at `// -----` and drops its comments.
void splitTest(StringRef text, std::vector<std::string> &parts) {
  std::string part;
  auto finish = [&] {
    if (!StringRef(part).trim().empty() && isOurs(part))
      parts.push_back(part);
    part.clear();
  };
  for (StringRef line : llvm::split(text, '\n')) {
    if (line.starts_with("// -----"))
      finish();
    else if (!line.ltrim().starts_with("//"))
      part += (line + "\n").str();
  }
  finish();
}

const std::vector<std::string> &getTests() {
  static const std::vector<std::string> parts = [] {
    std::vector<std::string> found;
    for (const std::string &text : readFiles(TS_SOURCE_DIR "/test", ".mlir"))
      splitTest(text, found);
    return found;
  }();
  return parts;
}

/// The programs of the importer's tests and the examples after each phase.
const std::vector<std::string> &getPhases() {
  static const std::vector<std::string> texts = [] {
    findPipelines();
    std::vector<std::string> found;
    std::vector<std::string> programs =
        readFiles(TS_SOURCE_DIR "/test/Frontend", ".py");
    for (std::string &text : readFiles(TS_SOURCE_DIR "/examples", ".py"))
      programs.push_back(std::move(text));
    for (const std::string &program : programs) {
      MLIRContext context(getDialects(), MLIRContext::Threading::DISABLED);
      ScopedDiagnosticHandler handler(&context,
                                      [](Diagnostic &) { return success(); });
      torchscript::DiagnosticSink sink;
      OwningOpRef<ModuleOp> module = torchscript::importTorchScriptSource(
          program, "program.py", context, sink);
      for (const char *phase :
           {"", "torchscript-to-ssa", "ts-tensor-to-linalg",
            "torchscript-to-scf", "ts-outline-kernels", "ts-compile-kernels",
            "torchscript-to-tsrt", "torchscript-to-llvm"}) {
        if (!module)
          break;
        PassManager manager(&context, ModuleOp::getOperationName(),
                            PassManager::Nesting::Implicit);
        if (*phase && (failed(addPipeline(phase, manager)) ||
                       failed(manager.run(*module))))
          break;
        (*module)->removeAttr(ts::TSDialect::kSourcesAttr);
        std::string text;
        llvm::raw_string_ostream(text) << *module;
        // What is long takes long, and shows nothing else.
        if (text.size() < 20000 && StringRef(text).contains("func") &&
            isOurs(text))
          found.push_back(std::move(text));
      }
    }
    return found;
  }();
  return texts;
}

OwningOpRef<ModuleOp> parse(MLIRContext &context, StringRef text) {
  return parseSourceString<ModuleOp>(text, ParserConfig(&context));
}

/// A text, changed as text or as a module.
OwningOpRef<ModuleOp> mutate(MLIRContext &context, StringRef text,
                             uint64_t seed) {
  Random random(seed);
  if (random.oneIn(3)) {
    OwningOpRef<ModuleOp> module =
        parse(context, mutateText(text.str(), random));
    if (module || !random.oneIn(4))
      return module;
  }
  OwningOpRef<ModuleOp> module = parse(context, text);
  if (!module)
    return module;
  bool changed = false;
  for (size_t i = 0, n = 2 + random.below(10); i < n; ++i) {
    OwningOpRef<ModuleOp> copy = module->clone();
    mutateModule(*copy, random, getNames());
    if (failed(verify(*copy)))
      continue;
    module = std::move(copy);
    changed = true;
  }
  if (!changed)
    return {};
  // Nobody can write a type whose parameters are wrong.
  std::string generic;
  llvm::raw_string_ostream os(generic);
  module->print(os, OpPrintingFlags().printGenericOpForm());
  return parse(context, generic);
}

/// Runs all pipelines and reports each kind of problem once.
void check(StringRef kind, ModuleMaker make) {
  RunCounts counts;
  size_t count = getNumber("TS_MODULES", 30);
  std::vector<Problem> problems =
      runPasses(findPipelines(), count, make, counts);
  llvm::outs() << kind << ": " << counts.modules << " modules, " << counts.valid
               << " valid, " << counts.runs << " runs, " << counts.succeeded
               << " succeeded, " << problems.size() << " unsound\n";
  std::map<std::string, std::pair<size_t, const Problem *>> kinds;
  for (const Problem &problem : problems) {
    auto &entry = kinds[problem.pipeline + ": " + problem.what.substr(0, 160)];
    if (!entry.first++)
      entry.second = &problem;
  }
  const char *directory = std::getenv("TS_FAILURES");
  size_t number = 0;
  for (const auto &[what, entry] : kinds) {
    ADD_FAILURE() << kind.str() << " module " << entry.second->module << ", "
                  << what << " (" << entry.first << " times)";
    if (!directory)
      continue;
    std::error_code error;
    llvm::raw_fd_ostream file(
        (Twine(directory) + "/" + kind + "-" + Twine(number++) + ".mlir").str(),
        error);
    file << "// ts-opt --pass-pipeline='builtin.module("
         << entry.second->pipeline << ")'\n// " << entry.second->what << "\n"
         << printModule(entry.second->module, make);
  }
}

TEST(Fuzz, Generated) {
  size_t first = getNumber("TS_SEED", 1);
  check("generated", [&](MLIRContext &context, size_t number) {
    OwningOpRef<ModuleOp> module = generateModule(
        context, Form(number % kNumForms), first + number, getNames());
    return succeeded(verify(*module)) ? std::move(module)
                                      : OwningOpRef<ModuleOp>();
  });
}

TEST(Fuzz, MutatedTests) {
  size_t first = getNumber("TS_SEED", 1);
  const std::vector<std::string> &texts = getTests();
  ASSERT_FALSE(texts.empty());
  check("tests", [&](MLIRContext &context, size_t number) {
    return mutate(context, texts[number % texts.size()], first + number);
  });
}

TEST(Fuzz, MutatedPhases) {
  size_t first = getNumber("TS_SEED", 1);
  const std::vector<std::string> &texts = getPhases();
  ASSERT_FALSE(texts.empty());
  check("phases", [&](MLIRContext &context, size_t number) {
    return mutate(context, texts[number % texts.size()], first + number);
  });
}

} // namespace
