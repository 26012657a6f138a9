//===- Defaults.h - Default values of functions -----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_EVALUATE_DEFAULTS_H
#define TORCHSCRIPT_FRONTEND_EVALUATE_DEFAULTS_H

#include "TorchScript/Frontend/Evaluate/Interpreter.h"

#include <string>
#include <utility>
#include <vector>

namespace torchscript::evaluate {

/// The parameters of a function that have default values, with these.
std::vector<std::pair<std::string, Value>> getDefaults(const Value &function);

} // namespace torchscript::evaluate

#endif // TORCHSCRIPT_FRONTEND_EVALUATE_DEFAULTS_H
