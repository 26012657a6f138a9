//===- LowerModule.cpp - From source form to LLVM ---------------------------
//===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the phases and collects what they report.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Pipelines/LowerModule.h"

#include "TorchScript/Analysis/Residue.h"
#include "TorchScript/Codegen/DeviceTarget.h"
#include "TorchScript/Dialect/TS/IR/Locations.h"
#include "TorchScript/Dialect/TS/IR/Placement.h"
#include "TorchScript/Dialect/TS/IR/Residue.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/KernelOps.h"
#include "TorchScript/Pipelines/KernelPipeline.h"
#include "TorchScript/Pipelines/Pipelines.h"
#include "TorchScript/Transforms/CpuLevels.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"

using namespace torchscript;
using namespace mlir;

std::string torchscript::spellDiagnostic(mlir::Diagnostic &diagnostic) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto range = ts::decodeLocation(diagnostic.getLocation()))
    os << range->file << ":" << range->line << ":" << range->column << ": ";
  os << diagnostic;
  return text;
}

static void setPlace(Residue &residue, Location loc) {
  if (auto range = ts::decodeLocation(loc)) {
    residue.file = range->file;
    residue.line = range->line;
    residue.column = range->column;
  }
}

/// The operators that will be runtime calls, with their places.
static std::vector<Residue> collectResidue(ModuleOp module) {
  std::vector<Residue> operators;
  module.walk([&](ts::OperatorOp op) {
    Residue &residue = operators.emplace_back();
    residue.op = op.getName().str();
    residue.isBoxedTensor = ts::isBoxedTensorOperator(op);
    auto reason = op->getAttrOfType<StringAttr>(ts::kResidueAttr);
    residue.reason = reason ? reason.str() : "an operator of the language";
    setPlace(residue, op.getLoc());
  });
  return operators;
}

/// The kernels that stay on the processor, with the places of what keeps them
/// there.
static std::vector<Residue> collectHostKernels(ModuleOp module) {
  std::vector<Residue> kernels;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    auto reason = function->getAttrOfType<StringAttr>(ts::kHostReasonAttr);
    if (!reason)
      continue;
    Residue &kernel = kernels.emplace_back();
    kernel.op = function.getName().str();
    kernel.reason = reason.str();
    setPlace(kernel, function.getLoc());
  }
  return kernels;
}

/// The texts of the parts of kernels.
static std::vector<llvm::StringRef> collectParts(ModuleOp module) {
  std::vector<llvm::StringRef> parts;
  for (auto global : module.getOps<LLVM::GlobalOp>())
    if (global->hasAttr(tsrt::kPartAttr))
      parts.push_back(
          cast<StringAttr>(global.getValueOrNull()).getValue().drop_back());
  return parts;
}

void torchscript::printPhase(StringRef phase, ModuleOp module,
                             raw_ostream &os) {
  Attribute sources = module->removeAttr(ts::TSDialect::kSourcesAttr);
  os << "// ----- after: " << phase << " -----\n";
  module.print(os);
  os << "\n";
  if (sources)
    module->setAttr(ts::TSDialect::kSourcesAttr, sources);
}

llvm::Error torchscript::lowerModule(ModuleOp module,
                                     const LoweringHooks &hooks) {
  std::string failure;
  ScopedDiagnosticHandler handler(
      module.getContext(), [&](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return success();
        if (!failure.empty())
          failure += "\n";
        failure += spellDiagnostic(diagnostic);
        return success();
      });
  if (!hooks.devices.empty())
    ts::setPlacement(module, ts::Placement::Target);
  if (ts::namesDevices(module))
    ts::setPlacement(module, ts::Placement::Program);
  if (hooks.accuracy == Accuracy::Strict)
    module->setAttr(tsrt::kStrictAttr, UnitAttr::get(module.getContext()));
  if (!hooks.devices.empty()) {
    SmallVector<StringRef> targets(hooks.devices.begin(), hooks.devices.end());
    module->setAttr(ts::kDeviceAttr,
                    Builder(module.getContext()).getStrArrayAttr(targets));
  }
  if (!hooks.cpus.empty()) {
    SmallVector<StringRef> cpus(hooks.cpus.begin(), hooks.cpus.end());
    module->setAttr(ts::kCpusAttr,
                    Builder(module.getContext()).getStrArrayAttr(cpus));
  }
  struct Phase {
    const char *name;
    std::function<void(OpPassManager &)> build;
    bool isVerified;
  };
  bool isProfiled(hooks.onKernels), hasDevice = !hooks.devices.empty();
  auto buildPacked = [&](OpPassManager &manager) {
    ts::buildPackedKernelPipeline(manager, hooks.packing);
  };
  std::function<void(OpPassManager &)> buildKernels = ts::buildKernelPipeline;
  if (isProfiled)
    buildKernels = hasDevice ? ts::buildProfiledDeviceKernelPipeline
                             : ts::buildProfiledKernelPipeline;
  else if (hasDevice)
    buildKernels = ts::buildDeviceKernelPipeline;
  else if (hooks.packing)
    buildKernels = buildPacked;
  const Phase phases[] = {
      {"lower to linalg", ts::buildToLinalg, true},
      {"compile kernels", buildKernels, false},
      {"lower to runtime calls", ts::buildToTSRuntime, false},
      {"lower to LLVM", ts::buildToLLVM, true}};
  for (const Phase &phase : phases) {
    if (hooks.onPhase)
      hooks.onPhase(phase.name);
    PassManager pm(module.getContext());
    phase.build(pm);
    // After each pass it would take as long as the passes do.
    pm.enableVerifier(false);
    bool done = succeeded(pm.run(module)) &&
                (!phase.isVerified || succeeded(verify(module)));
    if (done && hooks.onResidue && &phase == &phases[0])
      hooks.onResidue(collectResidue(module));
    bool hasKernels = done && &phase == &phases[1];
    if (hasKernels && isProfiled)
      hooks.onKernels(collectParts(module));
    if (hasKernels && hasDevice && hooks.onHostKernels)
      hooks.onHostKernels(collectHostKernels(module));
    if (hooks.afterPhase)
      hooks.afterPhase(phase.name, module);
    if (!done && failure.empty())
      failure = std::string("the phase '") + phase.name + "' failed";
    if (!done)
      return llvm::createStringError("%s", failure.c_str());
  }
  return llvm::Error::success();
}
