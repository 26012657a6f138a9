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

#include "KernelFunction.h"
#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "TorchScript/Operators/OperatorBuilder.h"
#include "TorchScript/Operators/Registry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSOUTLINEKERNELS
#include "TorchScript/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;
using kernel::buildKernel;
using kernel::getUses;
using kernel::isCloned;
using kernel::isMember;

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

/// Users before their operands.
using Numbers = llvm::SmallSetVector<Operation *, 8>;

class Outliner {
public:
  explicit Outliner(ModuleOp kernels)
      : kernels(kernels), builder(kernels.getContext()) {}

  void run(Block &block);
  /// Asks objects for the sizes that the program needs outside of kernels.
  void lowerSizes(func::FuncOp function);
  /// Writes what a kernel computed into the tensor.
  void lowerOverwrite(TensorOverwriteOp op);
  /// Lets the kernel that computes the value, for this alone, write it there.
  bool writeDirectly(TensorOverwriteOp op);
  unsigned getCount() const { return count; }
  /// Did a group have what a kernel cannot take or give?
  bool hasFailed() const { return failed; }

private:
  Value getObject(Value value);
  void flush(Group &group, Block &block);
  /// Lets the users of a group's result outside of it use what the call gives.
  void replaceOutput(Value output, Value object, const Group &group,
                     const Numbers &numbers, Block &block);
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

/// Whether it computes a number from elements that members read: what is left
/// of a loop of one turn. Indices are computed again where they are used.
static bool isNumberOf(Operation *op,
                       const llvm::SetVector<Operation *> &members) {
  if (op->getNumRegions() || !isMemoryEffectFree(op) ||
      kernel::isRecomputed(op) ||
      !isa<arith::ArithDialect, complex::ComplexDialect, math::MathDialect,
           tsrt::TSRTDialect>(op->getDialect()))
    return false;
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    Operation *definition = operand.getDefiningOp();
    return definition && members.contains(definition);
  });
}

void Outliner::run(Block &block) {
  Group group;
  // A flush erases refs that come later, the next operation perhaps, but not
  // the one it is at.
  for (Operation &op : block) {
    bool member = isMember(&op) || isNumberOf(&op, group.members);
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
    if (!isa<TensorRefOp>(op) && !kernel::isRecomputed(&op) && !group.firstUser)
      group.firstUser = &op;
  }
  flush(group, block);
}

/// Can a tensor of the type be an object that a kernel gets or gives?
static bool isObjectType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.getEncoding() &&
         TSTensorType::isValidDtype(tensor.getElementType());
}

/// Reports a value that cannot go into or come out of a kernel.
static bool verifyTypes(Operation *member, ArrayRef<Value> inputs,
                        ArrayRef<Value> outputs) {
  auto refuse = [&](Value value) {
    member->emitOpError(
        "cannot be in a kernel, which takes tensors and numbers, "
        "and gives such; found ")
        << value.getType();
    return false;
  };
  for (Value input : inputs)
    if (!isObjectType(input.getType()) && !isNumber(input.getType()))
      return refuse(input);
  for (Value output : outputs)
    if (!isObjectType(output.getType()) && !isNumber(output.getType()))
      return refuse(output);
  return true;
}

/// The type of the object for a result. A ref may know that `i8` stands for
/// `ui8`.
static Type getObjectType(Value output) {
  if (isNumber(output.getType()))
    return output.getType();
  auto type =
      TSTensorType::fromBuiltin(cast<RankedTensorType>(output.getType()));
  for (Operation *user : output.getUsers())
    if (auto ref = dyn_cast<TensorRefOp>(user))
      return TSTensorType::get(output.getContext(), type.getShape(),
                               ref.getTensor().getType().getDtype());
  return type;
}

/// The sizes of results of the group that only the group uses: what uses them
/// computes them again in the kernel.
static Numbers getOwnNumbers(const Group &group, Block &block) {
  Numbers numbers;
  for (Operation &op : llvm::reverse(block))
    if (group.dependents.contains(&op) && kernel::isRecomputed(&op) &&
        llvm::all_of(op.getUsers(), [&](Operation *user) {
          Operation *ancestor = block.findAncestorOpInBlock(*user);
          return ancestor && (group.members.contains(ancestor) ||
                              numbers.contains(ancestor));
        }))
      numbers.insert(&op);
  return numbers;
}

