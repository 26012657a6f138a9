//===- Lapack.h - Routines of BLAS and LAPACK -------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The routines that tensor kernels use, for float, double and their complex
// numbers. Matrices are column-major and without gaps between columns. Names
// are LAPACK's for real numbers; complex ones have the routine that does the
// same (orgqr: ungqr, syevd: heevd). Workspace is the callee's business.
// Results of type int are LAPACK's info: 0, or the 1-based place where the
// matrix is singular or the iteration failed, or minus the number of an
// argument that is not valid. Call nothing unless haveLapack().
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_LAPACK_LAPACK_H
#define TSRT_LAPACK_LAPACK_H

#include "lapack/Library.h"

#include <complex>

namespace tsrt::lapack {

/// c[m, n] = op(a) op(b), op by 'N', 'T' or 'C'; the leading dimensions are
/// those of the stored matrices.
template <class T>
void gemm(char opA, char opB, int m, int n, int k, const T *a, int lda,
          const T *b, int ldb, T *c, int ldc);
/// b[m, n] = op(a)^-1 b ('L') or b op(a)^-1 ('R') for a triangular a.
template <class T>
void trsm(char side, char uplo, char op, char diagonal, int m, int n,
          const T *a, T *b);

/// a[m, n] = P L U; pivots are 1-based exchanges of rows.
template <class T>
int getrf(int m, int n, T *a, int *pivots);
/// b[n, columns] = op(P L U)^-1 b.
template <class T>
int getrs(char op, int n, int columns, const T *lu, const int *pivots, T *b);

/// Cholesky factors of the `uplo` triangle; solving and inverting by them.
template <class T>
int potrf(char uplo, int n, T *a);
template <class T>
int potrs(char uplo, int n, int columns, const T *a, T *b);
template <class T>
int potri(char uplo, int n, T *a);

/// Bunch-Kaufman factors of the lower triangle, symmetric or Hermitian.
template <class T>
int sytrf(bool hermitian, int n, T *a, int *pivots);
template <class T>
int sytrs(bool hermitian, int n, int columns, const T *a, const int *pivots,
          T *b);

/// a[m, n] = Q R: reflections below the diagonal, their factors in tau.
template <class T>
int geqrf(int m, int n, T *a, T *tau);
/// The first n columns of the product of k reflections, in place.
template <class T>
int orgqr(int m, int n, int k, T *a, const T *tau);
/// c[m, n] = Q c, Q^H c ('L'), c Q or c Q^H ('R').
template <class T>
int ormqr(char side, bool adjoint, int m, int n, int k, const T *a, int rows,
          const T *tau, T *c);

/// Singular values of a[m, n], which is overwritten; with job 'S' or 'A' also
/// the vectors u[m, .] and vh[., n], reduced or all.
template <class T>
int gesdd(char job, int m, int n, T *a, RealOf<T> *s, T *u, T *vh);
/// Eigenvalues from one triangle, rising; a becomes the vectors if wanted.
template <class T>
int syevd(bool vectors, char uplo, int n, T *a, RealOf<T> *values);
/// Eigenvalues and, unless null, right vectors of a, which is overwritten.
template <class T>
int geev(int n, T *a, std::complex<RealOf<T>> *values,
         std::complex<RealOf<T>> *vectors);

/// What solves a least squares problem.
enum class LeastSquares { Gels, Gelsy, Gelsd, Gelss };
/// b[max(m, n), columns] becomes the solution; `s` holds min(m, n) singular
/// values for gelsd and gelss. The rank is not touched by gels.
template <class T>
int leastSquares(LeastSquares driver, int m, int n, int columns, T *a, T *b,
                 RealOf<T> rcond, RealOf<T> *s, int *rank);

} // namespace tsrt::lapack

#endif // TSRT_LAPACK_LAPACK_H
