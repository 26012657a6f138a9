//===- Products.cpp - Matrix and vector products --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Products.h"

#include "core/Parallel.h"
#include "lapack/Lapack.h"
#include "onednn/OneDnn.h"
#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/Reduce.h"
#include "ops_tensor/SmallProducts.h"

#include <climits>

using namespace tsrt;

namespace {

/// c[m, n] = a[m, k] b[k, n] on dense row-major elements of T.
template <class T>
void multiply(int64_t m, int64_t n, int64_t k, const T *a, const T *b, T *c) {
  using W = std::conditional_t<
      std::is_same_v<T, c64>, c128,
      std::conditional_t<std::is_same_v<T, float>, double, T>>;
  parallelFor(m, std::max<int64_t>(1, 32768 / std::max<int64_t>(1, n * k)),
              [&](int64_t begin, int64_t end) {
                std::vector<W> row(n);
                for (int64_t i = begin; i < end; ++i) {
                  std::fill(row.begin(), row.end(), W(0));
                  for (int64_t p = 0; p < k; ++p) {
                    W x(a[i * k + p]);
                    for (int64_t j = 0; j < n; ++j) {
                      if constexpr (isIntT<T>)
                        row[j] = T(uint64_t(row[j]) +
                                   uint64_t(x) * uint64_t(b[p * n + j]));
                      else
                        row[j] += x * W(b[p * n + j]);
                    }
                  }
                  for (int64_t j = 0; j < n; ++j)
                    c[i * n + j] = T(row[j]);
                }
              });
}

/// The same by BLAS, which oneDNN is for floats. False where there is none, or
/// where the product is not worth looking for it.
template <class T>
bool multiplyByBlas(int64_t m, int64_t n, int64_t k, const T *a, const T *b,
                    T *c) {
  if constexpr (isIntT<T> || std::is_same_v<T, float>) {
    return false;
  } else {
    constexpr int64_t worthLoading = 1 << 18;
    if (m * n * k < worthLoading || std::max({m, n, k}) > INT_MAX ||
        !haveLapack(/*noting=*/false))
      return false;
    // Rows look like columns of the transposed matrices.
    lapack::gemm('N', 'N', int(n), int(m), int(k), b, int(n), a, int(k), c,
                 int(n));
    return true;
  }
}

/// The same of bfloat16, rounded at every step, as small products are.
void multiplyRounded(const Tensor &a, const Tensor &b, const Tensor &out) {
  Tensor x = contiguous(a), y = contiguous(b), raw = contiguous(out);
  int64_t m = a.size(0), k = a.size(1), n = b.size(1);
  const BFloat16 *p = x.data<BFloat16>(), *q = y.data<BFloat16>();
  BFloat16 *c = raw.data<BFloat16>();
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      float total = 0;
      for (int64_t l = 0; l < k; ++l) {
        float term = float(BFloat16(float(p[i * k + l]) * float(q[l * n + j])));
        total = float(BFloat16(total + term));
      }
      c[i * n + j] = BFloat16(total);
    }
  if (raw.get() != out.get())
    copyInPlace(out, raw);
}

/// The product of two matrices of one dtype, into the dense matrix `out`.
void multiplyInto(const Tensor &a, const Tensor &b, const Tensor &out,
                  bool fused = true) {
  int64_t m = a.size(0), k = a.size(1), n = b.size(1);
  if (failed() || !out.numel())
    return;
  if (k == 0) {
    fillInPlace(out, 0);
    return;
  }
  if (a.dtype() == TSRT_BF16 && b.dtype() == TSRT_BF16 &&
      out.dtype() == TSRT_BF16 && m * k * n <= 16 * 16 * 16) {
    multiplyRounded(a, b, out);
    return;
  }
  // Small products are computed here: exactly, and without oneDNN's overhead.
  bool large = m * n * k > 16384;
  if (large && a.dtype() == TSRT_F32 &&
      onednnGemm(m, n, k, a.data<float>(), a.stride(0), a.stride(1),
                 b.data<float>(), b.stride(0), b.stride(1), out.data<float>()))
    return;
  if (!large && a.dtype() == out.dtype() && multiplySmall(a, b, out, fused))
    return;
  Compute c = computeType(a.dtype());
  Tensor x = contiguousAs(a, nativeDType(c)),
         y = contiguousAs(b, nativeDType(c));
  if (large && x.dtype() == TSRT_F32) {
    Tensor raw = out.dtype() == TSRT_F32 ? out : empty({m, n}, TSRT_F32);
    if (onednnGemm(m, n, k, x.data<float>(), k, 1, y.data<float>(), n, 1,
                   raw.data<float>())) {
      copyInPlace(out, raw);
      return;
    }
  }
  Tensor raw = isNative(out.dtype()) ? out : empty({m, n}, nativeDType(c));
  visitCompute(c, [&](auto tag) {
    using T = decltype(tag);
    if (!multiplyByBlas(m, n, k, x.data<T>(), y.data<T>(), raw.data<T>()))
      multiply(m, n, k, x.data<T>(), y.data<T>(), raw.data<T>());
  });
  copyInPlace(out, raw);
}

