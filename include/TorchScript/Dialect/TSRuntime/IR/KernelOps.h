//===- KernelOps.h - Bufferization of library calls -------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How what libraries compute takes part in one-shot bufferization, and what the
// places of library calls are called.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TSRUNTIME_IR_KERNELOPS_H
#define TORCHSCRIPT_DIALECT_TSRUNTIME_IR_KERNELOPS_H

#include "llvm/ADT/StringRef.h"

namespace mlir {
class DialectRegistry;

namespace tsrt {
/// Attribute of a tsrt.library_call: which of its parameters are sizes of inputs
/// that are known at run time only, as triples: parameter, input, dimension.
inline constexpr llvm::StringLiteral kSizeParametersAttr =
    "tsrt.size_parameters";
/// Attribute of a module: kernels sum products directly (`--accuracy=strict`).
inline constexpr llvm::StringLiteral kStrictAttr = "ts.strict";

/// Attribute of a loop: threads may share its turns; of a tsrt.library_call: it
/// runs a function of a range of such turns (ts-split-loops).
inline constexpr llvm::StringLiteral kParallelAttr = "ts.parallel";

/// Attribute of a global: how many places it has for what library calls keep.
inline constexpr llvm::StringLiteral kLibraryPlacesAttr = "ts.library_places";

/// Attribute of a kernel: the symbol of what describes its device code
/// (tsrt_device.h); of that global, without a value.
inline constexpr llvm::StringLiteral kDeviceProgramAttr = "ts.device_program";

/// Attribute of a global: it is the text of a part of a kernel
/// (ts-profile-kernels).
inline constexpr llvm::StringLiteral kPartAttr = "ts.part";

/// Adds the bufferization interfaces of tsrt.library_call and tsrt.convolution
/// to the registry.
void registerKernelBufferization(DialectRegistry &registry);
} // namespace tsrt
} // namespace mlir

#endif // TORCHSCRIPT_DIALECT_TSRUNTIME_IR_KERNELOPS_H
