//===- InferTypes.cpp - dtype and sizes by dataflow -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk in program order: definitions come before uses in ssa form. What a
// loop carries is tried on a copy of the loop.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Transforms/Passes.h"

#include "Casts.h"
#include "OutTensors.h"
#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Analysis/TensorAliases.h"
#include "TorchScript/Base/DType.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Operators/ConstantEvaluation.h"
#include "TorchScript/Operators/OperatorBuilder.h"
#include "TorchScript/Operators/Questions.h"
#include "TorchScript/Operators/Registry.h"
#include "TorchScript/Operators/ViewLists.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSINFERTYPES
#include "TorchScript/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct TSInferTypes : public ts::impl::TSInferTypesBase<TSInferTypes> {
  void runOnOperation() override;

private:
  void refine(Value value, TSTensorType type);
  /// Uses of the result of an in-place operator become uses of the tensor it
  /// wrote to, which it is.
  void forwardResult(OperatorOp op);
  bool foldQuery(OperatorOp op);
  /// Replaces a number that constants decide by way of small tensors.
  bool foldNumber(OperatorOp op);
  /// Infers in program order.
  void inferIn(Block &block);
  void inferOperator(OperatorOp op);
  /// Whether the type of a tensor that the operator reads may be wrong, here or
  /// elsewhere in the function.
  bool readsReshaped(OperatorOp op) const;
  /// Gives what unpacks the operator's list the types of the parts.
  void inferParts(OperatorOp op);
  /// Puts the parts that a tensor is cut into in the place of the operator and
  /// of what unpacks its list; the operation to go on with, null: no change.
  Operation *expandParts(OperatorOp op);
  /// Gives results of a branch the types that both its blocks yield.
  void inferResults(IfOp op);
  /// Gives what a loop carries the types it begins with, where a turn that
  /// begins with them ends with them; the loop, or what replaced it.
  Operation *inferCarried(Operation *loop);
  /// An index of what a loop carries, and the type that is tried for it.
  using Carried = std::pair<unsigned, TSTensorType>;
  /// A copy of the loop that carries the types; null when a turn does not end
  /// with them: then `types` says less.
  Operation *tryCarried(Operation *loop, SmallVectorImpl<Carried> &types);

  std::optional<TensorAliases> aliases;
};
} // namespace

/// Whether the use takes a tensor of any refinement: operators, casts and
/// containers of values do; results of regions and functions have a type of
/// their own.
static bool acceptsRefinement(OpOperand &use) {
  return isa<OperatorOp, DerefineOp, TensorValueOp, PrintOp, IsNoneOp>(
      use.getOwner());
}

void TSInferTypes::refine(Value value, TSTensorType type) {
  Type old = value.getType();
  // What is written there may know more, or be wrong; it stays.
  if (aliases->isReshaped(value))
    return;
  if (old == type || !isSubtype(type, old))
    return;
  ++numRefined;
  value.setType(type);
  SmallVector<OpOperand *> strict;
  for (OpOperand &use : value.getUses())
    if (!acceptsRefinement(use))
      strict.push_back(&use);
  if (strict.empty())
    return;
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  Value vague = builder.create<DerefineOp>(value.getLoc(), old, value);
  for (OpOperand *use : strict)
    use->set(vague);
}

void TSInferTypes::forwardResult(OperatorOp op) {
  std::optional<unsigned> operand = getReturnedOperand(op);
  if (!operand || op.getResult(0).use_empty() ||
      !isCastable(op.getArgs()[*operand].getType(), op.getResult(0).getType()))
    return;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Value tensor =
      castTo(builder, op.getArgs()[*operand], op.getResult(0).getType());
  op.getResult(0).replaceAllUsesWith(tensor);
}

/// What `x[i] = 1` writes, `copy_(view, tensor(1, dtype of the view))`, is a
/// fill.
static void foldFill(OperatorOp op) {
  Value elements = getCopiedElements(op);
  TSTensorType type =
      elements ? getTensorType(op.getArgs()[0]) : TSTensorType();
  Value number = type && type.hasDtype()
                     ? getNumberOfElements(elements, type.getDtype())
                     : Value();
  if (!number)
    return;
  OpBuilder builder(op);
  Value filled =
      OperatorBuilder(builder, op.getLoc()).fillWith(op.getArgs()[0], number);
  op.getResult(0).replaceAllUsesWith(
      castTo(builder, filled, op.getResult(0).getType()));
  op.erase();
  Operation *made = lookThroughCasts(elements).getDefiningOp();
  if (made->use_empty())
    made->erase();
}

