//===- KernelOps.cpp - Effects and bufferization of library calls ---------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tsrt.library_call on tensors is pure and becomes the same call on buffers.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TSRuntime/IR/KernelOps.h"

#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"

using namespace mlir;
using namespace mlir::tsrt;

void LibraryCallOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  for (OpOperand &operand : getOperation()->getOpOperands()) {
    if (!isa<BaseMemRefType>(operand.get().getType()))
      continue;
    effects.emplace_back(MemoryEffects::Read::get(), &operand);
    if (isDpsInit(&operand))
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
}

namespace {
struct LibraryCallBufferization
    : public bufferization::DstBufferizableOpInterfaceExternalModel<
          LibraryCallBufferization, LibraryCallOp> {
  LogicalResult
  bufferize(Operation *op, RewriterBase &rewriter,
            const bufferization::BufferizationOptions &options) const {
    auto call = cast<LibraryCallOp>(op);
    SmallVector<Value> buffers;
    for (Value operand : op->getOperands()) {
      FailureOr<Value> buffer =
          bufferization::getBuffer(rewriter, operand, options);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    rewriter.create<LibraryCallOp>(
        op->getLoc(), TypeRange(), call.getFunctionAttr(),
        call.getParametersAttr(), ArrayRef(buffers).drop_back(),
        buffers.back());
    bufferization::replaceOpWithBufferizedValues(rewriter, op, buffers.back());
    return success();
  }
};
} // namespace

void tsrt::registerKernelBufferization(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TSRTDialect *) {
    LibraryCallOp::attachInterface<LibraryCallBufferization>(*context);
  });
}
