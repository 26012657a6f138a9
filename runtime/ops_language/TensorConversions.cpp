//===- TensorConversions.cpp - Tensors as scalars -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions from one-element tensors to int, float, bool, complex, number.
//
//===----------------------------------------------------------------------===//

#include "core/Kernel.h"
#include "core/TensorHooks.h"
#include "ops_language/Containers.h"

using namespace tsrt;

namespace {

bool isIntegral(int32_t dtype) { return dtype <= TSRT_I64 || dtype == TSRT_B8; }
bool isFloating(int32_t dtype) {
  return (dtype >= TSRT_F16 && dtype <= TSRT_F64) || dtype == TSRT_BF16;
}

/// The dtype's name in messages about implicit conversions.
const char *dtypeName(int32_t dtype) {
  switch (dtype) {
  case TSRT_U8:
    return "Byte";
  case TSRT_I8:
    return "Char";
  case TSRT_I16:
    return "Short";
  case TSRT_I32:
    return "Int";
  case TSRT_I64:
    return "Long";
  case TSRT_F16:
    return "Half";
  case TSRT_F32:
    return "Float";
  case TSRT_F64:
    return "Double";
  case TSRT_C32:
    return "ComplexHalf";
  case TSRT_C64:
    return "ComplexFloat";
  case TSRT_C128:
    return "ComplexDouble";
  case TSRT_B8:
    return "Bool";
  default:
    return "BFloat16";
  }
}

/// What a tensor must be to pass for a scalar argument.
Result<Scalar> implicitScalar(const tsrt_tensor *tensor) {
  if (tsrt_tensor_rank(tensor) != 0)
    return fail("Cannot input a tensor of dimension other than 0 as a scalar "
                "argument");
  return tensorItem(tensor);
}

Result<int64_t> intImplicit(tsrt_tensor *tensor) {
  TSRT_ASSIGN(scalar, implicitScalar(tensor));
  if (!isIntegral(tsrt_tensor_dtype(tensor)))
    return fail("Cannot input a tensor of type %s as an integral argument",
                dtypeName(tsrt_tensor_dtype(tensor)));
  return scalar.toInt();
}
Result<double> floatImplicit(tsrt_tensor *tensor) {
  TSRT_ASSIGN(scalar, implicitScalar(tensor));
  if (!isFloating(tsrt_tensor_dtype(tensor)))
    return fail("Cannot input a tensor of type %s as a floating point argument",
                dtypeName(tsrt_tensor_dtype(tensor)));
  return scalar.toDouble();
}
Result<Complex> complexImplicit(tsrt_tensor *tensor) {
  TSRT_ASSIGN(scalar, implicitScalar(tensor));
  return scalar.toComplex();
}

Result<int64_t> intOf(tsrt_tensor *tensor) {
  TSRT_ASSIGN(scalar, tensorItem(tensor));
  if (scalar.isComplex() && scalar.im != 0)
    return fail("value cannot be converted to type int64_t without overflow");
  return scalar.toInt();
}
Result<double> floatOf(tsrt_tensor *tensor) {
  TSRT_ASSIGN(scalar, tensorItem(tensor));
  if (scalar.isComplex() && scalar.im != 0)
    return fail("value cannot be converted to type double without overflow");
  return scalar.toDouble();
}
Result<Complex> complexOf(tsrt_tensor *tensor) {
  TSRT_ASSIGN(scalar, tensorItem(tensor));
  return scalar.toComplex();
}

/// complex(real, imaginary): each from a number or a tensor.
Result<Complex> complexOfPair(const tsrt_value &real, const tsrt_value &imag) {
  double parts[2];
  const tsrt_value *values[2] = {&real, &imag};
  for (int i = 0; i < 2; ++i) {
    Scalar scalar;
    if (kindOf(*values[i]) == TSRT_TENSOR) {
      TSRT_ASSIGN(value, floatOf(static_cast<tsrt_tensor *>(values[i]->u.p)));
      parts[i] = value;
    } else if (Scalar::unbox(*values[i], scalar)) {
      parts[i] = scalar.toDouble();
    } else {
      return Failure{wrongArgument(i, "number", *values[i])};
    }
  }
  return Complex(parts[0], parts[1]);
}

Result<Scalar> itemOf(tsrt_tensor *tensor) { return tensorItem(tensor); }
Result<bool> boolOf(tsrt_tensor *tensor) { return tensorToBool(tensor); }

const KernelEntry entries[] = {
    {"aten::IntImplicit", kernel<intImplicit>},
    {"aten::FloatImplicit", kernel<floatImplicit>},
    {"aten::ComplexImplicit", kernel<complexImplicit>},
    {"aten::ScalarImplicit",
     fn([](tsrt_tensor *tensor) { return implicitScalar(tensor); })},
    {"aten::Int.Tensor", kernel<intOf>},
    {"aten::Float.Tensor", kernel<floatOf>},
    {"aten::Bool.Tensor", kernel<boolOf>},
    {"aten::Complex.Tensor", kernel<complexOf>},
    {"aten::Complex.Tensor_Tensor", kernel<complexOfPair>},
    {"aten::Complex.Tensor_float", kernel<complexOfPair>},
    {"aten::Complex.float_Tensor", kernel<complexOfPair>},
    {"aten::Complex.Tensor_int", kernel<complexOfPair>},
    {"aten::Complex.int_Tensor", kernel<complexOfPair>},
    {"aten::Complex.Tensor_bool", kernel<complexOfPair>},
    {"aten::Complex.bool_Tensor", kernel<complexOfPair>},
    {"aten::item", kernel<itemOf>},
};
const KernelTable table(entries);

} // namespace

Result<bool> tsrt::tensorToBool(const tsrt_tensor *tensor) {
  int64_t numel = tsrt_tensor_numel(tensor);
  if (numel == 0)
    return fail("Boolean value of Tensor with no values is ambiguous");
  if (numel > 1)
    return fail("Boolean value of Tensor with more than one value is "
                "ambiguous");
  TSRT_ASSIGN(scalar, tensorItem(tensor));
  return scalar.toBool();
}
