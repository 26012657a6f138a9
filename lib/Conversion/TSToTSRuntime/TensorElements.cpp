//===- TensorElements.cpp - Elements of tensors -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `float(x[i, j])` and `x[i, j] = number` without views: chains of operators
// that come to one element try it directly. When that does not apply, a branch
// runs the operators as they are, and they give the result or the error.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::ts;

namespace {

/// Operators of one block that together access an element.
struct ElementAccess {
  Value tensor;
  SmallVector<Value> indices;
  /// In the order of the block, the last one gives the result.
  SmallVector<OperatorOp> operators;

  bool has(Operation *op) const {
    return llvm::is_contained(operators, dyn_cast<OperatorOp>(op));
  }

  /// Goes from a view up to the tensor it selects from, as far as only the
  /// operators of the access use what is selected.
  void addSelections(Value view) {
    Block *block = operators.front()->getBlock();
    while (auto select = view.getDefiningOp<OperatorOp>()) {
      if (select.getName() != "aten::select.int" ||
          select.getArgs().size() != 3 || select->getBlock() != block ||
          !matchPattern(select.getArgs()[1], m_Zero()) ||
          !llvm::all_of(view.getUsers(),
                        [&](Operation *user) { return has(user); }))
        break;
      operators.insert(operators.begin(), select);
      indices.insert(indices.begin(), select.getArgs()[2]);
      view = select.getArgs()[0];
    }
    tensor = view;
  }

  /// True when nothing but arithmetic stands between the operators, so that all
  /// of them can run where the last one stands.
  bool isTogether() const {
    Operation *last = operators.back();
    for (Operation *op = operators.front(); op != last; op = op->getNextNode())
      if (!has(op) && !isa<arith::ArithDialect>(op->getDialect()) &&
          !op->hasTrait<OpTrait::ConstantLike>())
        return false;
    return true;
  }

  /// Runs the operators as they are; the results of the last one.
  SmallVector<Value> callAll(OpBuilder &builder) const {
    IRMapping values;
    SmallVector<Value> results;
    for (OperatorOp op : operators) {
      SmallVector<Value> operands;
      for (Value operand : op.getArgs())
        operands.push_back(values.lookupOrDefault(operand));
      auto call = builder.create<tsrt::OpCallOp>(
          op.getLoc(), op.getResultTypes(), op.getNameAttr(), operands,
          /*last_uses=*/nullptr);
      results.assign(call.result_begin(), call.result_end());
      values.map(op.getResults(), results);
    }
    return results;
  }

  /// Removes the operators but the last one, from the end.
  void eraseRest(PatternRewriter &rewriter) const {
    for (OperatorOp op : llvm::reverse(ArrayRef(operators).drop_back()))
      rewriter.eraseOp(op);
  }
};

/// `float(x[i, j])`, `int(x[i].item())` and the like.
struct LoadElement : OpRewritePattern<OperatorOp> {
  explicit LoadElement(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/3) {}

  LogicalResult matchAndRewrite(OperatorOp op,
                                PatternRewriter &rewriter) const override {
    StringRef name = op.getName();
    bool ofTensor = name == "aten::Float.Tensor" ||
                    name == "aten::Int.Tensor" || name == "aten::Bool.Tensor";
    bool ofNumber = name == "aten::Float.Scalar" ||
                    name == "aten::Int.Scalar" || name == "aten::Bool.Scalar";
    if ((!ofTensor && !ofNumber) || op.getNumResults() != 1)
      return failure();
    ElementAccess access;
    access.operators.push_back(op);
    Value view = op.getArgs()[0];
    if (ofNumber) {
      auto item = view.getDefiningOp<OperatorOp>();
      if (!item || item.getName() != "aten::item" || !view.hasOneUse() ||
          item->getBlock() != op->getBlock())
        return failure();
      access.operators.insert(access.operators.begin(), item);
      view = item.getArgs()[0];
    }
    access.addSelections(view);
    if (access.indices.empty() || !access.isTogether())
      return failure();
    Location loc = op.getLoc();
    Type type = op.getResult(0).getType();
    auto load = rewriter.create<tsrt::ElementLoadOp>(
        loc, rewriter.getI1Type(), type, access.tensor, access.indices);
    auto branch = rewriter.create<scf::IfOp>(
        loc, load.getFound(),
        [&](OpBuilder &b, Location) {
          b.create<scf::YieldOp>(loc, load.getValue());
        },
        [&](OpBuilder &b, Location) {
          b.create<scf::YieldOp>(loc, access.callAll(b));
        });
    rewriter.replaceOp(op, branch.getResults());
    access.eraseRest(rewriter);
    return success();
  }
};

/// `x[i, j] = number`: the number becomes a tensor like the element, which is
/// copied into it.
struct StoreElement : OpRewritePattern<OperatorOp> {
  explicit StoreElement(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/3) {}

  LogicalResult matchAndRewrite(OperatorOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getName() != "aten::copy_" || op.getArgs().size() != 3 ||
        !op->use_empty())
      return failure();
    Value view = op.getArgs()[0];
    auto number = getOperator(
        op, op.getArgs()[1],
        {"aten::tensor.float", "aten::tensor.int", "aten::tensor.bool"});
    if (!number || number.getArgs().size() != 4 ||
        !matchPattern(number.getArgs()[3], m_Zero()))
      return failure();
    auto dtype = getOperator(op, number.getArgs()[1], {"prim::dtype"});
    auto device = getOperator(op, number.getArgs()[2], {"prim::device"});
    if (!dtype || !device || dtype.getArgs()[0] != view ||
        device.getArgs()[0] != view)
      return failure();
    ElementAccess access;
    access.operators = {dtype, device, number, op};
    llvm::sort(access.operators, [](OperatorOp a, OperatorOp b) {
      return a->isBeforeInBlock(b);
    });
    access.addSelections(view);
    if (access.indices.empty() || !access.isTogether())
      return failure();
    Location loc = op.getLoc();
    Value stored = rewriter.create<tsrt::ElementStoreOp>(
        loc, rewriter.getI1Type(), number.getArgs()[0], access.tensor,
        access.indices);
    Value one = rewriter.create<arith::ConstantIntOp>(loc, 1, 1);
    Value failed = rewriter.create<arith::XOrIOp>(loc, stored, one);
    rewriter.create<scf::IfOp>(loc, failed, [&](OpBuilder &b, Location) {
      access.callAll(b);
      b.create<scf::YieldOp>(loc);
    });
    rewriter.eraseOp(op);
    access.eraseRest(rewriter);
    return success();
  }

private:
  /// The operator beside `op` that alone makes `value` for it, if it has one of
  /// the names.
  static OperatorOp getOperator(OperatorOp op, Value value,
                                ArrayRef<StringRef> names) {
    auto maker = value.getDefiningOp<OperatorOp>();
    if (!maker || !llvm::is_contained(names, maker.getName()) ||
        maker->getBlock() != op->getBlock() || !value.hasOneUse())
      return {};
    return maker;
  }
};

} // namespace

void ts::populateTensorElementPatterns(RewritePatternSet &patterns) {
  patterns.add<LoadElement, StoreElement>(patterns.getContext());
}
