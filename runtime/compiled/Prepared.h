//===- Prepared.h - What library calls keep between runs --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every library call of a kernel has a place of its own in memory, null at
// first, or one behind the address of an image of packed weights. There stands
// what was made of its parameters and constant operands: primitives, packed
// weights; of a call whose sizes are known at run time only, a list of that by
// sizes. It lives as long as the code of the call, is shared by all threads and
// never changes once it is there.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_COMPILED_PREPARED_H
#define TSRT_COMPILED_PREPARED_H

#include "PackedMemory.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <oneapi/dnnl/dnnl.hpp>
#include <utility>
#include <vector>

namespace tsrt {

/// What a library call prepared for its sizes.
struct Prepared {
  virtual ~Prepared() = default;
  /// The packed weights; null when there are none.
  virtual const PackedMemory *getPacked() const { return nullptr; }
  std::vector<int64_t> sizes;
  /// What the place held at first: an image or null.
  const void *image = nullptr;
  /// Of the same place for other sizes.
  Prepared *next = nullptr;
};

/// An object of a place; or one that there was no room for, which dies with
/// the reference.
class PreparedRef {
public:
  explicit PreparedRef(Prepared &shared) : object(&shared) {}
  explicit PreparedRef(std::unique_ptr<Prepared> own)
      : object(own.get()), own(std::move(own)) {}
  Prepared &operator*() const { return *object; }

private:
  Prepared *object;
  std::unique_ptr<Prepared> own;
};

/// The object of a place for the `count` sizes, made by `make` for the first
/// thread that asks, with the image of the place or null. What `make` throws
/// leaves the place as it is.
PreparedRef getPrepared(
    void **place, const int64_t *sizes, size_t count,
    const std::function<std::unique_ptr<Prepared>(const void *image)> &make);

/// What calls with these parameters and inputs prepare (tsrt_library_pack);
/// null when they prepare nothing. They throw what packing throws.
std::unique_ptr<Prepared> prepareConvolution(const int64_t *parameters,
                                             const void *const *inputs);
std::unique_ptr<Prepared> prepareProduct(const int64_t *parameters,
                                         const void *const *inputs);

/// The engine, and the stream of the calling thread.
dnnl::engine &getEngine();
dnnl::stream &getStream();

/// Memory of the calling thread for one call of a library, 64-byte aligned. It
/// grows and is kept; what is in it is undefined. There are two, so that who
/// has one may call who takes the other: `slot` is 0 or 1.
void *getScratch(size_t bytes, int slot = 0);

/// A view of `data` for oneDNN.
inline dnnl::memory view(const dnnl::memory::desc &desc, const void *data) {
  return dnnl::memory(desc, getEngine(), const_cast<void *>(data));
}

/// The key of weights in a layout that the library chose: the layout, and which
/// library it is, as its layouts are its own.
std::string getLayoutKey(const dnnl::memory::desc &desc);

/// Copies `source` into memory of another layout.
void reorderInto(dnnl::memory source, dnnl::memory target);

} // namespace tsrt

#endif // TSRT_COMPILED_PREPARED_H
