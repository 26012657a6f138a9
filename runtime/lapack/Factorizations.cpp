//===- Factorizations.cpp - Products, factors and solves by LAPACK --------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lapack/Lapack.h"
#include "lapack/Workspace.h"

using namespace tsrt;
using namespace tsrt::lapack;

template <class T>
void lapack::gemm(char opA, char opB, int m, int n, int k, const T *a, int lda,
                  const T *b, int ldb, T *c, int ldc) {
  static const Routine<Char, Char, Int, Int, Int, const T *, const T *, Int,
                       const T *, Int, const T *, T *, Int, size_t, size_t>
      f(lapackLetter<T>(), "gemm");
  T one(1), zero(0);
  f(&opA, &opB, &m, &n, &k, &one, a, &lda, b, &ldb, &zero, c, &ldc, 1, 1);
}

template <class T>
void lapack::trsm(char side, char uplo, char op, char diagonal, int m, int n,
                  const T *a, T *b) {
  static const Routine<Char, Char, Char, Char, Int, Int, const T *, const T *,
                       Int, T *, Int, size_t, size_t, size_t, size_t>
      f(lapackLetter<T>(), "trsm");
  T one(1);
  int lda = leading(side == 'L' ? m : n), ldb = leading(m);
  f(&side, &uplo, &op, &diagonal, &m, &n, &one, a, &lda, b, &ldb, 1, 1, 1, 1);
}

template <class T>
int lapack::getrf(int m, int n, T *a, int *pivots) {
  static const Routine<Int, Int, T *, Int, int *, int *> f(lapackLetter<T>(),
                                                           "getrf");
  int info = 0, lda = leading(m);
  f(&m, &n, a, &lda, pivots, &info);
  return info;
}

template <class T>
int lapack::getrs(char op, int n, int columns, const T *lu, const int *pivots,
                  T *b) {
  static const Routine<Char, Int, Int, const T *, Int, Int, T *, Int, int *,
                       size_t>
      f(lapackLetter<T>(), "getrs");
  int info = 0, ld = leading(n);
  f(&op, &n, &columns, lu, &ld, pivots, b, &ld, &info, 1);
  return info;
}

template <class T>
int lapack::potrf(char uplo, int n, T *a) {
  static const Routine<Char, Int, T *, Int, int *, size_t> f(lapackLetter<T>(),
                                                             "potrf");
  int info = 0, lda = leading(n);
  f(&uplo, &n, a, &lda, &info, 1);
  return info;
}

template <class T>
int lapack::potrs(char uplo, int n, int columns, const T *a, T *b) {
  static const Routine<Char, Int, Int, const T *, Int, T *, Int, int *, size_t>
      f(lapackLetter<T>(), "potrs");
  int info = 0, ld = leading(n);
  f(&uplo, &n, &columns, a, &ld, b, &ld, &info, 1);
  return info;
}

template <class T>
int lapack::potri(char uplo, int n, T *a) {
  static const Routine<Char, Int, T *, Int, int *, size_t> f(lapackLetter<T>(),
                                                             "potri");
  int info = 0, lda = leading(n);
  f(&uplo, &n, a, &lda, &info, 1);
  return info;
}

template <class T>
int lapack::sytrf(bool hermitian, int n, T *a, int *pivots) {
  using R = Routine<Char, Int, T *, Int, int *, T *, Int, int *, size_t>;
  static const R symmetric(lapackLetter<T>(), "sytrf");
  static const R complex(lapackLetter<T>(), isComplexT<T> ? "hetrf" : "sytrf");
  const R &f = hermitian ? complex : symmetric;
  char lower = 'L';
  int lda = leading(n);
  return withWorkspace<T>([&](T *work, int length) {
    int info = 0;
    f(&lower, &n, a, &lda, pivots, work, &length, &info, 1);
    return info;
  });
}

template <class T>
int lapack::sytrs(bool hermitian, int n, int columns, const T *a,
                  const int *pivots, T *b) {
  using R =
      Routine<Char, Int, Int, const T *, Int, Int, T *, Int, int *, size_t>;
  static const R symmetric(lapackLetter<T>(), "sytrs");
  static const R complex(lapackLetter<T>(), isComplexT<T> ? "hetrs" : "sytrs");
  const R &f = hermitian ? complex : symmetric;
  char lower = 'L';
  int info = 0, ld = leading(n);
  f(&lower, &n, &columns, a, &ld, pivots, b, &ld, &info, 1);
  return info;
}

template <class T>
int lapack::geqrf(int m, int n, T *a, T *tau) {
  static const Routine<Int, Int, T *, Int, T *, T *, Int, int *> f(
      lapackLetter<T>(), "geqrf");
  int lda = leading(m);
  return withWorkspace<T>([&](T *work, int length) {
    int info = 0;
    f(&m, &n, a, &lda, tau, work, &length, &info);
    return info;
  });
}

template <class T>
int lapack::orgqr(int m, int n, int k, T *a, const T *tau) {
  static const Routine<Int, Int, Int, T *, Int, const T *, T *, Int, int *> f(
      lapackLetter<T>(), isComplexT<T> ? "ungqr" : "orgqr");
  int lda = leading(m);
  return withWorkspace<T>([&](T *work, int length) {
    int info = 0;
    f(&m, &n, &k, a, &lda, tau, work, &length, &info);
    return info;
  });
}

template <class T>
int lapack::ormqr(char side, bool adjoint, int m, int n, int k, const T *a,
                  int rows, const T *tau, T *c) {
  static const Routine<Char, Char, Int, Int, Int, const T *, Int, const T *,
                       T *, Int, T *, Int, int *, size_t, size_t>
      f(lapackLetter<T>(), isComplexT<T> ? "unmqr" : "ormqr");
  char op = !adjoint ? 'N' : isComplexT<T> ? 'C' : 'T';
  int lda = leading(rows), ldc = leading(m);
  return withWorkspace<T>([&](T *work, int length) {
    int info = 0;
    f(&side, &op, &m, &n, &k, a, &lda, tau, c, &ldc, work, &length, &info, 1,
      1);
    return info;
  });
}

#define INSTANTIATE(T)                                                         \
  template void lapack::gemm<T>(char, char, int, int, int, const T *, int,     \
                                const T *, int, T *, int);                     \
  template void lapack::trsm<T>(char, char, char, char, int, int, const T *,   \
                                T *);                                          \
  template int lapack::getrf<T>(int, int, T *, int *);                         \
  template int lapack::getrs<T>(char, int, int, const T *, const int *, T *);  \
  template int lapack::potrf<T>(char, int, T *);                               \
  template int lapack::potrs<T>(char, int, int, const T *, T *);               \
  template int lapack::potri<T>(char, int, T *);                               \
  template int lapack::sytrf<T>(bool, int, T *, int *);                        \
  template int lapack::sytrs<T>(bool, int, int, const T *, const int *, T *);  \
  template int lapack::geqrf<T>(int, int, T *, T *);                           \
  template int lapack::orgqr<T>(int, int, int, T *, const T *);                \
  template int lapack::ormqr<T>(char, bool, int, int, int, const T *, int,     \
                                const T *, T *);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(c64)
INSTANTIATE(c128)
