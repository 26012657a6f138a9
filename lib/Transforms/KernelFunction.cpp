//===- KernelFunction.cpp - The function of a group of operations ---------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs are read, outputs written; what is not passed is made inside.
//
//===----------------------------------------------------------------------===//

#include "KernelFunction.h"

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "TorchScript/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::ts;

bool kernel::isTensorOperation(Operation *op) {
  return isa<linalg::LinalgDialect, tensor::TensorDialect>(op->getDialect()) ||
         isa<tsrt::LibraryCallOp>(op);
}

bool kernel::isKernelOperation(Operation *op) {
  if (isTensorOperation(op) ||
      isa<bufferization::MaterializeInDestinationOp>(op))
    return true;
  bool isNumeric =
      isa<arith::ArithDialect, complex::ComplexDialect, math::MathDialect>(
          op->getDialect()) ||
      isa<tsrt::MathCallOp>(op);
  return isNumeric &&
         llvm::none_of(op->getOperandTypes(), llvm::IsaPred<TSTensorType>);
}

bool kernel::isControl(Operation *op) {
  return isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op);
}

/// Whether it makes the shape that a tensor gets.
static bool isShape(Operation *op) {
  auto made = dyn_cast<tensor::FromElementsOp>(op);
  return made && made.getType().getElementType().isIndex();
}

bool kernel::isMember(Operation *op) {
  if (isa<tensor::EmptyOp, tensor::DimOp>(op) || isShape(op))
    return false;
  if (!isControl(op))
    return isTensorOperation(op);
  auto isHeld = [](Type type) {
    return isa<RankedTensorType>(type) || type.isIndex() ||
           (isNumber(type) && !isa<ComplexType>(type));
  };
  bool hasTensors = false;
  bool isInterrupted =
      op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
          bool isOuter = isControl(inner);
          if (!isOuter && !isa<scf::YieldOp, scf::ConditionOp>(inner) &&
              !isKernelOperation(inner))
            return WalkResult::interrupt();
          if (isOuter && !llvm::all_of(inner->getResultTypes(), isHeld))
            return WalkResult::interrupt();
          hasTensors |= isTensorOperation(inner);
          return isOuter || !inner->getNumRegions() ? WalkResult::advance()
                                                    : WalkResult::skip();
        }).wasInterrupted();
  return hasTensors && !isInterrupted;
}

/// The values an operation uses, inside its regions too, that are defined
/// outside of it.
static llvm::SetVector<Value> getDirectUses(Operation *op) {
  llvm::SetVector<Value> uses(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), uses);
  return uses;
}

bool kernel::isRecomputed(Operation *op) {
  if (isShape(op))
    return true;
  return op->getNumResults() == 1 &&
         (isa<tensor::DimOp>(op) ||
          isa<arith::ArithDialect, complex::ComplexDialect>(
              op->getDialect())) &&
         !op->hasTrait<OpTrait::ConstantLike>() &&
         !isa<ShapedType>(op->getResult(0).getType()) &&
         !isNumber(op->getResult(0).getType());
}

static bool isNumberOfKernel(Value value) {
  Operation *op = value.getDefiningOp();
  return op && kernel::isRecomputed(op);
}

llvm::SetVector<Value> kernel::getUses(Operation *op) {
  llvm::SetVector<Value> uses;
  SmallVector<Value> worklist = getDirectUses(op).takeVector();
  std::reverse(worklist.begin(), worklist.end());
  while (!worklist.empty()) {
    Value use = worklist.pop_back_val();
    bool isNumber = isNumberOfKernel(use);
    // The sizes of an undefined tensor are used, too.
    if (isNumber || use.getDefiningOp<tensor::EmptyOp>())
      llvm::append_range(worklist, use.getDefiningOp()->getOperands());
    if (!isNumber)
      uses.insert(use);
  }
  return uses;
}

/// Constants, undefined tensors, and those filled with a constant are copied
/// into the kernel instead of passed.
bool kernel::isCloned(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto fill = dyn_cast_if_present<linalg::FillOp>(op)) {
    auto init = fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>();
    return init && init->getNumOperands() == 0 && isCloned(fill.getInputs()[0]);
  }
  return op &&
         (op->hasTrait<OpTrait::ConstantLike>() || isa<tensor::EmptyOp>(op));
}

