//===- Specialization.h - Code for one signature ----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prepares a function for the dtypes and shapes of given arguments, and for the
// object it is a method of.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_EXECUTION_SPECIALIZATION_H
#define TORCHSCRIPT_EXECUTION_SPECIALIZATION_H

#include "TorchScript/Execution/HostValues.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <string>
#include <vector>

namespace torchscript {

/// The object whose method a function is.
struct MethodOf {
  /// Symbol of the ts.object.
  std::string object;
  std::string method;
  /// All methods that may be called on the object: what none of them assigns is
  /// constant.
  std::vector<std::string> callable;
};

/// Which sizes of arguments code is not made for, but for any.
struct DynamicSizes {
  /// Of every dimension.
  bool all = false;
  /// Of these; negative ones count from the last.
  std::vector<int64_t> dims;

  bool isEmpty() const { return !all && dims.empty(); }
  bool contains(int64_t dim, int64_t rank) const;
};

/// dtypes and sizes of the tensors among the arguments: `f32[1,3];-;i64[]`.
/// Empty when there are none; nothing when one is the runtime's to compute
/// with, as it requires gradients or is no plain tensor. Sizes that are
/// `dynamic` are symbols, but those that are 0 or 1, which say how a tensor is
/// computed with; equal ones are one symbol: `f32[s0>=2,3];f32[s0>=2]`.
std::optional<std::string> spellSignature(llvm::ArrayRef<HostValue> arguments,
                                          const DynamicSizes &dynamic = {});

/// Brings the module to ssa form, with one function inlined and specialized
/// (the pipeline ts-specialize): its tensor arguments get the types of
/// `signature`, a method loses `self`. Returns the symbol of the function, or
/// an empty string after a diagnostic.
std::string specialize(mlir::ModuleOp module, llvm::StringRef symbol,
                       const MethodOf *method, llvm::StringRef signature);

} // namespace torchscript

#endif // TORCHSCRIPT_EXECUTION_SPECIALIZATION_H
