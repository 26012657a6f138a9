//===- Calls.h - Library calls as C functions see them ----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function that computes an operation, its parameters and operands.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_CODEGEN_LIBRARY_CALLS_H
#define TORCHSCRIPT_LIB_CODEGEN_LIBRARY_CALLS_H

#include "TorchScript/Dialect/TSRuntime/IR/KernelOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"

#include <tuple>

namespace mlir::ts::library {

/// Attribute of a call: the variable that has the image of its packed weights.
inline constexpr llvm::StringLiteral kImageAttr = "tsrt.image";

/// A C function with its parameters and operands, tensors or buffers.
struct Call {
  Operation *op;
  StringRef function;
  SmallVector<int64_t> parameters;
  /// Parameters that are sizes known at run time: place, operand, dimension.
  SmallVector<std::tuple<size_t, Value, int64_t>> sizes;
  /// Null values are null pointers.
  SmallVector<Value> inputs;
  Value output;
};

Call describe(tsrt::ConvolutionOp op);
Call describe(tsrt::LibraryCallOp op);

} // namespace mlir::ts::library

#endif // TORCHSCRIPT_LIB_CODEGEN_LIBRARY_CALLS_H
