//===- KeepTupleNames.cpp - ts-keep-tuple-names ---------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A NamedTuple that meets a plain tuple is a plain one for the compiler, but
// keeps its name while the program runs. Only the host and `Any` can ask for
// it, so only on the way to them are such tuples values that carry their type.
//
//===----------------------------------------------------------------------===//

#include "CarriedValues.h"
#include "TorchScript/Dialect/TS/IR/FunctionAttributes.h"
#include "TorchScript/Dialect/TS/IR/IncomingValues.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSKEEPTUPLENAMES
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

/// What a plain tuple can be while the program runs.
struct TupleNames {
  llvm::SmallSetVector<TSTupleType, 2> named;
  bool isPlainToo = false;
};

} // namespace

static bool isPlainTuple(Type type) {
  auto tuple = dyn_cast<TSTupleType>(type);
  return tuple && !tuple.isNamed();
}

static TupleNames findNames(Value tuple) {
  TupleNames names;
  SmallVector<Value> worklist = {tuple};
  llvm::SmallPtrSet<Value, 8> seen;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!seen.insert(value).second || value.getDefiningOp<UninitializedOp>())
      continue;
    SmallVector<Value> incoming = getIncoming(value);
    if (!incoming.empty()) {
      llvm::append_range(worklist, incoming);
      continue;
    }
    auto cast = value.getDefiningOp<DerefineOp>();
    auto named =
        cast ? dyn_cast<TSTupleType>(cast.getInput().getType()) : TSTupleType();
    if (named && named.isNamed() &&
        named.getElements() == getTupleElements(tuple.getType()))
      names.named.insert(named);
    else
      names.isPlainToo = true;
  }
  return names;
}

/// True for what sees a plain tuple as a value that carries its type.
static bool isBoxed(OpOperand &use) {
  return isa<DerefineOp>(use.getOwner()) &&
         isa<AnyType, UnionType>(use.getOwner()->getResult(0).getType());
}

namespace {

/// Carries a tuple that may have a name with its type, when one of those who
/// get it asks for the type.
template <typename OpTy>
struct CarryNames : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    for (const Carried &carried : getCarried(op)) {
      Type plain = carried.result.getType();
      Type dynamic = isPlainTuple(plain) ? findDynamicType(carried) : Type();
      if (!dynamic || findNames(carried.result).named.empty())
        continue;
      auto unpack = [&](OpBuilder &builder, Location loc, Value value) {
        return SmallVector<Value>{
            builder.createOrFold<DerefineOp>(loc, dynamic, value)};
      };
      auto pack = [&](OpBuilder &builder, Location loc, ValueRange values) {
        return builder.create<UncheckedCastOp>(loc, plain, values.front())
            .getResult();
      };
      convertCarried(rewriter, op, carried.result.getResultNumber(),
                     {{dynamic}, unpack, pack});
      return success();
    }
    return failure();
  }

  /// What it is seen as by one of its users that asks for its type.
  static Type findDynamicType(const Carried &carried) {
    SmallVector<Value> values(carried.arguments.begin(),
                              carried.arguments.end());
    values.push_back(carried.result);
    for (Value value : values)
      for (OpOperand &use : value.getUses())
        if (isBoxed(use))
          return use.getOwner()->getResult(0).getType();
    return {};
  }
};

struct KeepTupleNames : public ts::impl::TSKeepTupleNamesBase<KeepTupleNames> {
  void runOnOperation() override;

private:
  /// The calls of a function; nothing when it is used in other ways.
  std::optional<SmallVector<func::CallOp>> findCalls(func::FuncOp function);
  /// Lets the host see the names that the result of a function may have.
  void nameResult(func::FuncOp function);
};

} // namespace

std::optional<SmallVector<func::CallOp>>
KeepTupleNames::findCalls(func::FuncOp function) {
  ModuleOp module = getOperation();
  SmallVector<func::CallOp> calls;
  StringRef methodName;
  std::optional<SymbolTable::UseRange> uses = function.getSymbolUses(module);
  if (!uses)
    return std::nullopt;
  for (SymbolTable::SymbolUse use : *uses) {
    if (auto call = dyn_cast<func::CallOp>(use.getUser()))
      calls.push_back(call);
    else if (auto method = dyn_cast<MethodOp>(use.getUser()))
      methodName = method.getName();
    else
      return std::nullopt;
  }
  if (methodName.empty())
    return calls;
  // Calls by name agree with all methods of that name.
  WalkResult isCalled = module.walk([&](Operation *op) {
    auto call = dyn_cast<CallMethodOp>(op);
    auto declared = dyn_cast<SignatureOp>(op);
    return WalkResult((call && call.getName() == methodName) ||
                              (declared && declared.getName() == methodName)
                          ? WalkResult::interrupt()
                          : WalkResult::advance());
  });
  if (isCalled.wasInterrupted())
    return std::nullopt;
  return calls;
}

void KeepTupleNames::nameResult(func::FuncOp function) {
  FunctionType type = function.getFunctionType();
  if (function.isExternal() || type.getNumResults() != 1 ||
      !isPlainTuple(type.getResult(0)) || !function.getBody().hasOneBlock())
    return;
  auto end =
      dyn_cast<func::ReturnOp>(function.getBody().front().getTerminator());
  if (!end)
    return;
  Type plain = type.getResult(0);
  TupleNames names = findNames(end.getOperand(0));
  if (names.named.size() == 1 && !names.isPlainToo) {
    function->setAttr(kNamedResultAttr, TypeAttr::get(names.named.front()));
    ++numNamed;
    return;
  }
  if (names.named.empty())
    return;
  std::optional<SmallVector<func::CallOp>> calls = findCalls(function);
  if (!calls)
    return;
  SmallVector<Type> members(names.named.begin(), names.named.end());
  members.push_back(plain);
  Type dynamic = UnionType::get(&getContext(), members);
  OpBuilder builder(end);
  end->setOperand(
      0, builder.create<DerefineOp>(end.getLoc(), dynamic, end.getOperand(0)));
  function.setType(builder.getFunctionType(type.getInputs(), {dynamic}));
  for (func::CallOp call : *calls) {
    Value result = call.getResult(0);
    result.setType(dynamic);
    builder.setInsertionPointAfter(call);
    auto cast = builder.create<UncheckedCastOp>(call.getLoc(), plain, result);
    result.replaceUsesWithIf(cast, [&](OpOperand &use) {
      return use.getOwner() != cast && !isBoxed(use);
    });
  }
  ++numDynamic;
}

void KeepTupleNames::runOnOperation() {
  for (auto function : getOperation().getOps<func::FuncOp>())
    nameResult(function);
  SmallVector<Operation *> owners;
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    WalkResult asks = function.walk([&](DerefineOp op) {
      return isPlainTuple(op.getInput().getType()) &&
                     isa<AnyType, UnionType>(op.getType()) &&
                     !findNames(op.getInput()).named.empty()
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (asks.wasInterrupted())
      owners.push_back(function);
  }
  if (owners.empty())
    return;
  RewritePatternSet patterns(&getContext());
  patterns.add<CarryNames<IfOp>, CarryNames<ForOp>, CarryNames<WhileOp>>(
      &getContext());
  FrozenRewritePatternSet frozen(std::move(patterns));
  for (Operation *owner : owners)
    if (failed(applyPatternsAndFoldGreedily(owner, frozen)))
      return signalPassFailure();
}
