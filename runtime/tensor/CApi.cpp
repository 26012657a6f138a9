//===- CApi.cpp - Tensors in the C ABI ------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/OutOfMemory.h"
#include "device/Memory.h"
#include "tensor/Copy.h"
#include "tensor/Improper.h"
#include "tensor/Quantizer.h"
#include "tsrt_eager.h"

using namespace tsrt;

static Dims dimsOf(int32_t rank, const int64_t *values) {
  return Dims(values, values + rank);
}

/// The C ABI has no error here: null says it, and nothing stays noted.
template <class F>
static tsrt_tensor *orNull(const F &f) {
  return guardedOrNull([&] {
    Tensor t = f();
    tsrt_error_release(takeNoted());
    return t.take();
  });
}

/// A tensor on memory that `release(context)` gives back.
static Tensor onMemory(int32_t dtype, const Dims &sizes, const Dims &strides,
                       void *data, void (*release)(void *), void *context) {
  Tensor t = emptyStrided(Dims(sizes.size(), 0), strides, dtype);
  if (!t)
    return t;
  tsrt_tensor *impl = t.get();
  Storage *storage = impl->storage;
  if (storage->release)
    storage->release(storage->context);
  int64_t last = 1;
  for (size_t i = 0; i < sizes.size(); ++i)
    last += sizes[i] ? (sizes[i] - 1) * strides[i] : 0;
  impl->sizes = sizes;
  impl->numel = sizes.product();
  storage->data = data;
  storage->bytes = impl->numel ? last * tsrt_dtype_size(dtype) : 0;
  storage->release = release;
  storage->context = context;
  return t;
}

tsrt_tensor *tsrt_tensor_empty(int32_t dtype, int32_t rank,
                               const int64_t *sizes) {
  return orNull([&] { return empty(dimsOf(rank, sizes), dtype); });
}

tsrt_tensor *tsrt_tensor_from_memory(int32_t dtype, int32_t rank,
                                     const int64_t *sizes,
                                     const int64_t *strides, void *data,
                                     void (*release)(void *), void *context) {
  return orNull([&] {
    Dims shape = dimsOf(rank, sizes);
    return onMemory(dtype, shape,
                    strides ? dimsOf(rank, strides) : contiguousStrides(shape),
                    data, release, context);
  });
}

tsrt_tensor *tsrt_tensor_adopt(int32_t dtype, int32_t rank,
                               const int64_t *sizes, const int64_t *strides,
                               void *base, void *data) {
  return orNull([&] {
    Dims shape = dimsOf(rank, sizes);
    return onMemory(dtype, shape,
                    strides ? dimsOf(rank, strides) : contiguousStrides(shape),
                    data, tsrt_free, base);
  });
}

int32_t tsrt_tensor_dtype(const tsrt_tensor *t) { return t->dtype; }
int32_t tsrt_tensor_rank(const tsrt_tensor *t) {
  return int32_t(t->sizes.size());
}
const int64_t *tsrt_tensor_sizes(const tsrt_tensor *t) {
  return t->sizes.data();
}
const int64_t *tsrt_tensor_strides(const tsrt_tensor *t) {
  return t->strides.data();
}
void *tsrt_tensor_data(const tsrt_tensor *t) {
  // Who asks for the address may read and write there: the memory is the
  // host's from now on, for all tensors on it.
  if (t->storage && t->storage->memory) {
    tsrt_error *error = guarded([&]() -> tsrt_error * {
      moveStorage(*t->storage, nullptr);
      return takeNoted();
    });
    if (error) {
      tsrt_error_release(error);
      return nullptr;
    }
  }
  return Tensor::borrow(const_cast<tsrt_tensor *>(t)).data();
}
int64_t tsrt_tensor_numel(const tsrt_tensor *t) { return t->numel; }
int tsrt_tensor_requires_grad(const tsrt_tensor *t) { return t->requiresGrad; }
void tsrt_tensor_set_requires_grad(tsrt_tensor *t, int requires_grad) {
  t->requiresGrad = requires_grad != 0;
}
int tsrt_tensor_shares_storage(const tsrt_tensor *t, const tsrt_tensor *other) {
  return t->storage && t->storage == other->storage;
}
void tsrt_tensor_set_source(tsrt_tensor *t, const tsrt_tensor *source) {
  source->storage->retain();
  t->storage->drop();
  t->storage = source->storage;
  t->offset = source->offset;
  t->numel = source->numel;
  t->sizes = source->sizes;
  t->strides = source->strides;
}
tsrt_tensor *tsrt_tensor_to_dtype(const tsrt_tensor *t, int32_t dtype) {
  if (quantizerOf(t))
    return nullptr;
  return orNull([&] {
    return toDType(Tensor::borrow(const_cast<tsrt_tensor *>(t)), dtype);
  });
}
tsrt_tensor *tsrt_tensor_undefined(void) { return getImproperTensor(); }
int tsrt_tensor_is_undefined(const tsrt_tensor *t) {
  return t == improperTensor;
}
int64_t tsrt_tensor_storage_bytes(const tsrt_tensor *t) {
  return t->storage ? int64_t(t->storage->bytes) : 0;
}
int tsrt_tensor_is_contiguous(const tsrt_tensor *t) {
  return Tensor::borrow(const_cast<tsrt_tensor *>(t)).isContiguous();
}
tsrt_tensor *tsrt_tensor_contiguous(const tsrt_tensor *t) {
  return orNull(
      [&] { return contiguous(Tensor::borrow(const_cast<tsrt_tensor *>(t))); });
}
