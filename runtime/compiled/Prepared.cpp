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

#include <cstdlib>
#include <mutex>
#include <new>
#include <utility>

using namespace tsrt;

Prepared &
tsrt::getPrepared(void **place,
                  const std::function<std::unique_ptr<Prepared>()> &make) {
  auto load = [&] {
    return static_cast<Prepared *>(__atomic_load_n(place, __ATOMIC_ACQUIRE));
  };
  if (Prepared *found = load())
    return *found;
  // Rarely held: once for each call of a program.
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  if (Prepared *found = load())
    return *found;
  Prepared *made = make().release();
  __atomic_store_n(place, static_cast<void *>(made), __ATOMIC_RELEASE);
  return *made;
}

void tsrt_library_forget(void **places, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    delete static_cast<Prepared *>(std::exchange(places[i], nullptr));
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

void *tsrt::getScratch(size_t bytes) {
  static thread_local Scratch scratch;
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
