//===- Quantizer.cpp - Quantized tensors and floats -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Quantizers, and the way between integers and the numbers they stand for.
//
//===----------------------------------------------------------------------===//

#include "tensor/Quantizer.h"

#include "core/ForEachISA.h"
#include "core/Parallel.h"
#include "device/Memory.h"
#include "tensor/Copy.h"
#include "tensor/Views.h"

#include <algorithm>
#include <cmath>

using namespace tsrt;

std::atomic<bool> tsrt::haveQuantized{false};

void Quantizer::retain() const { refs.fetch_add(1, std::memory_order_relaxed); }
void Quantizer::drop() const {
  if (refs.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete this;
}

//===----------------------------------------------------------------------===//
// Storages with a quantizer
//===----------------------------------------------------------------------===//

namespace {

/// What the storage of a quantized tensor holds on to.
struct QuantizedMemory {
  /// Where the integers are.
  Storage *integers;
  const Quantizer *quantizer;
};

void releaseQuantized(void *context) {
  auto *memory = static_cast<QuantizedMemory *>(context);
  memory->integers->drop();
  memory->quantizer->drop();
  delete memory;
}

} // namespace

const Quantizer *tsrt::quantizerOf(const tsrt_tensor *t) {
  return t && isQuantized(t->dtype) && t->storage->release == releaseQuantized
             ? static_cast<QuantizedMemory *>(t->storage->context)->quantizer
             : nullptr;
}

void tsrt::setQuantizer(const Tensor &t, const Quantizer *quantizer) {
  if (!quantizerOf(t))
    return;
  auto *memory = static_cast<QuantizedMemory *>(t.get()->storage->context);
  quantizer->retain();
  memory->quantizer->drop();
  memory->quantizer = quantizer;
}

int tsrt::integerDType(int dtype) {
  return dtype == TSRT_QI8    ? TSRT_I8
         : dtype == TSRT_QU8  ? TSRT_U8
         : dtype == TSRT_QI32 ? TSRT_I32
                              : dtype;
}
int tsrt::quantizedDType(int dtype) {
  return dtype == TSRT_I8    ? TSRT_QI8
         : dtype == TSRT_U8  ? TSRT_QU8
         : dtype == TSRT_I32 ? TSRT_QI32
                             : dtype;
}
const char *tsrt::schemeName(int scheme) {
  static const char *const names[] = {
      "per_tensor_affine", "per_channel_affine", "per_tensor_symmetric",
      "per_channel_symmetric", "per_channel_affine_float_qparams"};
  return names[scheme];
}

int64_t tsrt::smallestQuantum(int dtype) {
  return dtype == TSRT_QI8 ? -128 : dtype == TSRT_QU8 ? 0 : INT32_MIN;
}
int64_t tsrt::largestQuantum(int dtype) {
  return dtype == TSRT_QI8 ? 127 : dtype == TSRT_QU8 ? 255 : INT32_MAX;
}

Tensor tsrt::integersOf(const Tensor &quantized) {
  Tensor view = viewOf(quantized, quantized.sizes(), quantized.strides(),
                       quantized.offset());
  if (view)
    view.get()->dtype = integerDType(quantized.dtype());
  return view;
}

/// A view as a quantized tensor; the quantizer is retained.
static Tensor withQuantizer(const Tensor &integers,
                            const Quantizer *quantizer) {
  Tensor view = viewOf(integers, integers.sizes(), integers.strides(),
                       integers.offset());
  if (!view)
    return {};
  tsrt_tensor *impl = view.get();
  // The view's reference to the memory becomes the new storage's.
  Storage *memory = impl->storage, *storage = Storage::allocate(0);
  storage->data = memory->data;
  storage->bytes = memory->bytes;
  quantizer->retain();
  storage->context = new QuantizedMemory{memory, quantizer};
  storage->release = releaseQuantized;
  impl->storage = storage;
  impl->dtype = quantizedDType(integers.dtype());
  haveQuantized.store(true, std::memory_order_release);
  return view;
}

Tensor tsrt::asQuantized(const Tensor &integers, Quantizer *quantizer) {
  quantizer->retain();
  Tensor made = withQuantizer(integers, quantizer);
  quantizer->drop();
  return made;
}

Tensor tsrt::asQuantizedLike(const Tensor &integers, const Tensor &quantized) {
  return quantizerOf(quantized) ? withQuantizer(integers, quantizerOf(quantized))
                               : Tensor();
}

//===----------------------------------------------------------------------===//
// Quantize
//===----------------------------------------------------------------------===//

namespace {

constexpr int64_t grain = 1 << 15;

/// A number in the range of an integer that a float cannot exceed without
/// becoming the smallest one, as conversions of x86 have it.
int64_t toInteger(float v) {
  return v >= 9.2e18f || !(v > -9.3e18f) ? INT64_MIN : int64_t(v);
}

/// Scale and zero point of a run of elements, for both directions.
struct Affine {
  float scale, inverse, zeroPoint;
  int64_t whole;
  bool isFloat;
};

/// quantizeRun for bytes of either sign, in single precision alone: what
/// `toInteger` makes the smallest integer becomes the lower bound.
TSRT_FOR_EACH_ISA
void quantizeBytes(const float *__restrict in, uint8_t *__restrict out,
                   int64_t n, float inverse, float zeroPoint, float low,
                   float high) {
  for (int64_t i = 0; i < n; ++i) {
    float q = zeroPoint + std::nearbyint(in[i] * inverse);
    q = q >= 9.2e18f ? low : q;
    q = q > low ? q : low;
    q = q < high ? q : high;
    out[i] = uint8_t(int32_t(q));
  }
}

template <class T>
void quantizeRun(const float *in, T *out, int64_t n, const Affine &by,
                 int64_t low, int64_t high) {
  if (sizeof(T) == 1 && !by.isFloat)
    return quantizeBytes(in, reinterpret_cast<uint8_t *>(out), n, by.inverse,
                         by.zeroPoint, float(low), float(high));
  for (int64_t i = 0; i < n; ++i) {
    int64_t q;
    if (by.isFloat)
      q = toInteger(std::nearbyint(in[i] * by.inverse + by.zeroPoint));
    else
      q = toInteger(by.zeroPoint + std::nearbyint(in[i] * by.inverse));
    out[i] = T(std::clamp(q, low, high));
  }
}

/// dequantizeRun for bytes; signed ones are unsigned ones with the other highest
/// bit, less 128: `flip` is that bit.
TSRT_FOR_EACH_ISA
void dequantizeBytes(const uint8_t *__restrict in, float *__restrict out,
                     int64_t n, int32_t flip, int32_t zeroPoint, float scale) {
  for (int64_t i = 0; i < n; ++i)
    out[i] = float((int32_t(in[i]) ^ flip) - zeroPoint) * scale;
}

template <class T>
void dequantizeRun(const T *in, float *out, int64_t n, const Affine &by) {
  if (constexpr int32_t flip = std::is_signed_v<T> ? 128 : 0;
      sizeof(T) == 1 && !by.isFloat)
    return dequantizeBytes(reinterpret_cast<const uint8_t *>(in), out, n, flip,
                           int32_t(by.whole) + flip, by.scale);
  for (int64_t i = 0; i < n; ++i)
    out[i] = by.isFloat ? (float(in[i]) - by.zeroPoint) * by.scale
                        : float(int64_t(in[i]) - by.whole) * by.scale;
}

Affine affine(double scale, double zeroPoint, bool isFloat) {
  float single = float(scale);
  return {single, 1.0f / single, float(zeroPoint), int64_t(zeroPoint),
          isFloat};
}

/// That of a quantizer with one for all elements.
Affine affine(const Quantizer &by) {
  return affine(by.scale, double(by.zeroPoint), false);
}

/// Calls `body(begin, end, affine)` for runs of elements, in order of memory,
/// that have one scale.
template <class F>
void forRuns(const Dims &sizes, const Quantizer &quantizer, const F &body) {
  if (quantizer.isPerTensor()) {
    Affine by = affine(quantizer);
    parallelFor(sizes.product(), grain,
                [&](int64_t begin, int64_t end) { body(begin, end, by); });
    return;
  }
  auto axis = size_t(quantizer.axis);
  int64_t inner = 1, channels = sizes[axis];
  for (size_t d = axis + 1; d < sizes.size(); ++d)
    inner *= sizes[d];
  int64_t runs = inner ? sizes.product() / inner : 0;
  for (int64_t run = 0; run < runs; ++run) {
    auto c = size_t(run % channels);
    body(run * inner, (run + 1) * inner,
         affine(quantizer.scales[c], quantizer.zeroPoints[c],
                quantizer.scheme == Quantizer::PerChannelAffineFloat));
  }
}

/// A tensor as the runs of its quantizer want it: with one for all elements
/// they keep their order, and lie close together.
Tensor inOrder(const Tensor &t, const Quantizer &quantizer) {
  if (!quantizer.isPerTensor())
    return contiguous(t);
  return t && preservedStrides(t) == t.strides() ? t : cloneOf(t);
}

/// The integers of floats, by a quantizer.
Tensor quantizeBy(const Tensor &t, const Quantizer &quantizer, int dtype) {
  Tensor in = inOrder(onHost(t), quantizer);
  Tensor out =
      in ? emptyLike(in.sizes(), in.strides(), in.numel(), integerDType(dtype))
         : Tensor();
  if (!in || !out)
    return {};
  const float *from = in.data<float>();
  int64_t low = smallestQuantum(dtype), high = largestQuantum(dtype);
  visitDType(out.dtype(), [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_integral_v<T>)
      forRuns(t.sizes(), quantizer,
              [&](int64_t begin, int64_t end, const Affine &by) {
                quantizeRun(from + begin, out.data<T>() + begin, end - begin,
                            by, low, high);
              });
  });
  return out;
}

/// Notes what cannot be quantized.
bool checkQuantize(const Tensor &t, int dtype, const char *what) {
  if (failed())
    return false;
  if (!isQuantized(dtype)) {
    bail("ScalarType %s is not supported in new_qtensor.",
         scalarTypeName(dtype));
    return false;
  }
  if (t.dtype() != TSRT_F32 && t) {
    bail("Quantize only works on Float Tensor, got %s",
         scalarTypeName(t.dtype()));
    return false;
  }
  return bool(t);
}

bool checkZeroPoint(int64_t zeroPoint, int dtype, const char *what) {
  if (zeroPoint > largestQuantum(dtype))
    bail("%s zero_point %lld is above upper bound.", what,
         (long long)zeroPoint);
  else if (zeroPoint < smallestQuantum(dtype))
    bail("%s zero_point %lld is below lower bound.", what,
         (long long)zeroPoint);
  return !failed();
}

} // namespace

