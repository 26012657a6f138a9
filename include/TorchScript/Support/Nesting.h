//===- Nesting.h - How deeply a text is nested ------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's parser calls itself for each bracket without a limit, so that a text
// which nests deeply enough exhausts the stack. It is looked at before.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_SUPPORT_NESTING_H
#define TORCHSCRIPT_SUPPORT_NESTING_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace torchscript {

/// The deepest nesting of brackets that is handed to MLIR's parser.
constexpr unsigned kMaxNesting = 500;

/// An error, `FILE:LINE:COLUMN: message`, at the first bracket of a text of
/// MLIR that is nested more than kMaxNesting deep. Strings and comments are
/// skipped; bytecode is none of its business. Linear in the size of the text.
llvm::Error checkNesting(llvm::MemoryBufferRef text);

} // namespace torchscript

#endif // TORCHSCRIPT_SUPPORT_NESTING_H
