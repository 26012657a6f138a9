//===- RuntimeForm.cpp - What convert-tsrt-to-llvm expects ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the form of a module before anything of it is converted, and names the
// pass that is missing.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TS/IR/Forms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::tsrt;

/// True for operations that fail without saying so by a result.
static bool raisesUnseen(Operation *op) {
  if (isa<ts::ThrowOp>(op))
    return true;
  auto raising = dyn_cast<RaisingOpInterface>(op);
  return raising && raising.mayRaise() &&
         !(op->getNumResults() && isa<ErrorType>(op->getResult(0).getType()));
}

LogicalResult tsrt::verifyRuntimeForm(ModuleOp module) {
  if (failed(ts::requireForm(module, ts::Form::Late)))
    return failure();
  if (module.lookupSymbol(ts::kModuleInitSymbol))
    return module.emitError("has @")
           << ts::kModuleInitSymbol << ": convert-tsrt-to-llvm ran before";
  llvm::StringSet<> names, defined;
  for (auto symbol : module.getOps<SymbolOpInterface>())
    names.insert(symbol.getName());
  for (auto function : module.getOps<func::FuncOp>()) {
    StringRef name = function.getName();
    defined.insert(name);
    if (name.starts_with("tsrt_"))
      return function.emitOpError("has a name of the runtime's");
    if (names.contains((name + ts::kBoxedSuffix).str()))
      return function.emitOpError("would get the entry @")
             << name << ts::kBoxedSuffix << ", which exists";
  }
  WalkResult result = module.walk([&](Operation *op) {
    if (isa<ModuleOp>(op) && op != module) {
      op->emitError("a nested module; run ts-flatten-kernels (pipeline "
                    "ts-compile-kernels) first");
      return WalkResult::interrupt();
    }
    if (auto call = dyn_cast<RuntimeCallOp>(op);
        call && defined.contains(call.getCallee())) {
      op->emitOpError("calls a function of the runtime that the program "
                      "defines: @")
          << call.getCallee();
      return WalkResult::interrupt();
    }
    if (!raisesUnseen(op))
      return WalkResult::advance();
    op->emitOpError("has no error result; run ts-lower-raise (pipeline "
                    "torchscript-to-tsrt) first");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

bool tsrt::isCallableByHost(FunctionType type) {
  TypeRange results = type.getResults();
  if (!results.empty() && isa<ErrorType>(results.front()))
    results = results.drop_front();
  return results.size() <= 1 && llvm::all_of(results, ts::isValueType) &&
         llvm::all_of(type.getInputs(), ts::isValueType);
}
