//===- TSToLinalg.cpp - Tensor operators to linalg on tensors -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass: operators on builtin tensors become linalg and tensor operations.
//
//===----------------------------------------------------------------------===//

#include "LinalgEmitter.h"

#include "TorchScript/Conversion/LinalgPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

namespace mlir::ts {
#define GEN_PASS_DEF_CONVERTTSTOLINALG
#include "TorchScript/Conversion/LinalgPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::emitter;

namespace {
struct ConvertTSToLinalg
    : public ts::impl::ConvertTSToLinalgBase<ConvertTSToLinalg> {
  void runOnOperation() override;

private:
  void convert(LinalgEmitter &emitter, OperatorOp op);
};
} // namespace

/// Whether the operator is in value form and everything the converters read is
/// of static shape.
static bool isConvertible(OperatorOp op) {
  if (op.getNumResults() != 1)
    return false;
  auto value = dyn_cast<RankedTensorType>(op.getResult(0).getType());
  if (!value || !value.hasStaticShape())
    return false;
  // A type that the operands contradict is left to the runtime.
  std::optional<SmallVector<TSTensorType>> types = inferResultTypes(op);
  return types && types->size() == 1 && types->front() == getTensorType(value);
}

void ConvertTSToLinalg::convert(LinalgEmitter &emitter, OperatorOp op) {
  if (!isConvertible(op))
    return;
  emitter.setLoc(op.getLoc());
  emitter.builder.setInsertionPoint(op);
  Value result = op.getResult(0), value;
  for (auto converter : {convertPointwise, convertContraction, convertPooling,
                         convertReduction, convertView, convertWrite})
    if ((value = converter(emitter, op)))
      break;
  if (!value)
    return;
  ++numConverted;
  // Who reads the result next gets the value without a way back.
  Value typed = value;
  if (value.getType() != result.getType()) {
    emitter.builder.setInsertionPointAfterValue(value);
    typed = emitter.builder.create<tensor::BitcastOp>(op.getLoc(),
                                                      result.getType(), value);
    emitter.setValue(typed, value);
  }
  result.replaceAllUsesWith(typed);
  op.erase();
}

/// Doors take the elements of linalg as they are; nothing else sees the casts.
static void removeCasts(func::FuncOp function) {
  function.walk([](Operation *op) {
    if (isa<TensorRefOp, TensorOverwriteOp>(op))
      if (auto cast = op->getOperand(0).getDefiningOp<tensor::BitcastOp>())
        op->setOperand(0, cast.getSource());
  });
  SmallVector<tensor::BitcastOp> casts;
  function.walk([&](tensor::BitcastOp cast) { casts.push_back(cast); });
  for (tensor::BitcastOp cast : llvm::reverse(casts))
    if (cast->use_empty())
      cast.erase();
}

void ConvertTSToLinalg::runOnOperation() {
  func::FuncOp function = getOperation();
  LinalgEmitter emitter(&getContext());
  SmallVector<OperatorOp> operators;
  function.walk([&](OperatorOp op) { operators.push_back(op); });
  for (OperatorOp op : operators)
    convert(emitter, op);
  removeCasts(function);
}
