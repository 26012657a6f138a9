//===- Functionalize.cpp - In-place operators become pure -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites writes to tensors nobody else can see.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Transforms/Passes.h"

#include "Casts.h"
#include "TorchScript/Analysis/Constants.h"
#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Analysis/ShapeRules.h"
#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSFUNCTIONALIZE
#include "TorchScript/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct TSFunctionalize : public ts::impl::TSFunctionalizeBase<TSFunctionalize> {
  void runOnOperation() override;
};
} // namespace

/// The name of the functional form of an in-place operator: `aten::add_.Tensor`
/// to `aten::add.Tensor`; empty when it is not one, or when it changes the
/// tensor's shape or the operator computes in another dtype than it stores.
static std::string getFunctionalName(OperatorOp op) {
  auto [base, overload] = op.getName().split('.');
  if (!base.consume_back("_") || base.ends_with("_"))
    return "";
  std::string name = base.str();
  if (!overload.empty())
    name += "." + overload.str();
  return name;
}

/// Whether the tensor is a fresh object made by an operator: its result
/// aliases none of its operands.
static bool isFresh(Value tensor) {
  auto op = tensor.getDefiningOp<OperatorOp>();
  if (!op || op.getNumResults() != 1)
    return false;
  return isa<TSTensorType>(tensor.getType()) && !mayResultAlias(op);
}

/// Whether some user between the definition and `write` keeps an alias of the
/// tensor: anything but an operator that reads it and returns a fresh value.
static bool isAliasedBefore(Value tensor, Operation *write) {
  for (Operation *user : tensor.getUsers()) {
    if (user == write)
      continue;
    if (user->getBlock() == write->getBlock() && write->isBeforeInBlock(user))
      continue;
    auto op = dyn_cast<OperatorOp>(user);
    if (isa<DerefineOp, UncheckedCastOp>(user)) {
      if (isAliasedBefore(user->getResult(0), write))
        return true;
      continue;
    }
    if (!op || mayResultAlias(op) || writesTensors(op))
      return true;
  }
  return false;
}

/// In-place operators keep the dtype of their tensor; the functional form must
/// give the same one.
static bool keepsDtype(OperatorOp op, StringRef functional) {
  static const StringRef self[] = {
      "aten::relu",        "aten::relu6",  "aten::hardtanh",
      "aten::hardswish",   "aten::silu",   "aten::elu",
      "aten::leaky_relu",  "aten::clamp",  "aten::clamp_min",
      "aten::hardsigmoid", "aten::dropout"};
  if (llvm::is_contained(self, functional.split('.').first))
    return true;
  // Of two floating-point tensors and numbers the first decides, when the
  // second is no wider.
  auto type = dyn_cast<TSTensorType>(op.getArgs()[0].getType());
  if (!type || !type.hasStaticShape() || !isa<FloatType>(type.getDtype()))
    return false;
  SmallVector<Type> types{type};
  if (op.getArgs().size() > 1) {
    Type other = lookThroughCasts(op.getArgs()[1]).getType();
    auto tensor = dyn_cast<TSTensorType>(other);
    if (tensor && !tensor.hasStaticShape())
      return false;
    if (tensor) {
      std::optional<SmallVector<int64_t>> shape =
          broadcastShapes({type.getShape(), tensor.getShape()});
      if (!shape || ArrayRef<int64_t>(*shape) != type.getShape())
        return false;
    }
    types.push_back(other);
  }
  static const StringRef promoting[] = {"aten::add", "aten::sub", "aten::mul",
                                        "aten::div"};
  return llvm::is_contained(promoting, functional.split('.').first) &&
         promoteDtypes(types) == type.getDtype();
}

/// The tensor seen as other types by casts before `write`, itself first.
static SmallVector<Value> getCastsBefore(Value tensor, Operation *write) {
  SmallVector<Value> casts{tensor};
  for (size_t i = 0; i < casts.size(); ++i)
    for (Operation *user : casts[i].getUsers())
      if (isa<DerefineOp, UncheckedCastOp>(user) &&
          user->getBlock() == write->getBlock() && user->isBeforeInBlock(write))
        casts.push_back(user->getResult(0));
  return casts;
}

static bool functionalize(OperatorOp op) {
  std::string name = getFunctionalName(op);
  if (name.empty() || !lookupOperator(name).known || op.getNumResults() != 1)
    return false;
  Value tensor = lookThroughCasts(op.getArgs()[0]);
  Operation *definition = tensor.getDefiningOp();
  if (!isFresh(tensor) || definition->getBlock() != op->getBlock() ||
      isAliasedBefore(tensor, op) || !keepsDtype(op, name))
    return false;
  op.setName(name);
  // Whoever looks at the tensor from now on sees what was written.
  Value result = op.getResult(0);
  OpBuilder builder(op);
  builder.setInsertionPointAfter(op);
  Operation *last = op;
  for (Value alias : getCastsBefore(tensor, op)) {
    Value written = castTo(builder, result, alias.getType());
    if (written != result)
      last = written.getDefiningOp();
    alias.replaceUsesWithIf(written, [&](OpOperand &use) {
      Operation *user = op->getBlock()->findAncestorOpInBlock(*use.getOwner());
      return user && last->isBeforeInBlock(user);
    });
  }
  return true;
}

void TSFunctionalize::runOnOperation() {
  getOperation().walk([&](OperatorOp op) {
    if (writesTensors(op) && functionalize(op))
      ++numFunctionalized;
  });
}
