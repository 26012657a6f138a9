//===- TS.h - The ts dialect: everything ------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TS_H
#define TORCHSCRIPT_DIALECT_TS_IR_TS_H

#include "TorchScript/Dialect/TS/IR/Locations.h"
#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "TorchScript/Dialect/TS/IR/TSAttrs.h"
#include "TorchScript/Dialect/TS/IR/TSDialect.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TS/IR/TSTypes.h"

#endif // TORCHSCRIPT_DIALECT_TS_IR_TS_H
