//===- Pooling.cpp - Maxima and averages of windows -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain poolings of two dimensions are named linalg operations; all others one
// loop nest over windows that reads the input at computed indices.
//
//===----------------------------------------------------------------------===//

#include "../Families.h"
#include "../Windows.h"
#include "TorchScript/Operators/Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <limits>
#include <numeric>

using namespace mlir;
using namespace mlir::ts;

namespace {
#include "TorchScript/Operators/PoolingArguments.h.inc"

/// input [N, C, ...] or [C, ...]. The windows of an adaptive pooling divide the
/// input as evenly as they can.
struct Parameters {
  TensorInfo input;
  /// Of a pooling that is not adaptive.
  SmallVector<int64_t> kernel, stride, dilation, padding;
  /// As many elements as a window has at most.
  SmallVector<Size> window;
  /// The sizes of the result, of spatial dimensions only.
  SmallVector<Size> output;
  int64_t spatial = 2;
  bool isAdaptive = false, ceil = false, countPadding = true;
  std::optional<int64_t> divisor;

  int64_t first() const { return input.getRank() - spatial; }
};
} // namespace

static bool isMax(OperatorOp op) { return op.getName().contains("max"); }

/// The elements of the widest of `out` windows that divide `in`; of an unknown
/// `in` a number that is not smaller.
static Size getWidest(Inference &i, Size in, int64_t out) {
  std::optional<int64_t> known = getConstant(in);
  if (!known)
    return out == 1 ? in : (in - 1).floorDiv(out) + 2;
  int64_t widest = 0;
  for (int64_t o = 0; o < out; ++o)
    widest = std::max(widest,
                      ((o + 1) * *known + out - 1) / out - o * *known / out);
  return i.constant(widest);
}

/// Sizes of windows and results of an adaptive pooling.
static bool readAdaptive(Inference &i, OperatorOp op, Parameters &p) {
  std::optional<SmallVector<int64_t>> sizes =
      getSpatial(PoolArguments(op).output_size(), p.spatial, -1);
  if (!sizes)
    return false;
  for (int64_t d = 0; d < p.spatial; ++d) {
    Size in = p.input.sizes[p.first() + d];
    int64_t out = (*sizes)[d];
    if (getConstant(in).value_or(1) <= 0 || out <= 0)
      return false;
    p.window.push_back(getWidest(i, in, out));
    p.output.push_back(i.constant(out));
    // Windows of one size side by side are those of a plain pooling.
    std::optional<int64_t> known = getConstant(in);
    p.isAdaptive |= !known || *known % out != 0;
    p.kernel.push_back(known ? *known / out : 0);
    p.stride.push_back(known ? *known / out : 0);
  }
  p.dilation.assign(p.spatial, 1);
  p.padding.assign(p.spatial, 0);
  return true;
}

/// Sizes of the results of a plain pooling. With `ceil` a last window may hang
/// over, but must begin inside the input or its low padding.
static bool readSizes(Inference &i, Parameters &p) {
  for (int64_t d = 0; d < p.spatial; ++d) {
    int64_t kernel = p.kernel[d], stride = p.stride[d], pad = p.padding[d];
    if (kernel <= 0 || stride <= 0 || p.dilation[d] <= 0 || pad < 0 ||
        pad * 2 > kernel)
      return false;
    Size in = p.input.sizes[p.first() + d];
    Size room = in + (2 * pad - p.dilation[d] * (kernel - 1) - 1);
    Size size = room.floorDiv(stride) + 1;
    if (p.ceil) {
      Size last = (in + (pad - 1)).floorDiv(stride);
      size = i.min((room + (stride - 1)).floorDiv(stride), last) + 1;
    } else {
      i.requireAtLeast(room, 0);
    }
    i.requireAtLeast(size, 1);
    p.output.push_back(size);
    p.window.push_back(i.constant(kernel));
  }
  return true;
}

