//===- DataPatterns.cpp - Values, constants and casts -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns for the operations of ts that only look at values, and for
// reference counting.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace mlir::tsrt;

namespace {

struct RetainPattern : RuntimePattern<RetainOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(RetainOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    lowering.retain(b, op.getLoc(), op.getValue().getType(),
                    adaptor.getValue());
    b.eraseOp(op);
    return success();
  }
};

struct ReleasePattern : RuntimePattern<ReleaseOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ReleaseOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    lowering.release(b, op.getLoc(), op.getValue().getType(),
                     adaptor.getValue());
    b.eraseOp(op);
    return success();
  }
};

struct ZeroPattern : RuntimePattern<ZeroOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ZeroOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Type type = lowering.native(op.getType());
    if (!type)
      return failure();
    b.replaceOp(op, lowering.zero(b, op.getLoc(), type));
    return success();
  }
};

struct DescriptorPattern : RuntimePattern<DescriptorOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(DescriptorOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    b.replaceOp(op, lowering.descriptor(b, op.getLoc(), op.getType()));
    return success();
  }
};

struct NonePattern : RuntimePattern<ts::ConstantNoneOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ts::ConstantNoneOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    b.replaceOp(op, lowering.zero(b, op.getLoc(), b.getI8Type()));
    return success();
  }
};

struct StrPattern : RuntimePattern<ts::ConstantStrOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ts::ConstantStrOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    b.replaceOp(op, lowering.stringObject(b, op.getLoc(), op.getValue()));
    return success();
  }
};

struct DevicePattern : RuntimePattern<ts::ConstantDeviceOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ts::ConstantDeviceOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    int64_t number = getDeviceNumber(op.getValue());
    if (number < 0)
      return op.emitError("not supported yet: device '")
             << op.getValue().getKind().getValue() << "'";
    b.replaceOp(op, lowering.constant(b, op.getLoc(), lowering.i64(), number));
    return success();
  }
};

struct EnumPattern : RuntimePattern<ts::ConstantEnumOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ts::ConstantEnumOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    int64_t number = lowering.memberNumber(op.getValue());
    if (number < 0)
      return op.emitError("unknown enum");
    b.replaceOp(op, lowering.constant(b, op.getLoc(), lowering.i64(), number));
    return success();
  }
};

struct TupleConstructPattern : RuntimePattern<ts::TupleConstructOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ts::TupleConstructOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Type type = lowering.native(op.getResult().getType());
    Value result = b.create<LLVM::UndefOp>(op.getLoc(), type);
    for (auto [i, element] : llvm::enumerate(adaptor.getElements()))
      result = b.create<LLVM::InsertValueOp>(op.getLoc(), result, element, i);
    b.replaceOp(op, result);
    return success();
  }
};

struct TupleIndexPattern : RuntimePattern<ts::TupleIndexOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ts::TupleIndexOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Value element = b.create<LLVM::ExtractValueOp>(
        op.getLoc(), adaptor.getTuple(), int64_t(op.getIndex()));
    lowering.retain(b, op.getLoc(), op.getResult().getType(), element);
    b.replaceOp(op, element);
    return success();
  }
};

struct TupleSlicePattern : RuntimePattern<ts::TupleSliceOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ts::TupleSliceOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Type type = op.getResult().getType();
    Value result = b.create<LLVM::UndefOp>(op.getLoc(), lowering.native(type));
    int64_t begin = op.getBegin(), end = op.getEnd();
    for (int64_t i = begin; i < end; ++i)
      result = b.create<LLVM::InsertValueOp>(
          op.getLoc(), result,
          b.create<LLVM::ExtractValueOp>(op.getLoc(), adaptor.getTuple(), i),
          i - begin);
    lowering.retain(b, op.getLoc(), type, result);
    b.replaceOp(op, result);
    return success();
  }
};

/// derefine, unchecked_cast, box and unbox: a value seen as another type.
template <typename OpTy>
struct CastPattern : RuntimePattern<OpTy> {
  using RuntimePattern<OpTy>::RuntimePattern;
  LogicalResult matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    b.replaceOp(op, this->lowering.convert(
                        b, op.getLoc(), op.getInput().getType(),
                        op.getResult().getType(), adaptor.getInput()));
    return success();
  }
};

