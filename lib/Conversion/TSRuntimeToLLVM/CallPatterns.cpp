//===- CallPatterns.cpp - Errors and calls -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns for errors, runtime calls and print.
//
//===----------------------------------------------------------------------===//

#include "BoxedArguments.h"
#include "Lowering.h"
#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TS/IR/Locations.h"
#include "TorchScript/Dialect/TS/IR/RemoteCalls.h"

using namespace mlir;
using namespace mlir::tsrt;

namespace {

struct RuntimeCallPattern : RuntimePattern<RuntimeCallOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(RuntimeCallOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    SmallVector<Value> operands;
    for (auto [type, value] :
         llvm::zip_equal(op.getOperands().getTypes(), adaptor.getOperands()))
      operands.push_back(isNativeStruct(type) ? lowering.spill(b, loc, value)
                                              : value);
    SmallVector<Type> types(op.getResultTypes());
    bool hasError = !types.empty() && isa<ErrorType>(types.front());
    if (hasError)
      types.erase(types.begin());
    Value slot;
    if (!types.empty() && (hasError || isNativeStruct(types.front()))) {
      slot = lowering.stackSlot(b, loc, lowering.native(types.front()));
      operands.push_back(slot);
    }
    Type returned;
    if (hasError)
      returned = lowering.ptr();
    else if (!types.empty() && !slot)
      returned = lowering.native(types.front());
    Value result = lowering.call(b, loc, op.getCallee(), returned, operands);
    SmallVector<Value> replacements;
    if (result)
      replacements.push_back(result);
    if (slot)
      replacements.push_back(
          lowering.load(b, loc, lowering.native(types.front()), slot));
    b.replaceOp(op, replacements);
    return success();
  }
};

struct PrintPattern : RuntimePattern<PrintOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(PrintOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    BoxedArguments arguments(lowering, b, loc, op.getOperands().getTypes(),
                             adaptor.getOperands());
    lowering.call(
        b, loc, "tsrt_print", {},
        {arguments.array,
         lowering.constant(b, loc, lowering.i32(), op.getOperands().size())});
    arguments.release(lowering, b, loc);
    b.eraseOp(op);
    return success();
  }
};

struct ErrorNewPattern : RuntimePattern<ErrorNewOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ErrorNewOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    SmallVector<Value> operands{lowering.cString(b, loc, op.getCls()),
                                lowering.cString(b, loc, op.getMessage())};
    llvm::append_range(operands, adaptor.getValues());
    b.replaceOp(op, lowering.call(b, loc,
                                  op.getValues().empty() ? "tsrt_error_new"
                                                         : "tsrt_error_newf",
                                  lowering.ptr(), operands));
    return success();
  }
};

struct ErrorRaisePattern : RuntimePattern<ErrorRaiseOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ErrorRaiseOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    b.replaceOp(op, lowering.call(b, loc, "tsrt_raise", lowering.ptr(),
                                  {lowering.cString(b, loc, op.getCls()),
                                   adaptor.getMessage()}));
    return success();
  }
};

struct AddFramePattern : RuntimePattern<AddFrameOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(AddFrameOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    // The calls that inlining removed are frames, too, innermost first.
    Value error = adaptor.getError();
    Location place = op.getLoc();
    while (auto site = dyn_cast<CallSiteLoc>(place)) {
      error = addFrame(b, op.getLoc(), error, site.getCallee());
      place = site.getCaller();
    }
    b.replaceOp(op, addFrame(b, op.getLoc(), error, place));
    return success();
  }

private:
  /// A place the program does not name is no frame.
  Value addFrame(ConversionPatternRewriter &b, Location loc, Value error,
                 Location place) const {
    if (!ts::decodeLocation(place))
      return error;
    return lowering.call(b, loc, "tsrt_error_add_frame", lowering.ptr(),
                         {error, lowering.frame(b, place)});
  }
};

/// `tsrt.error.drop`.
struct ErrorDropPattern : RuntimePattern<ErrorDropOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ErrorDropOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    lowering.call(b, op.getLoc(), "tsrt_error_release", {}, adaptor.getError());
    b.eraseOp(op);
    return success();
  }
};

/// `ts.fork`: the arguments travel in boxes.
struct ForkPattern : RuntimePattern<ts::ForkOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ts::ForkOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    if (!lowering.callable.contains(op.getCallee()))
      return op.emitOpError("runs a function without a body");
    BoxedArguments arguments(lowering, b, loc, op.getArgs().getTypes(),
                             adaptor.getArgs());
    Value entry = b.create<LLVM::AddressOfOp>(
        loc, lowering.ptr(), (op.getCallee() + ts::kBoxedSuffix).str());
    Value future = lowering.call(
        b, loc, "tsrt_fork", lowering.ptr(),
        {lowering.descriptor(b, loc, op.getFuture().getType()), entry,
         arguments.array,
         lowering.constant(b, loc, lowering.i32(), op.getArgs().size()),
         lowering.frame(b, loc, "<forked function>")});
    arguments.release(lowering, b, loc);
    b.replaceOp(op, future);
    return success();
  }
};

/// `ts.rpc` after its check: the worker first, the timeout last.
struct RpcPattern : RuntimePattern<ts::RpcOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ts::RpcOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    auto remote = op->getAttrOfType<ArrayAttr>(ts::kRemoteAttr);
    if (!op.getCallee() || !lowering.callable.contains(*op.getCallee()))
      return op.emitOpError("runs a function without a body");
    StringRef name = *op.getCallee(), hash;
    if (remote && remote.size() == 2) {
      name = cast<StringAttr>(remote[0]).getValue();
      hash = cast<StringAttr>(remote[1]).getValue();
    }
    OperandRange given = op.getArgs().drop_front().drop_back();
    BoxedArguments arguments(lowering, b, loc, given.getTypes(),
                             adaptor.getArgs().drop_front().drop_back());
    Value entry = b.create<LLVM::AddressOfOp>(
        loc, lowering.ptr(), (*op.getCallee() + ts::kBoxedSuffix).str());
    StringRef function = op.getKind() == "remote" ? "tsrt_rpc_remote"
                                                  : "tsrt_rpc_async";
    Value result = lowering.call(
        b, loc, function, lowering.ptr(),
        {lowering.descriptor(b, loc, op.getResult(0).getType()), entry,
         lowering.cString(b, loc, name), lowering.cString(b, loc, hash),
         adaptor.getArgs().front(), arguments.array,
         lowering.constant(b, loc, lowering.i32(), given.size()),
         adaptor.getArgs().back()});
    arguments.release(lowering, b, loc);
    b.replaceOp(op, result);
    return success();
  }
};

/// `tsrt.is_error`.
struct IsErrorPattern : RuntimePattern<IsErrorOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(IsErrorOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    b.replaceOpWithNewOp<LLVM::ICmpOp>(op, LLVM::ICmpPredicate::ne,
                                       adaptor.getError(),
                                       lowering.nullPointer(b, op.getLoc()));
    return success();
  }
};

} // namespace

void tsrt::populateCallPatterns(Lowering &lowering,
                                RewritePatternSet &patterns) {
  patterns.add<AddFramePattern, ErrorDropPattern, ErrorNewPattern,
               ErrorRaisePattern, ForkPattern, IsErrorPattern, PrintPattern,
               RpcPattern, RuntimeCallPattern>(lowering);
}
