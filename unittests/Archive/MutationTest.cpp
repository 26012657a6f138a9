//===- MutationTest.cpp - Damaged archives --------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a thousand damaged copies of an archive: none may crash.
//
//===----------------------------------------------------------------------===//

#include "TestHelpers.h"

#include "TorchScript/Archive/TorchScriptArchive.h"

#include <random>

using namespace torchscript;
using namespace torchscript::test;
using llvm::MemoryBuffer;

/// Reads everything of an archive; true when nothing failed.
static bool readEverything(llvm::StringRef bytes, bool checkCrc) {
  ArchiveOptions options;
  options.checkCrc = checkCrc;
  auto opened = TorchScriptArchive::open(
      MemoryBuffer::getMemBuffer(bytes, "f.pt", false), options);
  if (!opened) {
    // A message is always there.
    EXPECT_NE(llvm::toString(opened.takeError()), "");
    return false;
  }
  TorchScriptArchive &archive = **opened;
  for (const ArchiveCode &code : archive.getCode())
    if (const DebugRanges *ranges = archive.getDebugRanges(code))
      for (size_t offset = 0; offset < code.text.size(); ++offset)
        ranges->lookup(offset);
  bool good = true;
  std::vector<const ArchiveObject *> work = {&archive.getRoot()};
  for (size_t i = 0; i < work.size() && i < 1000; ++i) {
    const ArchiveDict *attributes = work[i]->getAttributes();
    if (!attributes)
      continue;
    for (auto [name, value] : attributes->entries) {
      if (const auto *object = llvm::dyn_cast<ArchiveObject>(value))
        work.push_back(object);
      if (const auto *tensor = llvm::dyn_cast<ArchiveTensor>(value)) {
        auto data = archive.readTensor(*tensor);
        good &= bool(data);
        llvm::consumeError(data.takeError());
      }
    }
  }
  return good;
}

TEST(Mutation, DamagedArchivesAreRefused) {
  std::string original = readFile(TS_ARCHIVE_INPUTS "/small.pt");
  ASSERT_TRUE(readEverything(original, true));
  std::mt19937 random(20);
  unsigned refused = 0;
  for (int i = 0; i < 500; ++i) {
    std::string copy = original;
    for (unsigned flips = 1 + random() % 4; flips > 0; --flips)
      copy[random() % copy.size()] ^= char(1u << (random() % 8));
    if (i % 5 == 0)
      copy.resize(random() % copy.size());
    refused += !readEverything(copy, i % 2 == 0);
  }
  // Many flips hit padding, dates or debug records.
  EXPECT_GT(refused, 150u);
}

TEST(Mutation, DamagedPicklesAreRefused) {
  // The damage is in the pickle itself, with a correct CRC around it.
  Records records;
  {
    std::string original = readFile(TS_ARCHIVE_INPUTS "/small.pt");
    auto zip = ZipReader::open({original, "f.pt"});
    ASSERT_TRUE(bool(zip));
    for (const ZipRecord &record : (*zip)->getRecords()) {
      auto bytes = (*zip)->read(record);
      ASSERT_TRUE(bool(bytes));
      records.push_back({record.name, bytes->str()});
    }
  }
  std::mt19937 random(21);
  unsigned refused = 0;
  for (int i = 0; i < 500; ++i) {
    Records copy = records;
    for (auto &[name, bytes] : copy) {
      bool isData = llvm::StringRef(name).ends_with("data.pkl");
      bool isDebug = llvm::StringRef(name).ends_with("debug_pkl");
      if (!(i % 4 ? isData : isDebug))
        continue;
      for (unsigned flips = 1 + random() % 3; flips > 0; --flips)
        bytes[random() % bytes.size()] = char(random());
      if (i % 7 == 0)
        bytes.resize(random() % bytes.size());
    }
    refused += !readEverything(makeZip(copy), true);
  }
  EXPECT_GT(refused, 150u);
}
