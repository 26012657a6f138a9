//===- Contraction.cpp - Matrix products ----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Named linalg operations, which libraries and code generation both recognise.
//
//===----------------------------------------------------------------------===//

#include "../Families.h"
#include "TorchScript/Operators/Einsum.h"
#include "TorchScript/Operators/Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ts;

namespace {
#include "TorchScript/Operators/ContractionArguments.h.inc"
} // namespace

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// [.., M, K] x [.., K, N]; one-dimensional operands get a dimension that the
/// result loses again.
static std::optional<SmallVector<Size>>
multiply(Inference &i, const TensorInfo &lhs, const TensorInfo &rhs) {
  SmallVector<Size> a(lhs.sizes), b(rhs.sizes);
  if (a.empty() || b.empty() || lhs.dtype != rhs.dtype || lhs.isBool())
    return std::nullopt;
  bool isVectorA = a.size() == 1, isVectorB = b.size() == 1;
  if (isVectorA)
    a.insert(a.begin(), i.constant(1));
  if (isVectorB)
    b.push_back(i.constant(1));
  i.requireEqual(a.back(), b[b.size() - 2]);
  SmallVector<Size> sizes =
      i.broadcast({ArrayRef(a).drop_back(2), ArrayRef(b).drop_back(2)});
  if (!isVectorA)
    sizes.push_back(a[a.size() - 2]);
  if (!isVectorB)
    sizes.push_back(b.back());
  return sizes;
}

static bool inferMatmul(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> lhs = i.typedTensor(op.getArgs()[0]);
  std::optional<TensorInfo> rhs = i.typedTensor(op.getArgs()[1]);
  if (!lhs || !rhs)
    return false;
  std::optional<SmallVector<Size>> sizes = multiply(i, *lhs, *rhs);
  return sizes && i.result(lhs->dtype, *sizes);
}

/// mm, bmm, mv and dot: matmul of certain ranks.
static bool inferFixedRank(Inference &i, OperatorOp op) {
  std::optional<TensorInfo> lhs = i.typedTensor(op.getArgs()[0]);
  std::optional<TensorInfo> rhs = i.typedTensor(op.getArgs()[1]);
  StringRef name = op.getName();
  int64_t left = name.ends_with("bmm") ? 3 : name.ends_with("dot") ? 1 : 2;
  int64_t right = name.ends_with("mv") ? 1 : left;
  if (!lhs || !rhs || lhs->getRank() != left || rhs->getRank() != right)
    return false;
  if (left == 3)
    i.requireEqual(lhs->sizes[0], rhs->sizes[0]);
  return inferMatmul(i, op);
}

static bool inferLinear(Inference &i, OperatorOp op) {
  LinearArguments args(op);
  std::optional<TensorInfo> input = i.typedTensor(args.input());
  std::optional<TensorInfo> weight = i.typedTensor(args.weight());
  if (!input || !weight || weight->getRank() != 2 || input->getRank() == 0 ||
      input->dtype != weight->dtype || input->isBool())
    return false;
  i.requireEqual(input->sizes.back(), weight->sizes[1]);
  if (args.bias()) {
    std::optional<TensorInfo> bias = i.typedTensor(args.bias());
    if (!bias || bias->getRank() != 1 || bias->dtype != weight->dtype)
      return false;
    i.requireEqual(bias->sizes[0], weight->sizes[0]);
  }
  SmallVector<Size> sizes(input->sizes);
  sizes.back() = weight->sizes[0];
  return i.result(input->dtype, sizes);
}

namespace {
/// beta * self + alpha * (lhs x rhs)
struct Sum {
  Value self, lhs, rhs;
  std::optional<double> beta, alpha;
};
} // namespace

static Sum getSum(OperatorOp op) {
  AddmmArguments args(op);
  auto pick = [](TensorArgument a, TensorArgument b, TensorArgument c) {
    return a ? Value(a) : b ? Value(b) : Value(c);
  };
  return {args.self(), pick(args.mat1(), args.mat(), args.batch1()),
          pick(args.mat2(), args.vec(), args.batch2()), args.beta().constant(),
          args.alpha().constant()};
}

