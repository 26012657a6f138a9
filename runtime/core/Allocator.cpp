//===- Allocator.cpp - Pooled memory of the runtime -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small blocks come from per-thread free lists over slabs of one reserved
// address range; large blocks are kept for reuse, because the first touch of
// fresh pages costs more than most computations on them.
//
// Memory that cannot be had is an exception (core/OutOfMemory.h).
//
//===----------------------------------------------------------------------===//

#include "core/Allocator.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <sys/mman.h>

#if defined(__SANITIZE_ADDRESS__)
#define TSRT_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TSRT_SANITIZED 1
#endif
#endif
#ifndef TSRT_SANITIZED
#define TSRT_SANITIZED 0
#endif

namespace {

constexpr size_t kAlignment = 64;
constexpr size_t kArenaSize = size_t(64) << 30;
constexpr size_t kSlabSize = size_t(256) << 10;
constexpr size_t kNumSlabs = kArenaSize / kSlabSize;
constexpr size_t kMaxSmall = size_t(32) << 10;
constexpr size_t kLinear = 1024; // up to here classes are multiples of 64
constexpr int kNumClasses = 16 + 5 * 4;
constexpr int64_t kDonateBytes = int64_t(1) << 20;
constexpr size_t kHugePage = size_t(2) << 20;
constexpr size_t kMapFrom = size_t(1) << 20;
constexpr size_t kMaxCached = size_t(512) << 20;
constexpr int kNumLargeClasses = 8 * 32;

/// Index of the smallest class that holds `bytes` (1 ... kMaxSmall).
int classOf(size_t bytes) {
  if (bytes <= kLinear)
    return int((bytes - 1) / 64);
  int log = 63 - __builtin_clzll(bytes - 1); // 2^log < bytes <= 2^(log+1)
  size_t step = size_t(1) << (log - 2);
  return 16 + (log - 10) * 4 + int((bytes - 1 - (size_t(1) << log)) / step);
}

constexpr size_t classSize(int index) {
  if (index < 16)
    return size_t(index + 1) * 64;
  int log = 10 + (index - 16) / 4;
  return (size_t(1) << log) +
         size_t((index - 16) % 4 + 1) * (size_t(1) << (log - 2));
}

/// classSize() of every class.
struct ClassSizes {
  size_t of[kNumClasses] = {};
  constexpr ClassSizes() {
    for (int i = 0; i < kNumClasses; ++i)
      of[i] = classSize(i);
  }
};
constexpr ClassSizes classSizes;

/// A free small block.
struct FreeBlock {
  FreeBlock *next;
  FreeBlock *nextBatch; // only in the first block of a batch
};

/// What the threads share.
struct Shared {
  char *arena = nullptr;
  uint8_t *slabClass = nullptr;
  std::atomic<size_t> nextSlab{0};
  std::mutex mutex;
  FreeBlock *batches[kNumClasses] = {};
  int64_t retiredObjects = 0;
  tsrt::ThreadCache *caches = nullptr;

  Shared() {
    if (TSRT_SANITIZED)
      return;
    void *memory = mmap(nullptr, kArenaSize + kSlabSize, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    slabClass = static_cast<uint8_t *>(std::calloc(kNumSlabs, 1));
    if (memory == MAP_FAILED || !slabClass)
      return;
    uintptr_t address = reinterpret_cast<uintptr_t>(memory);
    arena = reinterpret_cast<char *>((address + kSlabSize - 1) &
                                     ~(uintptr_t(kSlabSize) - 1));
  }
  bool owns(const void *p) const {
    return arena && uintptr_t(p) - uintptr_t(arena) < kArenaSize;
  }
  static Shared &get() {
    static Shared *shared = new Shared;
    return *shared;
  }
};

} // namespace

/// The free lists and counters of one thread.
struct tsrt::ThreadCache {
  FreeBlock *free[kNumClasses] = {};
  /// Roughly, since blocks from elsewhere are not counted when they come.
  int64_t freeBytes[kNumClasses] = {};
  char *bump[kNumClasses] = {};
  char *bumpEnd[kNumClasses] = {};
  std::atomic<int64_t> objects{0};
  ThreadCache *next = nullptr, *previous = nullptr;
  Shared &shared = Shared::get();

  ThreadCache() {
    std::lock_guard<std::mutex> lock(shared.mutex);
    next = shared.caches;
    if (next)
      next->previous = this;
    shared.caches = this;
  }

  ~ThreadCache() {
    for (int index = 0; index < kNumClasses; ++index) {
      size_t size = classSize(index);
      while (size_t(bumpEnd[index] - bump[index]) >= size) {
        push(index, bump[index]);
        bump[index] += size;
      }
      donate(index);
    }
    std::lock_guard<std::mutex> lock(shared.mutex);
    shared.retiredObjects += objects.load(std::memory_order_relaxed);
    (previous ? previous->next : shared.caches) = next;
    if (next)
      next->previous = previous;
  }

