//===- CopyCoalescing.h - Fewer variables in exported text ------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a text that was read and written again would otherwise gather.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_COPYCOALESCING_H
#define TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_COPYCOALESCING_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace torchscript {

/// Makes one variable of two where a block only computes the one to store it in
/// the other at last, as importers write it at the end of branches; takes
/// elements of tuples that were just made without the tuple. A text that came
/// from an export stays as it is when it is exported again.
void coalesceCopies(mlir::func::FuncOp function);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_COPYCOALESCING_H
