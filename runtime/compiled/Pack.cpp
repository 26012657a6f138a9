//===- Pack.cpp - Weights packed for another process ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the library functions would pack in their first run.
//
//===----------------------------------------------------------------------===//

#include "Prepared.h"
#include "core/OutOfMemory.h"
#include "tsrt_kernel.h"

#include <cstring>

using namespace tsrt;

tsrt_error *tsrt_library_pack(const char *function, const int64_t *parameters,
                              const void *const *inputs,
                              void (*write)(void *context, const void *bytes,
                                            uint64_t size),
                              void *context) {
  return guarded([&]() -> tsrt_error * {
    std::unique_ptr<Prepared> prepared;
    if (!std::strcmp(function, "tsrt_onednn_convolution"))
      prepared = prepareConvolution(parameters, inputs);
    else if (!std::strcmp(function, "tsrt_onednn_matmul"))
      prepared = prepareProduct(parameters, inputs);
    const PackedMemory *packed = prepared ? prepared->getPacked() : nullptr;
    if (packed)
      packed->writeImage(
          [&](const void *bytes, size_t size) { write(context, bytes, size); });
    return nullptr;
  });
}
