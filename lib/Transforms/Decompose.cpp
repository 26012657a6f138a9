//===- Decompose.cpp - Composite operators to core operators --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts the bodies of decompositions in place of operators.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Transforms/Passes.h"

#include "Casts.h"
#include "DecompositionTable.h"
#include "ElementOrder.h"
#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/Decomposition.h"
#include "TorchScript/Dialect/TS/IR/Placement.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Operators/Einsum.h"
#include "TorchScript/Operators/Lowering.h"
#include "TorchScript/Operators/MixedIndices.h"
#include "TorchScript/Operators/OperatorBuilder.h"
#include "TorchScript/Operators/Quantized.h"
#include "TorchScript/Operators/Registry.h"
#include "TorchScript/Operators/ViewLists.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSDECOMPOSE
#include "TorchScript/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

/// How deeply users' decompositions may consist of each other.
static constexpr unsigned kMaxDepth = 32;

namespace {
struct TSDecompose : public ts::impl::TSDecomposeBase<TSDecompose> {
  using TSDecomposeBase::TSDecomposeBase;
  /// The table is made anew: it belongs to a context.
  TSDecompose(const TSDecompose &other) : TSDecomposeBase(other) {}
  void runOnOperation() override;

private:
  /// What the operator is to become, or null.
  Decomposition *choose(OperatorOp op);
  /// Replaces the operator, and operators of what replaced it; false after an
  /// error.
  bool decompose(OperatorOp op, unsigned depth);
  /// The body's operations in place of the operator; the new operators go to
  /// `made`.
  bool expand(OperatorOp op, Decomposition &decomposition,
              SmallVectorImpl<OperatorOp> &made);
  /// Texts that new operations point into travel with the module.
  void addSources(ModuleOp from);

  std::unique_ptr<DecompositionTable> table;
  /// Whether something asks how elements lie in memory.
  bool isOrderAsked = false;
};
} // namespace

/// Whether an operator of the library's texts is worth replacing: the compiled
/// tier can only take the parts when it knows their ranks.
static bool isCompilable(OperatorOp op) {
  bool anyTensor = false;
  SmallVector<Value> operands;
  for (Value operand : op.getArgs()) {
    // Lists of tensors count by their elements.
    auto list = dyn_cast<ListType>(lookThroughCasts(operand).getType());
    std::optional<SmallVector<Value>> elements = getListElements(operand);
    if (list && isa<TSTensorType>(list.getElementType())) {
      if (!elements)
        return false;
      llvm::append_range(operands, *elements);
    } else {
      operands.push_back(operand);
    }
  }
  for (Value operand : operands) {
    auto type = dyn_cast<TSTensorType>(lookThroughCasts(operand).getType());
    if (!type)
      continue;
    anyTensor = true;
    if (!type.hasRank() || !type.hasDtype())
      return false;
  }
  if (!anyTensor || refusesDtypes(op))
    return false;
  // What is a function of the runtime runs on the processor alone: parts of it
  // are better where tensors lie on a device.
  return isLibraryCall(op) ? getPlacement(op) == Placement::Target
                           : !isComputed(op);
}

/// Whether a text for an operator on half precision calls others that PyTorch
/// has no kernels of for that dtype.
static bool callsRefused(OperatorOp op, func::FuncOp body) {
  Type half;
  for (Value operand : op.getArgs())
    if (Type dtype = getTensorDtype(lookThroughCasts(operand).getType());
        isHalf(dtype))
      half = dtype;
  return half && body
                     .walk([&](OperatorOp part) {
                       return mayRefuse(part.getName(), half)
                                  ? WalkResult::interrupt()
                                  : WalkResult::advance();
                     })
                     .wasInterrupted();
}

