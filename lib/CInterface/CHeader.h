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

#ifndef TORCHSCRIPT_LIB_CINTERFACE_CHEADER_H
#define TORCHSCRIPT_LIB_CINTERFACE_CHEADER_H

#include "TorchScript/CInterface/CTypes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace torchscript {

/// A function in the header.
struct HeaderFunction {
  /// C name.
  std::string symbol;
  /// Before lowering, with the attributes `ts.name` and `ts.schema`.
  mlir::func::FuncOp function;
  bool isMethod = false;
  /// Of the parameters without the instance, as TorchScript prints them; empty
  /// where there is none.
  std::vector<std::string> defaults;
};

/// An instance whose methods are in the header.
struct HeaderInstance {
  /// In the program; empty for the object of an archive.
  std::string name;
  /// C names of the functions that make and drop it.
  std::string create, destroy;
  mlir::Type type;
};

/// The text of the header. `types` gets the types of the functions.
std::string writeHeader(llvm::StringRef source, llvm::StringRef headerName,
                        llvm::StringRef prefix, CTypes &types,
                        llvm::ArrayRef<HeaderFunction> functions,
                        llvm::ArrayRef<HeaderInstance> instances);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_CINTERFACE_CHEADER_H
