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

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"
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

/// How a method of a class is written.
struct MethodName {
  enum Kind { Plain, Static, Getter, Setter };
  Kind kind = Plain;
  /// The symbol of the class.
  llvm::StringRef owner;
  /// The name behind the dot; that of the property for getters and setters.
  std::string name;
};

/// Whether the text is a Python identifier and no keyword.
bool isIdentifier(llvm::StringRef text);

/// The names of everything at module level.
class ModuleNames {
public:
  /// Collects the functions, classes, interfaces, enums and NamedTuples of a
  /// module.
  explicit ModuleNames(mlir::ModuleOp module);

  const NameScope &getScope() const { return scope; }
  /// The Python name of a symbol; empty when it has none.
  llvm::StringRef lookup(llvm::StringRef symbol) const;
  /// The method a function is; null for other functions.
  const MethodName *lookupMethod(llvm::StringRef function) const;
  /// The function of a module; null when there is none of this name.
  mlir::func::FuncOp lookupFunction(llvm::StringRef symbol) const {
    return functions.lookup(symbol);
  }
  /// From here on the text may name the class, interface, enum or NamedTuple.
  void declare(llvm::StringRef symbol) { declared.insert(symbol); }
  /// Whether everything the type names has been declared.
  bool isDeclared(mlir::Type type) const;
  /// The type as an annotation; nothing when it cannot be written.
  std::optional<std::string> spell(mlir::Type type) const;
  /// The NamedTuples; those in fields of others come first.
  llvm::ArrayRef<mlir::ts::TSTupleType> getNamedTuples() const {
    return namedTuples;
  }

  /// The exception classes of the program itself, by their Python names.
  llvm::ArrayRef<std::string> getExceptions() const { return exceptions; }

private:
  void collect(mlir::Type type);
  void collectException(mlir::ts::RaiseOp op);
  void collectMethods(mlir::ts::ClassOp op);

  NameScope scope;
  llvm::StringMap<std::string> symbols;
  llvm::StringMap<mlir::func::FuncOp> functions;
  llvm::StringMap<MethodName> methods;
  llvm::StringSet<> declared;
  llvm::SmallVector<mlir::ts::TSTupleType> namedTuples;
  llvm::SmallVector<std::string> exceptions;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_NAMES_H
