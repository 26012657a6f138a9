//===- Tensors.cpp - Making and looking at quantized tensors --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Quantize, dequantize, and what a quantizer consists of.
//
//===----------------------------------------------------------------------===//

#include "ops_quantized/Quantized.h"

#include "core/List.h"
#include "ops_tensor/MemoryFormat.h"

#include <algorithm>
#include <cmath>

using namespace tsrt;

namespace {

/// The quantized tensors of arguments replaced; owns what replaces them.
class Replaced {
public:
  template <class F>
  Replaced(const tsrt_value *args, int32_t count, const F &replace)
      : values(args, args + count) {
    for (tsrt_value &value : values) {
      if (kindOf(value) == TSRT_TENSOR) {
        value = valueOf(keep(value.u.p, replace));
      } else if (kindOf(value) == TSRT_LIST) {
        TensorSpan span;
        if (!Arg<TensorSpan>::get(value, span))
          continue;
        std::vector<TensorRef> refs;
        for (tsrt_tensor *t : span)
          refs.push_back(TensorRef::retain(keep(t, replace).get()));
        lists.push_back(makeList(refs));
        value = objectValue(ListRef(lists.back()).take());
        tsrt_release(value.u.p); // `lists` holds it
      }
    }
  }
  const tsrt_value *data() const { return values.data(); }
  /// The first quantized tensor.
  const Tensor &like() const { return first; }

private:
  template <class F>
  Tensor keep(void *object, const F &replace) {
    Tensor t = Tensor::borrow(static_cast<tsrt_tensor *>(object));
    if (!quantizerOf(t))
      return t;
    if (!first)
      first = t;
    tensors.push_back(replace(t));
    return tensors.back();
  }

  std::vector<tsrt_value> values;
  Tensors tensors;
  std::vector<ListRef> lists;
  Tensor first;
};

/// Replaces tensors among results.
template <class F>
void replaceResults(tsrt_value *results, int32_t count, const F &replace) {
  for (int32_t i = 0; i < count; ++i) {
    if (kindOf(results[i]) != TSRT_TENSOR)
      continue;
    Tensor was = Tensor::borrow(static_cast<tsrt_tensor *>(results[i].u.p));
    Tensor now = replace(was);
    if (!now || now.is(was))
      continue;
    tsrt_value_release(&results[i]);
    results[i] = objectValue(now.take());
  }
}

} // namespace

tsrt_error *tsrt::callOnIntegers(const char *op, const tsrt_value *args,
                                 int32_t numArgs, tsrt_value *results,
                                 int32_t numResults) {
  Replaced replaced(args, numArgs, integersOf);
  const Tensor &like = replaced.like();
  if (!quantizerOf(like))
    return fail("%s: a quantized tensor is expected", op).error;
  if (!checkPerTensor(like, op))
    return takeNoted();
  if (tsrt_error *error = tsrt_op_call(tsrt_op_resolve(op), replaced.data(),
                                       numArgs, results, numResults))
    return error;
  int dtype = integerDType(like.dtype());
  replaceResults(results, numResults, [&](const Tensor &t) {
    return t.dtype() == dtype ? asQuantizedLike(t, like) : t;
  });
  return takeNoted();
}

/// How numbers become integers again.
enum class Rounding {
  Numbers, ///< as PyTorch quantizes numbers
  Steps,   ///< steps are rounded, then the zero point is added
  Integers ///< the zero point is added, then integers are rounded
};

/// callOnFloats with the numbers that `replace` gives.
template <class F>
static tsrt_error *callOnNumbers(const char *op, const tsrt_value *args,
                                 int32_t numArgs, tsrt_value *results,
                                 int32_t numResults, const F &replace,
                                 Rounding rounding) {
  Replaced replaced(args, numArgs, replace);
  const Tensor &like = replaced.like();
  if (!quantizerOf(like))
    return fail("%s: a quantized tensor is expected", op).error;
  if (!checkPerTensor(like, op))
    return takeNoted();
  if (tsrt_error *error = tsrt_op_call(tsrt_op_resolve(op), replaced.data(),
                                       numArgs, results, numResults))
    return error;
  const Quantizer &by = *quantizerOf(like);
  replaceResults(results, numResults, [&](const Tensor &t) {
    if (t.dtype() != TSRT_F32)
      return t;
    Tensor made;
    if (rounding == Rounding::Integers)
      made = quantize(
          callOperator("aten::add.Scalar",
                       {valueOf(t), intValue(by.zeroPoint), intValue(1)}),
          1.0, 0, like.dtype());
    else
      made = quantize(t, rounding == Rounding::Steps ? 1.0 : by.scale,
                      by.zeroPoint, like.dtype());
    return made ? asQuantizedLike(integersOf(made), like) : made;
  });
  return takeNoted();
}

