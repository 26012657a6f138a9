//===- TSRuntime.h - The tsrt dialect -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types, interfaces and operations of the tsrt dialect.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIME_H
#define TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIME_H

#include "TorchScript/Dialect/TS/IR/TSDialect.h"
#include "TorchScript/Dialect/TS/IR/TSTypes.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeTypes.h.inc"

#include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeInterfaces.h.inc"

#define GET_OP_CLASSES
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeOps.h.inc"

#endif // TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIME_H
