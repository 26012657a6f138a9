//===- TypeArguments.cpp - ts-type-arguments ------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives the tensor arguments of a function dtypes and sizes.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Types/TensorSignature.h"
#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSTYPEARGUMENTS
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using torchscript::TensorShape;

namespace {
struct TypeArguments : public ts::impl::TSTypeArgumentsBase<TypeArguments> {
  using TSTypeArgumentsBase::TSTypeArgumentsBase;

  void runOnOperation() override {
    auto function = getOperation().lookupSymbol<func::FuncOp>(entry);
    if (!function || function.isExternal()) {
      getOperation().emitError("ts-type-arguments: no function '")
          << entry << "'";
      return signalPassFailure();
    }
    auto parsed = torchscript::parseTensorSignature(signature);
    if (!parsed) {
      function.emitError(llvm::toString(parsed.takeError()));
      return signalPassFailure();
    }
    if (!parsed->empty() && parsed->size() != function.getNumArguments()) {
      function.emitError("the signature '")
          << signature << "' is for " << parsed->size()
          << " argument(s), the function has " << function.getNumArguments();
      return signalPassFailure();
    }
    for (auto [index, shape] : llvm::enumerate(*parsed))
      if (shape && failed(typeArgument(function, index, *shape)))
        return signalPassFailure();
    function.setType(FunctionType::get(
        &getContext(), function.getBody().front().getArgumentTypes(),
        function.getResultTypes()));
  }

private:
  /// A list that is only read is the list of its elements, of these types.
  LogicalResult typeList(func::FuncOp function, BlockArgument argument,
                         ArrayRef<TensorShape> shapes) {
    auto list = dyn_cast<ts::ListType>(argument.getType());
    if (!list || !isa<ts::TSTensorType>(list.getElementType()))
      return function.emitError("the signature '")
             << signature << "' has a list of tensors for argument "
             << argument.getArgNumber() + 1 << ", which is '"
             << ts::spellType(argument.getType()) << "'";
    if (!ts::isListOnlyRead(argument))
      return success();
    OpBuilder builder = OpBuilder::atBlockBegin(argument.getOwner());
    Location loc = function.getLoc();
    SmallVector<Value> elements;
    SmallVector<Operation *> reads;
    for (auto [index, shape] : llvm::enumerate(shapes)) {
      Value place = builder.create<arith::ConstantIntOp>(loc, index, 64);
      Type type = list.getElementType();
      Type dtype = ts::getElementType(&getContext(), shape.dtype);
      if (dtype && shape.dtype != torchscript::DType::Complex32)
        type = ts::TSTensorType::get(&getContext(), shape.sizes, dtype);
      auto read = builder.create<ts::OperatorOp>(
          loc, TypeRange(type), "aten::__getitem__.t",
          ValueRange{argument, place});
      reads.push_back(read);
      Value element = read.getResult(0);
      if (type != list.getElementType())
        element = builder.create<ts::DerefineOp>(loc, list.getElementType(),
                                                 element);
      elements.push_back(element);
    }
    Value known = builder.create<ts::ListConstructOp>(loc, list, elements);
    argument.replaceUsesWithIf(known, [&](OpOperand &use) {
      return !llvm::is_contained(reads, use.getOwner());
    });
    ++numTyped;
    return success();
  }

  LogicalResult typeArgument(func::FuncOp function, unsigned index,
                             const TensorShape &shape) {
    BlockArgument argument = function.getArgument(index);
    Type old = argument.getType();
    if (shape.elements)
      return typeList(function, argument, *shape.elements);
    Type element = ts::getElementType(&getContext(), shape.dtype);
    if (!ts::isSubtype(ts::TSTensorType::get(&getContext()), old) &&
        !isa<ts::TSTensorType>(old))
      return function.emitError("the signature '")
             << signature << "' has a tensor for argument " << index + 1
             << ", which is '" << ts::spellType(old) << "'";
    // What may be done with complex halves is known to the runtime only.
    if (!element || shape.dtype == torchscript::DType::Complex32 ||
        !isa<ts::TSTensorType>(old))
      return success();
    OpBuilder builder = OpBuilder::atBlockBegin(argument.getOwner());
    argument.setType(
        ts::TSTensorType::get(&getContext(), shape.sizes, element));
    auto vague =
        builder.create<ts::DerefineOp>(function.getLoc(), old, argument);
    argument.replaceAllUsesExcept(vague, vague);
    ++numTyped;
    return success();
  }
};
} // namespace
