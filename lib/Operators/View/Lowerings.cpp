//===- Lowerings.cpp - Views as values ------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In value form a view is a value of its own.
//
//===----------------------------------------------------------------------===//

#include "../Families.h"
#include "View.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::view;

static Value getSelf(Lowering &l) {
  return l.tensor(OperatorOp(l.op).getArgs()[0]);
}

static SmallVector<Value> lowerIdentity(Lowering &l) {
  if (!operators::isRowMajor(IdentityArguments(l.op).memory_format()))
    return {};
  return {getSelf(l)};
}

/// Complex numbers mirrored at the real axis; real ones as they are.
static Value conjugate(Lowering &l, Value value) {
  Type type = getRanked(value).getElementType();
  if (!isa<ComplexType>(type))
    return value;
  return l.map(
      value, type, [&](OpBuilder &b, Location loc, ValueRange args) -> Value {
        Value re = b.create<complex::ReOp>(loc, args[0]);
        Value im = b.create<complex::ImOp>(loc, args[0]);
        return b.create<complex::CreateOp>(
            loc, type, re, b.create<arith::NegFOp>(loc, im));
      });
}

static SmallVector<Value> lowerConjugate(Lowering &l) {
  return {conjugate(l, getSelf(l))};
}

template <typename PartOp>
static Value getPart(Lowering &l) {
  return l.map(getSelf(l), l.element(),
               [](OpBuilder &b, Location loc, ValueRange args) -> Value {
                 return b.create<PartOp>(loc, args[0]);
               });
}
static SmallVector<Value> lowerReal(Lowering &l) {
  Value self = getSelf(l);
  bool isComplex = isa<ComplexType>(getRanked(self).getElementType());
  return {isComplex ? getPart<complex::ReOp>(l) : self};
}
static SmallVector<Value> lowerImaginary(Lowering &l) {
  return {getPart<complex::ImOp>(l)};
}

static SmallVector<Value> lowerViewAsReal(Lowering &l) {
  Value self = getSelf(l);
  return {l.generate(
      l.sizes(), l.element(),
      [&](OpBuilder &b, Location loc, ValueRange indices) -> Value {
        Value number =
            b.create<tensor::ExtractOp>(loc, self, indices.drop_back());
        Value zero = b.create<arith::ConstantIndexOp>(loc, 0);
        Value isReal = b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::eq,
                                               indices.back(), zero);
        return b.create<arith::SelectOp>(
            loc, isReal, b.create<complex::ReOp>(loc, number),
            b.create<complex::ImOp>(loc, number));
      })};
}

static SmallVector<Value> lowerViewAsComplex(Lowering &l) {
  Value self = getSelf(l);
  return {l.generate(
      l.sizes(), l.element(),
      [&](OpBuilder &b, Location loc, ValueRange indices) -> Value {
        auto read = [&](int64_t part) -> Value {
          SmallVector<Value> place(indices);
          place.push_back(b.create<arith::ConstantIndexOp>(loc, part));
          return b.create<tensor::ExtractOp>(loc, self, place);
        };
        return b.create<complex::CreateOp>(loc, l.element(), read(0), read(1));
      })};
}

static SmallVector<Value> lowerConvert(Lowering &l) {
  Type from = l.inference.typedTensor(OperatorOp(l.op).getArgs()[0])->dtype;
  if (!isConvertible(from, l.dtype()) ||
      !operators::isRowMajor(ConvertArguments(l.op).memory_format()))
    return {};
  return {l.convert(getSelf(l), from, l.dtype())};
}

static SmallVector<Value> lowerCopy(Lowering &l) {
  CopyArguments args(l.op);
  Value src = args.src() ? args.src() : args.value();
  Type from = l.inference.typedTensor(src)->dtype;
  if (!isConvertible(from, l.dtype()))
    return {};
  return {l.broadcast(l.convert(l.tensor(src), from, l.dtype()), l.sizes())};
}

static SmallVector<Value> lowerReshape(Lowering &l) {
  return {l.reshape(getSelf(l), l.sizes())};
}

