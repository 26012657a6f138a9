//===- LowerRaise.cpp - Errors become results and branches -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements ts-lower-raise: finds the functions that may fail, gives them an
// error result, and makes each failure a branch to the function's error exit.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/Forms.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "TorchScript/Dialect/TSRuntime/Transforms/Passes.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::tsrt {
#define GEN_PASS_DEF_LOWERRAISE
#include "TorchScript/Dialect/TSRuntime/Transforms/Passes.h.inc"
} // namespace mlir::tsrt

using namespace mlir;
using namespace mlir::tsrt;

namespace {

using RaisingSet = DenseSet<StringAttr>;

/// True when `op` fails by itself, without regard to calls.
bool raisesByItself(Operation *op) {
  if (isa<ts::ThrowOp>(op))
    return true;
  // What has an error result was lowered before.
  if (op->getNumResults() && isa<ErrorType>(op->getResult(0).getType()))
    return false;
  auto raising = dyn_cast<RaisingOpInterface>(op);
  return raising && raising.mayRaise();
}

/// The functions that may fail, by name: a fixpoint over the call graph.
RaisingSet findRaisingFunctions(ModuleOp module) {
  RaisingSet raising;
  DenseMap<StringAttr, SmallVector<StringAttr>> callers;
  SmallVector<StringAttr> worklist;
  auto add = [&](StringAttr name) {
    if (raising.insert(name).second)
      worklist.push_back(name);
  };
  for (auto func : module.getOps<func::FuncOp>())
    func.walk([&](Operation *op) {
      if (auto call = dyn_cast<func::CallOp>(op))
        callers[call.getCalleeAttr().getAttr()].push_back(func.getNameAttr());
      else if (raisesByItself(op))
        add(func.getNameAttr());
    });
  while (!worklist.empty())
    for (StringAttr caller : callers.lookup(worklist.pop_back_val()))
      add(caller);
  return raising;
}

/// The scopes of context managers in a function before it is rewritten.
class Scopes {
public:
  explicit Scopes(func::FuncOp func) {
    // Scopes are balanced on every path, so the first visit tells all.
    DenseSet<Block *> visited{&func.getBody().front()};
    SmallVector<std::pair<Block *, ScopeBeginOp>> worklist{
        {&func.getBody().front(), ScopeBeginOp()}};
    while (!worklist.empty()) {
      auto [block, scope] = worklist.pop_back_val();
      if (!visitBlock(*block, scope))
        continue;
      for (Block *successor : block->getSuccessors())
        if (visited.insert(successor).second)
          worklist.emplace_back(successor, scope);
    }
  }

  /// The innermost scope `op` stands in; null when there is none.
  ScopeBeginOp get(Operation *op) const { return innermost.lookup(op); }

  /// Removes the marks of a function.
  static void erase(func::FuncOp func) {
    func.walk([](Operation *op) {
      if (isa<ScopeBeginOp, ScopeEndOp>(op))
        op->erase();
    });
  }

private:
  /// Follows the marks of a block; false when its end is not reached.
  bool visitBlock(Block &block, ScopeBeginOp &scope) {
    for (Operation &op : block) {
      if (isa<ScopeEndOp>(op)) {
        scope = scope ? get(scope) : scope;
        continue;
      }
      if (scope)
        innermost[&op] = scope;
      if (auto begin = dyn_cast<ScopeBeginOp>(op))
        scope = begin;
      if (isa<ts::ThrowOp>(op))
        return false;
    }
    return true;
  }

  DenseMap<Operation *, ScopeBeginOp> innermost;
};

/// Rewrites one function that may fail.
class FunctionLowering {
public:
  FunctionLowering(func::FuncOp func, const RaisingSet &raising)
      : func(func), raising(raising), builder(func.getContext()),
        errorType(ErrorType::get(func.getContext())), scopes(func) {}

  void run() {
    lowerReturns();
    SmallVector<Operation *> sites;
    func.walk([&](Operation *op) {
      auto call = dyn_cast<func::CallOp>(op);
      if (call ? raising.contains(call.getCalleeAttr().getAttr())
               : raisesByItself(op))
        sites.push_back(op);
    });
    // From the end: each operation moves to its block once.
    for (Operation *op : llvm::reverse(sites))
      lowerSite(op);
    Scopes::erase(func);

    SmallVector<Type> results{errorType};
    llvm::append_range(results, func.getResultTypes());
    func.setFunctionType(
        builder.getFunctionType(func.getArgumentTypes(), results));
    if (ArrayAttr attrs = func.getAllResultAttrs()) {
      SmallVector<Attribute> shifted{builder.getDictionaryAttr({})};
      llvm::append_range(shifted, attrs);
      func.setAllResultAttrs(builder.getArrayAttr(shifted));
    }
    IRRewriter rewriter(func.getContext());
    (void)eraseUnreachableBlocks(rewriter, func->getRegions());
  }

private:
  /// Returns of success carry a null error.
  void lowerReturns() {
    SmallVector<func::ReturnOp> returns(
        func.getBody().getOps<func::ReturnOp>());
    for (func::ReturnOp op : returns) {
      builder.setInsertionPoint(op);
      Value none = builder.create<ZeroOp>(op.getLoc(), errorType);
      op->insertOperands(0, none);
    }
  }

