//===- Containers.cpp - Inlined list accesses -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists and dicts: construction, and the accesses that are compiled inline
// with their bounds checks (language section 8.1).
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::ts;

namespace {

/// Emits the place of element `index` of `list`: negative indices count from
/// the end, and those out of range raise. The common case is one comparison.
Value emitCheckedIndex(OpBuilder &builder, Location loc, Value list,
                       Value index) {
  Value size =
      builder.create<tsrt::ListSizeOp>(loc, builder.getI64Type(), list);
  // Unsigned: a negative index is beyond the end, too.
  Value outside = builder.create<arith::CmpIOp>(loc, arith::CmpIPredicate::uge,
                                                index, size);
  auto raiseIf = [&](OpBuilder &b, Value condition) {
    b.create<tsrt::RaiseIfOp>(loc, condition, "RuntimeError",
                              "list index out of range", ValueRange());
  };
  APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant)) &&
      constant.isNonNegative()) {
    raiseIf(builder, outside);
    return index;
  }
  auto place = builder.create<scf::IfOp>(
      loc, outside,
      [&](OpBuilder &b, Location) {
        Value zero = b.create<arith::ConstantIntOp>(loc, 0, 64);
        Value wrapped = b.create<arith::AddIOp>(loc, index, size);
        Value tooLarge = b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::sge,
                                                 index, zero);
        Value tooSmall = b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::slt,
                                                 wrapped, zero);
        raiseIf(b, b.create<arith::OrIOp>(loc, tooLarge, tooSmall));
        b.create<scf::YieldOp>(loc, wrapped);
      },
      [&](OpBuilder &b, Location) { b.create<scf::YieldOp>(loc, index); });
  return place.getResult(0);
}

/// What all rules on a list operand of element type T check first.
ListType getListOperand(OperatorOp op, unsigned numArgs) {
  if (op.getArgs().size() != numArgs || numArgs == 0)
    return nullptr;
  return dyn_cast<ListType>(op.getArgs()[0].getType());
}

struct InlineListOperator : OpRewritePattern<OperatorOp> {
  explicit InlineListOperator(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(OperatorOp op,
                                PatternRewriter &rewriter) const override {
    StringRef name = op.getName();
    if (name.starts_with("aten::len."))
      return rewriteLen(op, rewriter);
    if (name == "aten::__getitem__.t" || name == "aten::select.t")
      return rewriteGetItem(op, rewriter);
    if (name == "aten::_set_item.t")
      return rewriteSetItem(op, rewriter);
    if (name == "aten::append.t")
      return rewriteAppend(op, rewriter);
    return failure();
  }

private:
  static LogicalResult rewriteLen(OperatorOp op, PatternRewriter &rewriter) {
    if (!getListOperand(op, 1))
      return failure();
    rewriter.replaceOpWithNewOp<tsrt::ListSizeOp>(op, rewriter.getI64Type(),
                                                  op.getArgs()[0]);
    return success();
  }

  static LogicalResult rewriteGetItem(OperatorOp op,
                                      PatternRewriter &rewriter) {
    ListType type = getListOperand(op, 2);
    if (!type || !op.getArgs()[1].getType().isInteger(64) ||
        op.getNumResults() != 1 ||
        op.getResult(0).getType() != type.getElementType())
      return failure();
    Value list = op.getArgs()[0];
    Value place =
        emitCheckedIndex(rewriter, op.getLoc(), list, op.getArgs()[1]);
    rewriter.replaceOpWithNewOp<tsrt::ListLoadOp>(
        op, type.getElementType(), list, place, /*borrowed=*/nullptr);
    return success();
  }

  static LogicalResult rewriteSetItem(OperatorOp op,
                                      PatternRewriter &rewriter) {
    ListType type = getListOperand(op, 3);
    if (!type || !op.getArgs()[1].getType().isInteger(64))
      return failure();
    Value list = op.getArgs()[0];
    Value value =
        castTo(rewriter, op.getLoc(), op.getArgs()[2], type.getElementType());
    Value place =
        emitCheckedIndex(rewriter, op.getLoc(), list, op.getArgs()[1]);
    rewriter.create<tsrt::ListStoreOp>(op.getLoc(), value, list, place);
    return replaceByList(op, list, rewriter);
  }

  static LogicalResult rewriteAppend(OperatorOp op, PatternRewriter &rewriter) {
    ListType type = getListOperand(op, 2);
    if (!type)
      return failure();
    Value list = op.getArgs()[0];
    Value value =
        castTo(rewriter, op.getLoc(), op.getArgs()[1], type.getElementType());
    rewriter.create<tsrt::ListAppendOp>(op.getLoc(), value, list);
    return replaceByList(op, list, rewriter);
  }

  /// Sees `value` as one of the element type, of which its type is a subtype.
  static Value castTo(PatternRewriter &rewriter, Location loc, Value value,
                      Type type) {
    if (value.getType() == type)
      return value;
    return rewriter.create<DerefineOp>(loc, type, value);
  }

  /// These operators return the list itself.
  static LogicalResult replaceByList(OperatorOp op, Value list,
                                     PatternRewriter &rewriter) {
    if (op.getNumResults() == 0)
      rewriter.eraseOp(op);
    else
      rewriter.replaceOp(op, list);
    return success();
  }
};

struct LowerListConstruct : OpRewritePattern<ListConstructOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ListConstructOp op,
                                PatternRewriter &rewriter) const override {
    Type element = cast<ListType>(op.getResult().getType()).getElementType();
    SmallVector<Value> elements;
    for (Value value : op.getElements())
      elements.push_back(
          value.getType() == element
              ? value
              : rewriter.create<DerefineOp>(op.getLoc(), element, value));
    rewriter.replaceOpWithNewOp<tsrt::ListMakeOp>(op, op.getResult().getType(),
                                                  elements);
    return success();
  }
};

