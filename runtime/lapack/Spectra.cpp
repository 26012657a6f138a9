//===- Spectra.cpp - Singular and eigenvalues, least squares by LAPACK ----===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Complex routines take a real workspace that the real ones do without.
//
//===----------------------------------------------------------------------===//

#include "lapack/Lapack.h"
#include "lapack/Workspace.h"

using namespace tsrt;
using namespace tsrt::lapack;

template <class T>
int lapack::gesdd(char job, int m, int n, T *a, RealOf<T> *s, T *u, T *vh) {
  using R = RealOf<T>;
  int k = std::min(m, n), ld = leading(m), ldvh = leading(job == 'A' ? n : k);
  std::vector<int> ints(8 * size_t(k) + 1);
  std::vector<R> real(1);
  if (isComplexT<T>) { // the bounds in the documentation of cgesdd
    size_t small = size_t(k), wide = size_t(std::max(m, n));
    real.resize(1 + (job == 'N' ? 7 * small
                                : small * std::max(5 * small + 5,
                                                   2 * wide + 2 * small + 1)));
  }
  return withWorkspace<T>([&](T *work, int length) {
    int info = 0;
    if constexpr (isComplexT<T>) {
      static const Routine<Char, Int, Int, T *, Int, R *, T *, Int, T *, Int,
                           T *, Int, R *, int *, int *, size_t>
          f(lapackLetter<T>(), "gesdd");
      f(&job, &m, &n, a, &ld, s, u, &ld, vh, &ldvh, work, &length, real.data(),
        ints.data(), &info, 1);
    } else {
      static const Routine<Char, Int, Int, T *, Int, R *, T *, Int, T *, Int,
                           T *, Int, int *, int *, size_t>
          f(lapackLetter<T>(), "gesdd");
      f(&job, &m, &n, a, &ld, s, u, &ld, vh, &ldvh, work, &length, ints.data(),
        &info, 1);
    }
    return info;
  });
}

template <class T>
int lapack::syevd(bool vectors, char uplo, int n, T *a, RealOf<T> *values) {
  using R = RealOf<T>;
  char job = vectors ? 'V' : 'N';
  int ld = leading(n), info = 0;
  auto call = [&](T *work, int length, R *real, int realLength, int *ints,
                  int intLength) {
    if constexpr (isComplexT<T>) {
      static const Routine<Char, Char, Int, T *, Int, R *, T *, Int, R *, Int,
                           int *, Int, int *, size_t, size_t>
          f(lapackLetter<T>(), "heevd");
      f(&job, &uplo, &n, a, &ld, values, work, &length, real, &realLength, ints,
        &intLength, &info, 1, 1);
    } else {
      static const Routine<Char, Char, Int, T *, Int, R *, T *, Int, int *, Int,
                           int *, size_t, size_t>
          f(lapackLetter<T>(), "syevd");
      f(&job, &uplo, &n, a, &ld, values, work, &length, ints, &intLength, &info,
        1, 1);
    }
  };
  T best = 0;
  R bestReal = 0;
  int bestInt = 0;
  call(&best, -1, &bestReal, -1, &bestInt, -1);
  if (info)
    return info;
  std::vector<T> work(lengthOf(best));
  std::vector<R> real(lengthOf(bestReal));
  std::vector<int> ints(std::max(1, bestInt));
  call(work.data(), int(work.size()), real.data(), int(real.size()),
       ints.data(), int(ints.size()));
  return info;
}

namespace {
/// Real routines give a pair of complex vectors as its real and its imaginary
/// part.
template <class R>
void unpackPairs(int n, const R *packed, const std::complex<R> *values,
                 std::complex<R> *vectors) {
  for (int j = 0; j < n; ++j) {
    bool isPair = values[j].imag() != 0 && j + 1 < n;
    for (int i = 0; i < n; ++i) {
      R re = packed[int64_t(j) * n + i];
      R im = isPair ? packed[int64_t(j + 1) * n + i] : R(0);
      vectors[int64_t(j) * n + i] = {re, im};
      if (isPair)
        vectors[int64_t(j + 1) * n + i] = {re, -im};
    }
    j += isPair;
  }
}
} // namespace

template <class T>
int lapack::geev(int n, T *a, std::complex<RealOf<T>> *values,
                 std::complex<RealOf<T>> *vectors) {
  using R = RealOf<T>;
  char left = 'N', right = vectors ? 'V' : 'N';
  int ld = leading(n), one = 1;
  Int vectorLd = vectors ? &ld : &one;
  std::vector<R> parts(2 * size_t(n) + 1);
  if constexpr (isComplexT<T>) {
    static const Routine<Char, Char, Int, T *, Int, T *, T *, Int, T *, Int,
                         T *, Int, R *, int *, size_t, size_t>
        f(lapackLetter<T>(), "geev");
    return withWorkspace<T>([&](T *work, int length) {
      int info = 0;
      f(&left, &right, &n, a, &ld, values, nullptr, &one, vectors, vectorLd,
        work, &length, parts.data(), &info, 1, 1);
      return info;
    });
  } else {
    static const Routine<Char, Char, Int, T *, Int, T *, T *, T *, Int, T *,
                         Int, T *, Int, int *, size_t, size_t>
        f(lapackLetter<T>(), "geev");
    std::vector<R> packed(vectors ? size_t(n) * size_t(n) : 0);
    int status = withWorkspace<T>([&](T *work, int length) {
      int info = 0;
      f(&left, &right, &n, a, &ld, parts.data(), parts.data() + n, nullptr,
        &one, packed.data(), vectorLd, work, &length, &info, 1, 1);
      return info;
    });
    for (int i = 0; i < n; ++i)
      values[i] = {parts[i], parts[n + i]};
    if (vectors)
      unpackPairs(n, packed.data(), values, vectors);
    return status;
  }
}