bool sameTypes(const Tensor &a, const Tensor &b) {
  if (a.dtype() == b.dtype() || failed())
    return !failed();
  bail("expected scalar type %s but found %s", scalarTypeName(a.dtype()),
       scalarTypeName(b.dtype()));
  return false;
}

/// A tensor viewed as a batch of matrices, [batch, rows, columns].
Tensor asBatch(const Tensor &t, const Dims &batch) {
  Dims wide = batch;
  wide.push_back(t.size(-2));
  wide.push_back(t.size(-1));
  return reshape(expand(t, wide), {batch.product(), t.size(-2), t.size(-1)});
}

} // namespace

Tensor tsrt::mm(const Tensor &a, const Tensor &b) {
  if (a.dim() != 2)
    return bail("self must be a matrix");
  if (b.dim() != 2)
    return bail("mat2 must be a matrix");
  if (a.size(1) != b.size(0))
    return bail("mat1 and mat2 shapes cannot be multiplied (%lldx%lld and "
                "%lldx%lld)",
                LL(a.size(0)), LL(a.size(1)), LL(b.size(0)), LL(b.size(1)));
  if (!sameTypes(a, b))
    return {};
  Tensor out = empty({a.size(0), b.size(1)}, a.dtype());
  multiplyInto(a, b, out);
  return out;
}

Tensor tsrt::bmm(const Tensor &a, const Tensor &b) {
  if (a.dim() != 3 || b.dim() != 3)
    return bail("batch1 must be a 3D tensor");
  if (a.size(0) != b.size(0) || a.size(2) != b.size(1))
    return bail("Expected size for first two dimensions of batch2 tensor to "
                "be: [%lld, %lld] but got: [%lld, %lld].",
                LL(a.size(0)), LL(a.size(2)), LL(b.size(0)), LL(b.size(1)));
  if (!sameTypes(a, b))
    return {};
  Tensor out = empty({a.size(0), a.size(1), b.size(2)}, a.dtype());
  // PyTorch leaves larger ones to a library.
  bool fused = a.size(1) * a.size(2) * b.size(2) >= 400;
  for (int64_t i = 0; i < a.size(0) && !failed(); ++i)
    multiplyInto(selectAt(a, 0, i), selectAt(b, 0, i), selectAt(out, 0, i),
                 fused);
  return out;
}

static Tensor dot(const Tensor &a, const Tensor &b) {
  if (a.dim() != 1 || b.dim() != 1)
    return bail("1D tensors expected, but got %lldD and %lldD tensors",
                LL(a.dim()), LL(b.dim()));
  if (a.dtype() != b.dtype())
    return bail("dot : expected both vectors to have same dtype, but found %s "
                "and %s",
                scalarTypeName(a.dtype()), scalarTypeName(b.dtype()));
  if (a.numel() != b.numel())
    return bail("inconsistent tensor size, expected tensor [%lld] and src "
                "[%lld] to have the same number of elements, but got %lld and "
                "%lld elements respectively",
                LL(a.numel()), LL(b.numel()), LL(a.numel()), LL(b.numel()));
  if (a.dtype() == TSRT_BF16)
    return viewTo(mm(unsqueeze(a, 0), unsqueeze(b, 1)), {});
  return toDType(sum(a * b), a.dtype());
}

