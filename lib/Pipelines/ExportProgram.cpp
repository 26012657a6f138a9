//===- ExportProgram.cpp - Functions as exported programs -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the passes that make exported programs.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Pipelines/ExportProgram.h"

#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h"
#include "TorchScript/Frontend/Decompositions/Passes.h"
#include "TorchScript/Pipelines/Language/LanguagePipelines.h"
#include "TorchScript/Pipelines/TensorPipeline.h"
#include "TorchScript/Transforms/Passes.h"
#include "TorchScript/Transforms/ProgramPasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::ts;

/// How often the parts of operators are looked at again.
static constexpr unsigned kMaxLevels = 64;

/// How often those of one operator are refined.
static constexpr unsigned kMaxPartRounds = 16;

/// One round of finding out what the program calls for its examples.
static void buildProgramRound(OpPassManager &round) {
  round.addPass(createTSRefineTypes());
  round.addPass(createTSScalarizeContainers());
  round.addPass(createTSProgramBindings());
  round.addPass(createTSStraightenProgram());
  round.addPass(createTSProgramAttributes());
  // What has no rule says its types one after the other: what follows such an
  // operator is inferred before the next one is looked at.
  OpPassManager types(ModuleOp::getOperationName()),
      parts(ModuleOp::getOperationName());
  types.addNestedPass<func::FuncOp>(createTSInferTypes());
  OpPassManager refinement(ModuleOp::getOperationName());
  buildRefinementRound(refinement);
  parts.addPass(createTSRepeat(std::move(refinement), kMaxPartRounds));
  types.addPass(createTSInferProgramTypes(std::move(parts)));
  round.addPass(createTSRepeat(std::move(types), kMaxLevels));
  round.addPass(createConvertTSToArith());
  round.addPass(createTSDecideSizes());
  round.addPass(createTSCanonicalize());
}

void ts::buildRunDecompositions(OpPassManager &pm,
                                const torchscript::ProgramLevel &level) {
  pm.addPass(createTSTypeProgramInputs());
  OpPassManager types(ModuleOp::getOperationName());
  buildProgramRound(types);
  pm.addPass(createTSRepeat(std::move(types), kMaxLevels));
  pm.addPass(createTSFunctionalizeProgram());
  if (!level.files.empty() || !level.texts.empty()) {
    // What operators are made of may have parts that a text stands for, too.
    TSAddDecompositionsOptions add;
    add.files = level.files;
    std::vector<std::string> names, texts;
    for (auto &[name, text] : level.texts) {
      names.push_back(name);
      texts.push_back(text);
    }
    add.names = names;
    add.texts = texts;
    add.all = true;
    pm.addPass(createTSAddDecompositions(add));
    buildCompileDecompositions(pm.nest<ModuleOp>().nest<ModuleOp>());
  }
  TSDecomposeProgramOptions decompose;
  decompose.level = level.name;
  decompose.kept = level.kept;
  decompose.unclear = false;
  OpPassManager known(ModuleOp::getOperationName()),
      all(ModuleOp::getOperationName());
  known.addPass(createTSDecomposeProgram(decompose));
  buildProgramRound(known);
  all.addPass(createTSRepeat(std::move(known), kMaxLevels));
  decompose.unclear = true;
  all.addPass(createTSDecomposeProgram(decompose));
  // Texts write statistics of normalizations.
  all.addPass(createTSFunctionalizeProgram());
  buildProgramRound(all);
  pm.addPass(createTSRepeat(std::move(all), kMaxLevels));
  pm.addPass(createTSWriteSizes());
  pm.addPass(createTSNameProgram());
  pm.addPass(createTSVerifyExportedProgram());
}

void ts::buildExportProgram(OpPassManager &pm, const Specialization &options,
                            bool keepControlFlow) {
  buildToSSA(pm);
  if (!options.object.empty())
    buildBindObject(pm, options.object, options.methods,
                    /*markModules=*/true);
  pm.addPass(createTSProgramScopes());
  pm.addPass(createTSInline());
  TSFlattenInputsOptions inputs;
  inputs.entry = options.getSymbol();
  inputs.object = options.object;
  pm.addPass(createTSFlattenInputs(inputs));
  if (keepControlFlow)
    pm.addPass(createTSUniteAttributes());
  // Operators stay what the program called: nothing is decomposed, and equal
  // calls are not merged.
  OpPassManager round(ModuleOp::getOperationName());
  buildProgramRound(round);
  pm.addPass(createTSRepeat(std::move(round), options.maxRounds));
  if (keepControlFlow) {
    pm.addPass(createTSKeepControlFlow());
    OpPassManager again(ModuleOp::getOperationName());
    buildProgramRound(again);
    pm.addPass(createTSRepeat(std::move(again), options.maxRounds));
  }
  pm.addPass(createTSWriteSizes());
  TSLiftProgramOptions lift;
  lift.entry = options.getSymbol();
  lift.object = options.object;
  pm.addPass(createTSLiftProgram(lift));
  pm.addPass(createTSVerifyExportedProgram());
}

namespace {
/// The options of torchscript-to-exported-program.
struct ExportOptions : public PassPipelineOptions<ExportOptions> {
  Option<std::string> entry{
      *this, "entry",
      llvm::cl::desc("symbol of the function; with object, name of a method")};
  Option<std::string> object{
      *this, "object",
      llvm::cl::desc("symbol of the ts.object the method is called on")};
  Option<bool> keepControlFlow{
      *this, "keep-control-flow",
      llvm::cl::desc("branches and loops on data are operators of control flow"),
      llvm::cl::init(false)};
};
} // namespace

namespace {
/// The options of ts-run-decompositions.
struct LevelOptions : public PassPipelineOptions<LevelOptions> {
  Option<std::string> level{*this, "level", llvm::cl::init("core"),
                            llvm::cl::desc("functional or core")};
  ListOption<std::string> files{
      *this, "files",
      llvm::cl::desc("TorchScript texts whose functions come first")};
  ListOption<std::string> kept{
      *this, "keep", llvm::cl::desc("operators that stay (aten::conv2d)")};
};
} // namespace

void ts::registerExportPipelines() {
  PassPipelineRegistration<LevelOptions>(
      "ts-run-decompositions",
      "An exported program without writes, of the operators of a level",
      [](OpPassManager &pm, const LevelOptions &options) {
        torchscript::ProgramLevel level;
        level.name = options.level;
        level.files.assign(options.files.begin(), options.files.end());
        level.kept.assign(options.kept.begin(), options.kept.end());
        buildRunDecompositions(pm, level);
      });
  PassPipelineRegistration<ExportOptions>(
      "torchscript-to-exported-program",
      "From source or ssa form: a function with examples as exported program",
      [](OpPassManager &pm, const ExportOptions &options) {
        Specialization specialization;
        specialization.entry = options.entry;
        specialization.object = options.object;
        if (!specialization.object.empty())
          specialization.methods = {specialization.entry};
        buildExportProgram(pm, specialization, options.keepControlFlow);
      });
}
