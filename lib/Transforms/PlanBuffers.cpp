//===- PlanBuffers.cpp - All buffers of a kernel in one workspace ---------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Greedy placement, largest buffer first, at the lowest offset that is free for
// its whole life. Buffers whose sizes are known at run time only share slots
// behind, whose places the kernel computes when it begins.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Transforms/Passes.h"

#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
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
  /// In bytes; of a buffer with sizes that are not known, what they are times.
  int64_t size, begin, end, offset = 0;

  bool isSized() { return !alloc.getType().hasStaticShape(); }
};

/// A part of the workspace, as large as the largest of its buffers, of which
/// one lives at a time.
using Slot = SmallVector<Buffer *>;

struct TSPlanBuffers : public ts::impl::TSPlanBuffersBase<TSPlanBuffers> {
  void runOnOperation() override;

private:
  LogicalResult plan(func::FuncOp function);
  /// Places the buffers whose sizes are not known behind the first `begin`
  /// bytes; the workspace, or null.
  Value planSized(func::FuncOp function, MutableArrayRef<Buffer> buffers,
                  int64_t begin);
};

} // namespace

/// What every buffer is aligned to at least, in bytes.
static constexpr int64_t kAlignment = 64;

/// What the buffers of a function are aligned to: the most that one wants.
static int64_t getAlignment(func::FuncOp function) {
  int64_t most = kAlignment;
  function.walk([&](memref::AllocOp alloc) {
    most = std::max<int64_t>(most, alloc.getAlignment().value_or(1));
  });
  return most;
}

