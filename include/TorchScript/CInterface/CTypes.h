//===- CTypes.h - TorchScript types in C ------------------- -*- C++ -*--===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names and declarations of TorchScript types in the header of a compiled
// library. Layouts are those of docs/architecture.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CINTERFACE_CTYPES_H
#define TORCHSCRIPT_CINTERFACE_CTYPES_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"

#include <string>
#include <utility>
#include <vector>

namespace torchscript {

/// Makes a C identifier of a name.
std::string toCIdentifier(llvm::StringRef name);

/// The C types of one library.
class CTypes {
public:
  /// `prefix` begins the names of what is declared.
  CTypes(mlir::ModuleOp module, llvm::StringRef prefix)
      : module(module), prefix(prefix) {}

  /// Keeps `name` from being given to a type.
  void reserve(llvm::StringRef name) { names.insert(name); }

  /// The C type of a value in memory, declared if need be: `int64_t`,
  /// `tsrt_tensor *`, `p_list_int *`.
  std::string get(mlir::Type type);
  /// True when a C function takes the value by address.
  static bool isByAddress(mlir::Type type);

  /// All declarations, in an order C accepts.
  std::string takeDeclarations();
  /// C names and types of the descriptors the declarations use.
  const std::vector<std::pair<std::string, mlir::Type>> &
  getDescriptors() const {
    return descriptors;
  }

private:
  std::string declare(mlir::Type type);
  std::string declareList(mlir::Type type);
  std::string declareDict(mlir::Type type);
  std::string declareTuple(mlir::Type type);
  std::string declareEnum(mlir::Type type);
  /// The struct of a class; objects may hold objects of their own class.
  void declareFields(mlir::Type type, llvm::StringRef name);
  /// Declares the function that drops what struct `name` of `type` holds, if
  /// anything.
  void declareRelease(mlir::Type type, llvm::StringRef name);
  /// A name for `type` that nothing else has: the prefix and `what`.
  std::string makeName(const std::string &what);
  /// A short word for a type, part of the names of others.
  std::string getWord(mlir::Type type);
  /// The name of the exported descriptor of a type.
  std::string getDescriptor(mlir::Type type, llvm::StringRef word);

  mlir::ModuleOp module;
  std::string prefix, declarations;
  llvm::StringSet<> names;
  llvm::DenseMap<mlir::Type, std::string> known;
  /// Classes whose fields are not declared yet, and their C names.
  std::vector<std::pair<mlir::Type, std::string>> open;
  std::vector<std::pair<std::string, mlir::Type>> descriptors;
};

} // namespace torchscript

#endif // TORCHSCRIPT_CINTERFACE_CTYPES_H
