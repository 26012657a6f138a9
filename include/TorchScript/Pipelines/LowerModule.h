//===- LowerModule.h - From source form to LLVM --------------------*- C++ -*-
//===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The phases every program goes through before it is machine code, in the
// process or in a file.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_PIPELINES_LOWERMODULE_H
#define TORCHSCRIPT_PIPELINES_LOWERMODULE_H

#include "TorchScript/Codegen/PackConstants.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <string>
#include <vector>

namespace torchscript {

/// An operator that stays a call of the runtime.
struct Residue {
  std::string op;     ///< `aten::sort`
  std::string reason; ///< why it was not compiled
  /// Whether it computes on elements of tensors (isBoxedTensorOperator).
  bool isBoxedTensor = false;
  /// Where the program asks for it, from 1; no file when that is not known.
  std::string file;
  unsigned line = 0, column = 0;
};

/// How results may round: as sums of products in any order, or by algorithms
/// with fewer products, too, whose errors are of the same size.
enum class Accuracy { Strict, Default };

/// Who is told about the phases; functions may be empty.
struct LoweringHooks {
  Accuracy accuracy = Accuracy::Default;
  /// What kernels are compiled for beside the processor: spellings of targets
  /// (Codegen/DeviceTarget.h). Kernels without a form there stay on it.
  std::vector<std::string> devices;
  /// The levels of x86-64 that the code of a library is for, lowest first
  /// (Transforms/CpuLevels.h); none: the baseline.
  std::vector<std::string> cpus;
  /// Packs weights of kernels for the processor; empty: they are packed when
  /// they are read first. Not with devices or `onKernels`.
  mlir::ts::ConstantPacking packing;
  /// Called before each phase with its name.
  std::function<void(llvm::StringRef phase)> onPhase;
  /// Called with the IR after each phase, complete or failed.
  std::function<void(llvm::StringRef phase, mlir::ModuleOp module)> afterPhase;
  /// Called with the operators that run in the runtime, in order.
  std::function<void(llvm::ArrayRef<Residue> operators)> onResidue;
  /// Called, when there are devices, with the kernels that stay on the processor:
  /// their names and why.
  std::function<void(llvm::ArrayRef<Residue> kernels)> onHostKernels;
  /// Called with the parts of all kernels, in order, each a JSON object
  /// (ts-profile-kernels). When set, kernels say which part of them runs.
  std::function<void(llvm::ArrayRef<llvm::StringRef> parts)> onKernels;
};

/// Lowers a module in source, ssa or value form to the LLVM dialect. The error
/// is the text of the diagnostics, with their places.
llvm::Error lowerModule(mlir::ModuleOp module, const LoweringHooks &hooks);

/// Whether an error of lowerModule() says that a construct of the program is
/// not supported; else a pass is wrong, or IR that no importer made.
inline bool isAboutSupport(llvm::StringRef message) {
  return message.contains("not supported yet");
}

/// Prints the IR without the texts it was made from, under a line that names
/// the phase: what `--print-ir-after-all` shows.
void printPhase(llvm::StringRef phase, mlir::ModuleOp module,
                llvm::raw_ostream &os);

/// Text of a diagnostic: place and message.
std::string spellDiagnostic(mlir::Diagnostic &diagnostic);

} // namespace torchscript

#endif // TORCHSCRIPT_PIPELINES_LOWERMODULE_H
