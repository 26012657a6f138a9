//===- FileKind.h - Tells files apart by their contents ---------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognises TorchScript archives and the many files that share their suffix.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_ARCHIVE_FILEKIND_H
#define TORCHSCRIPT_ARCHIVE_FILEKIND_H

#include "TorchScript/Archive/Zip.h"

namespace torchscript {

/// What a file is.
enum class FileKind {
  /// `torch.jit.save`, all versions since PyTorch 1.4, with or without the
  /// lite interpreter's additions; or `torch.package` with such modules in it.
  TorchScriptArchive,
  /// `torch.save` since PyTorch 1.6: weights, no code.
  TorchSave,
  /// `torch.save` before PyTorch 1.6.
  TorchSaveLegacy,
  /// `torch.package` without TorchScript in it: Python objects and sources.
  TorchPackage,
  /// `torch.export.save`.
  ExportedProgram,
  /// TorchScript of PyTorch 1.0 to 1.3 (`model.json`).
  ProtoArchive,
  /// A lite-interpreter module as a flatbuffer, without sources of its code.
  MobileFlatbuffer,
  /// TorchScript of the preview releases before 1.0.
  PreviewArchive,
  /// numpy's npy.
  Npy,
  /// A zip of npy files.
  Npz,
  /// Another zip archive.
  OtherZip,
  /// Begins like a zip archive, but its directory is missing or damaged.
  BrokenZip,
  /// MLIR bytecode.
  MLIRBytecode,
  /// An ELF file: an object file, library or program.
  ELF,
  /// Nothing in it.
  Empty,
  /// Printable text: MLIR, Python or anything else.
  Text,
  /// None of these.
  Unknown,
};

/// Whether a text is MLIR, not TorchScript.
bool looksLikeMLIR(llvm::StringRef text);

/// Recognises a file by its contents.
FileKind detectFileKind(llvm::MemoryBufferRef buffer);

/// Recognises what a zip archive holds by its record names; never `BrokenZip`.
FileKind detectZipKind(const ZipReader &zip);

/// Says what such a file is: a noun phrase such as "a torch.package file".
llvm::StringRef describe(FileKind kind);

/// Says what to do with it where an archive was expected; may be empty.
llvm::StringRef adviceFor(FileKind kind);

} // namespace torchscript

#endif // TORCHSCRIPT_ARCHIVE_FILEKIND_H