static Tensor mv(const Tensor &a, const Tensor &b) {
  if (a.dim() != 2 || b.dim() != 1)
    return bail("vector + matrix @ vector expected, got %d, %lld, %lld", 1,
                LL(a.dim()), LL(b.dim()));
  if (a.size(1) != b.size(0))
    return bail("size mismatch, got %lld, %lldx%lld,%lld", LL(a.size(0)),
                LL(a.size(0)), LL(a.size(1)), LL(b.size(0)));
  return squeeze(mm(a, unsqueeze(b, 1)), 1);
}

Tensor tsrt::matmul(const Tensor &a, const Tensor &b) {
  if (failed())
    return {};
  if (a.dim() == 0 || b.dim() == 0)
    return bail("both arguments to matmul need to be at least 1D, but they are "
                "%lldD and %lldD",
                LL(a.dim()), LL(b.dim()));
  if (a.dim() == 1 && b.dim() == 1)
    return dot(a, b);
  if (a.dim() == 2 && b.dim() == 1)
    return mv(a, b);
  if (a.dim() == 1)
    return squeeze(matmul(unsqueeze(a, 0), b), -2);
  if (b.dim() == 1)
    return squeeze(matmul(a, unsqueeze(b, 1)), -1);
  if (a.dim() == 2 && b.dim() == 2)
    return mm(a, b);
  if (b.dim() == 2) {
    // Fold the batch into the rows.
    Dims shape = a.sizes();
    if (shape.back() == b.size(0)) {
      Tensor folded =
          mm(reshape(a, {a.numel() / std::max<int64_t>(shape.back(), 1),
                         shape.back()}),
             b);
      shape.back() = b.size(1);
      if (a.numel() == 0)
        return zeros(shape, a.dtype());
      return viewTo(folded, shape);
    }
    return bail("mat1 and mat2 shapes cannot be multiplied (%lldx%lld and "
                "%lldx%lld)",
                LL(a.numel() / std::max<int64_t>(shape.back(), 1)),
                LL(shape.back()), LL(b.size(0)), LL(b.size(1)));
  }
  Dims batch = broadcastShapes(a.sizes().slice(0, a.dim() - 2),
                               b.sizes().slice(0, b.dim() - 2));
  if (failed())
    return {};
  Tensor product = bmm(asBatch(a, batch), asBatch(b, batch));
  batch.push_back(a.size(-2));
  batch.push_back(b.size(-1));
  return viewTo(product, batch);
}

Tensor tsrt::linear(const Tensor &input, const Tensor &weight,
                    const Tensor &bias) {
  Tensor out;
  if (weight.dim() == 1) {
    out = matmul(input, weight);
  } else if (input.dim() == 1) {
    out = mv(weight, input);
  } else {
    out = matmul(input, transpose(weight, 0, 1));
  }
  return bias ? out + bias : out;
}

