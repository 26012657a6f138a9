//===- Arithmetic.h - Arithmetic for composite kernels ----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_ARITHMETIC_H
#define TSRT_OPS_TENSOR_ARITHMETIC_H

#include "ops_tensor/Elementwise.h"

namespace tsrt {

/// self + alpha * other, self - alpha * other, with promotion and broadcasting.
Tensor add(Input self, Input other, Scalar alpha);
Tensor sub(Input self, Input other, Scalar alpha);
Tensor mul(Input self, Input other);
/// True division: integers give the default float dtype.
Tensor divide(Input self, Input other);
Tensor power(const Tensor &self, const Tensor &exponent);
/// Functions of elements, with the roundings of their operators.
Tensor exponentialOf(Input x);
Tensor logarithmOf(Input x);
Tensor magnitudeOf(Input x);
Tensor operator+(const Tensor &a, const Tensor &b);
Tensor operator-(const Tensor &a, const Tensor &b);
Tensor operator*(const Tensor &a, const Tensor &b);
Tensor operator/(const Tensor &a, const Tensor &b);
Tensor operator+(const Tensor &a, Scalar b);
Tensor operator-(const Tensor &a, Scalar b);
Tensor operator*(const Tensor &a, Scalar b);
Tensor operator/(const Tensor &a, Scalar b);

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_ARITHMETIC_H
