//===- HostMemory.h - Whose memory a buffer is ------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers and sizes come to kernels in memory of the host; all else that
// kernels for devices touch is device memory.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CODEGEN_GPU_HOSTMEMORY_H
#define TORCHSCRIPT_CODEGEN_GPU_HOSTMEMORY_H

#include "TorchScript/Codegen/DeviceTarget.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::ts {

/// Whether the buffer, or what it is a view of, is an argument in memory of the
/// host (`ts.host_memory`).
inline bool isHostMemory(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  auto argument = dyn_cast<BlockArgument>(buffer);
  if (!argument)
    return false;
  auto kernel = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  return kernel && kernel.getArgAttr(argument.getArgNumber(), kHostMemoryAttr);
}

} // namespace mlir::ts

#endif // TORCHSCRIPT_CODEGEN_GPU_HOSTMEMORY_H
