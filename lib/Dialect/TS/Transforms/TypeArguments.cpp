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
  LogicalResult typeArgument(func::FuncOp function, unsigned index,
                             const TensorShape &shape) {
    BlockArgument argument = function.getArgument(index);
    Type old = argument.getType();
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
