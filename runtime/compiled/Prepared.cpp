//===- Prepared.cpp - What library calls keep between runs ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The places of prepared objects, and memory of threads.
//
//===----------------------------------------------------------------------===//

#include "Prepared.h"

#include "tsrt.h"
#include "tsrt_kernel.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <new>
#include <utility>

using namespace tsrt;

/// For how many sizes a place keeps something.
static constexpr size_t kMaxSizes = 64;

/// The object for the sizes in a list; null when there is none. `length` is
/// that of the list.
static Prepared *find(Prepared *first, const int64_t *sizes, size_t count,
                      size_t &length) {
  length = 0;
  for (Prepared *one = first; one; one = one->next, ++length)
    if (std::equal(sizes, sizes + count, one->sizes.begin(), one->sizes.end()))
      return one;
  return nullptr;
}

/// What stands in a place: a list, or an image by an odd address.
namespace {
struct Contents {
  explicit Contents(void *word) {
    auto bits = reinterpret_cast<uintptr_t>(word);
    if (bits & 1) {
      image = static_cast<char *>(word) - 1;
      return;
    }
    first = static_cast<Prepared *>(word);
    image = first ? first->image : nullptr;
  }
  Prepared *first = nullptr;
  const void *image = nullptr;
};
} // namespace

PreparedRef tsrt::getPrepared(
    void **place, const int64_t *sizes, size_t count,
    const std::function<std::unique_ptr<Prepared>(const void *)> &make) {
  auto load = [&] {
    return Contents(__atomic_load_n(place, __ATOMIC_ACQUIRE));
  };
  size_t length;
  Contents before = load();
  if (Prepared *found = find(before.first, sizes, count, length))
    return PreparedRef(*found);
  if (length >= kMaxSizes)
    return PreparedRef(make(before.image));
  // Rarely held: once for each call of a program and its sizes.
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  Contents contents = load();
  if (Prepared *found = find(contents.first, sizes, count, length))
    return PreparedRef(*found);
  std::unique_ptr<Prepared> made = make(contents.image);
  made->sizes.assign(sizes, sizes + count);
  made->image = contents.image;
  made->next = contents.first;
  __atomic_store_n(place, static_cast<void *>(made.get()), __ATOMIC_RELEASE);
  return PreparedRef(*made.release());
}

void tsrt_library_forget(void **places, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    Contents contents(places[i]);
    auto *image = static_cast<const char *>(contents.image);
    places[i] = image ? const_cast<char *>(image) + 1 : nullptr;
    while (contents.first)
      delete std::exchange(contents.first, contents.first->next);
  }
}

dnnl::engine &tsrt::getEngine() {
  static dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

dnnl::stream &tsrt::getStream() {
  static thread_local dnnl::stream stream(getEngine());
  return stream;
}

namespace {
struct Scratch {
  void *data = nullptr;
  size_t size = 0;
  ~Scratch() { std::free(data); }
};
} // namespace

void *tsrt::getScratch(size_t bytes, int slot) {
  static thread_local Scratch slots[2];
  Scratch &scratch = slots[slot];
  if (bytes <= scratch.size)
    return scratch.data;
  std::free(std::exchange(scratch.data, nullptr));
  scratch.size = 0;
  constexpr size_t alignment = 64;
  bytes = (bytes + alignment - 1) / alignment * alignment;
  scratch.data = std::aligned_alloc(alignment, bytes);
  if (!scratch.data)
    throw std::bad_alloc();
  scratch.size = bytes;
  return scratch.data;
}

std::string tsrt::getLayoutKey(const dnnl::memory::desc &desc) {
  const dnnl_version_t *version = dnnl_version();
  std::string key = "onednn " + std::to_string(version->major) + "." +
                    std::to_string(version->minor) + "." +
                    std::to_string(version->patch) + " " + version->hash + " ";
  key.append(reinterpret_cast<const char *>(&desc.data), sizeof desc.data);
  return key;
}

void tsrt::reorderInto(dnnl::memory source, dnnl::memory target) {
  dnnl::reorder(source, target).execute(getStream(), source, target);
  getStream().wait();
}