/// The types of the results a body gives an operator with that many.
static SmallVector<Type> getResultTypes(Block &body, unsigned count) {
  Operation *end = body.getTerminator();
  SmallVector<Type> types(end->getOperandTypes());
  if (count > 1 && types.size() == 1)
    if (auto tuple = dyn_cast<TSTupleType>(types.front()))
      return llvm::to_vector(tuple.getElements());
  return types;
}

/// Why the body cannot stand for the operator; empty when it can.
static std::string findMismatch(OperatorOp op, Block &body) {
  auto describe = [](const Twine &what, Type has, Type wants) {
    return (what + " is '" + spellType(has) + "', not '" + spellType(wants) +
            "'")
        .str();
  };
  if (body.getNumArguments() != op.getArgs().size())
    return ("the operator has " + Twine(op.getArgs().size()) + " arguments")
        .str();
  for (auto [index, operand] : llvm::enumerate(op.getArgs())) {
    Type type = body.getArgument(index).getType();
    if (!isSubtype(operand.getType(), type))
      return describe("argument " + Twine(index + 1), operand.getType(), type);
  }
  SmallVector<Type> results = getResultTypes(body, op.getNumResults());
  if (results.size() != op.getNumResults())
    return ("the operator has " + Twine(op.getNumResults()) + " results").str();
  for (auto [result, type] : llvm::zip_equal(op.getResults(), results))
    if (!isCastable(type, result.getType()))
      return describe("result " + Twine(result.getResultNumber() + 1), type,
                      result.getType());
  return "";
}

Decomposition *TSDecompose::choose(OperatorOp op) {
  if (Decomposition *found = table->lookupUsers(op.getName()))
    return found;
  if (DecompositionTable::isComposite(op.getName()))
    return table->lookupLibrary(op.getName());
  // The parts of a text may lie in another order than PyTorch's result.
  auto isChanged = [](OperatorOp copy) {
    return isWrittenDirectly(copy.getResult(0));
  };
  if (!builtin || !isCompilable(op) ||
      (isOrderAsked && showsOrder(op, isChanged)))
    return nullptr;
  Decomposition *found = table->lookupLibrary(op.getName());
  return found && callsRefused(op, found->body) ? nullptr : found;
}

void TSDecompose::addSources(ModuleOp from) {
  auto sources = from->getAttrOfType<DictionaryAttr>(TSDialect::kSourcesAttr);
  if (!sources)
    return;
  NamedAttrList all(
      getOperation()->getAttrOfType<DictionaryAttr>(TSDialect::kSourcesAttr));
  for (NamedAttribute text : sources)
    if (!all.get(text.getName()))
      all.append(text);
  getOperation()->setAttr(TSDialect::kSourcesAttr,
                          all.getDictionary(&getContext()));
}

/// Whether a value of a body may be an argument, or share its storage.
static bool mayBeArgument(Value value, llvm::DenseSet<Value> &seen) {
  if (!seen.insert(value).second)
    return false;
  auto any = [&](ValueRange values) {
    return llvm::any_of(values,
                        [&](Value next) { return mayBeArgument(next, seen); });
  };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    return isa<func::FuncOp>(parent) || any(parent->getOperands());
  }
  Operation *op = value.getDefiningOp();
  if (auto operation = dyn_cast<OperatorOp>(op))
    return mayResultAlias(operation) && any(operation.getArgs());
  if (isa<IfOp, ForOp, WhileOp>(op)) {
    for (Region &region : op->getRegions())
      if (!region.empty() && any(region.front().getTerminator()->getOperands()))
        return true;
    return !isa<IfOp>(op) && any(op->getOperands());
  }
  return isa<DerefineOp, UncheckedCastOp, UnwrapOp, ListConstructOp,
             ListUnpackOp, TupleConstructOp, TupleIndexOp>(op) &&
         any(op->getOperands());
}

/// Whether a text gives an operator with one result a view of an argument, or
/// the argument, where the operator gives a tensor of its own.
static bool needsClone(OperatorOp op, Block &body) {
  llvm::DenseSet<Value> seen;
  return op.getNumResults() == 1 &&
         isa<TSTensorType>(op.getResult(0).getType()) && !isView(op) &&
         !mayResultAlias(op) &&
         mayBeArgument(body.getTerminator()->getOperand(0), seen);
}

