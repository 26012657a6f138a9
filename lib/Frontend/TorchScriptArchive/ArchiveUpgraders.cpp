//===- ArchiveUpgraders.cpp - Operators of old archives -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What operators meant when an archive was written, where that has changed
// since.
//
//===----------------------------------------------------------------------===//

#include "ArchiveMeanings.h"

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

#include "TorchScript/Frontend/Syntax/Parser.h"

#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;
using llvm::StringRef;

/// The old meanings as TorchScript. A name is OPERATOR_LAST, after the last
/// archive version that has this meaning. Parameters with defaults are not
/// keyword-only, as functions cannot have such.
static const char upgraders[] = R"py(import torch
from torch import Tensor
from typing import List, Optional, Union

def div_tensor_3(self: Tensor, other: Tensor) -> Tensor:
    if self.is_floating_point() or other.is_floating_point():
        return torch.true_divide(self, other)
    return torch.divide(self, other, rounding_mode="trunc")

def div_scalar_3(self: Tensor, other: Union[int, float, complex]) -> Tensor:
    if self.is_floating_point() or isinstance(other, float):
        return torch.true_divide(self, other)
    return torch.divide(self, other, rounding_mode="trunc")

def div__tensor_3(self: Tensor, other: Tensor) -> Tensor:
    if self.is_floating_point() or other.is_floating_point():
        return self.true_divide_(other)
    return self.divide_(other, rounding_mode="trunc")

def div__scalar_3(self: Tensor, other: Union[int, float, complex]) -> Tensor:
    if self.is_floating_point() or isinstance(other, float):
        return self.true_divide_(other)
    return self.divide_(other, rounding_mode="trunc")

def div_out_3(self: Tensor, other: Tensor, *, out: Tensor) -> Tensor:
    if self.is_floating_point() or other.is_floating_point() or out.is_floating_point():
        return torch.true_divide(self, other, out=out)
    return torch.divide(self, other, rounding_mode="trunc", out=out)

def full_4(size: List[int], fill_value: Union[int, float, complex], dtype: Optional[int] = None, layout: Optional[int] = None, device: Optional[torch.device] = None, pin_memory: Optional[bool] = None) -> Tensor:
    if dtype is None:
        fill_value = float(fill_value)
    return torch.full(size, fill_value, dtype=dtype, layout=layout, device=device, pin_memory=pin_memory)

def linspace_7(start: Union[int, float, complex], end: Union[int, float, complex], steps: Optional[int] = None, dtype: Optional[int] = None, layout: Optional[int] = None, device: Optional[torch.device] = None, pin_memory: Optional[bool] = None) -> Tensor:
    count = 100 if steps is None else steps
    return torch.linspace(start, end, count, dtype=dtype, layout=layout, device=device, pin_memory=pin_memory)

def linspace_out_7(start: Union[int, float, complex], end: Union[int, float, complex], steps: Optional[int] = None, *, out: Tensor) -> Tensor:
    count = 100 if steps is None else steps
    return torch.linspace(start, end, count, out=out)

def logspace_8(start: Union[int, float, complex], end: Union[int, float, complex], steps: Optional[int] = None, base: float = 10.0, dtype: Optional[int] = None, layout: Optional[int] = None, device: Optional[torch.device] = None, pin_memory: Optional[bool] = None) -> Tensor:
    count = 100 if steps is None else steps
    return torch.logspace(start, end, count, base, dtype=dtype, layout=layout, device=device, pin_memory=pin_memory)

def logspace_out_8(start: Union[int, float, complex], end: Union[int, float, complex], steps: Optional[int] = None, base: float = 10.0, *, out: Tensor) -> Tensor:
    count = 100 if steps is None else steps
    return torch.logspace(start, end, count, base, out=out)
)py";

namespace {
/// An operator that had another meaning in archives up to some version.
class UpgradedOperatorMeaning : public OperatorMeaning {
public:
  UpgradedOperatorMeaning(ArchiveProgram &program, StringRef name)
      : OperatorMeaning(name), program(program) {}
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;

private:
  std::string chooseUpgrader(const ActualArguments &arguments) const;
  ArchiveProgram &program;
};
} // namespace

/// The last version in which the operator had its old meaning; 0 for those
/// that never changed. Where only the defaults changed, nothing is to be done.
static uint64_t lastOldVersion(StringRef name) {
  return llvm::StringSwitch<uint64_t>(name)
      .Cases("aten::div", "aten::div_", 3)
      .Case("aten::full", 4)
      .Case("aten::linspace", 7)
      .Case("aten::logspace", 8)
      .Default(0);
}

/// The function that stands for a call; empty where the operator itself does.
std::string UpgradedOperatorMeaning::chooseUpgrader(
    const ActualArguments &arguments) const {
  auto keyword = [&](StringRef wanted) -> const ActualArgument * {
    for (const ActualArgument &argument : arguments.keywords)
      if (argument.name == wanted)
        return &argument;
    return nullptr;
  };
  StringRef plain = StringRef(name).substr(strlen("aten::"));
  std::string version = std::to_string(lastOldVersion(name));
  if (plain == "full")
    return keyword("names") || keyword("out") ? "" : "full_" + version;
  if (plain == "linspace" || plain == "logspace")
    return (plain + (keyword("out") ? "_out_" : "_") + version).str();
  // Division of tensors without rounding_mode.
  const auto &positional = arguments.positional;
  if (keyword("rounding_mode") || positional.empty() ||
      !positional[0].value.type->isTensor())
    return "";
  if (keyword("out"))
    return "div_out_" + version;
  const ActualArgument *other =
      positional.size() > 1 ? &positional[1] : keyword("other");
  bool isTensor = !other || other->value.type->isTensor();
  return (plain + (isTensor ? "_tensor_" : "_scalar_") + version).str();
}

Meaning *UpgradedOperatorMeaning::call(FunctionEmitter &emitter,
                                       const CallSite &site,
                                       const ActualArguments &arguments) {
  std::string function = chooseUpgrader(arguments);
  if (function.empty())
    return OperatorMeaning::call(emitter, site, arguments);
  Meaning *upgrader = program.lookupUpgrader(function);
  return upgrader ? upgrader->call(emitter, site, arguments)
                  : OperatorMeaning::call(emitter, site, arguments);
}

Meaning *ArchiveProgram::lookupUpgrader(StringRef name) {
  if (!upgraderScope) {
    auto file =
        std::make_shared<SourceFile>("<operators of old archives>", upgraders);
    diagnostics.retain(file);
    std::unique_ptr<SyntaxTree> tree = parseFile(file, diagnostics);
    upgraderScope = unit.addFile(std::move(tree), "__torch__.upgraders.",
                                 /*isLibrary=*/true);
  }
  return upgraderScope->lookup(name);
}

Meaning *torchscript::makeArchiveOperator(ArchiveProgram &program,
                                          StringRef qualifiedName) {
  if (program.getArchive().getVersion() <= lastOldVersion(qualifiedName))
    return program.getUnit().make<UpgradedOperatorMeaning>(program,
                                                           qualifiedName);
  return program.getUnit().make<OperatorMeaning>(qualifiedName);
}
