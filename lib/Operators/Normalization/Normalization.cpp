//===- Normalization.cpp - Softmax and normalizations ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Softmax, batch and layer norm.
//
//===----------------------------------------------------------------------===//

#include "../Families.h"
#include "TorchScript/Operators/Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <limits>

using namespace mlir;
using namespace mlir::ts;

namespace {
#include "TorchScript/Operators/NormalizationArguments.h.inc"
} // namespace

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static bool inferSoftmax(Inference &i, OperatorOp op) {
  SoftmaxArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  if (!self || !getDim(args.dim(), self->getRank()) ||
      args.half_to_float().constant().value_or(false))
    return false;
  Type dtype = getDtype(args.dtype(), self->dtype);
  return isa_and_nonnull<FloatType>(dtype) && i.result(dtype, self->sizes);
}

/// Whether an optional operand is None or a tensor like `like` of these sizes.
static bool isParameter(Inference &i, const TensorArgument &argument,
                        Type dtype, ArrayRef<Size> sizes) {
  if (!argument)
    return true;
  std::optional<TensorInfo> info = i.typedTensor(argument);
  if (!info || info->dtype != dtype || info->sizes.size() != sizes.size())
    return false;
  for (auto [has, wants] : llvm::zip_equal(info->sizes, sizes))
    i.requireEqual(has, wants);
  return true;
}

/// With running statistics; in training without any, as those are written. A
/// text writes them.
static bool inferBatchNorm(Inference &i, OperatorOp op) {
  BatchNormArguments args(op);
  std::optional<TensorInfo> input = i.typedTensor(args.input());
  std::optional<bool> training = args.training().constant();
  if (!input || input->getRank() < 2 || !input->isFloat())
    return false;
  bool hasStatistics = args.running_mean() && args.running_var();
  bool isOneDtype = true;
  for (const TensorArgument &parameter :
       {args.weight(), args.bias(), args.running_mean(), args.running_var()})
    isOneDtype &= isParameter(i, parameter, input->dtype, input->sizes[1]);
  if (!training || !args.eps().constant() || !isOneDtype ||
      (*training ? bool(args.running_mean()) || bool(args.running_var())
                 : !hasStatistics))
    return i.leaveToText() && i.result(input->dtype, input->sizes);
  if (*training) {
    // More than one value for each channel.
    SmallVector<Size> others(input->sizes);
    others.erase(others.begin() + 1);
    i.requireAtLeast(i.product(others), 2);
  }
  return i.result(input->dtype, input->sizes);
}

