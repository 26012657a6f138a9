//===- ProgramModules.cpp - Stacks of modules in programs -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramModules.h"

#include "TorchScript/Dialect/TS/IR/ModuleStacks.h"

using namespace mlir;
using namespace mlir::ts;

namespace {
/// The modules of an object, and their calls in the order of the program.
class StackNamer {
public:
  StackNamer(ModuleOp module, ObjectOp root) : module(module) {
    collect(root, "");
  }

  /// The stack as files spell it; empty for an operation of no module.
  std::string spell(Location place);

private:
  struct Module {
    std::string path, type;
  };
  void collect(ObjectOp object, const std::string &path);

  ModuleOp module;
  llvm::StringMap<Module> modules;
  std::string rootType;
  /// Of each call, by the calls around it, its number among those of the module.
  llvm::StringMap<unsigned> numbers;
  llvm::StringMap<unsigned> counts;
};
} // namespace

/// `torch.nn.modules.linear.Linear` for a class of that name or one that was
/// mangled.
static std::string spellClass(StringRef symbol) {
  symbol.consume_front("__torch__.");
  std::string name;
  SmallVector<StringRef> parts;
  symbol.split(parts, '.');
  for (StringRef part : parts)
    if (!part.starts_with("___torch_mangle_"))
      name += (name.empty() ? "" : ".") + part.str();
  return name.find('.') == std::string::npos ? "__main__." + name : name;
}

void StackNamer::collect(ObjectOp object, const std::string &path) {
  Module found{path, spellClass(object.getObjectType().getName())};
  if (path.empty())
    rootType = found.type;
  if (!modules.try_emplace(object.getSymName(), found).second)
    return;
  auto declaration =
      module.lookupSymbol<ClassOp>(object.getObjectType().getSymbol());
  if (!declaration)
    return;
  for (auto attribute : declaration.getBody().getOps<AttrOp>())
    if (auto symbol = dyn_cast_or_null<FlatSymbolRefAttr>(
            object.getFields().get(attribute.getNameAttr())))
      if (auto inner = module.lookupSymbol<ObjectOp>(symbol))
        collect(inner, (path.empty() ? "" : path + ".") +
                           attribute.getName().str());
}

std::string StackNamer::spell(Location place) {
  std::string text = "L__self__,," + rootType, chain;
  const Module *around = nullptr;
  for (const ModuleCall &call : getModuleCalls(place)) {
    auto known = modules.find(call.object);
    chain += "/" + call.id;
    // Other methods of a module belong to the call that they are part of.
    bool isSame = known == modules.end() || known->second.path.empty() ||
                  &known->second == around;
    if (isSame)
      continue;
    around = &known->second;
    auto [number, isNew] = numbers.try_emplace(chain, 0);
    if (isNew)
      number->second = counts[around->path]++;
    text += ";L__self__" + around->path;
    if (number->second != 0)
      text += "@" + std::to_string(number->second);
    text += "," + around->path + "," + around->type;
  }
  return text;
}

void ts::nameModuleStacks(func::FuncOp function, ObjectOp root) {
  StackNamer namer(function->getParentOfType<ModuleOp>(), root);
  function.walk([&](Operation *op) {
    if (op != function)
      op->setLoc(setModuleStack(op->getLoc(), namer.spell(op->getLoc())));
  });
}
