//===- LibraryBuilder.h - Libraries of programs ------------ -*- C++ -*--===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses what a compiled library exports and prepares the module for it.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CINTERFACE_LIBRARYBUILDER_H
#define TORCHSCRIPT_CINTERFACE_LIBRARYBUILDER_H

#include "TorchScript/Execution/Session.h"
#include "TorchScript/Pipelines/LowerModule.h"
#include "TorchScript/Target/Native/CompiledFile.h"

#include <string>
#include <vector>

namespace torchscript {

/// What goes into a library.
struct LibraryRequest {
  /// Begins all C names.
  std::string prefix;
  /// Functions and methods by name; empty: all that compile.
  std::vector<std::string> entries;
  /// `forward(x: f32[1,3,224,224])`: functions are compiled for these shapes,
  /// too.
  std::vector<std::string> signatures;
  /// Are weights in the library a second time, as kernels of this processor
  /// read them?
  bool packsWeights = false;
  LoweringHooks hooks;
};

/// A module in the LLVM dialect, and what belongs to it.
struct BuiltLibrary {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// Names that C sees.
  std::vector<std::string> exported;
  std::vector<EmbeddedStorage> storages;
  std::vector<PackedImage> images;
  /// Text of the C header.
  std::string header;
  /// Why functions that were not asked for by name were left out.
  std::vector<std::string> warnings;
};

/// An error when `text` is not the form of a signature; nothing is looked up.
llvm::Error checkSignature(llvm::StringRef text);

/// Compiles functions of a program for a library. `headerName` is the name of
/// the header file.
llvm::Expected<BuiltLibrary> buildLibrary(Session &program,
                                          const LibraryRequest &request,
                                          llvm::StringRef headerName);

} // namespace torchscript

#endif // TORCHSCRIPT_CINTERFACE_LIBRARYBUILDER_H