struct IsNonePattern : RuntimePattern<ts::IsNoneOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ts::IsNoneOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    Type type = op.getInput().getType();
    Value input = adaptor.getInput(), result;
    if (isBoxedValue(type)) {
      result = lowering.isNone(b, loc, input);
    } else if (isa<ts::OptionalType>(type) && isHeapPointer(type)) {
      result = b.create<LLVM::ICmpOp>(loc, LLVM::ICmpPredicate::eq, input,
                                      lowering.nullPointer(b, loc));
    } else if (isa<ts::OptionalType>(type)) {
      Value present = b.create<LLVM::ExtractValueOp>(loc, input, 1);
      result = b.create<LLVM::XOrOp>(
          loc, present, lowering.constant(b, loc, b.getI1Type(), 1));
    } else {
      result =
          lowering.constant(b, loc, b.getI1Type(), isa<ts::TSNoneType>(type));
    }
    b.replaceOp(op, result);
    return success();
  }
};

struct IsInstancePattern : RuntimePattern<ts::IsInstanceOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ts::IsInstanceOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    Lowering &l = lowering;
    SmallVector<Value> cleanup;
    Value boxed = l.boxBorrowed(b, loc, op.getInput().getType(),
                                adaptor.getInput(), cleanup);
    Value address = l.spill(b, loc, boxed);
    Value result = l.constant(b, loc, b.getI1Type(), 0);
    for (Type tested : op.getTypes().getAsValueRange<TypeAttr>()) {
      Value matches;
      if (isa<ts::AnyListType>(tested))
        matches = hasKind(b, loc, address, 7);
      else if (isa<ts::AnyTupleType>(tested))
        matches = hasKind(b, loc, address, 9);
      else
        matches = b.create<LLVM::ICmpOp>(
            loc, LLVM::ICmpPredicate::ne,
            l.call(b, loc, "tsrt_value_isinstance", l.i32(),
                   {address, l.descriptor(b, loc, tested)}),
            l.constant(b, loc, l.i32(), 0));
      result = b.create<LLVM::OrOp>(loc, result, matches);
    }
    for (Value slot : cleanup)
      l.call(b, loc, "tsrt_value_release", {}, slot);
    b.replaceOp(op, result);
    return success();
  }

private:
  /// Is the value at `address` of a kind of types (a tsrt_kind)?
  Value hasKind(OpBuilder &b, Location loc, Value address, int64_t kind) const {
    Lowering &l = lowering;
    Value type = l.load(b, loc, l.ptr(), address);
    Value none = l.descriptor(b, loc, ts::TSNoneType::get(l.getContext()));
    Value isNull = b.create<LLVM::ICmpOp>(loc, LLVM::ICmpPredicate::eq, type,
                                          l.nullPointer(b, loc));
    Value known = b.create<LLVM::SelectOp>(loc, isNull, none, type);
    return b.create<LLVM::ICmpOp>(loc, LLVM::ICmpPredicate::eq,
                                  l.load(b, loc, l.i32(), known),
                                  l.constant(b, loc, l.i32(), kind));
  }
};

} // namespace

int64_t tsrt::getDeviceNumber(ts::DeviceAttr device) {
  constexpr StringLiteral names[] = {
      "cpu", "cuda", "mkldnn", "opengl", "opencl", "ideep", "hip",  "fpga",
      "ort", "xla",  "vulkan", "metal",  "xpu",    "mps",   "meta", "hpu"};
  auto found = llvm::find(names, device.getKind().getValue());
  if (found == std::end(names))
    return -1;
  return (found - std::begin(names)) | int64_t(device.getIndex() + 1) << 8;
}

int64_t Lowering::memberNumber(ts::MemberAttr member) {
  ts::EnumOp declaration = getEnum(member.getEnumName().getValue());
  return declaration ? declaration.lookupMember(member.getMember()) : -1;
}

void tsrt::populateDataPatterns(Lowering &lowering,
                                RewritePatternSet &patterns) {
  patterns.add<CastPattern<ts::BoxOp>, CastPattern<ts::DerefineOp>,
               CastPattern<ts::UnboxOp>, CastPattern<ts::UncheckedCastOp>,
               DescriptorPattern, DevicePattern, EnumPattern, IsInstancePattern,
               IsNonePattern, NonePattern, ReleasePattern, RetainPattern,
               StrPattern, TupleConstructPattern, TupleIndexPattern,
               TupleSlicePattern, ZeroPattern>(lowering);
}
