//===- LiteralPatterns.cpp - Constant containers --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A large list or dict of constants is a table in the data section and one
// call.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace mlir::tsrt;

/// The variable that holds the strings of all tables.
static constexpr StringLiteral kStrings = "tsrt.strings";

namespace {

struct LiteralPattern : RuntimePattern<ts::LiteralOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ts::LiteralOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    FailureOr<Value> container = lowering.literal(b, op.getLoc(), op);
    if (failed(container))
      return failure();
    b.replaceOp(op, *container);
    return success();
  }
};

} // namespace

FailureOr<Value> Lowering::literal(OpBuilder &b, Location loc,
                                   ts::LiteralOp op) {
  auto [entry, isNew] = tables.try_emplace(op.getValue());
  if (isNew) {
    LiteralEncoder encoder(
        strings, [&](ts::MemberAttr member) { return memberNumber(member); },
        getDeviceNumber);
    if (!encoder.encode(op.getValue()))
      return op.emitError("not supported yet: this literal");
    LiteralTable &table = entry->second;
    table.bytes = "tsrt.literal." + std::to_string(nextId++);
    Type array = LLVM::LLVMArrayType::get(b.getI8Type(), encoder.bytes.size());
    makeGlobal(array, true, LLVM::Linkage::Internal, table.bytes,
               b.getStringAttr(encoder.bytes))
        .setAlignment(8);
    if (!encoder.types.empty()) {
      table.types = "tsrt.array." + std::to_string(nextId++);
      constantAggregate(
          table.types, LLVM::LLVMArrayType::get(ptr(), encoder.types.size()),
          LLVM::Linkage::Internal,
          [&](OpBuilder &init, SmallVectorImpl<Value> &members) {
            for (auto &[type, number] : encoder.types)
              members.push_back(descriptor(init, module.getLoc(), type));
          });
    }
  }
  const LiteralTable table = entry->second;
  Value types = table.types.empty() ? nullPointer(b, loc)
                                    : addressOf(b, loc, table.types);
  return call(b, loc, "tsrt_literal", ptr(),
              {descriptor(b, loc, op.getType()), addressOf(b, loc, table.bytes),
               addressOf(b, loc, kStrings), types});
}

void Lowering::finishLiterals(OpBuilder &b, Location loc) {
  if (tables.empty())
    return;
  std::string bytes = strings.getBytes().str();
  bytes.resize(std::max<size_t>(bytes.size(), 8));
  // Not constant: types and hashes are filled in.
  makeGlobal(LLVM::LLVMArrayType::get(b.getI8Type(), bytes.size()), false,
             LLVM::Linkage::Internal, kStrings, b.getStringAttr(bytes))
      .setAlignment(8);
  if (!strings.empty())
    call(b, loc, "tsrt_literal_strings", {},
         {addressOf(b, loc, kStrings),
          constant(b, loc, i64(), int64_t(bytes.size()))});
}

void tsrt::populateLiteralPatterns(Lowering &lowering,
                                   RewritePatternSet &patterns) {
  patterns.add<LiteralPattern>(lowering);
}
