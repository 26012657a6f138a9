//===- Function.h - Functions the host can call -----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function of a program with its parameters, and how it is called.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_EXECUTION_FUNCTION_H
#define TORCHSCRIPT_EXECUTION_FUNCTION_H

#include "TorchScript/Execution/HostValues.h"

#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace torchscript {

/// A parameter of a callable function.
struct HostParameter {
  std::string name;
  const tsrt_type *type = nullptr;
  /// The value when no argument is given.
  std::shared_ptr<const HostValue> defaultValue;
  bool isKeywordOnly = false;
  /// For a list: how often a single number given instead is repeated; 0 where
  /// that is not allowed.
  int64_t listSize = 0;
};

/// A function of a program.
struct HostFunction {
  std::string name;
  std::vector<HostParameter> parameters;
  /// The classes and enums of the program.
  HostTypes *types = nullptr;
  /// Symbol of the function in the program.
  std::string symbol;
  /// The object a method is called on; passed before the arguments.
  const HostValue *self = nullptr;
  /// The symbol of that object and the name of the method.
  std::string object, method;
  /// Null until there is machine code: see Session::prepare.
  tsrt_entry entry = nullptr;
  /// With machine code: whether it calls a program. One thread runs that, so
  /// the tasks that the function forks run on the thread that calls it.
  bool callsProgram = false;
};

/// Arguments for the parameters of a function from data: positional ones first,
/// then by name, defaults for the rest.
llvm::Expected<std::vector<HostValue>>
bindArguments(const HostFunction &function, const std::vector<json> &positional,
              const std::vector<std::pair<std::string, json>> &named,
              llvm::ArrayRef<HostValue> tensors = {});

/// Calls a function that has machine code; what it raises comes back as a
/// RunError.
llvm::Expected<HostValue> callFunction(const HostFunction &function,
                                       llvm::ArrayRef<HostValue> arguments);

} // namespace torchscript

#endif // TORCHSCRIPT_EXECUTION_FUNCTION_H
