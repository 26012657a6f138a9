//===- NotImplemented.h - Dtypes that an operation lacks --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The error of an operation on a dtype it is not defined for.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_TENSOR_NOTIMPLEMENTED_H
#define TSRT_TENSOR_NOTIMPLEMENTED_H

#include "tensor/Tensor.h"

namespace tsrt {

/// Notes that the operation `name` is not implemented for `dtype`, in the words
/// that TorchScript has for it. Gives no tensor.
Tensor bailNotImplemented(const char *name, int dtype);

} // namespace tsrt

#endif // TSRT_TENSOR_NOTIMPLEMENTED_H
