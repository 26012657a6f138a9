//===- OperatorBuilder.cpp - Operators that passes build ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Operators/OperatorBuilder.h"

#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Operators/Registry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ts;

Value OperatorBuilder::integer(int64_t value) {
  return builder.create<arith::ConstantIntOp>(loc, value, 64);
}

Value OperatorBuilder::real(double value) {
  return builder.create<arith::ConstantOp>(loc, builder.getF64FloatAttr(value));
}

Value OperatorBuilder::truth(bool value) {
  return builder.create<arith::ConstantIntOp>(loc, value, 1);
}

Value OperatorBuilder::none() { return builder.create<ConstantNoneOp>(loc); }

Value OperatorBuilder::integers(ArrayRef<int64_t> values) {
  return integers(llvm::map_to_vector(
      values, [&](int64_t value) { return integer(value); }));
}

Value OperatorBuilder::integers(ArrayRef<Value> values) {
  return builder.create<ListConstructOp>(
      loc, ListType::get(builder.getI64Type()), values);
}

Value OperatorBuilder::call(StringRef name, ValueRange operands, Type type) {
  bool onValues = llvm::any_of(operands.getTypes(), [](Type type) {
    return isa<RankedTensorType>(type);
  });
  bool isTold = bool(type);
  // The rule reads the operator; the type it has before is never seen.
  if (!type)
    type = onValues ? Type(RankedTensorType::get({}, builder.getI1Type()))
                    : Type(TSTensorType::get(builder.getContext()));
  auto op = builder.create<OperatorOp>(loc, type, name, operands);
  if (isTold)
    return op.getResult(0);
  bool isComputed = false;
  std::optional<SmallVector<TSTensorType>> types =
      inferResultTypes(op, /*isCertain=*/nullptr, &isComputed);
  bool isKnown = types && types->size() == 1;
  if (untold == Untold::None &&
      (!isKnown || !isComputed || !types->front().hasDtype() ||
       !types->front().hasRank())) {
    op.erase();
    return {};
  }
  if (isKnown)
    op.getResult(0).setType(onValues ? Type(getValueType(types->front()))
                                     : Type(types->front()));
  return op.getResult(0);
}

Value OperatorBuilder::scalarTensor(Value number, torchscript::DType dtype,
                                    Type type) {
  Value none = this->none();
  return call("aten::scalar_tensor",
              {number, integer(int64_t(dtype)), none, none, none}, type);
}

Value OperatorBuilder::clone(Value tensor) {
  return call("aten::clone", {tensor, none()}, tensor.getType());
}

Value OperatorBuilder::cloneContiguous(Value tensor) {
  constexpr int64_t contiguousFormat = 0;
  return call("aten::clone", {tensor, integer(contiguousFormat)},
              tensor.getType());
}

Value OperatorBuilder::toDtype(Value tensor, torchscript::DType dtype,
                               Type type) {
  Value number = integer(int64_t(dtype)), no = truth(false);
  return call("aten::to.dtype", {tensor, number, no, no, none()}, type);
}

Value OperatorBuilder::copyOfDtype(Value tensor, torchscript::DType dtype,
                                   Type type) {
  Value none = this->none(), number = integer(int64_t(dtype));
  return call("aten::_to_copy",
              {tensor, number, none, none, none, truth(false), none}, type);
}

Value OperatorBuilder::view(Value tensor, Value sizes, Type type) {
  return call("aten::view", {tensor, sizes}, type);
}

Value OperatorBuilder::reshape(Value tensor, Value sizes, Type type) {
  return call("aten::reshape", {tensor, sizes}, type);
}

Value OperatorBuilder::expand(Value tensor, Value sizes, Type type) {
  return call("aten::expand", {tensor, sizes, truth(false)}, type);
}

Value OperatorBuilder::permute(Value tensor, ArrayRef<int64_t> order,
                               Type type) {
  return call("aten::permute", {tensor, integers(order)}, type);
}

Value OperatorBuilder::slice(Value tensor, int64_t dim, int64_t start,
                             int64_t end, Type type) {
  Value operands[] = {tensor, integer(dim), integer(start), integer(end),
                      integer(1)};
  return call("aten::slice.Tensor", operands, type);
}

Value OperatorBuilder::size(Value tensor, int64_t dim) {
  return call("aten::size.int", {tensor, integer(dim)}, builder.getI64Type());
}

Value OperatorBuilder::copyInto(Value tensor, Value elements) {
  return buildWrite(builder, loc, tensor, elements);
}

Value OperatorBuilder::fillWith(Value tensor, Value number) {
  return call("aten::fill_.Scalar", {tensor, number}, tensor.getType());
}

Operation *ts::getLastBuilt(OpBuilder &builder) {
  return builder.getInsertionPoint() == builder.getBlock()->begin()
             ? nullptr
             : &*std::prev(builder.getInsertionPoint());
}

void ts::eraseBuilt(OpBuilder &builder, Operation *last) {
  while (Operation *built = getLastBuilt(builder)) {
    if (built == last)
      return;
    built->dropAllUses();
    built->erase();
  }
}
