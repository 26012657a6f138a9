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

PreparedRef
tsrt::getPrepared(void **place, const int64_t *sizes, size_t count,
                  const std::function<std::unique_ptr<Prepared>()> &make) {
  auto load = [&] {
    return static_cast<Prepared *>(__atomic_load_n(place, __ATOMIC_ACQUIRE));
  };
  size_t length;
  if (Prepared *found = find(load(), sizes, count, length))
    return PreparedRef(*found);
  if (length >= kMaxSizes)
    return PreparedRef(make());
  // Rarely held: once for each call of a program and its sizes.
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  Prepared *first = load();
  if (Prepared *found = find(first, sizes, count, length))
    return PreparedRef(*found);
  std::unique_ptr<Prepared> made = make();
  made->sizes.assign(sizes, sizes + count);
  made->next = first;
  __atomic_store_n(place, static_cast<void *>(made.get()), __ATOMIC_RELEASE);
  return PreparedRef(*made.release());
}

void tsrt_library_forget(void **places, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    auto *one = static_cast<Prepared *>(std::exchange(places[i], nullptr));
    while (one)
      delete std::exchange(one, one->next);
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

void tsrt::reorderInto(dnnl::memory source, dnnl::memory target) {
  dnnl::reorder(source, target).execute(getStream(), source, target);
  getStream().wait();
}
