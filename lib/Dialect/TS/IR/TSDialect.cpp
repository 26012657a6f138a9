//===- TSDialect.cpp - The ts dialect -------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Registration, and the constants folding produces.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TSDialect.h"

#include "SchemaCache.h"
#include "TorchScript/Dialect/TS/IR/Literals.h"

#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace mlir::ts;

#include "TorchScript/Dialect/TS/IR/TSDialect.cpp.inc"

namespace {

/// All operations of the dialect may be inlined; exits belong to their function
/// and must be gone before.
struct TSInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Operation *, bool) const final {
    return true;
  }
  bool isLegalToInline(Operation *op, Region *, bool, IRMapping &) const final {
    return !isa<ReturnOp, RaiseOp, BreakOp, ContinueOp>(op);
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
};

} // namespace

void TSDialect::initialize() {
  registerTypes();
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "TorchScript/Dialect/TS/IR/TSOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "TorchScript/Dialect/TS/IR/TSLiteralOps.cpp.inc"
      >();
  addInterfaces<SchemaCache, TSInlinerInterface>();
}

Operation *TSDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                          Type type, Location loc) {
  if (isa<NoneAttr>(value) && isa<TSNoneType>(type))
    return builder.create<ConstantNoneOp>(loc, type);
  if (auto text = dyn_cast<StringAttr>(value); text && isa<StrType>(type))
    return builder.create<ConstantStrOp>(loc, type, text);
  if (auto device = dyn_cast<DeviceAttr>(value);
      device && isa<DeviceType>(type))
    return builder.create<ConstantDeviceOp>(loc, type, device);
  if (auto member = dyn_cast<MemberAttr>(value); member && isa<EnumType>(type))
    return builder.create<ConstantEnumOp>(loc, type, member);
  if (auto number = dyn_cast<ComplexAttr>(value);
      number && isa<ComplexType>(type))
    return builder.create<complex::ConstantOp>(
        loc, type, builder.getArrayAttr({number.getReal(), number.getImag()}));
  if (auto typed = dyn_cast<TypedAttr>(value);
      typed && arith::ConstantOp::isBuildableWith(value, type))
    return builder.create<arith::ConstantOp>(loc, typed);
  return nullptr;
}
