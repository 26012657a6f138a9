//===- FileKind.cpp - Tells files apart by their contents -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognises files by magic numbers and zip archives by their record names.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Archive/FileKind.h"

#include "FlatbufferModule.h"

#include "llvm/ADT/StringExtras.h"

using namespace torchscript;
using llvm::StringRef;

FileKind torchscript::detectZipKind(const ZipReader &zip) {
  StringRef root = zip.getFirstName().split('/').first;
  bool hasData = false, hasConstants = false, onlyArrays = true;
  bool isPackage = false, isPackaged = false, isExported = false,
       isProto = false;
  for (const ZipRecord &record : zip.getRecords()) {
    StringRef name = record.name;
    onlyArrays &= name.ends_with(".npy");
    isPackage |= name.ends_with(".data/extern_modules");
    isPackaged |=
        name.contains("/.data/ts_code/") && name.ends_with("/data.pkl");
    isExported |= name == "serialized_exported_program.json" ||
                  name.ends_with("/serialized_exported_program.json") ||
                  name == "archive_format" || name.ends_with("/archive_format");
    if (!name.consume_front(root) || !name.consume_front("/"))
      continue;
    hasData |= name == "data.pkl";
    hasConstants |= name == "constants.pkl";
    isProto |= name == "model.json";
  }
  if (isExported)
    return FileKind::ExportedProgram;
  if (isPackage)
    return isPackaged ? FileKind::TorchScriptArchive : FileKind::TorchPackage;
  if (isProto)
    return FileKind::ProtoArchive;
  if (hasData)
    return hasConstants ? FileKind::TorchScriptArchive : FileKind::TorchSave;
  if (onlyArrays && !zip.getRecords().empty())
    return FileKind::Npz;
  return FileKind::OtherZip;
}

/// True when the beginning of `bytes` has no control characters.
static bool isText(StringRef bytes) {
  return llvm::all_of(bytes.take_front(512), [](char c) {
    return uint8_t(c) >= 0x80 || llvm::isPrint(c) || llvm::isSpace(c);
  });
}

bool torchscript::looksLikeMLIR(StringRef text) {
  // MLIR text begins with an operation or an alias (`#map = ...`); a Python
  // comment has no `=` so early, and `module` is a name like others.
  text = text.ltrim();
  StringRef word =
      text.drop_front(std::min<size_t>(1, text.size())).take_while([](char c) {
        return llvm::isAlnum(c) || c == '_' || c == '.';
      });
  bool begins = (text.starts_with("#") || text.starts_with("!")) &&
                !word.empty() &&
                text.drop_front(1 + word.size()).starts_with(" = ");
  for (StringRef start : {"module {", "module @", "module attributes",
                          "func.func", "ts.", "//", "builtin.", "\"builtin."})
    begins |= text.starts_with(start);
  return begins && (text.contains("func.func") || text.contains("module"));
}

FileKind torchscript::detectFileKind(llvm::MemoryBufferRef buffer) {
  StringRef bytes = buffer.getBuffer();
  if (bytes.empty())
    return FileKind::Empty;
  if (bytes.starts_with("PK\3\4") || bytes.starts_with("PK\5\6")) {
    auto zip = ZipReader::open(buffer);
    if (zip)
      return detectZipKind(**zip);
    llvm::consumeError(zip.takeError());
    return FileKind::BrokenZip;
  }
  if (bytes.starts_with(StringRef("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20"
                                  "\x6a\xa8\x50\x19",
                                  14)))
    return FileKind::TorchSaveLegacy;
  if (isFlatbufferModule(bytes))
    return hasFlatbufferSources(bytes) ? FileKind::TorchScriptArchive
                                       : FileKind::MobileFlatbuffer;
  if (bytes.starts_with("PYTORCH1"))
    return FileKind::PreviewArchive;
  if (bytes.starts_with("\x93NUMPY"))
    return FileKind::Npy;
  if (bytes.starts_with("ML\xefR"))
    return FileKind::MLIRBytecode;
  if (bytes.starts_with("\x7f"
                        "ELF"))
    return FileKind::ELF;
  return isText(bytes) ? FileKind::Text : FileKind::Unknown;
}

StringRef torchscript::describe(FileKind kind) {
  switch (kind) {
  case FileKind::TorchScriptArchive:
    return "a TorchScript archive (torch.jit.save)";
  case FileKind::TorchSave:
    return "weights or Python objects written by torch.save, without code";
  case FileKind::TorchSaveLegacy:
    return "weights or Python objects written by torch.save of PyTorch 1.5 or "
           "older, without code";
  case FileKind::TorchPackage:
    return "a torch.package file with Python objects alone";
  case FileKind::ExportedProgram:
    return "an exported program (torch.export.save)";
  case FileKind::ProtoArchive:
    return "a TorchScript archive of PyTorch 1.0 to 1.3 (model.json)";
  case FileKind::MobileFlatbuffer:
    return "a lite-interpreter module in flatbuffer form without sources";
  case FileKind::PreviewArchive:
    return "a TorchScript archive of a preview release before PyTorch 1.0";
  case FileKind::Npy:
    return "a numpy array (npy)";
  case FileKind::Npz:
    return "a set of numpy arrays (npz)";
  case FileKind::OtherZip:
    return "a zip archive that is not PyTorch's";
  case FileKind::BrokenZip:
    return "a zip archive that is cut off or damaged";
  case FileKind::MLIRBytecode:
    return "MLIR bytecode";
  case FileKind::ELF:
    return "compiled code (ELF)";
  case FileKind::Empty:
    return "an empty file";
  case FileKind::Text:
    return "a text file";
  case FileKind::Unknown:
    return "a file of unknown kind";
  }
  return "a file of unknown kind";
}

StringRef torchscript::adviceFor(FileKind kind) {
  switch (kind) {
  case FileKind::TorchSave:
  case FileKind::TorchSaveLegacy:
    return "script or trace the model in Python and write it with "
           "torch.jit.save";
  case FileKind::TorchPackage:
    return "its objects need Python and the sources in it: load the model with "
           "torch.package.PackageImporter, script it and write it with "
           "torch.jit.save";
  case FileKind::ExportedProgram:
    return "ts-run runs it, and ts-translate --import-exported-program imports "
           "it";
  case FileKind::ProtoArchive:
    return "load it with PyTorch 1.4 or newer and write it again with "
           "torch.jit.save";
  case FileKind::MobileFlatbuffer:
    return "write the module with torch.jit.save or without "
           "_use_flatbuffer";
  case FileKind::MLIRBytecode:
    return "ts-opt and ts-run read it";
  case FileKind::ELF:
    return "ts-run calls libraries that ts-compile made";
  case FileKind::Text:
    return "import Python source with ts-translate --import-torchscript";
  default:
    return "";
  }
}
