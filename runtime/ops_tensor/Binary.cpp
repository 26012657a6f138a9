//===- Binary.cpp - Comparisons, logic, bits and other binary operators ---===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"

#include <numeric>

using namespace tsrt;

namespace {

TSRT_BINARY(eq, allTypes, Bool, return T(a == b))
TSRT_BINARY(ne, allTypes, Bool, return T(a != b))
TSRT_BINARY(lt, realTypes, Bool, return T(a < b))
TSRT_BINARY(le, realTypes, Bool, return T(a <= b))
TSRT_BINARY(gt, realTypes, Bool, return T(a > b))
TSRT_BINARY(ge, realTypes, Bool, return T(a >= b))
TSRT_BINARY(logical_and, allTypes, Bool, return T(a != T(0) && b != T(0)))
TSRT_BINARY(logical_or, allTypes, Bool, return T(a != T(0) || b != T(0)))
TSRT_BINARY(logical_xor, allTypes, Bool, return T((a != T(0)) != (b != T(0))))
TSRT_BINARY(bitwise_and_cpu, intTypes, Same, return a & b)
TSRT_BINARY(bitwise_or_cpu, intTypes, Same, return a | b)
TSRT_BINARY(bitwise_xor_cpu, intTypes, Same, return a ^ b)
// Counts as the processor takes them: the low bits, of a word of 32 bits for
// all dtypes up to that size. The parameter masks them.
TSRT_BINARY(lshift_cpu, intTypes, Same,
            return T(uint64_t(a) << (uint64_t(b) & uint64_t(p[0]))))
TSRT_BINARY(rshift_cpu, intTypes, Same,
            return T(a >> (uint64_t(b) & uint64_t(p[0]))))
TSRT_BINARY(maximum, realTypes, Same,
            return isNan(a)   ? a
                   : isNan(b) ? b
                   : a > b    ? a
                              : b)
TSRT_BINARY(minimum, realTypes, Same,
            return isNan(a)   ? a
                   : isNan(b) ? b
                   : a < b    ? a
                              : b)
TSRT_BINARY(fmax, realTypes, Same,
            return isNan(a)   ? b
                   : isNan(b) ? a
                   : a < b    ? b
                              : a)
TSRT_BINARY(fmin, realTypes, Same,
            return isNan(a)   ? b
                   : isNan(b) ? a
                   : b < a    ? b
                              : a)
TSRT_BINARY(atan2, floatTypes, Inexact, return std::atan2(a, b))
TSRT_BINARY(hypot, floatTypes, Same, return std::hypot(a, b))
TSRT_BINARY(copysign, floatTypes, Inexact, return std::copysign(a, b))
TSRT_BINARY(nextafter, floatTypes, Same, return std::nextafter(a, b))
TSRT_BINARY(gcd, intTypes, Same, return std::gcd(a, b))
TSRT_BINARY(lcm, intTypes, Same,
            return a == 0 || b == 0 ? T(0) : T(std::lcm(a, b)))
TSRT_BINARY(heaviside, realTypes, Same, return a == T(0) ? b : T(a > T(0)))
TSRT_BINARY(xlogy, floatTypes, Inexact,
            return isNan(b)    ? b
                   : a == T(0) ? T(0)
                               : a * std::log(b))
TSRT_BINARY(xlog1py, floatTypes, Inexact,
            return isNan(b)    ? b
                   : a == T(0) ? T(0)
                               : a * std::log1p(b))
TSRT_BINARY(logaddexp, floatTypes, Same, if (std::isinf(a) && a == b) return a;
            T m = std::max(a, b);
            return m + std::log1p(std::exp(-std::abs(a - b))))
TSRT_BINARY(logaddexp2, floatTypes, Same, if (std::isinf(a) && a == b) return a;
            T m = std::max(a, b);
            return m + std::log1p(std::exp2(-std::abs(a - b))) * T(1 / M_LN2))
TSRT_BINARY(make_complex, complexTypes, Same, return T(a.real(), b.real()))
TSRT_BINARY(make_polar, complexTypes, Same,
            return std::polar(a.real(), b.real()))

Tensor loadExponent(const Tensor &self, const Tensor &other) {
  return self * power(wrapNumber(2.0), other);
}
/// Whether two tensors can be the parts of complex numbers; the first one's
/// dtype alone has been looked at.
bool checkParts(const Tensor &re, const Tensor &im) {
  if (im.dtype() != TSRT_F16 && im.dtype() != TSRT_F32 &&
      im.dtype() != TSRT_F64)
    return bail("Expected both inputs to be Half, Float or Double tensors but "
                "got %s and %s",
                scalarTypeName(re.dtype()), scalarTypeName(im.dtype()));
  if (re.dtype() != im.dtype())
    return bail("Expected object of scalar type %s but got scalar type %s for "
                "second argument",
                scalarTypeName(re.dtype()), scalarTypeName(im.dtype()));
  return true;
}
Tensor complexOf(const Tensor &re, const Tensor &im) {
  if (!checkParts(re, im))
    return {};
  int dtype = toComplexDType(re.dtype());
  return pointwise(make_complexRule.loops, {re, im}, dtype, dtype);
}
Tensor polarOf(const Tensor &re, const Tensor &im) {
  if (!checkParts(re, im))
    return {};
  int dtype = toComplexDType(re.dtype());
  return pointwise(make_polarRule.loops, {re, im}, dtype, dtype);
}

#define COMPARISON(name, rule)                                                 \
  {"aten::" name ".Tensor", op<binary<rule>>},                                 \
      {"aten::" name "_.Tensor", inPlace<binary<rule>>},                       \
      {"aten::" name ".Tensor_out", outOf<binary<rule>, Sharing::Same>},       \
      {"aten::" name ".Scalar", op<binaryScalar<rule>>},                       \
      {"aten::" name "_.Scalar", inPlace<binaryScalar<rule>>}, {               \
    "aten::" name ".Scalar_out", outOf<binaryScalar<rule>, Sharing::Same>      \
  }
#define BITWISE(name, rule)                                                    \
  COMPARISON(name, rule), {                                                    \
    "aten::" name ".Scalar_Tensor", op<scalarBinary<rule>>                     \
  }
#define DUNDER(name, rule)                                                     \
  {"aten::__" name "__.Tensor", op<binary<rule>>},                             \
      {"aten::__" name "__.Scalar", op<binaryScalar<rule>>},                   \
      {"aten::__i" name "__.Tensor", inPlace<binary<rule>>}, {                 \
    "aten::__i" name "__.Scalar", inPlace<binaryScalar<rule>>                  \
  }
#define MIXED(name, rule)                                                      \
  TSRT_OP_E(name, binary<rule>),                                               \
      {"aten::" name ".self_scalar", op<scalarBinary<rule>>}, {                \
    "aten::" name ".other_scalar", op<binaryScalar<rule>>                      \
  }

#define SHIFT(side, dunder, rule)                                              \
  {"aten::bitwise_" side "_shift.Tensor", op<shift<rule>>},                    \
      {"aten::bitwise_" side "_shift_.Tensor", inPlace<shift<rule>>},          \
      {"aten::bitwise_" side "_shift.Tensor_out",                              \
       outOf<shift<rule>, Sharing::Same>},                                     \
      {"aten::bitwise_" side "_shift.Tensor_Scalar", op<shiftByNumber<rule>>}, \
      {"aten::bitwise_" side "_shift_.Tensor_Scalar",                          \
       inPlace<shiftByNumber<rule>>},                                          \
      {"aten::bitwise_" side "_shift.Tensor_Scalar_out",                       \
       outOf<shiftByNumber<rule>, Sharing::Same>},                             \
      {"aten::bitwise_" side "_shift.Scalar_Tensor", op<shiftOfNumber<rule>>}, \
      {"aten::__" dunder "__.Tensor", op<shift<rule>>},                        \
      {"aten::__" dunder "__.Scalar", op<shiftByNumber<rule>>},                \
      {"aten::__i" dunder "__.Tensor", inPlace<shift<rule>>}, {                \
    "aten::__i" dunder "__.Scalar", inPlace<shiftByNumber<rule>>               \
  }

template <const Rule &R>
Tensor shift(Input a, Input b) {
  Donor donor({a, b});
  int64_t bits = dtypeSize(resultType({a, b})) == 8 ? 64 : 32;
  return applyRule(R, {a, b}, {bits - 1}, donor);
}
template <const Rule &R>
Tensor shiftByNumber(Input a, Scalar b) {
  return shift<R>(a, {NumberOperand(b)});
}
template <const Rule &R>
Tensor shiftOfNumber(Scalar a, Input b) {
  return shift<R>({NumberOperand(a)}, b);
}

const KernelEntry entries[] = {
    COMPARISON("eq", eqRule),
    COMPARISON("ne", neRule),
    COMPARISON("lt", ltRule),
    COMPARISON("le", leRule),
    COMPARISON("gt", gtRule),
    COMPARISON("ge", geRule),
    COMPARISON("not_equal", neRule),
    COMPARISON("less", ltRule),
    COMPARISON("less_equal", leRule),
    COMPARISON("greater", gtRule),
    COMPARISON("greater_equal", geRule),
    TSRT_OP_IE("logical_and", binary<logical_andRule>),
    TSRT_OP_IE("logical_or", binary<logical_orRule>),
    TSRT_OP_IE("logical_xor", binary<logical_xorRule>),
    BITWISE("bitwise_and", bitwise_and_cpuRule),
    BITWISE("bitwise_or", bitwise_or_cpuRule),
    BITWISE("bitwise_xor", bitwise_xor_cpuRule),
    SHIFT("left", "lshift", lshift_cpuRule),
    SHIFT("right", "rshift", rshift_cpuRule),
    DUNDER("and", bitwise_and_cpuRule),
    DUNDER("or", bitwise_or_cpuRule),
    DUNDER("xor", bitwise_xor_cpuRule),
    TSRT_OP_E("maximum", binary<maximumRule>),
    TSRT_OP_E("minimum", binary<minimumRule>),
    {"aten::max.other", op<binary<maximumRule>>},
    {"aten::max.out", outOf<binary<maximumRule>, Sharing::Same>},
    {"aten::min.other", op<binary<minimumRule>>},
    {"aten::min.out", outOf<binary<minimumRule>, Sharing::Same>},
    TSRT_OP_E("fmax", binary<fmaxRule>),
    TSRT_OP_E("fmin", binary<fminRule>),
    TSRT_OP_IE("atan2", binary<atan2Rule>),
    TSRT_OP_IE("arctan2", binary<atan2Rule>),
    TSRT_OP_IE("hypot", binary<hypotRule>),
    {"aten::copysign.Tensor", op<binary<copysignRule>>},
    {"aten::copysign_.Tensor", inPlace<binary<copysignRule>>},
    {"aten::copysign.Scalar", op<binaryScalar<copysignRule>>},
    {"aten::copysign_.Scalar", inPlace<binaryScalar<copysignRule>>},
    TSRT_OP_IE("nextafter", binary<nextafterRule>),
    TSRT_OP_IE("gcd", binary<gcdRule>),
    TSRT_OP_IE("lcm", binary<lcmRule>),
    TSRT_OP_IE("heaviside", binary<heavisideRule>),
    {"aten::xlogy.Tensor", op<binary<xlogyRule>>},
    {"aten::xlogy_.Tensor", inPlace<binary<xlogyRule>>},
    {"aten::xlogy.OutTensor", outOf<binary<xlogyRule>, Sharing::Same>},
    {"aten::xlogy.Scalar_Self", op<scalarBinary<xlogyRule>>},
    {"aten::xlogy.Scalar_Other", op<binaryScalar<xlogyRule>>},
    {"aten::xlogy_.Scalar_Other", inPlace<binaryScalar<xlogyRule>>},
    MIXED("special_xlogy", xlogyRule),
    MIXED("special_xlog1py", xlog1pyRule),
    TSRT_OP_E("logaddexp", binary<logaddexpRule>),
    TSRT_OP_E("logaddexp2", binary<logaddexp2Rule>),
    {"aten::ldexp.Tensor", op<loadExponent>},
    {"aten::ldexp_", inPlace<loadExponent>},
    {"aten::ldexp.out", outOf<loadExponent, Sharing::Same>},
    TSRT_OP_E("complex", complexOf),
    TSRT_OP_E("polar", polarOf),
};
const KernelTable table(entries);

} // namespace

// What compiled kernels call.
TSRT_EXPORT_REAL2(nextafter)
TSRT_EXPORT_OF2(gcd, i64, int64_t)
TSRT_EXPORT_OF2(lcm, i64, int64_t)
