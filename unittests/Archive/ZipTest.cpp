//===- ZipTest.cpp - Zip reader and writer --------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests zip archives, intact and damaged.
//
//===----------------------------------------------------------------------===//

#include "TestHelpers.h"

using namespace torchscript;
using namespace torchscript::test;
using llvm::MemoryBufferRef;
using llvm::StringRef;

static std::string readOnly(StringRef zip, StringRef name,
                            const ArchiveLimits &limits = {},
                            bool checkCrc = true) {
  auto reader = ZipReader::open({zip, "f.zip"}, limits, checkCrc);
  if (!reader)
    return llvm::toString(reader.takeError());
  const ZipRecord *record = (*reader)->find(name);
  if (!record)
    return "no such record";
  auto bytes = (*reader)->read(*record);
  return bytes ? bytes->str() : llvm::toString(bytes.takeError());
}

TEST(Zip, WritesAndReadsRecords) {
  std::string longText(100000, 'x');
  for (bool deflate : {false, true}) {
    std::string zip =
        makeZip({{"a/b", "one"}, {"a/empty", ""}, {"c", longText}}, deflate);
    auto reader = ZipReader::open({zip, "f.zip"});
    ASSERT_TRUE(bool(reader));
    ASSERT_EQ((*reader)->getRecords().size(), 3u);
    EXPECT_EQ((*reader)->getFirstName(), "a/b");
    EXPECT_EQ(readOnly(zip, "a/b"), "one");
    EXPECT_EQ(readOnly(zip, "a/empty"), "");
    EXPECT_EQ(readOnly(zip, "c"), longText);
    EXPECT_EQ(zip.size() > longText.size(), !deflate);
  }
}

TEST(Zip, StoredRecordsAreSlices) {
  std::string zip = makeZip({{"a", "payload"}});
  auto reader = ZipReader::open({zip, "f.zip"});
  ASSERT_TRUE(bool(reader));
  auto bytes = (*reader)->read((*reader)->getRecords()[0]);
  ASSERT_TRUE(bool(bytes));
  EXPECT_EQ(bytes->data(), zip.data() + zip.find("payload"));
}

TEST(Zip, AlignsPayloads) {
  TemporaryFile file;
  auto writer = ZipWriter::create(file.str());
  ASSERT_TRUE(bool(writer));
  ZipWriter::RecordOptions options;
  options.alignment = 64;
  for (StringRef name : {"a", "bc", "a/longer/name"})
    ASSERT_FALSE(errorToBool(
        (*writer)->add(name, ("payload of " + name).str(), options)));
  ASSERT_FALSE(errorToBool((*writer)->finish()));
  std::string zip = readFile(file.str());
  for (StringRef name : {"a", "bc", "a/longer/name"}) {
    size_t position = zip.find(("payload of " + name).str());
    EXPECT_EQ(position % 64, 0u) << name.str();
    EXPECT_EQ(readOnly(zip, name), ("payload of " + name).str());
  }
}

TEST(Zip, LeavesNothingWhenNotFinished) {
  TemporaryFile file;
  llvm::sys::fs::remove(file.str());
  {
    auto writer = ZipWriter::create(file.str());
    ASSERT_TRUE(bool(writer));
    ASSERT_FALSE(errorToBool((*writer)->add("a", "b")));
  }
  EXPECT_FALSE(llvm::sys::fs::exists(file.str()));
}

TEST(Zip, NoticesDamage) {
  std::string zip = makeZip({{"a", "payload"}});
  std::string changed = zip;
  changed[changed.find("payload")] = 'P';
  EXPECT_EQ(readOnly(changed, "a"),
            "f.zip: record 'a': its contents do not match their CRC-32; the "
            "file is damaged");
  EXPECT_EQ(readOnly(changed, "a", {}, /*checkCrc=*/false), "Payload");

  EXPECT_EQ(readOnly(StringRef(zip).drop_back(30), "a"),
            "f.zip: the zip archive has no valid directory at its end; the "
            "file is cut off or damaged");
  EXPECT_EQ(readOnly("text", "a"), "f.zip: not a zip archive");

  std::string deflated = makeZip({{"a", std::string(5000, 'x')}}, true);
  // The first deflated byte stands behind the local header and the name.
  deflated[31] = char(0xff);
  EXPECT_EQ(readOnly(deflated, "a"),
            "f.zip: record 'a', byte 0: its deflated bytes are damaged");
}

/// Overwrites the 32-bit size fields of the only record.
static std::string claimSize(std::string zip, uint32_t size) {
  size_t directory = zip.find("PK\1\2");
  EXPECT_NE(directory, std::string::npos);
  for (size_t position : {size_t(22), directory + 24})
    for (int i = 0; i < 4; ++i)
      zip[position + i] = char(size >> (8 * i));
  return zip;
}

TEST(Zip, DoesNotBelieveSizes) {
  std::string deflated = makeZip({{"a", std::string(5000, 'x')}}, true);
  EXPECT_EQ(readOnly(claimSize(deflated, 4999), "a"),
            "f.zip: record 'a': its contents do not match their CRC-32; the "
            "file is damaged");
  EXPECT_EQ(readOnly(claimSize(deflated, 5001), "a"),
            "f.zip: record 'a': inflates to 5000 bytes; 5001 are expected");
  EXPECT_EQ(readOnly(claimSize(deflated, 0x7fffffff), "a"),
            "f.zip: record 'a': 22 deflated bytes cannot hold 2147483647 "
            "bytes");
  std::string stored = makeZip({{"a", "payload"}});
  EXPECT_EQ(readOnly(claimSize(stored, 8), "a"),
            "f.zip: record 'a': stored, but its two sizes differ");
}

TEST(Zip, KeepsLimits) {
  std::string zip = makeZip({{"a", "one"}, {"b", "two"}}, true);
  ArchiveLimits limits;
  limits.maxRecords = 1;
  EXPECT_EQ(readOnly(zip, "a", limits),
            "f.zip: the zip archive has more than 1 records");
  limits = {};
  limits.maxInflatedRecord = 2;
  EXPECT_EQ(readOnly(zip, "a", limits),
            "f.zip: record 'a': inflates to 3 bytes; the limit is 2");
  limits = {};
  limits.maxTotalInflated = 5;
  auto reader = ZipReader::open({zip, "f.zip"}, limits);
  ASSERT_TRUE(bool(reader));
  EXPECT_EQ(errorOf((*reader)->read((*reader)->getRecords()[0])), "success");
  EXPECT_EQ(errorOf((*reader)->read((*reader)->getRecords()[1])),
            "f.zip: record 'b': the archive's records inflate to more than 5 "
            "bytes");
  // What was read is kept and costs nothing the second time.
  EXPECT_EQ(errorOf((*reader)->read((*reader)->getRecords()[0])), "success");
}

TEST(Zip, RefusesNamesTwice) {
  EXPECT_EQ(readOnly(makeZip({{"a", "one"}, {"a", "two"}}), "a"),
            "f.zip: record 'a': occurs twice in the zip directory");
}
