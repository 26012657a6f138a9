//===- HostNames.h - Names as the host knows them ---------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TorchScript resolves names by the values they have when a program is
// scripted. Where the source of instances knows those, functions and classes
// are found by their definitions: two of one name are two, and closures see
// what they enclose.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_MODULES_HOSTNAMES_H
#define TORCHSCRIPT_LIB_FRONTEND_MODULES_HOSTNAMES_H

#include "TorchScript/Frontend/Language/FileScope.h"
#include "TorchScript/Frontend/Modules/Instance.h"

namespace torchscript {

/// What values of the host mean in compiled code.
class HostNames {
public:
  /// `main` is the scope of the program; all three live as long as this.
  HostNames(Compilation &unit, FileScope &main, const InstanceSource &source);
  ~HostNames();

  /// What a function, class or Python module stands for; null where only the
  /// text can say it. The same each time.
  Meaning *getMeaning(const InstanceValue &value);
  /// The class of an object, enum member or named tuple; null for none.
  Meaning *findClass(const InstanceValue &value);

private:
  class ClosureScope;
  /// A file with its definitions by their places.
  struct File {
    FileScope *scope = nullptr;
    const void *moduleKey = nullptr;
    llvm::DenseMap<uint32_t, const Stmt *> definitions;
    /// The functions around each definition, from the outermost.
    llvm::DenseMap<const Stmt *, std::vector<const FunctionDef *>> around;
  };

  File *getFile(const InstanceText &text);
  FileScope *openFile(const InstanceText &text);
  void collect(File &file, Block statements,
               std::vector<const FunctionDef *> &around);
  Meaning *resolve(const InstanceValue &value);
  Meaning *resolveFunction(const InstanceValue &value, Scope &scope,
                           const FunctionDef *def);
  Meaning *resolveLibrary(const InstanceValue &value);
  Scope &getScope(const InstanceValue &value, File &file, const Stmt *node);

  Compilation &unit;
  FileScope &main;
  const InstanceSource &source;
  std::vector<std::unique_ptr<File>> files;
  /// By module, and by text where a module has several.
  llvm::DenseMap<const void *, File *> filesByKey;
  llvm::DenseMap<const InstanceValue *, Meaning *> meanings;
};

/// A value as a constant; lists become tuples. False when it cannot be one;
/// `unsuitable` is then the value, or the part of it.
bool toConstant(const InstanceValue &value, Constant &constant,
                const InstanceValue *&unsuitable, unsigned depth = 0);

/// The scope of a function whose default values the host has computed: the text
/// of some does not say them. The attributes of `function` are its parameters
/// with defaults. `scope` itself when there are none.
Scope *getDefaultsScope(Compilation &unit, Scope *scope,
                        const InstanceValue &function, const FunctionDef *def);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_FRONTEND_MODULES_HOSTNAMES_H
