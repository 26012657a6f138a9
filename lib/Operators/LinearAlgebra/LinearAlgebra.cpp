//===- LinearAlgebra.cpp - Factorizations and equations ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dtypes and sizes of what LAPACK computes, by way of the runtime.
//
//===----------------------------------------------------------------------===//

#include "../Families.h"

using namespace mlir;
using namespace mlir::ts;
using operators::getInt64;

namespace {
#include "TorchScript/Operators/LinearAlgebraArguments.h.inc"
} // namespace

namespace {
/// A batch of matrices [.., rows, columns].
struct Matrices {
  Type dtype, real;
  SmallVector<Size> batch;
  Size rows, columns;

  SmallVector<Size> with(ArrayRef<Size> last) const {
    SmallVector<Size> sizes(batch);
    llvm::append_range(sizes, last);
    return sizes;
  }
};
} // namespace

static std::optional<Matrices> getMatrices(Inference &i, Value operand) {
  std::optional<TensorInfo> info = i.typedTensor(operand);
  if (!info || info->getRank() < 2 || info->isInteger() || info->isBool() ||
      info->dtype.isF16())
    return std::nullopt;
  return Matrices{info->dtype, getPartDtype(info->dtype),
                  SmallVector<Size>(ArrayRef(info->sizes).drop_back(2)),
                  info->sizes[info->getRank() - 2], info->sizes.back()};
}

static Type getInt32(Inference &i) {
  return IntegerType::get(i.getContext(), 32);
}

static bool inferSame(Inference &i, OperatorOp op) {
  std::optional<Matrices> m = getMatrices(i, op.getArgs()[0]);
  return m && i.result(m->dtype, m->with({m->rows, m->columns}));
}

/// With what the library says of each matrix.
static bool inferWithInfo(Inference &i, OperatorOp op) {
  std::optional<Matrices> m = getMatrices(i, op.getArgs()[0]);
  return inferSame(i, op) && i.result(getInt32(i), m->batch);
}

static bool inferReflectors(Inference &i, OperatorOp op) {
  std::optional<Matrices> m = getMatrices(i, op.getArgs()[0]);
  return inferSame(i, op) &&
         i.result(m->dtype, m->with(i.min(m->rows, m->columns)));
}

/// Both factors in one matrix, the order of rows, and perhaps what the library
/// says.
static bool inferPivots(Inference &i, OperatorOp op) {
  std::optional<Matrices> m = getMatrices(i, op.getArgs()[0]);
  if (!inferSame(i, op))
    return false;
  i.result(getInt32(i), m->with(i.min(m->rows, m->columns)));
  return op.getNumResults() == 2 || i.result(getInt32(i), m->batch);
}

/// P, L and U. Without pivots P has no elements, and so has what is not asked
/// for.
static bool inferTriangles(Inference &i, OperatorOp op) {
  MatrixArguments args(op);
  std::optional<Matrices> m = getMatrices(i, op.getArgs()[0]);
  if (!m)
    return false;
  for (const BoolArgument &flag :
       {args.pivot(), args.unpack_data(), args.unpack_pivots()})
    if (flag && flag.constant() != true)
      return false;
  Size least = i.min(m->rows, m->columns);
  i.result(m->dtype, m->with({m->rows, m->rows}));
  i.result(m->dtype, m->with({m->rows, least}));
  return i.result(m->dtype, m->with({least, m->columns}));
}

static bool inferOrthogonal(Inference &i, OperatorOp op) {
  MatrixArguments args(op);
  std::optional<Matrices> m = getMatrices(i, op.getArgs()[0]);
  if (!m)
    return false;
  bool isReduced = true;
  if (args.mode()) {
    std::optional<StringRef> mode = args.mode().constant();
    if (mode != StringRef("reduced") && mode != StringRef("complete"))
      return false;
    isReduced = *mode == "reduced";
  } else if (args.some()) {
    std::optional<bool> some = args.some().constant();
    if (!some)
      return false;
    isReduced = *some;
  }
  Size inner = isReduced ? i.min(m->rows, m->columns) : m->rows;
  i.result(m->dtype, m->with({m->rows, inner}));
  return i.result(m->dtype, m->with({inner, m->columns}));
}