static std::optional<Parameters> getParameters(Inference &i, OperatorOp op) {
  PoolArguments args(op);
  std::optional<TensorInfo> input = i.typedTensor(args.self());
  StringRef base = getBaseName(op);
  size_t place = base.find("pool");
  if (!input || input->isBool())
    return std::nullopt;
  Parameters p;
  p.input = *input;
  p.spatial = base[place + 4] - '0';
  if (p.input.getRank() != p.spatial + 2 && p.input.getRank() != p.spatial + 1)
    return std::nullopt;
  // Only the batch may be empty.
  bool hasBatch = p.first() == 2;
  for (Size size : ArrayRef(p.input.sizes).drop_front(hasBatch))
    i.requireAtLeast(size, 1);
  if (base.contains("adaptive"))
    return readAdaptive(i, op, p) ? std::optional(p) : std::nullopt;
  auto kernel = getSpatial(args.kernel_size(), p.spatial, 0);
  std::optional<bool> ceil = args.ceil_mode().constant();
  if (!kernel || !ceil)
    return std::nullopt;
  std::optional<SmallVector<int64_t>> stride = args.stride().constants();
  stride = stride && stride->empty() ? kernel
                                     : getSpatial(args.stride(), p.spatial, 1);
  auto padding = getSpatial(args.padding(), p.spatial, 0);
  auto dilation = args.dilation() ? getSpatial(args.dilation(), p.spatial, 1)
                                  : SmallVector<int64_t>(p.spatial, 1);
  if (!stride || !padding || !dilation)
    return std::nullopt;
  p.kernel = *kernel;
  p.stride = *stride;
  p.padding = *padding;
  p.dilation = *dilation;
  p.ceil = *ceil;
  if (!isMax(op)) {
    std::optional<bool> count = args.count_include_pad().constant();
    p.divisor = args.divisor_override().constant();
    if (!count || (args.divisor_override() && p.divisor.value_or(0) == 0))
      return std::nullopt;
    p.countPadding = *count;
  }
  return readSizes(i, p) ? std::optional(p) : std::nullopt;
}

static bool inferPool(Inference &i, OperatorOp op) {
  std::optional<Parameters> p = getParameters(i, op);
  if (!p || (!isMax(op) && !p->input.isFloat() &&
             (!p->input.dtype.isInteger(64) || p->isAdaptive)))
    return false;
  SmallVector<Size> sizes(ArrayRef(p->input.sizes).take_front(p->first()));
  llvm::append_range(sizes, p->output);
  i.result(p->input.dtype, sizes);
  if (op.getNumResults() == 2)
    i.result(IntegerType::get(i.getContext(), 64), sizes);
  return true;
}

//===----------------------------------------------------------------------===//
// Named poolings
//===----------------------------------------------------------------------===//

/// Whether the pooling is of two dimensions, with a batch and plain windows
/// that do not hang over.
static bool isPlain(Lowering &l, const Parameters &p) {
  return p.spatial == 2 && p.first() == 2 && !p.isAdaptive && !p.divisor &&
         OperatorOp(l.op).getNumResults() == 1 && p.input.isFloat() &&
         (!p.ceil || isMax(l.op));
}

/// How far the windows reach behind the input.
static Sizes getHighPadding(Lowering &l, const Parameters &p) {
  Sizes high;
  for (int64_t d = 0; d < p.spatial; ++d) {
    Size size = l.inference.constant(p.padding[d]);
    if (p.ceil)
      size = l.inference.max(
          size, (p.output[d] - 1) * p.stride[d] - p.input.sizes[p.first() + d] +
                    (p.dilation[d] * (p.kernel[d] - 1) + 1 - p.padding[d]));
    high.push_back(l.materialize(size));
  }
  return high;
}

/// Pools the padded value, starting from `init` everywhere.
template <typename PoolOp>
static Value buildNamed(Lowering &l, const Parameters &p, Value value,
                        ArrayRef<OpFoldResult> sizes, double init) {
  Value padded =
      l.pad(value, getAsIndexOpFoldResult(l.builder.getContext(), p.padding),
            getHighPadding(l, p), l.constant(l.element(), init));
  Value window = l.empty(
      getAsIndexOpFoldResult(l.builder.getContext(), p.kernel), l.element());
  Value start = l.fill(sizes, l.element(), init);
  return l.builder
      .create<PoolOp>(l.loc, start.getType(), ValueRange{padded, window}, start,
                      l.builder.getI64TensorAttr(p.stride),
                      l.builder.getI64TensorAttr(p.dilation))
      .getResult(0);
}