/// Replaces a question about a tensor by its answer, as far as it is known.
bool TSInferTypes::foldQuery(OperatorOp op) {
  if (op.getArgs().empty() || op.getNumResults() != 1)
    return false;
  OpBuilder builder(op);
  Value answer = answerIdentity(builder, op);
  if (!answer && !aliases->isReshaped(op.getArgs()[0]))
    answer = answerFromType(builder, op);
  if (!answer || answer.getType() != op.getResult(0).getType())
    return false;
  op.getResult(0).replaceAllUsesWith(answer);
  op.erase();
  ++numAnswered;
  return true;
}

bool TSInferTypes::foldNumber(OperatorOp op) {
  Attribute number = evaluateNumber(op, [&](Value tensor) {
    return !aliases->isWritten(tensor) && !aliases->isReshaped(tensor);
  });
  if (!number)
    return false;
  OpBuilder builder(op);
  Value constant =
      builder.create<arith::ConstantOp>(op.getLoc(), cast<TypedAttr>(number));
  Type type = op.getResult(0).getType();
  if (constant.getType() != type) {
    if (!isSubtype(constant.getType(), type))
      return false;
    constant = builder.create<DerefineOp>(op.getLoc(), type, constant);
  }
  op.getResult(0).replaceAllUsesWith(constant);
  op.erase();
  ++numAnswered;
  return true;
}

bool TSInferTypes::readsReshaped(OperatorOp op) const {
  return llvm::any_of(op.getArgs(), [&](Value operand) {
    Value inner = lookThroughCasts(operand);
    std::optional<SmallVector<Value>> elements = getListElements(inner);
    return aliases->isReshaped(inner) ||
           (elements && llvm::any_of(*elements, [&](Value element) {
              return aliases->isReshaped(lookThroughCasts(element));
            }));
  });
}

void TSInferTypes::inferOperator(OperatorOp op) {
  forwardResult(op);
  // Exported programs call what the program called.
  if (changesNothing(op) && op.getResult(0).use_empty() &&
      !getOperation()->hasAttr("ts.input_tree")) {
    op.erase();
    return;
  }
  if (foldQuery(op) || readsReshaped(op) || foldNumber(op))
    return;
  std::optional<SmallVector<TSTensorType>> types = inferResultTypes(op);
  if (!types || types->size() != op.getNumResults())
    return;
  for (auto [result, type] : llvm::zip_equal(op.getResults(), *types))
    refine(result, type);
}

void TSInferTypes::inferParts(OperatorOp op) {
  std::optional<SmallVector<Type>> types = getPartTypes(op);
  if (!types || !op->hasOneUse())
    return;
  auto unpack = dyn_cast<ListUnpackOp>(*op->user_begin());
  if (!unpack || unpack->getNumResults() != types->size())
    return;
  for (auto [part, type] : llvm::zip_equal(unpack->getResults(), *types))
    if (auto tensor = dyn_cast<TSTensorType>(type))
      refine(part, tensor);
}

Operation *TSInferTypes::expandParts(OperatorOp op) {
  if (op.getNumResults() != 1 || !isa<ListType>(op.getResult(0).getType()) ||
      aliases->isReshaped(op.getResult(0)))
    return nullptr;
  // Exported programs call what the program called, where all sizes are known.
  if (auto function = op->getParentOfType<func::FuncOp>();
      function && function->hasAttr("ts.input_tree") &&
      llvm::all_of(op.getArgs(), [](Value operand) {
        auto type = dyn_cast<TSTensorType>(lookThroughCasts(operand).getType());
        return !type || !type.hasRank() || type.hasStaticShape();
      })) {
    inferParts(op);
    return nullptr;
  }
  Operation *before = op->getPrevNode();
  Block *block = op->getBlock();
  SmallVector<ListUnpackOp> unpacks;
  for (Operation *user : op->getUsers())
    if (auto unpack = dyn_cast<ListUnpackOp>(user);
        unpack && op->hasOneUse() && unpack->getBlock() == block)
      unpacks.push_back(unpack);
  if (unpacks.empty() || !expandListOperator(op))
    return nullptr;
  for (ListUnpackOp unpack : unpacks) {
    auto list = unpack.getList().getDefiningOp<ListConstructOp>();
    if (!list || list.getElements().size() != unpack->getNumResults())
      continue;
    unpack->replaceAllUsesWith(list.getElements());
    unpack.erase();
    list.erase();
  }
  return before ? before->getNextNode() : &block->front();
}

