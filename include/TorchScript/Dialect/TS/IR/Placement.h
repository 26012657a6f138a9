//===- Placement.h - Programs whose tensors lie on devices ------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most programs leave all tensors on the processor, and questions for a
// tensor's device have one answer. An attribute says of a module that it is
// different.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_PLACEMENT_H
#define TORCHSCRIPT_DIALECT_TS_IR_PLACEMENT_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::ts {

/// Attribute of modules: who places tensors on devices.
inline constexpr llvm::StringLiteral kPlacementAttr = "ts.placement";

enum class Placement {
  Processor, ///< nobody: all tensors lie on the processor
  Program,   ///< the program moves tensors to devices that it names
  Target,    ///< the whole program runs on one device
};

/// Does an operator or constant of the module name a device that is not the
/// processor, or one that is not known?
bool namesDevices(ModuleOp module);
/// Sets the attribute, unless it is set.
void setPlacement(ModuleOp module, Placement placement);
/// The placement of the module that `op` is in.
Placement getPlacement(Operation *op);

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_PLACEMENT_H
