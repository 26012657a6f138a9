//===- ArchiveTest.cpp - TorchScript archives -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests whole archives: a real one, hand-made ones, and files of other kinds.
//
//===----------------------------------------------------------------------===//

#include "TestHelpers.h"

#include "TorchScript/Archive/FileKind.h"
#include "TorchScript/Archive/TorchScriptArchive.h"

#include "llvm/Support/Endian.h"

using namespace torchscript;
using namespace torchscript::test;
using llvm::cast;
using llvm::MemoryBuffer;
using llvm::StringRef;

static llvm::Expected<std::unique_ptr<TorchScriptArchive>>
openBytes(StringRef zip) {
  return TorchScriptArchive::open(MemoryBuffer::getMemBufferCopy(zip, "f.pt"));
}

static std::string inputPath(StringRef name) {
  return (StringRef(TS_ARCHIVE_INPUTS) + "/" + name).str();
}

/// The floats of a tensor.
static std::vector<float> floatsOf(TorchScriptArchive &archive,
                                   const ArchiveValue *tensor) {
  auto bytes = archive.readTensor(*cast<ArchiveTensor>(tensor));
  if (!bytes) {
    ADD_FAILURE() << llvm::toString(bytes.takeError());
    return {};
  }
  std::vector<float> result(bytes->size() / sizeof(float));
  memcpy(result.data(), bytes->data(), bytes->size());
  return result;
}

TEST(Archive, ReadsModule) {
  auto opened = TorchScriptArchive::open(inputPath("small.pt"));
  ASSERT_EQ(errorOf(std::move(opened)), "success");
  TorchScriptArchive &archive = **opened;
  EXPECT_EQ(archive.getRootName(), "small");
  EXPECT_EQ(archive.getVersion(), 3u);
  EXPECT_TRUE(archive.getConstants().empty());
  EXPECT_TRUE(archive.getWarnings().empty());
  EXPECT_EQ(archive.getRoot().className, "__torch__.Small");

  const ArchiveDict &attributes = *archive.getRoot().getAttributes();
  EXPECT_EQ(floatsOf(archive, attributes.lookup("weight")),
            (std::vector<float>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(floatsOf(archive, attributes.lookup("column")),
            (std::vector<float>{1, 4}));
  EXPECT_EQ(cast<ArchiveTensor>(attributes.lookup("weight"))->storage,
            cast<ArchiveTensor>(attributes.lookup("column"))->storage);
  EXPECT_EQ(cast<ArchiveString>(attributes.lookup("label"))->value,
            "snow \xe2\x98\x83");
  EXPECT_EQ(cast<ArchiveDict>(attributes.lookup("table"))->typeTag,
            "Dict[str, List[int]]");
  EXPECT_EQ(cast<ArchiveEnum>(attributes.lookup("color"))->className,
            "__torch__.Color");
  const auto &linear = *cast<ArchiveObject>(attributes.lookup("inner"));
  EXPECT_EQ(floatsOf(archive, linear.getAttributes()->lookup("bias")),
            (std::vector<float>{-1, -1}));
}

TEST(Archive, TensorMemoryIsAlignedAndPrivate) {
  // In the file as it is, and in a copy whose records are not aligned.
  std::string path = inputPath("small.pt"), original = readFile(path);
  TemporaryFile shifted;
  {
    auto zip = ZipReader::open({original, path});
    ASSERT_TRUE(bool(zip));
    Records records = {{"small/odd", "x"}};
    for (const ZipRecord &record : (*zip)->getRecords()) {
      auto bytes = (*zip)->read(record);
      ASSERT_TRUE(bool(bytes));
      records.push_back({record.name, bytes->str()});
    }
    std::error_code error;
    llvm::raw_fd_ostream os(shifted.str(), error);
    os << makeZip(records);
  }
  std::string before = readFile(shifted.str());
  for (const std::string &file : {path, shifted.str().str()}) {
    auto opened = TorchScriptArchive::open(file);
    ASSERT_EQ(errorOf(std::move(opened)), "success");
    auto memory = (*opened)->getTensorMemory("data/0");
    ASSERT_EQ(errorOf(std::move(memory)), "success");
    ASSERT_EQ(memory->size(), 24u);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory->data()) % 16, 0u);
    float first;
    memcpy(&first, memory->data() + 4, sizeof(first));
    EXPECT_EQ(first, 1.0f);
    (*memory)[4] = 'x';
    auto again = (*opened)->getTensorMemory("data/0");
    ASSERT_EQ(errorOf(std::move(again)), "success");
    EXPECT_EQ(again->data(), memory->data());
  }
  EXPECT_EQ(readFile(path), original);
  EXPECT_EQ(readFile(shifted.str()), before);
}

