//===- Summary.h - What is in a program -------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For someone who found a file: its methods, the tree of its modules, the
// operators it needs and who runs them, and what a call costs.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_SUMMARY_SUMMARY_H
#define TORCHSCRIPT_SUMMARY_SUMMARY_H

#include "TorchScript/Base/Types/TensorSignature.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace torchscript {

/// A function that can be called.
struct MethodSummary {
  /// `forward`, or with its instance in front: `m.forward`.
  std::string name;
  /// As PyTorch spells it: `forward(Tensor x, int n=1) -> Tensor`.
  std::string schema;
};

/// One module of the tree, without those in it.
struct ModuleSummary {
  /// The way to it from the instance: `m.layers.0`.
  std::string path;
  std::string className;
  /// The path under which the same module stood before; empty when it is new.
  std::string sameAs;
  /// Elements and bytes of its own parameters, and of its buffers and other
  /// tensors.
  int64_t parameters = 0, parameterBytes = 0;
  int64_t buffers = 0, bufferBytes = 0;
};

/// Who runs an operator.
enum class Service {
  /// A kernel of the runtime.
  Kernel,
  /// Text of the library, made of other operators.
  Composite,
  /// Nobody yet: a call fails with its name.
  None,
};

/// An operator of a program.
struct OperatorSummary {
  std::string name;
  /// Places where it stands.
  uint64_t count = 0;
  Service service = Service::None;
};

/// What is in a program that was imported.
struct ProgramSummary {
  std::vector<MethodSummary> methods;
  std::vector<ModuleSummary> modules;
  /// By name.
  std::vector<OperatorSummary> operators;
};

/// What one call does, operators in loops counted once.
struct CostSummary {
  std::string function;
  /// Additions and multiplications of numbers; of products and convolutions
  /// two for each product of two elements.
  int64_t flops = 0;
  /// Bytes of all tensors that operators make, and of those that are needed at
  /// the same time at most.
  int64_t activationBytes = 0, peakBytes = 0;
  /// Operators by what happens to them: those that are compiled, and the
  /// others with the reason.
  std::map<std::string, uint64_t> compiled, interpreted;
  /// Operators whose results have no known size: not in the numbers.
  std::map<std::string, uint64_t> unknown;
};

/// Looks at a module in source form.
ProgramSummary summarizeProgram(mlir::ModuleOp module);

/// Specializes a function (`f`, or a method: `m.forward`; empty for the one
/// there is) for tensors of these shapes and counts. The module is left as it
/// is; the error says what is wrong with the name or the shapes.
llvm::Expected<CostSummary> estimateCost(mlir::ModuleOp module,
                                         llvm::StringRef function,
                                         const TensorSignature &inputs);

} // namespace torchscript

#endif // TORCHSCRIPT_SUMMARY_SUMMARY_H