/// Copies what `isCloned` is true of, with what it is made of.
static void cloneValue(OpBuilder &builder, IRMapping &mapping, Value value) {
  Operation *op = value.getDefiningOp();
  IRMapping inner;
  for (Value operand : op->getOperands())
    if (kernel::isCloned(operand))
      cloneValue(builder, inner, operand);
  mapping.map(value, builder.clone(*op, inner)->getResult(0));
}

/// Puts the computation of a number into the kernel.
static void cloneNumber(OpBuilder &builder, IRMapping &mapping, Value value) {
  if (mapping.contains(value))
    return;
  for (Value operand : value.getDefiningOp()->getOperands())
    if (isNumberOfKernel(operand) || kernel::isCloned(operand))
      cloneNumber(builder, mapping, operand);
  builder.clone(*value.getDefiningOp(), mapping);
}

/// Puts an undefined tensor into the kernel.
static Value cloneEmpty(OpBuilder &builder, IRMapping &mapping,
                        tensor::EmptyOp empty) {
  for (Value size : empty.getDynamicSizes())
    if (isNumberOfKernel(size) || kernel::isCloned(size))
      cloneNumber(builder, mapping, size);
  return builder.clone(*empty, mapping)->getResult(0);
}

/// Whether a filled tensor is better made where the use is: it is written to
/// there, or becomes a number of the elementwise operation.
static bool isFillSunk(OpOperand &use) {
  auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
  return op && (op.isDpsInit(&use) || isa<linalg::GenericOp>(op));
}

/// Each use of an undefined or filled tensor gets one of its own: two results
/// that began in one buffer would overwrite each other.
static void separateBuffers(func::FuncOp kernel) {
  SmallVector<linalg::FillOp> fills;
  kernel.walk([&](linalg::FillOp fill) { fills.push_back(fill); });
  for (linalg::FillOp fill : fills) {
    auto empty = fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>();
    if (!empty || fill->use_empty())
      continue;
    OpBuilder builder(fill->getContext());
    bool isFirst = true;
    for (OpOperand &use :
         llvm::make_early_inc_range(fill->getResult(0).getUses())) {
      bool isInside = use.getOwner()->getBlock() != fill->getBlock();
      bool keeps = std::exchange(isFirst, false) && !isInside;
      if (keeps || (isInside && !isFillSunk(use)))
        continue;
      if (isInside)
        builder.setInsertionPoint(use.getOwner());
      else
        builder.setInsertionPointAfter(fill);
      IRMapping mapping;
      mapping.map(empty.getResult(), builder.clone(*empty)->getResult(0));
      use.set(builder.clone(*fill, mapping)->getResult(0));
    }
  }
  SmallVector<tensor::EmptyOp> empties;
  kernel.walk([&](tensor::EmptyOp empty) { empties.push_back(empty); });
  for (tensor::EmptyOp empty : empties) {
    for (OpOperand &use : llvm::make_early_inc_range(empty->getUses())) {
      if (empty->hasOneUse() && use.getOwner()->getBlock() == empty->getBlock())
        break;
      OpBuilder builder(use.getOwner());
      use.set(builder.clone(*empty)->getResult(0));
    }
    if (empty->use_empty())
      empty.erase();
  }
}

/// Makes a copy of a tensor where the builder is.
static Value copyTensor(OpBuilder &builder, Value tensor) {
  Location loc = tensor.getLoc();
  Value empty = builder.create<tensor::EmptyOp>(
      loc, tensor::getMixedSizes(builder, loc, tensor),
      cast<RankedTensorType>(tensor.getType()).getElementType());
  return builder.create<linalg::CopyOp>(loc, tensor, empty).getResult(0);
}

/// Whether the operation computes its result in the operand's buffer, if it
/// may.
static bool isDestination(OpOperand &use) {
  auto op = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
  if (op && op.hasPureTensorSemantics())
    return op.isDpsInit(&use);
  auto loop = dyn_cast<LoopLikeOpInterface>(use.getOwner());
  return loop && loop.getTiedLoopRegionIterArg(&use);
}

/// Whether the operand's buffer is a result as it is, or a part of one.
static bool isHandedOn(OpOperand &use) {
  return isa<bufferization::MaterializeInDestinationOp, tensor::CastOp,
             tensor::ExpandShapeOp, tensor::CollapseShapeOp,
             tensor::ExtractSliceOp, scf::YieldOp, arith::SelectOp>(
      use.getOwner());
}

