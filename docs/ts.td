//===- ts.td - All of the ts dialect, for its reference ----*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "TorchScript/Dialect/TS/IR/TS.td"
include "TorchScript/Dialect/TS/IR/TSLiteralOps.td"