static SmallVector<Value> lowerFlatten(Lowering &l) {
  Value self = getSelf(l);
  RankedTensorType type = getRanked(self);
  if (type.hasStaticShape())
    return lowerReshape(l);
  FlattenArguments args(l.op);
  int64_t rank = type.getRank();
  int64_t start = args.start_dim() ? *getDim(args.start_dim(), rank) : 0;
  int64_t end = args.end_dim() ? *getDim(args.end_dim(), rank) : rank - 1;
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim > start && dim <= end)
      groups.back().push_back(dim);
    else
      groups.push_back({dim});
  return {l.builder.create<tensor::CollapseShapeOp>(l.loc, self, groups)};
}

static SmallVector<Value> lowerSqueeze(Lowering &l) {
  OperatorOp op = l.op;
  std::optional<TensorInfo> self = l.inference.tensor(op.getArgs()[0]);
  return {l.squeeze(getSelf(l), *getSqueezedDims(l.inference, *self, op))};
}

static SmallVector<Value> lowerUnsqueeze(Lowering &l) {
  Value self = getSelf(l);
  int64_t rank = getRanked(self).getRank();
  return {l.unsqueeze(self, *getDim(UnsqueezeArguments(l.op).dim(), rank + 1))};
}

static SmallVector<Value> lowerPermute(Lowering &l) {
  Value self = getSelf(l);
  Value result =
      l.transpose(self, *getPermutation(l.op, getRanked(self).getRank()));
  StringRef base = getBaseName(l.op);
  bool isAdjoint = base.ends_with("H") || base.ends_with("adjoint");
  return {isAdjoint ? conjugate(l, result) : result};
}

static SmallVector<Value> lowerSelect(Lowering &l) {
  SliceInfo slice = *getSelection(l.inference, l.op);
  Value self = getSelf(l);
  Sizes sizes = l.sizesOf(self);
  Sizes offsets(sizes.size(), l.builder.getIndexAttr(0));
  Sizes strides(sizes.size(), l.builder.getIndexAttr(1));
  offsets[slice.dim] = l.materialize(slice.start);
  sizes[slice.dim] = l.builder.getIndexAttr(1);
  // The dimension vanishes.
  SmallVector<int64_t> shape(getRanked(self).getShape());
  shape.erase(shape.begin() + slice.dim);
  auto type = RankedTensorType::get(shape, getRanked(self).getElementType());
  return {l.builder.create<tensor::ExtractSliceOp>(l.loc, type, self, offsets,
                                                   sizes, strides)};
}

static SmallVector<Value> lowerSlice(Lowering &l) {
  SliceInfo slice = *getSlice(l.inference, l.op);
  return {l.slice(getSelf(l), slice.dim, l.materialize(slice.start),
                  l.materialize(slice.size),
                  l.builder.getIndexAttr(slice.step))};
}

static SmallVector<Value> lowerDiagonal(Lowering &l) {
  DiagonalInfo diagonal = *getDiagonal(l.inference, l.op);
  Value self = getSelf(l);
  int64_t rank = getRanked(self).getRank();
  return {l.gather(
      self, l.sizes(), [&](OpBuilder &b, Location loc, ValueRange indices) {
        auto shift = [&](int64_t start) -> Value {
          Value number = b.create<arith::ConstantIndexOp>(loc, start);
          return b.createOrFold<arith::AddIOp>(loc, indices.back(), number);
        };
        SmallVector<Value> source;
        for (int64_t dim = 0, next = 0; dim < rank; ++dim)
          source.push_back(dim == diagonal.dim1   ? shift(diagonal.start1)
                           : dim == diagonal.dim2 ? shift(diagonal.start2)
                                                  : indices[next++]);
        return source;
      })};
}

static SmallVector<Value> lowerUnfold(Lowering &l) {
  UnfoldArguments args(l.op);
  Value self = getSelf(l);
  int64_t rank = getRanked(self).getRank();
  if (rank == 0)
    return {l.broadcast(self, l.sizes())};
  int64_t dim = *getDim(args.dimension(), rank), step = *args.step().constant();
  return {l.gather(
      self, l.sizes(), [&](OpBuilder &b, Location loc, ValueRange indices) {
        SmallVector<Value> source(indices.drop_back());
        Value factor = b.create<arith::ConstantIndexOp>(loc, step);
        Value start = b.createOrFold<arith::MulIOp>(loc, source[dim], factor);
        source[dim] = b.createOrFold<arith::AddIOp>(loc, start, indices.back());
        return source;
      })};
}

static SmallVector<Value> lowerExpand(Lowering &l) {
  return {l.broadcast(getSelf(l), l.sizes())};
}

