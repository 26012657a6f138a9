//===- Library.h - The LAPACK library, loaded when needed -------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs that factor no matrix pay nothing for LAPACK: it is opened at the
// first call of a routine (docs/rationale/
// 2026-11-22-factorizations-and-transforms-by-libraries.md).
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_LAPACK_LIBRARY_H
#define TSRT_LAPACK_LIBRARY_H

#include "tensor/DType.h"

#include <string>

namespace tsrt {

/// Opens the library. False without one; the reason is noted when `noting`.
bool haveLapack(bool noting = true);

/// The address of a function of the library, by its Fortran name in lower case;
/// null when there is none.
void *lapackSymbol(const std::string &name);
/// Notes that the library has no such function.
void missingLapackSymbol(const std::string &name);

/// The letter by which BLAS and LAPACK name an element type.
template <class T>
constexpr char lapackLetter() {
  constexpr bool isDouble = std::is_same_v<RealOf<T>, double>;
  return isComplexT<T> ? (isDouble ? 'z' : 'c') : (isDouble ? 'd' : 's');
}

/// A routine of the library: found when made.
template <class... Args>
class Routine {
public:
  Routine(char letter, const char *stem)
      : name(letter + std::string(stem)),
        function(reinterpret_cast<void (*)(Args...)>(lapackSymbol(name))) {}
  void operator()(Args... args) const {
    if (function)
      function(args...);
    else
      missingLapackSymbol(name);
  }

private:
  std::string name;
  void (*function)(Args...);
};

} // namespace tsrt

#endif // TSRT_LAPACK_LIBRARY_H
