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

#include "TorchScript/Conversion/LinalgPasses.h"
#include "TorchScript/Dialect/TS/IR/Residue.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "TorchScript/Operators/ElementReads.h"
#include "TorchScript/Operators/Registry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

namespace mlir::ts {
#define GEN_PASS_DEF_CONVERTTSTOLINALG
#include "TorchScript/Conversion/LinalgPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct ConvertTSToLinalg
    : public ts::impl::ConvertTSToLinalgBase<ConvertTSToLinalg> {
  void runOnOperation() override;

private:
  void convert(OperatorOp op);
  /// The value with elements of linalg (`i8` for `ui8`) of a tensor in value
  /// form: a builtin tensor, or a ts.tensor.ref in a list.
  Value getValue(Value tensor, Operation *user);

  llvm::DenseMap<Value, Value> values;
};
} // namespace

Value ConvertTSToLinalg::getValue(Value tensor, Operation *user) {
  if (auto ref = tensor.getDefiningOp<TensorRefOp>())
    tensor = ref.getValue();
  // An object in a list, which a guard gave perhaps: read where it is used.
  if (auto object = dyn_cast<TSTensorType>(tensor.getType()))
    return OpBuilder(user).create<TensorValueOp>(user->getLoc(),
                                                 object.toBuiltin(), tensor);
  if (Value known = values.lookup(tensor))
    return known;
  RankedTensorType type = getTensorType(tensor.getType()).toBuiltin();
  Value value = tensor;
  if (tensor.getType() != type) {
    OpBuilder builder(&getContext());
    builder.setInsertionPointAfterValue(tensor);
    if (auto read = tensor.getDefiningOp<TensorValueOp>())
      value =
          builder.create<TensorValueOp>(read.getLoc(), type, read.getTensor());
    else
      value = builder.create<tensor::BitcastOp>(tensor.getLoc(), type, tensor);
  }
  values[tensor] = value;
  return value;
}

void ConvertTSToLinalg::convert(OperatorOp op) {
  if (isElementRead(op) && isa<RankedTensorType>(op.getArgs()[0].getType())) {
    OpBuilder builder(op);
    Value number = lowerElementRead(builder, op, getValue(op.getArgs()[0], op));
    op.getResult(0).replaceAllUsesWith(number);
    op.erase();
    ++numConverted;
    return;
  }
  if (op.getNumResults() == 0 || op->hasAttr(kFallbackAttr) ||
      !llvm::all_of(op.getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return;
  OpBuilder builder(op);
  SmallVector<Value> results = lowerOperator(
      builder, op, [&](Value tensor) { return getValue(tensor, op); });
  if (results.size() != op.getNumResults())
    return;
  ++numConverted;
  for (auto [result, value] : llvm::zip_equal(op.getResults(), results)) {
    // Who reads the result next gets the value without a way back.
    Value typed = value;
    if (value.getType() != result.getType()) {
      builder.setInsertionPointAfterValue(value);
      typed = builder.create<tensor::BitcastOp>(op.getLoc(), result.getType(),
                                                value);
      values[typed] = value;
    }
    result.replaceAllUsesWith(typed);
  }
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
  values.clear();
  SmallVector<OperatorOp> operators;
  function.walk([&](OperatorOp op) { operators.push_back(op); });
  for (OperatorOp op : operators)
    convert(op);
  removeCasts(function);
}
