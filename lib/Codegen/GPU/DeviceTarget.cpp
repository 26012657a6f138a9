//===- DeviceTarget.cpp - Kinds of devices code is made for ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Spellings of targets, and the pass that gives them to a program.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/DeviceTarget.h"

#include "TorchScript/Codegen/Passes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSSETDEVICE
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

/// `sm_` and at least two digits, `a` behind them for what later chips lack.
static bool isNVIDIAChip(StringRef chip) {
  unsigned number = 0;
  return chip.consume_front("sm_") && !chip.consumeInteger(10, number) &&
         number >= 50 && (chip.empty() || chip == "a");
}

/// The first of NVIDIA's chips with units for products of tf32.
static constexpr unsigned kFirstWithTF32 = 80;

/// `gfx` and hexadecimal digits.
static bool isAMDChip(StringRef chip) {
  return chip.consume_front("gfx") && chip.size() >= 3 &&
         llvm::all_of(chip, llvm::isHexDigit);
}

llvm::Expected<DeviceTarget> DeviceTarget::parse(StringRef spelling) {
  auto [kind, chip] = spelling.split(':');
  if (kind == "spirv") {
    if (spelling.contains(':'))
      return llvm::createStringError("the target 'spirv' is for all chips: "
                                     "leave '%s' out",
                                     chip.str().c_str());
    return DeviceTarget{DeviceKind::SPIRV, ""};
  }
  if (kind == "nvvm") {
    bool allowsTF32 = chip.consume_back("+tf32");
    if (chip.empty())
      chip = "sm_80";
    if (!isNVIDIAChip(chip))
      return llvm::createStringError("'%s' is not a chip of the target nvvm, "
                                     "which are sm_50 to sm_90a",
                                     chip.str().c_str());
    if (unsigned number; allowsTF32 &&
                         !chip.drop_front(3)
                              .drop_back(chip.ends_with("a"))
                              .getAsInteger(10, number) &&
                         number < kFirstWithTF32)
      return llvm::createStringError("'%s' has no units for tf32, which chips "
                                     "have from sm_%u on",
                                     chip.str().c_str(), kFirstWithTF32);
    return DeviceTarget{DeviceKind::NVVM, chip.str(), allowsTF32};
  }
  if (kind == "rocdl") {
    if (chip.empty())
      chip = "gfx90a";
    if (!isAMDChip(chip))
      return llvm::createStringError("'%s' is not a chip of the target rocdl, "
                                     "which are called gfx90a, gfx1030 and so "
                                     "on",
                                     chip.str().c_str());
    return DeviceTarget{DeviceKind::ROCDL, chip.str()};
  }
  return llvm::createStringError("there is no target '%s' for kernels: it is "
                                 "spirv, nvvm[:CHIP] or rocdl[:CHIP]",
                                 spelling.str().c_str());
}

std::string DeviceTarget::spell() const {
  switch (kind) {
  case DeviceKind::SPIRV:
    return "spirv";
  case DeviceKind::NVVM:
    return "nvvm:" + chip + (allowsTF32 ? "+tf32" : "");
  case DeviceKind::ROCDL:
    return "rocdl:" + chip;
  }
  llvm_unreachable("all kinds are listed");
}

std::vector<DeviceTarget> ts::getDeviceTargets(Operation *op) {
  std::vector<DeviceTarget> targets;
  for (; op; op = op->getParentOp()) {
    auto spellings = op->getAttrOfType<ArrayAttr>(kDeviceAttr);
    if (!spellings)
      continue;
    for (Attribute spelling : spellings) {
      auto text = dyn_cast<StringAttr>(spelling);
      llvm::Expected<DeviceTarget> target =
          DeviceTarget::parse(text ? text.getValue() : "");
      if (target)
        targets.push_back(*target);
      else
        llvm::consumeError(target.takeError());
    }
    break;
  }
  return targets;
}

llvm::Expected<std::vector<std::string>> ts::readDeviceTargets(StringRef word) {
  if (word == "cpu" || word.empty())
    return std::vector<std::string>();
  SmallVector<StringRef> words;
  word.split(words, ',');
  std::vector<std::string> spellings;
  for (StringRef one : words) {
    StringRef kind = one.split(':').first;
    if (one == "opencl")
      one = "spirv";
    else if (one == "cuda")
      one = "nvvm";
    else if (one == "hip")
      one = "rocdl";
    else if (kind != "spirv" && kind != "nvvm" && kind != "rocdl")
      return llvm::createStringError(
          "'%s' is no target: expected opencl, cuda or hip, nvvm:CHIP or "
          "rocdl:CHIP, or several of them with commas between them, or cpu",
          one.str().c_str());
    llvm::Expected<DeviceTarget> target = DeviceTarget::parse(one);
    if (!target)
      return target.takeError();
    if (!llvm::is_contained(spellings, target->spell()))
      spellings.push_back(target->spell());
  }
  return spellings;
}

namespace {
struct TSSetDevice : public ts::impl::TSSetDeviceBase<TSSetDevice> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<Attribute> spellings;
    Builder builder(&getContext());
    for (const std::string &option : targets) {
      llvm::Expected<DeviceTarget> target =
          DeviceTarget::parse(chip.empty() ? option : option + ":" + chip);
      if (!target) {
        getOperation().emitError(llvm::toString(target.takeError()));
        return signalPassFailure();
      }
      spellings.push_back(builder.getStringAttr(target->spell()));
    }
    if (spellings.empty()) {
      getOperation().emitError("ts-set-device needs a target: spirv, "
                               "nvvm[:CHIP] or rocdl[:CHIP]");
      return signalPassFailure();
    }
    getOperation()->setAttr(kDeviceAttr, builder.getArrayAttr(spellings));
    numTargets += spellings.size();
  }
};
} // namespace
