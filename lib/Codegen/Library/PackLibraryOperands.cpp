//===- PackLibraryOperands.cpp - Row-major operands of library calls ------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies strided operands of library calls.
//
//===----------------------------------------------------------------------===//

#include "Selection.h"
#include "TorchScript/Codegen/Passes.h"

#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSPACKLIBRARYOPERANDS
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

std::optional<int64_t> library::getPixelStep(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (type.getRank() != 4 || !type.hasStaticShape() ||
      failed(getStridesAndOffset(type, strides, offset)) ||
      ShapedType::isDynamic(offset) || ShapedType::isDynamicShape(strides) ||
      strides[3] != 1 || strides[1] != type.getDimSize(2) * strides[2] ||
      strides[0] != type.getDimSize(1) * strides[1])
    return std::nullopt;
  return strides[2];
}

namespace {
struct TSPackLibraryOperands
    : public ts::impl::TSPackLibraryOperandsBase<TSPackLibraryOperands> {
  void runOnOperation() override {
    getOperation().walk([&](DestinationStyleOpInterface call) {
      if (!isa<tsrt::LibraryCallOp, tsrt::ConvolutionOp>(call))
        return;
      for (OpOperand &operand : call->getOpOperands()) {
        auto type = dyn_cast<MemRefType>(operand.get().getType());
        if (!type || type.getLayout().isIdentity())
          continue;
        auto convolution = dyn_cast<tsrt::ConvolutionOp>(call.getOperation());
        if (convolution && convolution.getChannelsLast() &&
            call.isDpsInit(&operand) && library::getPixelStep(type))
          continue;
        Value strided = operand.get();
        OpBuilder builder(call);
        SmallVector<Value> sizes;
        for (int64_t dim = 0; dim < type.getRank(); ++dim)
          if (type.isDynamicDim(dim))
            sizes.push_back(builder.createOrFold<memref::DimOp>(
                call.getLoc(), strided, dim));
        Value packed = builder.create<memref::AllocOp>(
            call.getLoc(),
            MemRefType::get(type.getShape(), type.getElementType()), sizes);
        builder.create<linalg::CopyOp>(call.getLoc(), strided, packed);
        operand.set(packed);
        ++numPacked;
        if (!call.isDpsInit(&operand))
          continue;
        builder.setInsertionPointAfter(call);
        builder.create<linalg::CopyOp>(call.getLoc(), packed, strided);
      }
    });
  }
};
} // namespace
