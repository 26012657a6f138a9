//===- CompiledFile.cpp - Machine code in files -----------------------------
//===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code generation, archives and the call of the linker.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Target/Native/CompiledFile.h"

#include "TorchScript/Support/PendingFile.h"

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace torchscript;

static llvm::Error makeError(std::error_code error, llvm::StringRef path) {
  return llvm::createStringError(error, "%s: %s", path.str().c_str(),
                                 error.message().c_str());
}

/// Writes assembly or an object file to `path`; errors name `name`.
static llvm::Error generate(llvm::Module &module, llvm::TargetMachine &machine,
                            llvm::CodeGenFileType type, llvm::StringRef path,
                            llvm::StringRef name) {
  std::error_code error;
  llvm::raw_fd_ostream os(path, error);
  if (error)
    return makeError(error, name);
  {
    // Its passes write the rest when they are destroyed.
    llvm::legacy::PassManager passes;
    if (machine.addPassesToEmitFile(passes, os, nullptr, type))
      return llvm::createStringError("the target writes no files of this kind");
    passes.run(module);
  }
  return closeStream(os, name);
}

/// Links one object file to a shared object.
static llvm::Error link(llvm::StringRef object, llvm::StringRef output,
                        const LinkOptions &options) {
  std::string linker;
  for (const char *name : {"ld.lld-19", "ld.lld", "ld"})
    if (auto found = llvm::sys::findProgramByName(name)) {
      linker = *found;
      break;
    }
  if (linker.empty())
    return llvm::createStringError(
        "no linker in PATH (ld.lld-19, ld.lld or ld); --emit=obj needs none");
  std::vector<std::string> words{linker,         "-shared",
                                 "--as-needed",  "-z",
                                 "now",          "-z",
                                 "relro",        "-o",
                                 output.str(),   "-soname",
                                 options.soname, object.str(),
                                 "-L",           options.runtimeDirectory};
  for (const std::string &rpath : options.rpaths)
    words.insert(words.end(), {"-rpath", rpath});
  // The C library is in the process; libm may not be.
  for (const char *directory :
       {"/lib64", "/usr/lib64", "/lib/x86_64-linux-gnu",
        "/usr/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu",
        "/usr/lib/aarch64-linux-gnu"})
    if (llvm::sys::fs::is_directory(directory))
      words.insert(words.end(), {"-L", directory});
  words.insert(words.end(), {"-ltsrt", "-l:libm.so.6"});
  auto messages = PendingFile::create(output);
  if (!messages)
    return messages.takeError();
  std::vector<llvm::StringRef> arguments(words.begin(), words.end());
  std::optional<llvm::StringRef> redirects[] = {
      std::nullopt, messages->getTemporaryPath(), messages->getTemporaryPath()};
  std::string error;
  int status = llvm::sys::ExecuteAndWait(linker, arguments, std::nullopt,
                                         redirects, 0, 0, &error);
  if (status == 0)
    return llvm::Error::success();
  auto text = llvm::MemoryBuffer::getFile(messages->getTemporaryPath());
  return llvm::createStringError("%s failed:\n%s%s", linker.c_str(),
                                 text ? (*text)->getBuffer().str().c_str() : "",
                                 error.c_str());
}

/// Writes LLVM IR as text.
static llvm::Error print(llvm::Module &module, const PendingFile &file) {
  std::error_code error;
  llvm::raw_fd_ostream os(file.getTemporaryPath(), error);
  if (error)
    return makeError(error, file.getPath());
  module.print(os, nullptr);
  return closeStream(os, file.getPath());
}

/// Writes a library of one object file.
static llvm::Error archive(llvm::StringRef object, const PendingFile &file,
                           const LinkOptions &options) {
  auto member = llvm::NewArchiveMember::getFile(object, true);
  if (!member)
    return member.takeError();
  std::string name = options.soname + ".o";
  member->MemberName = name;
  llvm::Error error = llvm::writeArchive(
      file.getTemporaryPath(), *member, llvm::SymtabWritingMode::NormalSymtab,
      llvm::object::Archive::K_GNU, /*Deterministic=*/true, /*Thin=*/false);
  return error ? makeError(llvm::errorToErrorCode(std::move(error)),
                           file.getPath())
               : llvm::Error::success();
}

llvm::Error torchscript::writeCompiledFile(llvm::Module &module,
                                           llvm::TargetMachine &machine,
                                           OutputKind kind,
                                           const PendingFile &file,
                                           const LinkOptions &options) {
  if (kind == OutputKind::LLVMIR)
    return print(module, file);
  if (kind == OutputKind::Assembly)
    return generate(module, machine, llvm::CodeGenFileType::AssemblyFile,
                    file.getTemporaryPath(), file.getPath());
  if (kind == OutputKind::Object)
    return generate(module, machine, llvm::CodeGenFileType::ObjectFile,
                    file.getTemporaryPath(), file.getPath());
  auto object = PendingFile::create(file.getTemporaryPath());
  if (!object)
    return object.takeError();
  if (llvm::Error error =
          generate(module, machine, llvm::CodeGenFileType::ObjectFile,
                   object->getTemporaryPath(), file.getPath()))
    return error;
  return kind == OutputKind::SharedObject
             ? link(object->getTemporaryPath(), file.getTemporaryPath(),
                    options)
             : archive(object->getTemporaryPath(), file, options);
}
