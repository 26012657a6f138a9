//===- ProgramNames.cpp - ts-name-program ---------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramNames.h"

#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSNAMEPROGRAM
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

/// The results of an operator that get names of their own: of several, or of
/// the list that the next operation takes apart.
static ValueRange getParts(OperatorOp op) {
  if (op.getNumResults() > 1)
    return op.getResults();
  if (op.getNumResults() == 1 && op.getResult(0).hasOneUse())
    if (auto unpack = dyn_cast<ListUnpackOp>(*op.getResult(0).user_begin()))
      return unpack.getResults();
  return {};
}

void ts::nameNodes(func::FuncOp function, torchscript::NodeNames &names) {
  Builder builder(function.getContext());
  // Numbers are given without regard to inputs; then what is in their way, or
  // in the way of a node before it, is renamed.
  torchscript::NodeNames numbered;
  for (auto op : function.getBody().front().getOps<OperatorOp>()) {
    StringRef target = op.getName();
    std::string base = target.split("::").second.split('.').first.str();
    // Sizes are asked by passes, which name nodes by the overload, too.
    if (target == "aten::sym_size.int")
      base = "sym_size_int";
    if (target == "aten::remainder.int")
      base = "mod";
    std::string name = numbered.makeNode(torchscript::toSnakeCase(base));
    op->setAttr("ts.node", builder.getStringAttr(names.renameNode(name)));
    SmallVector<StringRef> parts;
    SmallVector<std::string> spelled;
    for (Value part : getParts(op)) {
      std::string numberedPart = numbered.makeNode("getitem");
      spelled.push_back(part.use_empty() ? ""
                                         : names.renameNode(numberedPart));
    }
    if (spelled.empty())
      continue;
    parts.assign(spelled.begin(), spelled.end());
    op->setAttr("ts.node_parts", builder.getStrArrayAttr(parts));
  }
}

namespace {
struct NameProgram : public ts::impl::TSNameProgramBase<NameProgram> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!isExportedProgram(function))
        continue;
      for (Operation &op : llvm::make_early_inc_range(
               llvm::reverse(function.getBody().front())))
        if (isOpTriviallyDead(&op))
          op.erase();
      torchscript::NodeNames names;
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        names.makeInput(
            function.getArgAttrOfType<StringAttr>(i, "ts.name").str());
      nameNodes(function, names);
    }
  }
};
} // namespace
