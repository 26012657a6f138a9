//===- Elementwise.cpp - Arithmetic and activations of quantized tensors --===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element by element: the numbers of the operands, then the result's integers.
// Where PyTorch computes with integers, so do these.
//
//===----------------------------------------------------------------------===//

#include "ops_quantized/Quantized.h"

#include <algorithm>
#include <cmath>

using namespace tsrt;

namespace {

/// Notes an error unless all are quantized tensors with one scale.
bool areQuantized(TensorRange tensors, const char *op) {
  for (const Tensor &t : tensors) {
    if (!quantizerOf(t))
      bailAs(kNotImplementedError,
             "Could not run '%s' with arguments from the 'CPU' backend. This "
             "could be because the operator doesn't exist for this backend, "
             "or was omitted during the selective/custom build process (if "
             "using custom build).",
             op);
    else
      checkPerTensor(t, op);
  }
  return !failed();
}

/// The same integers with another quantizer.
Tensor withScale(const Tensor &integers, double scale, int64_t zeroPoint) {
  auto *quantizer = new Quantizer;
  quantizer->scale = scale;
  quantizer->zeroPoint = zeroPoint;
  return asQuantized(integers, quantizer);
}

/// Integers no less than `low` and no more than `high`, of a quantized tensor.
Tensor clampIntegers(const Tensor &t, int64_t low, int64_t high) {
  Tensor out = cloneOf(integersOf(t));
  if (!out)
    return {};
  visitDType(out.dtype(), [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_integral_v<T>)
      for (T *p = out.data<T>(), *end = p + out.numel(); p != end; ++p)
        *p = T(std::clamp<int64_t>(*p, low, std::max(low, high)));
  });
  return asQuantizedLike(out, t);
}
Tensor reluOf(const Tensor &t) {
  return clampIntegers(t, quantizerOf(t)->zeroPoint, largestQuantum(t.dtype()));
}

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

void checkOperands(const Tensor &a, const Tensor &b, const char *op) {
  if (areQuantized({a, b}, op) && a.dtype() != b.dtype())
    bail("%s: the operands must have one dtype, got %s and %s", op,
         tsrt_dtype_name(a.dtype()), tsrt_dtype_name(b.dtype()));
}

template <bool Relu>
Tensor add(const Tensor &a, const Tensor &b, double scale, int64_t zeroPoint) {
  checkOperands(a, b, Relu ? "quantized::add_relu" : "quantized::add");
  if (failed())
    return {};
  if (Tensor sum = addBytes(a, b, scale, zeroPoint, Relu); sum || failed())
    return sum;
  Tensor x = dequantize(a), y = dequantize(b);
  Tensor sum = callOperator("aten::add.Tensor",
                            {valueOf(x), valueOf(y), intValue(1)});
  Tensor made = quantize(sum, scale, zeroPoint, a.dtype());
  return Relu && made ? reluOf(made) : made;
}

/// Products of the integers without their zero points, exactly.
Tensor integerProducts(const Tensor &a, const Tensor &b) {
  auto shifted = [](const Tensor &t) {
    Tensor wide = toDType(integersOf(t), TSRT_I64);
    return callOperator("aten::sub.Scalar",
                        {valueOf(wide), intValue(quantizerOf(t)->zeroPoint),
                         intValue(1)});
  };
  Tensor x = shifted(a), y = shifted(b);
  return callOperator("aten::mul.Tensor", {valueOf(x), valueOf(y)});
}

