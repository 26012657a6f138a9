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

/// Writes assembly or an object file.
static llvm::Error generate(llvm::Module &module, llvm::TargetMachine &machine,
                            llvm::CodeGenFileType type, llvm::StringRef path) {
  std::error_code error;
  llvm::raw_fd_ostream os(path, error);
  if (error)
    return llvm::createStringError(error, "%s: %s", path.str().c_str(),
                                   error.message().c_str());
  {
    // Its passes write the rest when they are destroyed.
    llvm::legacy::PassManager passes;
    if (machine.addPassesToEmitFile(passes, os, nullptr, type))
      return llvm::createStringError("the target writes no files of this kind");
    passes.run(module);
  }
  return closeStream(os, path);
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

llvm::Error torchscript::writeCompiledFile(llvm::Module &module,
                                           llvm::TargetMachine &machine,
                                           OutputKind kind,
                                           llvm::StringRef path,
                                           const LinkOptions &options) {
  if (kind == OutputKind::LLVMIR) {
    std::error_code error;
    llvm::raw_fd_ostream os(path, error);
    if (error)
      return llvm::createStringError(error, "%s: %s", path.str().c_str(),
                                     error.message().c_str());
    module.print(os, nullptr);
    return closeStream(os, path);
  }
  if (kind == OutputKind::Assembly)
    return generate(module, machine, llvm::CodeGenFileType::AssemblyFile, path);
  if (kind == OutputKind::Object)
    return generate(module, machine, llvm::CodeGenFileType::ObjectFile, path);
  auto object = PendingFile::create(path);
  if (!object)
    return object.takeError();
  if (llvm::Error error =
          generate(module, machine, llvm::CodeGenFileType::ObjectFile,
                   object->getTemporaryPath()))
    return error;
  if (kind == OutputKind::SharedObject)
    return link(object->getTemporaryPath(), path, options);
  auto member =
      llvm::NewArchiveMember::getFile(object->getTemporaryPath(), true);
  if (!member)
    return member.takeError();
  std::string name = options.soname + ".o";
  member->MemberName = name;
  return llvm::writeArchive(path, *member,
                            llvm::SymtabWritingMode::NormalSymtab,
                            llvm::object::Archive::K_GNU,
                            /*Deterministic=*/true, /*Thin=*/false);
}
