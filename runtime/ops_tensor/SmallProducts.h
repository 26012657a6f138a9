//===- SmallProducts.h - Products of small matrices ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products too small for a library, of operands as they lie.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_SMALLPRODUCTS_H
#define TSRT_OPS_TENSOR_SMALLPRODUCTS_H

#include "tensor/Tensor.h"

namespace tsrt {

/// out = a b for float or double matrices, accumulated in double; `out` is
/// row-major. Where results are not finite the sums are rounded as they grow,
/// the products apart unless `fused`. False when the dtype is another or the
/// rows and columns of `b` are both scattered.
bool multiplySmall(const Tensor &a, const Tensor &b, const Tensor &out,
                   bool fused);

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_SMALLPRODUCTS_H
