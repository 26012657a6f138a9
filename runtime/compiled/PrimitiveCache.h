//===- PrimitiveCache.h - oneDNN primitives by their parameters -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Library functions are called again and again with few different parameters:
// what is made from them is kept for the life of the thread.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_COMPILED_PRIMITIVECACHE_H
#define TSRT_COMPILED_PRIMITIVECACHE_H

#include <cstdint>
#include <map>
#include <oneapi/dnnl/dnnl.hpp>
#include <utility>
#include <vector>

namespace tsrt {

/// The engine and stream of the calling thread.
inline dnnl::engine &getEngine() {
  static dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}
inline dnnl::stream &getStream() {
  static thread_local dnnl::stream stream(getEngine());
  return stream;
}

/// Changes whenever constants died (tsrt_forget_constants).
int64_t getConstantsEpoch();

/// Entries by parameters and, for constant weights, their address.
template <typename Entry>
class PrimitiveCache {
public:
  using Key = std::pair<std::vector<int64_t>, const void *>;

  /// The entry, made by `make` on the first call. Entries do not outlive the
  /// constants they are made for.
  template <typename Make>
  Entry &get(Key key, Make make) {
    if (int64_t now = getConstantsEpoch(); now != epoch) {
      entries.clear();
      epoch = now;
    }
    auto it = entries.find(key);
    if (it == entries.end())
      it = entries.emplace(std::move(key), make()).first;
    return it->second;
  }

private:
  std::map<Key, Entry> entries;
  int64_t epoch = 0;
};

/// Copies `source` into a fresh memory of another layout.
inline dnnl::memory reorderTo(const dnnl::memory &source,
                              const dnnl::memory::desc &desc) {
  dnnl::memory target(desc, getEngine());
  dnnl::reorder(source, target)
      .execute(getStream(), const_cast<dnnl::memory &>(source), target);
  getStream().wait();
  return target;
}

} // namespace tsrt

#endif // TSRT_COMPILED_PRIMITIVECACHE_H