  void push(int index, void *p) {
    auto *block = static_cast<FreeBlock *>(p);
    block->next = free[index];
    free[index] = block;
    freeBytes[index] += int64_t(classSizes.of[index]);
  }

  /// Hands the whole free list of a class to the other threads.
  void donate(int index) {
    FreeBlock *batch = free[index];
    if (!batch)
      return;
    free[index] = nullptr;
    freeBytes[index] = 0;
    std::lock_guard<std::mutex> lock(shared.mutex);
    batch->nextBatch = shared.batches[index];
    shared.batches[index] = batch;
  }

  /// Finds free blocks of a class elsewhere; false when the arena is used up.
  bool refill(int index) {
    {
      std::lock_guard<std::mutex> lock(shared.mutex);
      if (FreeBlock *batch = shared.batches[index]) {
        shared.batches[index] = batch->nextBatch;
        free[index] = batch;
        return true;
      }
    }
    if (!shared.arena ||
        shared.nextSlab.load(std::memory_order_relaxed) >= kNumSlabs)
      return false;
    size_t slab = shared.nextSlab.fetch_add(1);
    if (slab >= kNumSlabs)
      return false;
    shared.slabClass[slab] = uint8_t(index);
    bump[index] = shared.arena + slab * kSlabSize;
    bumpEnd[index] = bump[index] + kSlabSize;
    return true;
  }

  void *allocate(int index) {
    FreeBlock *block = free[index];
    if (__builtin_expect(!block, false))
      return allocateSlowly(index);
    free[index] = block->next;
    freeBytes[index] -= int64_t(classSizes.of[index]);
    return block;
  }

  [[gnu::noinline]] void *allocateSlowly(int index) {
    size_t size = classSize(index);
    for (int attempt = 0; attempt < 2; ++attempt) {
      if (FreeBlock *block = free[index]) {
        free[index] = block->next;
        freeBytes[index] -= int64_t(size);
        return block;
      }
      if (size_t(bumpEnd[index] - bump[index]) >= size) {
        char *block = bump[index];
        bump[index] += size;
        return block;
      }
      if (!refill(index))
        return nullptr;
    }
    return nullptr;
  }
};

using tsrt::ThreadCache;

namespace {

__attribute__((tls_model("initial-exec"))) thread_local ThreadCache *current;

/// Destroys the thread's cache when the thread ends.
struct CacheOwner {
  ~CacheOwner() {
    delete current;
    current = nullptr;
  }
};

ThreadCache *newCache() {
  static thread_local CacheOwner owner;
  (void)&owner;
  current = new ThreadCache;
  return current;
}

ThreadCache &cache() { return current ? *current : *newCache(); }

/// Stands right before a large block.
struct LargeHeader {
  void *base;
  size_t mapped;   // bytes of the mapping; 0: from aligned_alloc
  size_t capacity; // usable bytes
  int sizeClass;
  LargeHeader *next;
};
static_assert(sizeof(LargeHeader) <= kAlignment);

/// Freed large blocks by size class, eight per doubling.
struct LargeCache {
  std::mutex mutex;
  LargeHeader *blocks[kNumLargeClasses] = {};
  size_t cached = 0;

