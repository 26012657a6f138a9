//===- ListOperators.cpp - Operators that give lists of views -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the list of views.
//
//===----------------------------------------------------------------------===//

#include "ListOperators.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Operators/Registry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <numeric>

using namespace mlir;
using namespace mlir::ts;

/// More parts than this stay one operator.
static constexpr int64_t kMaxParts = 64;

namespace {
/// Builds operators on tensors before the one that is replaced.
class ViewBuilder {
public:
  explicit ViewBuilder(OperatorOp op)
      : type(cast<ListType>(op.getResult(0).getType())), loc(op.getLoc()),
        builder(op) {}

  Value number(int64_t value) {
    return builder.create<arith::ConstantIntOp>(loc, value, 64);
  }
  Value list(Type type, ValueRange elements) {
    return builder.create<ListConstructOp>(loc, type, elements);
  }
  Value tensor(StringRef name, ValueRange args) {
    return builder
        .create<OperatorOp>(loc, TypeRange(type.getElementType()), name, args)
        .getResult(0);
  }
  Value slice(Value tensor, int64_t dim, int64_t start, int64_t size) {
    return this->tensor(
        "aten::slice.Tensor",
        {tensor, number(dim), number(start), number(start + size), number(1)});
  }
  Value expand(Value tensor, ArrayRef<int64_t> shape) {
    SmallVector<Value> sizes;
    for (int64_t size : shape)
      sizes.push_back(number(size));
    Value no = builder.create<arith::ConstantIntOp>(loc, 0, 1);
    return this->tensor(
        "aten::expand",
        {tensor, list(ListType::get(builder.getI64Type()), sizes), no});
  }

  /// The type of the operator's result.
  const ListType type;

private:
  Location loc;
  OpBuilder builder;
};
} // namespace

static TSTensorType getStatic(Value value) {
  auto type = dyn_cast<TSTensorType>(lookThroughCasts(value).getType());
  return type && type.hasStaticShape() ? type : TSTensorType();
}

/// The sizes of the parts chunk or split cut `extent` into; nothing when the
/// operator is neither, or raises.
static std::optional<SmallVector<int64_t>> getParts(OperatorOp op,
                                                    int64_t extent) {
  StringRef name = op.getName();
  if (name == "aten::split" || name == "aten::split.sizes" ||
      name == "aten::split_with_sizes") {
    std::optional<SmallVector<int64_t>> sizes =
        getConstantIntList(op.getArgs()[1]);
    if (!sizes || llvm::any_of(*sizes, [](int64_t n) { return n < 0; }) ||
        std::accumulate(sizes->begin(), sizes->end(), int64_t(0)) != extent)
      return std::nullopt;
    return sizes;
  }
  if (name != "aten::chunk" && name != "aten::split.Tensor")
    return std::nullopt;
  std::optional<int64_t> number = getConstantInt(op.getArgs()[1]);
  if (!number || *number <= 0 || extent == 0)
    return std::nullopt;
  int64_t size =
      name == "aten::chunk" ? (extent + *number - 1) / *number : *number;
  SmallVector<int64_t> parts;
  for (int64_t start = 0; start < extent; start += size)
    parts.push_back(std::min(size, extent - start));
  return parts;
}

/// The parts of a tensor along a dimension; nothing for other operators.
static std::optional<SmallVector<Value>> cut(OperatorOp op) {
  Value tensor = op.getArgs()[0];
  TSTensorType type = getStatic(tensor);
  bool isUnbind = op.getName() == "aten::unbind.int";
  if (!type || type.getShape().empty() ||
      op.getArgs().size() != (isUnbind ? 2 : 3))
    return std::nullopt;
  std::optional<int64_t> dim = getConstantInt(op.getArgs().back());
  dim = dim ? normalizeDim(*dim, type.getShape().size()) : std::nullopt;
  if (!dim)
    return std::nullopt;
  int64_t extent = type.getShape()[*dim];
  SmallVector<Value> parts;
  ViewBuilder builder(op);
  if (isUnbind) {
    if (extent > kMaxParts)
      return std::nullopt;
    for (int64_t i = 0; i < extent; ++i)
      parts.push_back(
          builder.tensor("aten::select.int",
                         {tensor, builder.number(*dim), builder.number(i)}));
    return parts;
  }
  std::optional<SmallVector<int64_t>> sizes = getParts(op, extent);
  if (!sizes || int64_t(sizes->size()) > kMaxParts)
    return std::nullopt;
  int64_t start = 0;
  for (int64_t size : *sizes) {
    parts.push_back(builder.slice(tensor, *dim, start, size));
    start += size;
  }
  return parts;
}

static std::optional<SmallVector<Value>> broadcast(OperatorOp op) {
  std::optional<SmallVector<Value>> tensors = getListElements(op.getArgs()[0]);
  if (!tensors || tensors->empty())
    return std::nullopt;
  SmallVector<ArrayRef<int64_t>> shapes;
  for (Value tensor : *tensors) {
    TSTensorType type = getStatic(tensor);
    if (!type)
      return std::nullopt;
    shapes.push_back(type.getShape());
  }
  std::optional<SmallVector<int64_t>> shape = broadcastShapes(shapes);
  if (!shape)
    return std::nullopt;
  ViewBuilder builder(op);
  SmallVector<Value> results;
  for (Value tensor : *tensors)
    results.push_back(builder.expand(tensor, *shape));
  return results;
}

bool ts::expandListOperator(OperatorOp op) {
  if (op.getNumResults() != 1 || op.getArgs().empty() ||
      !isa<ListType>(op.getResult(0).getType()))
    return false;
  std::optional<SmallVector<Value>> parts =
      op.getName() == "aten::broadcast_tensors" ? broadcast(op) : cut(op);
  if (!parts)
    return false;
  ViewBuilder builder(op);
  op.getResult(0).replaceAllUsesWith(builder.list(builder.type, *parts));
  op.erase();
  return true;
}
