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
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <optional>
#include <string>

namespace torchscript {

/// Who reads a text.
enum class TextForm {
  /// `torch.jit.script`: a file of Python.
  Python,
  /// `torch.jit.load`: the code of an archive. Names are written in full, and
  /// nothing of Python's modules is known.
  Archive,
};

/// Gives out identifiers that do not clash.
class NameScope {
public:
  /// At module level no name may be taken that exported text relies on
  /// (`torch`, `len`, `List`, ...).
  enum Level { Module, Local };
  explicit NameScope(Level level) : level(level) {}

  /// The wish itself when it is a free identifier, else the wish with a number.
  std::string choose(llvm::StringRef wish);
  /// Whether a name is taken here, or by a keyword.
  bool isTaken(llvm::StringRef name) const;
  /// Keeps a name from being chosen.
  void reserve(llvm::StringRef name) { taken.insert(name); }
  /// From now on names are chosen with `mark` in front, which no identifier
  /// has.
  void setMark(char newMark) { mark = newMark; }

private:
  Level level;
  char mark = 0;
  llvm::StringSet<> taken;
};

/// The names a text of Python refers to: no attributes, no keywords of calls,
/// nothing that begins with `mark`, nothing in strings and comments.
llvm::StringSet<> getUsedNames(llvm::StringRef text, char mark);

/// How a method of a class is written.
struct MethodName {
  enum Kind { Plain, Static, Getter, Setter };
  Kind kind = Plain;
  /// The symbol of the class.
  llvm::StringRef owner;
  /// The name behind the dot; that of the property for getters and setters.
  std::string name;
  /// Which argument of the function is the object.
  unsigned self = 0;
  /// Whether the class declares it; else it is a function that takes a module
  /// and can be written as its method only.
  bool isDeclared = true;
};

/// How a container of modules is indexed with values.
enum class ContainerKind { None, List, Dict };

/// A place where a module is taken out of a container by a value: the display
/// of all of its modules is subscripted.
struct ContainerAccess {
  ContainerKind kind = ContainerKind::None;
  /// The container; null when the display is another.
  mlir::Value container;
};

/// What the display that `op` subscripts is.
ContainerAccess getContainerAccess(mlir::ts::OperatorOp op);

/// Whether an argument must be given by name.
bool isKeywordOnly(mlir::func::FuncOp function, unsigned index);

/// Whether the text is a Python identifier and no keyword.
bool isIdentifier(llvm::StringRef text);

/// The last component of a qualified name.
llvm::StringRef lastComponent(llvm::StringRef name);

/// The names of everything at module level.
class ModuleNames {
public:
  /// Collects the functions, classes, interfaces, enums and NamedTuples of a
  /// module.
  explicit ModuleNames(mlir::ModuleOp module, TextForm form = TextForm::Python);

  /// Whether the text is the code of an archive.
  bool isArchive() const { return form == TextForm::Archive; }
  /// The name of a symbol in the text, in an archive with its path; empty when
  /// it has none.
  llvm::StringRef lookup(llvm::StringRef symbol) const;
  /// The table behind `CONSTANTS.c0`, ... of an archive: tensors and symbols of
  /// objects in the order in which the text names them first.
  llvm::ArrayRef<mlir::Attribute> getConstants() const { return table; }
  /// `CONSTANTS.cN`; enters the value into the table.
  std::string constant(mlir::Attribute value) const;
  /// The method a function is; null for other functions.
  const MethodName *lookupMethod(llvm::StringRef function) const;
  /// The functions that are methods of a class without being declared by it.
  llvm::ArrayRef<mlir::func::FuncOp>
  getUndeclaredMethods(llvm::StringRef owner) const;
  /// The tensors outside the IR that methods of a module's class use, with the
  /// names of the attributes that hold them in the text.
  const llvm::MapVector<mlir::Attribute, std::string> &
  getTensorConstants(llvm::StringRef owner) const;
  /// Whether the type is that of a module.
  bool isModule(mlir::Type type) const;
  /// How instances of a module's class are indexed by the program.
  ContainerKind getContainerKind(llvm::StringRef owner) const {
    return containers.lookup(owner);
  }
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
  std::string chooseName(llvm::StringRef symbol, mlir::Operation *op);
  std::string qualify(llvm::StringRef symbol);
  void collect(mlir::Type type);
  void collectException(mlir::ts::RaiseOp op);
  void collectMethods(mlir::ts::ClassOp op);
  void collectUndeclaredMethod(mlir::func::FuncOp function);
  void collectConstant(mlir::ts::TensorLiteralOp op);

  TextForm form;
  NameScope scope{NameScope::Module};
  /// In an archive: the names that are taken, and those of classes among them.
  llvm::StringSet<> qualified, classNames;
  mutable std::vector<mlir::Attribute> table;
  llvm::StringMap<std::string> symbols;
  llvm::StringMap<mlir::func::FuncOp> functions;
  llvm::StringMap<MethodName> methods;
  /// The members of each module's class.
  llvm::StringMap<NameScope> members;
  llvm::StringMap<llvm::SmallVector<mlir::func::FuncOp>> undeclared;
  llvm::StringMap<ContainerKind> containers;
  llvm::StringMap<llvm::MapVector<mlir::Attribute, std::string>> constants;
  llvm::StringSet<> moduleClasses;
  llvm::StringSet<> declared;
  llvm::SmallVector<mlir::ts::TSTupleType> namedTuples;
  llvm::SmallVector<std::string> exceptions;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_NAMES_H
