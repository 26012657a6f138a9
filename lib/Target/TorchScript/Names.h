//===- Names.h - Names of exported text -------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses Python identifiers and spells types.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_NAMES_H
#define TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_NAMES_H

#include "TorchScript/Dialect/TS/IR/TS.h"

#include "llvm/ADT/StringSet.h"

#include <optional>
#include <string>

namespace torchscript {

/// Gives out identifiers that do not clash.
class NameScope {
public:
  /// A scope inside `parent`, whose names are taken as well.
  explicit NameScope(const NameScope *parent = nullptr) : parent(parent) {}

  /// The wish itself when it is a free identifier, else the wish with a number.
  std::string choose(llvm::StringRef wish);
  /// Whether a name is taken here, in a parent, by a keyword, or by a name that
  /// exported text relies on (`torch`, `len`, `List`, ...).
  bool isTaken(llvm::StringRef name) const;

private:
  const NameScope *parent;
  llvm::StringSet<> taken;
};

/// The names of everything at module level.
class ModuleNames {
public:
  /// Collects the functions, enums and NamedTuples of a module.
  explicit ModuleNames(mlir::ModuleOp module);

  const NameScope &getScope() const { return scope; }
  /// The Python name of a symbol; empty when it has none.
  llvm::StringRef lookup(llvm::StringRef symbol) const;
  /// The type as an annotation; nothing when it cannot be written.
  std::optional<std::string> spell(mlir::Type type) const;
  /// The NamedTuples, in the order in which they must be declared.
  llvm::ArrayRef<mlir::ts::TSTupleType> getNamedTuples() const {
    return namedTuples;
  }

private:
  void collect(mlir::Type type);

  NameScope scope;
  llvm::StringMap<std::string> symbols;
  llvm::SmallVector<mlir::ts::TSTupleType> namedTuples;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_NAMES_H