tsrt_error *tsrt::callOnFloats(const char *op, const tsrt_value *args,
                               int32_t numArgs, tsrt_value *results,
                               int32_t numResults) {
  return callOnNumbers(op, args, numArgs, results, numResults, dequantize,
                       Rounding::Numbers);
}

/// The integers less the zero point, as floats.
static Tensor stepsOf(const Tensor &t) {
  if (!quantizerOf(t) || !quantizerOf(t)->isPerTensor())
    return dequantize(t);
  auto *quantizer = new Quantizer;
  quantizer->zeroPoint = quantizerOf(t)->zeroPoint;
  return dequantize(asQuantized(integersOf(t), quantizer));
}

tsrt_error *tsrt::callOnSteps(const char *op, const tsrt_value *args,
                              int32_t numArgs, tsrt_value *results,
                              int32_t numResults) {
  return callOnNumbers(op, args, numArgs, results, numResults, stepsOf,
                       Rounding::Steps);
}

/// Whether the last dimensions but one of a tensor lie in front of the second;
/// sizes of one lie anywhere.
static bool isChannelsLast(const Tensor &t) {
  if (t.dim() < 4)
    return false;
  int64_t expected = 1;
  auto fits = [&](int64_t d) {
    bool isFine = t.size(d) == 1 || t.strides()[size_t(d)] == expected;
    expected *= t.size(d);
    return isFine;
  };
  bool isFine = fits(1);
  for (int64_t d = t.dim() - 1; d > 1; --d)
    isFine = fits(d) && isFine;
  return fits(0) && isFine;
}

tsrt_error *tsrt::callOnPooled(const char *op, const tsrt_value *args,
                               int32_t numArgs, tsrt_value *results,
                               int32_t numResults) {
  bool isLast =
      numArgs > 0 && kindOf(args[0]) == TSRT_TENSOR &&
      isChannelsLast(Tensor::borrow(static_cast<tsrt_tensor *>(args[0].u.p)));
  return callOnNumbers(op, args, numArgs, results, numResults, stepsOf,
                       isLast ? Rounding::Steps : Rounding::Integers);
}

/// Whether a mean is one of dense rows, for which PyTorch sums integers.
static bool isMeanOfRows(const tsrt_value *args, int32_t numArgs) {
  if (numArgs < 2 || kindOf(args[0]) != TSRT_TENSOR)
    return false;
  Tensor t = Tensor::borrow(static_cast<tsrt_tensor *>(args[0].u.p));
  if (!t.isContiguous())
    return false;
  if (kindOf(args[1]) != TSRT_LIST)
    return true;
  auto *list = static_cast<const tsrt_list *>(args[1].u.p);
  auto *dims = static_cast<const int64_t *>(list->data);
  std::vector<bool> isIn(size_t(std::max<int64_t>(t.dim(), 1)));
  for (int64_t i = 0; i < list->size; ++i) {
    int64_t d = dims[i] < 0 ? dims[i] + t.dim() : dims[i];
    if (d < 0 || d >= t.dim())
      return false;
    isIn[size_t(d)] = true;
  }
  return list->size == 0 || std::is_sorted(isIn.begin(), isIn.end());
}

tsrt_error *tsrt::callOnMean(const char *op, const tsrt_value *args,
                             int32_t numArgs, tsrt_value *results,
                             int32_t numResults) {
  if (isMeanOfRows(args, numArgs))
    return callOnNumbers(op, args, numArgs, results, numResults, stepsOf,
                         Rounding::Integers);
  return callOnFloats(op, args, numArgs, results, numResults);
}

Tensor tsrt::callOperator(const char *op,
                          std::initializer_list<tsrt_value> args) {
  if (failed())
    return {};
  tsrt_value result = noneValue();
  if (tsrt_error *error = tsrt_op_call(tsrt_op_resolve(op), args.begin(),
                                       int32_t(args.size()), &result, 1))
    return note(error);
  return kindOf(result) == TSRT_TENSOR
             ? Tensor(TensorRef::adopt(static_cast<tsrt_tensor *>(result.u.p)))
             : Tensor();
}

bool tsrt::checkPerTensor(const Tensor &t, const char *what) {
  if (quantizerOf(t) && !quantizerOf(t)->isPerTensor())
    bail("%s: only tensors with one scale (per tensor affine) are supported",
         what);
  return !failed();
}

