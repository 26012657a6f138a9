//===- KernelFunction.h - The function of a group of operations -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ts-outline-kernels moves into a kernel, and the function it makes of it.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TRANSFORMS_KERNELFUNCTION_H
#define TORCHSCRIPT_LIB_TRANSFORMS_KERNELFUNCTION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::ts::kernel {

/// Whether the operation computes on tensors as values.
bool isTensorOperation(Operation *op);

/// Whether the operation, which has no control flow, can be in a kernel: it
/// computes on tensors and numbers, and cannot fail.
bool isKernelOperation(Operation *op);

/// Whether the operation is a loop or a branch of the dialect scf.
bool isControl(Operation *op);

/// Whether the operation can be a member of a kernel with all it holds, and
/// computes on tensors.
bool isMember(Operation *op);

/// The values from outside that an operation uses, inside its regions too; for
/// a number of an element type, which the kernel computes, what it is computed
/// from.
llvm::SetVector<Value> getUses(Operation *op);

/// Constants and undefined tensors are copied into the kernel instead of
/// passed.
bool isCloned(Value value);

/// Whether the operation computes a number that the program does not have, a
/// size or one of an element type such as f32: kernels compute it themselves.
bool isRecomputed(Operation *op);

/// Whether a kernel gets the sizes of a value of the type beside its buffer:
/// that of a tensor with a size that is not known.
inline bool hasOwnSizes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.hasStaticShape();
}

/// Follows tensor.dim to what a result is computed from.
void populateSizePatterns(RewritePatternSet &patterns);

/// Makes a tensor.reshape of each expansion whose sizes do not follow from those
/// of its operand: two of a group are not known. MLIR 19 lowers no others.
void replaceExpansions(func::FuncOp kernel);

/// Makes the function of sizes of a kernel in which a size is not static:
/// `KERNEL_sizes` has the kernel's parameters, and a last one for numbers that
/// it writes: all sizes of each output that has sizes of its own, in order, and
/// the bytes of the workspace, which ts-plan-buffers adds. It reads no buffers.
void buildSizes(func::FuncOp kernel);

/// Makes the function `kernel_N`, N from `count` on, of copies of the members:
/// row-major buffers for the inputs, then for the outputs, then the sizes, in
/// 64 bits, of those inputs and outputs that have sizes of their own; numbers
/// are tensors of no dimension.
func::FuncOp buildKernel(ModuleOp kernels, unsigned &count,
                         ArrayRef<Operation *> members, ArrayRef<Value> inputs,
                         ArrayRef<Value> outputs);

} // namespace mlir::ts::kernel

#endif // TORCHSCRIPT_LIB_TRANSFORMS_KERNELFUNCTION_H
