//===- MadeInstances.h - Instances that operators make ----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packed weights and quantized tensors of instances as values that operators
// make. The state of such an instance is a tuple: the operator's name, then its
// arguments.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_MODULES_MADEINSTANCES_H
#define TORCHSCRIPT_LIB_FRONTEND_MODULES_MADEINSTANCES_H

#include "TorchScript/Frontend/Modules/InstanceWriter.h"

namespace torchscript {

/// The attribute of an instance with such a state; null after an error, which
/// the writer reported, and for other states.
mlir::Attribute getMadeInstance(InstanceWriter &writer,
                                const InstanceValue &instance, mlir::Type type,
                                llvm::StringRef name);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_FRONTEND_MODULES_MADEINSTANCES_H