TEST(Archive, ReadsCodeAndFiles) {
  auto opened = TorchScriptArchive::open(inputPath("small.pt"));
  ASSERT_EQ(errorOf(std::move(opened)), "success");
  TorchScriptArchive &archive = **opened;
  ASSERT_EQ(archive.getCode().size(), 2u);
  EXPECT_EQ(archive.findCode("__torch__.missing"), nullptr);
  const ArchiveCode *code = archive.findCode("__torch__");
  ASSERT_NE(code, nullptr);
  EXPECT_TRUE(code->text.starts_with("class Small(Module):\n"));
  EXPECT_NE(archive.findCode("__torch__.torch.nn.modules.linear"), nullptr);

  const DebugRanges *ranges = archive.getDebugRanges(*code);
  ASSERT_NE(ranges, nullptr);
  auto range = ranges->lookup(code->text.find("(inner).forward"));
  ASSERT_TRUE(range.has_value());
  EXPECT_EQ(range->file, "make_inputs.py");
  EXPECT_EQ(range->line, 42u);
  EXPECT_EQ(range->lineText, "            x = self.inner(x)");
  EXPECT_EQ(range->lineText.slice(range->column - 1, range->endColumn - 1),
            "self.inner");

  ASSERT_EQ(archive.getExtraFiles().size(), 2u);
  for (const ArchiveExtraFile &file : archive.getExtraFiles())
    EXPECT_EQ(file.bytes, file.name == "empty" ? "" : "hello") << file.name;
}

/// Records of the least archive: a module without attributes.
static Records leastRecords() {
  return {{"m/version", "3\n"},
          {"m/data.pkl", "\x80\x02"
                         "c__torch__\nM\n)\x81}b."},
          {"m/constants.pkl", "\x80\x02)."},
          {"m/code/__torch__.py", "class M(Module):\n  pass\n"}};
}

/// The same with one record changed, or removed when `bytes` is null.
static std::string with(StringRef name, const char *text) {
  Records records, original = leastRecords();
  for (auto &record : original)
    if (record.first != name)
      records.push_back(record);
  if (text)
    records.push_back({name.str(), text});
  return makeZip(records);
}

TEST(Archive, ReadsLeastArchiveDeflated) {
  auto opened = openBytes(makeZip(leastRecords(), /*deflate=*/true));
  ASSERT_EQ(errorOf(std::move(opened)), "success");
  EXPECT_EQ((*opened)->getRoot().className, "__torch__.M");
}

TEST(Archive, ChecksVersion) {
  EXPECT_EQ(errorOf(openBytes(with("m/version", "1"))), "success");
  EXPECT_EQ(errorOf(openBytes(with("m/version", "10 and more"))), "success");
  EXPECT_EQ(errorOf(openBytes(with("m/version", "11\n"))),
            "f.pt: record 'version': archives of version 11 are not supported; "
            "versions 1 to 10 are");
  EXPECT_EQ(errorOf(openBytes(with("m/version", "0\n"))),
            "f.pt: record 'version': archives of version 0 are not supported; "
            "versions 1 to 10 are");
  EXPECT_EQ(errorOf(openBytes(with("m/version", "three"))),
            "f.pt: record 'version': does not begin with a number");
  EXPECT_EQ(errorOf(openBytes(with("m/version", nullptr))),
            "f.pt: record 'version': missing");
  // The hidden record counts more.
  auto opened = openBytes(with("m/.data/version", "10\n"));
  ASSERT_EQ(errorOf(std::move(opened)), "success");
  EXPECT_EQ((*opened)->getVersion(), 10u);
}

TEST(Archive, ChecksByteOrder) {
  EXPECT_EQ(errorOf(openBytes(with("m/byteorder", "little"))), "success");
  EXPECT_EQ(errorOf(openBytes(with("m/byteorder", "big"))),
            "f.pt: record 'byteorder': big-endian archives are not supported; "
            "save it again on a little-endian machine");
}

