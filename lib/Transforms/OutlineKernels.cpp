//===- OutlineKernels.cpp - Tensor operations into kernels ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gathers groups of tensor operations block by block, in one scan each.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Transforms/Passes.h"

#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "TorchScript/Operators/Registry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSOUTLINEKERNELS
#include "TorchScript/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

/// The group under construction in one block.
///
/// Every member may run just before `firstUser`, the first other operation that
/// sees a result of the group: the inputs of members are defined before it.
struct Group {
  llvm::SetVector<Operation *> members;
  /// Operations of the block that depend on members, refs among them.
  llvm::DenseSet<Operation *> dependents;
  Operation *firstUser = nullptr;
};

class Outliner {
public:
  explicit Outliner(ModuleOp kernels)
      : kernels(kernels), builder(kernels.getContext()) {}

  void run(Block &block);
  /// Writes what a kernel computed into the tensor.
  void lowerOverwrite(TensorOverwriteOp op);
  unsigned getCount() const { return count; }
  /// Did a group have what a kernel cannot take or give?
  bool hasFailed() const { return failed; }

private:
  Value getObject(Value value);
  void flush(Group &group, Block &block);
  /// Lets the users of a group's result outside of it use what the call gives.
  void replaceOutput(Value output, Value object, const Group &group,
                     Block &block);
  func::FuncOp buildKernel(Group &group, ArrayRef<Value> inputs,
                           ArrayRef<Value> outputs);

  ModuleOp kernels;
  OpBuilder builder;
  unsigned count = 0;
  bool failed = false;
};

struct TSOutlineKernels
    : public ts::impl::TSOutlineKernelsBase<TSOutlineKernels> {
  void runOnOperation() override;
};

} // namespace

static bool isMember(Operation *op) {
  if (isa<tensor::EmptyOp>(op))
    return false;
  return isa<linalg::LinalgDialect, tensor::TensorDialect>(op->getDialect()) ||
         isa<tsrt::LibraryCallOp>(op);
}

/// The values an operation uses, inside its regions too, that are defined
/// outside of it.
static llvm::SetVector<Value> getDirectUses(Operation *op) {
  llvm::SetVector<Value> uses(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), uses);
  return uses;
}

/// Kernels get numbers of the language; those of other types, such as f32, are
/// made from them in the kernel again.
static bool isRecomputed(Value value) {
  Operation *op = value.getDefiningOp();
  return op && !isa<ShapedType>(value.getType()) &&
         !isNumber(value.getType()) &&
         isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
         !op->hasTrait<OpTrait::ConstantLike>() && isPure(op);
}

/// As above, with what is recomputed replaced by what it is made from.
static llvm::SetVector<Value> getUses(Operation *op) {
  llvm::SetVector<Value> uses;
  SmallVector<Value> worklist(getDirectUses(op).takeVector());
  std::reverse(worklist.begin(), worklist.end());
  while (!worklist.empty()) {
    Value use = worklist.pop_back_val();
    if (isRecomputed(use))
      llvm::append_range(worklist, use.getDefiningOp()->getOperands());
    else
      uses.insert(use);
  }
  return uses;
}

/// Makes a number in a kernel from what is there already.
static void recompute(OpBuilder &builder, IRMapping &mapping, Value value) {
  if (!isRecomputed(value) || mapping.contains(value))
    return;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    recompute(builder, mapping, operand);
  builder.clone(*op, mapping);
}

/// Constants and undefined tensors are copied into the kernel instead of
/// passed.
static bool isCloned(Value value) {
  Operation *op = value.getDefiningOp();
  return op &&
         (op->hasTrait<OpTrait::ConstantLike>() || isa<tensor::EmptyOp>(op));
}

void Outliner::run(Block &block) {
  Group group;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    bool member = isMember(&op);
    bool depends = false, late = false;
    for (Value use : getUses(&op)) {
      Operation *definition = use.getDefiningOp();
      if (!definition || definition->getBlock() != &block)
        continue;
      depends |= group.members.contains(definition) ||
                 group.dependents.contains(definition);
      if (!member || isCloned(use) || group.members.contains(definition))
        continue;
      // A member's input must be there when the kernel is called. The value of
      // a tensor that a dependent operation made is not, either.
      late |=
          group.dependents.contains(definition) ||
          (group.firstUser && !definition->isBeforeInBlock(group.firstUser));
    }
    if (member) {
      if (late)
        flush(group, block);
      group.members.insert(&op);
      continue;
    }
    // What is written here was read before.
    if (mayWriteTensors(&op)) {
      flush(group, block);
      continue;
    }
    if (!depends)
      continue;
    group.dependents.insert(&op);
    if (!isa<TensorRefOp>(op) && !group.firstUser)
      group.firstUser = &op;
  }
  flush(group, block);
}

/// Can a tensor of the type be an object that a kernel gets or gives?
static bool isObjectType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && !tensor.getEncoding() &&
         TSTensorType::isValidDtype(tensor.getElementType());
}

