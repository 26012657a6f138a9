//===- Constants.h - Tensors whose elements never change --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants of compiled code (tsrt_tensor_to_constant).
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_TENSOR_CONSTANTS_H
#define TSRT_TENSOR_CONSTANTS_H

#include "tensor/Tensor.h"

namespace tsrt {

/// Where functions keep what they made of the elements of a constant, by its
/// sizes and offset (compiled/Prepared.h); it lives as long as the memory. Null
/// for other tensors.
void **getConstantPlace(const Tensor &t);

} // namespace tsrt

#endif // TSRT_TENSOR_CONSTANTS_H