/// The bytes of a buffer; nothing, with a report, when they are not known.
static FailureOr<int64_t> getSize(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  bool isSized = alloc->getParentOfType<func::FuncOp>()->hasAttr(kSizesAttr);
  if (!(type.hasStaticShape() || isSized) || !type.getLayout().isIdentity() ||
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
    if (ShapedType::isDynamic(size))
      continue;
    else if (size && bytes > limit / size)
      return alloc.emitOpError("is larger than a workspace can be");
    else
      bytes *= size;
  return bytes;
}

/// The buffers of a function and how long they live.
static FailureOr<SmallVector<Buffer>> collect(func::FuncOp function) {
  Block &block = function.getBody().front();
  int64_t alignment = getAlignment(function);
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
    int64_t size = alloc.getType().hasStaticShape()
                       ? llvm::alignTo(std::max<int64_t>(*bytes, 1), alignment)
                       : *bytes;
    Buffer buffer{alloc, size, std::numeric_limits<int64_t>::max(), -1};
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
    if (!buffer.isSized())
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

//===----------------------------------------------------------------------===//
// Sizes that are known at run time
//===----------------------------------------------------------------------===//

/// The buffers of unknown size by slot; equal sizes share first.
static SmallVector<Slot> makeSlots(MutableArrayRef<Buffer> buffers) {
  SmallVector<Slot> slots;
  auto isFree = [](const Slot &slot, Buffer &buffer) {
    return llvm::none_of(slot, [&](Buffer *other) {
      return other->begin <= buffer.end && buffer.begin <= other->end;
    });
  };
  for (Buffer &buffer : buffers) {
    if (!buffer.isSized())
      continue;
    Slot *chosen = nullptr;
    for (Slot &slot : slots) {
      if (!isFree(slot, buffer))
        continue;
      bool isEqual = slot.front()->size == buffer.size &&
                     llvm::equal(slot.front()->alloc.getDynamicSizes(),
                                 buffer.alloc.getDynamicSizes());
      if (!chosen || isEqual)
        chosen = &slot;
      if (isEqual)
        break;
    }
    if (!chosen)
      chosen = &slots.emplace_back();
    chosen->push_back(&buffer);
  }
  return slots;
}

static Value copySize(OpBuilder &builder, IRMapping &mapping, Value value);

/// A copy of the size of a dimension of a buffer, from the operands of what
/// makes the buffer; null when they do not tell.
static Value copyDim(OpBuilder &builder, IRMapping &mapping, Value buffer,
                     int64_t dim) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  Operation *maker = buffer.getDefiningOp();
  if (!type || !maker)
    return {};
  Location loc = maker->getLoc();
  if (!type.isDynamicDim(dim))
    return builder.create<arith::ConstantIndexOp>(loc, type.getDimSize(dim));
  SmallVector<OpFoldResult> sizes;
  if (auto alloc = dyn_cast<memref::AllocOp>(maker))
    sizes = getMixedValues(type.getShape(), alloc.getDynamicSizes(), builder);
  else if (auto expand = dyn_cast<memref::ExpandShapeOp>(maker))
    sizes = getMixedValues(expand.getStaticOutputShape(),
                           expand.getOutputShape(), builder);
  else if (auto cast = dyn_cast<memref::ReinterpretCastOp>(maker))
    sizes = cast.getMixedSizes();
  else if (auto view = dyn_cast<memref::SubViewOp>(maker))
    for (auto [i, size] : llvm::enumerate(view.getMixedSizes()))
      if (!view.getDroppedDims().test(i))
        sizes.push_back(size);
  if (!sizes.empty()) {
    if (std::optional<int64_t> known = getConstantIntValue(sizes[dim]))
      return builder.create<arith::ConstantIndexOp>(loc, *known);
    return copySize(builder, mapping, cast<Value>(sizes[dim]));
  }
  if (auto cast = dyn_cast<memref::CastOp>(maker))
    return copyDim(builder, mapping, cast.getSource(), dim);
  auto collapse = dyn_cast<memref::CollapseShapeOp>(maker);
  if (!collapse)
    return {};
  ReassociationIndices parts = collapse.getReassociationIndices()[dim];
  Value product;
  for (int64_t part : parts) {
    Value size = copyDim(builder, mapping, collapse.getSrc(), part);
    if (!size)
      return {};
    product =
        product ? builder.create<arith::MulIOp>(loc, product, size) : size;
  }
  return product;
}

/// A copy of a number that is computed from sizes that the kernel gets; null,
/// with a report, when it is computed from anything else.
static Value copySize(OpBuilder &builder, IRMapping &mapping, Value value) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  Value answer;
  if (auto question = dyn_cast_if_present<memref::DimOp>(op))
    if (std::optional<int64_t> dim = question.getConstantIndex())
      answer = copyDim(builder, mapping, question.getSource(), *dim);
  if (answer) {
    mapping.map(value, answer);
    return answer;
  }
  auto load = dyn_cast_if_present<memref::LoadOp>(op);
  // What the kernel divides by in any case is divided by here.
  bool isQuotient =
      isa_and_present<arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp,
                      arith::CeilDivUIOp, arith::FloorDivSIOp, arith::RemSIOp,
                      arith::RemUIOp>(op) &&
      isa<func::FuncOp>(op->getParentOp());
  bool isCopied = op && op->getNumRegions() == 0 &&
                  (isPure(op) || isQuotient || isa<memref::DimOp>(op) ||
                   (load && isa<BlockArgument>(load.getMemRef())));
  if (!isCopied) {
    InFlightDiagnostic error = emitError(
        value.getLoc(), "the size of a buffer is not known before the kernel "
                        "runs");
    if (op)
      error << ": it is computed by '" << op->getName() << "'";
    return {};
  }
  for (Value operand : op->getOperands())
    if (!copySize(builder, mapping, operand))
      return {};
  return builder.clone(*op, mapping)
      ->getResult(cast<OpResult>(value).getResultNumber());
}

/// The bytes of a slot, rounded up; null after a report.
static Value copyBytes(OpBuilder &builder, IRMapping &mapping, Location loc,
                       const Slot &slot, int64_t alignment) {
  auto number = [&](int64_t n) -> Value {
    return builder.create<arith::ConstantIndexOp>(loc, n);
  };
  Value most;
  for (Buffer *buffer : slot) {
    Value bytes = number(buffer->size);
    for (Value size : buffer->alloc.getDynamicSizes()) {
      Value known = copySize(builder, mapping, size);
      if (!known)
        return {};
      bytes = builder.create<arith::MulIOp>(loc, bytes, known);
    }
    most = most ? builder.create<arith::MaxSIOp>(loc, most, bytes) : bytes;
  }
  Value up = builder.create<arith::AddIOp>(loc, most, number(alignment - 1));
  Value count = builder.create<arith::DivUIOp>(loc, up, number(alignment));
  return builder.create<arith::MulIOp>(loc, count, number(alignment));
}

