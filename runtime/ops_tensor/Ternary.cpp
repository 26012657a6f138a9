//===- Ternary.cpp - Elementwise operators on three tensors, clamping -----===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/ElementNumbers.h"

#include <cmath>

using namespace tsrt;

namespace {

/// From the nearer end, so that both ends are exact. A real weight below zero
/// counts as near, too.
template <class T>
T interpolate(T a, T b, T w) {
  bool isNear;
  if constexpr (isComplexT<T>)
    isNear = std::abs(w) < RealOf<T>(0.5);
  else
    isNear = w < T(0.5);
  return isNear ? a + w * (b - a) : b - (b - a) * (T(1) - w);
}
constexpr Loops lerpLoops =
    loops<3, inexactTypes>("lerp", [](auto a, auto b, auto w, auto *) {
      return interpolate(a, b, w);
    });
constexpr Loops lerpNumberLoops = loops<2, inexactTypes>(
    "lerp", [](auto a, auto b, auto *p) { return interpolate(a, b, p[0]); });
constexpr Loops addcmulLoops =
    loops<3, allTypes>("addcmul_cpu_out", [](auto a, auto b, auto c, auto *p) {
      if constexpr (isIntT<decltype(a)>)
        return uint64_t(a) + uint64_t(p[0]) * uint64_t(b) * uint64_t(c);
      else
        return a + p[0] * b * c;
    });
constexpr Loops addcdivLoops = loops<3, inexactTypes>(
    "addcdiv_cpu_out",
    [](auto a, auto b, auto c, auto *p) { return a + p[0] * b / c; });
constexpr Loops whereLoops =
    loops<3, allTypes>("where_cpu", [](auto c, auto a, auto b, auto *) {
      return c != decltype(c)(0) ? a : b;
    });
// Bounds that are tensors: NaN anywhere gives NaN, and of equal zeros the bound
// is taken.
template <class T>
T raise(T x, T lo) {
  return isNan(x) ? x : isNan(lo) ? lo : x > lo ? x : lo;
}
template <class T>
T lower(T x, T hi) {
  return isNan(x) ? x : isNan(hi) ? hi : x < hi ? x : hi;
}
constexpr Loops clampLoops =
    loops<3, realTypes>("clamp_cpu", [](auto x, auto lo, auto hi, auto *) {
      return lower(raise(x, lo), hi);
    });
constexpr Loops clampMinLoops = loops<2, realTypes>(
    "clamp_min_cpu", [](auto x, auto lo, auto *) { return raise(x, lo); });
constexpr Loops clampMaxLoops = loops<2, realTypes>(
    "clamp_max_cpu", [](auto x, auto hi, auto *) { return lower(x, hi); });

// Bounds that are numbers: NaN in the tensor stays, a bound of NaN does
// nothing, and of equal zeros that of the tensor is taken.
constexpr Loops clampNumbersLoops =
    loops<1, realTypes>("clamp_scalar_cpu", [](auto x, auto *p) {
      auto raised = x < p[0] ? p[0] : x;
      return raised > p[1] ? p[1] : raised;
    });
constexpr Loops clampMinNumberLoops =
    loops<1, realTypes>("clamp_min_scalar_cpu",
                        [](auto x, auto *p) { return x < p[0] ? p[0] : x; });
constexpr Loops clampMaxNumberLoops =
    loops<1, realTypes>("clamp_max_scalar_cpu",
                        [](auto x, auto *p) { return x > p[0] ? p[0] : x; });

Tensor refuseEnd(const Tensor &self, const Tensor &end) {
  return bail("expected dtype %s for `end` but got dtype %s",
              cppTypeName(self.dtype()), cppTypeName(end.dtype()));
}
Tensor lerp(const Tensor &self, const Tensor &end, const Tensor &weight) {
  if (self.dtype() != end.dtype())
    return refuseEnd(self, end);
  if (self.dtype() != weight.dtype() && !weight.wrapped())
    return bail("expected dtype %s for `weight` but got dtype %s",
                cppTypeName(self.dtype()), cppTypeName(weight.dtype()));
  return pointwise(lerpLoops, {self, end, weight}, self.dtype(), self.dtype());
}
Tensor lerpScalar(const Tensor &self, const Tensor &end, Scalar weight) {
  if (self.dtype() != end.dtype())
    return refuseEnd(self, end);
  return pointwise(lerpNumberLoops, {self, end}, self.dtype(), self.dtype(),
                   {weight});
}

Tensor addcmul(const Tensor &self, const Tensor &a, const Tensor &b,
               Scalar value) {
  int dtype = resultType({self, a, b});
  return pointwise(addcmulLoops, {self, a, b}, dtype, dtype, {value});
}
Tensor addcdiv(const Tensor &self, const Tensor &a, const Tensor &b,
               Scalar value) {
  if (a.isIntegral() && b.isIntegral())
    return bail("Integer division with addcdiv is no longer supported, and in "
                "a future  release addcdiv will perform a true division of "
                "tensor1 and tensor2. The historic addcdiv behavior can be "
                "implemented as (input + value * torch.trunc(tensor1 / "
                "tensor2)).to(input.dtype) for integer inputs and as (input + "
                "value * tensor1 / tensor2) for float inputs. The future "
                "addcdiv behavior is just the latter implementation: (input + "
                "value * tensor1 / tensor2), for all dtypes.");
  int dtype = resultType({self, a, b});
  return pointwise(addcdivLoops, {self, a, b}, dtype, dtype, {value});
}

Tensor where(const Tensor &condition, const Tensor &a, const Tensor &b) {
  if (condition.dtype() != TSRT_B8 && condition.dtype() != TSRT_U8)
    return bail("where expected condition to be a boolean tensor, but got a "
                "tensor with dtype %s",
                scalarTypeName(condition.dtype()));
  int dtype = resultType({a, b});
  return pointwise(whereLoops, {condition, a, b}, dtype, dtype);
}
/// A number in the default dtype of its kind, as where() takes it.
Tensor numberTensor(Scalar s) {
  return scalarTensor(s, s.isBool()      ? TSRT_B8
                         : s.isInt()     ? TSRT_I64
                         : s.isComplex() ? TSRT_C64
                                         : TSRT_F32);
}
Tensor whereSelf(const Tensor &c, Scalar a, const Tensor &b) {
  return where(c, wrapNumber(a), b);
}
Tensor whereOther(const Tensor &c, const Tensor &a, Scalar b) {
  return where(c, a, wrapNumber(b));
}
Tensor whereNumbers(const Tensor &c, Scalar a, Scalar b) {
  return where(c, numberTensor(a), numberTensor(b));
}

Tensor clampTensor(const Tensor &self, const Tensor &lo, const Tensor &hi) {
  if (!lo && !hi)
    return bail("torch.clamp: At least one of 'min' or 'max' must not be None");
  int dtype = resultType({self, lo, hi});
  if (isComplex(dtype))
    return bail("clamp is not supported for complex types");
  if (!hi)
    return pointwise(clampMinLoops, {self, lo}, dtype, dtype);
  if (!lo)
    return pointwise(clampMaxLoops, {self, hi}, dtype, dtype);
  return pointwise(clampLoops, {self, lo, hi}, dtype, dtype);
}
bool isNanNumber(Scalar s) { return s.isFloat() && std::isnan(s.re); }
Tensor optionalNumber(OptScalar s) { return s ? wrapNumber(*s) : Tensor(); }
Tensor clamp(const Tensor &self, OptScalar lo, OptScalar hi) {
  if (!lo && !hi)
    return bail("torch.clamp: At least one of 'min' or 'max' must not be None");
  int dtype = resultType({self, optionalNumber(lo), optionalNumber(hi)});
  if (isComplex(dtype))
    return bail("clamp is not supported for complex types");
  if (lo && hi && (isNanNumber(*lo) || isNanNumber(*hi)))
    return full(self.sizes(), NAN, dtype);
  for (OptScalar *bound : {&lo, &hi})
    if (*bound) {
      Tensor element = toElement(**bound, dtype);
      if (failed())
        return {};
      *bound = element.at(0);
    }
  if (!hi)
    return pointwise(clampMinNumberLoops, {self}, dtype, dtype, {*lo});
  if (!lo)
    return pointwise(clampMaxNumberLoops, {self}, dtype, dtype, {*hi});
  return pointwise(clampNumbersLoops, {self}, dtype, dtype, {*lo, *hi});
}
Tensor clampMin(const Tensor &self, Scalar lo) { return clamp(self, lo, {}); }
Tensor clampMax(const Tensor &self, Scalar hi) { return clamp(self, {}, hi); }
Tensor clampMinTensor(const Tensor &self, const Tensor &lo) {
  return clampTensor(self, lo, {});
}
Tensor clampMaxTensor(const Tensor &self, const Tensor &hi) {
  return clampTensor(self, {}, hi);
}

#define CLAMP(name, s, t)                                                      \
  TSRT_OP_IE(name, s), {"aten::" name ".Tensor", op<t>},                       \
      {"aten::" name "_.Tensor", inPlace<t>}, {                                \
    "aten::" name ".Tensor_out", outOf<t, Sharing::Same>                       \
  }

const KernelEntry entries[] = {
    {"aten::lerp.Tensor", op<lerp>},
    {"aten::lerp_.Tensor", inPlace<lerp>},
    {"aten::lerp.Tensor_out", outOf<lerp, Sharing::Same>},
    {"aten::lerp.Scalar", op<lerpScalar>},
    {"aten::lerp_.Scalar", inPlace<lerpScalar>},
    {"aten::lerp.Scalar_out", outOf<lerpScalar, Sharing::Same>},
    TSRT_OP_IE("addcmul", addcmul),
    TSRT_OP_IE("addcdiv", addcdiv),
    {"aten::where.self", op<where>},
    {"aten::where.self_out", outOf<where, Sharing::Same>},
    {"aten::where.ScalarSelf", op<whereSelf>},
    {"aten::where.ScalarOther", op<whereOther>},
    {"aten::where.Scalar", op<whereNumbers>},
    CLAMP("clamp", clamp, clampTensor),
    CLAMP("clip", clamp, clampTensor),
    CLAMP("clamp_min", clampMin, clampMinTensor),
    CLAMP("clamp_max", clampMax, clampMaxTensor),
};
const KernelTable table(entries);

} // namespace
