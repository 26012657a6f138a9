//===- TSInterfaces.td - Side effect resources of the ts dialect --*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TSINTERFACES_TD
#define TORCHSCRIPT_DIALECT_TS_IR_TSINTERFACES_TD

include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// Where a variable slot lives. Slots never alias tensors or objects.
def TS_SlotResource : Resource<"::mlir::ts::SlotResource">;

/// The attributes of objects and the globals.
def TS_ObjectResource : Resource<"::mlir::ts::ObjectResource">;

/// Standard output and the warning stream; a write may not be dropped or
/// reordered with another.
def TS_ConsoleResource : Resource<"::mlir::ts::ConsoleResource">;

/// Raising: an operation that must not be dropped because it may end the
/// function writes here.
def TS_ControlResource : Resource<"::mlir::ts::ControlResource">;

#endif // TORCHSCRIPT_DIALECT_TS_IR_TSINTERFACES_TD