static Value buildNamedAverage(Lowering &l, const Parameters &p, Value value) {
  Sizes sizes = l.sizes();
  Value sum = buildNamed<linalg::PoolingNchwSumOp>(l, p, value, sizes, 0);
  auto divide = [](OpBuilder &b, Location loc, ValueRange args) -> Value {
    return b.create<arith::DivFOp>(loc, args[0], args[1]);
  };
  bool isPadded = llvm::any_of(p.padding, [](int64_t n) { return n != 0; });
  if (p.countPadding || !isPadded) {
    double count = double(p.kernel[0] * p.kernel[1]);
    return l.map(
        sum, l.element(), [&](OpBuilder &b, Location loc, ValueRange args) {
          return divide(b, loc, {args[0], l.constant(l.element(), count)});
        });
  }
  // How many elements of each window are not padding: the sum of ones.
  Sizes one = l.sizesOf(value);
  one[0] = one[1] = l.builder.getIndexAttr(1);
  Sizes counted(sizes);
  counted[0] = counted[1] = one[0];
  Value counts = buildNamed<linalg::PoolingNchwSumOp>(
      l, p, l.fill(one, l.element(), 1), counted, 0);
  return l.elementwise({sum, counts}, sizes, l.element(), divide);
}

//===----------------------------------------------------------------------===//
// Any pooling
//===----------------------------------------------------------------------===//

namespace {
/// Arithmetic on the indices of windows.
struct WindowBuilder {
  OpBuilder &b;
  Location loc;
  const Parameters &p;
  /// The sizes of the input's spatial dimensions.
  ArrayRef<Value> extents;

  Value number(int64_t n) const {
    return b.create<arith::ConstantIndexOp>(loc, n);
  }
  /// Where the window of result `o` begins and ends in dimension `d`: outside
  /// of the input when it is padded.
  std::pair<Value, Value> getBounds(int64_t d, Value o) const {
    if (!p.isAdaptive) {
      Value step = b.createOrFold<arith::MulIOp>(loc, o, number(p.stride[d]));
      Value begin =
          b.createOrFold<arith::SubIOp>(loc, step, number(p.padding[d]));
      int64_t reach = p.dilation[d] * (p.kernel[d] - 1) + 1;
      return {begin, b.createOrFold<arith::AddIOp>(loc, begin, number(reach))};
    }
    Value out = number(*getConstant(p.output[d]));
    Value low = b.createOrFold<arith::MulIOp>(loc, o, extents[d]);
    Value high = b.createOrFold<arith::AddIOp>(loc, low, extents[d]);
    Value up = b.createOrFold<arith::AddIOp>(
        loc, high, number(*getConstant(p.output[d]) - 1));
    return {b.createOrFold<arith::DivUIOp>(loc, low, out),
            b.createOrFold<arith::DivUIOp>(loc, up, out)};
  }
  /// The index of element `k` of the window, and whether it is in the window
  /// and in the input.
  std::pair<Value, Value> getIndex(int64_t d, Value o, Value k) const {
    auto [begin, end] = getBounds(d, o);
    Value offset = b.createOrFold<arith::MulIOp>(loc, k, number(p.dilation[d]));
    Value index = b.createOrFold<arith::AddIOp>(loc, begin, offset);
    Value limit = p.isAdaptive ? end : extents[d];
    Value isBelow =
        b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::slt, index, limit);
    Value isAbove = b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::sge,
                                            index, number(0));
    return {index, b.create<arith::AndIOp>(loc, isBelow, isAbove)};
  }
  /// How many elements an average divides by.
  Value countElements(ArrayRef<Value> o) const {
    Value count = number(1);
    for (int64_t d = 0; d < p.spatial; ++d) {
      auto [begin, end] = getBounds(d, o[d]);
      Value limit = extents[d];
      if (p.countPadding)
        limit = b.createOrFold<arith::AddIOp>(loc, limit, number(p.padding[d]));
      else
        begin = b.createOrFold<arith::MaxSIOp>(loc, begin, number(0));
      end = b.createOrFold<arith::MinSIOp>(loc, end, limit);
      count = b.createOrFold<arith::MulIOp>(
          loc, count, b.createOrFold<arith::SubIOp>(loc, end, begin));
    }
    return count;
  }
};

/// Combines the element at an index with what was found before.
using WindowFn = llvm::function_ref<SmallVector<Value>(
    OpBuilder &, Location, Value element, Value isInside, ArrayRef<Value> index,
    ValueRange found)>;
} // namespace

/// The sizes of the input's spatial dimensions as values.
static SmallVector<Value> getExtents(Lowering &l, const Parameters &p,
                                     Value value) {
  SmallVector<Value> extents;
  for (int64_t d = 0; d < p.spatial; ++d)
    extents.push_back(l.index(l.sizeOf(value, p.first() + d)));
  return extents;
}