TEST(Archive, ChecksPickles) {
  EXPECT_EQ(errorOf(openBytes(with("m/data.pkl", "\x80\x02]."))),
            "f.pt: record 'data.pkl': holds a list; a module is expected");
  EXPECT_EQ(errorOf(openBytes(with("m/constants.pkl", "\x80\x02N."))),
            "f.pt: record 'constants.pkl': holds None; a tuple is expected");
  EXPECT_EQ(errorOf(openBytes(with("m/data.pkl", "\x80\x02"))),
            "f.pt: record 'data.pkl', byte 2: the pickle ends early: 1 more "
            "bytes expected, 0 are there");
}

TEST(Archive, ToleratesWithWarning) {
  auto opened = openBytes(with("elsewhere/x", "y"));
  ASSERT_EQ(errorOf(std::move(opened)), "success");
  ASSERT_EQ((*opened)->getWarnings().size(), 1u);
  EXPECT_EQ((*opened)->getWarnings()[0],
            "record 'elsewhere/x' is outside of 'm/' and was ignored");

  opened = openBytes(with("m/code/__torch__.py.debug_pkl", "\x80\x02N."));
  ASSERT_EQ(errorOf(std::move(opened)), "success");
  EXPECT_EQ((*opened)->getDebugRanges((*opened)->getCode()[0]), nullptr);
  ASSERT_EQ((*opened)->getWarnings().size(), 1u);
  EXPECT_EQ((*opened)->getWarnings()[0],
            "the original source lines are unknown: f.pt: record "
            "'code/__torch__.py.debug_pkl', byte 0: a table of places is a "
            "tuple; this is None");
}

TEST(Archive, NamesForeignFiles) {
  auto kindOf = [](StringRef bytes) {
    return detectFileKind(llvm::MemoryBufferRef(bytes, "f"));
  };
  EXPECT_EQ(kindOf(makeZip(leastRecords())), FileKind::TorchScriptArchive);
  EXPECT_EQ(kindOf(readFile(inputPath("state_dict.pt"))), FileKind::TorchSave);
  EXPECT_EQ(kindOf(readFile(inputPath("legacy.pt"))),
            FileKind::TorchSaveLegacy);
  EXPECT_EQ(kindOf(makeZip({{"p/.data/extern_modules", ""}})),
            FileKind::TorchPackage);
  EXPECT_EQ(kindOf(makeZip({{"serialized_exported_program.json", "{}"}})),
            FileKind::ExportedProgram);
  EXPECT_EQ(kindOf(makeZip({{"m/archive_format", "pt2"}})),
            FileKind::ExportedProgram);
  EXPECT_EQ(kindOf(makeZip({{"m/model.json", "{}"}})), FileKind::ProtoArchive);
  EXPECT_EQ(kindOf(makeZip({{"a.npy", ""}})), FileKind::Npz);
  EXPECT_EQ(kindOf(makeZip({{"a.txt", ""}})), FileKind::OtherZip);
  EXPECT_EQ(kindOf("PK\3\4 and nothing"), FileKind::BrokenZip);
  EXPECT_EQ(kindOf(bytes("\1\0\0\0PTMF....")), FileKind::MobileFlatbuffer);
  EXPECT_EQ(kindOf("PYTORCH1...."), FileKind::PreviewArchive);
  EXPECT_EQ(kindOf("\x93NUMPY"), FileKind::Npy);
  EXPECT_EQ(kindOf("ML\xefR"), FileKind::MLIRBytecode);
  EXPECT_EQ(kindOf(""), FileKind::Empty);
  EXPECT_EQ(kindOf("def f():\n"), FileKind::Text);
  EXPECT_EQ(kindOf(bytes("\0\1\2\3")), FileKind::Unknown);

  EXPECT_EQ(errorOf(openBytes(readFile(inputPath("state_dict.pt")))),
            "f.pt: not a TorchScript archive: this is weights or Python "
            "objects written by torch.save, without code; script or trace the "
            "model in Python and write it with torch.jit.save");
  EXPECT_EQ(errorOf(openBytes("def f():\n")),
            "f.pt: not a TorchScript archive: this is a text file; import "
            "Python source with ts-translate --import-torchscript");
  EXPECT_EQ(errorOf(TorchScriptArchive::open("missing.pt")),
            "missing.pt: cannot be read: No such file or directory");
}