/// The native form gives mean and inverse deviation, too.
static bool inferLayerNorm(Inference &i, OperatorOp op) {
  LayerNormArguments args(op);
  std::optional<TensorInfo> input = i.typedTensor(args.input());
  std::optional<SmallVector<Size>> shape =
      i.integerList(args.normalized_shape().getValue());
  if (!input || !shape || shape->empty() ||
      int64_t(shape->size()) > input->getRank() || !input->isFloat() ||
      !args.eps().constant())
    return false;
  ArrayRef<Size> last = ArrayRef(input->sizes).take_back(shape->size());
  for (auto [has, wants] : llvm::zip_equal(last, *shape))
    i.requireEqual(has, wants);
  if (!isParameter(i, args.weight(), input->dtype, last) ||
      !isParameter(i, args.bias(), input->dtype, last))
    return false;
  i.result(input->dtype, input->sizes);
  if (op.getNumResults() == 3) {
    SmallVector<Size> sizes(input->sizes);
    for (size_t d = 0; d < shape->size(); ++d)
      sizes[sizes.size() - 1 - d] = i.constant(1);
    i.result(input->dtype, sizes);
    i.result(input->dtype, sizes);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Lowerings
//===----------------------------------------------------------------------===//

/// Sums may be reassociated: PyTorch does not fix an order either.
static Value addPair(OpBuilder &b, Location loc, ValueRange args) {
  return b.create<arith::AddFOp>(loc, args[0], args[1],
                                 arith::FastMathFlags::reassoc);
}

template <typename OpT>
static Value binary(OpBuilder &b, Location loc, ValueRange args) {
  return b.create<OpT>(loc, args[0], args[1]);
}

static bool isSupported(Type dtype) { return dtype.isF32() || dtype.isF64(); }

static Value sum(Lowering &l, Value value, ArrayRef<int64_t> dims) {
  return l.reduce(value, dims, l.constant(l.element(), 0), addPair);
}

/// How many elements the dimensions have, as a number.
static Value countElements(Lowering &l, Value value, ArrayRef<int64_t> dims) {
  double known = 1;
  Value unknown;
  for (int64_t dim : dims) {
    OpFoldResult size = l.sizeOf(value, dim);
    if (std::optional<int64_t> constant = getConstantIntValue(size))
      known *= double(*constant);
    else
      unknown = unknown ? l.builder.createOrFold<arith::MulIOp>(l.loc, unknown,
                                                                l.index(size))
                        : l.index(size);
  }
  Value count = l.constant(l.element(), known);
  if (!unknown)
    return count;
  Value wide = l.builder.create<arith::IndexCastOp>(
      l.loc, l.builder.getI64Type(), unknown);
  return l.builder.create<arith::MulFOp>(
      l.loc, count,
      l.builder.create<arith::SIToFPOp>(l.loc, l.element(), wide));
}

static Value mean(Lowering &l, Value value, ArrayRef<int64_t> dims) {
  Value count = countElements(l, value, dims);
  return l.map(sum(l, value, dims), l.element(),
               [&](OpBuilder &b, Location loc, ValueRange args) -> Value {
                 return b.create<arith::DivFOp>(loc, args[0], count);
               });
}

/// Both softmaxes subtract the largest element first, so that exp stays in
/// range.
static SmallVector<Value> lowerSoftmaxes(Lowering &l, bool isLog) {
  SoftmaxArguments args(l.op);
  TensorInfo self = *l.inference.typedTensor(args.self());
  // Of complex numbers it takes the real parts.
  if (!isSupported(l.dtype()) || !isArithmetic(self.dtype))
    return {};
  Value input = l.convert(l.tensor(args.self()), self.dtype, l.dtype());
  bool isScalar = self.getRank() == 0;
  if (isScalar)
    input = l.unsqueeze(input, 0);
  int64_t rank = getRanked(input).getRank();
  int64_t dim = *getDim(args.dim(), rank);
  SmallVector<int64_t> rest = getOtherDims(rank, dim);
  Value lowest =
      l.constant(l.element(), -std::numeric_limits<double>::infinity());
  Value largest = l.reduce(input, dim, lowest, binary<arith::MaximumFOp>);
  Value shifted = l.along(input, largest, rest, binary<arith::SubFOp>);
  Value exponentials =
      l.map(shifted, l.element(),
            [](OpBuilder &b, Location loc, ValueRange x) -> Value {
              return b.create<math::ExpOp>(loc, x[0]);
            });
  Value total = sum(l, exponentials, dim);
  Value result =
      isLog ? l.along(shifted, total, rest,
                      [](OpBuilder &b, Location loc, ValueRange x) -> Value {
                        Value log = b.create<math::LogOp>(loc, x[1]);
                        return b.create<arith::SubFOp>(loc, x[0], log);
                      })
            : l.along(exponentials, total, rest,
                      [](OpBuilder &b, Location loc, ValueRange x) -> Value {
                        // The total is one or more: a row needs one quotient.
                        auto share = b.create<arith::DivFOp>(loc, x[0], x[1]);
                        share.setFastmath(arith::FastMathFlags::arcp);
                        return share;
                      });
  return {isScalar ? l.squeeze(result, 0) : result};
}

static SmallVector<Value> lowerSoftmax(Lowering &l) {
  return lowerSoftmaxes(l, false);
}
static SmallVector<Value> lowerLogSoftmax(Lowering &l) {
  return lowerSoftmaxes(l, true);
}

/// 1 / sqrt(variance + eps) of each element.
static Value inverseDeviation(Lowering &l, Value variance, double eps) {
  return l.map(
      variance, l.element(),
      [&](OpBuilder &b, Location loc, ValueRange args) -> Value {
        Value sum =
            b.create<arith::AddFOp>(loc, args[0], l.constant(l.element(), eps));
        Value root = b.create<math::SqrtOp>(loc, sum);
        return b.create<arith::DivFOp>(loc, l.constant(l.element(), 1), root);
      });
}

static Value meanOfSquares(Lowering &l, Value value, ArrayRef<int64_t> dims) {
  return mean(l,
              l.map(value, l.element(),
                    [](OpBuilder &b, Location loc, ValueRange args) -> Value {
                      return b.create<arith::MulFOp>(loc, args[0], args[0]);
                    }),
              dims);
}

/// Scales and shifts by the optional parameters.
static Value applyAffine(Lowering &l, Value value, const TensorArgument &weight,
                         const TensorArgument &bias, ArrayRef<int64_t> dims) {
  if (weight)
    value = l.along(value, l.tensor(weight), dims, binary<arith::MulFOp>);
  if (bias)
    value = l.along(value, l.tensor(bias), dims, binary<arith::AddFOp>);
  return value;
}

static SmallVector<Value> lowerBatchNorm(Lowering &l) {
  if (!isSupported(l.dtype()))
    return {};
  BatchNormArguments args(l.op);
  Value input = l.tensor(args.input());
  double eps = *args.eps().constant();
  SmallVector<int64_t> others =
      getOtherDims(getRanked(input).getRank(), int64_t(1));
  bool isTraining = *args.training().constant();
  Value average =
      isTraining ? mean(l, input, others) : l.tensor(args.running_mean());
  Value centered = l.along(input, average, 1, binary<arith::SubFOp>);
  Value variance = isTraining ? meanOfSquares(l, centered, others)
                              : l.tensor(args.running_var());
  Value factor = inverseDeviation(l, variance, eps);
  Value scaled = l.along(centered, factor, 1, binary<arith::MulFOp>);
  return {applyAffine(l, scaled, args.weight(), args.bias(), 1)};
}

namespace {
/// Mean and 1 / sqrt(variance + eps) of rows, without the dimensions `dims`.
struct Moments {
  Value average, factor;
};
} // namespace

static Moments getMoments(Lowering &l, Value input, ArrayRef<int64_t> dims,
                          double eps) {
  SmallVector<int64_t> rest = getOtherDims(getRanked(input).getRank(), dims);
  Value average = mean(l, input, dims);
  Value centered = l.along(input, average, rest, binary<arith::SubFOp>);
  Value variance = meanOfSquares(l, centered, dims);
  return {average, inverseDeviation(l, variance, eps)};
}

/// Each element times the factor plus what the mean makes of it, as PyTorch
/// folds it: NaN where the mean is not finite.
static Value normalize(Lowering &l, Value input, const Moments &moments,
                       ArrayRef<int64_t> rest) {
  Type type = l.element();
  Value shift = l.elementwise(
      {moments.average, moments.factor}, l.sizesOf(moments.average), type,
      [&](OpBuilder &b, Location loc, ValueRange args) -> Value {
        Value product = b.create<arith::MulFOp>(loc, args[0], args[1]);
        Value shift = b.create<arith::NegFOp>(loc, product);
        // Zero, or NaN.
        Value nothing = b.create<arith::SubFOp>(loc, args[0], args[0]);
        return b.create<arith::AddFOp>(loc, shift, nothing);
      });
  SmallVector<SmallVector<int64_t>> maps{
      getOtherDims(getRanked(input).getRank(), {}), SmallVector<int64_t>(rest),
      SmallVector<int64_t>(rest)};
  return l.elementwise(
      {input, moments.factor, shift}, maps, l.sizesOf(input), type,
      [](OpBuilder &b, Location loc, ValueRange args) -> Value {
        return b.create<math::FmaOp>(loc, args[0], args[1], args[2]);
      });
}

/// Whether nobody looks at a result: neither at the value, nor at the object
/// that is made of it.
static bool isUnused(OpResult result) {
  return llvm::all_of(result.getUsers(), [](Operation *user) {
    return isa<TensorRefOp>(user) && user->use_empty();
  });
}

static SmallVector<Value> lowerLayerNorm(Lowering &l) {
  // Who asks for the moments gets PyTorch's beside infinity and overflow, too,
  // which are the runtime's.
  bool isNative = l.inference.getResults().size() == 3;
  if (!isSupported(l.dtype()) ||
      (isNative &&
       !llvm::all_of(OperatorOp(l.op)->getResults().drop_front(), isUnused)))
    return {};
  LayerNormArguments args(l.op);
  Value input = l.tensor(args.input());
  int64_t rank = getRanked(input).getRank();
  int64_t normalized = args.normalized_shape().elements()->size();
  auto dims = llvm::to_vector(llvm::seq<int64_t>(rank - normalized, rank));
  SmallVector<int64_t> rest = getOtherDims(rank, dims);
  Moments moments = getMoments(l, input, dims, *args.eps().constant());
  SmallVector<Value> results{applyAffine(l, normalize(l, input, moments, rest),
                                         args.weight(), args.bias(), dims)};
  if (isNative)
    for (Value moment : {moments.average, moments.factor})
      results.push_back(l.unsqueeze(moment, dims));
  return results;
}

static SmallVector<Value> lowerNativeLayerNorm(Lowering &l) {
  return lowerLayerNorm(l);
}

std::optional<BatchStatistics> ts::getWrittenStatistics(OperatorOp op) {
  if (op.getName() != "aten::batch_norm" &&
      op.getName() != "aten::native_batch_norm")
    return std::nullopt;
  Value mean = op.getArgs()[3], variance = op.getArgs()[4];
  if (getConstantInt(op.getArgs()[5]) == 0 || !getTensorType(mean) ||
      !getTensorType(variance))
    return std::nullopt;
  return BatchStatistics{mean, variance};
}

OperatorOp ts::buildPureBatchNorm(OpBuilder &builder, OperatorOp op,
                                  const BatchStatistics &statistics) {
  // But for the last one of `batch_norm`, which chooses a library.
  SmallVector<Value> operands(op.getArgs().take_front(8));
  operands[3] = statistics.mean;
  operands[4] = statistics.variance;
  Type sum = statistics.mean.getType();
  Type results[] = {op.getResult(0).getType(), sum, sum, sum, sum};
  return builder.create<OperatorOp>(op.getLoc(), results,
                                    "aten::_native_batch_norm_legit_functional",
                                    operands);
}

ArrayRef<OperatorEntry> operators::getNormalizations() {
  static const OperatorEntry entries[] = {
// Moments that somebody asks for are the runtime's.
#define TS_OPERATOR(arguments, name, rule, lowering)                           \
  {name, rule, lowering, ViewKind::None, lowering == lowerNativeLayerNorm},
#include "Operators.def"
  };
  return entries;
}
