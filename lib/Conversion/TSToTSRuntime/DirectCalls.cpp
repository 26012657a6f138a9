//===- DirectCalls.cpp - Calls without boxing ---------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators whose operand types are known and that loops call often: they skip
// the operator table and the boxes. The runtime functions are in tsrt.h.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ts;

namespace {

/// A value whose address the runtime wants: structs are passed by address, and
/// a tuple of one element has its layout.
Value byAddress(PatternRewriter &rewriter, Location loc, Value value) {
  auto type = TSTupleType::get(rewriter.getContext(), {value.getType()});
  return rewriter.create<TupleConstructOp>(loc, type, value);
}

struct DictAccess : OpRewritePattern<OperatorOp> {
  explicit DictAccess(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(OperatorOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getArgs().size() < 2)
      return failure();
    auto type = dyn_cast<DictType>(op.getArgs()[0].getType());
    if (!type || op.getArgs()[1].getType() != type.getKeyType() ||
        !isa<StrType, IntegerType, FloatType>(type.getKeyType()))
      return failure();
    StringRef name = op.getName();
    Location loc = op.getLoc();
    auto isValue = [&](Type other) { return other == type.getValueType(); };
    auto replace = [&](StringRef callee, TypeRange results, ValueRange operands,
                       bool raises) {
      rewriter.replaceOpWithNewOp<tsrt::RuntimeCallOp>(op, results, callee,
                                                       operands, raises);
      return success();
    };
    Value dict = op.getArgs()[0];
    auto key = [&] { return byAddress(rewriter, loc, op.getArgs()[1]); };
    if (name.starts_with("aten::__contains__.") && op.getArgs().size() == 2)
      return replace("tsrt_dict_has", op.getResultTypes(), {dict, key()},
                     /*raises=*/false);
    if (name.starts_with("aten::__getitem__.Dict_") &&
        op.getNumResults() == 1 && isValue(op.getResult(0).getType()))
      return replace("tsrt_dict_get", op.getResultTypes(), {dict, key()},
                     /*raises=*/true);
    if (op.getArgs().size() != 3 || !isValue(op.getArgs()[2].getType()))
      return failure();
    auto value = [&] { return byAddress(rewriter, loc, op.getArgs()[2]); };
    if (name.starts_with("aten::_set_item.") && op.getNumResults() == 0)
      return replace("tsrt_dict_set", {}, {dict, key(), value()},
                     /*raises=*/true);
    if (name.starts_with("aten::get.default_") && op.getNumResults() == 1 &&
        isValue(op.getResult(0).getType()))
      return replace("tsrt_dict_get_or", op.getResultTypes(),
                     {dict, key(), value()}, /*raises=*/true);
    return failure();
  }
};

struct StrOperator : OpRewritePattern<OperatorOp> {
  explicit StrOperator(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(OperatorOp op,
                                PatternRewriter &rewriter) const override {
    StringRef name = op.getName();
    if (op.getArgs().size() != 2 || op.getNumResults() != 1 ||
        !llvm::all_of(op.getArgs().getTypes(),
                      [](Type type) { return isa<StrType>(type); }))
      return failure();
    StringRef callee =
        llvm::StringSwitch<StringRef>(name)
            .Cases("aten::eq.str", "aten::ne.str", "tsrt_str_equal")
            .Case("aten::add.str", "tsrt_str_append")
            .Default("");
    if (callee.empty())
      return failure();
    auto call = rewriter.create<tsrt::RuntimeCallOp>(
        op.getLoc(), op.getResultTypes(), callee, op.getArgs(),
        /*raises=*/false);
    Value result = call.getResult(0);
    if (name == "aten::ne.str")
      result = rewriter.create<arith::XOrIOp>(
          op.getLoc(), result,
          rewriter.create<arith::ConstantIntOp>(op.getLoc(), 1, 1));
    rewriter.replaceOp(op, result);
    return success();
  }
};

} // namespace

void ts::populateDirectCallPatterns(RewritePatternSet &patterns) {
  patterns.add<DictAccess, StrOperator>(patterns.getContext());
}
