//===- Residue.h - Why an operator stays on objects -------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reasons that the attribute `ts.residue` gives.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_ANALYSIS_RESIDUE_H
#define TORCHSCRIPT_ANALYSIS_RESIDUE_H

#include "TorchScript/Dialect/TS/IR/Residue.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ts {

/// Whether an operator reads or makes tensors, also in containers. Others are
/// of the language, and never were the compiled tier's.
bool isTensorOperator(OperatorOp op);

/// Whether an operator is in value form: its tensors are builtin ones.
bool isInValueForm(OperatorOp op);

/// What in the function may write to tensors, which keeps all of its operators
/// on objects; empty when nothing does.
std::string explainWrites(func::FuncOp function);

/// Why the compiled tier cannot take a tensor operator of a function that
/// writes to no tensor.
std::string explainResidue(OperatorOp op);

} // namespace mlir::ts

#endif // TORCHSCRIPT_ANALYSIS_RESIDUE_H