static bool inferNumber(Inference &i, OperatorOp op) {
  std::optional<Matrices> m = getMatrices(i, op.getArgs()[0]);
  return m && i.result(m->dtype, m->batch);
}

static bool inferSignAndLogarithm(Inference &i, OperatorOp op) {
  std::optional<Matrices> m = getMatrices(i, op.getArgs()[0]);
  return m && i.result(m->dtype, m->batch) && i.result(m->real, m->batch);
}

/// Tolerances that are tensors broadcast with the batch.
static bool inferRank(Inference &i, OperatorOp op) {
  std::optional<Matrices> m = getMatrices(i, op.getArgs()[0]);
  if (!m)
    return false;
  for (Value operand : op.getArgs().drop_front())
    if (std::optional<TensorInfo> tolerance = i.tensor(operand))
      if (tolerance->getRank() != 0 &&
          ArrayRef<Size>(tolerance->sizes) != ArrayRef<Size>(m->batch))
        return false;
  return i.result(getInt64(i), m->batch);
}

/// Eigenvalues, and eigenvectors where they are asked for. Those of symmetric
/// matrices are real.
static bool inferEigen(Inference &i, OperatorOp op) {
  std::optional<Matrices> m = getMatrices(i, op.getArgs()[0]);
  if (!m)
    return false;
  StringRef base = getBaseName(op);
  bool isSymmetric = base.contains("eigh") || base.ends_with("eigvalsh") ||
                     base.ends_with("symeig");
  if (base.ends_with("symeig") &&
      MatrixArguments(op).eigenvectors().constant() != true)
    return false;
  Type complex = ComplexType::get(m->real);
  i.result(isSymmetric ? m->real : complex, m->with(m->rows));
  return op.getNumResults() == 1 ||
         i.result(isSymmetric ? m->dtype : complex,
                  m->with({m->rows, m->columns}));
}

static bool inferSingular(Inference &i, OperatorOp op) {
  MatrixArguments args(op);
  std::optional<Matrices> m = getMatrices(i, op.getArgs()[0]);
  if (!m || (args.compute_uv() && args.compute_uv().constant() != true))
    return false;
  std::optional<bool> isFull = args.full_matrices().constant();
  bool isOld = bool(args.some());
  if (isOld)
    if (std::optional<bool> some = args.some().constant())
      isFull = !*some;
  if (!isFull)
    return false;
  Size least = i.min(m->rows, m->columns);
  Size left = *isFull ? m->rows : least, right = *isFull ? m->columns : least;
  i.result(m->dtype, m->with({m->rows, left}));
  i.result(m->real, m->with(least));
  // `svd` gives V, not its adjoint.
  return isOld ? i.result(m->dtype, m->with({m->columns, right}))
               : i.result(m->dtype, m->with({right, m->columns}));
}

static bool inferSingularValues(Inference &i, OperatorOp op) {
  std::optional<Matrices> m = getMatrices(i, op.getArgs()[0]);
  return m && i.result(m->real, m->with(i.min(m->rows, m->columns)));
}

static bool inferPseudoInverse(Inference &i, OperatorOp op) {
  std::optional<Matrices> m = getMatrices(i, op.getArgs()[0]);
  return m && i.result(m->dtype, m->with({m->columns, m->rows}));
}

/// Solutions of systems of the matrices for right sides, which have to be
/// matrices of the same batch, or of one that broadcasts.
static bool inferSolution(Inference &i, OperatorOp op, Value matrices,
                          Value right) {
  std::optional<Matrices> a = getMatrices(i, matrices);
  std::optional<TensorInfo> vector = i.typedTensor(right);
  if (!a || !vector || vector->dtype != a->dtype)
    return false;
  if (getBaseName(op).starts_with("aten::linalg_solve") &&
      !getBaseName(op).ends_with("triangular")) {
    // A batch of vectors.
    bool isVector = vector->getRank() == 1 ||
                    (vector->getRank() == int64_t(a->batch.size()) + 1 &&
                     ArrayRef<Size>(vector->sizes) ==
                         ArrayRef<Size>(a->with(a->rows)));
    if (isVector) {
      SmallVector<Size> batch =
          i.broadcast({a->batch, ArrayRef(vector->sizes).drop_back()});
      batch.push_back(a->columns);
      return i.result(a->dtype, batch);
    }
  }
  std::optional<Matrices> b = getMatrices(i, right);
  if (!b)
    return false;
  SmallVector<Size> sizes = i.broadcast({a->batch, b->batch});
  sizes.push_back(b->rows);
  sizes.push_back(b->columns);
  return i.result(a->dtype, sizes);
}

