//===- ConstantWeights.h - Weights that are packed once ---------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products with weights that compiled code never changes.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_CONSTANTWEIGHTS_H
#define TSRT_OPS_TENSOR_CONSTANTWEIGHTS_H

#include "compiled/Dense.h"
#include "tensor/Tensor.h"

namespace tsrt {

/// The weights [n,k], float32, of products x[m,k] * weights transposed, packed
/// when somebody asks for the first time. Null for what is no constant of
/// compiled code, is not contiguous or has another dtype, and where this
/// processor has no kernels. They live as long as the tensor. Throws
/// std::bad_alloc.
const dense::PackedProduct *getPackedWeights(const Tensor &weights);

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_CONSTANTWEIGHTS_H
