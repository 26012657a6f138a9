//===- Placement.cpp - Programs whose tensors lie on devices --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds what names devices, and keeps the answer as an attribute.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/Placement.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"

using namespace mlir;
using namespace mlir::ts;

/// Whether an operator may move a tensor to a device.
static bool mayNameDevice(OperatorOp op) {
  StringRef name = op.getName();
  if (name == "aten::cuda")
    return true;
  if (name != "aten::device" || op.getArgs().empty())
    return false;
  std::optional<StringRef> text = getConstantStr(op.getArgs()[0]);
  return !text || text->split(':').first != "cpu";
}

bool ts::namesDevices(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) {
    if (auto constant = dyn_cast<ConstantDeviceOp>(op))
      return constant.getValue().getKind() == "cpu" ? WalkResult::advance()
                                                    : WalkResult::interrupt();
    auto called = dyn_cast<OperatorOp>(op);
    return called && mayNameDevice(called) ? WalkResult::interrupt()
                                           : WalkResult::advance();
  });
  return result.wasInterrupted();
}

void ts::setPlacement(ModuleOp module, Placement placement) {
  if (module->hasAttr(kPlacementAttr) || placement == Placement::Processor)
    return;
  StringRef word = placement == Placement::Program ? "program" : "target";
  module->setAttr(kPlacementAttr, StringAttr::get(module.getContext(), word));
}

Placement ts::getPlacement(Operation *op) {
  for (; op; op = op->getParentOp())
    if (auto word = op->getAttrOfType<StringAttr>(kPlacementAttr))
      return word.getValue() == "target" ? Placement::Target
                                         : Placement::Program;
  return Placement::Processor;
}
