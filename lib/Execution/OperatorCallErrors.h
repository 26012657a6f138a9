//===- OperatorCallErrors.h - Texts of calls that fit nothing -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What PyTorch's Python functions say of arguments that no overload takes.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_EXECUTION_OPERATORCALLERRORS_H
#define TORCHSCRIPT_LIB_EXECUTION_OPERATORCALLERRORS_H

#include "TorchScript/Frontend/Evaluate/Interpreter.h"

#include <string>

namespace torchscript {

/// The text of the TypeError for a call of the operator `name`, with its
/// namespace, from a program; empty where this cannot tell what is wrong.
std::string explainOperatorCall(evaluate::Interpreter &in, llvm::StringRef name,
                                const evaluate::Arguments &arguments);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_EXECUTION_OPERATORCALLERRORS_H
