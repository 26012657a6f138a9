//===- RefusedDTypes.h - When rows about refused dtypes hold ----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last column of RefusedDTypes.inc, for the runtime and the compiler.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_REFUSEDDTYPES_H
#define TSRT_OPS_TENSOR_REFUSEDDTYPES_H

#include <cstdint>

namespace tsrt::refused {

enum How : uint8_t {
  /// Only for tensors with elements.
  Elements = 1,
  /// Only for tensors with dimensions.
  Dimensions = 2,
  /// For the dtype all operands have together; else the first's.
  Promoted = 4,
  /// The last argument may say another dtype to compute in.
  DTypeLast = 8,
  /// Numbers are no operands.
  WithoutNumbers = 16,
  /// For some values of other arguments: the kernel itself refuses, and the
  /// compiler leaves such calls to it.
  Sometimes = 32
};

} // namespace tsrt::refused

#endif // TSRT_OPS_TENSOR_REFUSEDDTYPES_H