Tensor tsrt::quantize(const Tensor &t, double scale, int64_t zeroPoint,
                      int dtype) {
  const char *what = "quantize_tensor_per_tensor_affine";
  if (!checkQuantize(t, dtype, what) || !checkZeroPoint(zeroPoint, dtype, what))
    return {};
  auto *quantizer = new Quantizer;
  quantizer->scale = scale;
  quantizer->zeroPoint = zeroPoint;
  return asQuantized(quantizeBy(t, *quantizer, dtype), quantizer);
}

Tensor tsrt::quantizeChannels(const Tensor &t, std::vector<double> scales,
                              std::vector<double> zeroPoints, int64_t axis,
                              bool areFloat, int dtype) {
  const char *what = "quantize_tensor_per_channel_affine";
  if (!checkQuantize(t, dtype, what))
    return {};
  if (axis < 0 || axis >= t.dim())
    return bail("Channel axis out of range in per channel affine "
                "quantization. Got: %lldExpected: [0, %lld)",
                (long long)axis, (long long)t.dim());
  if (int64_t(scales.size()) != t.size(axis))
    return bail("length of scales must equal to channel");
  if (int64_t(zeroPoints.size()) != t.size(axis))
    return bail("length of zero_points must equal to channel");
  for (double zeroPoint : zeroPoints)
    if (!areFloat && !checkZeroPoint(int64_t(zeroPoint), dtype, what))
      return {};
  auto *quantizer = new Quantizer;
  quantizer->scheme = areFloat ? Quantizer::PerChannelAffineFloat
                               : Quantizer::PerChannelAffine;
  quantizer->scales = std::move(scales);
  quantizer->zeroPoints = std::move(zeroPoints);
  quantizer->axis = axis;
  return asQuantized(quantizeBy(t, *quantizer, dtype), quantizer);
}

