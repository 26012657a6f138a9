//===- DataObject.cpp - Weights as an object file -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format is that of the System V ABI, with large data as its supplement for
// x86-64 says.
//
//===----------------------------------------------------------------------===//

#include "DataObject.h"

#include "TorchScript/Support/PendingFile.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELFTypes.h"
#include "llvm/Support/raw_ostream.h"

using namespace torchscript;
namespace ELF = llvm::ELF;
using Format = llvm::object::ELF64LE;

bool torchscript::hasDataObjects(const llvm::Triple &triple) {
  return triple.isOSBinFormatELF() &&
         (triple.getArch() == llvm::Triple::x86_64 ||
          triple.getArch() == llvm::Triple::aarch64);
}

namespace {

/// The sections of a data object, in their order in the file.
enum SectionIndex : unsigned {
  kNone,
  kWritable,
  kConstant,
  kStack,
  kSymbols,
  kSymbolNames,
  kSectionNames,
  kSections
};

} // namespace

template <typename T>
static llvm::StringRef asBytes(llvm::ArrayRef<T> values) {
  return {reinterpret_cast<const char *>(values.data()),
          values.size() * sizeof(T)};
}

llvm::Error torchscript::writeDataObject(llvm::ArrayRef<EmbeddedData> data,
                                         const llvm::Triple &triple,
                                         llvm::StringRef path,
                                         llvm::StringRef name) {
  bool isX86 = triple.getArch() == llvm::Triple::x86_64;
  unsigned large = isX86 ? unsigned(ELF::SHF_X86_64_LARGE) : 0;
  Format::Shdr sections[kSections] = {};
  std::string sectionNames(1, '\0');
  auto begin = [&](SectionIndex index, llvm::StringRef text, unsigned type,
                   uint64_t flags, uint64_t alignment) -> Format::Shdr & {
    Format::Shdr &section = sections[index];
    section.sh_name = sectionNames.size();
    sectionNames += text;
    sectionNames += '\0';
    section.sh_type = type;
    section.sh_flags = flags;
    section.sh_addralign = alignment;
    return section;
  };
  begin(kWritable, isX86 ? ".ldata" : ".data", ELF::SHT_PROGBITS,
        ELF::SHF_ALLOC | ELF::SHF_WRITE | large, kDataAlignment);
  begin(kConstant, isX86 ? ".lrodata" : ".rodata", ELF::SHT_PROGBITS,
        ELF::SHF_ALLOC | large, kDataAlignment);
  // Without it, linkers take the code to want a stack that can be executed.
  begin(kStack, ".note.GNU-stack", ELF::SHT_PROGBITS, 0, 1);

  // The first symbol of a table is none.
  std::vector<Format::Sym> symbols(1);
  std::string symbolNames(1, '\0');
  for (const EmbeddedData &piece : data) {
    Format::Shdr &section = sections[piece.isConstant ? kConstant : kWritable];
    uint64_t offset = llvm::alignTo(section.sh_size, kDataAlignment);
    Format::Sym symbol{};
    symbol.st_name = symbolNames.size();
    symbolNames += piece.symbol;
    symbolNames += '\0';
    symbol.setBindingAndType(ELF::STB_GLOBAL, ELF::STT_OBJECT);
    symbol.setVisibility(ELF::STV_HIDDEN);
    symbol.st_shndx = piece.isConstant ? kConstant : kWritable;
    symbol.st_value = offset;
    symbol.st_size = piece.bytes.size();
    symbols.push_back(symbol);
    section.sh_size = offset + piece.bytes.size();
  }
  Format::Shdr &table =
      begin(kSymbols, ".symtab", ELF::SHT_SYMTAB, 0, alignof(uint64_t));
  table.sh_size = symbols.size() * sizeof(Format::Sym);
  table.sh_entsize = sizeof(Format::Sym);
  table.sh_link = kSymbolNames;
  // Where the symbols begin that other files see.
  table.sh_info = 1;
  begin(kSymbolNames, ".strtab", ELF::SHT_STRTAB, 0, 1).sh_size =
      symbolNames.size();
  Format::Shdr &names =
      begin(kSectionNames, ".shstrtab", ELF::SHT_STRTAB, 0, 1);
  names.sh_size = sectionNames.size();
  uint64_t end = sizeof(Format::Ehdr);
  for (Format::Shdr &section : llvm::drop_begin(sections)) {
    section.sh_offset = llvm::alignTo(end, section.sh_addralign);
    end = section.sh_offset + section.sh_size;
  }

  Format::Ehdr header{};
  llvm::copy(llvm::StringRef(ELF::ElfMagic, 4), header.e_ident);
  header.e_ident[ELF::EI_CLASS] = ELF::ELFCLASS64;
  header.e_ident[ELF::EI_DATA] = ELF::ELFDATA2LSB;
  header.e_ident[ELF::EI_VERSION] = ELF::EV_CURRENT;
  header.e_ident[ELF::EI_OSABI] = ELF::ELFOSABI_NONE;
  header.e_type = ELF::ET_REL;
  header.e_machine = isX86 ? ELF::EM_X86_64 : ELF::EM_AARCH64;
  header.e_version = ELF::EV_CURRENT;
  header.e_ehsize = sizeof(Format::Ehdr);
  header.e_shoff = llvm::alignTo(end, alignof(uint64_t));
  header.e_shentsize = sizeof(Format::Shdr);
  header.e_shnum = kSections;
  header.e_shstrndx = kSectionNames;

  std::error_code error;
  llvm::raw_fd_ostream os(path, error);
  if (error)
    return llvm::createStringError(error, "%s: %s", name.str().c_str(),
                                   error.message().c_str());
  os << asBytes<Format::Ehdr>(header);
  auto writeAt = [&](uint64_t offset, llvm::StringRef bytes) {
    os.write_zeros(offset - os.tell());
    os << bytes;
  };
  for (bool isConstant : {false, true})
    for (auto [piece, symbol] :
         llvm::zip_equal(data, llvm::drop_begin(symbols)))
      if (piece.isConstant == isConstant)
        writeAt(sections[symbol.st_shndx].sh_offset + symbol.st_value,
                piece.bytes);
  writeAt(table.sh_offset, asBytes<Format::Sym>(symbols));
  writeAt(sections[kSymbolNames].sh_offset, symbolNames);
  writeAt(names.sh_offset, sectionNames);
  writeAt(header.e_shoff, asBytes<Format::Shdr>(sections));
  return closeStream(os, name);
}
