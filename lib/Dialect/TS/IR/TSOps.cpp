//===- TSOps.cpp - Operations of the ts dialect ---------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The code TableGen makes; verifiers and folders are in a file per family.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TSOps.h"

#include "AssemblyFormat.h"

using namespace mlir;
using namespace mlir::ts;

#define GET_OP_CLASSES
#include "TorchScript/Dialect/TS/IR/TSOps.cpp.inc"
