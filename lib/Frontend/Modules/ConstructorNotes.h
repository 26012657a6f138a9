//===- ConstructorNotes.h - What constructors tell ---------------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a recorded state does not show: sharing, hooks, declared types.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_MODULES_CONSTRUCTORNOTES_H
#define TORCHSCRIPT_LIB_FRONTEND_MODULES_CONSTRUCTORNOTES_H

#include "TorchScript/Frontend/Language/Compilation.h"

#include "TorchScript/Frontend/Modules/Instance.h"

namespace torchscript {

class ModuleClass;

/// A node of a text with the scope its names resolve in.
template <typename Node>
struct ClassMember {
  const Node *node = nullptr;
  Scope *scope = nullptr;
  explicit operator bool() const { return node != nullptr; }
  bool operator==(const ClassMember &other) const { return node == other.node; }
};

/// A hook around `forward` of a module.
struct ModuleHook {
  ClassMember<FunctionDef> function;
  bool isBefore = false;
  bool operator==(const ModuleHook &other) const {
    return function == other.function && isBefore == other.isBefore;
  }
};

/// Facts about the values of an instance, by their addresses.
struct ConstructorNotes {
  /// The tensor that one is the same object as: the first of them.
  llvm::DenseMap<const InstanceValue *, const InstanceValue *> same;
  /// T of `torch.jit.Attribute(value, T)`.
  llvm::DenseMap<const InstanceValue *, ClassMember<Expr>> declaredTypes;
  /// The expression a function is the value of.
  llvm::DenseMap<const InstanceValue *, ClassMember<Expr>> functions;
  /// Hooks of a module, in the order of their registration.
  llvm::DenseMap<const InstanceValue *, std::vector<ModuleHook>> hooks;
};

/// Reads the constructors of an instance of a source without identities: which
/// members they make the same, which hooks they register, which types they
/// declare. Only what is certain without values is noted: straight-line code,
/// calls of constructors and methods of the program.
void readConstructor(
    Compilation &unit, const InstanceSource &source,
    const InstanceValue &instance,
    llvm::function_ref<std::shared_ptr<const ModuleClass>(llvm::StringRef)>
        findClass,
    ConstructorNotes &notes);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_FRONTEND_MODULES_CONSTRUCTORNOTES_H
