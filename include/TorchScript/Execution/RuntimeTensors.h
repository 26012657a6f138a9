//===- RuntimeTensors.h - Tensors of the evaluator in the runtime -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_EXECUTION_RUNTIMETENSORS_H
#define TORCHSCRIPT_EXECUTION_RUNTIMETENSORS_H

#include "TorchScript/Execution/HostValues.h"
#include "TorchScript/Frontend/Evaluate/TensorOperators.h"

#include <memory>

namespace torchscript {

/// Operators that compute at once, by boxed calls of the runtime; overloads are
/// resolved as in TorchScript.
std::unique_ptr<evaluate::TensorOperators> makeRuntimeTensors();

} // namespace torchscript

#endif // TORCHSCRIPT_EXECUTION_RUNTIMETENSORS_H
