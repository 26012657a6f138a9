//===- Resampling.cpp - Grids of another size -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nearest, linear and cubic interpolation. Each is separable: along a spatial
// dimension an element of the result is a weighted sum of one, two or four of
// the input, and one dimension follows the other, the last one first. Positions
// and weights are rounded as PyTorch rounds them.
//
//===----------------------------------------------------------------------===//

#include "../Families.h"
#include "TorchScript/Operators/Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ts;

namespace {
#include "TorchScript/Operators/ResamplingArguments.h.inc"

/// input [N, C, ...]; of `factors` there is none, or one for each of the spatial
/// dimensions.
struct Parameters {
  TensorInfo input;
  SmallVector<Size> output;
  SmallVector<std::optional<double>> factors;
  bool alignsCorners = false;
};
} // namespace

/// The factors between the sizes: a list, or one argument for each dimension;
/// false when they are not known.
static bool readFactors(ResampleArguments &args, Parameters &p) {
  if (args.scale_factors()) {
    std::optional<SmallVector<Value>> list = args.scale_factors().elements();
    if (!list || list->size() != p.output.size())
      return false;
    for (Value factor : *list)
      p.factors.push_back(getConstantNumber(factor));
  } else {
    SmallVector<NumberArgument> all;
    if (p.output.size() == 1)
      all = {args.scales()};
    else if (p.output.size() == 2)
      all = {args.scales_h(), args.scales_w()};
    else
      all = {args.scales_d(), args.scales_h(), args.scales_w()};
    for (const NumberArgument &factor : all) {
      p.factors.push_back(factor.constant());
      if (factor && !p.factors.back())
        return false;
    }
    return true;
  }
  return llvm::all_of(p.factors, [](auto factor) { return bool(factor); });
}

static std::optional<Parameters> getParameters(Inference &i, OperatorOp op) {
  ResampleArguments args(op);
  std::optional<TensorInfo> input =
      i.typedTensor(args.self() ? args.self() : args.input());
  StringRef name = getBaseName(op);
  int64_t spatial = name[name.size() - 2] - '0';
  if (!input || input->getRank() != spatial + 2)
    return std::nullopt;
  Parameters p;
  p.input = *input;
  p.output.resize(spatial);
  bool hasSizes = bool(args.output_size());
  if (!(hasSizes && op.getName().ends_with(".vec")) && !readFactors(args, p))
    return std::nullopt;
  if (hasSizes) {
    auto sizes = i.integerList(args.output_size().getValue());
    if (!sizes || int64_t(sizes->size()) != spatial)
      return std::nullopt;
    p.output = *sizes;
  }
  for (int64_t d = 0; d < spatial; ++d) {
    Size in = input->sizes[d + 2];
    if (!hasSizes) {
      std::optional<int64_t> known = getConstant(in);
      if (!known)
        return std::nullopt;
      p.output[d] = i.constant(int64_t(double(*known) * *p.factors[d]));
    }
    i.requireAtLeast(in, 1);
    i.requireAtLeast(p.output[d], 1);
  }
  if (args.align_corners().getValue()) {
    std::optional<bool> aligns = args.align_corners().constant();
    if (!aligns)
      return std::nullopt;
    p.alignsCorners = *aligns;
  }
  return p;
}

static bool inferResample(Inference &i, OperatorOp op) {
  std::optional<Parameters> p = getParameters(i, op);
  if (!p || (!getBaseName(op).contains("nearest") && !p->input.isFloat()))
    return false;
  SmallVector<Size> sizes(ArrayRef(p->input.sizes).take_front(2));
  llvm::append_range(sizes, p->output);
  return i.result(p->input.dtype, sizes);
}

namespace {
/// Positions in one dimension of the input: arithmetic on values.
class Axis {
public:
  /// `in` and `out` are sizes; the factor between them is used where it is
  /// given.
  Axis(Lowering &l, OpFoldResult in, OpFoldResult out, bool alignsCorners,
       std::optional<double> factor)
      : in(l.index(in)), alignsCorners(alignsCorners) {
    ImplicitLocOpBuilder b(l.loc, l.builder);
    isSame = b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq, this->in,
                                           l.index(out));
    if (!alignsCorners && factor && *factor > 0) {
      scale = number(b, 1 / *factor);
      return;
    }
    Value have = toFloat(b, this->in), want = toFloat(b, l.index(out));
    if (!alignsCorners) {
      scale = b.create<arith::DivFOp>(have, want);
      return;
    }
    Value one = number(b, 1);
    Value steps = b.create<arith::SubFOp>(want, one);
    Value quotient =
        b.create<arith::DivFOp>(b.create<arith::SubFOp>(have, one), steps);
    Value isMore = b.create<arith::CmpFOp>(arith::CmpFPredicate::OGT, want, one);
    scale = b.create<arith::SelectOp>(isMore, quotient, number(b, 0));
  }

