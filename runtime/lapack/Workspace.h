//===- Workspace.h - What the callers of Fortran have in common -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fortran takes everything by reference, and behind the other arguments the
// length of every string.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_LAPACK_WORKSPACE_H
#define TSRT_LAPACK_WORKSPACE_H

#include <algorithm>
#include <complex>
#include <vector>

namespace tsrt::lapack {

using Int = const int *;
using Char = const char *;

/// A leading dimension, which is never 0.
inline int leading(int rows) { return std::max(rows, 1); }

/// The length of workspace that a routine wrote as a number; a float may have
/// been rounded down.
template <class T>
int lengthOf(T best) {
  double length = double(std::real(best)) * (1 + 1e-6) + 1;
  return int(std::min(std::max(length, 1.0), 2147483647.0));
}

/// Calls body(work, its length) with the workspace it asks for when called
/// with length -1; the result is LAPACK's info.
template <class T, class F>
int withWorkspace(F body) {
  T best = 0;
  if (int info = body(&best, -1))
    return info;
  std::vector<T> work(lengthOf(best));
  return body(work.data(), int(work.size()));
}

} // namespace tsrt::lapack

#endif // TSRT_LAPACK_WORKSPACE_H
