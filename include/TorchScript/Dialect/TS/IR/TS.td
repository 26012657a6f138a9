//===- TS.td - Umbrella of the ts dialect's operations --*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TS_TD
#define TORCHSCRIPT_DIALECT_TS_IR_TS_TD

include "TorchScript/Dialect/TS/IR/TSAsyncOps.td"
include "TorchScript/Dialect/TS/IR/TSAttrs.td"
include "TorchScript/Dialect/TS/IR/TSCastOps.td"
include "TorchScript/Dialect/TS/IR/TSClassOps.td"
include "TorchScript/Dialect/TS/IR/TSConstantOps.td"
include "TorchScript/Dialect/TS/IR/TSContainerOps.td"
include "TorchScript/Dialect/TS/IR/TSControlFlowOps.td"
include "TorchScript/Dialect/TS/IR/TSExceptionOps.td"
include "TorchScript/Dialect/TS/IR/TSOperatorOps.td"
include "TorchScript/Dialect/TS/IR/TSTensorOps.td"
include "TorchScript/Dialect/TS/IR/TSTypes.td"
include "TorchScript/Dialect/TS/IR/TSVariableOps.td"

#endif // TORCHSCRIPT_DIALECT_TS_IR_TS_TD
