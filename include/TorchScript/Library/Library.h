//===- Library.h - TorchScript text that is part of the program  -*- C++
//-*--===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texts of library modules such as torch.nn.functional, embedded in the binary.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIBRARY_LIBRARY_H
#define TORCHSCRIPT_LIBRARY_LIBRARY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace torchscript {

/// One text of the library.
struct LibraryText {
  /// The Python module it stands for: `torch.nn.functional`.
  llvm::StringRef moduleName;
  /// The name diagnostics print: `torch/nn/functional.py`.
  llvm::StringRef fileName;
  /// The text: Python that is evaluated, much of it TorchScript, too.
  llvm::StringRef text;
};

/// All texts.
llvm::ArrayRef<LibraryText> getLibraryTexts();

/// The text of a Python module; nothing when there is none.
std::optional<LibraryText> findLibrary(llvm::StringRef moduleName);

/// The text below `torch.nn.modules` that defines a class at its top level: a
/// class is found by its name alone, as `torch.nn` has those of all its files.
std::optional<LibraryText> findLayerText(llvm::StringRef className);

} // namespace torchscript

#endif // TORCHSCRIPT_LIBRARY_LIBRARY_H
