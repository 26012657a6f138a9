//===- PlanBuffers.cpp - All buffers of a kernel in one workspace ---------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Greedy placement, largest buffer first, at the lowest offset that is free for
// its whole life.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

#include <tuple>

namespace mlir::ts {
#define GEN_PASS_DEF_TSPLANBUFFERS
#include "TorchScript/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

/// A buffer with the first and last operation of the function's block that
/// touch it, as positions in the block.
struct Buffer {
  memref::AllocOp alloc;
  int64_t size, begin, end, offset = 0;
};

struct TSPlanBuffers : public ts::impl::TSPlanBuffersBase<TSPlanBuffers> {
  void runOnOperation() override;

private:
  LogicalResult plan(func::FuncOp function);
};

} // namespace

/// What every buffer is aligned to, in bytes.
static constexpr int64_t kAlignment = 64;

/// The bytes of a buffer; nothing, with a report, when they are not known.
static FailureOr<int64_t> getSize(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      type.getMemorySpace())
    return alloc.emitOpError("is not of static size");
  Type element = type.getElementType();
  int64_t bytes = 1;
  if (auto complex = dyn_cast<ComplexType>(element)) {
    bytes = 2;
    element = complex.getElementType();
  }
  if (!element.isIntOrIndexOrFloat())
    return alloc.emitOpError("has elements of type ")
           << type.getElementType() << ", whose size is not known";
  unsigned bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  bytes *= std::max<int64_t>(1, llvm::PowerOf2Ceil(bits) / 8);
  constexpr int64_t limit = int64_t(1) << 40;
  for (int64_t size : type.getShape())
    if (size && bytes > limit / size)
      return alloc.emitOpError("is larger than a workspace can be");
    else
      bytes *= size;
  return bytes;
}

/// The buffers of a function and how long they live.
static FailureOr<SmallVector<Buffer>> collect(func::FuncOp function) {
  Block &block = function.getBody().front();
  llvm::DenseMap<Operation *, int64_t> positions;
  for (auto [index, op] : llvm::enumerate(block))
    positions[&op] = index;
  BufferViewFlowAnalysis aliases(function);
  SmallVector<Buffer> buffers;
  bool isBad = false;
  function.walk([&](memref::AllocOp alloc) {
    FailureOr<int64_t> bytes = getSize(alloc);
    if (failed(bytes)) {
      isBad = true;
      return;
    }
    Buffer buffer{
        alloc, int64_t(llvm::alignTo(std::max<int64_t>(*bytes, 1), kAlignment)),
        std::numeric_limits<int64_t>::max(), -1};
    for (Value alias : aliases.resolve(alloc.getResult()))
      for (Operation *user : alias.getUsers()) {
        Operation *top = block.findAncestorOpInBlock(*user);
        buffer.begin = std::min(buffer.begin, positions[top]);
        buffer.end = std::max(buffer.end, positions[top]);
      }
    buffers.push_back(buffer);
  });
  if (isBad)
    return failure();
  return buffers;
}

/// Gives every buffer its offset; returns the bytes needed.
static int64_t place(MutableArrayRef<Buffer> buffers) {
  SmallVector<Buffer *> order;
  for (Buffer &buffer : buffers)
    order.push_back(&buffer);
  llvm::sort(order, [](Buffer *a, Buffer *b) {
    return std::tie(b->size, a->begin) < std::tie(a->size, b->begin);
  });
  int64_t total = 0;
  SmallVector<Buffer *> placed;
  for (Buffer *buffer : order) {
    SmallVector<Buffer *> rivals;
    for (Buffer *other : placed)
      if (other->begin <= buffer->end && buffer->begin <= other->end)
        rivals.push_back(other);
    llvm::sort(rivals,
               [](Buffer *a, Buffer *b) { return a->offset < b->offset; });
    int64_t offset = 0;
    for (Buffer *rival : rivals) {
      if (offset + buffer->size <= rival->offset)
        break;
      offset = std::max(offset, rival->offset + rival->size);
    }
    buffer->offset = offset;
    total = std::max(total, offset + buffer->size);
    placed.push_back(buffer);
  }
  return total;
}

/// Checks that a function is one block, and that nothing calls it that would
/// have to pass the workspace.
static LogicalResult verifyKernel(func::FuncOp function, ModuleOp module) {
  // Nothing after this pass sees where a tensor's elements lie.
  WalkResult onTensors = function.walk([](linalg::LinalgOp op) {
    if (op.hasPureBufferSemantics())
      return WalkResult::advance();
    op.emitOpError("is on tensors; run ts-bufferize-kernels first");
    return WalkResult::interrupt();
  });
  if (onTensors.wasInterrupted())
    return failure();
  if (!function.getBody().hasOneBlock())
    return function.emitOpError(
        "has branches; run ts-plan-buffers on structured control flow "
        "(pipeline ts-compile-kernels)");
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(function, module);
  if (uses && uses->empty())
    return success();
  InFlightDiagnostic diagnostic =
      function.emitOpError("is called in its module; ts-plan-buffers expects "
                           "kernels, which only 'tsrt.kernel_call' calls "
                           "(pipeline ts-compile-kernels)");
  if (uses)
    diagnostic.attachNote((*uses->begin()).getUser()->getLoc())
        << "it is used here";
  return diagnostic;
}

void TSPlanBuffers::runOnOperation() {
  for (auto function : getOperation().getOps<func::FuncOp>())
    if (!function.isExternal() &&
        failed(verifyKernel(function, getOperation())))
      return signalPassFailure();
  for (auto function : getOperation().getOps<func::FuncOp>())
    if (!function.isExternal() && failed(plan(function)))
      return signalPassFailure();
}

LogicalResult TSPlanBuffers::plan(func::FuncOp function) {
  FailureOr<SmallVector<Buffer>> buffers = collect(function);
  if (failed(buffers))
    return failure();
  // Deallocation is the workspace's.
  function.walk([](memref::DeallocOp op) { op.erase(); });
  int64_t total = place(*buffers);
  numBuffers += buffers->size();
  numBytes += total;
  OpBuilder builder(&getContext());
  auto workspaceType = MemRefType::get({total}, builder.getI8Type());
  function.insertArgument(function.getNumArguments(), workspaceType,
                          DictionaryAttr::get(&getContext()),
                          function.getLoc());
  function->setAttr(kWorkspaceAttr, builder.getI64IntegerAttr(total));
  Value workspace = function.getArguments().back();
  for (Buffer &buffer : *buffers) {
    builder.setInsertionPoint(buffer.alloc);
    Location loc = buffer.alloc.getLoc();
    Value offset = builder.create<arith::ConstantIndexOp>(loc, buffer.offset);
    Value view = builder.create<memref::ViewOp>(
        loc, buffer.alloc.getType(), workspace, offset, ValueRange());
    buffer.alloc.getResult().replaceAllUsesWith(view);
    buffer.alloc.erase();
  }
  return success();
}
