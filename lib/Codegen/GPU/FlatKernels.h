//===- FlatKernels.h - How device code is called ----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels get a pointer for each buffer, and numbers: what the layout of the
// buffers leaves open, then what else they need.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CODEGEN_GPU_FLATKERNELS_H
#define TORCHSCRIPT_CODEGEN_GPU_FLATKERNELS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::ts {

/// An argument of a flat kernel.
struct FlatArgument {
  enum Kind {
    Pointer, ///< the memory that the buffer's offset counts from
    Offset,  ///< of the buffer's first element there, in elements
    Size,    ///< of a dimension of the buffer
    Stride,  ///< of a dimension of the buffer
    Number   ///< the operand itself
  };
  Kind kind;
  /// The operand of the launch that it is of.
  unsigned operand;
  unsigned dim = 0;
  /// As the runtime wants it: 0 for a pointer.
  uint8_t bytes = 0;
};

/// Gives a kernel flat arguments, in place: buffers are `memref<?xT>`, sizes,
/// strides and indices `i64`, truth values `i8`. What it does to buffers is
/// loads and stores at computed places afterwards.
FailureOr<SmallVector<FlatArgument>> flattenKernel(gpu::GPUFuncOp kernel);

} // namespace mlir::ts

#endif // TORCHSCRIPT_CODEGEN_GPU_FLATKERNELS_H