namespace {

/// beta * self + alpha * product; self is not read when beta is 0.
Tensor scaledSum(const Tensor &self, const Tensor &product, Scalar beta,
                 Scalar alpha) {
  if (failed())
    return {};
  if (!isExpandable(self.sizes(), product.sizes()))
    return bail("The expanded size of the tensor (%lld) must match the "
                "existing size (%lld) at non-singleton dimension %lld.  Target "
                "sizes: %s.  Tensor sizes: %s",
                LL(product.size(-1)), LL(self.size(-1)), LL(product.dim() - 1),
                product.sizes().str().c_str(), self.sizes().str().c_str());
  if (product.isIntegral()) { // factors are truncated first
    alpha = Scalar(alpha.toInt());
    beta = Scalar(beta.toInt());
  }
  Complex a = alpha.toComplex(), b = beta.toComplex();
  Tensor scaled = a == Complex(1) ? product : product * alpha;
  if (b == Complex(0))
    return toDType(scaled, product.dtype());
  return toDType(scaled + (b == Complex(1) ? self : self * beta),
                 product.dtype());
}
/// beta * self + alpha * product(a, b), rounded once where elements are
/// bfloat16.
Tensor addProduct(Tensor (*product)(const Tensor &, const Tensor &),
                  const Tensor &self, const Tensor &a, const Tensor &b,
                  Scalar beta, Scalar alpha) {
  if (a.dtype() != TSRT_BF16 || b.dtype() != TSRT_BF16)
    return scaledSum(self, product(a, b), beta, alpha);
  return toDType(scaledSum(toDType(self, TSRT_F32),
                           product(toDType(a, TSRT_F32), toDType(b, TSRT_F32)),
                           beta, alpha),
                 TSRT_BF16);
}
Tensor addmm(const Tensor &self, const Tensor &a, const Tensor &b, Scalar beta,
             Scalar alpha) {
  return addProduct(mm, self, a, b, beta, alpha);
}
Tensor addmv(const Tensor &self, const Tensor &a, const Tensor &b, Scalar beta,
             Scalar alpha) {
  return addProduct(mv, self, a, b, beta, alpha);
}
Tensor baddbmm(const Tensor &self, const Tensor &a, const Tensor &b,
               Scalar beta, Scalar alpha) {
  return addProduct(bmm, self, a, b, beta, alpha);
}
Tensor sumOfProducts(const Tensor &a, const Tensor &b) {
  return toDType(sum(bmm(a, b), {0}), a.dtype());
}
Tensor addbmm(const Tensor &self, const Tensor &a, const Tensor &b, Scalar beta,
              Scalar alpha) {
  return addProduct(sumOfProducts, self, a, b, beta, alpha);
}
Tensor outer(const Tensor &a, const Tensor &b) {
  if (a.dim() != 1 || b.dim() != 1)
    return bail("outer: Expected 1-D argument %s, but got %lld-D",
                a.dim() != 1 ? "self" : "vec2",
                LL(a.dim() != 1 ? a.dim() : b.dim()));
  return unsqueeze(a, 1) * b;
}
Tensor addr(const Tensor &self, const Tensor &a, const Tensor &b, Scalar beta,
            Scalar alpha) {
  Tensor product = outer(a, b);
  int dtype = resultType({self, product});
  for (auto [factor, name] :
       {std::pair(beta, "beta"), std::pair(alpha, "alpha")}) {
    if (factor.isBool() && dtype != TSRT_B8)
      return bail("Boolean %s only supported for Boolean results.", name);
    if (!factor.isBool() && !factor.isInt() && isIntegral(dtype))
      return bail("For integral input tensors, argument %s must not be a "
                  "floating point number.",
                  name);
  }
  return scaledSum(self, toDType(product, dtype), beta, alpha);
}
Tensor conjugate(const Tensor &t) {
  static constexpr Loops conj = loops<1, complexTypes>(
      "conj", [](auto x, auto *) { return std::conj(x); });
  return t.isComplex() ? pointwise(conj, {t}, t.dtype(), t.dtype()) : t;
}
Tensor vdot(const Tensor &a, const Tensor &b) { return dot(conjugate(a), b); }
Tensor vecdot(const Tensor &a, const Tensor &b, int64_t dim) {
  return toDType(sum(conjugate(a) * b, {dim}), resultType({a, b}));
}
Tensor inner(const Tensor &a, const Tensor &b) {
  if (a.dim() == 0 || b.dim() == 0)
    return a * b;
  if (a.size(-1) != b.size(-1))
    return bail("inner() the last dimension must match on both input tensors "
                "but got shapes %s and %s",
                a.sizes().str().c_str(), b.sizes().str().c_str());
  Dims shape = a.sizes().slice(0, a.dim() - 1);
  for (int64_t d = 0; d + 1 < b.dim(); ++d)
    shape.push_back(b.size(d));
  int64_t k = a.size(-1);
  int64_t m = a.sizes().slice(0, a.dim() - 1).product();
  int64_t n = b.sizes().slice(0, b.dim() - 1).product();
  return reshape(mm(reshape(a, {m, k}), transpose(reshape(b, {n, k}), 0, 1)),
                 shape);
}
Tensor tensordot(const Tensor &a, const Tensor &b, const Dims &dimsA,
                 const Dims &dimsB) {
  if (dimsA.size() != dimsB.size())
    return bail("both dimension lists should have same length");
  Dims da = wrapDims(dimsA, a.dim()), db = wrapDims(dimsB, b.dim());
  if (failed())
    return {};
  Tensor x = a, y = b;
  int64_t k = 1;
  for (size_t i = 0; i < da.size(); ++i) {
    int64_t s = x.size(da[i]), t = y.size(db[i]);
    if (s != t && s != 1 && t != 1)
      return bail("contracted dimensions need to match, but first has size "
                  "%lld in dim %lld and second has size %lld in dim %lld",
                  LL(s), LL(da[i]), LL(t), LL(db[i]));
    if (s != t && t == 1)
      x = toDType(sum(x, {da[i]}, true), x.dtype());
    else if (s != t)
      y = toDType(sum(y, {db[i]}, true), y.dtype());
    k *= x.size(da[i]);
  }
  Dims orderA, orderB = db, shape;
  int64_t m = 1, n = 1;
  for (int64_t d = 0; d < x.dim(); ++d)
    if (!da.contains(d)) {
      orderA.push_back(d);
      shape.push_back(x.size(d));
      m *= x.size(d);
    }
  for (int64_t d : da)
    orderA.push_back(d);
  for (int64_t d = 0; d < y.dim(); ++d)
    if (!db.contains(d)) {
      orderB.push_back(d);
      shape.push_back(y.size(d));
      n *= y.size(d);
    }
  return reshape(mm(reshape(permute(x, orderA), {m, k}),
                    reshape(permute(y, orderB), {k, n})),
                 shape);
}
Tensor kron(const Tensor &a, const Tensor &b) {
  int64_t rank = std::max(a.dim(), b.dim());
  Dims sa, sb, shape;
  for (int64_t d = 0; d < rank; ++d) {
    int64_t x = d < rank - a.dim() ? 1 : a.size(d - (rank - a.dim()));
    int64_t y = d < rank - b.dim() ? 1 : b.size(d - (rank - b.dim()));
    sa.push_back(x);
    sa.push_back(1);
    sb.push_back(1);
    sb.push_back(y);
    shape.push_back(x * y);
  }
  return reshape(reshape(a, sa) * reshape(b, sb), shape);
}
Tensor chainMatmul(const Tensors &ts) {
  if (ts.empty())
    return bail("chain_matmul(): Expected one or more matrices");
  Tensor out = ts[0];
  for (size_t i = 1; i < ts.size(); ++i)
    out = matmul(out, ts[i]);
  return out;
}

#define SUM_OF_PRODUCTS(name, f)                                               \
  TSRT_OP_I(name, f), { "aten::" name ".out", outOf<f, Sharing::SameFirstOnly> }
#define PRODUCTS_OF_ALL(name, f)                                               \
  TSRT_OP(name, f), { "aten::" name ".out", outOf<f, Sharing::SameViews> }

const KernelEntry entries[] = {
    TSRT_OP_O("mm", mm),
    TSRT_OP_O("bmm", bmm),
    TSRT_OP_O("matmul", matmul),
    TSRT_OP_O("linalg_matmul", matmul),
    TSRT_OP("__matmul__", matmul),
    TSRT_OP_O("linear", linear),
    TSRT_OP_O("mv", mv),
    TSRT_OP_O("dot", dot),
    TSRT_OP_O("vdot", vdot),
    TSRT_OP_O("linalg_vecdot", vecdot),
    SUM_OF_PRODUCTS("addmm", addmm),
    SUM_OF_PRODUCTS("addmv", addmv),
    SUM_OF_PRODUCTS("baddbmm", baddbmm),
    SUM_OF_PRODUCTS("addbmm", addbmm),
    TSRT_OP_IE("addr", addr),
    PRODUCTS_OF_ALL("outer", outer),
    PRODUCTS_OF_ALL("ger", outer),
    TSRT_OP_O("inner", inner),
    TSRT_OP_O("tensordot", tensordot),
    PRODUCTS_OF_ALL("kron", kron),
    TSRT_OP_O("chain_matmul", chainMatmul),
    TSRT_OP_O("linalg_multi_dot", chainMatmul),
};
const KernelTable table(entries);

} // namespace