/// round(products * multiplier) + zero point, as integers of `dtype`.
Tensor requantize(const Tensor &products, float multiplier, double scale,
                  int64_t zeroPoint, int dtype, bool relu) {
  // What arithmetic made lies close together.
  if (!products)
    return {};
  Tensor out = emptyLike(products.sizes(), products.strides(), products.numel(),
                         integerDType(dtype));
  int64_t low = relu ? zeroPoint : smallestQuantum(dtype);
  int64_t high = largestQuantum(dtype);
  const auto *from = products.data<int64_t>();
  visitDType(out.dtype(), [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_integral_v<T>)
      for (int64_t i = 0, n = out.numel(); i < n; ++i)
        out.data<T>()[i] = T(std::clamp(
            int64_t(std::nearbyint(float(from[i]) * multiplier)) + zeroPoint,
            low, high));
  });
  return withScale(out, scale, zeroPoint);
}

template <bool Relu>
Tensor mul(const Tensor &a, const Tensor &b, double scale, int64_t zeroPoint) {
  checkOperands(a, b, Relu ? "quantized::mul_relu" : "quantized::mul");
  if (failed())
    return {};
  float multiplier = float(quantizerOf(a)->scale) * float(quantizerOf(b)->scale) *
                     (1.0f / float(scale));
  return requantize(integerProducts(a, b), multiplier, scale, zeroPoint,
                    a.dtype(), Relu);
}

Tensor matmul(const Tensor &a, const Tensor &b, double scale,
              int64_t zeroPoint) {
  checkOperands(a, b, "quantized::matmul");
  if (failed())
    return {};
  Tensor x = dequantize(a), y = dequantize(b);
  Tensor product =
      callOperator("aten::matmul", {valueOf(x), valueOf(y)});
  return quantize(product, scale, zeroPoint, a.dtype());
}

/// Adds a number by moving the zero point, or the scale where that is not
/// enough.
template <bool Relu>
Tensor addScalar(const Tensor &a, Scalar number) {
  if (!areQuantized({a}, "quantized::add"))
    return {};
  double s = quantizerOf(a)->scale, c = number.toDouble();
  int64_t z = quantizerOf(a)->zeroPoint;
  int64_t low = smallestQuantum(a.dtype()), high = largestQuantum(a.dtype());
  int64_t steps = int64_t(std::nearbyint(c / s)), moved = z - steps;
  if (moved >= low && moved <= high) {
    Tensor made = withScale(cloneOf(integersOf(a)), s, moved);
    return Relu && made ? reluOf(made) : made;
  }
  double range = double(high) - double(low);
  double scale = moved < low ? (double(high) - double(moved)) / range * s
                             : (double(moved) - double(low)) / range * s;
  Tensor x = dequantize(a);
  Tensor sum = callOperator("aten::add.Scalar",
                            {valueOf(x), floatValue(double(steps) * s),
                             intValue(1)});
  Tensor made = quantize(sum, scale, moved < low ? low : high, a.dtype());
  return Relu && made ? reluOf(made) : made;
}
template <bool Relu>
Tensor addToScalar(Scalar number, const Tensor &a) {
  return addScalar<Relu>(a, number);
}
template <bool Relu>
Tensor addTensorScalar(const Tensor &a, const Tensor &number) {
  return addScalar<Relu>(a, number.at(0));
}