Tensor tsrt::dequantize(const Tensor &t) {
  if (!t || failed())
    return {};
  if (!quantizerOf(t))
    return toDType(t, TSRT_F32);
  Tensor in = inOrder(integersOf(t), *quantizerOf(t));
  if (!in)
    return {};
  Tensor out = emptyLike(in.sizes(), in.strides(), in.numel(), TSRT_F32);
  visitDType(in.dtype(), [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_integral_v<T>)
      forRuns(t.sizes(), *quantizerOf(t),
              [&](int64_t begin, int64_t end, const Affine &by) {
                dequantizeRun(in.data<T>() + begin, out.data<float>() + begin,
                              end - begin, by);
              });
  });
  return out;
}

TSRT_FOR_EACH_ISA
static void addFloats(float *__restrict x, const float *__restrict y,
                      int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    x[i] += y[i];
}

Tensor tsrt::addBytes(const Tensor &a, const Tensor &b, double scale,
                      int64_t zeroPoint, bool relu) {
  int dtype = a.dtype();
  if (dtype == TSRT_QI32 || a.sizes() != b.sizes() ||
      a.strides() != b.strides() || preservedStrides(a) != a.strides() ||
      !checkZeroPoint(zeroPoint, dtype, "quantize_tensor_per_tensor_affine"))
    return {};
  Tensor out = emptyLike(a.sizes(), a.strides(), a.numel(), integerDType(dtype));
  auto *quantizer = new Quantizer;
  quantizer->scale = scale;
  quantizer->zeroPoint = zeroPoint;
  Affine first = affine(*quantizerOf(a)), second = affine(*quantizerOf(b)),
         to = affine(*quantizer);
  int64_t low = smallestQuantum(dtype), high = largestQuantum(dtype);
  if (relu)
    low = std::max(low, zeroPoint);
  auto add = [&](auto tag) {
    using T = decltype(tag);
    const auto *x = static_cast<const T *>(a.data()),
               *y = static_cast<const T *>(b.data());
    T *sums = out.data<T>();
    parallelFor(a.numel(), grain, [&](int64_t begin, int64_t end) {
      constexpr int64_t block = 512;
      float left[block], right[block];
      for (int64_t i = begin; i < end; i += block) {
        int64_t n = std::min(block, end - i);
        dequantizeRun(x + i, left, n, first);
        dequantizeRun(y + i, right, n, second);
        addFloats(left, right, n);
        quantizeRun(left, sums + i, n, to, low, high);
      }
    });
  };
  if (dtype == TSRT_QU8)
    add(uint8_t());
  else
    add(int8_t());
  return asQuantized(out, quantizer);
}
