//===- ShareLoops.cpp - ts-share-loops ------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A network has the same layer many times. What its loops compute is written
// as text, without places and names: loops with equal texts are one function.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSSHARELOOPS
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

/// A loop of a kernel as a function of what it uses.
struct Nest {
  Operation *op;
  SmallVector<Value> operands;
  OwningOpRef<func::FuncOp> function;
  /// One of very many in its kernel.
  bool isOneOfMany = false;
  /// On few elements.
  bool isSmall = false;
};

/// LLVM takes more than linear time for functions with more loops than this.
constexpr size_t kManyLoops = 64;

/// So many equal loops on few elements, but not fewer than a quarter of what
/// others need, are worth a function, too.
constexpr size_t kManySmall = 8;

/// Loops with equal texts; groups in the order of their first loops.
struct Groups {
  llvm::StringMap<unsigned> indices;
  std::vector<std::vector<Nest>> groups;

  void add(std::string text, Nest nest) {
    auto [entry, isNew] = indices.try_emplace(text, groups.size());
    if (isNew)
      groups.emplace_back();
    groups[entry->second].push_back(std::move(nest));
  }
};

struct TSShareLoops : public ts::impl::TSShareLoopsBase<TSShareLoops> {
  using TSShareLoopsBase::TSShareLoopsBase;
  void runOnOperation() override;

private:
  /// The loops of a kernel that can be functions.
  void collect(func::FuncOp kernel, Groups &groups);
  std::optional<Nest> describe(Operation *op);
};

} // namespace

/// Whether a value can be handed to a function: a number, or a buffer that is a
/// pointer and nothing else.
static bool isHandedOn(Type type) {
  if (type.isIntOrIndexOrFloat())
    return true;
  auto buffer = dyn_cast<MemRefType>(type);
  int64_t offset;
  SmallVector<int64_t> strides;
  return buffer && buffer.hasStaticShape() &&
         succeeded(getStridesAndOffset(buffer, strides, offset)) &&
         !ShapedType::isDynamic(offset) && !ShapedType::isDynamicShape(strides);
}

/// What the operation uses that is defined outside of it.
static llvm::SetVector<Value> getUses(Operation *op) {
  llvm::SetVector<Value> uses;
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
        uses.insert(operand);
  });
  return uses;
}

/// The buffer that a view looks at.
static Value getRoot(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return buffer;
}

/// The elements of the largest buffer among the values.
static int64_t getLargest(ArrayRef<Value> values) {
  int64_t largest = 0;
  for (Value value : values)
    if (auto buffer = dyn_cast<MemRefType>(value.getType()))
      largest = std::max(largest, buffer.getNumElements());
  return largest;
}

/// Whether the operation is a loop that computes on buffers, with nothing in it
/// that belongs to its kernel.
static bool isLoop(Operation *op) {
  if (!isa<linalg::LinalgOp, scf::ForOp>(op) || op->getNumResults() != 0)
    return false;
  bool computes = false;
  WalkResult result = op->walk([&](Operation *inner) {
    computes |= isa<linalg::LinalgOp>(inner);
    auto alloc = dyn_cast<memref::AllocOp>(inner);
    bool belongs =
        isa<memref::DeallocOp, CallOpInterface>(inner) ||
        isa<tsrt::TSRTDialect, LLVM::LLVMDialect>(inner->getDialect()) ||
        (alloc && alloc->getNumOperands() != 0);
    return belongs ? WalkResult::interrupt() : WalkResult::advance();
  });
  return computes && !result.wasInterrupted();
}

std::optional<Nest> TSShareLoops::describe(Operation *op) {
  if (!isLoop(op))
    return std::nullopt;
  // Each turn may have the same buffer, and the kernel has all buffers.
  SmallVector<memref::AllocOp> allocs;
  op->walk([&](memref::AllocOp alloc) { allocs.push_back(alloc); });
  Nest nest{op, {}, nullptr};
  SmallVector<Value> constants;
  for (Value use : getUses(op)) {
    Operation *definition = use.getDefiningOp();
    if (definition && definition->hasTrait<OpTrait::ConstantLike>())
      constants.push_back(use);
    else if (isHandedOn(use.getType()))
      nest.operands.push_back(use);
    else
      return std::nullopt;
  }
  int64_t elements = getLargest(nest.operands);
  nest.isSmall = elements < minElements;
  if (elements < minElements / 4)
    return std::nullopt;
  for (memref::AllocOp alloc : allocs) {
    if (!isHandedOn(alloc.getType()))
      return std::nullopt;
    alloc->moveBefore(op);
    nest.operands.push_back(alloc);
  }
  OpBuilder builder(&getContext());
  Location loc = op->getLoc();
  nest.function = func::FuncOp::create(
      loc, "loop",
      builder.getFunctionType(TypeRange(ValueRange(nest.operands)), {}));
  nest.function->setPrivate();
  Block *body = nest.function->addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  mapping.map(nest.operands, body->getArguments());
  for (Value constant : constants)
    mapping.map(constant,
                builder.clone(*constant.getDefiningOp())->getResult(0));
  builder.clone(*op, mapping);
  builder.create<func::ReturnOp>(loc);
  // A buffer of the kernel is nothing else that the loop sees.
  llvm::DenseMap<Value, unsigned> roots;
  for (Value operand : nest.operands)
    ++roots[getRoot(operand)];
  for (auto [index, operand] : llvm::enumerate(nest.operands))
    if (operand.getDefiningOp<memref::AllocOp>() && roots[operand] == 1)
      nest.function->setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(),
                                builder.getUnitAttr());
  return nest;
}

void TSShareLoops::collect(func::FuncOp kernel, Groups &groups) {
  if (kernel.isExternal() || !kernel.getBody().hasOneBlock())
    return;
  std::vector<Nest> nests;
  for (Operation &op :
       llvm::make_early_inc_range(kernel.getBody().front().getOperations()))
    if (std::optional<Nest> nest = describe(&op))
      nests.push_back(std::move(*nest));
  size_t count =
      llvm::count_if(nests, [](const Nest &nest) { return !nest.isSmall; });
  for (Nest &nest : nests) {
    nest.isOneOfMany = !nest.isSmall && count > kManyLoops;
    std::string text;
    llvm::raw_string_ostream os(text);
    (*nest.function)->print(os, OpPrintingFlags().useLocalScope());
    groups.add(std::move(text), std::move(nest));
  }
}

void TSShareLoops::runOnOperation() {
  ModuleOp module = getOperation();
  Groups groups;
  for (auto kernel : llvm::to_vector(module.getOps<func::FuncOp>()))
    collect(kernel, groups);
  OpBuilder builder(&getContext());
  SymbolTable symbols(module);
  unsigned count = 0;
  for (std::vector<Nest> &equal : groups.groups) {
    size_t least = equal.front().isSmall ? kManySmall : 2;
    if (equal.size() < least && !equal.front().isOneOfMany)
      continue;
    func::FuncOp shared = equal.front().function.release();
    shared.setName(("loop_" + Twine(count++)).str());
    shared->setAttr(
        "llvm.linkage",
        LLVM::LinkageAttr::get(&getContext(), LLVM::Linkage::Internal));
    // Or it would be back in each place.
    shared->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
    symbols.insert(shared, module.getBody()->end());
    ++numFunctions;
    for (Nest &nest : equal) {
      builder.setInsertionPoint(nest.op);
      builder.create<func::CallOp>(nest.op->getLoc(), shared, nest.operands);
      nest.op->erase();
      ++numLoops;
    }
  }
}