int64_t tsrt::quantizeNumber(double number, const Quantizer &by, int dtype) {
  Tensor one = scalarTensor(number, TSRT_F32);
  Tensor q = quantize(one, by.scale, by.zeroPoint, dtype);
  return q ? loadScalar(q.data(), q.dtype()).toInt() : 0;
}

//===----------------------------------------------------------------------===//
// Choosing quantizers
//===----------------------------------------------------------------------===//

Choice tsrt::chooseQuantizer(float low, float high, int64_t smallest,
                             int64_t largest, bool reduceRange) {
  if (reduceRange) {
    smallest /= 2;
    largest /= 2;
  }
  // Zero is among the numbers.
  low = std::min(low, 0.0f);
  high = std::max(high, 0.0f);
  double scale = (double(high) - low) / double(largest - smallest);
  if (float(scale) == 0.0f || std::isinf(1.0f / float(scale)))
    scale = 0.1;
  constexpr float smallScale = 6.1e-5f;
  if (float(scale) < smallScale) {
    float was = float(scale);
    scale = smallScale;
    if (low == 0.0f) {
      high = float(smallScale * double(largest - smallest));
    } else if (high == 0.0f) {
      low = float(-smallScale * double(largest - smallest));
    } else {
      float grow = smallScale / was;
      low *= grow;
      high *= grow;
    }
  }
  double fromLow = double(smallest) - low / scale;
  double fromHigh = double(largest) - high / scale;
  double errorOfLow = std::abs(double(smallest)) - std::abs(low / scale);
  double errorOfHigh = std::abs(double(largest)) - std::abs(high / scale);
  double zero = errorOfLow < errorOfHigh ? fromLow : fromHigh;
  int64_t zeroPoint = zero < double(smallest)  ? smallest
                      : zero > double(largest) ? largest
                                               : int64_t(std::nearbyint(zero));
  return {scale, zeroPoint};
}

namespace {
/// The least and the largest of numbers, and whether one is none.
struct Range {
  float low, high;
  bool hasNaN;
};
} // namespace

/// Of n > 0 numbers, in lanes that do not wait for one another.
static Range findRange(const float *x, int64_t n) {
  constexpr int64_t lanes = 32;
  float low[lanes], high[lanes];
  int32_t isNaN[lanes] = {};
  std::fill_n(low, lanes, x[0]);
  std::fill_n(high, lanes, x[0]);
  auto see = [&](int64_t lane, float value) {
    low[lane] = value < low[lane] ? value : low[lane];
    high[lane] = value > high[lane] ? value : high[lane];
    isNaN[lane] |= value != value;
  };
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes)
    for (int64_t lane = 0; lane < lanes; ++lane)
      see(lane, x[i + lane]);
  for (; i < n; ++i)
    see(0, x[i]);
  return {
      *std::min_element(low, low + lanes),
      *std::max_element(high, high + lanes),
      std::any_of(isNaN, isNaN + lanes, [](int32_t is) { return is != 0; })};
}

