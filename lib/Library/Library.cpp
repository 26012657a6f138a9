//===- Library.cpp - TorchScript text that is part of the program ---------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the embedded library texts.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Library/Library.h"

using namespace torchscript;

static const LibraryText texts[] = {
#include "LibraryTexts.inc"
};

llvm::ArrayRef<LibraryText> torchscript::getLibraryTexts() { return texts; }

std::optional<LibraryText>
torchscript::findLibrary(llvm::StringRef moduleName) {
  for (const LibraryText &text : texts)
    if (text.moduleName == moduleName)
      return text;
  return std::nullopt;
}
