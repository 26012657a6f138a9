//===- Cost.cpp - What a call costs ---------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Specializes a copy of the program as a call with these shapes would, counts
// on it, and lowers it on to see what is compiled.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Summary/Summary.h"

#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Analysis/Residue.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Operators/Registry.h"
#include "TorchScript/Pipelines/Pipelines.h"
#include "TorchScript/Pipelines/Specialize.h"
#include "TorchScript/Pipelines/TensorPipeline.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace torchscript;
namespace ts = mlir::ts;

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// The type of a tensor when all of its sizes are known.
static ts::TSTensorType getKnown(mlir::Value value) {
  auto type =
      llvm::dyn_cast<ts::TSTensorType>(ts::lookThroughCasts(value).getType());
  return type && type.hasDtype() && type.hasStaticShape() ? type
                                                          : ts::TSTensorType();
}

static int64_t countElements(ts::TSTensorType type) {
  int64_t count = 1;
  for (int64_t size : type.getShape())
    count *= size;
  return count;
}

static int64_t countBytes(ts::TSTensorType type) {
  std::optional<DType> dtype = ts::getDType(type.getDtype());
  return dtype ? countElements(type) * getItemSize(*dtype) : 0;
}

/// The operations of one operator; nothing when its sizes are not known.
static std::optional<int64_t> countFlops(ts::OperatorOp op) {
  ts::TSTensorType result =
      op.getNumResults() ? getKnown(op.getResult(0)) : ts::TSTensorType();
  if (!result)
    return std::nullopt;
  if (std::optional<int64_t> products = ts::countProducts(op))
    return 2 * *products;
  if (ts::mayResultAlias(op) && !ts::writesTensors(op))
    return 0;
  int64_t count = countElements(result);
  for (mlir::Value argument : op.getArgs())
    if (ts::TSTensorType type = getKnown(argument))
      count = std::max(count, countElements(type));
  return count;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The last operation of the block that needs the tensor or a view of it.
static mlir::Operation *getLastUse(mlir::Value value, mlir::Block *block) {
  mlir::Operation *last = block->findAncestorOpInBlock(*value.getDefiningOp());
  llvm::SmallVector<mlir::Value> work{value};
  while (!work.empty())
    for (mlir::Operation *user : work.pop_back_val().getUsers()) {
      mlir::Operation *here = block->findAncestorOpInBlock(*user);
      if (here && last->isBeforeInBlock(here))
        last = here;
      auto view = llvm::dyn_cast<ts::OperatorOp>(user);
      if (view && ts::mayResultAlias(view))
        llvm::append_range(work, view.getResults());
    }
  return last;
}

static void countFunction(mlir::func::FuncOp function, CostSummary &cost) {
  mlir::Block *block = &function.getBody().front();
  llvm::DenseMap<mlir::Operation *, int64_t> freed;
  llvm::DenseMap<mlir::Operation *, int64_t> made;
  function.walk([&](ts::OperatorOp op) {
    if (!ts::isTensorOperator(op))
      return;
    std::optional<int64_t> flops = countFlops(op);
    bool makesTensor =
        llvm::any_of(op.getResultTypes(), llvm::IsaPred<ts::TSTensorType>);
    if (!flops && makesTensor)
      ++cost.unknown[op.getName().str()];
    cost.flops += flops.value_or(0);
    if (ts::mayResultAlias(op))
      return;
    for (mlir::Value result : op.getResults())
      if (ts::TSTensorType type = getKnown(result)) {
        int64_t bytes = countBytes(type);
        cost.activationBytes += bytes;
        made[block->findAncestorOpInBlock(*op)] += bytes;
        freed[getLastUse(result, block)] += bytes;
      }
  });
  int64_t live = 0;
  for (mlir::Operation &op : *block) {
    live += made.lookup(&op);
    cost.peakBytes = std::max(cost.peakBytes, live);
    live -= freed.lookup(&op);
  }
}

static std::map<std::string, uint64_t> countOperators(mlir::ModuleOp module) {
  std::map<std::string, uint64_t> counts;
  module.walk([&](ts::OperatorOp op) {
    if (ts::isTensorOperator(op))
      ++counts[op.getName().str()];
  });
  return counts;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// What to specialize: a function, or a method of an instance.
static llvm::Expected<ts::Specialization> resolve(mlir::ModuleOp module,
                                                  llvm::StringRef name) {
  ts::Specialization found;
  std::string names;
  unsigned numFound = 0;
  auto consider = [&](const std::string &full, const ts::Specialization &it) {
    bool isShort = llvm::StringRef(full).split('.').second == name;
    bool isWanted = name.empty() ? it.entry == "forward" || it.object.empty()
                                 : full == name || isShort;
    if (isWanted)
      found = it;
    numFound += isWanted;
    names += (names.empty() ? "" : ", ") + full;
  };
  for (const MethodSummary &method : summarizeProgram(module).methods) {
    ts::Specialization candidate;
    auto [object, entry] = llvm::StringRef(method.name).split('.');
    candidate.entry = entry.empty() ? object.str() : entry.str();
    if (!entry.empty())
      candidate.object = object.str();
    consider(method.name, candidate);
  }
  if (!found.object.empty())
    for (const MethodSummary &method : summarizeProgram(module).methods) {
      auto [object, entry] = llvm::StringRef(method.name).split('.');
      if (object == found.object)
        found.methods.push_back(entry.str());
    }
  if (numFound == 1)
    return found;
  if (numFound > 1)
    return llvm::createStringError("which function? name one with --entry: " +
                                   names);
  if (names.empty())
    return llvm::createStringError(
        "there is no function whose cost could be told");
  return llvm::createStringError("no function '" + name + "': there are " +
                                 names);
}

llvm::Expected<CostSummary>
torchscript::estimateCost(mlir::ModuleOp module, llvm::StringRef function,
                          const TensorSignature &inputs) {
  llvm::Expected<ts::Specialization> options = resolve(module, function);
  if (!options)
    return options.takeError();
  options->signature = spellSignature(inputs);
  mlir::OwningOpRef<mlir::ModuleOp> copy(
      llvm::cast<mlir::ModuleOp>(module->clone()));
  std::string reason = "the program cannot be specialized";
  mlir::ScopedDiagnosticHandler handler(
      module.getContext(), [&](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
          reason = diagnostic.str();
        return mlir::success();
      });
  auto run = [&](llvm::function_ref<void(mlir::OpPassManager &)> build) {
    return ts::runPipeline(*copy, build);
  };
  if (mlir::failed(run(
          [&](mlir::OpPassManager &pm) { ts::buildSpecialize(pm, *options); })))
    return llvm::createStringError(reason);
  auto entry = copy->lookupSymbol<mlir::func::FuncOp>(options->getSymbol());
  if (!entry || entry.getBody().empty())
    return llvm::createStringError(reason);
  CostSummary cost;
  cost.function = options->getSymbol();
  countFunction(entry, cost);
  std::map<std::string, uint64_t> before = countOperators(*copy);
  if (mlir::failed(run([&](mlir::OpPassManager &pm) {
        ts::buildTensorToLinalgPipeline(pm);
      })))
    return llvm::createStringError(reason);
  cost.interpreted = countOperators(*copy);
  for (const auto &[name, count] : before) {
    uint64_t left = cost.interpreted.count(name) ? cost.interpreted[name] : 0;
    if (count > left)
      cost.compiled[name] = count - left;
  }
  return cost;
}