/// A tensor that two operations write into, or one and that is a result itself,
/// must not lie in the buffer of a result that is made of it: it would be
/// overwritten before it is read. Each of them but one writes into a copy.
static void separateDestinations(func::FuncOp kernel) {
  if (llvm::range_size(
          kernel.getOps<bufferization::MaterializeInDestinationOp>()) < 2)
    return;
  SmallVector<OpOperand *> copied;
  kernel.walk([&](Operation *op) {
    for (OpResult result : op->getResults()) {
      if (!isa<RankedTensorType>(result.getType()) || result.use_empty() ||
          result.hasOneUse())
        continue;
      SmallVector<OpOperand *> writes;
      bool isShared = false;
      for (OpOperand &use : result.getUses())
        if (isDestination(use))
          writes.push_back(&use);
        else
          isShared |= isHandedOn(use);
      // Uses are listed from the last one on.
      if (!isShared && !writes.empty())
        writes.erase(writes.begin());
      llvm::append_range(copied, writes);
    }
  });
  for (OpOperand *use : copied) {
    OpBuilder builder(use->getOwner());
    use->set(copyTensor(builder, use->get()));
  }
}

/// A tensor that a branch gives as it is, and that is used elsewhere, too, must
/// not be computed in the buffer of the branch's result: in the other case
/// another value is copied there, maybe before the tensor is read.
static void separateBranches(func::FuncOp kernel) {
  if (llvm::range_size(
          kernel.getOps<bufferization::MaterializeInDestinationOp>()) < 2)
    return;
  auto isShared = [](Value value) {
    return isa<RankedTensorType>(value.getType()) && !value.hasOneUse();
  };
  kernel.walk([&](Operation *op) {
    if (auto select = dyn_cast<arith::SelectOp>(op)) {
      if (!isShared(select.getTrueValue()) && !isShared(select.getFalseValue()))
        return;
      OpBuilder builder(op->getContext());
      builder.setInsertionPointAfter(op);
      Value copy = copyTensor(builder, select);
      select.getResult().replaceAllUsesExcept(copy, copy.getDefiningOp());
      return;
    }
    auto yield = dyn_cast<scf::YieldOp>(op);
    if (!yield || !isa<scf::IfOp>(op->getParentOp()))
      return;
    OpBuilder builder(op);
    for (OpOperand &operand : op->getOpOperands())
      if (isShared(operand.get()) &&
          operand.get().getParentBlock() != op->getBlock())
        operand.set(copyTensor(builder, operand.get()));
  });
}

/// The type of the buffer that is passed for a value: of one element where
/// sizes are not known, and are passed beside it.
static MemRefType getPassedType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return MemRefType::get({}, type);
  if (!tensor.hasStaticShape())
    return MemRefType::get({}, tensor.getElementType());
  return MemRefType::get(tensor.getShape(), tensor.getElementType());
}

/// The parameters of a kernel: a buffer for each input and output, then the
/// sizes of those that have sizes of their own.
static SmallVector<Type> getParameterTypes(ArrayRef<Value> inputs,
                                           ArrayRef<Value> outputs) {
  SmallVector<Type> types;
  for (ArrayRef<Value> values : {inputs, outputs})
    for (Value value : values)
      types.push_back(getPassedType(value.getType()));
  for (ArrayRef<Value> values : {inputs, outputs})
    for (Value value : values)
      if (kernel::hasOwnSizes(value.getType()))
        types.push_back(
            MemRefType::get({cast<RankedTensorType>(value.getType()).getRank()},
                            IntegerType::get(value.getContext(), 64)));
  return types;
}

