//===- Constants.cpp - Tensors whose elements never change ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A constant has a storage of its own, on the memory of another one, which
// others may hold for longer and write to then.
//
//===----------------------------------------------------------------------===//

#include "tensor/Constants.h"

#include "tensor/Quantizer.h"
#include "tsrt_kernel.h"

#include <memory>

using namespace tsrt;

namespace {
struct Constant {
  explicit Constant(Storage &base) : base(base) { base.retain(); }
  Constant(const Constant &) = delete;
  ~Constant() {
    if (place)
      tsrt_library_forget(&place, 1);
    base.drop();
  }
  Storage &base;
  void *place = nullptr;
};
} // namespace

static void releaseConstant(void *context) {
  delete static_cast<Constant *>(context);
}

void **tsrt::getConstantPlace(const Tensor &t) {
  Storage *storage = t ? t.get()->storage : nullptr;
  if (!storage || storage->release != releaseConstant)
    return nullptr;
  return &static_cast<Constant *>(storage->context)->place;
}

tsrt_tensor *tsrt_tensor_to_constant(tsrt_tensor *t) {
  // Memory of devices moves, and storages of integers know their scales.
  if (!t || !t->storage->data || t->storage->memory || isQuantized(t->dtype))
    return t;
  try {
    Tensor base = Tensor::borrow(t);
    Tensor made = viewOf(base, base.sizes(), base.strides(), base.offset());
    auto constant = std::make_unique<Constant>(*t->storage);
    Storage *storage = Storage::allocate(0);
    storage->data = t->storage->data;
    storage->bytes = t->storage->bytes;
    storage->release = releaseConstant;
    storage->context = constant.release();
    made.get()->storage->drop();
    made.get()->storage = storage;
    made.get()->requiresGrad = t->requiresGrad;
    TensorRef::adopt(t);
    return made.take();
  } catch (const std::bad_alloc &) {
    // Then nothing is kept of it.
    return t;
  }
}
