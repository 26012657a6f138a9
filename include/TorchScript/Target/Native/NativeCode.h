//===- NativeCode.h - LLVM IR and machine code -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the LLVM dialect to LLVM IR, optimised for a machine.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_TARGET_NATIVE_NATIVECODE_H
#define TORCHSCRIPT_TARGET_NATIVE_NATIVECODE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>
#include <vector>

namespace torchscript {

/// Translates a module of the LLVM dialect; null after a diagnostic.
std::unique_ptr<llvm::Module> translateToLLVMIR(mlir::ModuleOp module,
                                                llvm::LLVMContext &context);

/// A description of the machine the process runs on, with all its features,
/// for position-independent code.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createHostMachine();

/// The machine code is for.
struct MachineOptions {
  /// An LLVM CPU name; "native": this machine with all its features;
  /// "baseline": every machine of the architecture; or several of x86-64,
  /// x86-64-v2, x86-64-v3 and x86-64-v4, separated by commas, of which the
  /// lowest counts.
  std::string cpu = "baseline";
  /// 0 to 3.
  unsigned level = 2;
};

/// A description of a machine for position-independent code; the error lists
/// known CPUs when the name is not one.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createMachine(const MachineOptions &options);

/// The levels of x86-64 that kernels are compiled for: those that `cpu` lists,
/// lowest first, or the highest that the machine it names has; none for other
/// architectures and the baseline.
std::vector<std::string> getCpuLevels(llvm::StringRef cpu,
                                      const llvm::TargetMachine &machine);

/// Checks of memory accesses that LLVM adds to code. The process that loads the
/// code must have the sanitizer's runtime.
enum class Sanitizer { None, Address, Thread };

/// How much work goes into the machine code of an optimised module: little at
/// level 0 and when the module was large.
llvm::CodeGenOptLevel getCodeGenLevel(const llvm::Module &module,
                                      unsigned level = 2);

/// Runs LLVM's standard optimisations for `machine`, or few on a large module;
/// `level` is 0 to 3.
llvm::Error optimize(llvm::Module &module, llvm::TargetMachine &machine,
                     unsigned level = 2, Sanitizer sanitizer = Sanitizer::None);

} // namespace torchscript

#endif // TORCHSCRIPT_TARGET_NATIVE_NATIVECODE_H
