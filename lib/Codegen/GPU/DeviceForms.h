//===- DeviceForms.h - What can be computed on devices ----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types and functions that device code of each target has.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CODEGEN_GPU_DEVICEFORMS_H
#define TORCHSCRIPT_CODEGEN_GPU_DEVICEFORMS_H

#include "TorchScript/Codegen/DeviceTarget.h"

#include "mlir/IR/Types.h"

namespace mlir::ts {

/// Whether numbers of the type can be in device memory and registers: integers
/// of 1, 8, 16, 32 or 64 bits, floats of 16, 32 or 64 bits, bfloat16.
bool isDeviceType(Type type);

/// Whether an operation of the math dialect has a form on all targets, after
/// ts-expand-math.
bool hasDeviceForm(Operation *op, ArrayRef<DeviceTarget> targets);

/// The name and type of such an operation, for messages.
std::string describeMath(Operation *op);

} // namespace mlir::ts

#endif // TORCHSCRIPT_CODEGEN_GPU_DEVICEFORMS_H
