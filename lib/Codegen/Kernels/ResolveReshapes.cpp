//===- ResolveReshapes.cpp - Shapes of buffers are no memory --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shape of a memref.reshape is a buffer: who asks for a size later would
// read it, on the host memory of a device. Its elements are numbers that are
// known before.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSRESOLVERESHAPES
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

/// The last number that is stored in each element of the shape before the
/// reshape; empty when that cannot be seen.
static SmallVector<Value> findSizes(memref::ReshapeOp reshape) {
  auto type = cast<MemRefType>(reshape.getShape().getType());
  if (!type.hasStaticShape() ||
      !reshape.getShape().getDefiningOp<memref::AllocOp>())
    return {};
  SmallVector<memref::StoreOp> stores(size_t(type.getNumElements()));
  for (Operation *user : reshape.getShape().getUsers()) {
    if (isa<memref::ReshapeOp, memref::DeallocOp>(user))
      continue;
    auto store = dyn_cast<memref::StoreOp>(user);
    std::optional<int64_t> index =
        store ? getConstantIntValue(store.getIndices()[0]) : std::nullopt;
    if (!index || store->getBlock() != reshape->getBlock() ||
        store.getValue() == reshape.getShape())
      return {};
    if (!store->isBeforeInBlock(reshape))
      continue;
    memref::StoreOp &last = stores[size_t(*index)];
    if (!last || last->isBeforeInBlock(store))
      last = store;
  }
  SmallVector<Value> sizes;
  for (memref::StoreOp store : stores) {
    if (!store)
      return {};
    sizes.push_back(store.getValue());
  }
  return sizes;
}

/// The same elements in row-major order with the sizes.
static Value buildView(memref::ReshapeOp reshape, ArrayRef<Value> numbers) {
  ImplicitLocOpBuilder b(reshape.getLoc(), reshape);
  auto type = cast<MemRefType>(reshape.getType());
  SmallVector<OpFoldResult> sizes, strides(numbers.size());
  for (auto [number, size] : llvm::zip(numbers, type.getShape())) {
    if (!ShapedType::isDynamic(size))
      sizes.push_back(b.getIndexAttr(size));
    else if (number.getType().isIndex())
      sizes.push_back(number);
    else
      sizes.push_back(
          b.createOrFold<arith::IndexCastOp>(b.getIndexType(), number));
  }
  OpFoldResult stride = b.getIndexAttr(1);
  for (unsigned i = numbers.size(); i-- > 0;) {
    strides[i] = stride;
    std::optional<int64_t> step = getConstantIntValue(stride),
                           size = getConstantIntValue(sizes[i]);
    if (step && size)
      stride = b.getIndexAttr(*step * *size);
    else if (i)
      stride = b.createOrFold<arith::MulIOp>(
          getValueOrCreateConstantIndexOp(b, b.getLoc(), stride),
          getValueOrCreateConstantIndexOp(b, b.getLoc(), sizes[i]));
  }
  return b.create<memref::ReinterpretCastOp>(type, reshape.getSource(),
                                             b.getIndexAttr(0), sizes, strides);
}

namespace {
struct TSResolveReshapes
    : public ts::impl::TSResolveReshapesBase<TSResolveReshapes> {
  void runOnOperation() override {
    SmallVector<memref::ReshapeOp> reshapes;
    getOperation().walk(
        [&](memref::ReshapeOp reshape) { reshapes.push_back(reshape); });
    for (memref::ReshapeOp reshape : reshapes)
      resolve(reshape);
  }

private:
  void resolve(memref::ReshapeOp reshape) {
    SmallVector<Value> numbers = findSizes(reshape);
    if (numbers.empty() || !isa<MemRefType>(reshape.getType()))
      return;
    Value shape = reshape.getShape();
    reshape.replaceAllUsesWith(buildView(reshape, numbers));
    reshape.erase();
    ++numResolved;
    if (llvm::any_of(shape.getUsers(), [](Operation *user) {
          return !isa<memref::StoreOp, memref::DeallocOp>(user);
        }))
      return;
    for (Operation *user : llvm::make_early_inc_range(shape.getUsers()))
      user->erase();
    shape.getDefiningOp()->erase();
  }
};
} // namespace