/// Goes over each window, from `inits` on.
static SmallVector<Value> buildWindows(Lowering &l, const Parameters &p,
                                       Value value, ValueRange inits,
                                       WindowFn combine) {
  MLIRContext *context = l.builder.getContext();
  int64_t outer = p.input.getRank(), loops = outer + p.spatial;
  SmallVector<Value> extents = getExtents(l, p, value);
  SmallVector<AffineExpr> result, window;
  for (int64_t dim = 0; dim < loops; ++dim)
    (dim < outer ? result : window).push_back(getAffineDimExpr(dim, context));
  SmallVector<AffineMap> maps{AffineMap::get(loops, 0, window, context)};
  for (size_t i = 0; i < inits.size(); ++i)
    maps.push_back(AffineMap::get(loops, 0, result, context));
  SmallVector<utils::IteratorType> iterators(outer,
                                             utils::IteratorType::parallel);
  iterators.resize(loops, utils::IteratorType::reduction);
  Value shape = l.empty(l.materialize(p.window), l.element());
  auto generic = l.builder.create<linalg::GenericOp>(
      l.loc, inits.getTypes(), shape, inits, maps, iterators,
      [&](OpBuilder &b, Location loc, ValueRange args) {
        SmallVector<Value> source, spatial;
        Value isInside;
        WindowBuilder windows{b, loc, p, extents};
        for (int64_t dim = 0; dim < p.first(); ++dim)
          source.push_back(b.create<linalg::IndexOp>(loc, dim));
        for (int64_t d = 0; d < p.spatial; ++d) {
          auto [index, isHere] =
              windows.getIndex(d, b.create<linalg::IndexOp>(loc, p.first() + d),
                               b.create<linalg::IndexOp>(loc, outer + d));
          isInside = isInside ? b.create<arith::AndIOp>(loc, isInside, isHere)
                              : isHere;
          spatial.push_back(index);
        }
        // What lies outside is read inside, and not used.
        for (Value index : spatial)
          source.push_back(b.create<arith::SelectOp>(loc, isInside, index,
                                                     windows.number(0)));
        Value element = b.create<tensor::ExtractOp>(loc, value, source);
        b.create<linalg::YieldOp>(loc, combine(b, loc, element, isInside,
                                               spatial, args.drop_front()));
      });
  return SmallVector<Value>(generic.getResults());
}

/// The smallest number of a compute type.
static Value getLowest(Lowering &l, const Parameters &p) {
  Type type = l.element();
  if (isa<FloatType>(type))
    return l.constant(type, -std::numeric_limits<double>::infinity());
  unsigned width = type.getIntOrFloatBitWidth();
  APInt lowest = p.input.dtype.isUnsignedInteger()
                     ? APInt::getMinValue(width)
                     : APInt::getSignedMinValue(width);
  return l.builder.create<arith::ConstantOp>(
      l.loc, l.builder.getIntegerAttr(type, lowest));
}

static SmallVector<Value> lowerMaxPool(Lowering &l) {
  std::optional<Parameters> p = getParameters(l.inference, l.op);
  if (!p || !isComputable(l.dtype()) || l.dtype().isUnsignedInteger())
    return {};
  Value value = l.tensor(p->input.value);
  if (isPlain(l, *p))
    return {buildNamed<linalg::PoolingNchwMaxOp>(
        l, *p, value, l.sizes(), -std::numeric_limits<double>::infinity())};
  Type i64 = l.builder.getI64Type();
  SmallVector<Value> extents = getExtents(l, *p, value);
  SmallVector<Value> inits{l.fill(l.sizes(), getLowest(l, *p)),
                           l.fill(l.sizes(), i64, -1)};
  // The last of equal elements is not taken, the last NaN is.
  auto combine = [&](OpBuilder &b, Location loc, Value element, Value isInside,
                     ArrayRef<Value> index,
                     ValueRange found) -> SmallVector<Value> {
    Value flat = index.front();
    for (int64_t d = 1; d < p->spatial; ++d)
      flat = b.create<arith::AddIOp>(
          loc, b.create<arith::MulIOp>(loc, flat, extents[d]), index[d]);
    Value place = b.create<arith::IndexCastOp>(loc, i64, flat);
    Value isBetter =
        isa<FloatType>(element.getType())
            ? b.create<arith::CmpFOp>(loc, arith::CmpFPredicate::UGT, element,
                                      found[0])
                  .getResult()
            : b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::sgt, element,
                                      found[0])
                  .getResult();
    if (isa<FloatType>(element.getType())) {
      // UGT holds when either is NaN; one that was found stays against numbers.
      Value isNew = b.create<arith::CmpFOp>(loc, arith::CmpFPredicate::UNO,
                                            element, element);
      Value wasNumber = b.create<arith::CmpFOp>(loc, arith::CmpFPredicate::ORD,
                                                found[0], found[0]);
      isBetter = b.create<arith::AndIOp>(
          loc, isBetter, b.create<arith::OrIOp>(loc, isNew, wasNumber));
    }
    Value none = b.create<arith::ConstantIntOp>(loc, -1, 64);
    Value isFirst =
        b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, found[1], none);
    Value takes = b.create<arith::AndIOp>(
        loc, isInside, b.create<arith::OrIOp>(loc, isBetter, isFirst));
    return {b.create<arith::SelectOp>(loc, takes, element, found[0]),
            b.create<arith::SelectOp>(loc, takes, place, found[1])};
  };
  SmallVector<Value> results = buildWindows(l, *p, value, inits, combine);
  results.resize(OperatorOp(l.op).getNumResults());
  return results;
}

