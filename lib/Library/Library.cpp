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

std::optional<LibraryText>
torchscript::findLayerText(llvm::StringRef className) {
  std::string statement = "\nclass " + className.str();
  for (const LibraryText &text : texts) {
    if (!text.moduleName.starts_with("torch.nn.modules.") ||
        text.moduleName == "torch.nn.modules.module")
      continue;
    for (size_t at = text.text.find(statement); at != llvm::StringRef::npos;
         at = text.text.find(statement, at + 1)) {
      llvm::StringRef rest = text.text.substr(at + statement.size());
      if (rest.starts_with("(") || rest.starts_with(":"))
        return text;
    }
  }
  return std::nullopt;
}
