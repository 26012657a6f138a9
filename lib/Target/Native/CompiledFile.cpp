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

#include "DataObject.h"

#include "TorchScript/Support/PendingFile.h"

#include "llvm/IR/Constants.h"
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

/// Links object files to a shared object.
static llvm::Error link(llvm::ArrayRef<std::string> objects,
                        llvm::StringRef output, const LinkOptions &options) {
  std::string linker;
  for (const char *name : {"ld.lld-19", "ld.lld", "ld"})
    if (auto found = llvm::sys::findProgramByName(name)) {
      linker = *found;
      break;
    }
  if (linker.empty())
    return llvm::createStringError(
        "no linker in PATH (ld.lld-19, ld.lld or ld); --emit=obj needs none");
  std::vector<std::string> words{linker,
                                 "-shared",
                                 "--as-needed",
                                 "-z",
                                 "now",
                                 "-z",
                                 "relro",
                                 "-o",
                                 output.str(),
                                 "-soname",
                                 options.soname,
                                 "-L",
                                 options.runtimeDirectory};
  llvm::append_range(words, objects);
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

/// Writes a library of object files: of code, and of data where there is any.
static llvm::Error archive(llvm::ArrayRef<std::string> objects,
                           const PendingFile &file,
                           const LinkOptions &options) {
  const std::string names[] = {options.soname + ".o",
                               options.soname + ".data.o"};
  std::vector<llvm::NewArchiveMember> members;
  for (auto [object, name] : llvm::zip_first(objects, names)) {
    auto member = llvm::NewArchiveMember::getFile(object, true);
    if (!member)
      return member.takeError();
    member->MemberName = name;
    members.push_back(std::move(*member));
  }
  llvm::Error error = llvm::writeArchive(
      file.getTemporaryPath(), members, llvm::SymtabWritingMode::NormalSymtab,
      llvm::object::Archive::K_GNU, /*Deterministic=*/true, /*Thin=*/false);
  return error ? makeError(llvm::errorToErrorCode(std::move(error)),
                           file.getPath())
               : llvm::Error::success();
}

/// Gives declared data its contents, as part of the module.
static void defineData(llvm::Module &module,
                       llvm::ArrayRef<EmbeddedData> data) {
  for (const EmbeddedData &piece : data) {
    llvm::GlobalVariable *declared = module.getGlobalVariable(piece.symbol);
    llvm::Constant *contents = llvm::ConstantDataArray::getRaw(
        piece.bytes, piece.bytes.size(),
        llvm::Type::getInt8Ty(module.getContext()));
    auto *defined =
        new llvm::GlobalVariable(module, contents->getType(), piece.isConstant,
                                 llvm::GlobalValue::InternalLinkage, contents);
    defined->setAlignment(llvm::Align(kDataAlignment));
    defined->takeName(declared);
    declared->replaceAllUsesWith(defined);
    declared->eraseFromParent();
  }
}

llvm::Error torchscript::writeCompiledFile(llvm::Module &module,
                                           llvm::TargetMachine &machine,
                                           OutputKind kind,
                                           std::vector<EmbeddedData> data,
                                           const PendingFile &file,
                                           const LinkOptions &options) {
  llvm::erase_if(data, [&](const EmbeddedData &piece) {
    llvm::GlobalVariable *declared = module.getGlobalVariable(piece.symbol);
    return !declared || declared->use_empty();
  });
  bool isMany =
      kind == OutputKind::SharedObject || kind == OutputKind::StaticLibrary;
  const llvm::Triple &triple = machine.getTargetTriple();
  if (!isMany || !hasDataObjects(triple)) {
    defineData(module, data);
    data.clear();
  }
  // The sections of data lie apart, however small a piece is.
  if (triple.getArch() == llvm::Triple::x86_64)
    for (const EmbeddedData &piece : data)
      module.getGlobalVariable(piece.symbol)
          ->setCodeModel(llvm::CodeModel::Large);
  if (kind == OutputKind::LLVMIR)
    return print(module, file);
  if (!isMany)
    return generate(module, machine,
                    kind == OutputKind::Assembly
                        ? llvm::CodeGenFileType::AssemblyFile
                        : llvm::CodeGenFileType::ObjectFile,
                    file.getTemporaryPath(), file.getPath());
  auto code = PendingFile::create(file.getTemporaryPath() + ".code");
  if (!code)
    return code.takeError();
  if (llvm::Error error =
          generate(module, machine, llvm::CodeGenFileType::ObjectFile,
                   code->getTemporaryPath(), file.getPath()))
    return error;
  std::vector<std::string> objects{code->getTemporaryPath()};
  std::optional<PendingFile> weights;
  if (!data.empty()) {
    auto created = PendingFile::create(file.getTemporaryPath() + ".data");
    if (!created)
      return created.takeError();
    weights.emplace(std::move(*created));
    if (llvm::Error error = writeDataObject(
            data, triple, weights->getTemporaryPath(), file.getPath()))
      return error;
    objects.push_back(weights->getTemporaryPath());
  }
  return kind == OutputKind::SharedObject
             ? link(objects, file.getTemporaryPath(), options)
             : archive(objects, file, options);
}
