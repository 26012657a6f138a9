//===- CompiledLibrary.h - Libraries of ts-compile --------- -*- C++ -*--===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads a compiled library and describes its functions.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_EXECUTION_COMPILEDLIBRARY_H
#define TORCHSCRIPT_LIB_EXECUTION_COMPILEDLIBRARY_H

#include "TorchScript/Execution/Function.h"

#include <map>

namespace torchscript {

/// A shared object that ts-compile made. Its functions and their results must
/// not outlive it.
class CompiledLibrary {
public:
  ~CompiledLibrary();
  CompiledLibrary(const CompiledLibrary &) = delete;
  static llvm::Expected<std::unique_ptr<CompiledLibrary>>
  open(llvm::StringRef path);

  /// Names of the exported functions, in order.
  std::vector<std::string> getFunctionNames() const;

  /// Whether the library makes an instance of this name.
  bool hasInstance(llvm::StringRef name) const;

  /// An exported function, ready to be called; methods share the instance they
  /// are called on. Null when there is none of this name.
  llvm::Expected<std::unique_ptr<HostFunction>> find(llvm::StringRef name);

private:
  CompiledLibrary() = default;

  void *handle = nullptr;
  const tsrt_program *program = nullptr;
  std::unique_ptr<HostTypes> types;
  /// Those made so far, by number.
  std::map<int32_t, HostValue> instances;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_EXECUTION_COMPILEDLIBRARY_H
