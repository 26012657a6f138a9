//===- ElementNumbers.cpp - Numbers as elements of tensors ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which numbers a dtype holds.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/ElementNumbers.h"

#include "tensor/Tensor.h"

#include <cmath>

using namespace tsrt;

namespace {

/// Whether a number can be an element of a dtype: ints of either sign that fit,
/// and no imaginary part that would be lost. Infinities are floats, and
/// everything is a bool.
bool canHold(int dtype, Scalar number) {
  if (dtype == TSRT_B8)
    return true;
  if (isComplex(dtype)) {
    Complex value = number.toComplex();
    int part = toRealDType(dtype);
    return canHold(part, value.real()) && canHold(part, value.imag());
  }
  if (number.isComplex() && number.im != 0)
    return false;
  if (number.isIntegral() && dtypeSize(dtype) == 8)
    return true;
  double v = number.toDouble();
  if (isFloating(dtype)) {
    double most = dtype == TSRT_F16    ? 65504
                  : dtype == TSRT_BF16 ? 0x1.fep127
                  : dtype == TSRT_F32  ? 0x1.fffffep127
                                       : INFINITY;
    return !std::isfinite(v) || std::fabs(v) <= most;
  }
  double range = std::ldexp(1, int(8 * dtypeSize(dtype)) - 1);
  if (dtype == TSRT_U8)
    return v >= (number.isIntegral() ? -255 : 0) && v <= 255;
  return dtypeSize(dtype) == 8 ? v >= -range && v < range
                               : v >= -range && v <= range - 1;
}
const char *elementName(int dtype) {
  switch (dtype) {
  case TSRT_U8:
    return "uint8_t";
  case TSRT_I8:
    return "int8_t";
  case TSRT_I16:
    return "int16_t";
  case TSRT_I32:
    return "int";
  case TSRT_I64:
    return "int64_t";
  case TSRT_F16:
    return "at::Half";
  case TSRT_BF16:
    return "at::BFloat16";
  default:
    return cppTypeName(dtype);
  }
}

} // namespace

bool tsrt::checkElement(Scalar number, int dtype) {
  return canHold(dtype, number) ||
         bail("value cannot be converted to type %s without overflow",
              elementName(dtype));
}

Tensor tsrt::toElement(Scalar number, int dtype) {
  if (!checkElement(number, dtype))
    return {};
  if (!isComplex(dtype) && number.isComplex())
    number = dtype == TSRT_B8 ? Scalar(number.toComplex() != Complex(0))
                              : Scalar(number.re);
  return scalarTensor(number, dtype);
}
