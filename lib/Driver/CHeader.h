//===- CHeader.h - The header of a compiled library -------- -*- C++ -*--===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the C declarations of what a library exports.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DRIVER_CHEADER_H
#define TORCHSCRIPT_LIB_DRIVER_CHEADER_H

#include "CTypes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace torchscript {

/// A function in the header.
struct HeaderFunction {
  /// C name.
  std::string symbol;
  /// Before lowering, with the attributes `ts.name` and `ts.schema`.
  mlir::func::FuncOp function;
  bool isMethod = false;
};

/// The text of the header. `types` gets the types of the functions. An
/// `instance` type adds the functions that make and drop one.
std::string writeHeader(llvm::StringRef source, llvm::StringRef headerName,
                        llvm::StringRef prefix, CTypes &types,
                        llvm::ArrayRef<HeaderFunction> functions,
                        mlir::Type instance);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_DRIVER_CHEADER_H
