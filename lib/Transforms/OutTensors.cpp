//===- OutTensors.cpp - Results written into given tensors ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operator with `out=` gives that tensor the sizes of its result before it
// writes it. Where it has those already, it is the operator without `out=` and
// a copy.
//
//===----------------------------------------------------------------------===//

#include "OutTensors.h"

#include "Casts.h"
#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Analysis/TensorAliases.h"
#include "TorchScript/Base/DType.h"
#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Base/Types/FunctionSchema.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Operators/OperatorBuilder.h"
#include "TorchScript/Operators/Registry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ts;
using Formal = torchscript::Argument;
using torchscript::FunctionSchema;

namespace {
/// A call with `out=`, and the one without it that gives the same elements.
struct OutCall {
  OperatorOp op;
  SmallVector<Value> outs;
  OperatorOp pure;
};
} // namespace

/// The places of the tensors that the overload writes, which are given by their
/// names and returned in their order; none of others.
static SmallVector<unsigned> getOutPlaces(const FunctionSchema &schema) {
  SmallVector<unsigned> places;
  for (auto [index, argument] : llvm::enumerate(schema.arguments)) {
    if (!argument.isWrite())
      continue;
    if (!argument.kwOnly)
      return {};
    places.push_back(unsigned(index));
  }
  if (schema.returns.size() != places.size())
    places.clear();
  return places;
}

/// The overload that takes the same arguments without `out`, and else none but
/// what `out` says: dtype, layout and place.
static const FunctionSchema *findPure(OperatorOp op,
                                      const FunctionSchema &writer) {
  auto isSaidByOut = [](StringRef name) {
    return name == "dtype" || name == "layout" || name == "device" ||
           name == "pin_memory" || name == "memory_format";
  };
  for (const FunctionSchema *schema :
       torchscript::SchemaRegistry::get().overloads(getBaseName(op))) {
    if (schema->isMutable() || schema->returns.size() != writer.returns.size())
      continue;
    auto takes = [&](const Formal &argument) {
      int index = schema->getArgumentIndex(argument.name);
      return argument.isWrite() ||
             (index >= 0 && schema->arguments[index].type == argument.type);
    };
    auto isGiven = [&](const Formal &argument) {
      return writer.getArgumentIndex(argument.name) >= 0 ||
             isSaidByOut(argument.name);
    };
    if (llvm::all_of(writer.arguments, takes) &&
        llvm::all_of(schema->arguments, isGiven))
      return schema;
  }
  return nullptr;
}

/// The type of the tensor where the function has it first.
static TSTensorType getFirstType(Value tensor) {
  auto type = dyn_cast<TSTensorType>(tensor.getType());
  auto made = tensor.getDefiningOp<OperatorOp>();
  if (!type || (type.hasDtype() && type.hasStaticShape()) || !made)
    return type;
  std::optional<SmallVector<TSTensorType>> types = inferResultTypes(made);
  return types && types->size() == 1 ? types->front() : type;
}

/// Whether the tensor is one of the function's arguments, or made by an
/// operator and nothing that existed before.
static bool isWhole(Value tensor) {
  if (auto argument = dyn_cast<BlockArgument>(tensor))
    return isa<func::FuncOp>(argument.getOwner()->getParentOp());
  auto made = tensor.getDefiningOp<OperatorOp>();
  return made && !isView(made) && !mayResultAlias(made);
}

/// Whether no operand may have elements of `out`; that of arguments of one call
/// is the caller's matter.
static bool isApart(OperatorOp op, Value out, const TensorAliases &aliases) {
  return llvm::none_of(op.getArgs(), [&](Value operand) {
    Value inner = lookThroughCasts(operand);
    return inner != out && aliases.mayAlias(inner, out) && !isWhole(inner);
  });
}

/// The tensors that the call writes, where each is whole, has a known type, and
/// shares no elements with other operands; none otherwise.
static SmallVector<Value> getOuts(OperatorOp op, ArrayRef<unsigned> places,
                                  const TensorAliases &aliases) {
  SmallVector<Value> outs;
  for (unsigned place : places) {
    Value out = lookThroughCasts(op.getArgs()[place]);
    TSTensorType type = getFirstType(out);
    bool isGivenOnce = llvm::count_if(op.getArgs(), [&](Value operand) {
                         return lookThroughCasts(operand) == out;
                       }) == 1;
    if (!type || !type.hasDtype() || !type.hasStaticShape() ||
        !getDType(type.getDtype()) || !isWhole(out) || !isGivenOnce ||
        !isApart(op, out, aliases))
      return {};
    outs.push_back(out);
  }
  return outs;
}

/// Whether the operation runs behind another one of the same block.
static bool isBehind(Operation *op, Operation *other) {
  Operation *outer = other->getBlock()->findAncestorOpInBlock(*op);
  return outer && outer != other && other->isBeforeInBlock(outer);
}