/// The buffer of a value as it is seen in the kernel: with its sizes, which
/// are read from `passedSizes`.
static Value buildBuffer(OpBuilder &builder, Location loc, Type type,
                         Value passed, Value passedSizes) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.hasStaticShape())
    return passed;
  SmallVector<OpFoldResult> sizes, strides(tensor.getRank());
  for (auto [dim, size] : llvm::enumerate(tensor.getShape())) {
    if (!ShapedType::isDynamic(size)) {
      sizes.push_back(builder.getIndexAttr(size));
      continue;
    }
    Value place = builder.create<arith::ConstantIndexOp>(loc, dim);
    Value number = builder.create<memref::LoadOp>(loc, passedSizes, place);
    sizes.push_back(
        builder.create<arith::IndexCastOp>(loc, builder.getIndexType(), number)
            .getResult());
  }
  OpFoldResult stride = builder.getIndexAttr(1);
  for (int64_t dim = tensor.getRank() - 1; dim >= 0; --dim) {
    strides[dim] = stride;
    std::optional<int64_t> a = getConstantIntValue(stride),
                           b = getConstantIntValue(sizes[dim]);
    if (a && b)
      stride = builder.getIndexAttr(*a * *b);
    else
      stride =
          builder
              .create<arith::MulIOp>(
                  loc, getValueOrCreateConstantIndexOp(builder, loc, stride),
                  getValueOrCreateConstantIndexOp(builder, loc, sizes[dim]))
              .getResult();
  }
  return builder.create<memref::ReinterpretCastOp>(
      loc, MemRefType::get(tensor.getShape(), tensor.getElementType()), passed,
      builder.getIndexAttr(0), sizes, strides);
}

func::FuncOp kernel::buildKernel(ModuleOp kernels, unsigned &count,
                                 ArrayRef<Operation *> members,
                                 ArrayRef<Value> inputs,
                                 ArrayRef<Value> outputs) {
  OpBuilder builder = OpBuilder::atBlockEnd(kernels.getBody());
  Location loc = members.front()->getLoc();
  SmallVector<Type> types = getParameterTypes(inputs, outputs);
  std::string name;
  do {
    name = "kernel_" + std::to_string(count++);
  } while (kernels.lookupSymbol(name));
  auto kernel = builder.create<func::FuncOp>(
      loc, name, builder.getFunctionType(types, {}));
  Block *body = kernel.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  unsigned nextSizes = inputs.size() + outputs.size();
  auto getBuffer = [&](unsigned index, Type type) {
    bool isSized = kernel::hasOwnSizes(type);
    Value sizes = isSized ? body->getArgument(nextSizes++) : Value();
    return buildBuffer(builder, loc, type, body->getArgument(index), sizes);
  };
  for (auto [index, value] : llvm::enumerate(inputs)) {
    Value buffer = getBuffer(index, value.getType());
    if (isa<RankedTensorType>(value.getType())) {
      mapping.map(value, builder.create<bufferization::ToTensorOp>(
                             loc, value.getType(), buffer, /*restrict=*/true));
      auto read = value.getDefiningOp<TensorValueOp>();
      auto literal = read ? read.getTensor().getDefiningOp<TensorLiteralOp>()
                          : TensorLiteralOp();
      // Elements in the IR would be printed once more.
      if (literal && !kernels->getParentOp()->hasAttr(kMutableTensorsAttr))
        kernel.setArgAttr(index, kConstantAttr,
                          isa<TensorRefAttr>(literal.getValue())
                              ? literal.getValue()
                              : builder.getUnitAttr());
    } else {
      mapping.map(value, builder.create<memref::LoadOp>(loc, buffer));
    }
  }
  // Before what is computed: then it may be computed there.
  SmallVector<Value> results;
  for (auto [index, value] : llvm::enumerate(outputs))
    results.push_back(getBuffer(inputs.size() + index, value.getType()));
  for (Operation *member : members) {
    // Each use of an undefined tensor gets one of its own: it stands for the
    // buffer of a result.
    for (Value use : getUses(member)) {
      if (auto empty = use.getDefiningOp<tensor::EmptyOp>())
        mapping.map(use, cloneEmpty(builder, mapping, empty));
      else if (isCloned(use) && !mapping.contains(use))
        cloneValue(builder, mapping, use);
    }
    for (Value use : getDirectUses(member))
      if (isNumberOfKernel(use))
        cloneNumber(builder, mapping, use);
    builder.clone(*member, mapping);
  }
  for (auto [value, result] : llvm::zip_equal(outputs, results)) {
    if (!isa<RankedTensorType>(value.getType())) {
      builder.create<memref::StoreOp>(loc, mapping.lookup(value), result);
      continue;
    }
    auto store = builder.create<bufferization::MaterializeInDestinationOp>(
        loc, mapping.lookup(value), result);
    store.setRestrict(true);
    store.setWritable(true);
  }
  builder.create<func::ReturnOp>(loc);
  separateBuffers(kernel);
  separateDestinations(kernel);
  separateBranches(kernel);
  replaceExpansions(kernel);
  buildSizes(kernel);
  return kernel;
}
