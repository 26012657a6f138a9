//===- Distances.cpp - Distances between rows of matrices -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/Products.h"
#include "ops_tensor/Reduce.h"

using namespace tsrt;

namespace {

/// How a norm adds a component up, and ends.
struct Count {
  template <class T>
  static T add(T sum, T gap, T) {
    return sum + std::min(std::ceil(gap), T(1));
  }
  template <class T>
  static T end(T sum, T) {
    return sum;
  }
};
struct Manhattan {
  template <class T>
  static T add(T sum, T gap, T) {
    return sum + gap;
  }
  template <class T>
  static T end(T sum, T) {
    return sum;
  }
};
struct Euclidean {
  template <class T>
  static T add(T sum, T gap, T) {
    return sum + gap * gap;
  }
  template <class T>
  static T end(T sum, T) {
    return std::sqrt(sum);
  }
};
struct General {
  template <class T>
  static T add(T sum, T gap, T p) {
    return sum + std::pow(gap, p);
  }
  template <class T>
  static T end(T sum, T p) {
    return std::pow(sum, 1 / p);
  }
};

/// The distance of two rows of n. Eight partial sums are exacter than one, and
/// vectorize.
template <class Norm, class T>
T distance(const T *a, const T *b, int64_t n, T p) {
  T s[8] = {};
  int64_t i = 0;
  for (; i + 8 <= n; i += 8)
    for (int k = 0; k < 8; ++k)
      s[k] = Norm::add(s[k], std::abs(a[i + k] - b[i + k]), p);
  for (; i < n; ++i)
    s[0] = Norm::add(s[0], std::abs(a[i] - b[i]), p);
  return Norm::end(
      ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7])), p);
}
struct Largest {};
template <class Norm, class T>
std::enable_if_t<std::is_same_v<Norm, Largest>, T>
distance(const T *a, const T *b, int64_t n) {
  T most = 0;
  for (int64_t i = 0; i < n; ++i)
    most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

/// Calls f(distance of two rows) with the function for the norm p.
template <class T, class F>
void withNorm(T p, F f) {
  if (p == 0)
    f([](const T *a, const T *b, int64_t n) {
      return distance<Count, T>(a, b, n, 0);
    });
  else if (p == 1)
    f([](const T *a, const T *b, int64_t n) {
      return distance<Manhattan, T>(a, b, n, 1);
    });
  else if (p == 2)
    f([](const T *a, const T *b, int64_t n) {
      return distance<Euclidean, T>(a, b, n, 2);
    });
  else if (std::isinf(p))
    f([](const T *a, const T *b, int64_t n) {
      return distance<Largest, T>(a, b, n);
    });
  else
    f([p](const T *a, const T *b, int64_t n) {
      return distance<General, T>(a, b, n, p);
    });
}

/// Euclidean distances as one product: of the rows (-2 a, |a|^2, 1) and (b, 1,
/// |b|^2).
Tensor euclideanByProduct(const Tensor &a, const Tensor &b) {
  auto padded = [](const Tensor &t, const Tensor &scaled, int64_t squares) {
    Dims shape = t.sizes();
    int64_t k = shape.back();
    shape.back() += 2;
    Tensor out = full(shape, 1, t.dtype());
    copyInPlace(narrow(out, -1, 0, k), scaled);
    copyInPlace(narrow(out, -1, k + squares, 1),
                toDType(sum(t * t, {-1}, true), t.dtype()));
    return out;
  };
  static constexpr Loops root =
      loops<1, floatTypes>("cdist", [](auto x, auto *) {
        return std::sqrt(x < 0 ? decltype(x)(0) : x);
      });
  Tensor squares = matmul(padded(a, a * Scalar(int64_t(-2)), 0),
                          transpose(padded(b, b, 1), -2, -1));
  return pointwise(root, {squares}, squares.dtype(), squares.dtype());
}

/// When the Euclidean distances of many rows are computed as a product.
enum ProductMode { IfMany = 0, Always = 1, Never = 2 };

/// Distances of rows of a [.., m, k] and b [.., n, k].
Tensor cdist(const Tensor &a, const Tensor &b, double p, OptInt mode) {
  if (failed())
    return {};
  for (const Tensor *t : {&a, &b}) {
    int number = t == &a ? 1 : 2;
    if (t->dim() < 2)
      return bail("cdist only supports at least 2D tensors, X%d got: %lldD",
                  number, LL(t->dim()));
    if (!t->isFloating())
      return bail("cdist only supports floating-point dtypes, X%d got: %s",
                  number, scalarTypeName(t->dtype()));
  }
  if (a.size(-1) != b.size(-1))
    return bail("X1 and X2 must have the same number of columns. X1: %lld X2: "
                "%lld",
                LL(a.size(-1)), LL(b.size(-1)));
  if (!(p >= 0))
    return bail("cdist only supports non-negative p values");
  if (a.dtype() != b.dtype())
    return bail("expected scalar type %s but found %s",
                scalarTypeName(a.dtype()), scalarTypeName(b.dtype()));
  if (!isNative(a.dtype()))
    return bailNotImplemented("cdist", a.dtype());
  constexpr int64_t many = 25;
  int64_t chosen = mode.value_or(IfMany), m = a.size(-2), n = b.size(-2);
  Dims batch = broadcastShapes(a.sizes().slice(0, a.dim() - 2),
                               b.sizes().slice(0, b.dim() - 2));
  if (failed())
    return {};
  if (p == 2 && a.size(-1) &&
      (chosen == Always || (chosen == IfMany && (m > many || n > many))))
    return euclideanByProduct(a, b);
  auto widened = [&](const Tensor &t, int64_t rows) {
    Dims shape = batch;
    shape.push_back(rows);
    shape.push_back(t.size(-1));
    return contiguous(expand(t, shape));
  };
  Tensor x = widened(a, m), y = widened(b, n);
  batch.push_back(m);
  batch.push_back(n);
  Tensor out = empty(batch, a.dtype());
  withCompute<floatTypes>("cdist", a.dtype(), [&](auto tag) {
    using T = decltype(tag);
    int64_t k = a.size(-1), work = std::max<int64_t>(1, n * k);
    withNorm<T>(T(p), [&](auto measure) {
      if (failed() || !out.numel())
        return;
      parallelFor(out.numel() / n, std::max<int64_t>(1, reduceGrain / work),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t row = begin; row < end; ++row)
                      for (int64_t j = 0; j < n; ++j)
                        out.data<T>()[row * n + j] =
                            measure(x.data<T>() + row * k,
                                    y.data<T>() + (row / m * n + j) * k, k);
                  });
    });
  });
  return out;
}

