//===- FlatbufferReader.h - Fields of flatbuffers ---------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables, vectors and strings of a flatbuffer without its schema. A table
// begins with the distance to its vtable: two sizes, then for each field where
// it is in the table, or 0. Places are bytes from the beginning of the file.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_ARCHIVE_FLATBUFFERREADER_H
#define TORCHSCRIPT_LIB_ARCHIVE_FLATBUFFERREADER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Endian.h"

#include <optional>

namespace torchscript {

/// Reads a flatbuffer. What lies outside of the file is 0 or empty, and then
/// `damage` says where that was.
class FlatbufferReader {
public:
  explicit FlatbufferReader(llvm::StringRef bytes) : bytes(bytes) {}

  std::optional<uint64_t> damage;

  /// A number at a place.
  template <class T>
  T read(uint64_t place) {
    if (place > bytes.size() || bytes.size() - place < sizeof(T)) {
      if (!damage)
        damage = place;
      return T();
    }
    return llvm::support::endian::read<T, llvm::endianness::little>(
        bytes.data() + place);
  }
  /// Where the reference at a place leads.
  uint64_t follow(uint64_t place) { return place + read<uint32_t>(place); }
  uint64_t getRoot() { return follow(0); }

  /// Where a field of a table is; 0 for one that is not there.
  uint64_t field(uint64_t table, unsigned index) {
    if (!table)
      return 0;
    uint64_t vtable = table - uint64_t(int64_t(read<int32_t>(table)));
    unsigned size = read<uint16_t>(vtable);
    if (4 + 2 * index + 2 > size)
      return 0;
    unsigned offset = read<uint16_t>(vtable + 4 + 2 * index);
    return offset ? table + offset : 0;
  }
  /// A number in a table; `missing` when it is not there.
  template <class T>
  T get(uint64_t table, unsigned index, T missing = T()) {
    uint64_t place = field(table, index);
    return place ? read<T>(place) : missing;
  }
  /// A table, vector or string that a field leads to; 0 for none.
  uint64_t child(uint64_t table, unsigned index) {
    uint64_t place = field(table, index);
    return place ? follow(place) : 0;
  }
  llvm::StringRef getString(uint64_t table, unsigned index) {
    return getBytes(child(table, index), 1);
  }

  /// The number of elements of a vector, each of `width` bytes, which all lie
  /// in the file.
  uint32_t getSize(uint64_t vector, unsigned width) {
    return uint32_t(getBytes(vector, width).size() / width);
  }
  /// An element of a vector that leads to a table or string.
  uint64_t element(uint64_t vector, uint32_t index) {
    return follow(vector + 4 + 4 * uint64_t(index));
  }
  template <class T>
  T number(uint64_t vector, uint32_t index) {
    return read<T>(vector + 4 + sizeof(T) * uint64_t(index));
  }
  /// The elements of a vector.
  llvm::StringRef getBytes(uint64_t vector, unsigned width) {
    uint64_t size = vector ? read<uint32_t>(vector) * uint64_t(width) : 0;
    if (!vector || damage)
      return "";
    if (size > bytes.size() - vector - 4) {
      damage = vector;
      return "";
    }
    return bytes.substr(vector + 4, size);
  }

private:
  llvm::StringRef bytes;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_ARCHIVE_FLATBUFFERREADER_H