/// The average of all elements in the spatial dimensions.
static Value buildWholeAverage(Lowering &l, const Parameters &p, Value value) {
  SmallVector<int64_t> dims =
      llvm::to_vector(llvm::seq<int64_t>(p.first(), p.input.getRank()));
  Value sum = l.reduce(value, dims, l.constant(l.element(), 0),
                       [](OpBuilder &b, Location loc, ValueRange args) {
                         return addElements(b, loc, args[0], args[1],
                                            arith::FastMathFlags::reassoc);
                       });
  Value count = l.index(l.materialize(
      l.inference.product(ArrayRef(p.input.sizes).drop_front(p.first()))));
  Value average = l.map(
      sum, l.element(),
      [&](OpBuilder &b, Location loc, ValueRange args) -> Value {
        Value wide = b.create<arith::IndexCastOp>(loc, b.getI64Type(), count);
        return b.create<arith::DivFOp>(
            loc, args[0], b.create<arith::SIToFPOp>(loc, l.element(), wide));
      });
  return l.unsqueeze(average, dims);
}

static SmallVector<Value> lowerAveragePool(Lowering &l) {
  std::optional<Parameters> p = getParameters(l.inference, l.op);
  if (!p || !isComputable(l.dtype()))
    return {};
  Value value = l.tensor(p->input.value);
  if (isPlain(l, *p))
    return {buildNamedAverage(l, *p, value)};
  if (p->isAdaptive && llvm::all_of(p->output, [](Size size) {
        return getConstant(size) == 1;
      }))
    return {buildWholeAverage(l, *p, value)};
  Value sum = buildWindows(
      l, *p, value, l.fill(l.sizes(), l.element(), 0),
      [&](OpBuilder &b, Location loc, Value element, Value isInside,
          ArrayRef<Value>, ValueRange found) -> SmallVector<Value> {
        Value more = addElements(b, loc, found[0], element);
        return {b.create<arith::SelectOp>(loc, isInside, more, found[0])};
      })[0];
  SmallVector<Value> extents = getExtents(l, *p, value);
  return {l.map(
      sum, l.element(),
      [&](OpBuilder &b, Location loc, ValueRange args) -> Value {
        WindowBuilder windows{b, loc, *p, extents};
        SmallVector<Value> place;
        for (int64_t d = 0; d < p->spatial; ++d)
          place.push_back(b.create<linalg::IndexOp>(loc, p->first() + d));
        Value count = p->divisor ? windows.number(*p->divisor)
                                 : windows.countElements(place);
        Value wide = b.create<arith::IndexCastOp>(loc, b.getI64Type(), count);
        // Averages of ints are cut off. Lanes of vectors behind the end count
        // no elements and must not divide by zero.
        if (l.element().isInteger(64)) {
          if (!p->divisor)
            wide = b.create<arith::MaxSIOp>(
                loc, wide, b.create<arith::ConstantIntOp>(loc, 1, 64));
          return b.create<arith::DivSIOp>(loc, args[0], wide);
        }
        return b.create<arith::DivFOp>(
            loc, args[0], b.create<arith::SIToFPOp>(loc, l.element(), wide));
      })};
}

ArrayRef<OperatorEntry> operators::getPoolings() {
  static const OperatorEntry entries[] = {
#define TS_OPERATOR(arguments, name, rule, lowering) {name, rule, lowering},
#include "Operators.def"
  };
  return entries;
}
