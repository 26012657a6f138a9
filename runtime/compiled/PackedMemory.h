//===- PackedMemory.h - Memory of packed weights ----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weights that are packed once and read in each call: in large pages where they
// fill some, and without the pages they were packed from.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_COMPILED_PACKEDMEMORY_H
#define TSRT_COMPILED_PACKEDMEMORY_H

#include <cstddef>
#include <cstdint>

namespace tsrt {

/// Memory of its own, 64-byte aligned.
class PackedMemory {
public:
  PackedMemory() = default;
  /// What is in it is undefined. Throws std::bad_alloc.
  explicit PackedMemory(size_t bytes);
  PackedMemory(PackedMemory &&other) noexcept { swap(other); }
  PackedMemory &operator=(PackedMemory &&other) noexcept {
    swap(other);
    return *this;
  }
  ~PackedMemory();

  void *get() const { return data; }
  float *floats() const { return static_cast<float *>(data); }

private:
  void swap(PackedMemory &other) noexcept;

  void *data = nullptr;
  /// Bytes of a mapping; 0: a block of the C library.
  size_t mapped = 0;
};

/// Gives back the memory behind [data, data + bytes) as far as it holds
/// unchanged pages of a file, such as a library's weights: who reads them again
/// gets them from the file. Other memory stays as it is.
void forgetFilePages(const void *data, size_t bytes);

} // namespace tsrt

#endif // TSRT_COMPILED_PACKEDMEMORY_H
