//===- PackedMemory.cpp - Memory of packed weights ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mappings, and what the kernel says of pages (/proc/self/pagemap: a page of a
// file in a private mapping becomes an anonymous one when it is written).
//
//===----------------------------------------------------------------------===//

#include "PackedMemory.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <new>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

using namespace tsrt;

static constexpr size_t kHugePage = size_t(2) << 20, kAlignment = 64;

static size_t roundUp(size_t n, size_t unit) {
  return (n + unit - 1) / unit * unit;
}

/// Maps `bytes`, a multiple of the size of a page, from a multiple of the size
/// of large pages on; null when there is no memory. The rest behind the last
/// large page has small ones.
static void *mapAligned(size_t bytes) {
  size_t span = bytes + kHugePage;
  void *memory = mmap(nullptr, span, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  char *begin = static_cast<char *>(memory);
  size_t before = roundUp(reinterpret_cast<uintptr_t>(begin), kHugePage) -
                  reinterpret_cast<uintptr_t>(begin);
  if (before)
    munmap(begin, before);
  munmap(begin + before + bytes, span - before - bytes);
#ifdef MADV_HUGEPAGE
  madvise(begin + before, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
  return begin + before;
}

namespace {
/// Begins an image; behind it stand the key and, aligned like the image, the
/// packed bytes.
struct ImageHead {
  uint64_t keySize, offset, size;
};
} // namespace

/// The packed bytes of an image; null when they are others.
static const void *findInImage(const PackingSource &source, size_t bytes) {
  if (!source.image)
    return nullptr;
  auto *begin = static_cast<const char *>(source.image);
  ImageHead head;
  std::memcpy(&head, begin, sizeof head);
  bool isSame = head.size == bytes && head.keySize == source.key.size() &&
                std::memcmp(begin + sizeof head, source.key.data(),
                            source.key.size()) == 0;
  return isSame ? begin + head.offset : nullptr;
}

bool PackingSource::hasImage(size_t packedBytes) const {
  return findInImage(*this, packedBytes) != nullptr;
}

PackedMemory::PackedMemory(PackingSource source, size_t bytes,
                           const std::function<void(void *)> &pack) {
  if (const void *found = findInImage(source, bytes)) {
    // Nobody writes to packed weights.
    data = const_cast<void *>(found);
    size = bytes;
  } else {
    *this = PackedMemory(bytes);
    pack(data);
    forgetFilePages(source.weights, source.bytes);
  }
  key = std::move(source.key);
}

void PackedMemory::writeImage(
    const std::function<void(const void *, size_t)> &write) const {
  if (key.empty())
    return;
  size_t named = sizeof(ImageHead) + key.size();
  ImageHead head{key.size(), roundUp(named, kAlignment), size};
  std::string begin(reinterpret_cast<const char *>(&head), sizeof head);
  begin += key;
  begin.resize(head.offset);
  write(begin.data(), begin.size());
  write(data, size);
}

PackedMemory::PackedMemory(size_t bytes) : isOwned(true), size(bytes) {
  if (bytes >= kHugePage) {
    mapped = roundUp(bytes, size_t(sysconf(_SC_PAGESIZE)));
    data = mapAligned(mapped);
  } else {
    data = std::aligned_alloc(kAlignment,
                              roundUp(std::max<size_t>(bytes, 1), kAlignment));
  }
  if (!data)
    throw std::bad_alloc();
}

PackedMemory::~PackedMemory() {
  if (!isOwned)
    return;
  if (mapped)
    munmap(data, mapped);
  else
    std::free(data);
}

void PackedMemory::swap(PackedMemory &other) noexcept {
  std::swap(data, other.data);
  std::swap(mapped, other.mapped);
  std::swap(isOwned, other.isOwned);
  key.swap(other.key);
  std::swap(size, other.size);
}

/// Bits of a word of /proc/self/pagemap.
static constexpr uint64_t kIsPresent = uint64_t(1) << 63,
                          kIsOfFile = uint64_t(1) << 61;

void tsrt::forgetFilePages(const void *data, size_t bytes) {
  // Little is not worth the calls.
  constexpr size_t least = size_t(256) << 10;
  if (bytes < least)
    return;
  auto page = size_t(sysconf(_SC_PAGESIZE));
  size_t first = roundUp(reinterpret_cast<uintptr_t>(data), page) / page;
  size_t end = (reinterpret_cast<uintptr_t>(data) + bytes) / page;
  int file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return;
  uint64_t words[512];
  while (first < end) {
    size_t count = std::min(std::size(words), end - first);
    ssize_t got =
        pread(file, words, count * sizeof *words, off_t(first * sizeof *words));
    if (got < ssize_t(sizeof *words))
      break;
    count = size_t(got) / sizeof *words;
    for (size_t i = 0; i < count;) {
      size_t begin = i;
      while (i < count && (words[i] & kIsPresent) && (words[i] & kIsOfFile))
        ++i;
      if (i > begin)
        madvise(reinterpret_cast<void *>((first + begin) * page),
                (i - begin) * page, MADV_DONTNEED);
      else
        ++i;
    }
    first += count;
  }
  close(file);
}