/// Computes where slots begin and, as the last, where they end.
static FailureOr<SmallVector<Value>>
copyOffsets(OpBuilder &builder, IRMapping &mapping, Location loc,
            ArrayRef<Slot> slots, int64_t begin, int64_t alignment) {
  SmallVector<Value> offsets{
      builder.create<arith::ConstantIndexOp>(loc, begin)};
  for (const Slot &slot : slots) {
    Value bytes = copyBytes(builder, mapping, loc, slot, alignment);
    if (!bytes)
      return failure();
    offsets.push_back(
        builder.create<arith::AddIOp>(loc, offsets.back(), bytes));
  }
  return offsets;
}

/// Maps what the kernel reads of the sizes of its results, its last parameters,
/// to what its function of sizes has answered by then.
static void mapAnswers(OpBuilder &builder, IRMapping &mapping,
                       func::FuncOp kernel, Value answer) {
  int64_t begin = cast<MemRefType>(answer.getType()).getDimSize(0) - 1;
  for (BlockArgument sizes : llvm::reverse(kernel.getArguments())) {
    if (begin == 0)
      return;
    begin -= cast<MemRefType>(sizes.getType()).getDimSize(0);
    for (Operation *user : sizes.getUsers()) {
      auto load = dyn_cast<memref::LoadOp>(user);
      std::optional<int64_t> dim =
          load ? getConstantIntValue(load.getIndices()[0]) : std::nullopt;
      if (!dim)
        continue;
      Value place =
          builder.create<arith::ConstantIndexOp>(load.getLoc(), begin + *dim);
      mapping.map(load.getResult(),
                  builder.create<memref::LoadOp>(load.getLoc(), answer, place));
    }
  }
}

/// Lets the function of sizes write the bytes of the workspace.
static LogicalResult storeBytes(func::FuncOp kernel, func::FuncOp sizes,
                                ArrayRef<Slot> slots, int64_t begin,
                                int64_t alignment) {
  Location loc = kernel.getLoc();
  Block &body = sizes.getBody().front();
  OpBuilder builder(body.getTerminator());
  IRMapping mapping;
  mapping.map(kernel.getArguments(),
              sizes.getArguments().take_front(kernel.getNumArguments()));
  Value answer = sizes.getArguments().back();
  mapAnswers(builder, mapping, kernel, answer);
  FailureOr<SmallVector<Value>> offsets =
      copyOffsets(builder, mapping, loc, slots, begin, alignment);
  if (failed(offsets))
    return failure();
  Value bytes = builder.create<arith::IndexCastOp>(loc, builder.getI64Type(),
                                                   offsets->back());
  Value place = builder.create<arith::ConstantIndexOp>(
      loc, cast<MemRefType>(answer.getType()).getDimSize(0) - 1);
  builder.create<memref::StoreOp>(loc, bytes, answer, place);
  return success();
}

