//===- FlatKernels.cpp - How device code is called ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offsets are part of the pointers, so that only strides multiply indices.
//
//===----------------------------------------------------------------------===//

#include "FlatKernels.h"

#include "LaunchBuilder.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::ts;

namespace {
/// Replaces one buffer of a kernel.
class Flattener {
public:
  Flattener(gpu::GPUFuncOp kernel, unsigned operand,
            SmallVectorImpl<FlatArgument> &arguments)
      : kernel(kernel), entry(kernel.getBody().front()), operand(operand),
        arguments(arguments) {}

  LogicalResult run();

private:
  LogicalResult replaceUse(Operation *user, BlockArgument buffer);
  /// The number of the row-major or strided place.
  Value getNumber(ImplicitLocOpBuilder &b, ValueRange indices);
  Value add(FlatArgument::Kind kind, unsigned dim);

  gpu::GPUFuncOp kernel;
  Block &entry;
  unsigned operand;
  SmallVectorImpl<FlatArgument> &arguments;
  Value pointer;
  SmallVector<int64_t> strides;
  /// Where the first element lies in the pointer's memory.
  int64_t offset = 0;
  /// Arguments for what the type does not say, by dimension.
  SmallVector<Value> strideArguments, sizeArguments;
  Value offsetArgument;
};
} // namespace

/// An `i64` argument, as an index at the function's begin.
Value Flattener::add(FlatArgument::Kind kind, unsigned dim) {
  Location loc = kernel.getLoc();
  arguments.push_back({kind, operand, dim, 8});
  ImplicitLocOpBuilder b(loc, kernel.getContext());
  Value number = entry.addArgument(b.getI64Type(), loc);
  b.setInsertionPointToStart(&entry);
  return b.create<arith::IndexCastOp>(b.getIndexType(), number);
}

Value Flattener::getNumber(ImplicitLocOpBuilder &b, ValueRange indices) {
  Value number = ShapedType::isDynamic(offset) ? offsetArgument
                 : offset                      ? makeIndex(b, offset)
                                               : Value();
  for (auto [dim, index] : llvm::enumerate(indices)) {
    Value stride = ShapedType::isDynamic(strides[dim])
                       ? strideArguments[dim]
                       : makeIndex(b, strides[dim]);
    Value part = multiplyIndices(b, index, stride);
    number = number ? addIndices(b, number, part) : part;
  }
  return number ? number : makeIndex(b, 0);
}

LogicalResult Flattener::replaceUse(Operation *user, BlockArgument buffer) {
  ImplicitLocOpBuilder b(user->getLoc(), user);
  if (auto load = dyn_cast<memref::LoadOp>(user)) {
    Value made =
        b.create<memref::LoadOp>(pointer, getNumber(b, load.getIndices()));
    load.replaceAllUsesWith(made);
  } else if (auto store = dyn_cast<memref::StoreOp>(user)) {
    b.create<memref::StoreOp>(store.getValue(), pointer,
                              getNumber(b, store.getIndices()));
  } else if (auto question = dyn_cast<memref::DimOp>(user)) {
    std::optional<int64_t> dim = question.getConstantIndex();
    if (!dim)
      return user->emitOpError("asks a buffer in device code for the size of a "
                               "dimension that is not constant");
    auto type = cast<MemRefType>(buffer.getType());
    if (type.isDynamicDim(*dim) && !sizeArguments[*dim])
      sizeArguments[*dim] = add(FlatArgument::Size, *dim);
    question.replaceAllUsesWith(type.isDynamicDim(*dim)
                                    ? sizeArguments[*dim]
                                    : makeIndex(b, type.getDimSize(*dim)));
  } else {
    return user->emitOpError("on a buffer has no form in device code");
  }
  user->erase();
  return success();
}

LogicalResult Flattener::run() {
  BlockArgument buffer = entry.getArgument(operand);
  auto type = cast<MemRefType>(buffer.getType());
  if (failed(getStridesAndOffset(type, strides, offset)))
    return kernel.emitOpError("has a buffer whose elements lie in no strides");
  arguments.push_back({FlatArgument::Pointer, operand});
  pointer = entry.addArgument(
      MemRefType::get({ShapedType::kDynamic}, type.getElementType()),
      kernel.getLoc());
  if (ShapedType::isDynamic(offset))
    offsetArgument = add(FlatArgument::Offset, 0);
  strideArguments.resize(type.getRank());
  sizeArguments.resize(type.getRank());
  for (auto [dim, stride] : llvm::enumerate(strides))
    if (ShapedType::isDynamic(stride) && type.getDimSize(dim) != 1)
      strideArguments[dim] = add(FlatArgument::Stride, dim);
    else if (ShapedType::isDynamic(stride))
      strides[dim] = 0; // The only index is 0.
  for (Operation *user : llvm::to_vector(buffer.getUsers()))
    if (failed(replaceUse(user, buffer)))
      return failure();
  return success();
}

/// Gives a number its argument.
static void flattenNumber(gpu::GPUFuncOp kernel, unsigned operand,
                          SmallVectorImpl<FlatArgument> &arguments) {
  Block &entry = kernel.getBody().front();
  Value number = entry.getArgument(operand);
  ImplicitLocOpBuilder b(kernel.getLoc(), kernel.getContext());
  b.setInsertionPointToStart(&entry);
  Type type = number.getType();
  Value made;
  if (type.isIndex()) {
    made = b.create<arith::IndexCastOp>(
        type, entry.addArgument(b.getI64Type(), kernel.getLoc()));
    type = b.getI64Type();
  } else if (type.isInteger(1)) {
    made = b.create<arith::TruncIOp>(
        type, entry.addArgument(b.getI8Type(), kernel.getLoc()));
    type = b.getI8Type();
  } else if (type.isBF16()) {
    made = b.create<arith::BitcastOp>(
        type, entry.addArgument(b.getI16Type(), kernel.getLoc()));
  } else {
    made = entry.addArgument(type, kernel.getLoc());
  }
  number.replaceAllUsesWith(made);
  arguments.push_back({FlatArgument::Number, operand, 0,
                       uint8_t(type.getIntOrFloatBitWidth() / 8)});
}

FailureOr<SmallVector<FlatArgument>>
ts::flattenKernel(gpu::GPUFuncOp kernel) {
  SmallVector<FlatArgument> arguments;
  unsigned count = kernel.getNumArguments();
  for (unsigned operand = 0; operand < count; ++operand) {
    if (!isa<MemRefType>(kernel.getArgument(operand).getType()))
      flattenNumber(kernel, operand, arguments);
    else if (failed(Flattener(kernel, operand, arguments).run()))
      return failure();
  }
  Block &entry = kernel.getBody().front();
  entry.eraseArguments(0, count);
  kernel.setFunctionType(FunctionType::get(
      kernel.getContext(), entry.getArgumentTypes(), TypeRange()));
  return arguments;
}
