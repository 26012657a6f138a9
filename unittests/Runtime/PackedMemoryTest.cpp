//===- PackedMemoryTest.cpp -----------------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory of packed weights, and what becomes of the pages they come from.
//
//===----------------------------------------------------------------------===//

#include "compiled/PackedMemory.h"

#include "gtest/gtest.h"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace tsrt;

namespace {

TEST(PackedMemory, IsAlignedAndMoves) {
  for (size_t bytes : {size_t(0), size_t(1), size_t(100000), size_t(2) << 20,
                       (size_t(4) << 20) + 12345}) {
    PackedMemory memory(bytes);
    ASSERT_NE(memory.get(), nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory.get()) % 64, 0u);
    std::memset(memory.get(), 7, bytes);
    PackedMemory other;
    void *before = memory.get();
    other = std::move(memory);
    EXPECT_EQ(other.get(), before);
    if (bytes) {
      EXPECT_EQ(static_cast<char *>(other.get())[bytes - 1], 7);
    }
  }
}

/// Whether each page of a mapping is in the process's memory.
std::vector<unsigned char> residentPages(char *data, size_t pages,
                                         size_t page) {
  std::vector<unsigned char> found(pages);
  FILE *file = std::fopen("/proc/self/pagemap", "rb");
  if (!file)
    return {};
  for (size_t i = 0; i < pages; ++i) {
    uint64_t word = 0;
    std::fseek(file, long((uintptr_t(data) / page + i) * 8), SEEK_SET);
    if (std::fread(&word, 8, 1, file) != 1)
      return {};
    found[i] = word >> 63;
  }
  std::fclose(file);
  return found;
}

TEST(PackedMemory, ForgetsOnlyUnchangedPagesOfFiles) {
  const auto page = size_t(sysconf(_SC_PAGESIZE));
  const size_t pages = 256, bytes = pages * page;
  FILE *file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  std::vector<char> contents(bytes, 'x');
  ASSERT_EQ(std::fwrite(contents.data(), 1, bytes, file), bytes);
  std::fflush(file);
  auto *data = static_cast<char *>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                        MAP_PRIVATE, fileno(file), 0));
  ASSERT_NE(data, MAP_FAILED);
  // Some pages change, all are read.
  for (size_t i = 0; i < pages; i += 7)
    data[i * page] = 'y';
  for (size_t i = 0; i < bytes; i += page)
    contents[i] = data[i];
  // The first and last pages are there in part.
  forgetFilePages(data + 1, bytes - 2);
  if (auto resident = residentPages(data, pages, page); !resident.empty()) {
    EXPECT_EQ(resident[0], 1);
    EXPECT_EQ(resident[7], 1);
    EXPECT_EQ(resident[8], 0);
    EXPECT_EQ(resident[pages - 2], 0);
  }
  EXPECT_EQ(std::memcmp(data, contents.data(), bytes), 0);
  munmap(data, bytes);
  std::fclose(file);

  std::vector<char> own(bytes, 'z');
  forgetFilePages(own.data(), bytes);
  EXPECT_EQ(own, std::vector<char>(bytes, 'z'));
}

} // namespace
