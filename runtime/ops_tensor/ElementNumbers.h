//===- ElementNumbers.h - Numbers as elements of tensors --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers that operators write into tensors.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_ELEMENTNUMBERS_H
#define TSRT_OPS_TENSOR_ELEMENTNUMBERS_H

#include "tensor/Tensor.h"

namespace tsrt {

/// Whether a dtype holds a number; else false, with PyTorch's error. Negative
/// numbers wrap around in `uint8`.
bool checkElement(Scalar number, int dtype);

/// A number as a tensor without dimensions; PyTorch's error for a number that
/// the dtype cannot hold. Negative numbers wrap around in `uint8`.
Tensor toElement(Scalar number, int dtype);

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_ELEMENTNUMBERS_H
