//===- HandedOver.cpp - What loops hand to their functions ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HandedOver.h"

#include "TorchScript/Dialect/TSRuntime/IR/KernelOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "TorchScript/Transforms/Passes.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::ts;

/// The most bytes of buffers that a turn may have on a thread's stack.
static constexpr int64_t kMostStack = 256 << 10;

/// Words before numbers and sizes.
static constexpr int64_t kFirstWords = 2;

static int64_t getBytesOfElement(MemRefType type) {
  return llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

/// Whether a buffer of known shape is the address of its first element and
/// nothing else.
static bool isAddress(MemRefType buffer) {
  int64_t offset;
  SmallVector<int64_t> strides;
  return buffer.hasStaticShape() && !buffer.getMemorySpace() &&
         succeeded(getStridesAndOffset(buffer, strides, offset)) &&
         (offset == 0 || (!ShapedType::isDynamic(offset) &&
                          buffer.getElementType().isIntOrFloat())) &&
         !ShapedType::isDynamicShape(strides);
}

/// Strides of a buffer that are not known, and do not follow from its sizes.
static SmallVector<unsigned> getFreeStrides(MemRefType type) {
  SmallVector<unsigned> free;
  int64_t offset;
  SmallVector<int64_t> strides;
  if (!type.getLayout().isIdentity() &&
      succeeded(getStridesAndOffset(type, strides, offset)))
    for (auto [dim, stride] : llvm::enumerate(strides))
      if (ShapedType::isDynamic(stride))
        free.push_back(unsigned(dim));
  return free;
}

/// The row-major buffer that a view with steps of one looks at; null for
/// others.
static Value getRowMajorSource(Value buffer) {
  auto view = buffer.getDefiningOp<memref::SubViewOp>();
  return view && view.hasUnitStride() && view.getDroppedDims().none() &&
                 view.getSourceType().getLayout().isIdentity()
             ? view.getSource()
             : Value();
}

/// Whether a buffer is that address, sizes, and strides that are known or
/// follow from sizes.
static bool isSized(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  int64_t offset;
  SmallVector<int64_t> strides;
  return !type.getMemorySpace() && type.getElementType().isIntOrFloat() &&
         succeeded(getStridesAndOffset(type, strides, offset)) &&
         (getFreeStrides(type).empty() || getRowMajorSource(buffer));
}

/// How many bytes in front of its first element a buffer begins, where that is
/// known.
static int64_t getBytesInFront(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  (void)getStridesAndOffset(type, strides, offset);
  return offset == 0 || ShapedType::isDynamic(offset)
             ? 0
             : offset * getBytesOfElement(type);
}

std::optional<HandedOver> ts::findHandedOver(Operation *op) {
  HandedOver handed;
  int64_t stack = 0;
  auto add = [&](Value operand) {
    Operation *definition = operand.getDefiningOp();
    auto buffer = dyn_cast<MemRefType>(operand.getType());
    if (definition && definition->hasTrait<OpTrait::ConstantLike>())
      return handed.constants.insert(operand), true;
    if (operand.getType().isIndex()) {
      handed.hasWords = true;
      return handed.numbers.insert(operand), true;
    }
    if (!buffer || (!isAddress(buffer) && !isSized(operand)))
      return false;
    handed.hasWords |= !buffer.hasStaticShape();
    return handed.buffers.insert(operand), true;
  };
  WalkResult result = op->walk([&](Operation *inner) {
    if (isa<CallOpInterface, memref::DeallocOp>(inner) ||
        isa<tsrt::TSRTDialect, LLVM::LLVMDialect>(inner->getDialect()))
      return WalkResult::interrupt();
    if (auto alloc = dyn_cast<memref::AllocOp>(inner)) {
      MemRefType type = alloc.getType();
      if (!isAddress(type) || !type.getElementType().isIntOrFloat())
        return WalkResult::interrupt();
      stack += type.getNumElements() * getBytesOfElement(type);
    }
    bool isLoop = inner == op && isa<scf::ForOp>(op);
    for (Value operand : inner->getOperands()) {
      bool isInside = op->isAncestor(operand.getParentBlock()->getParentOp());
      // The function has bounds of its own; constants are kept for the step.
      bool isBound = isLoop && !matchPattern(operand, m_Constant());
      if (!isInside && !isBound && !add(operand))
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  if (result.wasInterrupted() || handed.buffers.empty() || stack > kMostStack)
    return std::nullopt;
  return handed;
}

namespace {

/// What the function finds at its address.
class Reader {
public:
  Reader(OpBuilder &b, Location loc, Value address)
      : b(b), loc(loc), pointer(LLVM::LLVMPointerType::get(b.getContext())),
        address(address), converter(b.getContext()) {}

  void readWordsFirst() { words = readAddress(); }
  Value readNumber();
  Value readBuffer(MemRefType type);

private:
  Value readAddress() {
    return b.create<LLVM::LoadOp>(loc, pointer,
                                  getElement(pointer, address, next++));
  }
  Value getElement(Type type, Value array, int64_t index) {
    return b.create<LLVM::GEPOp>(
        loc, pointer, type, array,
        ArrayRef<LLVM::GEPArg>{LLVM::GEPArg(int32_t(index))});
  }
  /// The buffer of known shape that begins at an address.
  Value makeBuffer(MemRefType type, Value begin) {
    Value buffer =
        MemRefDescriptor::fromStaticShape(b, loc, converter, type, begin);
    return b.create<UnrealizedConversionCastOp>(loc, type, buffer).getResult(0);
  }

  OpBuilder &b;
  Location loc;
  LLVM::LLVMPointerType pointer;
  Value address, words;
  LLVMTypeConverter converter;
  int64_t next = 0, nextWord = kFirstWords;
};

} // namespace

Value Reader::readNumber() {
  Value word = b.create<LLVM::LoadOp>(
      loc, b.getI64Type(), getElement(b.getI64Type(), words, nextWord++));
  return b.create<arith::IndexCastOp>(loc, b.getIndexType(), word);
}

Value Reader::readBuffer(MemRefType type) {
  Value begin = readAddress();
  if (int64_t bytes = getBytesInFront(type))
    begin = b.create<LLVM::GEPOp>(
        loc, pointer, b.getI8Type(), begin,
        ValueRange{b.create<LLVM::ConstantOp>(loc, b.getI64Type(), -bytes)});
  if (isAddress(type))
    return makeBuffer(type, begin);
  Value base = makeBuffer(MemRefType::get({}, type.getElementType()), begin);
  SmallVector<OpFoldResult> sizes;
  for (int64_t size : type.getShape())
    sizes.push_back(ShapedType::isDynamic(size) ? OpFoldResult(readNumber())
                                                : b.getIndexAttr(size));
  SmallVector<int64_t> known;
  int64_t offset = 0;
  (void)getStridesAndOffset(type, known, offset);
  SmallVector<OpFoldResult> strides(known.size());
  for (unsigned dim : getFreeStrides(type))
    strides[dim] = readNumber();
  OpFoldResult stride = b.getIndexAttr(1);
  for (int64_t dim = type.getRank(); dim-- > 0;) {
    if (!strides[dim])
      strides[dim] = ShapedType::isDynamic(known[dim])
                         ? stride
                         : OpFoldResult(b.getIndexAttr(known[dim]));
    // Of a row-major buffer.
    if (dim > 0 && type.getLayout().isIdentity() &&
        ShapedType::isDynamic(known[dim - 1]))
      stride = b.create<arith::MulIOp>(
                    loc, getValueOrCreateConstantIndexOp(b, loc, strides[dim]),
                    getValueOrCreateConstantIndexOp(b, loc, sizes[dim]))
                   .getResult();
  }
  OpFoldResult first = b.getIndexAttr(offset);
  if (ShapedType::isDynamic(offset))
    first = b.create<arith::ConstantIndexOp>(loc, 0).getResult();
  return b.create<memref::ReinterpretCastOp>(loc, type, base, first, sizes,
                                             strides);
}

OwningOpRef<func::FuncOp> ts::makeFunction(scf::ForOp loop,
                                           const HandedOver &handed) {
  MLIRContext *context = loop.getContext();
  OpBuilder b(context);
  Location loc = loop.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(context);
  OwningOpRef<func::FuncOp> function = func::FuncOp::create(
      loc, "split",
      b.getFunctionType({pointer, b.getI64Type(), b.getI64Type()}, {}));
  function->setPrivate();
  (*function)->setAttr(
      "llvm.linkage", LLVM::LinkageAttr::get(context, LLVM::Linkage::Internal));
  Block *body = function->addEntryBlock();
  b.setInsertionPointToStart(body);
  IRMapping mapping;
  Reader reader(b, loc, body->getArgument(0));
  if (handed.hasWords)
    reader.readWordsFirst();
  for (Value number : handed.numbers)
    mapping.map(number, reader.readNumber());
  for (Value buffer : handed.buffers)
    mapping.map(buffer, reader.readBuffer(cast<MemRefType>(buffer.getType())));
  for (Value constant : handed.constants)
    mapping.map(constant, b.clone(*constant.getDefiningOp())->getResult(0));
  auto bound = [&](unsigned argument) -> Value {
    return b.create<arith::IndexCastOp>(loc, b.getIndexType(),
                                        body->getArgument(argument));
  };
  Value begin = bound(1), end = bound(2);
  auto part = cast<scf::ForOp>(b.clone(*loop, mapping));
  part.getLowerBoundMutable().assign(begin);
  part.getUpperBoundMutable().assign(end);
  part.walk([](scf::ForOp each) { each->removeAttr(tsrt::kParallelAttr); });
  b.create<func::ReturnOp>(loc);
  // A thread's own buffers.
  b.setInsertionPoint(part);
  part.walk([&](memref::AllocOp alloc) {
    Value own = b.create<memref::AllocaOp>(alloc.getLoc(), alloc.getType(),
                                           b.getI64IntegerAttr(64));
    alloc.replaceAllUsesWith(own);
    alloc.erase();
  });
  return function;
}

/// The strides that do not follow from the buffer's sizes.
static void addFreeStrides(OpBuilder &b, Location loc, Value buffer,
                           SmallVectorImpl<Value> &words) {
  Value source = getRowMajorSource(buffer);
  for (unsigned dim : getFreeStrides(cast<MemRefType>(buffer.getType()))) {
    Value stride = b.create<arith::ConstantIndexOp>(loc, 1);
    for (int64_t inner = cast<MemRefType>(source.getType()).getRank() - 1;
         inner > dim; --inner)
      stride = b.createOrFold<arith::MulIOp>(
          loc, stride, b.createOrFold<memref::DimOp>(loc, source, inner));
    words.push_back(stride);
  }
}

/// The words, in a buffer on the stack of the function around.
static Value makeWords(OpBuilder &b, Location loc, OpFoldResult turns,
                       OpFoldResult grain, const HandedOver &handed) {
  SmallVector<Value> words = {getValueOrCreateConstantIndexOp(b, loc, turns),
                              getValueOrCreateConstantIndexOp(b, loc, grain)};
  llvm::append_range(words, handed.numbers);
  for (Value buffer : handed.buffers) {
    auto type = cast<MemRefType>(buffer.getType());
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        words.push_back(b.createOrFold<memref::DimOp>(loc, buffer, dim));
    addFreeStrides(b, loc, buffer, words);
  }
  auto kernel = b.getBlock()->getParentOp();
  if (!isa<func::FuncOp>(kernel))
    kernel = kernel->getParentOfType<func::FuncOp>();
  auto entry =
      OpBuilder::atBlockBegin(&cast<func::FuncOp>(kernel).getBody().front());
  Value array = entry.create<memref::AllocaOp>(
      loc, MemRefType::get({int64_t(words.size())}, b.getI64Type()));
  for (auto [index, word] : llvm::enumerate(words))
    b.create<memref::StoreOp>(
        loc, b.create<arith::IndexCastOp>(loc, b.getI64Type(), word), array,
        ValueRange{b.create<arith::ConstantIndexOp>(loc, int64_t(index))});
  return array;
}

void ts::createParallelCall(OpBuilder &b, Location loc, StringRef function,
                            OpFoldResult turns, OpFoldResult grain,
                            const HandedOver &handed) {
  SmallVector<int64_t, 2> parameters;
  SmallVector<Value> operands;
  if (handed.hasWords)
    operands.push_back(makeWords(b, loc, turns, grain, handed));
  else
    parameters = {*getConstantIntValue(turns), *getConstantIntValue(grain)};
  llvm::append_range(operands, handed.buffers);
  auto call = b.create<tsrt::LibraryCallOp>(
      loc, TypeRange(), function, parameters, operands, operands.back());
  call->setAttr(tsrt::kParallelAttr, b.getUnitAttr());
}