Choice tsrt::chooseQuantizer(const Tensor &t, int64_t smallest, int64_t largest,
                             bool reduceRange) {
  Tensor values = contiguous(toDType(t, TSRT_F32));
  Choice none{1, 0};
  if (!values)
    return none;
  if (values.numel() == 0) {
    bail("min(): Expected reduction dim to be specified for input.numel() == "
         "0. Specify the reduction dim with the 'dim' argument.");
    return none;
  }
  Range range = findRange(values.data<float>(), values.numel());
  if (range.hasNaN) {
    bail("In ChooseQuantizationParams, min should be less than or equal to "
         "max");
    return none;
  }
  return chooseQuantizer(range.low, range.high, smallest, largest, reduceRange);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

namespace {

Tensor quantizePerTensor(const Tensor &t, double scale, int64_t zeroPoint,
                         int64_t dtype) {
  return quantize(inFormat(t, suggestedFormat(t)), scale, zeroPoint,
                  int(dtype));
}
Tensor quantizeByTensors(const Tensor &t, const Tensor &scale,
                         const Tensor &zeroPoint, int64_t dtype) {
  if (!scale.numel() || !zeroPoint.numel())
    return bail("a scale and a zero point are expected");
  return quantizePerTensor(t, scale.at(0).toDouble(), zeroPoint.at(0).toInt(),
                           dtype);
}
Tensors quantizeAll(const Tensors &tensors, const Tensor &scales,
                    const Tensor &zeroPoints, int64_t dtype) {
  Tensors made;
  std::vector<double> scale = elementsAs<double>(scales);
  std::vector<int64_t> zeroPoint = elementsAs<int64_t>(zeroPoints);
  if (scale.size() < tensors.size() || zeroPoint.size() < tensors.size())
    return bail("a scale and a zero point for each tensor are expected");
  for (size_t i = 0; i < tensors.size(); ++i)
    made.push_back(
        quantizePerTensor(tensors[i], scale[i], zeroPoint[i], dtype));
  return made;
}
Tensor quantizePerChannel(const Tensor &t, const Tensor &scales,
                          const Tensor &zeroPoints, int64_t axis,
                          int64_t dtype) {
  return quantizeChannels(t, elementsAs<double>(scales),
                          elementsAs<double>(zeroPoints), axis,
                          zeroPoints.isFloating(), int(dtype));
}
Tensor quantizeDynamic(const Tensor &t, int64_t dtype, bool reduceRange) {
  if (dtype == TSRT_F16)
    return toDType(t, TSRT_F16);
  if (dtype != TSRT_QI8 && dtype != TSRT_QU8)
    return bail("dtype %s not supported", tsrt_dtype_name(int32_t(dtype)));
  Choice choice = chooseQuantizer(t, smallestQuantum(int(dtype)),
                                  largestQuantum(int(dtype)), reduceRange);
  return quantize(t, choice.scale, choice.zeroPoint, int(dtype));
}
std::tuple<double, int64_t> chooseOf(const Tensor &t, bool reduceRange) {
  Choice choice = chooseQuantizer(t, 0, 255, reduceRange);
  return {choice.scale, choice.zeroPoint};
}

Tensor makePerTensor(const Tensor &t, double scale, int64_t zeroPoint) {
  if (!isQuantized(quantizedDType(t.dtype())))
    return bail("integers of dtype %s cannot be those of a quantized tensor",
                tsrt_dtype_name(t.dtype()));
  auto *quantizer = new Quantizer;
  quantizer->scale = scale;
  quantizer->zeroPoint = zeroPoint;
  return asQuantized(cloneOf(t), quantizer);
}
Tensor makePerChannel(const Tensor &t, const Tensor &scales,
                      const Tensor &zeroPoints, int64_t axis) {
  if (!isQuantized(quantizedDType(t.dtype())))
    return bail("integers of dtype %s cannot be those of a quantized tensor",
                tsrt_dtype_name(t.dtype()));
  if (axis < 0 || axis >= t.dim() || scales.numel() != t.size(axis) ||
      zeroPoints.numel() != t.size(axis))
    return bail("length of scales must equal to channel");
  auto *quantizer = new Quantizer;
  quantizer->scheme = zeroPoints.isFloating() ? Quantizer::PerChannelAffineFloat
                                              : Quantizer::PerChannelAffine;
  quantizer->scales = elementsAs<double>(scales);
  quantizer->zeroPoints = elementsAs<double>(zeroPoints);
  quantizer->axis = axis;
  return asQuantized(cloneOf(t), quantizer);
}

/// Whether `t` is quantized, and per tensor or per channel as wanted.
bool isOf(const Tensor &t, const char *op, bool perTensor) {
  if (!quantizerOf(t))
    bailAs(kNotImplementedError,
           "Could not run '%s' with arguments from the 'CPU' backend. This "
           "could be because the operator doesn't exist for this backend, or "
           "was omitted during the selective/custom build process (if using "
           "custom build).",
           op);
  else if (quantizerOf(t)->isPerTensor() != perTensor)
    bail("Expected %s to be true, but got false.  (Could this error message "
         "be improved?  If so, please report an enhancement request to "
         "PyTorch.)",
         perTensor ? "quantizer->qscheme() == kPerTensorAffine"
                   : "quantizer->qscheme() == kPerChannelAffine || "
                     "quantizer->qscheme() == kPerChannelAffineFloatQParams");
  return !failed();
}

Tensor intRepr(const Tensor &t) {
  if (!quantizerOf(t))
    return bailAs(kNotImplementedError,
                  "Could not run 'aten::int_repr' with arguments from the "
                  "'CPU' backend. This could be because the operator doesn't "
                  "exist for this backend, or was omitted during the "
                  "selective/custom build process (if using custom build).");
  return cloneOf(integersOf(t));
}
double scaleOf(const Tensor &t) {
  return isOf(t, "aten::q_scale", true) ? quantizerOf(t)->scale : 0;
}
int64_t zeroPointOf(const Tensor &t) {
  return isOf(t, "aten::q_zero_point", true) ? quantizerOf(t)->zeroPoint : 0;
}
/// A tensor of numbers of a quantizer.
Tensor numbers(const std::vector<double> &values, int dtype) {
  Tensor t = empty({int64_t(values.size())}, dtype);
  for (size_t i = 0; t && i < values.size(); ++i)
    storeScalar(t.data<char>() + int64_t(i) * t.itemsize(), dtype, values[i]);
  return t;
}
bool isFloatScheme(const Tensor &t) {
  return quantizerOf(t)->scheme == Quantizer::PerChannelAffineFloat;
}
Tensor scalesOf(const Tensor &t) {
  if (!isOf(t, "aten::q_per_channel_scales", false))
    return {};
  return numbers(quantizerOf(t)->scales,
                 isFloatScheme(t) ? TSRT_F32 : TSRT_F64);
}
Tensor zeroPointsOf(const Tensor &t) {
  if (!isOf(t, "aten::q_per_channel_zero_points", false))
    return {};
  return numbers(quantizerOf(t)->zeroPoints,
                 isFloatScheme(t) ? TSRT_F32 : TSRT_I64);
}
int64_t axisOf(const Tensor &t) {
  return isOf(t, "aten::q_per_channel_axis", false) ? quantizerOf(t)->axis : 0;
}
int64_t schemeOf(const Tensor &t) {
  if (!quantizerOf(t))
    return bailAs(kNotImplementedError,
                  "Could not run 'aten::qscheme' with arguments from the "
                  "'CPU' backend. This could be because the operator doesn't "
                  "exist for this backend, or was omitted during the "
                  "selective/custom build process (if using custom build).");
  return quantizerOf(t)->scheme;
}
Tensor dequantizeSelf(const Tensor &t) {
  return inFormat(dequantize(t), suggestedFormat(t));
}
Tensors dequantizeAll(const Tensors &tensors) {
  Tensors made;
  for (const Tensor &t : tensors)
    made.push_back(dequantizeSelf(t));
  return made;
}
Tensor emptyAffine(const Dims &size, OptInt dtype, Ignored, Ignored, Ignored,
                   double scale, int64_t zeroPoint, Ignored) {
  int to = int(dtype.value_or(TSRT_F32));
  if (!isQuantized(to))
    return bail("ScalarType %s is not supported in new_qtensor.",
                scalarTypeName(to));
  auto *quantizer = new Quantizer;
  quantizer->scale = scale;
  quantizer->zeroPoint = zeroPoint;
  return asQuantized(zeros(size, integerDType(to)), quantizer);
}

Tensor emptyPerChannel(const Dims &size, const Tensor &scales,
                       const Tensor &zeroPoints, int64_t axis, OptInt dtype,
                       Ignored, Ignored, Ignored, Ignored) {
  int to = int(dtype.value_or(TSRT_F32));
  if (!isQuantized(to))
    return bail("ScalarType %s is not supported in new_qtensor.",
                scalarTypeName(to));
  return makePerChannel(zeros(size, integerDType(to)), scales, zeroPoints,
                        axis);
}

const KernelEntry entries[] = {
    TSRT_OP("quantize_per_tensor", quantizePerTensor),
    {"aten::quantize_per_tensor.tensor_qparams", op<quantizeByTensors>},
    {"aten::quantize_per_tensor.tensors", op<quantizeAll>},
    TSRT_OP("quantize_per_channel", quantizePerChannel),
    TSRT_OP("quantize_per_tensor_dynamic", quantizeDynamic),
    TSRT_OP("_choose_qparams_per_tensor", chooseOf),
    TSRT_OP("_make_per_tensor_quantized_tensor", makePerTensor),
    TSRT_OP("_make_per_channel_quantized_tensor", makePerChannel),
    TSRT_OP("_empty_affine_quantized", emptyAffine),
    TSRT_OP("_empty_per_channel_affine_quantized", emptyPerChannel),
    TSRT_OP("int_repr", intRepr),
    TSRT_OP("q_scale", scaleOf),
    TSRT_OP("q_zero_point", zeroPointOf),
    TSRT_OP("q_per_channel_scales", scalesOf),
    TSRT_OP("q_per_channel_zero_points", zeroPointsOf),
    TSRT_OP("q_per_channel_axis", axisOf),
    TSRT_OP("qscheme", schemeOf),
    {"aten::dequantize.self", op<dequantizeSelf>},
    {"aten::dequantize.tensor", op<dequantizeSelf>},
    {"aten::dequantize.tensors", op<dequantizeAll>},
    {"aten::dequantize.list", op<dequantizeAll>},
};
const KernelTable table(entries);

} // namespace
