//===- my-opt.cpp - A pass of another project -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tool like ts-opt, with a pass of its own beside the compiler's passes and
// pipelines.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/InitAll.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/ADT/MapVector.h"

namespace {

/// Says at each function how often it uses which operator.
struct CountOperators
    : mlir::PassWrapper<CountOperators,
                        mlir::OperationPass<mlir::func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CountOperators)

  llvm::StringRef getArgument() const final { return "count-operators"; }
  llvm::StringRef getDescription() const final {
    return "Count the operators of each function";
  }

  void runOnOperation() final {
    llvm::MapVector<llvm::StringRef, unsigned> counts;
    getOperation().walk(
        [&](mlir::ts::OperatorOp op) { ++counts[op.getName()]; });
    for (auto [name, count] : counts)
      mlir::emitRemark(getOperation().getLoc())
          << getOperation().getName() << ": " << count << " x " << name;
    markAllAnalysesPreserved();
  }
};

} // namespace

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  torchscript::registerAllDialects(registry);
  torchscript::registerAllPasses();
  mlir::PassRegistration<CountOperators>();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "The TorchScript compiler with a pass of its own\n",
      registry));
}
