//===- Specialize.h - A function for known arguments ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pipelines that prepare a function for the dtypes and sizes of given
// arguments, and for the object it is a method of.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_PIPELINES_SPECIALIZE_H
#define TORCHSCRIPT_PIPELINES_SPECIALIZE_H

#include "mlir/Pass/PassManager.h"

#include <string>
#include <vector>

namespace mlir::ts {

/// What is known of calls of a function.
struct Specialization {
  /// The symbol of the function; of a method, its name.
  std::string entry;
  /// dtypes and sizes of the arguments without `self`: `f32[1,3];-;i64[]`;
  /// empty when nothing is known of them.
  std::string signature;
  /// The symbol of the ts.object a method is called on; empty for a function.
  std::string object;
  /// All methods that may be called on the object: what none of them assigns is
  /// constant.
  std::vector<std::string> methods;
  /// How often the types of tensors are refined at most.
  unsigned maxRounds = 64;

  /// The symbol of the function that is made: the entry, or `OBJECT.METHOD`.
  std::string getSymbol() const {
    return object.empty() ? entry : object + "." + entry;
  }
};

/// ssa form: copies of the methods of an object, in which what is known of the
/// object is constant (--ts-bind-object). `methods` are public functions then.
/// With `markModules` locations keep which modules calls were about
/// (ModuleStacks.h).
void buildBindObject(OpPassManager &pm, llvm::StringRef object,
                     llvm::ArrayRef<std::string> methods,
                     bool markModules = false);

/// Source or ssa form → ssa form with one public function, specialized: calls
/// inlined, arguments typed, types of tensors refined (--ts-specialize).
void buildSpecialize(OpPassManager &pm, const Specialization &options);

/// Makes these pipelines known to pass pipelines and ts-opt.
void registerSpecializePipelines();

} // namespace mlir::ts

#endif // TORCHSCRIPT_PIPELINES_SPECIALIZE_H
