//===- MatrixFunctions.cpp - Functions of matrices and vectors
//--------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/Matrices.h"
#include "ops_tensor/Products.h"
#include "ops_tensor/Reduce.h"

using namespace tsrt;

namespace {

/// The exponential of one matrix of double or double complex, by scaling and
/// squaring of Taylor's series of 16 terms, which has converged for norms up to
/// 1/2. Powers are shared: a polynomial of a^4 with polynomials of a as
/// coefficients (Paterson and Stockmeyer).
Tensor exponential(Tensor a, double norm) {
  int squarings = 0;
  if (std::isfinite(norm))
    for (; norm > 0.5; norm /= 2)
      ++squarings;
  a = a * Scalar(std::ldexp(1.0, -squarings));
  Tensor powers[5] = {contiguous(eyeLike(a)), a};
  for (int i = 2; i <= 4; ++i)
    powers[i] = mm(powers[i - 1], a);
  double factorial = 20922789888000.0; // 16!
  Tensor result = powers[4] * Scalar(1 / factorial);
  for (int block = 3; block >= 0; --block) {
    if (block < 3)
      result = mm(result, powers[4]);
    for (int i = 3; i >= 0; --i) {
      factorial /= 4 * block + i + 1;
      result = result + powers[i] * Scalar(1 / factorial);
    }
  }
  while (squarings--)
    result = mm(result, result);
  return result;
}
Tensor matrixExp(const Tensor &t) {
  if (t.dtype() == TSRT_BF16)
    return toDType(matrixExp(toDType(t, TSRT_F32)), TSRT_BF16);
  if (!checkMatrices("linalg.matrix_exp", t, true))
    return {};
  Tensor out = empty(t.sizes(), t.dtype());
  if (!out || !out.numel())
    return out;
  int wide = t.isComplex() ? TSRT_C128 : TSRT_F64;
  Dims stack = {batchOf(t).product(), t.size(-1), t.size(-1)};
  Tensor matrices = reshape(contiguousAs(t, wide), stack);
  static constexpr Loops abs = loops<1, inexactTypes>(
      "abs", [](auto x, auto *) { return decltype(x)(std::abs(x)); });
  Tensor norms =
      amax(sum(pointwise(abs, {matrices}, wide, TSRT_F64), {-2}), {-1}, false);
  Tensor results = viewTo(out, stack);
  for (int64_t i = 0; i < stack[0] && !failed(); ++i)
    copyInPlace(selectAt(results, 0, i),
                exponential(selectAt(matrices, 0, i), norms.data<double>()[i]));
  return out;
}

Tensor matrixPower(const Tensor &t, int64_t n) {
  if (!checkShapeOfMatrices("linalg.matrix_power", t, true))
    return {};
  if (n > 1 && (t.dtype() == TSRT_B8 || t.dtype() == TSRT_F16))
    return bailNotImplemented("addmm_impl_cpu_", t.dtype());
  if (n == 0 && t.dtype() == TSRT_BF16)
    return bailNotImplemented("eye", TSRT_BF16);
  Tensor base = n < 0 ? inverseOf("linalg.inv", t) : t, result;
  for (uint64_t e = n < 0 ? 0 - uint64_t(n) : uint64_t(n); e; e >>= 1) {
    if (e & 1)
      result = result ? matmul(result, base) : base;
    if (e > 1)
      base = matmul(base, base);
    if (failed())
      return {};
  }
  if (!result)
    return contiguous(eyeLike(t));
  return n == 1 ? cloneOf(result) : result;
}

/// a b - c d; of real numbers only the second product is rounded, which shows
/// where both overflow, but for those of 16 bits.
constexpr Loops crossLoops = loopsBySteps<4, allTypes>(
    "cross", [](auto round, auto a, auto b, auto c, auto d, auto *) {
      using T = decltype(a);
      if constexpr (!std::is_same_v<decltype(round), KeepStep>)
        return round(a * b) - round(c * d);
      else if constexpr (isFloatT<T>)
        return std::fma(a, b, -(c * d));
      else
        return T(a * b - c * d);
    });
Tensor crossDim(const Tensor &a, const Tensor &b, int64_t dim) {
  Dims shape = broadcastShapes(a.sizes(), b.sizes());
  dim = wrapDim(dim, int64_t(shape.size()));
  if (failed())
    return {};
  if (a.dim() != b.dim())
    return bail(
        "linalg.cross: inputs must have the same number of dimensions.");
  if (a.size(dim) != 3 || b.size(dim) != 3)
    return bail("linalg.cross: inputs dimension %lld must have length 3. Got "
                "%lld and %lld",
                LL(dim), LL(a.size(dim)), LL(b.size(dim)));
  Tensor x = expand(a, shape), y = expand(b, shape);
  Tensor out = empty(shape, resultType({a, b}));
  for (int64_t i = 0; i < 3; ++i) {
    int64_t j = (i + 1) % 3, k = (i + 2) % 3;
    copyInPlace(selectAt(out, dim, i),
                pointwise(crossLoops,
                          {selectAt(x, dim, j), selectAt(y, dim, k),
                           selectAt(x, dim, k), selectAt(y, dim, j)},
                          out.dtype(), out.dtype()));
  }
  return out;
}
Tensor cross(const Tensor &a, const Tensor &b, OptInt dim) {
  if (dim)
    return crossDim(a, b, *dim);
  for (int64_t d = 0; d < a.dim(); ++d)
    if (a.size(d) == 3)
      return crossDim(a, b, d);
  return bail("no dimension of size 3 in input");
}
/// Powers 0 .. n-1, at least two, of the elements, in a new last dimension.
Tensor vander(const Tensor &points, OptInt n) {
  Tensor x = points.dim() ? points : unsqueeze(points, 0);
  int64_t columns = n.value_or(x.size(-1));
  if (columns < 2)
    return bail("N must be greater than 1.");
  Dims exponents;
  for (int64_t i = 0; i < columns; ++i)
    exponents.push_back(i);
  Tensor t = x.isIntegral() ? toDType(x, TSRT_I64) : x;
  return power(unsqueeze(t, -1), fromInts(exponents));
}

const KernelEntry entries[] = {
    TSRT_OP_O("linalg_matrix_exp", matrixExp),
    TSRT_OP("matrix_exp", matrixExp),
    TSRT_OP_O("matrix_power", matrixPower),
    TSRT_OP_O("linalg_matrix_power", matrixPower),
    TSRT_OP_O("linalg_cross", crossDim),
    TSRT_OP_O("cross", cross),
    TSRT_OP("linalg_vander", vander),
};
const KernelTable table(entries);

} // namespace
