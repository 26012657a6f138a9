//===- LibraryFunction.h - What a library exports ---------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ts-export-library knows of a function, and the description it makes.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_CONVERSION_TSRUNTIMETOLLVM_LIBRARYFUNCTION_H
#define TORCHSCRIPT_LIB_CONVERSION_TSRUNTIMETOLLVM_LIBRARYFUNCTION_H

#include "Lowering.h"

namespace mlir::tsrt {

/// The function that initialises a library unless that has been done.
inline constexpr StringLiteral kEnsureSymbol = "tsrt.ensure_initialized";

/// A function of a library; see the attributes in Passes.h.
struct LibraryFunction {
  std::string name, exportName, callableName;
  /// Of a function that makes an instance: the C name of the one that drops it.
  std::string destroyName;
  /// The number of the instance whose method it is, or -1.
  int32_t instance = -1;
  /// Before conversion.
  FunctionType type;
  std::vector<std::string> parameterNames, defaultTexts;
  /// Names and types of the functions for arguments of known shapes.
  std::vector<std::pair<std::string, FunctionType>> variants;
  /// What its callers call: the function, or the choice of a variant.
  LLVM::LLVMFuncOp callee;
};

/// How C sees a parameter: by value, by address (of a struct), or not at all
/// (null).
Type getCParameterType(Lowering &lowering, Type type);

/// Adds what calls C functions of a type (before conversion, without an error;
/// at most one result) with arguments in boxes: a tsrt_entry with the address
/// of the C function as its last parameter.
LLVM::LLVMFuncOp addBoxedCall(Lowering &lowering, StringRef name,
                              FunctionType type);

/// Adds the tsrt_program and what it points to; layouts are those of tsrt.h.
/// `makers` make the instances.
void addDescription(Lowering &lowering, StringRef prefix,
                    ArrayRef<LibraryFunction> functions,
                    ArrayRef<LibraryFunction> makers);

} // namespace mlir::tsrt

#endif // TORCHSCRIPT_LIB_CONVERSION_TSRUNTIMETOLLVM_LIBRARYFUNCTION_H