Value TSPlanBuffers::planSized(func::FuncOp function,
                               MutableArrayRef<Buffer> buffers, int64_t begin) {
  SmallVector<Slot> slots = makeSlots(buffers);
  auto sizes = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      function, function->getAttrOfType<FlatSymbolRefAttr>(kSizesAttr));
  if (!sizes) {
    function.emitOpError("has no function of sizes");
    return {};
  }
  int64_t alignment = getAlignment(function);
  if (failed(storeBytes(function, sizes, slots, begin, alignment)))
    return {};
  Location loc = function.getLoc();
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  IRMapping mapping;
  for (Value argument : function.getArguments())
    mapping.map(argument, argument);
  FailureOr<SmallVector<Value>> offsets =
      copyOffsets(builder, mapping, loc, slots, begin, alignment);
  if (failed(offsets))
    return {};
  Type i8 = builder.getI8Type();
  function.insertArgument(function.getNumArguments(), MemRefType::get({}, i8),
                          DictionaryAttr::get(&getContext()), loc);
  Value workspace = builder.create<memref::ReinterpretCastOp>(
      loc, MemRefType::get({ShapedType::kDynamic}, i8),
      function.getArguments().back(), builder.getIndexAttr(0),
      ArrayRef<OpFoldResult>{offsets->back()},
      ArrayRef<OpFoldResult>{builder.getIndexAttr(1)});
  for (auto [index, slot] : llvm::enumerate(slots))
    for (Buffer *buffer : slot) {
      builder.setInsertionPoint(buffer->alloc);
      Value view = builder.create<memref::ViewOp>(
          buffer->alloc.getLoc(), buffer->alloc.getType(), workspace,
          (*offsets)[index], buffer->alloc.getDynamicSizes());
      buffer->alloc.getResult().replaceAllUsesWith(view);
      buffer->alloc.erase();
    }
  return workspace;
}

/// Whether a function is a part of kernels, which hand it their buffers.
static bool isPart(func::FuncOp function) {
  if (!function.isPrivate() || function.isExternal())
    return false;
  auto callsIt = [&](Operation *op) {
    auto call = dyn_cast<func::CallOp>(op);
    auto parallel = dyn_cast<tsrt::LibraryCallOp>(op);
    return (call && call.getCallee() == function.getName()) ||
           (parallel && parallel.getFunction() == function.getName());
  };
  bool isCalled = false, hasBuffers = false;
  function->getParentOp()->walk(
      [&](Operation *op) { isCalled |= callsIt(op); });
  function.walk([&](memref::AllocOp) { hasBuffers = true; });
  return isCalled && !hasBuffers;
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
  if ((uses && llvm::all_of(*uses,
                            [](const SymbolTable::SymbolUse &use) {
                              return isa<func::FuncOp>(use.getUser());
                            })) ||
      isPart(function))
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
  llvm::DenseSet<StringAttr> ofSizes;
  for (auto function : getOperation().getOps<func::FuncOp>())
    if (auto sizes = function->getAttrOfType<FlatSymbolRefAttr>(kSizesAttr))
      ofSizes.insert(sizes.getAttr());
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    if (function.isExternal() || isPart(function))
      continue;
    if (!ofSizes.contains(function.getSymNameAttr())) {
      if (failed(plan(function)))
        return signalPassFailure();
    } else if (function
                   .walk([](memref::AllocOp alloc) {
                     alloc.emitOpError("in a function of sizes");
                     return WalkResult::interrupt();
                   })
                   .wasInterrupted()) {
      return signalPassFailure();
    }
  }
}

LogicalResult TSPlanBuffers::plan(func::FuncOp function) {
  FailureOr<SmallVector<Buffer>> buffers = collect(function);
  if (failed(buffers))
    return failure();
  // Deallocation is the workspace's.
  function.walk([](memref::DeallocOp op) { op.erase(); });
  int64_t total = place(*buffers);
  SmallVector<Buffer> sized(*buffers);
  numBuffers += buffers->size();
  numBytes += total;
  OpBuilder builder(&getContext());
  function->setAttr(kWorkspaceAttr, builder.getI64IntegerAttr(total));
  Value workspace;
  if (function->hasAttr(kSizesAttr)) {
    llvm::erase_if(sized, [](Buffer &buffer) { return !buffer.isSized(); });
    llvm::erase_if(*buffers, [](Buffer &buffer) { return buffer.isSized(); });
    workspace = planSized(function, sized, total);
    if (!workspace)
      return failure();
  } else {
    auto workspaceType = MemRefType::get({total}, builder.getI8Type());
    function.insertArgument(function.getNumArguments(), workspaceType,
                            DictionaryAttr::get(&getContext()),
                            function.getLoc());
    workspace = function.getArguments().back();
  }
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
