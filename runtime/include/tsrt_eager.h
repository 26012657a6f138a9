//===- tsrt_eager.h - For hosts that run operators one by one ---*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gradients that tensors require, generators of random numbers, and what makes
// values again.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_EAGER_H
#define TSRT_EAGER_H

#include "tsrt.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Whether a tensor requires a gradient: 0 or 1. */
TSRT_API int tsrt_tensor_requires_grad(const tsrt_tensor *t);
TSRT_API void tsrt_tensor_set_requires_grad(tsrt_tensor *t, int requires_grad);
/** Whether two tensors are views of one storage: 0 or 1. */
TSRT_API int tsrt_tensor_shares_storage(const tsrt_tensor *t,
                                        const tsrt_tensor *other);
/** Gives a tensor storage, sizes and strides of another of the same dtype. */
TSRT_API void tsrt_tensor_set_source(tsrt_tensor *t, const tsrt_tensor *source);
/** The elements of a tensor in a dtype: a new reference to the tensor itself
   when it has the dtype, else a tensor of its own; null of quantized tensors,
   and without memory. */
TSRT_API tsrt_tensor *tsrt_tensor_to_dtype(const tsrt_tensor *t, int32_t dtype);
/** The value of type Tensor that is no tensor, as the gradient of one that has
    none. It is immortal. */
TSRT_API tsrt_tensor *tsrt_tensor_undefined(void);
TSRT_API int tsrt_tensor_is_undefined(const tsrt_tensor *t);
/** The bytes of the storage of a tensor. */
TSRT_API int64_t tsrt_tensor_storage_bytes(const tsrt_tensor *t);

/** The state of a generator of random numbers; new ones are as at the start of
    a process. `swap` exchanges a state with that of the default generator. */
typedef struct tsrt_generator_state tsrt_generator_state;
TSRT_API tsrt_generator_state *tsrt_generator_new(void);
TSRT_API void tsrt_generator_release(tsrt_generator_state *state);
TSRT_API void tsrt_generator_swap(tsrt_generator_state *state);
/** Makes a state that of the default generator. */
TSRT_API void tsrt_generator_copy(tsrt_generator_state *state);
/** Writes a state as the TSRT_GENERATOR_BYTES bytes that PyTorch's
    `get_rng_state` has; reads such bytes, and is not 0 for others. */
#define TSRT_GENERATOR_BYTES 5056
TSRT_API void tsrt_generator_write(const tsrt_generator_state *state,
                                   void *bytes);
TSRT_API int tsrt_generator_read(tsrt_generator_state *state,
                                 const void *bytes);

/** The operator that makes a value again whose parts a host cannot read: packed
    weights and quantized tensors. Its arguments, `count` of at most `capacity`
    (9 are enough), are the caller's. Null for other values. */
TSRT_API const char *tsrt_value_maker(const tsrt_value *value,
                                      tsrt_value *arguments, int32_t capacity,
                                      int32_t *count);

#ifdef __cplusplus
}
#endif

#endif /* TSRT_EAGER_H */
