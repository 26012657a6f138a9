//===- Creation.cpp - Operators that make tensors -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/ElementNumbers.h"
#include "ops_tensor/Kernels.h"
#include "ops_tensor/Linspace.h"
#include "ops_tensor/MemoryFormat.h"

#include <algorithm>
#include <cmath>

using namespace tsrt;

namespace {

/// Dtype of a tensor made of numbers: int64, bool, complex or the default.
int inferredDType(std::initializer_list<Scalar> values) {
  bool integral = true;
  for (const Scalar &s : values) {
    if (s.isComplex())
      return TSRT_C64;
    integral &= s.isIntegral();
  }
  return integral ? int(TSRT_I64) : defaultFloat;
}

Tensor emptyOf(const Dims &size, OptInt dtype, Ignored, Ignored, Ignored,
               Ignored format) {
  int64_t f = isNone(format) ? 0 : format.u.i;
  if (f == 1)
    return bail("unsupported memory format Preserve");
  if (f == 0)
    return zeros(size, int(dtype.value_or(defaultFloat)));
  if (!takesFormat(int64_t(size.size()), f))
    return {};
  Tensor out = emptyStrided(size, formatStrides(size, f),
                            int(dtype.value_or(defaultFloat)));
  fillInPlace(out, 0);
  return out;
}
Tensor emptyStridedOf(const Dims &size, const Dims &stride, OptInt dtype,
                      Ignored, Ignored, Ignored) {
  Tensor t = emptyStrided(size, stride, int(dtype.value_or(defaultFloat)));
  fillInPlace(t, 0);
  return t;
}
Tensor zerosOf(const Dims &size, OptInt dtype, Ignored, Ignored, Ignored) {
  return zeros(size, int(dtype.value_or(defaultFloat)));
}
Tensor onesOf(const Dims &size, OptInt dtype, Ignored, Ignored, Ignored) {
  return full(size, 1, int(dtype.value_or(defaultFloat)));
}
/// Filled with a number of the program, which the dtype has to hold.
Tensor fullChecked(const Dims &size, Scalar value, int dtype) {
  return checkElement(value, dtype) ? full(size, value, dtype) : Tensor();
}
Tensor fullOf(const Dims &size, Scalar value, OptInt dtype, Ignored, Ignored,
              Ignored) {
  int inferred = value.isBool() ? TSRT_B8 : inferredDType({value});
  return fullChecked(size, value, int(dtype.value_or(inferred)));
}
Tensor scalarTensorOf(Scalar value, OptInt dtype, Ignored, Ignored, Ignored) {
  return fullChecked({}, value, int(dtype.value_or(defaultFloat)));
}

/// A new tensor like another one, filled with `value`.
Tensor like(const Tensor &t, OptInt dtype, const Ignored &format,
            Scalar value) {
  int64_t f = isNone(format) ? 1 : format.u.i;
  int made = int(dtype.value_or(t.dtype()));
  if (!takesFormat(t.dim(), f) || !checkElement(value, made))
    return {};
  Tensor out = emptyStrided(
      t.sizes(), f == 1 ? preservedStrides(t) : formatStrides(t.sizes(), f),
      made);
  fillInPlace(out, value);
  return out;
}
Tensor zerosLike(const Tensor &t, OptInt dtype, Ignored, Ignored, Ignored,
                 Ignored format) {
  return like(t, dtype, format, 0);
}
Tensor onesLike(const Tensor &t, OptInt dtype, Ignored, Ignored, Ignored,
                Ignored format) {
  return like(t, dtype, format, 1);
}
Tensor fullLike(const Tensor &t, Scalar value, OptInt dtype, Ignored, Ignored,
                Ignored, Ignored format) {
  return like(t, dtype, format, value);
}
Tensor newZeros(const Tensor &t, const Dims &size, OptInt dtype, Ignored,
                Ignored, Ignored) {
  return zeros(size, int(dtype.value_or(t.dtype())));
}
Tensor newOnes(const Tensor &t, const Dims &size, OptInt dtype, Ignored,
               Ignored, Ignored) {
  return full(size, 1, int(dtype.value_or(t.dtype())));
}
Tensor newFull(const Tensor &t, const Dims &size, Scalar value, OptInt dtype,
               Ignored, Ignored, Ignored) {
  return fullChecked(size, value, int(dtype.value_or(t.dtype())));
}
Tensor newEmptyStrided(const Tensor &t, const Dims &size, const Dims &stride,
                       OptInt dtype, Ignored a, Ignored b, Ignored c) {
  return emptyStridedOf(size, stride, dtype.value_or(t.dtype()), a, b, c);
}

Tensor eyeOf(int64_t n, int64_t m, OptInt dtype, Ignored, Ignored, Ignored) {
  if (n < 0)
    return bail("n must be greater or equal to 0, got %lld", LL(n));
  if (m < 0)
    return bail("m must be greater or equal to 0, got %lld", LL(m));
  Tensor t = zeros({n, m}, int(dtype.value_or(defaultFloat)));
  fillInPlace(diagonal(t, 0, 0, 1), 1);
  return t;
}
Tensor eye(int64_t n, OptInt dtype, Ignored a, Ignored b, Ignored c) {
  return eyeOf(n, n, dtype, a, b, c);
}

/// n values made by f(i) in double or int64.
template <class F>
Tensor sequence(int64_t n, int dtype, F f) {
  bool integral = isIntegral(dtype);
  Tensor raw = empty({n}, integral           ? TSRT_I64
                          : isComplex(dtype) ? TSRT_C128
                                             : TSRT_F64);
  if (!raw)
    return {};
  for (int64_t i = 0; i < n; ++i) {
    Scalar s = f(i);
    storeScalar(raw.data<char>() + i * raw.itemsize(), raw.dtype(), s);
  }
  return toDType(raw, dtype);
}

Tensor arangeOf(Scalar start, Scalar end, Scalar step, OptInt dtype, Ignored,
                Ignored, Ignored) {
  int d = int(dtype.value_or(inferredDType({start, end, step})));
  double from = start.toDouble(), to = end.toDouble(), by = step.toDouble();
  if (by == 0)
    return bail("step must be nonzero");
  if (!std::isfinite(from) || !std::isfinite(to))
    return bail("unsupported range: %g -> %g", from, to);
  if ((by > 0) != (to >= from) && to != from)
    return bail("upper bound and larger bound inconsistent with step sign");
  if (d == TSRT_I64 || (isIntegral(d) && start.isIntegral() &&
                        end.isIntegral() && step.isIntegral())) {
    int64_t s = start.toInt(), k = step.toInt();
    if (k == 0)
      return bail("step must be nonzero");
    int64_t n = (end.toInt() - s + k - (k > 0 ? 1 : -1)) / k;
    return sequence(n, d, [&](int64_t i) { return Scalar(s + i * k); });
  }
  int64_t n = int64_t(std::ceil((to - from) / by));
  if (isIntegral(d)) {
    int64_t s = start.toInt(), k = step.toInt();
    return sequence(n, d, [&](int64_t i) { return Scalar(s + i * k); });
  }
  return sequence(n, d,
                  [&](int64_t i) { return Scalar(from + double(i) * by); });
}
Tensor arangeStart(Scalar start, Scalar end, OptInt dtype, Ignored a, Ignored b,
                   Ignored c) {
  return arangeOf(start, end, 1, dtype, a, b, c);
}
Tensor arangeEnd(Scalar end, OptInt dtype, Ignored a, Ignored b, Ignored c) {
  return arangeOf(0, end, 1, dtype, a, b, c);
}
/// torch.range: the end is included.
Tensor rangeStep(Scalar start, Scalar end, Scalar step, OptInt dtype, Ignored,
                 Ignored, Ignored) {
  double from = start.toDouble(), by = step.toDouble();
  if (by == 0)
    return bail("step must be nonzero");
  if ((by > 0) != (end.toDouble() >= from) && end.toDouble() != from)
    return bail("upper bound and larger bound inconsistent with step sign");
  int64_t n = int64_t((end.toDouble() - from) / by) + 1;
  return sequence(n, int(dtype.value_or(defaultFloat)),
                  [&](int64_t i) { return Scalar(from + double(i) * by); });
}
Tensor rangeOf(Scalar start, Scalar end, OptInt dtype, Ignored a, Ignored b,
               Ignored c) {
  return rangeStep(start, end, 1, dtype, a, b, c);
}

/// Value i of n from start to end, counted from the nearer end.
Complex between(Scalar start, Scalar end, int64_t n, int64_t i) {
  Complex from = start.toComplex(), to = end.toComplex();
  if (n == 1)
    return from;
  Complex step = (to - from) / double(n - 1);
  return i < n / 2 ? from + step * double(i) : to - step * double(n - 1 - i);
}
Tensor linspaceOf(Scalar start, Scalar end, int64_t steps, OptInt dtype,
                  Ignored, Ignored, Ignored) {
  if (steps < 0)
    return bail("number of steps must be non-negative");
  int d = int(dtype.value_or(
      start.isComplex() || end.isComplex() ? int(TSRT_C64) : defaultFloat));
  if (isIntegral(d)) {
    // Each element is truncated. As long as there are two vectors left, the
    // elements of one are counted from its first, which is truncated, too.
    constexpr int64_t vectorBytes = 32;
    int64_t a = start.toInt(), b = end.toInt(),
            lanes = vectorBytes / dtypeSize(d);
    double step = steps > 1 ? double(b - a) / double(steps - 1) : 0;
    int64_t inVectors = steps - steps % (2 * lanes);
    return sequence(steps, d, [&](int64_t i) {
      int64_t from = i < inVectors ? i - i % lanes : i;
      int64_t base = from < steps / 2 || steps == 1
                         ? int64_t(double(a) + step * double(from))
                         : int64_t(double(b) - step * double(steps - from - 1));
      return Scalar(int64_t(double(base) + step * double(i - from)));
    });
  }
  if (d == int(TSRT_F32) || d == int(TSRT_F64))
    return sequence(steps, d, [&](int64_t i) {
      double a = start.toDouble(), b = end.toDouble();
      return d == int(TSRT_F32)
                 ? Scalar(double(linspaceElement(float(a), float(b), steps, i)))
                 : Scalar(linspaceElement(a, b, steps, i));
    });
  return sequence(steps, d, [&](int64_t i) {
    Complex c = between(start, end, steps, i);
    return isComplex(d) ? Scalar(c) : Scalar(c.real());
  });
}
Tensor logspaceOf(Scalar start, Scalar end, int64_t steps, double base,
                  OptInt dtype, Ignored, Ignored, Ignored) {
  if (steps < 0)
    return bail("number of steps must be non-negative");
  int d = int(dtype.value_or(
      start.isComplex() || end.isComplex() ? int(TSRT_C64) : defaultFloat));
  if (isIntegral(d)) {
    // As for linspace, from whole ends by a step that is a float.
    int64_t a = start.toInt(), b = end.toInt();
    float step = steps > 1 ? float(b - a) / float(steps - 1) : 0;
    return sequence(steps, d, [&](int64_t i) {
      double exponent = i < steps / 2 || steps == 1
                            ? double(a) + double(step) * double(i)
                            : double(b) - double(step) * double(steps - i - 1);
      return Scalar(int64_t(std::pow(base, exponent)));
    });
  }
  return sequence(steps, d, [&](int64_t i) {
    Complex c = between(start, end, steps, i);
    if (isComplex(d))
      return Scalar(std::pow(Complex(base), c));
    return Scalar(std::pow(base, c.real()));
  });
}

Tensor triangleIndices(int64_t rows, int64_t columns, int64_t offset,
                       bool lower, OptInt wanted) {
  int dtype = int(wanted.value_or(TSRT_I64));
  if (dtype != TSRT_I32 && dtype != TSRT_I64)
    return bail("\"%s\" not implemented for '%s'",
                lower ? "tril_indices" : "triu_indices", scalarTypeName(dtype));
  if (rows < 0)
    return bail("row must be non-negative, got%lld", LL(rows));
  if (columns < 0)
    return bail("col must be non-negative, got%lld", LL(columns));
  Dims r, c;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      if (lower ? j - i <= offset : j - i >= offset) {
        r.push_back(i);
        c.push_back(j);
      }
  int64_t n = int64_t(r.size());
  for (int64_t v : c)
    r.push_back(v);
  return toDType(viewTo(fromInts(r), {2, n}), dtype);
}
Tensor trilIndices(int64_t r, int64_t c, int64_t offset, OptInt dtype, Ignored,
                   Ignored, Ignored) {
  return triangleIndices(r, c, offset, true, dtype);
}
Tensor triuIndices(int64_t r, int64_t c, int64_t offset, OptInt dtype, Ignored,
                   Ignored, Ignored) {
  return triangleIndices(r, c, offset, false, dtype);
}

/// The out= overloads: `out` takes the shape and keeps its dtype.
Tensor fullOut(const Dims &size, Scalar value, const Tensor &out) {
  if (!checkElement(value, out.dtype()))
    return {};
  resizeInPlace(out, size);
  fillInPlace(out, value);
  return out;
}
Tensor zerosOut(const Dims &size, const Tensor &out) {
  return fullOut(size, 0, out);
}
Tensor onesOut(const Dims &size, const Tensor &out) {
  return fullOut(size, 1, out);
}
Tensor emptyOut(const Dims &size, Ignored, const Tensor &out) {
  resizeInPlace(out, size);
  return out;
}
/// `out` takes over a one-dimensional result.
Tensor sequenceOut(const Tensor &result, const Tensor &out) {
  resizeInPlace(out, result.sizes());
  copyInPlace(out, result);
  return out;
}
Tensor arangeOut(Scalar start, Scalar end, Scalar step, const Tensor &out) {
  return sequenceOut(arangeOf(start, end, step, out.dtype(), noneValue(),
                              noneValue(), noneValue()),
                     out);
}
Tensor arangeEndOut(Scalar end, const Tensor &out) {
  return arangeOut(0, end, 1, out);
}
Tensor linspaceOut(Scalar start, Scalar end, int64_t steps, const Tensor &out) {
  return sequenceOut(linspaceOf(start, end, steps, out.dtype(), noneValue(),
                                noneValue(), noneValue()),
                     out);
}
Tensor eyeRectangleOut(int64_t n, int64_t m, const Tensor &out) {
  return sequenceOut(
      eyeOf(n, m, out.dtype(), noneValue(), noneValue(), noneValue()), out);
}
Tensor eyeOut(int64_t n, const Tensor &out) {
  return eyeRectangleOut(n, n, out);
}

const KernelEntry entries[] = {
    {"aten::eye.out", op<eyeOut>},
    {"aten::eye.m_out", op<eyeRectangleOut>},
    {"aten::full.out", op<fullOut>},
    {"aten::zeros.out", op<zerosOut>},
    {"aten::ones.out", op<onesOut>},
    {"aten::empty.out", op<emptyOut>},
    {"aten::arange.start_out", op<arangeOut>},
    {"aten::arange.out", op<arangeEndOut>},
    {"aten::linspace.out", op<linspaceOut>},
    {"aten::empty.memory_format", op<emptyOf>},
    TSRT_OP("empty_strided", emptyStridedOf),
    TSRT_OP("zeros", zerosOf),
    TSRT_OP("ones", onesOf),
    TSRT_OP("full", fullOf),
    TSRT_OP("scalar_tensor", scalarTensorOf),
    {"aten::empty_like", constantOp<zerosLike>},
    {"aten::zeros_like", constantOp<zerosLike>},
    {"aten::ones_like", constantOp<onesLike>},
    {"aten::full_like", constantOp<fullLike>},
    {"aten::new_empty", constantOp<newZeros>},
    {"aten::new_zeros", constantOp<newZeros>},
    {"aten::new_ones", constantOp<newOnes>},
    {"aten::new_full", constantOp<newFull>},
    {"aten::new_empty_strided", constantOp<newEmptyStrided>},
    TSRT_OP("eye", eye),
    {"aten::eye.m", op<eyeOf>},
    TSRT_OP("arange", arangeEnd),
    {"aten::arange.start", op<arangeStart>},
    {"aten::arange.start_step", op<arangeOf>},
    TSRT_OP("range", rangeOf),
    {"aten::range.step", op<rangeStep>},
    TSRT_OP("linspace", linspaceOf),
    TSRT_OP("logspace", logspaceOf),
    TSRT_OP("tril_indices", trilIndices),
    TSRT_OP("triu_indices", triuIndices),
};
const KernelTable table(entries);

} // namespace