/// What is written, in the dtype of the operand.
static Value getSource(Lowering &l) {
  Value src = OperatorOp(l.op).getArgs()[1];
  return l.convert(l.tensor(src), l.inference.typedTensor(src)->dtype,
                   l.dtype());
}

static bool canWrite(Lowering &l) {
  Value src = OperatorOp(l.op).getArgs()[1];
  return isConvertible(l.inference.typedTensor(src)->dtype, l.dtype());
}

static SmallVector<Value> lowerSliceScatter(Lowering &l) {
  if (!isMovable(l.dtype()) || !canWrite(l))
    return {};
  SliceInfo slice = *getSlice(l.inference, l.op);
  return {l.insert(getSource(l), getSelf(l), slice.dim,
                   l.materialize(slice.start),
                   l.builder.getIndexAttr(slice.step))};
}

static SmallVector<Value> lowerSelectScatter(Lowering &l) {
  if (!isMovable(l.dtype()) || !canWrite(l))
    return {};
  SliceInfo slice = *getSelection(l.inference, l.op);
  Value part = l.unsqueeze(getSource(l), slice.dim);
  return {l.insert(part, getSelf(l), slice.dim, l.materialize(slice.start),
                   l.builder.getIndexAttr(1))};
}

static SmallVector<Value> lowerDiagonalScatter(Lowering &l) {
  if (!isMovable(l.dtype()) || !canWrite(l))
    return {};
  DiagonalInfo diagonal = *getDiagonal(l.inference, l.op);
  Value self = getSelf(l), src = getSource(l);
  Value last = l.index(l.materialize(diagonal.size - 1));
  auto read = [&](OpBuilder &b, Location loc, ValueRange indices) -> Value {
    auto number = [&](int64_t n) -> Value {
      return b.create<arith::ConstantIndexOp>(loc, n);
    };
    // Where the element stands on the diagonal, if it does.
    Value row = b.createOrFold<arith::SubIOp>(loc, indices[diagonal.dim1],
                                              number(diagonal.start1));
    Value column = b.createOrFold<arith::SubIOp>(loc, indices[diagonal.dim2],
                                                 number(diagonal.start2));
    Value place = b.createOrFold<arith::MaxSIOp>(
        loc, b.createOrFold<arith::MinSIOp>(loc, row, last), number(0));
    SmallVector<Value> source;
    for (auto [dim, index] : llvm::enumerate(indices))
      if (int64_t(dim) != diagonal.dim1 && int64_t(dim) != diagonal.dim2)
        source.push_back(index);
    source.push_back(place);
    Value isOn =
        b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, row, column);
    Value isThere =
        b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, row, place);
    return b.create<arith::SelectOp>(
        loc, b.create<arith::AndIOp>(loc, isOn, isThere),
        b.create<tensor::ExtractOp>(loc, src, source),
        b.create<tensor::ExtractOp>(loc, self, indices));
  };
  return {l.generate(l.sizes(), l.element(), read)};
}

ArrayRef<OperatorEntry> operators::getViews() {
  static const OperatorEntry entries[] = {
#define TS_OPERATOR(arguments, name, rule, lowering, kind)                     \
  {name, rule, lowering, ViewKind::kind},
#include "Operators.def"
  };
  return entries;
}

std::optional<int64_t> ts::getAskedDim(OperatorOp op, int64_t rank) {
  if ((op.getName() != "aten::size.int" &&
       op.getName() != "aten::len.Tensor") ||
      rank == 0)
    return std::nullopt;
  IntArgument asked = SizeOfArguments(op).dim();
  return asked ? getDim(asked, rank) : std::optional<int64_t>(0);
}

std::optional<SizeQuestion> ts::getSizeQuestion(OperatorOp op) {
  if (op.getName() != "aten::size.int" && op.getName() != "aten::len.Tensor")
    return std::nullopt;
  Value tensor = SizeOfArguments(op).self();
  tensor = tensor ? tensor : SizeOfArguments(op).t();
  Type type = tensor.getType();
  auto object = dyn_cast<TSTensorType>(type);
  auto value = dyn_cast<RankedTensorType>(type);
  if (!value && !(object && object.hasRank()))
    return std::nullopt;
  int64_t rank = value ? value.getRank() : object.getShape().size();
  std::optional<int64_t> dim = getAskedDim(op, rank);
  return dim ? std::optional(SizeQuestion{tensor, *dim}) : std::nullopt;
}