void Outliner::replaceOutput(Value output, Value object, const Group &group,
                             const Numbers &numbers, Block &block) {
  if (isNumber(output.getType())) {
    output.replaceUsesWithIf(object, [&](OpOperand &use) {
      Operation *ancestor = block.findAncestorOpInBlock(*use.getOwner());
      return !ancestor || !group.members.contains(ancestor);
    });
    return;
  }
  // The first ref gets the object; others are objects of their own.
  bool taken = false;
  Value reread;
  for (OpOperand &use : llvm::make_early_inc_range(output.getUses())) {
    Operation *user = use.getOwner();
    Operation *ancestor = block.findAncestorOpInBlock(*user);
    if (ancestor &&
        (group.members.contains(ancestor) || numbers.contains(ancestor)))
      continue;
    auto ref = dyn_cast<TensorRefOp>(user);
    if (ref && !taken && user->getBlock() == &block &&
        isSubtype(object.getType(), ref.getTensor().getType())) {
      taken = true;
      Value tensor = object;
      builder.setInsertionPoint(ref);
      if (ref.getTensor().getType() != object.getType())
        tensor = builder.create<DerefineOp>(ref.getLoc(),
                                            ref.getTensor().getType(), object);
      ref.getTensor().replaceAllUsesWith(tensor);
      ref.erase();
      continue;
    }
    if (!reread) {
      // What the builder stood at may be a ref that went away.
      builder.setInsertionPointAfterValue(object);
      reread = builder.create<TensorValueOp>(object.getLoc(), output.getType(),
                                             object);
    }
    use.set(reread);
    // Nothing uses it before the call.
    if (ref && user->getBlock() == &block)
      user->moveAfter(reread.getDefiningOp());
  }
}

/// The operation that the call of the group's kernel stands before. Indices
/// that are computed of its results come after it.
static Operation *makeRoom(const Group &group, const Numbers &numbers) {
  Operation *point =
      group.firstUser ? group.firstUser : group.members.back()->getNextNode();
  SmallVector<Operation *> indices;
  for (Operation *op = group.members.front(); op != point;
       op = op->getNextNode())
    if (group.dependents.contains(op) && kernel::isRecomputed(op) &&
        !numbers.contains(op))
      indices.push_back(op);
  for (Operation *op : indices)
    op->moveBefore(point);
  return indices.empty() ? point : indices.front();
}