  static Value number(ImplicitLocOpBuilder &b, double n) {
    return b.create<arith::ConstantOp>(b.getF64FloatAttr(n));
  }
  static Value toFloat(ImplicitLocOpBuilder &b, Value index) {
    Value i = b.create<arith::IndexCastOp>(b.getI64Type(), index);
    return b.create<arith::SIToFPOp>(b.getF64Type(), i);
  }

  /// The nearest element to element `o` of the result: positions are floats.
  Value nearest(ImplicitLocOpBuilder &b, Value o, bool isExact) const {
    Type single = b.getF32Type();
    Value at = b.create<arith::TruncFOp>(single, toFloat(b, o));
    if (isExact)
      at = b.create<arith::AddFOp>(
          at, b.create<arith::ConstantOp>(b.getF32FloatAttr(0.5)));
    at = b.create<arith::MulFOp>(at, b.create<arith::TruncFOp>(single, scale));
    return clamp(b, toIndex(b, b.create<math::FloorOp>(at)));
  }

  /// Where element `o` of the result lies, between elements of the input; the
  /// scale is rounded to the element type, the position is not.
  Value position(ImplicitLocOpBuilder &b, Value o, Type element) const {
    Value step = scale;
    if (element.isF32()) {
      step = b.create<arith::TruncFOp>(element, scale);
      step = b.create<arith::ExtFOp>(b.getF64Type(), step);
    }
    Value place = toFloat(b, o), half = number(b, 0.5);
    if (alignsCorners)
      return b.create<arith::MulFOp>(step, place);
    place = b.create<arith::MulFOp>(step, b.create<arith::AddFOp>(place, half));
    return b.create<arith::SubFOp>(place, half);
  }

  static Value toIndex(ImplicitLocOpBuilder &b, Value whole) {
    Value i = b.create<arith::FPToSIOp>(b.getI64Type(), whole);
    return b.create<arith::IndexCastOp>(b.getIndexType(), i);
  }
  /// The index of an element of the input.
  Value clamp(ImplicitLocOpBuilder &b, Value index) const {
    Value zero = b.create<arith::ConstantIndexOp>(0);
    Value last =
        b.create<arith::SubIOp>(in, b.create<arith::ConstantIndexOp>(1));
    return b.create<arith::MinSIOp>(b.create<arith::MaxSIOp>(index, zero),
                                    last);
  }

  /// Whether the sizes are equal: then elements stay where they are, with any
  /// factor.
  Value isSame;

private:
  Value in, scale;
  bool alignsCorners;
};

/// Elements of the input, by their indices along the dimension, and weights.
using Taps = SmallVector<std::pair<Value, Value>>;
using TapsFn = llvm::function_ref<Taps(ImplicitLocOpBuilder &, const Axis &,
                                       Value o, Type element)>;
} // namespace

/// One dimension after the other, the last one first.
static SmallVector<Value> lowerTaps(Lowering &l, TapsFn getTaps) {
  std::optional<Parameters> p = getParameters(l.inference, l.op);
  Value value = l.tensor(p->input.value);
  Type element = l.element();
  Sizes sizes = l.sizesOf(value), wanted = l.sizes();
  for (int64_t d = int64_t(sizes.size()) - 1; d >= 2; --d) {
    Axis axis(l, sizes[d], wanted[d], p->alignsCorners,
              p->factors.empty() ? std::nullopt : p->factors[d - 2]);
    sizes[d] = wanted[d];
    value = l.generate(
        sizes, element,
        [&](OpBuilder &nested, Location loc, ValueRange indices) -> Value {
          ImplicitLocOpBuilder b(loc, nested);
          Value sum;
          for (auto [place, weight] : getTaps(b, axis, indices[d], element)) {
            SmallVector<Value> source(indices);
            source[d] = place;
            Value part = b.create<tensor::ExtractOp>(value, source);
            if (!weight)
              sum = part;
            else if (!sum)
              sum = b.create<arith::MulFOp>(weight, part);
            else
              sum = b.create<math::FmaOp>(weight, part, sum);
          }
          return sum;
        });
  }
  return {value};
}