static bool inferAddmm(Inference &i, OperatorOp op) {
  Sum sum = getSum(op);
  std::optional<TensorInfo> self = i.typedTensor(sum.self);
  std::optional<TensorInfo> lhs = i.typedTensor(sum.lhs);
  std::optional<TensorInfo> rhs = i.typedTensor(sum.rhs);
  int64_t left = getBaseName(op).ends_with("bmm") ? 3 : 2;
  int64_t right = getBaseName(op).ends_with("mv") ? 1 : left;
  if (!self || !lhs || !rhs || lhs->getRank() != left ||
      rhs->getRank() != right || self->dtype != lhs->dtype)
    return false;
  if (left == 3)
    i.requireEqual(lhs->sizes[0], rhs->sizes[0]);
  std::optional<SmallVector<Size>> sizes = multiply(i, *lhs, *rhs);
  if (!sizes || self->getRank() > int64_t(sizes->size()))
    return false;
  for (auto [has, wants] :
       llvm::zip(llvm::reverse(self->sizes), llvm::reverse(*sizes)))
    if (getConstant(has) != 1)
      i.requireEqual(has, wants);
  return i.result(lhs->dtype, *sizes);
}

//===----------------------------------------------------------------------===//
// Lowerings
//===----------------------------------------------------------------------===//

/// All dimensions but the last `kept` ones as one; at least one.
static Value joinLeading(Lowering &l, Value value, int64_t kept) {
  int64_t rank = getRanked(value).getRank();
  if (rank == kept)
    return l.unsqueeze(value, 0);
  if (rank == kept + 1)
    return value;
  SmallVector<ReassociationIndices> groups(1);
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (dim >= rank - kept)
      groups.push_back({});
    groups.back().push_back(dim);
  }
  return l.builder.create<tensor::CollapseShapeOp>(l.loc, value, groups);
}

/// Takes the first dimension apart into all but the last `kept` sizes.
static Value splitLeading(Lowering &l, Value value,
                          ArrayRef<OpFoldResult> sizes, int64_t kept) {
  int64_t rank = sizes.size();
  if (rank == kept)
    return l.squeeze(value, 0);
  if (rank == kept + 1)
    return value;
  auto [shape, dynamic] = decomposeMixedValues(Sizes(sizes));
  SmallVector<ReassociationIndices> groups(1);
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (dim >= rank - kept)
      groups.push_back({});
    groups.back().push_back(dim);
  }
  return l.builder.create<tensor::ExpandShapeOp>(
      l.loc, RankedTensorType::get(shape, getRanked(value).getElementType()),
      value, groups, Sizes(sizes));
}

/// A named product of two tensors that adds to `init`.
template <typename OpT>
static Value multiply(Lowering &l, Value lhs, Value rhs, Value init) {
  return l.builder
      .create<OpT>(l.loc, init.getType(), ValueRange{lhs, rhs}, init)
      .getResult(0);
}

static Value zeros(Lowering &l, ArrayRef<OpFoldResult> sizes) {
  return l.fill(sizes, l.element(), 0);
}

/// input [.., K] x weight [N, K] transposed + bias [N].
static SmallVector<Value> lowerLinear(Lowering &l) {
  if (!isArithmetic(l.dtype()))
    return {};
  LinearArguments args(l.op);
  Value flat = joinLeading(l, l.tensor(args.input()), 1);
  Value weight = l.tensor(args.weight());
  Sizes sizes{l.sizeOf(flat, 0), l.sizeOf(weight, 0)};
  Value init = args.bias() ? l.broadcast(l.tensor(args.bias()), sizes, 1)
                           : zeros(l, sizes);
  Value product = multiply<linalg::MatmulTransposeBOp>(l, flat, weight, init);
  return {splitLeading(l, product, l.sizes(), 1)};
}

/// The product of matrices. Leading dimensions of the left operand join its
/// rows when the right one is a matrix; otherwise both become batches.
static Value multiplyMatrices(Lowering &l, Value lhs, Value rhs,
                              ArrayRef<OpFoldResult> sizes) {
  int64_t rank = sizes.size();
  if (getRanked(rhs).getRank() == 2) {
    Value rows = joinLeading(l, lhs, 1);
    Value init = zeros(l, {l.sizeOf(rows, 0), sizes.back()});
    return splitLeading(l, multiply<linalg::MatmulOp>(l, rows, rhs, init),
                        sizes, 1);
  }
  auto expand = [&](Value value) {
    Sizes has = l.sizesOf(value), full(sizes);
    full[rank - 2] = has[has.size() - 2];
    full[rank - 1] = has.back();
    return joinLeading(l, has == full ? value : l.broadcast(value, full), 2);
  };
  Value left = expand(lhs), right = expand(rhs);
  Value init =
      zeros(l, {l.sizeOf(left, 0), l.sizeOf(left, 1), l.sizeOf(right, 2)});
  return splitLeading(l, multiply<linalg::BatchMatmulOp>(l, left, right, init),
                      sizes, 2);
}

