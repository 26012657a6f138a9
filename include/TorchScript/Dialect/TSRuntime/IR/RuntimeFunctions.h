//===- RuntimeFunctions.h - What C functions do -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What optimizations may assume of the functions of the runtime (tsrt.h).
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TSRUNTIME_IR_RUNTIMEFUNCTIONS_H
#define TORCHSCRIPT_DIALECT_TSRUNTIME_IR_RUNTIMEFUNCTIONS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::tsrt {

/// What is known of a function of the runtime.
struct RuntimeFunction {
  /// Drops no owner of any object and changes no container.
  bool keepsOwners = false;
  /// Also writes nothing that a program sees, and has no other result than the
  /// returned value: two calls with nothing written between them are one.
  bool onlyReads = false;
  /// The result is a fresh object.
  bool isFresh = false;
  /// Rarely called.
  bool isCold = false;
};

/// What is known of the function of a name.
RuntimeFunction getRuntimeFunction(llvm::StringRef name);

} // namespace mlir::tsrt

#endif // TORCHSCRIPT_DIALECT_TSRUNTIME_IR_RUNTIMEFUNCTIONS_H
