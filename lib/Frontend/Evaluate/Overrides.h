//===- Overrides.h - Classes that say what functions do -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_EVALUATE_OVERRIDES_H
#define TORCHSCRIPT_LIB_FRONTEND_EVALUATE_OVERRIDES_H

#include "TorchScript/Frontend/Evaluate/Interpreter.h"

namespace torchscript::evaluate {

/// Whether the class of a value has a `__torch_function__` of its own.
bool isOverriding(Interpreter &in, const Value &value);

/// What the classes of the arguments make of a call of a function of torch;
/// empty when none says anything.
Value callOverride(Interpreter &in, const Value &function,
                   const Arguments &arguments);
/// The same for the method of tensors that an operator is, "aten::add".
Value callMethodOverride(Interpreter &in, llvm::StringRef name,
                         const Arguments &arguments);

} // namespace torchscript::evaluate

#endif // TORCHSCRIPT_LIB_FRONTEND_EVALUATE_OVERRIDES_H
