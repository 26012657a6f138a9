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

struct DictAccess : OpRewritePattern<OperatorOp> {
  explicit DictAccess(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(OperatorOp op,
                                PatternRewriter &rewriter) const override {
    OperandRange args = op.getArgs();
    if (args.size() < 2)
      return failure();
    auto type = dyn_cast<DictType>(args[0].getType());
    if (!type || args[1].getType() != type.getKeyType() ||
        !isa<StrType, IntegerType, FloatType>(type.getKeyType()))
      return failure();
    StringRef name = op.getName();
    bool givesValue = op.getNumResults() == 1 &&
                      op.getResult(0).getType() == type.getValueType();
    if (name.starts_with("aten::__contains__.") && args.size() == 2) {
      rewriter.replaceOpWithNewOp<tsrt::DictHasOp>(op, rewriter.getI1Type(),
                                                   args[0], args[1]);
      return success();
    }
    if (name.starts_with("aten::__getitem__.Dict_") && givesValue) {
      auto get = rewriter.create<tsrt::DictGetOp>(
          op.getLoc(), Type(), type.getValueType(), args[0], args[1]);
      rewriter.replaceOp(op, get.getValue());
      return success();
    }
    if (args.size() != 3 || args[2].getType() != type.getValueType())
      return failure();
    if (name.starts_with("aten::_set_item.") && op.getNumResults() == 0) {
      rewriter.replaceOpWithNewOp<tsrt::DictSetOp>(op, Type(), args[2], args[0],
                                                   args[1]);
      return success();
    }
    if (name.starts_with("aten::get.default_") && givesValue) {
      rewriter.replaceOpWithNewOp<tsrt::DictGetOrOp>(op, type.getValueType(),
                                                     args[0], args[1], args[2]);
      return success();
    }
    return failure();
  }
};

/// An operator that a function of the runtime computes from native operands.
struct DirectCall {
  StringLiteral name;   ///< the operator
  StringLiteral callee; ///< the function
  bool raises;          ///< gives an error, and the result by address
};

/// Operators whose operands are strings, ints, and lists of strings.
constexpr DirectCall directCalls[] = {
    {"aten::eq.str", "tsrt_str_equal", false},
    {"aten::add.str", "tsrt_try_append", true},
    {"aten::__contains__.str_str", "tsrt_str_contains", false},
    {"aten::isalpha", "tsrt_str_is_alpha", false},
    {"aten::isdigit", "tsrt_str_is_digit", false},
    {"aten::isalnum", "tsrt_str_is_alnum", false},
    {"aten::isspace", "tsrt_str_is_space", false},
    {"aten::join", "tsrt_try_join", true},
    {"aten::str", "tsrt_str_of_int", false},
    {"aten::__getitem__.str", "tsrt_str_at", true},
    {"prim::StringIndex", "tsrt_str_at", true},
    {"aten::ord", "tsrt_str_ord", true},
    {"aten::Int.str", "tsrt_str_to_int", true},
};

struct StrOperator : OpRewritePattern<OperatorOp> {
  explicit StrOperator(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(OperatorOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumResults() != 1 ||
        !llvm::all_of(op.getArgs().getTypes(), isDirect))
      return failure();
    StringRef name = op.getName();
    Location loc = op.getLoc();
    if (name == "aten::len.str") {
      rewriter.replaceOpWithNewOp<tsrt::StrSizeOp>(op, rewriter.getI64Type(),
                                                   op.getArgs()[0]);
      return success();
    }
    if (name == "aten::ne.str") {
      Value equal = call(rewriter, op, "tsrt_str_equal", rewriter.getI1Type());
      Value one = rewriter.create<arith::ConstantIntOp>(loc, 1, 1);
      rewriter.replaceOpWithNewOp<arith::XOrIOp>(op, equal, one);
      return success();
    }
    using arith::CmpIPredicate;
    auto order = llvm::StringSwitch<std::optional<CmpIPredicate>>(name)
                     .Case("aten::lt.str", CmpIPredicate::slt)
                     .Case("aten::le.str", CmpIPredicate::sle)
                     .Case("aten::gt.str", CmpIPredicate::sgt)
                     .Case("aten::ge.str", CmpIPredicate::sge)
                     .Default(std::nullopt);
    if (order) {
      Value sign =
          call(rewriter, op, "tsrt_str_compare", rewriter.getI64Type());
      Value zero = rewriter.create<arith::ConstantIntOp>(loc, 0, 64);
      rewriter.replaceOpWithNewOp<arith::CmpIOp>(op, *order, sign, zero);
      return success();
    }
    const auto *found =
        llvm::find_if(directCalls, [&](const DirectCall &direct) {
          return direct.name == name;
        });
    if (found == std::end(directCalls))
      return failure();
    if (name == "aten::str" && !op.getArgs()[0].getType().isInteger(64))
      return failure();
    rewriter.replaceOpWithNewOp<tsrt::RuntimeCallOp>(
        op, op.getResultTypes(), found->callee, op.getArgs(), found->raises);
    return success();
  }

private:
  static bool isDirect(Type type) {
    if (auto list = dyn_cast<ListType>(type))
      type = list.getElementType();
    return isa<StrType>(type) || type.isInteger(64);
  }

  static Value call(PatternRewriter &rewriter, OperatorOp op, StringRef callee,
                    Type result) {
    return rewriter
        .create<tsrt::RuntimeCallOp>(op.getLoc(), result, callee, op.getArgs(),
                                     /*raises=*/false)
        .getResult(0);
  }
};

} // namespace

void ts::populateDirectCallPatterns(RewritePatternSet &patterns) {
  patterns.add<DictAccess, StrOperator>(patterns.getContext());
}