static bool inferSolve(Inference &i, OperatorOp op) {
  SolveArguments args(op);
  Value matrices = op.getArgs()[0];
  if (!inferSolution(i, op, matrices, args.B()))
    return false;
  std::optional<Matrices> a = getMatrices(i, matrices);
  return op.getNumResults() == 1 || i.result(getInt32(i), a->batch);
}

/// The right sides come first.
static bool inferSolveSecond(Inference &i, OperatorOp op) {
  return inferSolution(i, op, op.getArgs()[1], op.getArgs()[0]);
}

static bool inferTriangularSolve(Inference &i, OperatorOp op) {
  std::optional<Matrices> a = getMatrices(i, op.getArgs()[1]);
  std::optional<Matrices> b = getMatrices(i, op.getArgs()[0]);
  if (!a || !b)
    return false;
  SmallVector<Size> batch = i.broadcast({a->batch, b->batch});
  SmallVector<Size> solution(batch), matrix(batch);
  solution.append({b->rows, b->columns});
  matrix.append({a->rows, a->columns});
  return i.result(b->dtype, solution) && i.result(a->dtype, matrix);
}

static bool inferProduct(Inference &i, OperatorOp op) {
  std::optional<Matrices> m = getMatrices(i, op.getArgs()[2]);
  return m && i.result(m->dtype, m->with({m->rows, m->columns}));
}

/// The solutions, the sums of squares of what they leave, ranks and singular
/// values: the last three have no elements where a driver does not give them.
static bool inferLeastSquares(Inference &i, OperatorOp op) {
  LeastSquaresArguments args(op);
  std::optional<Matrices> a = getMatrices(i, args.self());
  std::optional<TensorInfo> right = i.typedTensor(args.b());
  std::optional<StringRef> driver =
      args.driver() ? args.driver().constant() : StringRef("gelsy");
  if (!a || !right || right->dtype != a->dtype || !driver)
    return false;
  int64_t rank = int64_t(a->batch.size()) + 2;
  bool isVector = right->getRank() == rank - 1;
  std::optional<int64_t> rows = getConstant(a->rows),
                         columns = getConstant(a->columns);
  bool hasValues = *driver == "gelsd" || *driver == "gelss";
  // What is left depends on which is more, unless the driver never says it.
  bool needsSizes = hasValues || *driver != "gelsy";
  if ((!isVector && right->getRank() != rank) ||
      (needsSizes && (!rows || !columns)))
    return false;
  SmallVector<Size> sizes(right->sizes);
  if (isVector)
    sizes.push_back(i.constant(1));
  i.requireEqual(sizes[rank - 2], a->rows);
  SmallVector<Size> batch =
      i.broadcast({a->batch, ArrayRef(sizes).drop_back(2)});
  // Other drivers say what is left only where each matrix is of full rank.
  bool isTall = needsSizes && *rows > *columns;
  bool maySay = isTall && *driver != "gels";
  if (maySay && !batch.empty())
    return false;
  SmallVector<Size> solution(batch), left(batch), values;
  solution.push_back(a->columns);
  if (!isVector)
    solution.push_back(sizes.back());
  left.push_back(maySay ? i.unknown(1, 0) : sizes.back());
  Size none = i.constant(0);
  values.push_back(none);
  if (hasValues) {
    values = a->batch;
    values.push_back(i.constant(std::min(*rows, *columns)));
  }
  return i.result(a->dtype, solution) &&
         i.result(a->real, isTall ? ArrayRef<Size>(left) : none) &&
         i.result(getInt64(i),
                  *driver == "gels" ? ArrayRef<Size>(none) : a->batch) &&
         i.result(a->real, values);
}

ArrayRef<OperatorEntry> operators::getLinearAlgebra() {
  static const OperatorEntry entries[] = {
#define TS_OPERATOR(arguments, name, rule)                                     \
  {name, rule, nullptr, ViewKind::None, /*isLibrary=*/true},
#include "Operators.def"
  };
  return entries;
}