  /// The block that returns its argument as the error.
  Block *getExit() {
    if (exit)
      return exit;
    OpBuilder::InsertionGuard guard(builder);
    Location loc = func.getLoc();
    exit = builder.createBlock(&func.getBody(), func.getBody().end(),
                               {errorType}, {loc});
    SmallVector<Value> operands{exit->getArgument(0)};
    for (Type type : func.getFunctionType().getResults())
      operands.push_back(builder.create<ZeroOp>(loc, type));
    builder.create<func::ReturnOp>(loc, operands);
    return exit;
  }

  /// The block that calls `__exit__` of all scopes from `scope` outwards and
  /// then returns its argument as the error.
  Block *getExit(ScopeBeginOp scope) {
    if (!scope)
      return getExit();
    auto found = scopeExits.find(scope);
    if (found != scopeExits.end())
      return found->second;
    Block *outer = getExit(scopes.get(scope));
    OpBuilder::InsertionGuard guard(builder);
    Location loc = scope.getLoc();
    Block *block = builder.createBlock(outer, {errorType}, {loc});
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        func, scope.getExitAttr());
    SmallVector<Value> operands{scope.getManager()};
    for (Type type : callee.getArgumentTypes().drop_front())
      operands.push_back(builder.create<ZeroOp>(loc, type));
    SmallVector<Type> results(callee.getResultTypes());
    bool raises = raising.contains(callee.getNameAttr());
    // The callee may have been rewritten already, or not.
    if (raises && (results.empty() || !isa<ErrorType>(results.front())))
      results.insert(results.begin(), errorType);
    auto call = builder.create<func::CallOp>(loc, callee.getNameAttr(), results,
                                             operands);
    if (raises)
      builder.create<ErrorDropOp>(loc, call.getResult(0));
    builder.create<cf::BranchOp>(loc, outer, block->getArgument(0));
    scopeExits[scope] = block;
    return block;
  }

  /// Appends a frame to `error` and leaves the function.
  void leave(Location loc, Value error, ScopeBeginOp scope) {
    error = builder.create<AddFrameOp>(loc, errorType, error);
    builder.create<cf::BranchOp>(loc, getExit(scope), error);
  }

  void lowerSite(Operation *op) {
    Location loc = op->getLoc();
    ScopeBeginOp scope = scopes.get(op);
    Block *block = op->getBlock();
    if (auto thrown = dyn_cast<ts::ThrowOp>(op)) {
      block->splitBlock(std::next(op->getIterator()));
      builder.setInsertionPointToEnd(block);
      leave(loc,
            builder.create<ErrorRaiseOp>(
                loc, errorType, thrown.getClassNameAttr(), thrown.getMessage()),
            scope);
      op->erase();
      return;
    }
    Block *rest = block->splitBlock(std::next(op->getIterator()));
    Block *failed = builder.createBlock(rest);
    if (auto check = dyn_cast<RaiseIfOp>(op)) {
      leave(loc,
            builder.create<ErrorNewOp>(loc, errorType, check.getClsAttr(),
                                       check.getMessageAttr(),
                                       check.getValues()),
            scope);
      builder.setInsertionPointToEnd(block);
      builder.create<cf::CondBranchOp>(loc, check.getCondition(), failed, rest);
      op->erase();
      return;
    }
    builder.setInsertionPoint(op);
    OperationState state(loc, op->getName());
    state.addOperands(op->getOperands());
    state.addAttributes(op->getAttrs());
    state.addTypes(errorType);
    state.addTypes(op->getResultTypes());
    Operation *replacement = builder.create(state);
    op->replaceAllUsesWith(replacement->getResults().drop_front());
    op->erase();
    builder.setInsertionPointToEnd(failed);
    leave(loc, replacement->getResult(0), scope);
    builder.setInsertionPointToEnd(block);
    Value isError = builder.create<IsErrorOp>(loc, builder.getI1Type(),
                                              replacement->getResult(0));
    builder.create<cf::CondBranchOp>(loc, isError, failed, rest);
  }

  func::FuncOp func;
  const RaisingSet &raising;
  OpBuilder builder;
  Type errorType;
  Scopes scopes;
  Block *exit = nullptr;
  DenseMap<Operation *, Block *> scopeExits;
};

struct LowerRaise : tsrt::impl::LowerRaiseBase<LowerRaise> {
  void runOnOperation() override {
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (failed(ts::requireForm(func, ts::Form::Late)))
        return signalPassFailure();
    RaisingSet raising = findRaisingFunctions(getOperation());
    SmallVector<func::FuncOp> functions;
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (!raising.contains(func.getNameAttr())) {
        ++numPlain;
        Scopes::erase(func);
        continue;
      }
      functions.push_back(func);
      ++numRaising;
    }
    if (failed(verifyUses(functions)))
      return signalPassFailure();
    for (func::FuncOp func : functions) {
      WalkResult structured = func.walk([&](Operation *op) {
        if (op->getNumRegions() == 0 || op == func)
          return WalkResult::advance();
        op->emitOpError("has regions; ts-lower-raise expects control flow "
                        "graphs: run tsrt-lower-control-flow first");
        return WalkResult::interrupt();
      });
      if (structured.wasInterrupted())
        return signalPassFailure();
      FunctionLowering(func, raising).run();
    }
  }

  /// A function whose type changes may only be called.
  LogicalResult verifyUses(ArrayRef<func::FuncOp> functions) {
    llvm::StringSet<> names;
    for (func::FuncOp func : functions)
      names.insert(func.getName());
    WalkResult result = getOperation().walk([&](func::ConstantOp op) {
      if (!names.contains(op.getValue()))
        return WalkResult::advance();
      op.emitOpError("takes the address of a function that may raise");
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }
};

} // namespace
