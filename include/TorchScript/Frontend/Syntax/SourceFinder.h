//===- SourceFinder.h - Files that imports name --------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the Python files of a program by the names of modules, as Python does.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_SYNTAX_SOURCEFINDER_H
#define TORCHSCRIPT_FRONTEND_SYNTAX_SOURCEFINDER_H

#include "TorchScript/Frontend/Syntax/Source.h"

#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <string>
#include <vector>

namespace torchscript {

/// Finds modules next to a program's file and in further directories.
class SourceFinder {
public:
  /// The file of a module.
  struct Found {
    /// Null when there is none that can be read.
    std::shared_ptr<const SourceFile> file;
    /// Whether it is the `__init__.py` of a package.
    bool isPackage = false;
  };

  /// Nothing is found.
  SourceFinder() = default;
  /// Searches the directories.
  explicit SourceFinder(std::vector<std::string> directories)
      : directories(std::move(directories)) {}
  /// Searches the directory of `mainFile`, or that of the outermost package it
  /// is in, then `directories`.
  SourceFinder(llvm::StringRef mainFile,
               llvm::ArrayRef<std::string> directories);

  /// The package of the main file: `a.b` when its directory is `a/b` and both
  /// have an `__init__.py`; else empty.
  llvm::StringRef getPackage() const { return package; }
  /// The file of a dotted name of identifiers: `a/b.py` or `a/b/__init__.py`.
  Found find(llvm::StringRef module) const;
  /// The directories `a/b`: a package where `find` finds no file.
  std::vector<std::string> findDirectories(llvm::StringRef module) const;

private:
  std::vector<std::string> getPlaces(llvm::StringRef module) const;

  std::string package;
  std::vector<std::string> directories;
};

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_SYNTAX_SOURCEFINDER_H
