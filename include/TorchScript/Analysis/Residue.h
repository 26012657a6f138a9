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

/// Whether an operator that stays computes on elements of tensors, so that it
/// is a boxed call of the compiled tier. Questions about one tensor and
/// conversions of its one element to a number are none, nor are views of known
/// sizes whose object somebody needs: they move no element.
bool isBoxedTensorOperator(OperatorOp op);

/// Whether an operator is in value form: its tensors are builtin ones.
bool isInValueForm(OperatorOp op);

/// Why the compiled tier cannot take a tensor operator.
std::string explainResidue(OperatorOp op);

} // namespace mlir::ts

#endif // TORCHSCRIPT_ANALYSIS_RESIDUE_H
