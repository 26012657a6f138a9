//===- ProgramGlobals.h - What the runtime is told of device code -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constants of tsrt_device.h in the LLVM dialect.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CODEGEN_GPU_PROGRAMGLOBALS_H
#define TORCHSCRIPT_CODEGEN_GPU_PROGRAMGLOBALS_H

#include "TorchScript/Codegen/DeviceTarget.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::ts {

/// A kernel as tsrt_device_kernel says it.
struct KernelDescription {
  std::string name;
  std::array<int64_t, 3> block;
  /// The bytes of each argument; 0 for a pointer.
  SmallVector<uint8_t> argumentBytes;
  /// The source line; empty when it is not known.
  std::string place;
};

/// An image as tsrt_device_image says it.
struct ImageDescription {
  DeviceTarget target;
  std::string bytes;
};

/// The symbol of a program's description (a tsrt_device_program).
std::string getProgramSymbol();

/// Makes the description of a program without images at the end of a module.
LLVM::GlobalOp buildProgram(ModuleOp module,
                            ArrayRef<KernelDescription> kernels);

/// Adds images to it.
void addImages(ModuleOp module, ArrayRef<ImageDescription> images);

} // namespace mlir::ts

#endif // TORCHSCRIPT_CODEGEN_GPU_PROGRAMGLOBALS_H