/// Whether a tensor type says more than another.
static bool saysMore(TSTensorType type, Type than) {
  return type && isa<TSTensorType>(than) && type != than &&
         isSubtype(type, than);
}

/// Hands on a tensor with just the type, which it has behind its casts, or a
/// more precise one.
static void handOn(OpOperand &end, Type type) {
  Value tensor = lookThroughCasts(end.get());
  if (tensor.getType() != type) {
    OpBuilder builder(end.getOwner());
    tensor = builder.create<DerefineOp>(tensor.getLoc(), type, tensor);
  }
  end.set(tensor);
}

/// The type behind the casts of a tensor, when its dtype and rank are known.
static TSTensorType getKnownType(Value value) {
  auto type = dyn_cast<TSTensorType>(lookThroughCasts(value).getType());
  return type && type.hasDtype() && type.hasRank() ? type : TSTensorType();
}

/// What two tensors have in common: sizes that differ are not known. Null when
/// dtypes or ranks differ.
static TSTensorType getCommonType(TSTensorType a, TSTensorType b) {
  if (!a || !b || a.getDtype() != b.getDtype() ||
      a.getShape().size() != b.getShape().size())
    return {};
  SmallVector<int64_t> shape(a.getShape());
  for (auto [size, other] : llvm::zip_equal(shape, b.getShape()))
    if (size != other)
      size = ShapedType::kDynamic;
  return TSTensorType::get(a.getContext(), ArrayRef<int64_t>(shape),
                           a.getDtype());
}

/// Lets a block argument or a result have the type; its users see the old one.
static void narrow(Value value, Type type) {
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  Type old = value.getType();
  value.setType(type);
  auto vague = builder.create<DerefineOp>(value.getLoc(), old, value);
  value.replaceAllUsesExcept(vague, vague);
}

void TSInferTypes::inferResults(IfOp op) {
  if (!op.getElseBlock())
    return;
  Operation *first = op.getThenBlock()->getTerminator();
  Operation *second = op.getElseBlock()->getTerminator();
  if (!isa<YieldOp>(first) || !isa<YieldOp>(second))
    return;
  for (OpResult result : op.getResults()) {
    unsigned index = result.getResultNumber();
    TSTensorType type = getCommonType(getKnownType(first->getOperand(index)),
                                      getKnownType(second->getOperand(index)));
    if (!saysMore(type, result.getType()) || aliases->isReshaped(result))
      continue;
    for (Operation *end : {first, second})
      handOn(end->getOpOperand(index), type);
    narrow(result, type);
    ++numRefined;
  }
}

/// The blocks of a loop, with the first argument that is carried.
static SmallVector<std::pair<Block *, unsigned>> getCarrying(Operation *loop) {
  if (auto repeat = dyn_cast<ForOp>(loop))
    return {{repeat.getBodyBlock(), 1}};
  auto repeat = cast<WhileOp>(loop);
  return {{repeat.getConditionBlock(), 0}, {repeat.getBodyBlock(), 0}};
}

/// What a turn of a loop, or its condition, hands on.
static OpOperand &getHandedOn(Block *block, unsigned index) {
  Operation *end = block->getTerminator();
  return end->getOpOperand(index + (isa<ConditionOp>(end) ? 1 : 0));
}

