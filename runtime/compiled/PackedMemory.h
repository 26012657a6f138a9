//===- PackedMemory.h - Memory of packed weights ----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weights that are packed once and read in each call: in large pages where they
// fill some, and without the pages they were packed from. Those that a library
// has in its file as this process would pack them are read there.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_COMPILED_PACKEDMEMORY_H
#define TSRT_COMPILED_PACKEDMEMORY_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace tsrt {

/// What the weights are that something is packed from.
struct PackingSource {
  /// Says all that the packed bytes depend on besides the weights: the kernel,
  /// sizes, orders, and the library or the instructions whose order it is.
  std::string key;
  /// What tsrt_library_pack() wrote for this call when it was compiled, or
  /// null.
  const void *image;
  /// The weights, whose pages are forgotten once they are packed.
  const void *weights;
  size_t bytes;

  /// Whether the image has so many bytes with this key.
  bool hasImage(size_t packedBytes) const;
};

/// Memory of its own, or a part of a library's file; 64-byte aligned.
class PackedMemory {
public:
  PackedMemory() = default;
  /// What is in it is undefined. Throws std::bad_alloc.
  explicit PackedMemory(size_t bytes);
  /// The bytes of the image, where it has the key and as many bytes, or what
  /// `pack` writes into memory of its own. Throws std::bad_alloc.
  PackedMemory(PackingSource source, size_t bytes,
               const std::function<void(void *memory)> &pack);
  PackedMemory(PackedMemory &&other) noexcept { swap(other); }
  PackedMemory &operator=(PackedMemory &&other) noexcept {
    swap(other);
    return *this;
  }
  ~PackedMemory();

  void *get() const { return data; }
  float *floats() const { return static_cast<float *>(data); }

  /// Writes the image by which another process finds these bytes; nothing for
  /// memory without a key.
  void writeImage(const std::function<void(const void *, size_t)> &write) const;

private:
  void swap(PackedMemory &other) noexcept;

  void *data = nullptr;
  /// Bytes of a mapping; 0: a block of the C library.
  size_t mapped = 0;
  bool isOwned = false;
  std::string key;
  /// Without what is behind the last one.
  size_t size = 0;
};

/// Gives back the memory behind [data, data + bytes) as far as it holds
/// unchanged pages of a file, such as a library's weights: who reads them again
/// gets them from the file. Other memory stays as it is.
void forgetFilePages(const void *data, size_t bytes);

} // namespace tsrt

#endif // TSRT_COMPILED_PACKEDMEMORY_H
