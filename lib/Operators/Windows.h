//===- Windows.h - Parameters of convolutions and poolings ------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_OPERATORS_WINDOWS_H
#define TORCHSCRIPT_LIB_OPERATORS_WINDOWS_H

#include "TorchScript/Operators/Arguments.h"

namespace mlir::ts {

/// A number for each spatial dimension: one stands for all, an empty list for
/// `otherwise`. Nothing when the list is not constant, has another length or
/// numbers beyond 32 bits.
inline std::optional<SmallVector<int64_t>>
getSpatial(const ListArgument &list, int64_t spatial, int64_t otherwise) {
  std::optional<SmallVector<int64_t>> values = list.constants();
  // Larger numbers are no sizes, and would overflow.
  auto isLarge = [](int64_t value) { return value > INT32_MAX || value < -INT32_MAX; };
  if (!values || llvm::any_of(*values, isLarge))
    return std::nullopt;
  if (values->empty())
    return SmallVector<int64_t>(spatial, otherwise);
  if (values->size() == 1)
    return SmallVector<int64_t>(spatial, values->front());
  if (int64_t(values->size()) != spatial)
    return std::nullopt;
  return values;
}

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_OPERATORS_WINDOWS_H