/// Whether nothing sees the value before the operation.
static bool isSeenFirst(Value value, Operation *op) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    return user == op || isBehind(user, op) ||
           (isa<DerefineOp, UncheckedCastOp>(user) &&
            isSeenFirst(user->getResult(0), op));
  });
}

/// Whether the tensor has no elements and is what the call makes of it: nothing
/// sees it before.
static bool isBlank(OperatorOp op, Value out) {
  return ShapedType::getNumElements(getFirstType(out).getShape()) == 0 &&
         !dyn_cast<TSTensorType>(out.getType()).hasRank() &&
         out.getDefiningOp<OperatorOp>() &&
         out.getDefiningOp()->getBlock() == op->getBlock() &&
         isSeenFirst(out, op);
}

/// Whether a result has the dtype and the sizes of the tensor, or fills it in
/// order.
static bool fits(OperatorOp op, TSTensorType made, Value out) {
  TSTensorType type = getFirstType(out);
  if (made && made.getDtype() == type.getDtype() && made.hasRank() &&
      isBlank(op, out))
    return true;
  return made && made.getDtype() == type.getDtype() && made.hasStaticShape() &&
         (made == type || (fillsInOrder(op) &&
                           ShapedType::getNumElements(made.getShape()) ==
                               ShapedType::getNumElements(type.getShape())));
}

/// Builds the call without `out=`; nothing is left when the results are not
/// known to have dtypes and sizes of the tensors.
static std::optional<OutCall> match(OperatorOp op,
                                    const TensorAliases &aliases) {
  const FunctionSchema *writer =
      torchscript::SchemaRegistry::get().find(op.getName());
  SmallVector<unsigned> places;
  if (writer && op.getArgs().size() == writer->arguments.size())
    places = getOutPlaces(*writer);
  const FunctionSchema *schema =
      !places.empty() && op.getNumResults() == places.size()
          ? findPure(op, *writer)
          : nullptr;
  SmallVector<Value> outs;
  if (schema)
    outs = getOuts(op, places, aliases);
  if (outs.empty())
    return std::nullopt;
  OpBuilder builder(op);
  SmallVector<Value> operands;
  for (const Formal &argument : schema->arguments) {
    int index = writer->getArgumentIndex(argument.name);
    if (index >= 0)
      operands.push_back(op.getArgs()[index]);
    else if (argument.name == "dtype")
      operands.push_back(builder.create<arith::ConstantIntOp>(
          op.getLoc(), int64_t(*getDType(getFirstType(outs[0]).getDtype())),
          64));
    else
      operands.push_back(builder.create<ConstantNoneOp>(op.getLoc()));
  }
  SmallVector<Type> any(outs.size(), TSTensorType::get(op.getContext()));
  auto pure = builder.create<OperatorOp>(op.getLoc(), any,
                                         schema->getFullName(), operands);
  std::optional<SmallVector<TSTensorType>> types = inferResultTypes(pure);
  if (!types || types->size() != outs.size() ||
      !llvm::all_of_zip(*types, outs, [&](TSTensorType made, Value out) {
        return fits(op, made, out);
      })) {
    pure.erase();
    return std::nullopt;
  }
  for (auto [result, made] : llvm::zip(pure.getResults(), *types))
    result.setType(made);
  return OutCall{op, outs, pure};
}

/// The elements that `call.pure` gives, written into the tensors.
static void replace(const OutCall &call) {
  OperatorOp op = call.op;
  OpBuilder builder(op);
  OperatorBuilder build(builder, op.getLoc());
  for (auto [index, target] : llvm::enumerate(call.outs)) {
    Value out = target;
    Value elements = OperatorOp(call.pure).getResult(index);
    TSTensorType type = getFirstType(out);
    if (elements.getType() != type && isBlank(op, out)) {
      Value made = castTo(builder, elements, out.getType());
      out.replaceUsesWithIf(
          made, [&](OpOperand &use) { return isBehind(use.getOwner(), op); });
      op.getResult(index).replaceAllUsesWith(
          castTo(builder, elements, op.getResult(index).getType()));
      continue;
    }
    if (elements.getType() != type)
      elements = build.view(elements, build.integers(type.getShape()), type);
    build.copyInto(out, elements);
    op.getResult(index).replaceAllUsesWith(
        castTo(builder, out, op.getResult(index).getType()));
  }
  op.erase();
}

void ts::replaceOutTensors(func::FuncOp function) {
  SmallVector<OperatorOp> writers;
  function.walk([&](OperatorOp op) {
    if (changesShape(op))
      writers.push_back(op);
  });
  if (writers.empty())
    return;
  TensorAliases aliases(function);
  SmallVector<OutCall> calls;
  for (OperatorOp op : writers) {
    std::optional<OutCall> call = match(op, aliases);
    if (call) {
      calls.push_back(*call);
      continue;
    }
    // One that changes sizes may do so before the others.
    for (OutCall &built : calls)
      built.pure.erase();
    return;
  }
  llvm::for_each(calls, replace);
}