bool TSDecompose::expand(OperatorOp op, Decomposition &decomposition,
                         SmallVectorImpl<OperatorOp> &made) {
  Block &body = decomposition.body.getBody().front();
  if (std::string why = findMismatch(op, body); !why.empty()) {
    // The library's functions are for some types of arguments only.
    if (!decomposition.isUsers)
      return true;
    InFlightDiagnostic diagnostic = emitError(decomposition.getDecorator(), "'")
                                    << decomposition.getFunctionName()
                                    << "' does not fit " << op.getName() << ": "
                                    << why;
    diagnostic.attachNote(op.getLoc()) << "the operator is here";
    return false;
  }
  OpBuilder builder(op);
  IRMapping mapping;
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), op.getArgs()))
    mapping.map(argument, castTo(builder, operand, argument.getType()));
  for (Operation &inner : body.without_terminator()) {
    Operation *copy = builder.clone(inner, mapping);
    copy->walk([&](Operation *nested) {
      // An operator is one step of the program, unless the user says of which.
      nested->setLoc(decomposition.isUsers
                         ? Location(CallSiteLoc::get(nested->getLoc(),
                                                     op.getLoc()))
                         : op.getLoc());
      if (auto error = dyn_cast<ThrowOp>(nested);
          error && decomposition.isComposite)
        error.setClassName("RuntimeError");
      auto part = dyn_cast<OperatorOp>(nested);
      if (part && part.getName() == op.getName())
        part->setAttr(kKernelAttr, UnitAttr::get(&getContext()));
      else if (part)
        made.push_back(part);
    });
  }
  for (OpResult result : op.getResults()) {
    Value value = mapping.lookup(body.getTerminator()->getOperand(0));
    if (op.getNumResults() > 1)
      value = builder.create<TupleIndexOp>(op.getLoc(), value,
                                           result.getResultNumber());
    if (!decomposition.isUsers && needsClone(op, body))
      value = OperatorBuilder(builder, op.getLoc()).clone(value);
    result.replaceAllUsesWith(castTo(builder, value, result.getType()));
  }
  op.erase();
  if (!decomposition.isComposite)
    addSources(decomposition.getModule());
  ++numDecomposed;
  return true;
}

bool TSDecompose::decompose(OperatorOp op, unsigned depth) {
  if (op->hasAttr(kKernelAttr))
    return true;
  Decomposition *decomposition = choose(op);
  if (!decomposition) {
    if (builtin &&
        (expandListOperator(op) || expandEinsum(op) || expandQuantized(op) ||
         expandMixedIndices(op)))
      ++numDecomposed;
    return true;
  }
  if (depth == kMaxDepth) {
    emitError(decomposition->getDecorator(), "the decomposition of ")
        << op.getName() << " never ends";
    return false;
  }
  SmallVector<OperatorOp> made;
  if (!expand(op, *decomposition, made))
    return false;
  return llvm::all_of(
      made, [&](OperatorOp part) { return decompose(part, depth + 1); });
}

void TSDecompose::runOnOperation() {
  if (!table)
    table = std::make_unique<DecompositionTable>(getContext());
  table->setUsers(getOperation());
  SmallVector<OperatorOp> operators;
  for (auto function : getOperation().getOps<func::FuncOp>())
    function.walk([&](OperatorOp op) { operators.push_back(op); });
  isOrderAsked = llvm::any_of(operators, asksForOrder);
  for (OperatorOp op : operators)
    if (!decompose(op, 0))
      return signalPassFailure();
  // What users say has been done.
  if (auto users =
          getOperation().lookupSymbol<ModuleOp>(kDecompositionModule)) {
    table->setUsers(ModuleOp());
    users.erase();
  }
}
