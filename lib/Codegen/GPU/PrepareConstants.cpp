//===- PrepareConstants.cpp - Constants that are tensors ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A constant of the host's code is not in device memory: it is made there.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSPREPARECONSTANTS
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct TSPrepareConstants
    : public ts::impl::TSPrepareConstantsBase<TSPrepareConstants> {
  void runOnOperation() override {
    SmallVector<arith::ConstantOp> constants;
    getOperation().walk([&](arith::ConstantOp op) {
      // Numbers of other kinds are not computed on devices.
      auto type = dyn_cast<RankedTensorType>(op.getType());
      if (type && type.getElementType().isSignlessIntOrIndexOrFloat() &&
          isa<DenseElementsAttr>(op.getValue()))
        constants.push_back(op);
    });
    for (arith::ConstantOp op : constants) {
      ImplicitLocOpBuilder b(op.getLoc(), op);
      Value made = build(b, cast<DenseElementsAttr>(op.getValue()));
      op.replaceAllUsesWith(made);
      op.erase();
    }
    numConstants += constants.size();
  }

private:
  Value build(ImplicitLocOpBuilder &b, DenseElementsAttr elements) {
    auto type = cast<RankedTensorType>(elements.getType());
    if (elements.isSplat()) {
      Value number = b.create<arith::ConstantOp>(
          elements.getSplatValue<TypedAttr>());
      Value empty =
          b.create<tensor::EmptyOp>(type.getShape(), type.getElementType());
      return b.create<linalg::FillOp>(number, empty).getResult(0);
    }
    SmallVector<Value> numbers;
    for (auto element : elements.getValues<TypedAttr>())
      numbers.push_back(b.create<arith::ConstantOp>(element));
    return b.create<tensor::FromElementsOp>(type, numbers);
  }
};
} // namespace