/// Multiplies by a number: another scale; a negative one turns the integers
/// around.
template <bool Relu>
Tensor mulScalar(const Tensor &a, Scalar number) {
  if (!areQuantized({a}, "quantized::mul"))
    return {};
  double s = quantizerOf(a)->scale, c = number.toDouble();
  int64_t z = quantizerOf(a)->zeroPoint;
  int64_t low = smallestQuantum(a.dtype()), high = largestQuantum(a.dtype());
  Tensor made;
  if (c == 0) {
    made = withScale(zeros(a.sizes(), integerDType(a.dtype())), 1, 0);
  } else if (c > 0) {
    made = withScale(cloneOf(integersOf(a)), s * c, z);
  } else {
    Tensor wide = toDType(integersOf(a), TSRT_I64);
    Tensor turned =
        callOperator("aten::rsub.Scalar",
                     {valueOf(wide), intValue(high + low), intValue(1)});
    made = withScale(toDType(turned, integerDType(a.dtype())), s * -c,
                     high - (z - low));
  }
  return Relu && made ? reluOf(made) : made;
}
template <bool Relu>
Tensor mulByScalar(Scalar number, const Tensor &a) {
  return mulScalar<Relu>(a, number);
}
template <bool Relu>
Tensor mulTensorScalar(const Tensor &a, const Tensor &number) {
  return mulScalar<Relu>(a, number.at(0));
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

Tensor relu(const Tensor &t) {
  return areQuantized({t}, "aten::relu") ? reluOf(t) : Tensor();
}
Tensor clampTo(const Tensor &t, OptScalar low, OptScalar high) {
  if (!areQuantized({t}, "quantized::clamp"))
    return {};
  const Quantizer &by = *quantizerOf(t);
  return clampIntegers(t,
                       low ? quantizeNumber(low->toDouble(), by, t.dtype())
                           : smallestQuantum(t.dtype()),
                       high ? quantizeNumber(high->toDouble(), by, t.dtype())
                            : largestQuantum(t.dtype()));
}
Tensor hardtanh(const Tensor &t, Scalar low, Scalar high) {
  return clampTo(t, low, high);
}
Tensor relu6(const Tensor &t, bool inPlace) {
  Tensor made = clampTo(t, Scalar(int64_t(0)), Scalar(int64_t(6)));
  if (inPlace && made)
    copyInPlace(t, made);
  return inPlace ? t : made;
}

/// A function of the numbers, quantized anew.
Tensor map(const Tensor &t, const char *op,
           std::initializer_list<tsrt_value> rest, double scale,
           int64_t zeroPoint) {
  if (!areQuantized({t}, op))
    return {};
  Tensor x = dequantize(t);
  std::vector<tsrt_value> args = {valueOf(x)};
  args.insert(args.end(), rest.begin(), rest.end());
  tsrt_value result = noneValue();
  if (tsrt_error *error = tsrt_op_call(tsrt_op_resolve(op), args.data(),
                                       int32_t(args.size()), &result, 1))
    return note(error);
  Tensor y(TensorRef::adopt(static_cast<tsrt_tensor *>(result.u.p)));
  return quantize(y, scale, zeroPoint, t.dtype());
}

Tensor sigmoid(const Tensor &t, double scale, int64_t zeroPoint) {
  return map(t, "aten::sigmoid", {}, scale, zeroPoint);
}
Tensor gelu(const Tensor &t, std::string_view approximate) {
  if (!areQuantized({t}, "aten::gelu"))
    return {};
  StrRef text = makeStr(approximate);
  tsrt_value mode = noneValue();
  mode.type = &tsrt_type_str;
  mode.u.p = text.get();
  // The scale of the result is kept in single precision.
  return map(t, "aten::gelu", {mode}, float(quantizerOf(t)->scale),
             quantizerOf(t)->zeroPoint);
}
/// Sigmoid and hardsigmoid of numbers between 0 and 1.
template <const char *const &Op>
Tensor unitInterval(const Tensor &t) {
  int dtype = t.dtype();
  return dtype == TSRT_QI32
             ? map(t, Op, {}, 1.0 / 4294967296.0, smallestQuantum(dtype))
             : map(t, Op, {}, 1.0 / 256, dtype == TSRT_QI8 ? -128 : 0);
}
constexpr const char *sigmoidOp = "aten::sigmoid";
constexpr const char *hardsigmoidOp = "aten::hardsigmoid";
Tensor tanh(const Tensor &t) {
  return map(t, "aten::tanh", {}, 2.0 / 256, t.dtype() == TSRT_QU8 ? 128 : 0);
}
Tensor hardswish(const Tensor &t, double scale, int64_t zeroPoint) {
  return map(t, "aten::hardswish", {}, scale, zeroPoint);
}
Tensor elu(const Tensor &t, double scale, int64_t zeroPoint, Scalar alpha,
           Scalar factor, Scalar inputScale) {
  return map(t, "aten::elu", {alpha.box(), factor.box(), inputScale.box()},
             scale, zeroPoint);
}
Tensor celu(const Tensor &t, double scale, int64_t zeroPoint, Scalar alpha) {
  double a = alpha.toDouble();
  if (a == 0)
    return bail("ZeroDivisionError: alpha cannot be 0 for CELU");
  return map(t, "aten::elu", {alpha.box(), floatValue(1), floatValue(1 / a)},
             scale, zeroPoint);
}
Tensor leakyRelu(const Tensor &t, Scalar slope, bool inPlace, double scale,
                 int64_t zeroPoint) {
  Tensor made =
      map(t, "aten::leaky_relu", {slope.box()}, scale, zeroPoint);
  if (inPlace && made)
    copyInPlace(t, made);
  return inPlace ? t : made;
}
Tensor softmax(const Tensor &t, int64_t dim, double scale, int64_t zeroPoint) {
  return map(t, "aten::softmax.int", {intValue(dim), noneValue()}, scale,
             zeroPoint);
}
Tensor threshold(const Tensor &t, Scalar at, Scalar value) {
  return areQuantized({t}, "quantized::threshold")
             ? map(t, "aten::threshold", {at.box(), value.box()},
                   quantizerOf(t)->scale, quantizerOf(t)->zeroPoint)
             : Tensor();
}
Tensor prelu(const Tensor &t, const Tensor &weight, double scale,
             int64_t zeroPoint) {
  Tensor w = dequantize(weight);
  return map(t, "aten::prelu", {valueOf(w)}, scale, zeroPoint);
}
Tensor dropout(const Tensor &t, double, int64_t, Scalar p, bool training) {
  if (!areQuantized({t}, "quantized::dropout"))
    return {};
  if (!training)
    return t;
  return map(t, "aten::dropout", {p.box(), boolValue(true)},
             quantizerOf(t)->scale, quantizerOf(t)->zeroPoint);
}

//===----------------------------------------------------------------------===//
// Writes and comparisons
//===----------------------------------------------------------------------===//

Tensor fill(const Tensor &t, Scalar value) {
  if (!t.isContiguous())
    return bail("Quantized copy only works with contiguous and NHWC Tensors");
  if (checkPerTensor(t, "fill_"))
    fillInPlace(t, Scalar(quantizeNumber(value.toDouble(), *quantizerOf(t),
                                         t.dtype())));
  return t;
}
Tensor fillTensor(const Tensor &t, const Tensor &value) {
  return fill(t, dequantize(value).at(0));
}
Tensor copy(const Tensor &t, const Tensor &source, bool) {
  if (!quantizerOf(t))
    return bail("Copying from quantized Tensor to non-quantized Tensor is not "
                "allowed, please use dequantize to get a float Tensor from a "
                "quantized Tensor");
  if (quantizerOf(source)) {
    if (source.dtype() != t.dtype())
      return bail("Quantized Copy only works with same scalar type");
    copyInPlace(integersOf(t), integersOf(source));
    setQuantizer(t, quantizerOf(source));
    return t;
  }
  if (source.dtype() != TSRT_F32)
    return bail("Quantized copy only works with kFloat as source Tensor");
  if (!t.isContiguous())
    return bail("Quantized copy only works with contiguous and NHWC Tensors");
  if (checkPerTensor(t, "copy_"))
    copyInPlace(integersOf(t),
                integersOf(quantize(source, quantizerOf(t)->scale,
                                    quantizerOf(t)->zeroPoint, t.dtype())));
  return t;
}
bool isEqual(const Tensor &a, const Tensor &b) {
  if (!quantizerOf(a) || !quantizerOf(b) || a.dtype() != b.dtype() ||
      a.sizes() != b.sizes())
    return false;
  const Quantizer &p = *quantizerOf(a), &q = *quantizerOf(b);
  if (p.scheme != q.scheme || p.axis != q.axis || p.scale != q.scale ||
      p.zeroPoint != q.zeroPoint || p.scales != q.scales ||
      p.zeroPoints != q.zeroPoints)
    return false;
  return elementsAs<int64_t>(integersOf(a)) ==
         elementsAs<int64_t>(integersOf(b));
}

/// An operator with the overloads of PyTorch's arithmetic.
#define BOTH(name, f, ...)                                                     \
  {"quantized::" name __VA_ARGS__, op<f<false>>},                              \
      {"quantized::" name "_relu" __VA_ARGS__, op<f<true>>}

const KernelEntry entries[] = {
    BOTH("add", add),
    BOTH("mul", mul),
    BOTH("add", addScalar, ".Scalar"),
    BOTH("mul", mulScalar, ".Scalar"),
    BOTH("add", addToScalar, ".Scalar2"),
    BOTH("mul", mulByScalar, ".Scalar2"),
    BOTH("add_scalar", addScalar),
    BOTH("mul_scalar", mulScalar),
    BOTH("add_scalar", addTensorScalar, ".Tensor"),
    BOTH("mul_scalar", mulTensorScalar, ".Tensor"),
    {"quantized::matmul", op<matmul>},
    {"quantized::clamp", op<clampTo>},
    {"quantized::relu6", op<relu6>},
    {"quantized::sigmoid", op<sigmoid>},
    {"quantized::hardswish", op<hardswish>},
    {"quantized::elu", op<elu>},
    {"quantized::celu", op<celu>},
    {"quantized::leaky_relu", op<leakyRelu>},
    {"quantized::softmax", op<softmax>},
    {"quantized::threshold", op<threshold>},
    {"quantized::prelu", op<prelu>},
    {"quantized::dropout", op<dropout>},
    {"QuantizedCPU:aten::relu", op<relu>},
    {"QuantizedCPU:aten::relu_", inPlace<relu>},
    {"QuantizedCPU:aten::clamp", op<clampTo>},
    {"QuantizedCPU:aten::clamp_", inPlace<clampTo>},
    {"QuantizedCPU:aten::hardtanh", op<hardtanh>},
    {"QuantizedCPU:aten::hardtanh_", inPlace<hardtanh>},
    {"QuantizedCPU:aten::sigmoid", op<unitInterval<sigmoidOp>>},
    {"QuantizedCPU:aten::hardsigmoid", op<unitInterval<hardsigmoidOp>>},
    {"QuantizedCPU:aten::tanh", op<tanh>},
    {"QuantizedCPU:aten::gelu", op<gelu>},
    TSRT_ON_FLOATS("leaky_relu"),
    TSRT_ON_FLOATS("threshold"),
    TSRT_ON_FLOATS("prelu"),
    {"QuantizedCPU:aten::fill_.Scalar", op<fill>},
    {"QuantizedCPU:aten::fill_.Tensor", op<fillTensor>},
    {"QuantizedCPU:aten::copy_", op<copy>},
    {"QuantizedCPU:aten::equal", op<isEqual>},
    TSRT_ON_FLOATS("eq.Tensor"),
    TSRT_ON_FLOATS("eq.Scalar"),
    TSRT_ON_FLOATS("ne.Tensor"),
    TSRT_ON_FLOATS("ne.Scalar"),
    TSRT_ON_FLOATS("lt.Tensor"),
    TSRT_ON_FLOATS("lt.Scalar"),
    TSRT_ON_FLOATS("le.Tensor"),
    TSRT_ON_FLOATS("le.Scalar"),
    TSRT_ON_FLOATS("gt.Tensor"),
    TSRT_ON_FLOATS("gt.Scalar"),
    TSRT_ON_FLOATS("ge.Tensor"),
    TSRT_ON_FLOATS("ge.Scalar"),
};
const KernelTable table(entries);

} // namespace