  static LargeCache &get() {
    static LargeCache *cache = new LargeCache;
    return *cache;
  }
};

/// Rounds up to the size class and returns its index.
int largeClass(size_t &bytes) {
  if (bytes < kMaxSmall)
    bytes = kMaxSmall;
  int log = 63 - __builtin_clzll(bytes);
  size_t step = size_t(1) << (log - 3);
  size_t eighths = (bytes - (size_t(1) << log) + step - 1) / step;
  bytes = (size_t(1) << log) + eighths * step;
  int index = (log - 15) * 8 + int(eighths);
  return index < kNumLargeClasses ? index : -1;
}

/// Maps memory aligned to huge pages, with a request to use them.
void *mapHuge(size_t &bytes) {
  bytes = (bytes + kHugePage - 1) & ~(kHugePage - 1);
  size_t span = bytes + kHugePage;
  void *memory = mmap(nullptr, span, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  char *begin = static_cast<char *>(memory);
  char *base = reinterpret_cast<char *>(
      (reinterpret_cast<uintptr_t>(begin) + kHugePage - 1) & ~(kHugePage - 1));
  if (base != begin)
    munmap(begin, base - begin);
  if (begin + span != base + bytes)
    munmap(base + bytes, begin + span - (base + bytes));
  madvise(base, bytes, MADV_HUGEPAGE);
  return base;
}

bool dropCachedBlocks();

void *allocateLarge(size_t bytes) {
  if (bytes > size_t(1) << 62)
    throw std::bad_alloc();
  int index = largeClass(bytes);
  LargeCache &large = LargeCache::get();
  if (index >= 0) {
    std::lock_guard<std::mutex> lock(large.mutex);
    if (LargeHeader *header = large.blocks[index]) {
      large.blocks[index] = header->next;
      large.cached -= header->capacity;
      return reinterpret_cast<char *>(header) + kAlignment;
    }
  }
  size_t total = bytes + kAlignment, mapped = 0;
  auto obtain = [&]() -> void * {
    if (total < kMapFrom)
      return std::aligned_alloc(kAlignment, total);
    mapped = bytes + kAlignment;
    return mapHuge(mapped);
  };
  void *base = obtain();
  if (!base && dropCachedBlocks())
    base = obtain();
  if (!base)
    throw std::bad_alloc();
  *static_cast<LargeHeader *>(base) = {base, mapped, bytes, index, nullptr};
  return static_cast<char *>(base) + kAlignment;
}

/// Gives all cached blocks back to the system; false when there are none.
bool dropCachedBlocks() {
  LargeCache &large = LargeCache::get();
  std::lock_guard<std::mutex> lock(large.mutex);
  bool any = false;
  for (LargeHeader *&first : large.blocks)
    while (LargeHeader *header = first) {
      first = header->next;
      if (header->mapped)
        munmap(header->base, header->mapped);
      else
        std::free(header->base);
      any = true;
    }
  large.cached = 0;
  return any;
}

void freeLarge(void *p) {
  auto *header =
      reinterpret_cast<LargeHeader *>(static_cast<char *>(p) - kAlignment);
  LargeCache &large = LargeCache::get();
  if (header->sizeClass >= 0) {
    std::lock_guard<std::mutex> lock(large.mutex);
    if (large.cached + header->capacity <= kMaxCached) {
      header->next = large.blocks[header->sizeClass];
      large.blocks[header->sizeClass] = header;
      large.cached += header->capacity;
      return;
    }
  }
  if (header->mapped)
    munmap(header->base, header->mapped);
  else
    std::free(header->base);
}

} // namespace

int64_t tsrt_live_objects(void) {
  Shared &shared = Shared::get();
  std::lock_guard<std::mutex> lock(shared.mutex);
  int64_t sum = shared.retiredObjects;
  for (ThreadCache *c = shared.caches; c; c = c->next)
    sum += c->objects.load(std::memory_order_relaxed);
  return sum;
}

namespace {

[[gnu::always_inline]] inline void *allocateIn(ThreadCache &own, size_t bytes) {
  if (bytes <= kMaxSmall)
    if (void *p = own.allocate(classOf(bytes ? bytes : 1)))
      return p;
  return allocateLarge(bytes);
}

[[gnu::always_inline]] inline void freeIn(ThreadCache &own, void *p) {
  const Shared &shared = own.shared;
  if (!shared.owns(p))
    return freeLarge(p);
  int index =
      shared.slabClass[(static_cast<char *>(p) - shared.arena) / kSlabSize];
  own.push(index, p);
  if (own.freeBytes[index] > kDonateBytes)
    own.donate(index);
}

void count(ThreadCache &own, int64_t delta) {
  own.objects.store(own.objects.load(std::memory_order_relaxed) + delta,
                    std::memory_order_relaxed);
}

/// The sanitizer watches every block.
void *allocateWatched(size_t bytes) {
  void *p = nullptr;
  if (posix_memalign(&p, kAlignment, bytes ? bytes : 1) != 0)
    throw std::bad_alloc();
  return p;
}

} // namespace

void *tsrt_alloc(size_t bytes) {
  return TSRT_SANITIZED ? allocateWatched(bytes) : allocateIn(cache(), bytes);
}

void tsrt_free(void *p) {
  if (!p)
    return;
  if (TSRT_SANITIZED)
    return std::free(p);
  freeIn(cache(), p);
}

void *tsrt::allocateCounted(size_t bytes) {
  ThreadCache &own = cache();
  void *p = TSRT_SANITIZED ? allocateWatched(bytes) : allocateIn(own, bytes);
  count(own, 1);
  return p;
}

void tsrt::freeCounted(void *p) {
  ThreadCache &own = cache();
  count(own, -1);
  if (TSRT_SANITIZED)
    return std::free(p);
  freeIn(own, p);
}

size_t tsrt::usableSize(const void *p) {
  if (TSRT_SANITIZED || !p)
    return 0;
  Shared &shared = Shared::get();
  if (!shared.owns(p))
    return reinterpret_cast<const LargeHeader *>(static_cast<const char *>(p) -
                                                 kAlignment)
        ->capacity;
  return classSize(
      shared.slabClass[(static_cast<const char *>(p) - shared.arena) /
                       kSlabSize]);
}
