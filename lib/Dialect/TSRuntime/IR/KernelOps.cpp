//===- KernelOps.cpp - Effects and bufferization of library calls ---------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that libraries compute are pure on tensors, and become the same on
// buffers.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TSRuntime/IR/KernelOps.h"

#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"

using namespace mlir;
using namespace mlir::tsrt;

/// Buffers are read, and destinations written.
static void
getBufferEffects(DestinationStyleOpInterface op,
                 SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<BaseMemRefType>(operand.get().getType()))
      continue;
    effects.emplace_back(MemoryEffects::Read::get(), &operand);
    if (op.isDpsInit(&operand))
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
}

void LibraryCallOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  getBufferEffects(*this, effects);
}

void ConvolutionOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  getBufferEffects(*this, effects);
}

namespace {
/// An operation with one destination becomes the same operation on buffers.
template <typename OpT>
struct KernelOpBufferization
    : public bufferization::DstBufferizableOpInterfaceExternalModel<
          KernelOpBufferization<OpT>, OpT> {
  LogicalResult
  bufferize(Operation *op, RewriterBase &rewriter,
            const bufferization::BufferizationOptions &options) const {
    SmallVector<Value> buffers;
    for (Value operand : op->getOperands()) {
      FailureOr<Value> buffer =
          bufferization::getBuffer(rewriter, operand, options);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    OperationState state(op->getLoc(), op->getName(), buffers, TypeRange(),
                         op->getAttrs());
    state.propertiesAttr = op->getPropertiesAsAttribute();
    rewriter.create(state);
    Value init = cast<DestinationStyleOpInterface>(op).getDpsInits()[0];
    bufferization::replaceOpWithBufferizedValues(
        rewriter, op, *bufferization::getBuffer(rewriter, init, options));
    return success();
  }
};
} // namespace

void tsrt::registerKernelBufferization(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TSRTDialect *) {
    LibraryCallOp::attachInterface<KernelOpBufferization<LibraryCallOp>>(
        *context);
    ConvolutionOp::attachInterface<KernelOpBufferization<ConvolutionOp>>(
        *context);
  });
}