Operation *TSInferTypes::tryCarried(Operation *loop,
                                    SmallVectorImpl<Carried> &types) {
  OpBuilder builder(loop);
  IRMapping mapping;
  Operation *trial = builder.clone(*loop, mapping);
  for (auto [old, copy] : mapping.getValueMap())
    aliases->replace(old, copy);
  for (auto [block, first] : getCarrying(trial)) {
    for (auto [index, type] : types)
      narrow(block->getArgument(first + index), type);
    inferIn(*block);
  }
  // A turn that ends with other sizes: what both have in common is tried next.
  SmallVector<Carried> common;
  for (auto [index, type] : types) {
    TSTensorType shared = type;
    for (auto [block, first] : getCarrying(trial))
      shared =
          getCommonType(shared, getKnownType(getHandedOn(block, index).get()));
    if (saysMore(shared, loop->getResult(index).getType()))
      common.emplace_back(index, shared);
  }
  if (common != types) {
    types = common;
    trial->erase();
    return nullptr;
  }
  unsigned firstInit = isa<ForOp>(trial) ? 1 : 0;
  for (auto [index, type] : types) {
    handOn(trial->getOpOperand(firstInit + index), type);
    for (auto [block, first] : getCarrying(trial))
      handOn(getHandedOn(block, index), type);
    narrow(trial->getResult(index), type);
    ++numRefined;
  }
  return trial;
}

Operation *TSInferTypes::inferCarried(Operation *loop) {
  unsigned firstInit = isa<ForOp>(loop) ? 1 : 0;
  SmallVector<Carried> types;
  for (auto [block, first] : getCarrying(loop))
    if (!isa<YieldOp, ConditionOp>(block->getTerminator()))
      return loop;
  for (OpResult result : loop->getResults()) {
    unsigned index = result.getResultNumber();
    TSTensorType type = getKnownType(loop->getOperand(firstInit + index));
    if (saysMore(type, result.getType()) && !aliases->isReshaped(result))
      types.emplace_back(index, type);
  }
  while (!types.empty()) {
    Operation *narrowed = tryCarried(loop, types);
    if (!narrowed)
      continue;
    for (auto [old, result] :
         llvm::zip_equal(loop->getResults(), narrowed->getResults())) {
      // The cast to the type that its users saw is its one user.
      Value replacement = result;
      if (old.getType() != result.getType())
        replacement = result.user_begin()->getResult(0);
      old.replaceAllUsesWith(replacement);
    }
    loop->erase();
    return narrowed;
  }
  return loop;
}

/// The most precise type of a tensor that exists before the program runs.
static TSTensorType getLiteralType(Attribute value) {
  if (auto reference = dyn_cast<TensorRefAttr>(value))
    return reference.getTensorType();
  return TSTensorType::fromBuiltin(
      cast<RankedTensorType>(cast<ElementsAttr>(value).getType()));
}

void TSInferTypes::inferIn(Block &block) {
  for (Operation *op = block.empty() ? nullptr : &block.front(); op;) {
    Operation *next = op->getNextNode();
    if (auto operation = dyn_cast<OperatorOp>(op)) {
      if (Operation *first = expandParts(operation)) {
        op = first;
        continue;
      }
      inferOperator(operation);
    } else if (auto literal = dyn_cast<TensorLiteralOp>(op)) {
      refine(literal.getResult(), getLiteralType(literal.getValue()));
    } else if (auto unpack = dyn_cast<ListUnpackOp>(op)) {
      // Operators behind it, which are next, know the sizes then.
      forwardElements(unpack);
    } else {
      if (isa<ForOp, WhileOp>(op))
        op = inferCarried(op);
      for (Region &region : op->getRegions())
        for (Block &inner : region)
          inferIn(inner);
      if (auto branch = dyn_cast<IfOp>(op))
        inferResults(branch);
    }
    op = next;
  }
}

void TSInferTypes::runOnOperation() {
  if (getOperation().isExternal())
    return;
  // Exported programs call what the program called.
  if (!getOperation()->hasAttr("ts.input_tree"))
    replaceOutTensors(getOperation());
  aliases.emplace(getOperation());
  for (Block &block : getOperation().getBody())
    inferIn(block);
  // Types of views are known now.
  SmallVector<OperatorOp> copies;
  getOperation().walk([&](OperatorOp op) { copies.push_back(op); });
  for (OperatorOp op : copies)
    foldFill(op);
}