static SmallVector<Value> lowerNearest(Lowering &l) {
  if (!isMovable(l.dtype()))
    return {};
  bool isExact = getBaseName(l.op).contains("exact");
  return lowerTaps(l, [&](ImplicitLocOpBuilder &b, const Axis &axis, Value o,
                          Type) -> Taps {
    return {{axis.nearest(b, o, isExact), Value()}};
  });
}

/// How far the position is behind an element of the input.
static Value getRest(ImplicitLocOpBuilder &b, Value at, Value index) {
  return b.create<arith::SubFOp>(at, Axis::toFloat(b, index));
}

/// The position as the element type holds it: what a cubic one is behind goes by
/// that.
static Value getRounded(ImplicitLocOpBuilder &b, Value at, Type element) {
  if (!element.isF32())
    return at;
  at = b.create<arith::TruncFOp>(element, at);
  return b.create<arith::ExtFOp>(b.getF64Type(), at);
}

/// A float of the element type.
static Value round(ImplicitLocOpBuilder &b, Value number, Type element) {
  return element.isF64() ? number : b.create<arith::TruncFOp>(element, number);
}

static SmallVector<Value> lowerLinear(Lowering &l) {
  if (!isComputable(l.dtype()))
    return {};
  return lowerTaps(l, [](ImplicitLocOpBuilder &b, const Axis &axis, Value o,
                         Type element) -> Taps {
    Value at = axis.position(b, o, element);
    at = b.create<arith::MaximumFOp>(at, Axis::number(b, 0));
    Value low = axis.clamp(b, Axis::toIndex(b, at));
    Value next = axis.clamp(
        b, b.create<arith::AddIOp>(low, b.create<arith::ConstantIndexOp>(1)));
    Value rest = b.create<arith::MinimumFOp>(getRest(b, at, low),
                                             Axis::number(b, 1));
    auto unlessSame = [&](Value same, Value other) -> Value {
      return b.createOrFold<arith::SelectOp>(axis.isSame, same, other);
    };
    Value weight = round(b, unlessSame(Axis::number(b, 0), rest), element);
    Value one = b.create<arith::ConstantOp>(b.getFloatAttr(element, 1));
    return {{unlessSame(o, low), b.create<arith::SubFOp>(one, weight)},
            {unlessSame(o, next), weight}};
  });
}

/// Weights of cubic convolution with a = -0.75 (R. Keys, 1981) at distance `t`
/// from the second of four points, some products fused as PyTorch's are.
static SmallVector<Value> getCubicWeights(ImplicitLocOpBuilder &b, Value t) {
  Type element = t.getType();
  auto number = [&](double n) -> Value {
    return b.create<arith::ConstantOp>(b.getFloatAttr(element, n));
  };
  auto mul = [&](Value x, Value y) { return b.create<arith::MulFOp>(x, y); };
  auto add = [&](Value x, double n) {
    return b.create<arith::AddFOp>(x, number(n));
  };
  auto fused = [&](Value x, Value y, double n) -> Value {
    return b.create<math::FmaOp>(x, y, number(n));
  };
  auto inner = [&](Value x) -> Value {
    Value cubic = fused(number(1.25), x, -2.25);
    return add(mul(mul(cubic, x), x), 1);
  };
  auto outer = [&](Value x) -> Value {
    Value cubic = fused(fused(number(-0.75), x, 3.75), x, -6);
    return add(mul(cubic, x), 3);
  };
  Value rest = b.create<arith::SubFOp>(number(1), t);
  return {outer(add(t, 1)), inner(t), inner(rest), outer(add(rest, 1))};
}

static SmallVector<Value> lowerCubic(Lowering &l) {
  if (!isComputable(l.dtype()))
    return {};
  return lowerTaps(l, [](ImplicitLocOpBuilder &b, const Axis &axis, Value o,
                         Type element) -> Taps {
    Value at = axis.position(b, o, element);
    Value index = Axis::toIndex(
        b, b.create<math::FloorOp>(getRounded(b, at, element)));
    Value rest = round(b, getRest(b, at, index), element);
    Taps taps;
    for (auto [k, weight] : llvm::enumerate(getCubicWeights(b, rest))) {
      Value place = b.create<arith::AddIOp>(
          index, b.create<arith::ConstantIndexOp>(int64_t(k) - 1));
      taps.push_back({axis.clamp(b, place), weight});
    }
    return taps;
  });
}

ArrayRef<OperatorEntry> operators::getResamplings() {
  static const OperatorEntry entries[] = {
#define TS_OPERATOR(arguments, name, rule, lowering) {name, rule, lowering},
#include "Operators.def"
  };
  return entries;
}