/// Reports a value that cannot go into or come out of a kernel.
static bool verifyTypes(Operation *member, ArrayRef<Value> inputs,
                        ArrayRef<Value> outputs) {
  auto refuse = [&](Value value) {
    member->emitOpError("cannot be in a kernel, which takes tensors of static "
                        "shape and numbers, and gives tensors; found ")
        << value.getType();
    return false;
  };
  for (Value input : inputs)
    if (!isObjectType(input.getType()) && !isNumber(input.getType()))
      return refuse(input);
  for (Value output : outputs)
    if (!isObjectType(output.getType()))
      return refuse(output);
  return true;
}

/// The type of the object for a result. A ref may know that `i8` stands for
/// `ui8`.
static Type getObjectType(Value output) {
  auto type =
      TSTensorType::fromBuiltin(cast<RankedTensorType>(output.getType()));
  for (Operation *user : output.getUsers())
    if (auto ref = dyn_cast<TensorRefOp>(user))
      return TSTensorType::get(output.getContext(), type.getShape(),
                               ref.getTensor().getType().getDtype());
  return type;
}

void Outliner::replaceOutput(Value output, Value object, const Group &group,
                             Block &block) {
  // The first ref gets the object; others are objects of their own.
  bool taken = false;
  Value reread;
  for (OpOperand &use : llvm::make_early_inc_range(output.getUses())) {
    Operation *user = use.getOwner();
    Operation *ancestor = block.findAncestorOpInBlock(*user);
    if (ancestor && group.members.contains(ancestor))
      continue;
    auto ref = dyn_cast<TensorRefOp>(user);
    if (ref && !taken && user->getBlock() == &block &&
        isSubtype(object.getType(), ref.getTensor().getType())) {
      taken = true;
      Value tensor = object;
      if (ref.getTensor().getType() != object.getType())
        tensor = builder.create<DerefineOp>(ref.getLoc(),
                                            ref.getTensor().getType(), object);
      ref.getTensor().replaceAllUsesWith(tensor);
      ref.erase();
      continue;
    }
    if (!reread)
      reread = builder.create<TensorValueOp>(object.getLoc(), output.getType(),
                                             object);
    use.set(reread);
    // Nothing uses it before the call.
    if (ref && user->getBlock() == &block)
      user->moveAfter(reread.getDefiningOp());
  }
}

void Outliner::flush(Group &group, Block &block) {
  if (group.members.empty())
    return;
  Group done = std::move(group);
  group = Group();
  llvm::SetVector<Value> inputs, outputs;
  for (Operation *member : done.members) {
    for (Value use : getUses(member)) {
      Operation *definition = use.getDefiningOp();
      if (!(definition && done.members.contains(definition)) && !isCloned(use))
        inputs.insert(use);
    }
    for (Value result : member->getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            Operation *ancestor = block.findAncestorOpInBlock(*user);
            return !ancestor || !done.members.contains(ancestor);
          }))
        outputs.insert(result);
  }
  if (!verifyTypes(done.members.front(), inputs.getArrayRef(),
                   outputs.getArrayRef())) {
    failed = true;
    return;
  }
  // Results nobody outside uses: nothing to compute.
  if (!outputs.empty()) {
    func::FuncOp kernel =
        buildKernel(done, inputs.getArrayRef(), outputs.getArrayRef());
    SmallVector<Type> types;
    for (Value output : outputs)
      types.push_back(getObjectType(output));
    Operation *last = done.members.back();
    if (done.firstUser)
      builder.setInsertionPoint(done.firstUser);
    else
      builder.setInsertionPointAfter(last);
    SmallVector<Location> locs;
    for (Operation *member : done.members)
      locs.push_back(member->getLoc());
    // Values that no object holds are put into one.
    SmallVector<Value> operands;
    for (Value input : inputs) {
      operands.push_back(
          isa<RankedTensorType>(input.getType()) ? getObject(input) : input);
    }
    auto callee = SymbolRefAttr::get(
        builder.getContext(), kKernelModule,
        {FlatSymbolRefAttr::get(builder.getContext(), kernel.getName())});
    auto call = builder.create<tsrt::KernelCallOp>(locs.front(), types, callee,
                                                   operands);
    for (auto [output, object] : llvm::zip_equal(outputs, call.getResults()))
      replaceOutput(output, object, done, block);
  }
  for (Operation *member : llvm::reverse(done.members)) {
    member->dropAllUses();
    member->erase();
  }
}

/// Each use of a filled tensor gets one of its own, too: two results that began
/// in one buffer would overwrite each other.
static void separateFills(func::FuncOp kernel) {
  for (auto fill : llvm::to_vector(kernel.getOps<linalg::FillOp>())) {
    auto empty = fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>();
    if (!empty || fill->use_empty())
      continue;
    OpBuilder builder(fill->getContext());
    builder.setInsertionPointAfter(fill);
    for (OpOperand &use : llvm::make_early_inc_range(
             llvm::drop_begin(fill->getResult(0).getUses()))) {
      IRMapping mapping;
      mapping.map(empty.getResult(), builder.clone(*empty)->getResult(0));
      use.set(builder.clone(*fill, mapping)->getResult(0));
    }
  }
}

