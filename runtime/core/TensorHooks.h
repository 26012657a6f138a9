//===- TensorHooks.h - What the core needs to know of tensors ---*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declared by the core, defined by the tensor library (runtime/tensor).
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_TENSORHOOKS_H
#define TSRT_CORE_TENSORHOOKS_H

#include "core/Error.h"
#include "core/Value.h"

#include <string>
#include <string_view>

namespace tsrt {

/// Destroys a tensor whose count has reached zero: drops its storage and frees
/// the object itself (freeObject).
void destroyTensor(tsrt_tensor *tensor);
/// Destroys a future whose count has reached zero (Tasks.cpp).
void destroyFuture(tsrt_future *future);
/// The text of print(tensor) and str(tensor), without a final newline.
std::string formatTensor(const tsrt_tensor *tensor);
/// item(): the only element; an error, with TorchScript's text, when the
/// tensor does not have exactly one.
Result<Scalar> tensorItem(const tsrt_tensor *tensor);

/// The dtypes an operator refuses, or null when it takes all; made once for an
/// operator, never freed.
struct RefusedDTypes;
const RefusedDTypes *findRefusedDTypes(std::string_view op);
/// Bit d: calls with arguments of dtype d may be refused.
uint32_t dtypesRefused(const RefusedDTypes &refused);
/// The error of a call with arguments of a refused dtype, else null.
tsrt_error *refuseDTypes(const RefusedDTypes &refused, const tsrt_value *args,
                         int32_t count);
/// What an operator may do with the memory of an operand.
enum class Reuse {
  None,
  /// Write the result there, if the caller's reference, which it gives away, is
  /// the only one.
  LastUse,
  /// Write the result there, and return the operand: it is changed in place.
  Target
};

/// Takes the error that tensor functions noted in this thread
/// (tensor/Tensor.h); null when there is none.
tsrt_error *takeNoted();

/// Whether results of operators on tensors that require gradients require them
/// too (torch.no_grad switches it off); per thread.
bool &gradMode();

/// Memory of a heap object: zeroed beyond the header, the count is 1. `bytes`
/// includes the header. Counted by tsrt_live_objects().
void *allocateObject(const tsrt_type *type, size_t bytes);
/// Gives the memory of a dead object back.
void freeObject(void *object);

} // namespace tsrt

#endif // TSRT_CORE_TENSORHOOKS_H