namespace {
/// The four drivers differ in the arguments behind b.
template <class T>
struct LeastSquaresCall {
  using R = RealOf<T>;
  int m, n, columns, lda, ldb;
  T *a, *b;
  R rcond, *s;
  int *rank, info = 0;

  void gels(T *work, int *length) {
    static const Routine<Char, Int, Int, Int, T *, Int, T *, Int, T *, Int,
                         int *, size_t>
        f(lapackLetter<T>(), "gels");
    char op = 'N';
    f(&op, &m, &n, &columns, a, &lda, b, &ldb, work, length, &info, 1);
  }
  void gelsy(T *work, int *length, R *real, int *ints) {
    if constexpr (isComplexT<T>) {
      static const Routine<Int, Int, Int, T *, Int, T *, Int, int *, const R *,
                           int *, T *, Int, R *, int *>
          f(lapackLetter<T>(), "gelsy");
      f(&m, &n, &columns, a, &lda, b, &ldb, ints, &rcond, rank, work, length,
        real, &info);
    } else {
      static const Routine<Int, Int, Int, T *, Int, T *, Int, int *, const R *,
                           int *, T *, Int, int *>
          f(lapackLetter<T>(), "gelsy");
      f(&m, &n, &columns, a, &lda, b, &ldb, ints, &rcond, rank, work, length,
        &info);
    }
  }
  void gelsd(T *work, int *length, R *real, int *ints) {
    if constexpr (isComplexT<T>) {
      static const Routine<Int, Int, Int, T *, Int, T *, Int, R *, const R *,
                           int *, T *, Int, R *, int *, int *>
          f(lapackLetter<T>(), "gelsd");
      f(&m, &n, &columns, a, &lda, b, &ldb, s, &rcond, rank, work, length, real,
        ints, &info);
    } else {
      static const Routine<Int, Int, Int, T *, Int, T *, Int, R *, const R *,
                           int *, T *, Int, int *, int *>
          f(lapackLetter<T>(), "gelsd");
      f(&m, &n, &columns, a, &lda, b, &ldb, s, &rcond, rank, work, length, ints,
        &info);
    }
  }
  void gelss(T *work, int *length, R *real) {
    if constexpr (isComplexT<T>) {
      static const Routine<Int, Int, Int, T *, Int, T *, Int, R *, const R *,
                           int *, T *, Int, R *, int *>
          f(lapackLetter<T>(), "gelss");
      f(&m, &n, &columns, a, &lda, b, &ldb, s, &rcond, rank, work, length, real,
        &info);
    } else {
      static const Routine<Int, Int, Int, T *, Int, T *, Int, R *, const R *,
                           int *, T *, Int, int *>
          f(lapackLetter<T>(), "gelss");
      f(&m, &n, &columns, a, &lda, b, &ldb, s, &rcond, rank, work, length,
        &info);
    }
  }
  void operator()(LeastSquares driver, T *work, int *length, R *real,
                  int *ints) {
    switch (driver) {
    case LeastSquares::Gels:
      return gels(work, length);
    case LeastSquares::Gelsy:
      return gelsy(work, length, real, ints);
    case LeastSquares::Gelsd:
      return gelsd(work, length, real, ints);
    case LeastSquares::Gelss:
      return gelss(work, length, real);
    }
  }
};
} // namespace

template <class T>
int lapack::leastSquares(LeastSquares driver, int m, int n, int columns, T *a,
                         T *b, RealOf<T> rcond, RealOf<T> *s, int *rank) {
  LeastSquaresCall<T> call{m, n, columns, leading(m), leading(std::max(m, n)),
                           a, b, rcond,   s,          rank};
  // gelsd says how much it needs; the others have fixed needs.
  std::vector<RealOf<T>> real(
      1 + std::max(2 * size_t(n), 5 * size_t(std::min(m, n))));
  std::vector<int> ints(size_t(n) + 1);
  T best = 0;
  int length = -1;
  call(driver, &best, &length, real.data(), ints.data());
  if (call.info)
    return call.info;
  if (driver == LeastSquares::Gelsd) {
    real.resize(std::max(real.size(), size_t(lengthOf(real[0]))));
    ints.resize(std::max(ints.size(), size_t(std::max(ints[0], 0))));
  }
  std::vector<T> work(lengthOf(best));
  length = int(work.size());
  call(driver, work.data(), &length, real.data(), ints.data());
  return call.info;
}

#define INSTANTIATE(T)                                                         \
  template int lapack::gesdd<T>(char, int, int, T *, RealOf<T> *, T *, T *);   \
  template int lapack::syevd<T>(bool, char, int, T *, RealOf<T> *);            \
  template int lapack::geev<T>(int, T *, std::complex<RealOf<T>> *,            \
                               std::complex<RealOf<T>> *);                     \
  template int lapack::leastSquares<T>(LeastSquares, int, int, int, T *, T *,  \
                                       RealOf<T>, RealOf<T> *, int *);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(c64)
INSTANTIATE(c128)
