//===- PtxMath.h - What instructions compute --------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions of one thread that touch registers only.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_TEST_PTXMATH_H
#define TORCHSCRIPT_TEST_PTXMATH_H

#include "Ptx.h"

namespace ptx {

inline uint64_t getMask(unsigned bits) {
  return bits >= 64 ? ~0ull : (1ull << bits) - 1;
}

/// The number that the low bits are.
inline int64_t extend(uint64_t value, Type type) {
  unsigned rest = 64 - type.bits;
  return type.isSigned() ? int64_t(value << rest) >> rest
                         : int64_t(value & getMask(type.bits));
}

/// The number that the bits of a float are, and the bits of the nearest float;
/// ties go to the even one.
double toDouble(uint64_t bits, Type type);
uint64_t fromDouble(double value, Type type);

/// The first result of an instruction; throws Error where it is not known for
/// the type.
uint64_t calculate(const Instruction &one, const uint64_t *operands);

} // namespace ptx

#endif // TORCHSCRIPT_TEST_PTXMATH_H
