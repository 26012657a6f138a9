//===- TSToLinalg.cpp - Tensor operators to linalg on tensors -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass: operators of known shapes become linalg and tensor operations on
// values between ts.tensor.value and ts.tensor.ref.
//
//===----------------------------------------------------------------------===//

#include "LinalgEmitter.h"

#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Analysis/Residue.h"
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
  /// Gives the tensor operators that stay their reasons.
  void explain();
};
} // namespace

/// Whether everything the converters read is of static shape.
static bool hasStaticTensors(OperatorOp op) {
  if (op.getNumResults() != 1)
    return false;
  auto type = dyn_cast<TSTensorType>(op.getResult(0).getType());
  if (!type || !type.hasStaticShape())
    return false;
  // A type that the operands contradict is left to the runtime.
  std::optional<SmallVector<TSTensorType>> types = inferResultTypes(op);
  return types && types->size() == 1 && types->front() == type;
}

void ConvertTSToLinalg::convert(LinalgEmitter &emitter, OperatorOp op) {
  if (!hasStaticTensors(op))
    return;
  emitter.setLoc(op.getLoc());
  emitter.builder.setInsertionPoint(op);
  Value result = op.getResult(0), value;
  for (auto converter : {convertPointwise, convertContraction, convertPooling,
                         convertReduction, convertView})
    if ((value = converter(emitter, op)))
      break;
  if (!value)
    return;
  ++numConverted;
  if (isView(op)) {
    emitter.setValue(result, value);
    return;
  }
  Value ref =
      emitter.builder.create<TensorRefOp>(op.getLoc(), result.getType(), value);
  emitter.setValue(ref, value);
  result.replaceAllUsesWith(ref);
  op.erase();
}

void ConvertTSToLinalg::explain() {
  std::string writes = explainWrites(getOperation());
  getOperation().walk([&](OperatorOp op) {
    if (!isTensorOperator(op))
      return;
    ++numKept;
    std::string reason = !writes.empty() ? writes
                         : isView(op) && hasStaticTensors(op)
                             ? "an object of it is needed"
                             : explainResidue(op);
    op->setAttr(kResidueAttr, StringAttr::get(&getContext(), reason));
  });
}

void ConvertTSToLinalg::runOnOperation() {
  func::FuncOp function = getOperation();
  // Values are snapshots: a function that writes to tensors needs them to be
  // functionalized first.
  if (mayWriteTensors(function))
    return explain();
  LinalgEmitter emitter(&getContext());
  SmallVector<OperatorOp> operators;
  function.walk([&](OperatorOp op) { operators.push_back(op); });
  for (OperatorOp op : operators)
    convert(emitter, op);
  // Views whose object nobody looks at any more.
  operators.clear();
  function.walk([&](OperatorOp op) { operators.push_back(op); });
  for (OperatorOp op : llvm::reverse(operators))
    if (isView(op) && op.use_empty() && hasStaticTensors(op))
      op.erase();
  explain();
}
