//===- ObjectPatterns.cpp - Objects and globals -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns for objects, their attributes, globals and tensor literals.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "TorchScript/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::tsrt;

namespace {

/// The place of an attribute in an object; reports what is missing.
FailureOr<uint64_t> getFieldOffset(Lowering &lowering, Operation *op,
                                   Type object, StringRef name, Type type) {
  const ClassLayout *layout =
      lowering.getClass(cast<ts::ObjectType>(object).getName());
  int64_t index = layout ? layout->find(name) : -1;
  if (index < 0)
    return op->emitError() << ts::spellType(object) << " has no attribute '"
                           << name << "'";
  if (lowering.native(layout->types[index]) != lowering.native(type))
    return op->emitError() << "attribute '" << name << "' has type "
                           << layout->types[index] << ", not " << type;
  return layout->offsets[index];
}

/// Attributes of different names or classes are different memory.
std::string getFieldKind(Type object, StringRef name) {
  return ("field " + cast<ts::ObjectType>(object).getName() + "." + name).str();
}

/// The value at an address, owned.
Value loadOwned(Lowering &lowering, OpBuilder &b, Location loc, Type type,
                Value address, StringRef kind = "") {
  Value value = lowering.loadOf(b, loc, lowering.native(type), address, kind);
  lowering.retain(b, loc, type, value);
  return value;
}

/// Stores an owned value and releases the one that was there.
void replaceStored(Lowering &lowering, OpBuilder &b, Location loc, Type type,
                   Value value, Value address, StringRef kind = "") {
  Value old = lowering.loadOf(b, loc, lowering.native(type), address, kind);
  lowering.storeOf(b, loc, value, address, kind);
  lowering.release(b, loc, type, old);
}

struct NewPattern : RuntimePattern<ts::NewOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ts::NewOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    b.replaceOp(op, lowering.call(
                        b, loc, "tsrt_object_new", lowering.ptr(),
                        lowering.descriptor(b, loc, op.getResult().getType())));
    return success();
  }
};

struct GetAttrPattern : RuntimePattern<ts::GetAttrOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ts::GetAttrOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    Type type = op.getValue().getType();
    FailureOr<uint64_t> place = getFieldOffset(
        lowering, op, op.getObject().getType(), op.getName(), type);
    if (failed(place))
      return failure();
    Value address = lowering.offset(b, loc, adaptor.getObject(), *place);
    b.replaceOp(
        op, loadOwned(lowering, b, loc, type, address,
                      getFieldKind(op.getObject().getType(), op.getName())));
    return success();
  }
};

struct SetAttrPattern : RuntimePattern<ts::SetAttrOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ts::SetAttrOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    Type type = op.getValue().getType();
    FailureOr<uint64_t> place = getFieldOffset(
        lowering, op, op.getObject().getType(), op.getName(), type);
    if (failed(place))
      return failure();
    Value address = lowering.offset(b, loc, adaptor.getObject(), *place);
    replaceStored(lowering, b, loc, type, adaptor.getValue(), address,
                  getFieldKind(op.getObject().getType(), op.getName()));
    b.eraseOp(op);
    return success();
  }
};

struct ObjectRefPattern : RuntimePattern<ts::ObjectRefOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ts::ObjectRefOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    Value variable =
        lowering.objectVariable(b, loc, op.getObject(), lowering.ptr());
    b.replaceOp(op, lowering.load(b, loc, lowering.ptr(), variable));
    return success();
  }
};

struct GlobalLoadPattern : RuntimePattern<ts::GlobalLoadOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ts::GlobalLoadOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    Type type = op.getValue().getType();
    Value variable =
        lowering.objectVariable(b, loc, op.getGlobal(), lowering.native(type));
    b.replaceOp(op, loadOwned(lowering, b, loc, type, variable));
    return success();
  }
};

struct GlobalStorePattern : RuntimePattern<ts::GlobalStoreOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ts::GlobalStoreOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    Type type = op.getValue().getType();
    Value variable =
        lowering.objectVariable(b, loc, op.getGlobal(), lowering.native(type));
    replaceStored(lowering, b, loc, type, adaptor.getValue(), variable);
    b.eraseOp(op);
    return success();
  }
};

struct TensorLiteralPattern : RuntimePattern<ts::TensorLiteralOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ts::TensorLiteralOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    FailureOr<Value> tensor =
        lowering.tensorLiteral(b, op.getLoc(), op.getValue(),
                               op->hasAttr(ts::kConstantAttr));
    if (failed(tensor))
      return failure();
    b.replaceOp(op, *tensor);
    return success();
  }
};

} // namespace

void tsrt::populateObjectPatterns(Lowering &lowering,
                                  RewritePatternSet &patterns) {
  patterns
      .add<GetAttrPattern, GlobalLoadPattern, GlobalStorePattern, NewPattern,
           ObjectRefPattern, SetAttrPattern, TensorLiteralPattern>(lowering);
}