/// An object with the elements of a value at the insertion point: the one they
/// were read from, or a copy made there when it may have been written to since.
Value Outliner::getObject(Value value) {
  auto read = value.getDefiningOp<TensorValueOp>();
  bool isLast = builder.getInsertionPoint() == builder.getBlock()->end();
  if (read &&
      (isLast || !mayChangeBetween(read, &*builder.getInsertionPoint())))
    return read.getTensor();
  auto type =
      read ? read.getTensor().getType()
           : TSTensorType::fromBuiltin(cast<RankedTensorType>(value.getType()));
  return builder.create<TensorRefOp>(value.getLoc(), type, value);
}

void Outliner::lowerOverwrite(TensorOverwriteOp op) {
  builder.setInsertionPoint(op);
  Value elements = getObject(op.getValue());
  Value no = builder.create<arith::ConstantIntOp>(op.getLoc(), 0, 1);
  builder.create<OperatorOp>(op.getLoc(), op.getTensor().getType(),
                             "aten::copy_",
                             ValueRange{op.getTensor(), elements, no});
  op.erase();
}

func::FuncOp Outliner::buildKernel(Group &group, ArrayRef<Value> inputs,
                                   ArrayRef<Value> outputs) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(kernels.getBody());
  Location loc = group.members.front()->getLoc();
  auto getBufferType = [](Type type) -> Type {
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      return MemRefType::get(tensor.getShape(), tensor.getElementType());
    return MemRefType::get({}, type);
  };
  SmallVector<Type> types;
  for (Value value : inputs)
    types.push_back(getBufferType(value.getType()));
  for (Value value : outputs)
    types.push_back(getBufferType(value.getType()));
  std::string name;
  do {
    name = "kernel_" + std::to_string(count++);
  } while (kernels.lookupSymbol(name));
  auto kernel = builder.create<func::FuncOp>(
      loc, name, builder.getFunctionType(types, {}));
  Block *body = kernel.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  for (auto [index, value] : llvm::enumerate(inputs)) {
    Value buffer = body->getArgument(index);
    if (isa<RankedTensorType>(value.getType())) {
      mapping.map(value, builder.create<bufferization::ToTensorOp>(
                             loc, value.getType(), buffer, /*restrict=*/true));
      auto read = value.getDefiningOp<TensorValueOp>();
      if (read && read.getTensor().getDefiningOp<TensorLiteralOp>() &&
          !kernels->getParentOp()->hasAttr(kMutableTensorsAttr))
        kernel.setArgAttr(index, kConstantAttr, builder.getUnitAttr());
    } else {
      mapping.map(value, builder.create<memref::LoadOp>(loc, buffer));
    }
  }
  for (Operation *member : group.members) {
    // Each use of an undefined tensor gets one of its own: it stands for the
    // buffer of a result.
    for (Value use : getUses(member))
      if (isCloned(use) &&
          (!mapping.contains(use) || use.getDefiningOp<tensor::EmptyOp>()))
        mapping.map(use, builder.clone(*use.getDefiningOp())->getResult(0));
    for (Value use : getDirectUses(member))
      recompute(builder, mapping, use);
    builder.clone(*member, mapping);
  }
  for (auto [index, value] : llvm::enumerate(outputs)) {
    auto store = builder.create<bufferization::MaterializeInDestinationOp>(
        loc, mapping.lookup(value), body->getArgument(inputs.size() + index));
    store.setRestrict(true);
    store.setWritable(true);
  }
  builder.create<func::ReturnOp>(loc);
  separateFills(kernel);
  return kernel;
}

void TSOutlineKernels::runOnOperation() {
  ModuleOp module = getOperation();
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  Operation *found = module.lookupSymbol(kKernelModule);
  auto kernels = dyn_cast_if_present<ModuleOp>(found);
  if (found && !kernels) {
    found->emitError("'") << kKernelModule
                          << "' is the name of the module of kernels";
    return signalPassFailure();
  }
  if (!kernels)
    kernels = builder.create<ModuleOp>(module.getLoc(), kKernelModule);
  Outliner outliner(kernels);
  for (func::FuncOp function : module.getOps<func::FuncOp>())
    function.walk([&](Block *block) {
      if (!isMember(block->getParentOp()))
        outliner.run(*block);
    });
  if (outliner.hasFailed())
    return signalPassFailure();
  SmallVector<TensorOverwriteOp> overwrites;
  module.walk([&](TensorOverwriteOp op) { overwrites.push_back(op); });
  for (TensorOverwriteOp op : overwrites)
    outliner.lowerOverwrite(op);
  numKernels += outliner.getCount();
  // Reads and undefined tensors that are no longer used.
  module.walk([](Operation *op) {
    if (isa<TensorValueOp, tensor::EmptyOp>(op) && op->use_empty())
      op->erase();
  });
  if (kernels.getBody()->empty())
    kernels.erase();
}