struct LowerListUnpack : OpRewritePattern<ListUnpackOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ListUnpackOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<ListType>(op.getList().getType());
    Value size = rewriter.create<tsrt::ListSizeOp>(loc, rewriter.getI64Type(),
                                                   op.getList());
    Value expected =
        rewriter.create<arith::ConstantIntOp>(loc, op.getElements().size(), 64);
    Value differs = rewriter.create<arith::CmpIOp>(
        loc, arith::CmpIPredicate::ne, size, expected);
    rewriter.create<tsrt::RaiseIfOp>(
        loc, differs, "RuntimeError",
        "Expected %lld elements in a list but found %lld",
        ValueRange{expected, size});
    SmallVector<Value> elements;
    for (unsigned i = 0, e = op.getElements().size(); i < e; ++i)
      elements.push_back(rewriter.create<tsrt::ListLoadOp>(
          loc, type.getElementType(), op.getList(),
          rewriter.create<arith::ConstantIntOp>(loc, i, 64),
          /*borrowed=*/nullptr));
    rewriter.replaceOp(op, elements);
    return success();
  }
};

struct LowerDictConstruct : OpRewritePattern<DictConstructOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DictConstructOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<DictType>(op.getResult().getType());
    auto castTo = [&](Value value, Type wanted) -> Value {
      if (value.getType() == wanted)
        return value;
      return rewriter.create<DerefineOp>(op.getLoc(), wanted, value);
    };
    SmallVector<Value> entries;
    for (auto [key, value] : llvm::zip_equal(op.getKeys(), op.getValues())) {
      entries.push_back(castTo(key, type.getKeyType()));
      entries.push_back(castTo(value, type.getValueType()));
    }
    rewriter.replaceOpWithNewOp<tsrt::DictMakeOp>(op, TypeRange(type), entries);
    return success();
  }
};

} // namespace

void ts::populateContainerPatterns(RewritePatternSet &patterns) {
  patterns.add<InlineListOperator, LowerListConstruct, LowerListUnpack,
               LowerDictConstruct>(patterns.getContext());
}
