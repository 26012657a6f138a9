//===- TSOps.h - Operations of the ts dialect -------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TSOPS_H
#define TORCHSCRIPT_DIALECT_TS_IR_TSOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "TorchScript/Dialect/TS/IR/TSAttrs.h"
#include "TorchScript/Dialect/TS/IR/TSDialect.h"
#include "TorchScript/Dialect/TS/IR/TSTypes.h"

namespace mlir::ts {

/// Where variable slots live.
struct SlotResource : public SideEffects::Resource::Base<SlotResource> {
  /// The name shown in diagnostics.
  StringRef getName() final { return "ts.slot"; }
};

/// The attributes of objects, and globals.
struct ObjectResource : public SideEffects::Resource::Base<ObjectResource> {
  /// The name shown in diagnostics.
  StringRef getName() final { return "ts.object"; }
};

/// Standard output and the warning stream.
struct ConsoleResource : public SideEffects::Resource::Base<ConsoleResource> {
  /// The name shown in diagnostics.
  StringRef getName() final { return "ts.console"; }
};

/// Whether the function goes on: written by operations that exist to raise.
struct ControlResource : public SideEffects::Resource::Base<ControlResource> {
  /// The name shown in diagnostics.
  StringRef getName() final { return "ts.control"; }
};

} // namespace mlir::ts

#define GET_OP_CLASSES
#include "TorchScript/Dialect/TS/IR/TSOps.h.inc"

#endif // TORCHSCRIPT_DIALECT_TS_IR_TSOPS_H
