//===- Specialize.cpp - A function for known arguments --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the passes that specialize.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Pipelines/Specialize.h"

#include "TorchScript/Dialect/TS/Transforms/Passes.h"
#include "TorchScript/Pipelines/Language/LanguagePipelines.h"
#include "TorchScript/Pipelines/TensorPipeline.h"
#include "TorchScript/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

/// Folding exposes calls and calls expose folding; a chain of submodules needs
/// one round per level.
static constexpr unsigned kMaxLevels = 64;

void ts::buildBindObject(OpPassManager &pm, StringRef object,
                         ArrayRef<std::string> methods, bool markModules) {
  TSSpecializeObjectsOptions options;
  options.object = object.str();
  options.methods = methods;
  pm.addPass(createTSSpecializeObjects(options));
  OpPassManager level(ModuleOp::getOperationName());
  level.addPass(createTSFreezeAttributes());
  // Branches that are not taken go before their calls are looked at.
  level.addPass(createTSRefineTypes());
  TSInlineMethodsOptions inlining;
  inlining.markModules = markModules;
  level.addPass(createTSInlineMethods(inlining));
  pm.addPass(createTSRepeat(std::move(level), kMaxLevels));
  pm.addPass(createTSPruneFunctions());
}

void ts::buildSpecialize(OpPassManager &pm, const Specialization &options) {
  buildToSSA(pm);
  if (!options.object.empty())
    buildBindObject(pm, options.object, options.methods);
  pm.addPass(createTSInline());
  std::string entry = options.getSymbol();
  TSTypeArgumentsOptions arguments;
  arguments.entry = entry;
  arguments.signature = options.signature;
  pm.addPass(createTSTypeArguments(arguments));
  OpPassManager round(ModuleOp::getOperationName());
  buildRefinementRound(round);
  pm.addPass(createTSRepeat(std::move(round), options.maxRounds));
  // While the other methods are there: they may change tensors, too.
  pm.addPass(createTSMarkMutableTensors());
  TSInternalizeOptions internal;
  internal.keep = entry;
  pm.addPass(createTSInternalize(internal));
  pm.addPass(createSymbolDCEPass());
}

namespace {
/// The options of ts-bind-object.
struct BindObjectOptions : public PassPipelineOptions<BindObjectOptions> {
  Option<std::string> object{
      *this, "object",
      llvm::cl::desc(
          "symbol of the ts.object; default: all that no other refers to")};
  ListOption<std::string> methods{
      *this, "methods",
      llvm::cl::desc("all methods that may be called on it; default: forward, "
                     "or all when there is none")};
};

/// The options of ts-specialize.
struct SpecializeOptions : public PassPipelineOptions<SpecializeOptions> {
  Option<std::string> entry{
      *this, "entry",
      llvm::cl::desc("symbol of the function; with object, name of a method")};
  Option<std::string> signature{
      *this, "signature",
      llvm::cl::desc("dtypes and sizes of its arguments: f32[1,3];-;i64[]")};
  Option<std::string> object{
      *this, "object",
      llvm::cl::desc("symbol of the ts.object the method is called on")};
  ListOption<std::string> methods{
      *this, "methods",
      llvm::cl::desc("all methods that may be called on the object; default: "
                     "the entry")};
  Option<unsigned> maxRounds{
      *this, "max-rounds",
      llvm::cl::desc("how often types of tensors are refined at most"),
      llvm::cl::init(ts::Specialization().maxRounds)};
};
} // namespace

void ts::registerSpecializePipelines() {
  PassPipelineRegistration<BindObjectOptions>(
      "ts-bind-object",
      "From ssa form: methods of a known object, its attributes constants",
      [](OpPassManager &pm, const BindObjectOptions &options) {
        std::vector<std::string> methods(options.methods.begin(),
                                         options.methods.end());
        buildBindObject(pm, options.object, methods);
      });
  PassPipelineRegistration<SpecializeOptions>(
      "ts-specialize",
      "From source or ssa form: one function, for the dtypes and sizes of "
      "known arguments",
      [](OpPassManager &pm, const SpecializeOptions &options) {
        ts::Specialization specialization;
        specialization.entry = options.entry;
        specialization.signature = options.signature;
        specialization.object = options.object;
        specialization.methods.assign(options.methods.begin(),
                                      options.methods.end());
        if (!specialization.object.empty() && specialization.methods.empty())
          specialization.methods = {specialization.entry};
        specialization.maxRounds = options.maxRounds;
        buildSpecialize(pm, specialization);
      });
}
