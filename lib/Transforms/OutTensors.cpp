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
  Value out;
  OperatorOp pure;
};
} // namespace

/// The place of the only tensor that the overload writes, which is given by its
/// name and returned.
static std::optional<unsigned> getOutPlace(const FunctionSchema &schema) {
  std::optional<unsigned> place;
  for (auto [index, argument] : llvm::enumerate(schema.arguments)) {
    if (!argument.isWrite())
      continue;
    if (place || !argument.kwOnly)
      return std::nullopt;
    place = unsigned(index);
  }
  return schema.returns.size() == 1 ? place : std::nullopt;
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
    if (schema->isMutable() || schema->returns.size() != 1)
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
    if (inner == out || !aliases.mayAlias(inner, out))
      return false;
    return !isa<BlockArgument>(inner) || !isWhole(inner);
  });
}

/// Builds the call without `out=`; nothing is left when the result is not known
/// to have dtype and sizes of the tensor.
static std::optional<OutCall> match(OperatorOp op,
                                    const TensorAliases &aliases) {
  const FunctionSchema *writer =
      torchscript::SchemaRegistry::get().find(op.getName());
  std::optional<unsigned> place = writer ? getOutPlace(*writer) : std::nullopt;
  const FunctionSchema *schema = place ? findPure(op, *writer) : nullptr;
  if (!schema || op.getArgs().size() != writer->arguments.size() ||
      op.getNumResults() != 1)
    return std::nullopt;
  Value out = lookThroughCasts(op.getArgs()[*place]);
  TSTensorType type = getFirstType(out);
  if (!type || !type.hasDtype() || !type.hasStaticShape() || !isWhole(out) ||
      llvm::count_if(op.getArgs(),
                     [&](Value operand) {
                       return lookThroughCasts(operand) == out;
                     }) != 1 ||
      !isApart(op, out, aliases))
    return std::nullopt;
  std::optional<torchscript::DType> dtype = getDType(type.getDtype());
  if (!dtype)
    return std::nullopt;
  OpBuilder builder(op);
  SmallVector<Value> operands;
  for (const Formal &argument : schema->arguments) {
    int index = writer->getArgumentIndex(argument.name);
    if (index >= 0)
      operands.push_back(op.getArgs()[index]);
    else if (argument.name == "dtype")
      operands.push_back(builder.create<arith::ConstantIntOp>(
          op.getLoc(), int64_t(*dtype), 64));
    else
      operands.push_back(builder.create<ConstantNoneOp>(op.getLoc()));
  }
  auto pure = builder.create<OperatorOp>(op.getLoc(),
                                         TSTensorType::get(op.getContext()),
                                         schema->getFullName(), operands);
  std::optional<SmallVector<TSTensorType>> types = inferResultTypes(pure);
  TSTensorType made =
      types && types->size() == 1 ? types->front() : TSTensorType();
  bool fits =
      made && made.getDtype() == type.getDtype() && made.hasStaticShape() &&
      (made == type ||
       (fillsInOrder(op) && ShapedType::getNumElements(made.getShape()) ==
                                ShapedType::getNumElements(type.getShape())));
  if (!fits) {
    pure.erase();
    return std::nullopt;
  }
  pure.getResult(0).setType(made);
  return OutCall{op, out, pure};
}

/// The elements that `call.pure` gives, written into the tensor.
static void replace(const OutCall &call) {
  OperatorOp op = call.op;
  OpBuilder builder(op);
  OperatorBuilder build(builder, op.getLoc());
  Value elements = OperatorOp(call.pure).getResult(0);
  TSTensorType type = getFirstType(call.out);
  if (elements.getType() != type)
    elements = build.view(elements, build.integers(type.getShape()), type);
  build.copyInto(call.out, elements);
  op.getResult(0).replaceAllUsesWith(
      castTo(builder, call.out, op.getResult(0).getType()));
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