/// As above of vectors, too: a row on the left and a column on the right, which
/// the result loses.
static Value multiply(Lowering &l, Value lhs, Value rhs) {
  Sizes sizes = l.sizes();
  bool isRow = getRanked(lhs).getRank() == 1;
  bool isColumn = getRanked(rhs).getRank() == 1;
  OpFoldResult one = l.builder.getIndexAttr(1);
  if (isRow) {
    lhs = l.unsqueeze(lhs, 0);
    sizes.insert(sizes.end() - !isColumn, one);
  }
  if (isColumn) {
    rhs = l.unsqueeze(rhs, 1);
    sizes.push_back(one);
  }
  Value result = multiplyMatrices(l, lhs, rhs, sizes);
  SmallVector<int64_t> ones;
  if (isRow)
    ones.push_back(sizes.size() - 2);
  if (isColumn)
    ones.push_back(sizes.size() - 1);
  return l.squeeze(result, ones);
}

static SmallVector<Value> lowerMatmul(Lowering &l) {
  if (!isArithmetic(l.dtype()))
    return {};
  OperandRange args = OperatorOp(l.op).getArgs();
  return {multiply(l, l.tensor(args[0]), l.tensor(args[1]))};
}

/// Each element times a constant number.
static Value scale(Lowering &l, Value value, double factor) {
  if (factor == 1)
    return value;
  return l.map(value, l.element(),
               [&](OpBuilder &b, Location loc, ValueRange args) -> Value {
                 Value number = l.constant(l.element(), factor);
                 return multiplyElements(b, loc, args[0], number);
               });
}

static SmallVector<Value> lowerAddmm(Lowering &l) {
  Sum sum = getSum(l.op);
  if (!isArithmetic(l.dtype()) || !sum.alpha || !sum.beta)
    return {};
  // Factors are numbers of the dtype.
  if (isa<IntegerType>(l.dtype())) {
    sum.alpha = std::trunc(*sum.alpha);
    sum.beta = std::trunc(*sum.beta);
  }
  Value lhs = l.tensor(sum.lhs), rhs = l.tensor(sum.rhs);
  Sizes sizes = l.sizes();
  // What the product starts from. Times zero, the operand is not looked at.
  Value init =
      *sum.beta == 0
          ? Value()
          : l.broadcast(scale(l, l.tensor(sum.self), *sum.beta), sizes);
  if (*sum.alpha != 1 || getRanked(rhs).getRank() == 1) {
    Value product = scale(l, multiply(l, lhs, rhs), *sum.alpha);
    if (!init)
      return {product};
    return {l.elementwise(
        {init, product}, sizes, l.element(),
        [&](OpBuilder &b, Location loc, ValueRange args) -> Value {
          return addElements(b, loc, args[0], args[1]);
        })};
  }
  if (!init)
    init = zeros(l, sizes);
  if (sizes.size() == 3)
    return {multiply<linalg::BatchMatmulOp>(l, lhs, rhs, init)};
  return {multiply<linalg::MatmulOp>(l, lhs, rhs, init)};
}

ArrayRef<OperatorEntry> operators::getContractions() {
  static const OperatorEntry entries[] = {
#define TS_OPERATOR(arguments, name, rule, lowering) {name, rule, lowering},
#include "Operators.def"
  };
  return entries;
}

/// The left one of the matrices or vectors that are multiplied.
static Value getLeft(OperatorOp op) {
  Value lhs = getSum(op).lhs;
  return lhs ? lhs : Value(op.getArgs()[0]);
}

std::optional<int64_t> operators::countProductsOfMatrices(OperatorOp op) {
  StringRef base = getBaseName(op);
  // The latter are texts.
  bool isProduct = isAmong(getContractions(), op) || base == "aten::inner" ||
                   base == "aten::vdot";
  Value left = isProduct ? getLeft(op) : Value();
  std::optional<int64_t> count =
      left ? countElements(op.getResult(0)) : std::nullopt;
  if (!count || !countElements(left))
    return std::nullopt;
  ArrayRef<int64_t> shape = getTensorType(lookThroughCasts(left)).getShape();
  return shape.empty() ? *count : *count * shape.back();
}

bool operators::isProductRoundedOften(OperatorOp op) {
  if (!isAmong(getContractions(), op))
    return false;
  TSTensorType left = getTensorType(getLeft(op));
  TSTensorType result = getTensorType(op.getResult(0).getType());
  if (!left || !result || !left.hasStaticShape() || !result.hasStaticShape())
    return true;
  int64_t steps = left.getShape().empty() ? 1 : left.getShape().back();
  for (int64_t size : result.getShape())
    steps *= size;
  return steps <= 16 * 16 * 16;
}
