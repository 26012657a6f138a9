//===- TypeProgramInputs.cpp - ts-type-program-inputs ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AffineMap.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSTYPEPROGRAMINPUTS
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

/// What the attributes of an argument say; null when they say nothing.
static Type getType(func::FuncOp function, unsigned i) {
  if (auto value = function.getArgAttrOfType<TensorRefAttr>(i, "ts.value"))
    return value.getTensorType();
  auto shape = function.getArgAttrOfType<AffineMapAttr>(i, "ts.shape");
  auto dtype = function.getArgAttrOfType<TypeAttr>(i, "ts.dtype");
  if (!shape || !dtype)
    return {};
  SmallVector<int64_t> sizes;
  for (AffineExpr size : shape.getValue().getResults()) {
    auto constant = dyn_cast<AffineConstantExpr>(size);
    sizes.push_back(constant ? constant.getValue() : ShapedType::kDynamic);
  }
  return TSTensorType::get(function.getContext(), ArrayRef<int64_t>(sizes),
                           dtype.getValue());
}

/// Gives an argument a more precise type. Operators take it as it is; what else
/// uses it (lists, results, graphs) keeps the type that it was built for.
static void setType(BlockArgument argument, Type type) {
  Type vague = argument.getType();
  if (type == vague)
    return;
  argument.setType(type);
  auto isStrict = [](OpOperand &use) {
    return !isa<OperatorOp>(use.getOwner());
  };
  if (!llvm::any_of(argument.getUses(), isStrict))
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(argument.getOwner());
  Value same = builder.create<DerefineOp>(argument.getLoc(), vague, argument);
  argument.replaceUsesWithIf(same, [&](OpOperand &use) {
    return isStrict(use) && use.getOwner() != same.getDefiningOp();
  });
}

namespace {
struct TypeProgramInputs
    : public ts::impl::TSTypeProgramInputsBase<TypeProgramInputs> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!isExportedProgram(function) || function.isExternal())
        continue;
      Block &body = function.getBody().front();
      for (unsigned i = 0; i < function.getNumArguments(); ++i) {
        Type type = getType(function, i);
        BlockArgument argument = body.getArgument(i);
        if (type && isa<TSTensorType>(argument.getType()) &&
            isSubtype(type, argument.getType()))
          setType(argument, type);
      }
      // Sizes are asked for as in programs that are not exported yet.
      function.walk([](OperatorOp op) {
        if (op.getName() != "aten::sym_size.int")
          return;
        op.setName("aten::size.int");
        op->removeAttr("ts.node");
      });
      function.setType(FunctionType::get(&getContext(),
                                         body.getArgumentTypes(),
                                         function.getResultTypes()));
    }
  }
};
} // namespace
