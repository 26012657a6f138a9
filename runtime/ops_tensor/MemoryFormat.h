//===- MemoryFormat.h - Orders of dimensions in memory ----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory formats are numbers: 0 is row-major, 1 preserves that of an operand, 2
// has the channels of images last, 3 those of volumes.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_MEMORYFORMAT_H
#define TSRT_OPS_TENSOR_MEMORYFORMAT_H

#include "tensor/Tensor.h"

#include <optional>

namespace tsrt {

/// The rank that tensors of the format have; nothing when it is any.
std::optional<int64_t> getFormatRank(int64_t format);

/// Whether tensors of the rank have the format; else there is an error.
bool takesFormat(int64_t rank, int64_t format);

/// The strides of a tensor of the format; row-major ones where it does not go
/// with the rank, and of the format that preserves.
Dims formatStrides(const Dims &sizes, int64_t format);

/// The format that operators which keep formats give results of the tensor: 2
/// or 3 where its channels lie last, by PyTorch's rule for sizes of one, else 0.
int64_t suggestedFormat(const Tensor &t);

/// The format that an operator on several tensors gives its result: what all of
/// them suggest, 0 where they do not agree.
int64_t suggestedFormat(TensorRange tensors);

/// The tensor itself where it has these strides, those of dimensions of one
/// element too, else a copy that has; quantized tensors stay so.
Tensor inStrides(const Tensor &t, const Dims &strides);

/// The same for the strides of a format.
Tensor inFormat(const Tensor &t, int64_t format);

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_MEMORYFORMAT_H
