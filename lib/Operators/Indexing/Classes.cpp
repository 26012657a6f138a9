//===- Classes.cpp - Classes as indices -----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The negative logarithm of the likelihood of classes, and their vectors of
// zeros and a one.
//
//===----------------------------------------------------------------------===//

#include "Indexing.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::indexing;

/// Scores [N, C, ..] or [C], and the class of each of [N, ..] or of the one.
bool indexing::inferNll(Inference &i, OperatorOp op) {
  ClassArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<TensorInfo> target = i.typedTensor(args.target());
  std::optional<int64_t> reduction = args.reduction().constant();
  if (!self || !target || !reduction || !self->isFloat() ||
      !isComputable(self->dtype) || !target->dtype.isInteger(64) ||
      self->sizes.empty() || !args.ignore_index().constant() ||
      target->getRank() + 1 != self->getRank())
    return false;
  size_t axis = self->getRank() > 1;
  SmallVector<Size> sizes(self->sizes);
  Size classes = sizes[axis];
  sizes.erase(sizes.begin() + axis);
  for (auto [a, b] : llvm::zip_equal(sizes, target->sizes))
    i.requireEqual(a, b);
  i.requireAtLeast(classes, 1);
  if (args.weight()) {
    std::optional<TensorInfo> weight = i.typedTensor(args.weight());
    if (!weight || weight->getRank() != 1 || weight->dtype != self->dtype)
      return false;
    i.requireEqual(weight->sizes[0], classes);
  }
  return i.result(self->dtype, *reduction == 0 ? sizes : SmallVector<Size>());
}

static Value sum(Lowering &l, Value value) {
  return l.reduce(value, getOtherDims(getRanked(value).getRank(), {}),
                  l.constant(l.element(), 0),
                  [](OpBuilder &b, Location loc, ValueRange args) -> Value {
                    return addElements(b, loc, args[0], args[1],
                                       arith::FastMathFlags::reassoc);
                  });
}

namespace {
/// A class, read at a place of the targets.
struct ReadClass {
  Value index;     ///< in range
  Value isIgnored; ///< i1
};
} // namespace

SmallVector<Value> indexing::lowerNll(Lowering &l) {
  ClassArguments args(l.op);
  Value self = l.tensor(args.self()), target = l.tensor(args.target());
  Value weight = args.weight() ? l.tensor(args.weight()) : Value();
  int64_t reduction = *args.reduction().constant();
  size_t axis = getRanked(self).getRank() > 1;
  Value classes = l.index(l.sizeOf(self, axis));
  auto isIgnored = [&](OpBuilder &b, Location loc, Value number) -> Value {
    Value ignored = b.create<arith::ConstantIntOp>(
        loc, *args.ignore_index().constant(), 64);
    return b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, number,
                                   ignored);
  };
  auto isClass = [&](OpBuilder &b, Location loc, Value number) -> Value {
    Value place = b.create<arith::IndexCastOp>(loc, b.getIndexType(), number);
    return b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::ult, place,
                                   classes);
  };
  l.require(l.map(target, l.builder.getI1Type(),
                  [&](OpBuilder &b, Location loc, ValueRange x) -> Value {
                    return b.create<arith::OrIOp>(
                        loc, isIgnored(b, loc, x[0]), isClass(b, loc, x[0]));
                  }));
  auto read = [&](OpBuilder &b, Location loc, ValueRange place) {
    Value number = b.create<tensor::ExtractOp>(loc, target, place);
    Value zero = b.create<arith::ConstantIntOp>(loc, 0, 64);
    Value safe = b.create<arith::SelectOp>(loc, isClass(b, loc, number), number,
                                           zero);
    return ReadClass{
        b.create<arith::IndexCastOp>(loc, b.getIndexType(), safe),
        isIgnored(b, loc, number)};
  };
  auto weigh = [&](OpBuilder &b, Location loc, ValueRange place) -> Value {
    ReadClass found = read(b, loc, place);
    Value factor = weight ? b.create<tensor::ExtractOp>(loc, weight,
                                                        found.index)
                                .getResult()
                          : l.constant(l.element(), 1);
    return b.create<arith::SelectOp>(loc, found.isIgnored,
                                     l.constant(l.element(), 0), factor);
  };
  auto lose = [&](OpBuilder &b, Location loc, ValueRange place) -> Value {
    ReadClass found = read(b, loc, place);
    SmallVector<Value> source(place);
    source.insert(source.begin() + axis, found.index);
    Value score = b.create<tensor::ExtractOp>(loc, self, source);
    Value loss = b.create<arith::MulFOp>(
        loc, b.create<arith::NegFOp>(loc, score), weigh(b, loc, place));
    return b.create<arith::SelectOp>(loc, found.isIgnored,
                                     l.constant(l.element(), 0), loss);
  };
  Sizes sizes = l.sizesOf(target);
  Value losses = l.generate(sizes, l.element(), lose);
  if (reduction == 0)
    return {losses};
  Value total = sum(l, losses);
  if (reduction == 2)
    return {total};
  Value weights = sum(l, l.generate(sizes, l.element(), weigh));
  return {l.elementwise(
      {total, weights}, ArrayRef<OpFoldResult>(), l.element(),
      [](OpBuilder &b, Location loc, ValueRange x) -> Value {
        return b.create<arith::DivFOp>(loc, x[0], x[1]);
      })};
}

/// A last dimension of zeros, and a one at the class.
bool indexing::inferOneHot(Inference &i, OperatorOp op) {
  ClassArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<int64_t> classes = args.num_classes().constant();
  if (!self || !classes || (*classes < 1 && *classes != -1) ||
      !self->dtype.isInteger(64))
    return false;
  self->sizes.push_back(*classes < 0 ? i.unknown(0, self->getRank())
                                     : i.constant(*classes));
  return i.result(self->dtype, self->sizes);
}

SmallVector<Value> indexing::lowerOneHot(Lowering &l) {
  ClassArguments args(l.op);
  if (*args.num_classes().constant() < 0)
    return {};
  OpFoldResult classes =
      l.builder.getIndexAttr(*args.num_classes().constant());
  Value places = l.checkIndices(l.tensor(args.self()), classes,
                                /*wraps=*/false);
  return {l.generate(
      l.sizes(), l.element(),
      [&](OpBuilder &b, Location loc, ValueRange indices) -> Value {
        Value place = readIndex(b, loc, places, indices.drop_back());
        Value isHere = b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::eq,
                                               place, indices.back());
        return convertElement(b, loc, isHere, b.getI1Type(), l.dtype());
      })};
}