void Outliner::flush(Group &group, Block &block) {
  if (group.members.empty())
    return;
  Group done = std::move(group);
  group = Group();
  llvm::SetVector<Value> inputs, outputs;
  Numbers numbers = getOwnNumbers(done, block);
  for (Operation *member : done.members) {
    for (Value use : getUses(member)) {
      Operation *definition = use.getDefiningOp();
      if (!(definition && done.members.contains(definition)) && !isCloned(use))
        inputs.insert(use);
    }
    for (Value result : member->getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            Operation *ancestor = block.findAncestorOpInBlock(*user);
            if (ancestor && isCloned(result) && isMember(ancestor))
              return false;
            return !ancestor || !(done.members.contains(ancestor) ||
                                  numbers.contains(ancestor));
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
        buildKernel(kernels, count, done.members.getArrayRef(),
                    inputs.getArrayRef(), outputs.getArrayRef());
    SmallVector<Type> types;
    for (Value output : outputs)
      types.push_back(getObjectType(output));
    builder.setInsertionPoint(makeRoom(done, numbers));
    // Values that no object holds are put into one.
    SmallVector<Value> operands;
    for (Value input : inputs) {
      operands.push_back(
          isa<RankedTensorType>(input.getType()) ? getObject(input) : input);
    }
    auto callee = SymbolRefAttr::get(
        builder.getContext(), kKernelModule,
        {FlatSymbolRefAttr::get(builder.getContext(), kernel.getName())});
    // Where its result, the largest tensor perhaps, is computed.
    Location loc = outputs.back().getDefiningOp()->getLoc();
    auto call =
        builder.create<tsrt::KernelCallOp>(loc, types, callee, operands);
    for (auto [output, object] : llvm::zip_equal(outputs, call.getResults()))
      replaceOutput(output, object, done, numbers, block);
  }
  for (Operation *member : llvm::reverse(done.members)) {
    // Later kernels make one of their own.
    if (isa<linalg::FillOp>(member) && !member->use_empty())
      continue;
    member->dropAllUses();
    member->erase();
  }
  for (Operation *number : numbers) {
    number->dropAllUses();
    number->erase();
  }
}

/// Whether nothing writes to what a kernel made: it is only read.
static bool isOnlyRead(Value object) {
  return object.getDefiningOp<tsrt::KernelCallOp>() &&
         llvm::all_of(object.getUsers(), [](Operation *user) {
           auto op = dyn_cast<OperatorOp>(user);
           return op ? lookupOperator(op.getName()).known &&
                           !writesTensors(op) && !mayResultAlias(op) &&
                           !storesOperands(op)
                     : isa<TensorValueOp, tsrt::KernelCallOp, PrintOp>(user);
         });
}

/// An object with the elements of a value at the insertion point: the one they
/// were read from, or a copy made there when it may have been written to since.
Value Outliner::getObject(Value value) {
  auto read = value.getDefiningOp<TensorValueOp>();
  bool isLast = builder.getInsertionPoint() == builder.getBlock()->end();
  if (read && (isLast || isOnlyRead(read.getTensor()) ||
               !mayChangeBetween(read, &*builder.getInsertionPoint())))
    return read.getTensor();
  auto type =
      read ? read.getTensor().getType()
           : TSTensorType::fromBuiltin(cast<RankedTensorType>(value.getType()));
  return builder.create<TensorRefOp>(value.getLoc(), type, value);
}

/// Whether what is computed just before an overwrite may be written where it is
/// computed: nothing between the two sees a tensor.
static bool isJustBefore(tsrt::KernelCallOp call, TensorOverwriteOp op) {
  if (call->getBlock() != op->getBlock())
    return false;
  for (Operation *between = call->getNextNode(); between != op;
       between = between->getNextNode())
    if (!between ||
        (!isa<TensorValueOp>(between) && !isMemoryEffectFree(between)))
      return false;
  Operation *target = op.getTensor().getDefiningOp();
  return !target || target->getBlock() != call->getBlock() ||
         target->isBeforeInBlock(call);
}

bool Outliner::writeDirectly(TensorOverwriteOp op) {
  auto read = op.getValue().getDefiningOp<TensorValueOp>();
  auto result = read ? dyn_cast<OpResult>(read.getTensor()) : OpResult();
  auto call =
      result ? dyn_cast<tsrt::KernelCallOp>(result.getOwner()) : nullptr;
  auto target = cast<TSTensorType>(op.getTensor().getType());
  if (!call || !read->hasOneUse() || !result.hasOneUse() ||
      !target.hasStaticShape() || target != result.getType() ||
      !isJustBefore(call, op))
    return false;
  // Positions of all outputs, then those of destinations and of results.
  SmallVector<std::pair<int64_t, Value>> destinations;
  for (auto [position, value] :
       llvm::zip_equal(call.getPositions(), call.getDestinations()))
    destinations.emplace_back(position, value);
  int64_t position = 0;
  for (unsigned left = result.getResultNumber();; ++position) {
    if (llvm::is_contained(call.getPositions(), position))
      continue;
    if (left-- == 0)
      break;
  }
  // A call writes in the order of its outputs, which matters where tensors
  // share memory.
  if (!destinations.empty() && destinations.back().first > position)
    return false;
  destinations.emplace_back(position, op.getTensor());
  SmallVector<int64_t> into;
  SmallVector<Value> tensors, kept;
  SmallVector<Type> types;
  for (auto &[index, tensor] : destinations) {
    into.push_back(index);
    tensors.push_back(tensor);
  }
  for (OpResult other : call->getResults())
    if (other != result) {
      kept.push_back(other);
      types.push_back(other.getType());
    }
  builder.setInsertionPoint(call);
  auto direct = builder.create<tsrt::KernelCallOp>(
      call.getLoc(), types, call.getCallee(), call.getInputs(), tensors,
      builder.getDenseI64ArrayAttr(into));
  for (auto [old, value] : llvm::zip_equal(kept, direct.getResults()))
    old.replaceAllUsesWith(value);
  op.erase();
  read.erase();
  call.erase();
  return true;
}

void Outliner::lowerOverwrite(TensorOverwriteOp op) {
  if (writeDirectly(op))
    return;
  builder.setInsertionPoint(op);
  Value elements = getObject(op.getValue());
  OperatorBuilder(builder, op.getLoc()).copyInto(op.getTensor(), elements);
  op.erase();
}

/// Elements `i8` are those of an i8 or of a ui8 tensor. A value that is to be
/// both, or that is read from one and to be the other, is copied for the other.
static void separateDtypes(ModuleOp module) {
  llvm::DenseMap<Value, Type> dtypes;
  module.walk([&](TensorRefOp ref) {
    Value value = ref.getValue();
    Type own = ref.getTensor().getType().getDtype();
    if (!mlir::getElementTypeOrSelf(value.getType()).isInteger(8))
      return;
    auto read = value.getDefiningOp<TensorValueOp>();
    Type first = read ? read.getTensor().getType().getDtype()
                      : dtypes.try_emplace(value, own).first->second;
    if (!first || first == own)
      return;
    OpBuilder builder(ref);
    auto type = cast<RankedTensorType>(value.getType());
    Value empty = builder.create<tensor::EmptyOp>(
        ref.getLoc(), tensor::getMixedSizes(builder, ref.getLoc(), value),
        type.getElementType());
    ref.getValueMutable().assign(
        builder.create<linalg::CopyOp>(ref.getLoc(), value, empty)
            .getResult(0));
  });
}

void Outliner::lowerSizes(func::FuncOp function) {
  SmallVector<Operation *> numbers;
  function.walk([&](Operation *op) {
    if (kernel::isRecomputed(op) && !isMember(op->getParentOp()))
      numbers.push_back(op);
  });
  for (Operation *op : llvm::reverse(numbers)) {
    if (isOpTriviallyDead(op)) {
      op->erase();
      continue;
    }
    auto dim = dyn_cast<tensor::DimOp>(op);
    auto read =
        dim ? dim.getSource().getDefiningOp<TensorValueOp>() : TensorValueOp();
    if (!read || !dim.getConstantIndex())
      continue;
    builder.setInsertionPoint(dim);
    Value size = OperatorBuilder(builder, dim.getLoc())
                     .size(read.getTensor(), *dim.getConstantIndex());
    dim.replaceAllUsesWith(builder
                               .create<arith::IndexCastOp>(
                                   dim.getLoc(), builder.getIndexType(), size)
                               .getResult());
    dim.erase();
  }
}

/// Lets objects that are made of constants, or written with them, take those of
/// a literal: nothing computes them.
static void makeLiterals(ModuleOp module) {
  SmallVector<arith::ConstantOp> constants;
  module.walk([&](arith::ConstantOp op) {
    if (isa<RankedTensorType>(op.getType()) &&
        isa<DenseElementsAttr>(op.getValue()))
      constants.push_back(op);
  });
  auto isOfObject = [](OpOperand &use) {
    return isa<TensorRefOp, TensorOverwriteOp>(use.getOwner());
  };
  for (arith::ConstantOp op : constants) {
    if (llvm::none_of(op->getUses(), isOfObject))
      continue;
    OpBuilder builder(op);
    auto type = cast<RankedTensorType>(op.getType());
    Value literal = builder.create<TensorLiteralOp>(
        op.getLoc(), TSTensorType::fromBuiltin(type), op.getValue());
    Value read =
        builder.create<TensorValueOp>(op.getLoc(), type, literal);
    op.getResult().replaceUsesWithIf(read, isOfObject);
  }
}

/// Functions of the runtime may keep what they make of literals that they read,
/// by themselves or in a list, where nobody writes to tensors: packed weights.
static void markConstants(ModuleOp module) {
  if (module->hasAttr(kMutableTensorsAttr))
    return;
  auto mark = [](Value value) {
    if (auto literal = lookThroughCasts(value).getDefiningOp<TensorLiteralOp>())
      literal->setAttr(kConstantAttr, UnitAttr::get(literal.getContext()));
  };
  module.walk([&](OperatorOp op) {
    if (!isLibraryCall(op))
      return;
    for (Value operand : op->getOperands()) {
      mark(operand);
      if (std::optional<SmallVector<Value>> list = getListElements(operand))
        llvm::for_each(*list, mark);
    }
  });
}

void TSOutlineKernels::runOnOperation() {
  ModuleOp module = getOperation();
  makeLiterals(module);
  separateDtypes(module);
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
  // From the outside: what a block made is read where an inner one needs it.
  // Members take their blocks with them.
  SmallVector<Block *> blocks;
  for (func::FuncOp function : module.getOps<func::FuncOp>())
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isMember(op))
        return WalkResult::skip();
      for (Region &region : op->getRegions())
        for (Block &block : region)
          blocks.push_back(&block);
      return WalkResult::advance();
    });
  for (Block *block : blocks)
    outliner.run(*block);
  if (outliner.hasFailed())
    return signalPassFailure();
  SmallVector<TensorOverwriteOp> overwrites;
  module.walk([&](TensorOverwriteOp op) { overwrites.push_back(op); });
  for (TensorOverwriteOp op : overwrites)
    outliner.lowerOverwrite(op);
  for (func::FuncOp function : module.getOps<func::FuncOp>())
    outliner.lowerSizes(function);
  numKernels += outliner.getCount();
  // Reads, filled and undefined tensors that are no longer used.
  SmallVector<Operation *> made;
  module.walk([&](Operation *op) {
    if (isa<TensorValueOp, linalg::FillOp, tensor::EmptyOp>(op) &&
        op->getNumResults() == 1)
      made.push_back(op);
  });
  for (Operation *op : llvm::reverse(made))
    if (op->use_empty())
      op->erase();
  if (kernels.getBody()->empty())
    kernels.erase();
  markConstants(module);
}
