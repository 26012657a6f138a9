//===- Products.h - Matrix products for composite kernels -------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_PRODUCTS_H
#define TSRT_OPS_TENSOR_PRODUCTS_H

#include "ops_tensor/Kernels.h"

namespace tsrt {

/// [m, k] x [k, n]; [b, m, k] x [b, k, n]; torch.matmul's general rule.
Tensor mm(const Tensor &a, const Tensor &b);
Tensor bmm(const Tensor &a, const Tensor &b);
Tensor matmul(const Tensor &a, const Tensor &b);
/// input * weight^T + bias (bias may be undefined).
Tensor linear(const Tensor &input, const Tensor &weight, const Tensor &bias);

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_PRODUCTS_H
