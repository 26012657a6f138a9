//===- NestedPipeline.h - A pipeline as an option ---------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the passes that run other passes share.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_SUPPORT_NESTEDPIPELINE_H
#define TORCHSCRIPT_SUPPORT_NESTEDPIPELINE_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

namespace mlir::ts {

/// The text of a pipeline within the operation it runs on:
/// `builtin.module(a,b{x=1})`.
inline std::string spellPipeline(const OpPassManager &pipeline) {
  std::string text;
  llvm::raw_string_ostream os(text);
  pipeline.printAsTextualPipeline(os);
  return text;
}

/// Reads such a text, the value of `option`, into `pipeline`; `fail` is told
/// what is wrong with it.
inline LogicalResult
parsePipeline(StringRef option, StringRef text, OpPassManager &pipeline,
              function_ref<LogicalResult(const Twine &)> fail) {
  if (text.trim().empty())
    return fail("the option '" + option + "' is missing");
  std::string problem;
  llvm::raw_string_ostream os(problem);
  FailureOr<OpPassManager> parsed = parsePassPipeline(text, os);
  if (failed(parsed))
    return fail("the option '" + option + "' is no pipeline: " + problem);
  pipeline = std::move(*parsed);
  return success();
}

/// A pass that runs the pipeline of its option `pipeline`, `manager`. `Base` is
/// what TableGen makes of the pass.
template <typename Base>
class PipelinePass : public Base {
public:
  explicit PipelinePass(OpPassManager inner) : manager(std::move(inner)) {
    if (!manager.empty())
      this->pipeline = spellPipeline(manager);
  }
  PipelinePass(const PipelinePass &other)
      : Base(other), manager(other.manager) {}

  LogicalResult initializeOptions(
      StringRef text,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    if (failed(Base::initializeOptions(text, errorHandler)))
      return failure();
    return readPipeline(errorHandler);
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    manager.getDependentDialects(registry);
  }

protected:
  LogicalResult
  readPipeline(function_ref<LogicalResult(const Twine &)> errorHandler) {
    return parsePipeline("pipeline", this->pipeline, manager, errorHandler);
  }

  OpPassManager manager;
};

} // namespace mlir::ts

#endif // TORCHSCRIPT_SUPPORT_NESTEDPIPELINE_H
