//===- ElementReads.cpp - Numbers from tensors of one element -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conversion is part of the tensor's computation, the number comes out.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Operators/ElementReads.h"

#include "TorchScript/Operators/Lowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ts;

bool ts::isElementRead(OperatorOp op) {
  if (op.getArgs().size() != 1 || op.getNumResults() != 1)
    return false;
  TSTensorType type = getTensorType(op.getArgs()[0]);
  if (!type || !type.hasDtype() || !type.hasStaticShape() ||
      !isComputable(type.getDtype()) ||
      llvm::any_of(type.getShape(), [](int64_t size) { return size != 1; }))
    return false;
  StringRef name = op.getName();
  if (name == "aten::Float.Tensor" || name == "aten::Bool.Tensor")
    return true;
  // Floats that no integer can hold are an error.
  return name == "aten::Int.Tensor" && isa<IntegerType>(type.getDtype());
}

Value ts::lowerElementRead(OpBuilder &builder, OperatorOp op, Value elements) {
  Inference inference(op);
  Lowering lowering(builder, op, inference, nullptr);
  Type number = op.getResult(0).getType();
  Value value = lowering.convert(
      elements, getTensorType(op.getArgs()[0]).getDtype(), number);
  Value zero = builder.create<arith::ConstantIndexOp>(op.getLoc(), 0);
  SmallVector<Value> indices(getRanked(value).getRank(), zero);
  return builder.create<tensor::ExtractOp>(op.getLoc(), value, indices);
}
