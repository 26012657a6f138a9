//===- SourceFinder.cpp - Files that imports name -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Searches directories.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Syntax/SourceFinder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace torchscript;
namespace path = llvm::sys::path;

static bool isPackage(llvm::StringRef directory) {
  llvm::SmallString<256> file(directory);
  path::append(file, "__init__.py");
  return llvm::sys::fs::is_regular_file(file);
}

SourceFinder::SourceFinder(llvm::StringRef mainFile,
                           llvm::ArrayRef<std::string> further) {
  llvm::SmallString<256> directory(mainFile);
  // A text that is no file imports what lies in the working directory.
  llvm::sys::fs::make_absolute(directory);
  path::remove_dots(directory, /*remove_dot_dot=*/true);
  path::remove_filename(directory);
  while (isPackage(directory) && path::has_relative_path(directory)) {
    llvm::StringRef name = path::filename(directory);
    package = package.empty() ? name.str() : (name + "." + package).str();
    path::remove_filename(directory);
  }
  directories.push_back(directory.str().str());
  directories.insert(directories.end(), further.begin(), further.end());
}

/// Where a module lies below each directory, without an ending; nowhere when
/// the name is none of identifiers.
std::vector<std::string> SourceFinder::getPlaces(llvm::StringRef module) const {
  llvm::SmallVector<llvm::StringRef> parts;
  module.split(parts, '.');
  for (llvm::StringRef part : parts)
    for (char c : part)
      if (!llvm::isAlnum(c) && c != '_' && !(c & 0x80))
        return {};
  std::vector<std::string> places;
  for (const std::string &directory : directories) {
    llvm::SmallString<256> place(directory);
    for (llvm::StringRef part : parts)
      path::append(place, part);
    places.push_back(place.str().str());
  }
  return places;
}

SourceFinder::Found SourceFinder::find(llvm::StringRef module) const {
  for (const std::string &place : getPlaces(module))
    for (llvm::StringRef ending : {"/__init__.py", ".py"}) {
      std::string name = place + ending.str();
      if (!llvm::sys::fs::is_regular_file(name))
        continue;
      auto buffer = llvm::MemoryBuffer::getFile(name, /*IsText=*/true);
      if (!buffer)
        continue;
      Found found;
      found.file = std::make_shared<const SourceFile>(
          name, (*buffer)->getBuffer().str());
      found.isPackage = ending != ".py";
      return found;
    }
  return {};
}

std::vector<std::string>
SourceFinder::findDirectories(llvm::StringRef module) const {
  std::vector<std::string> found = getPlaces(module);
  llvm::erase_if(found, [](const std::string &place) {
    return !llvm::sys::fs::is_directory(place);
  });
  return found;
}
