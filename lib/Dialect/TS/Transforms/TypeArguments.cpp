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
#include "TorchScript/Dialect/TS/IR/ElementOrder.h"
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
        type = getTensorType(shape, dtype);
      auto read = builder.create<ts::OperatorOp>(
          loc, TypeRange(type), "aten::__getitem__.t",
          ValueRange{argument, place});
      if (shape.strided)
        read->setAttr(ts::kStridedAttr, builder.getUnitAttr());
      reads.push_back(read);
      Value element = read.getResult(0);
      if (!shape.isStatic() && type != list.getElementType())
        bindShape(builder, element, shape,
                  std::to_string(argument.getArgNumber()) + "." +
                      std::to_string(index));
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
    // Where there may be None, there is a tensor.
    auto optional = dyn_cast<ts::OptionalType>(old);
    if (!element || shape.dtype == torchscript::DType::Complex32 ||
        !isa<ts::TSTensorType>(optional ? optional.getElementType() : old))
      return success();
    OpBuilder builder = OpBuilder::atBlockBegin(argument.getOwner());
    argument.setType(getTensorType(shape, element));
    if (shape.strided)
      function.setArgAttr(index, ts::kStridedAttr, builder.getUnitAttr());
    auto vague =
        builder.create<ts::DerefineOp>(function.getLoc(), old, argument);
    argument.replaceAllUsesExcept(vague, vague);
    if (!shape.isStatic())
      bindShape(builder, argument, shape,
                std::to_string(argument.getArgNumber()));
    ++numTyped;
    return success();
  }

  /// The type of a tensor of the dtype and shape.
  ts::TSTensorType getTensorType(const TensorShape &shape, Type dtype) {
    SmallVector<int64_t> sizes(shape.sizes);
    for (const auto &[dim, symbol] : shape.symbols)
      sizes[dim] = ShapedType::kDynamic;
    return ts::TSTensorType::get(&getContext(), ArrayRef<int64_t>(sizes),
                                 dtype);
  }

  /// Says which of the sizes are symbols. A `?` is one of its own when it has a
  /// least value; `place` is part of its name.
  void bindShape(OpBuilder &builder, Value tensor, const TensorShape &shape,
                 const std::string &place) {
    Location loc = tensor.getLoc();
    auto type = cast<ts::TSTensorType>(tensor.getType());
    auto valueType = RankedTensorType::get(type.getShape(), type.getDtype());
    Value value = builder.create<ts::TensorValueOp>(loc, valueType, tensor);
    SmallVector<Value> symbols;
    SmallVector<AffineExpr> exprs;
    for (auto [dim, size] : llvm::enumerate(shape.sizes)) {
      auto symbol = shape.symbols.find(dim);
      if (symbol == shape.symbols.end()) {
        exprs.push_back(builder.getAffineConstantExpr(size));
        continue;
      }
      std::string name = symbol->second.name;
      if (name.empty())
        name = "?" + place + "." + std::to_string(dim);
      exprs.push_back(builder.getAffineSymbolExpr(symbols.size()));
      symbols.push_back(builder.create<ts::SymbolOp>(
          loc, builder.getIndexType(), builder.getStringAttr(name),
          builder.getI64IntegerAttr(symbol->second.min), IntegerAttr()));
    }
    builder.create<ts::BindShapeOp>(
        loc, value,
        AffineMap::get(0, symbols.size(), exprs, builder.getContext()),
        symbols);
  }
};
} // namespace
