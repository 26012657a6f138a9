//===- QuantizedCalls.h - Operators called on quantized tensors -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the table of operators treats quantized tensors (Dispatch.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_TENSOR_QUANTIZEDCALLS_H
#define TSRT_TENSOR_QUANTIZEDCALLS_H

#include "tsrt.h"

#include <string_view>

namespace tsrt {

/// Whether an operator is to be called as one on quantized tensors: some
/// argument is a quantized tensor, or the first of a list is.
bool hasQuantized(const tsrt_value *args, int32_t count);
/// What the names of kernels on quantized tensors begin with in the tables,
/// before the operator's name.
inline constexpr std::string_view quantizedPrefix = "QuantizedCPU:";
/// The error of an operator on quantized tensors without a kernel for them;
/// null for those that take every tensor.
tsrt_error *refuseQuantized(std::string_view op, const tsrt_value *args,
                            int32_t count);

} // namespace tsrt

#endif // TSRT_TENSOR_QUANTIZEDCALLS_H