/// Distances of each pair of rows of a matrix.
Tensor pdist(const Tensor &t, double p) {
  if (t.dim() != 2)
    return bail("pdist only supports 2D tensors, got: %lldD", LL(t.dim()));
  if (!t.isFloating())
    return bail("pdist only supports floating-point dtypes");
  if (!(p >= 0))
    return bail("pdist only supports non-negative p values");
  if (!isNative(t.dtype()))
    return bailNotImplemented("pdist", t.dtype());
  int64_t n = t.size(0), k = t.size(1);
  Tensor x = contiguous(t), out = empty({n * (n - 1) / 2}, t.dtype());
  withCompute<floatTypes>("pdist", t.dtype(), [&](auto tag) {
    using T = decltype(tag);
    withNorm<T>(T(p), [&](auto measure) {
      T *next = out.data<T>();
      const T *rows = x.data<T>();
      for (int64_t i = 0; i < n && !failed(); ++i)
        for (int64_t j = i + 1; j < n; ++j) {
          T far = measure(rows + i * k, rows + j * k, k);
          // Here a maximum keeps NaN, other than in cdist.
          if (std::isinf(p))
            for (int64_t d = 0; d < k; ++d)
              if (isNan(rows[i * k + d] - rows[j * k + d]))
                far = T(NAN);
          *next++ = far;
        }
    });
  });
  return out;
}

const KernelEntry entries[] = {
    TSRT_OP("cdist", cdist),
    TSRT_OP("_cdist_forward", cdist),
    TSRT_OP("pdist", pdist),
    TSRT_OP("_pdist_forward", pdist),
};
const KernelTable table(entries);

} // namespace
