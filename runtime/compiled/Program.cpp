//===- Program.cpp - Support for compiled libraries --------------------------
//===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Initialisation and weights of libraries that ts-compile made.
//
//===----------------------------------------------------------------------===//

#include "device/Memory.h"
#include "tsrt.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <new>
#include <unistd.h>

/// std::bad_alloc at a place where compiled code has no way to fail.
[[noreturn]] static void endWithoutMemory() {
  if (std::exception_ptr exception = std::current_exception()) {
    try {
      std::rethrow_exception(exception);
    } catch (const std::bad_alloc &) {
      static const char text[] = "torchscript: out of memory\n";
      (void)!write(STDERR_FILENO, text, sizeof text - 1);
      std::abort();
    } catch (...) {
      // What the standard library would say follows.
    }
  }
  __gnu_cxx::__verbose_terminate_handler();
  std::abort();
}

/// Has a process end with a message of ours where it would end with one of the
/// standard library. A handler of the host stays.
static void replaceDefaultHandler() {
  if (std::get_terminate() == __gnu_cxx::__verbose_terminate_handler)
    std::set_terminate(endWithoutMemory);
}

void tsrt_initialize_once(int32_t *done, void (*initialize)(void)) {
  // Initialising one library may enter another.
  static std::recursive_mutex mutex;
  std::lock_guard<std::recursive_mutex> lock(mutex);
  if (__atomic_load_n(done, __ATOMIC_ACQUIRE))
    return;
  replaceDefaultHandler();
  initialize();
  __atomic_store_n(done, 1, __ATOMIC_RELEASE);
}

tsrt_tensor *tsrt_tensor_from_storage(const tsrt_storage *storages,
                                      uint64_t count, const char *name,
                                      int32_t dtype, int32_t rank,
                                      const int64_t *sizes,
                                      const int64_t *strides, int64_t offset) {
  const tsrt_storage *storage =
      std::find_if(storages, storages + count, [&](const tsrt_storage &s) {
        return std::strcmp(s.name, name) == 0;
      });
  if (storage == storages + count)
    return nullptr;
  int64_t itemSize = tsrt_dtype_size(dtype), last = offset, elements = 1;
  for (int32_t i = 0; i < rank; ++i) {
    last += sizes[i] > 0 ? (sizes[i] - 1) * strides[i] : 0;
    elements *= sizes[i];
  }
  if (elements > 0 && (offset < 0 || last < 0 ||
                       uint64_t(last + 1) > storage->size / uint64_t(itemSize)))
    return nullptr;
  return tsrt_tensor_from_memory(
      dtype, rank, sizes, strides,
      static_cast<char *>(storage->data) + offset * itemSize, nullptr,
      &tsrt::libraryMemory);
}

int32_t tsrt_tensor_matches(const tsrt_tensor *t, int32_t dtype, int32_t rank,
                            const int64_t *sizes) {
  return tsrt_tensor_dtype(t) == dtype && tsrt_tensor_rank(t) == rank &&
         std::equal(sizes, sizes + rank, tsrt_tensor_sizes(t),
                    [](int64_t wanted, int64_t size) {
                      return wanted == size || wanted < 0;
                    });
}
