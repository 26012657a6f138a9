//===- DebugRangesTest.cpp - Where archived code came from ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests both forms of .debug_pkl tables and damaged ones.
//
//===----------------------------------------------------------------------===//

#include "TestHelpers.h"

#include "TorchScript/Archive/DebugRanges.h"

using namespace torchscript;
using namespace torchscript::test;
using llvm::StringRef;

namespace {
/// Builds tables out of values.
class DebugRangesTest : public testing::Test {
protected:
  const ArchiveValue *number(int64_t value) {
    return graph.create<ArchiveInt>(0, value);
  }
  const ArchiveValue *text(StringRef value) {
    return graph.create<ArchiveString>(0, value);
  }
  const ArchiveValue *tuple(std::vector<const ArchiveValue *> elements) {
    auto *value = graph.create<ArchiveTuple>(0);
    value->elements = std::move(elements);
    return value;
  }
  const ArchiveValue *list(std::vector<const ArchiveValue *> elements) {
    auto *value = graph.create<ArchiveList>(0);
    value->elements = std::move(elements);
    return value;
  }
  const ArchiveValue *entry(int64_t offset, const ArchiveValue *source,
                            int64_t start, int64_t end) {
    return tuple({number(offset), tuple({source, number(start), number(end)}),
                  number(0)});
  }
  std::string errorOfTable(const ArchiveValue *table) {
    return errorOf(DebugRanges::create(*table, {}));
  }

  ArchiveGraph graph;
};
} // namespace

TEST_F(DebugRangesTest, StringTable) {
  const ArchiveValue *source =
      tuple({list({number(1), number(2)}), number(0), number(20)});
  const ArchiveValue *nowhere = tuple({list({}), number(0), number(0)});
  const ArchiveValue *strings =
      tuple({text("f.py"), text("def f(x):\n"), text("  return x\n")});
  auto table = DebugRanges::create(
      *tuple({text("FORMAT_WITH_STRING_TABLE"), strings,
              tuple({entry(10, source, 12, 20), entry(30, nowhere, 0, 0),
                     entry(40, source, 0, 3)})}),
      {});
  ASSERT_EQ(errorOf(std::move(table)), "success");
  EXPECT_EQ(table->size(), 3u);
  EXPECT_FALSE(table->lookup(9).has_value());
  EXPECT_FALSE(table->lookup(30).has_value());
  for (uint64_t offset : {10, 29}) {
    auto range = table->lookup(offset);
    ASSERT_TRUE(range.has_value());
    EXPECT_EQ(range->file, "f.py");
    EXPECT_EQ(range->line, 21u);
    EXPECT_EQ(range->column, 3u);
    EXPECT_EQ(range->endLine, 21u);
    EXPECT_EQ(range->endColumn, 11u);
    EXPECT_EQ(range->lineText, "  return x");
  }
  EXPECT_EQ(table->lookup(1000)->line, 20u);
}

TEST_F(DebugRangesTest, PlainTexts) {
  const ArchiveValue *source =
      tuple({text("a\nbc\nd"), text("g.py"), number(1)});
  auto table = DebugRanges::create(*tuple({entry(0, source, 3, 6)}), {});
  ASSERT_EQ(errorOf(std::move(table)), "success");
  auto range = table->lookup(5);
  ASSERT_TRUE(range.has_value());
  EXPECT_EQ(range->line, 2u);
  EXPECT_EQ(range->column, 2u);
  EXPECT_EQ(range->endLine, 3u);
  EXPECT_EQ(range->endColumn, 2u);
}

TEST_F(DebugRangesTest, CallStacksOfTraces) {
  const ArchiveValue *source =
      tuple({text("dir/t.py(46): forward\nlib.py(9): trace\n"),
             text("dir/t.py"), number(46)});
  auto table = DebugRanges::create(*tuple({entry(0, source, 0, 30)}), {});
  ASSERT_EQ(errorOf(std::move(table)), "success");
  auto range = table->lookup(0);
  ASSERT_TRUE(range.has_value());
  EXPECT_EQ(range->line, 46u);
  EXPECT_EQ(range->endLine, 46u);
  EXPECT_EQ(range->lineText, "");
}

TEST_F(DebugRangesTest, Damaged) {
  const ArchiveValue *source = tuple({text("a"), text("g.py"), number(1)});
  EXPECT_EQ(errorOfTable(number(1)),
            "byte 0: a table of places is a tuple; this is an int");
  EXPECT_EQ(errorOfTable(tuple({number(1)})),
            "byte 0: an entry of a table of places is expected");
  EXPECT_EQ(errorOfTable(tuple({entry(-1, source, 0, 0)})),
            "byte 0: a number that is not negative is expected");
  EXPECT_EQ(
      errorOfTable(tuple({entry(5, source, 0, 0), entry(4, source, 0, 0)})),
      "byte 0: the offsets do not ascend");
  EXPECT_EQ(errorOfTable(tuple({text("NEW_FORMAT"), tuple({}), tuple({})})),
            "byte 0: unknown form 'NEW_FORMAT'");
  const ArchiveValue *bad = tuple({list({number(7)}), number(0), number(20)});
  EXPECT_EQ(errorOfTable(
                tuple({text("FORMAT_WITH_STRING_TABLE"), tuple({text("f.py")}),
                       tuple({entry(0, bad, 0, 0)})})),
            "byte 0: string 7 of 1");
}
