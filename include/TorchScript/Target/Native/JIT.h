//===- JIT.h - Compilation in the running process -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads compiled modules into the process and finds their functions. Code is
// kept by key for the life of the JIT.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_TARGET_NATIVE_JIT_H
#define TORCHSCRIPT_TARGET_NATIVE_JIT_H

#include "tsrt.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace llvm::orc {
class JITDylib;
class LLJIT;
} // namespace llvm::orc

namespace torchscript {

/// Code loaded into the process.
class LoadedModule {
public:
  /// The address of a symbol; null when there is none.
  void *lookup(llvm::StringRef symbol) const;
  /// The function the host calls for the TorchScript function `name`; null
  /// when the module does not define it.
  tsrt_entry getEntry(llvm::StringRef name) const;

private:
  friend class JIT;
  llvm::orc::LLJIT *jit = nullptr;
  llvm::orc::JITDylib *library = nullptr;
};

/// Compiles modules for this machine and keeps them.
class JIT {
public:
  static llvm::Expected<std::unique_ptr<JIT>> create();
  ~JIT();

  /// Gives modules loaded from now on the function `name` of the host.
  void define(llvm::StringRef name, void *address);

  /// The module loaded under `key` (function and signature), or null.
  LoadedModule *find(llvm::StringRef key);

  /// Compiles and loads a module of the LLVM dialect under `key` and runs its
  /// initialisation. `level` is LLVM's optimisation level.
  llvm::Expected<LoadedModule *>
  load(llvm::StringRef key, mlir::ModuleOp module, unsigned level = 2);

private:
  JIT();
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace torchscript

#endif // TORCHSCRIPT_TARGET_NATIVE_JIT_H
