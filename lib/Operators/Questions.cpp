//===- Questions.cpp - Questions that types answer ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Operators/Questions.h"

#include "TorchScript/Base/DType.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Operators/Dtypes.h"
#include "TorchScript/Operators/OperatorBuilder.h"
#include "TorchScript/Operators/Registry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ts;

Value ts::answerIdentity(OpBuilder &builder, OperatorOp op) {
  bool isNegated = op.getName() == "aten::__isnot__";
  if (op.getName() != "aten::__is__" && !isNegated)
    return {};
  Value value = op.getArgs()[0], none = op.getArgs()[1];
  // One tensor is itself.
  Value object = lookThroughCasts(value);
  OperatorBuilder build(builder, op.getLoc());
  if (object == lookThroughCasts(none) && getTensorType(object))
    return build.truth(!isNegated);
  if (!isa<TSNoneType>(none.getType()))
    std::swap(value, none);
  if (!isa<TSNoneType>(none.getType()))
    return {};
  Value answer = builder.create<IsNoneOp>(op.getLoc(), value);
  return isNegated ? builder.create<arith::XOrIOp>(op.getLoc(), answer,
                                                   build.truth(true))
                   : answer;
}

/// The answer about the dtype of a tensor; null for other questions.
static Value answerDtype(OperatorBuilder &build, StringRef question,
                         Type dtype) {
  if (question == "prim::dtype")
    if (std::optional<torchscript::DType> number = getDType(dtype))
      return build.integer(int64_t(*number));
  if (question == "aten::is_floating_point")
    return build.truth(isa<FloatType>(dtype));
  if (question == "aten::is_complex")
    return build.truth(isa<ComplexType>(dtype));
  return {};
}

Value ts::answerFromType(OpBuilder &builder, OperatorOp op) {
  TSTensorType type = op.getArgs().empty() || op.getNumResults() != 1
                          ? TSTensorType()
                          : getTensorType(op.getArgs()[0]);
  if (!type || !type.hasRank())
    return {};
  StringRef name = op.getName();
  ArrayRef<int64_t> shape = type.getShape();
  OperatorBuilder build(builder, op.getLoc());
  if (std::optional<int64_t> dim = getAskedDim(op, shape.size()))
    return ShapedType::isDynamic(shape[*dim]) ? Value()
                                              : build.integer(shape[*dim]);
  if (name == "aten::dim")
    return build.integer(shape.size());
  if (name == "aten::numel")
    return type.hasStaticShape()
               ? build.integer(ShapedType::getNumElements(shape))
               : Value();
  if (name == "aten::size" || name == "prim::shape") {
    SmallVector<Value> sizes;
    for (auto [dim, size] : llvm::enumerate(shape))
      sizes.push_back(ShapedType::isDynamic(size)
                          ? build.size(op.getArgs()[0], dim)
                          : build.integer(size));
    return build.integers(sizes);
  }
  return type.hasDtype() ? answerDtype(build, name, type.getDtype()) : Value();
}
