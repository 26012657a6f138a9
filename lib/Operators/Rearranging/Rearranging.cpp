//===- Rearranging.cpp - Elements at other places -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most of these are one loop over the result, which reads the operand at an
// index computed from its own.
//
//===----------------------------------------------------------------------===//

#include "../Families.h"
#include "TorchScript/Operators/Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ts;

namespace {
#include "TorchScript/Operators/RearrangingArguments.h.inc"

/// Arithmetic on indices inside a loop.
struct IndexBuilder {
  OpBuilder &b;
  Location loc;

  Value number(int64_t n) const {
    return b.create<arith::ConstantIndexOp>(loc, n);
  }
  Value add(Value x, Value y) const {
    return b.createOrFold<arith::AddIOp>(loc, x, y);
  }
  Value sub(Value x, Value y) const {
    return b.createOrFold<arith::SubIOp>(loc, x, y);
  }
  Value min(Value x, Value y) const {
    return b.createOrFold<arith::MinSIOp>(loc, x, y);
  }
  Value max(Value x, Value y) const {
    return b.createOrFold<arith::MaxSIOp>(loc, x, y);
  }
  /// Of numbers that are not negative.
  Value remainder(Value x, Value y) const {
    return b.createOrFold<arith::RemUIOp>(loc, x, y);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Several tensors
//===----------------------------------------------------------------------===//

/// The parts that count: tensors of shape [0] go with everything.
static std::optional<SmallVector<TensorInfo>>
getParts(Inference &i, const ListArgument &list, bool skipsEmpty) {
  std::optional<SmallVector<Value>> elements = list.elements();
  if (!elements || elements->empty())
    return std::nullopt;
  SmallVector<TensorInfo> parts;
  for (Value element : *elements) {
    std::optional<TensorInfo> part = i.typedTensor(element);
    if (!part)
      return std::nullopt;
    bool isEmpty = part->getRank() == 1 && getConstant(part->sizes[0]) == 0;
    if (!skipsEmpty || !isEmpty)
      parts.push_back(*part);
  }
  return parts;
}

static Type promoteParts(const ListArgument &list) {
  SmallVector<Type> types;
  std::optional<SmallVector<Value>> elements = list.elements();
  for (Value element : *elements)
    types.push_back(lookThroughCasts(element).getType());
  return promoteDtypes(types);
}

static bool inferCat(Inference &i, OperatorOp op) {
  CatArguments args(op);
  std::optional<SmallVector<TensorInfo>> parts =
      getParts(i, args.tensors(), /*skipsEmpty=*/true);
  if (!parts)
    return false;
  if (parts->empty()) {
    Type dtype = promoteParts(args.tensors());
    return dtype && i.result(dtype, i.constant(0));
  }
  SmallVector<Size> sizes(parts->front().sizes);
  std::optional<int64_t> dim = getDim(args.dim(), sizes.size());
  if (!dim || sizes.empty())
    return false;
  for (const TensorInfo &part : ArrayRef(*parts).drop_front()) {
    if (part.sizes.size() != sizes.size())
      return false;
    for (auto [index, size] : llvm::enumerate(part.sizes))
      sizes[index] = int64_t(index) == *dim
                         ? sizes[index] + size
                         : i.requireEqual(sizes[index], size);
  }
  Type dtype = promoteParts(args.tensors());
  return dtype && i.result(dtype, sizes);
}

/// cat along a new dimension.
static bool inferStack(Inference &i, OperatorOp op) {
  CatArguments args(op);
  std::optional<SmallVector<TensorInfo>> parts =
      getParts(i, args.tensors(), /*skipsEmpty=*/false);
  if (!parts)
    return false;
  SmallVector<Size> sizes(parts->front().sizes);
  std::optional<int64_t> dim = getDim(args.dim(), sizes.size() + 1);
  if (!dim)
    return false;
  for (const TensorInfo &part : *parts) {
    if (part.sizes.size() != sizes.size())
      return false;
    for (auto [index, size] : llvm::enumerate(part.sizes))
      sizes[index] = i.requireEqual(sizes[index], size);
  }
  sizes.insert(sizes.begin() + *dim, i.constant(parts->size()));
  Type dtype = promoteParts(args.tensors());
  return dtype && i.result(dtype, sizes);
}

/// The parts of hstack and its like: of a least rank, joined along one
/// dimension.
static SmallVector<TensorInfo> raiseParts(Inference &i, OperatorOp op,
                                          ArrayRef<TensorInfo> parts,
                                          int64_t &dim) {
  StringRef base = getBaseName(op);
  bool isColumn = base.ends_with("column_stack");
  int64_t rank = base.ends_with("hstack")   ? 1
                 : base.ends_with("dstack") ? 3
                                            : 2;
  SmallVector<TensorInfo> raised(parts);
  for (TensorInfo &part : raised)
    if (isColumn)
      while (part.sizes.size() < 2)
        part.sizes.push_back(i.constant(1));
    else
      part.sizes = getAtLeast(part.sizes, rank, i.constant(1));
  dim = isColumn || rank == 3 ? (isColumn ? 1 : 2)
        : rank == 2           ? 0
                              : int64_t(raised.front().sizes.size() != 1);
  return raised;
}

static bool inferRaised(Inference &i, OperatorOp op) {
  CatArguments args(op);
  std::optional<SmallVector<TensorInfo>> parts =
      getParts(i, args.tensors(), /*skipsEmpty=*/false);
  if (!parts)
    return false;
  int64_t dim;
  SmallVector<TensorInfo> raised = raiseParts(i, op, *parts, dim);
  SmallVector<Size> sizes(raised.front().sizes);
  for (const TensorInfo &part : ArrayRef(raised).drop_front()) {
    if (part.sizes.size() != sizes.size())
      return false;
    for (auto [index, size] : llvm::enumerate(part.sizes))
      sizes[index] = int64_t(index) == dim ? sizes[index] + size
                                           : i.requireEqual(sizes[index], size);
  }
  Type dtype = promoteParts(args.tensors());
  return dtype && i.result(dtype, sizes);
}

/// Whether all parts can be elements of the result.
static bool areConvertible(ArrayRef<TensorInfo> parts, Type dtype) {
  return llvm::all_of(parts, [&](const TensorInfo &part) {
    return isConvertible(part.dtype, dtype);
  });
}

static SmallVector<Value> lowerRaised(Lowering &l) {
  CatArguments args(l.op);
  SmallVector<TensorInfo> parts = *getParts(l.inference, args.tensors(), false);
  if (!areConvertible(parts, l.dtype()))
    return {};
  int64_t dim;
  Value result = l.empty(l.sizes(), l.element());
  Size offset = l.inference.constant(0);
  for (const TensorInfo &part : raiseParts(l.inference, l.op, parts, dim)) {
    Value value = l.convert(l.tensor(part.value), part.dtype, l.dtype());
    value = l.reshape(value, l.materialize(part.sizes));
    result = l.insert(value, result, dim, l.materialize(offset),
                      l.builder.getIndexAttr(1));
    offset = offset + part.sizes[dim];
  }
  return {result};
}

static SmallVector<Value> lowerCat(Lowering &l) {
  CatArguments args(l.op);
  bool isStack = getBaseName(l.op).ends_with("stack");
  SmallVector<TensorInfo> parts =
      *getParts(l.inference, args.tensors(), !isStack);
  if (!areConvertible(parts, l.dtype()))
    return {};
  Sizes sizes = l.sizes();
  if (parts.empty())
    return {l.fill(sizes, l.element(), 0)};
  int64_t dim = *getDim(args.dim(), sizes.size());
  Value result = l.empty(sizes, l.element());
  Size offset = l.inference.constant(0);
  for (const TensorInfo &part : parts) {
    Value value = l.convert(l.tensor(part.value), part.dtype, l.dtype());
    if (isStack)
      value = l.unsqueeze(value, dim);
    result = l.insert(value, result, dim, l.materialize(offset),
                      l.builder.getIndexAttr(1));
    offset = offset + (isStack ? l.inference.constant(1) : part.sizes[dim]);
  }
  return {result};
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

static bool inferFlip(Inference &i, OperatorOp op) {
  FlipArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  return self && getDims(args.dims().constants(), self->getRank()) &&
         i.result(self->dtype, self->sizes);
}

static SmallVector<Value> lowerFlip(Lowering &l) {
  FlipArguments args(l.op);
  Value self = l.tensor(args.self());
  Sizes sizes = l.sizes();
  SmallVector<int64_t> dims = *getDims(args.dims().constants(), sizes.size());
  if (sizes.empty())
    return {self};
  SmallVector<Value> last(sizes.size());
  for (int64_t dim : dims)
    last[dim] = IndexBuilder{l.builder, l.loc}.sub(
        l.index(sizes[dim]), l.index(l.builder.getIndexAttr(1)));
  return {l.gather(
      self, sizes, [&](OpBuilder &b, Location loc, ValueRange indices) {
        SmallVector<Value> source(indices);
        for (int64_t dim : dims)
          source[dim] = IndexBuilder{b, loc}.sub(last[dim], source[dim]);
        return source;
      })};
}

static bool inferRepeat(Inference &i, OperatorOp op) {
  RepeatArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<SmallVector<Size>> sizes =
      i.integerList(args.repeats().getValue());
  if (!self || !sizes || int64_t(sizes->size()) < self->getRank())
    return false;
  size_t added = sizes->size() - self->getRank();
  for (auto [index, size] : llvm::enumerate(*sizes)) {
    i.requireAtLeast(size, 0);
    if (index >= added)
      size = i.product({self->sizes[index - added], size});
  }
  return i.result(self->dtype, *sizes);
}

static SmallVector<Value> lowerRepeat(Lowering &l) {
  Value self = l.tensor(RepeatArguments(l.op).self());
  Sizes sizes = l.sizes(), has = l.sizesOf(self);
  size_t added = sizes.size() - has.size();
  SmallVector<Value> periods;
  for (OpFoldResult size : has)
    periods.push_back(l.index(size));
  return {l.gather(
      self, sizes, [&](OpBuilder &b, Location loc, ValueRange indices) {
        SmallVector<Value> source(indices.drop_front(added));
        for (auto [index, period] : llvm::enumerate(periods))
          if (!isEqualConstantIntOrValue(sizes[added + index], has[index]))
            source[index] =
                IndexBuilder{b, loc}.remainder(source[index], period);
        return source;
      })};
}

/// A shift for each dimension. Without dimensions the elements are shifted in
/// row-major order.
static bool inferRoll(Inference &i, OperatorOp op) {
  RollArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<SmallVector<int64_t>> shifts = args.shifts().constants();
  std::optional<SmallVector<int64_t>> dims = args.dims().constants();
  if (!self || !shifts || !dims || shifts->empty())
    return false;
  bool isFlat = dims->empty() && shifts->size() == 1;
  if (!isFlat && dims->size() != shifts->size())
    return false;
  for (int64_t dim : *dims)
    if (!normalizeDim(dim, self->getRank()) || self->getRank() == 0)
      return false;
  return i.result(self->dtype, self->sizes);
}

/// Elements of one dimension, each moved by `shift` and around the end.
static Value rollDim(Lowering &l, Value value, int64_t dim, int64_t shift) {
  Sizes sizes = l.sizesOf(value);
  if (isConstantIntValue(sizes[dim], 0))
    return value;
  // start = -shift mod size, not negative. There may be no elements.
  Value size = IndexBuilder{l.builder, l.loc}.max(
      l.index(sizes[dim]), l.index(l.builder.getIndexAttr(1)));
  Value start = l.index(l.builder.getIndexAttr(-shift));
  start = l.builder.createOrFold<arith::RemSIOp>(l.loc, start, size);
  start = IndexBuilder{l.builder, l.loc}.add(start, size);
  return l.gather(value, sizes,
                  [&](OpBuilder &b, Location loc, ValueRange indices) {
                    IndexBuilder e{b, loc};
                    SmallVector<Value> source(indices);
                    source[dim] = e.remainder(e.add(source[dim], start), size);
                    return source;
                  });
}

static SmallVector<Value> lowerRoll(Lowering &l) {
  RollArguments args(l.op);
  Value value = l.tensor(args.self());
  Sizes sizes = l.sizes();
  SmallVector<int64_t> shifts = *args.shifts().constants();
  SmallVector<int64_t> dims = *args.dims().constants();
  if (dims.empty()) {
    OpFoldResult count =
        l.materialize(l.inference.product(l.inference.getResults()[0].sizes));
    Value flat = l.reshape(value, Sizes{count});
    return {l.reshape(rollDim(l, flat, 0, shifts[0]), sizes)};
  }
  for (auto [dim, shift] : llvm::zip_equal(dims, shifts))
    value = rollDim(l, value, *normalizeDim(dim, sizes.size()), shift);
  return {value};
}

static bool inferTriangle(Inference &i, OperatorOp op) {
  TriangleArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  return self && self->getRank() >= 2 && args.diagonal().constant() &&
         i.result(self->dtype, self->sizes);
}

/// Zeros where column - row compares with the diagonal.
static SmallVector<Value> lowerTriangle(Lowering &l,
                                        arith::CmpIPredicate zeros) {
  if (!isMovable(l.dtype()))
    return {};
  TriangleArguments args(l.op);
  Value self = l.tensor(args.self());
  int64_t diagonal = *args.diagonal().constant();
  return {l.generate(
      l.sizes(), l.element(),
      [&](OpBuilder &b, Location loc, ValueRange indices) -> Value {
        IndexBuilder e{b, loc};
        Value distance = e.sub(indices.back(), indices[indices.size() - 2]);
        Value isZero =
            b.create<arith::CmpIOp>(loc, zeros, distance, e.number(diagonal));
        Value element = b.create<tensor::ExtractOp>(loc, self, indices);
        Value zero = l.constant(l.element(), 0);
        return b.create<arith::SelectOp>(loc, isZero, zero, element);
      })};
}

static SmallVector<Value> lowerTril(Lowering &l) {
  return lowerTriangle(l, arith::CmpIPredicate::sgt);
}
static SmallVector<Value> lowerTriu(Lowering &l) {
  return lowerTriangle(l, arith::CmpIPredicate::slt);
}

/// The last dimension becomes a diagonal of two new ones.
static bool inferDiagEmbed(Inference &i, OperatorOp op) {
  DiagEmbedArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<int64_t> offset = args.offset().constant();
  if (!self || self->getRank() == 0 || !offset)
    return false;
  int64_t rank = self->getRank() + 1;
  std::optional<int64_t> dim1 = getDim(args.dim1(), rank);
  std::optional<int64_t> dim2 = getDim(args.dim2(), rank);
  if (!dim1 || !dim2 || *dim1 == *dim2)
    return false;
  i.requireAtLeast(self->sizes.back(), 1);
  Size extent = self->sizes.back() + std::abs(*offset);
  SmallVector<Size> sizes;
  for (int64_t dim = 0, next = 0; dim < rank; ++dim)
    sizes.push_back(dim == *dim1 || dim == *dim2 ? extent
                                                 : self->sizes[next++]);
  return i.result(self->dtype, sizes);
}

static SmallVector<Value> lowerDiagEmbed(Lowering &l) {
  if (!isMovable(l.dtype()))
    return {};
  DiagEmbedArguments args(l.op);
  Value self = l.tensor(args.self());
  Sizes sizes = l.sizes();
  int64_t dim1 = *getDim(args.dim1(), sizes.size());
  int64_t dim2 = *getDim(args.dim2(), sizes.size());
  int64_t offset = *args.offset().constant();
  Value last = IndexBuilder{l.builder, l.loc}.sub(
      l.index(l.sizeOf(self, getRanked(self).getRank() - 1)),
      l.index(l.builder.getIndexAttr(1)));
  return {l.generate(
      sizes, l.element(),
      [&](OpBuilder &b, Location loc, ValueRange indices) -> Value {
        IndexBuilder e{b, loc};
        Value row =
            e.add(indices[dim1], e.number(std::min<int64_t>(offset, 0)));
        Value column =
            e.sub(indices[dim2], e.number(std::max<int64_t>(offset, 0)));
        Value place = e.max(e.min(row, last), e.number(0));
        SmallVector<Value> source;
        for (auto [dim, index] : llvm::enumerate(indices))
          if (int64_t(dim) != dim1 && int64_t(dim) != dim2)
            source.push_back(index);
        source.push_back(place);
        Value element = b.create<tensor::ExtractOp>(loc, self, source);
        // Off the diagonal, and beyond its ends, there are zeros.
        Value isOn =
            b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, row, column);
        Value isThere =
            b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, row, place);
        Value zero = l.constant(l.element(), 0);
        return b.create<arith::SelectOp>(
            loc, b.create<arith::AndIOp>(loc, isOn, isThere), element, zero);
      })};
}

//===----------------------------------------------------------------------===//
// Paddings
//===----------------------------------------------------------------------===//

namespace {
/// How far each dimension grows; negative numbers cut.
struct Padding {
  SmallVector<int64_t> low, high;
};
} // namespace

/// Reads pairs for the last dimension first; nothing when they do not fit.
static std::optional<Padding> getPadding(const ListArgument &list,
                                         int64_t rank) {
  std::optional<SmallVector<int64_t>> pairs = list.constants();
  if (!pairs || pairs->size() % 2 != 0 || int64_t(pairs->size()) > 2 * rank)
    return std::nullopt;
  Padding padding{SmallVector<int64_t>(rank), SmallVector<int64_t>(rank)};
  for (size_t i = 0; i < pairs->size(); i += 2) {
    padding.low[rank - 1 - i / 2] = (*pairs)[i];
    padding.high[rank - 1 - i / 2] = (*pairs)[i + 1];
  }
  return padding;
}

static bool inferConstantPad(Inference &i, OperatorOp op) {
  PadArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  if (!self)
    return false;
  std::optional<Padding> padding = getPadding(args.pad(), self->getRank());
  if (!padding)
    return false;
  for (auto [dim, size] : llvm::enumerate(self->sizes)) {
    size = size + padding->low[dim] + padding->high[dim];
    i.requireAtLeast(size, 0);
  }
  return i.result(self->dtype, self->sizes);
}

static SmallVector<Value> lowerConstantPad(Lowering &l) {
  PadArguments args(l.op);
  Value filler = args.value().getValue();
  if (!isMovable(l.dtype()) ||
      !(args.value().isNone() || isNumber(filler.getType())))
    return {};
  Value value = l.tensor(args.self());
  int64_t rank = getRanked(value).getRank();
  Padding padding = *getPadding(args.pad(), rank);
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t low = std::min<int64_t>(padding.low[dim], 0);
    int64_t high = std::min<int64_t>(padding.high[dim], 0);
    if (low == 0 && high == 0)
      continue;
    // Through the inference, which folds.
    Size size = l.inference.tensor(args.self())->sizes[dim] + (low + high);
    value = l.slice(value, dim, l.builder.getIndexAttr(-low),
                    l.materialize(size), l.builder.getIndexAttr(1));
    padding.low[dim] -= low;
    padding.high[dim] -= high;
  }
  Value number = args.value() ? l.convertNumber(filler, l.dtype())
                              : l.constant(l.element(), 0);
  MLIRContext *context = l.builder.getContext();
  return {l.pad(value, getAsIndexOpFoldResult(context, padding.low),
                getAsIndexOpFoldResult(context, padding.high), number)};
}

/// The pairs of numbers, by either of their names.
static ListArgument getPairs(const PadArguments &args) {
  return args.padding() ? args.padding() : args.pad();
}

/// Paddings of the last dimensions, which have at least `more` elements more
/// than are padded. `stem` begins the name of the operator for one number of
/// dimensions, whose dtypes `pad` takes; empty: all.
static bool inferMirrored(Inference &i, OperatorOp op, StringRef stem,
                          std::optional<int64_t> more) {
  PadArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<SmallVector<int64_t>> pairs = getPairs(args).constants();
  if (!self || !pairs)
    return false;
  // As the name says, but `pad` does for any number.
  StringRef base = getBaseName(op);
  int64_t spatial = base.ends_with("pad") ? int64_t(pairs->size() / 2)
                                          : base[base.size() - 2] - '0';
  if (spatial < 1 || spatial > 3 ||
      (self->getRank() != spatial + 1 && self->getRank() != spatial + 2))
    return false;
  if (!stem.empty() &&
      mayRefuse((stem + Twine(spatial) + "d").str(), self->dtype))
    return false;
  std::optional<Padding> padding = getPadding(getPairs(args), self->getRank());
  if (!padding || int64_t(pairs->size()) != 2 * spatial)
    return false;
  for (auto [dim, size] : llvm::enumerate(self->sizes)) {
    bool isSpatial = int64_t(dim) >= self->getRank() - spatial;
    // Negative paddings have rules of their own; only the batch may be empty.
    if (padding->low[dim] < 0 || padding->high[dim] < 0)
      return false;
    bool isBatch = dim == 0 && self->getRank() == spatial + 2;
    if (!isBatch)
      i.requireAtLeast(size, 1);
    if (isSpatial && more)
      i.requireAtLeast(size, std::max(padding->low[dim], padding->high[dim]) +
                                 *more);
    size = size + padding->low[dim] + padding->high[dim];
  }
  return i.result(self->dtype, self->sizes);
}

static bool inferReflectionPad(Inference &i, OperatorOp op) {
  return inferMirrored(i, op, "aten::reflection_pad", 1);
}
static bool inferReplicationPad(Inference &i, OperatorOp op) {
  return inferMirrored(i, op, "aten::replication_pad", std::nullopt);
}
/// As if the elements were repeated.
static bool inferCircularPad(Inference &i, OperatorOp op) {
  return inferMirrored(i, op, "", 0);
}

/// Reads the operand at the index that `mirror` finds for one before or behind
/// it.
static SmallVector<Value> lowerMirrored(
    Lowering &l,
    llvm::function_ref<Value(IndexBuilder, Value index, Value last)> mirror) {
  PadArguments args(l.op);
  Value self = l.tensor(args.self());
  Sizes has = l.sizesOf(self);
  Padding padding = *getPadding(getPairs(args), has.size());
  SmallVector<Value> last;
  for (OpFoldResult size : has)
    last.push_back(IndexBuilder{l.builder, l.loc}.sub(
        l.index(size), l.index(l.builder.getIndexAttr(1))));
  return {l.gather(
      self, l.sizes(), [&](OpBuilder &b, Location loc, ValueRange indices) {
        IndexBuilder e{b, loc};
        SmallVector<Value> source(indices);
        for (size_t dim = 0; dim < has.size(); ++dim)
          if (padding.low[dim] || padding.high[dim])
            source[dim] = mirror(
                e, e.sub(source[dim], e.number(padding.low[dim])), last[dim]);
        return source;
      })};
}

static SmallVector<Value> lowerReflectionPad(Lowering &l) {
  return lowerMirrored(l, [](IndexBuilder e, Value index, Value last) {
    Value positive = e.max(index, e.sub(e.number(0), index));
    return e.min(positive, e.sub(e.add(last, last), positive));
  });
}

static SmallVector<Value> lowerReplicationPad(Lowering &l) {
  return lowerMirrored(l, [](IndexBuilder e, Value index, Value last) {
    return e.min(e.max(index, e.number(0)), last);
  });
}

static SmallVector<Value> lowerCircularPad(Lowering &l) {
  return lowerMirrored(l, [](IndexBuilder e, Value index, Value last) {
    Value size = e.add(last, e.number(1));
    return e.remainder(e.add(index, size), size);
  });
}

/// The mode says which.
static bool inferPad(Inference &i, OperatorOp op) {
  std::optional<StringRef> mode = PadArguments(op).mode().constant();
  if (mode == StringRef("constant"))
    return inferConstantPad(i, op);
  if (mode == StringRef("reflect"))
    return inferReflectionPad(i, op);
  if (mode == StringRef("circular"))
    return inferCircularPad(i, op);
  return mode == StringRef("replicate") && inferReplicationPad(i, op);
}

static SmallVector<Value> lowerPad(Lowering &l) {
  StringRef mode = *PadArguments(l.op).mode().constant();
  return mode == "constant"   ? lowerConstantPad(l)
         : mode == "reflect"  ? lowerReflectionPad(l)
         : mode == "circular" ? lowerCircularPad(l)
                              : lowerReplicationPad(l);
}

ArrayRef<OperatorEntry> operators::getRearrangings() {
  static const OperatorEntry entries[] = {
#define TS_OPERATOR(arguments, name, rule, lowering) {name, rule, lowering},
#include "Operators.def"
  };
  return entries;
}
