//===- CpuLevels.h - Levels of a processor's instructions -------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code of a library is compiled for levels of x86-64, as the System V ABI names
// them, and the library takes the highest that the processor has.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_TRANSFORMS_CPULEVELS_H
#define TORCHSCRIPT_TRANSFORMS_CPULEVELS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::ts {

/// Attribute of a library's module: the levels that its kernels are compiled
/// for, by their names, lowest first. Other code is compiled for the lowest.
inline constexpr llvm::StringLiteral kCpusAttr = "ts.cpus";
/// Attribute of a function: the level that it is compiled for.
inline constexpr llvm::StringLiteral kCpuAttr = "ts.cpu";
/// Attribute of a kernel that is compiled for several levels: the names of the
/// functions for the levels above its own, lowest first.
inline constexpr llvm::StringLiteral kCpuVersionsAttr = "ts.cpu_versions";

/// Levels begin at 1, which every processor of the architecture has.
inline constexpr unsigned kLowestCpuLevel = 1;

/// The number of a level; 0 when it is none.
inline unsigned getCpuLevel(llvm::StringRef name) {
  return llvm::StringSwitch<unsigned>(name)
      .Case("x86-64", kLowestCpuLevel)
      .Case("x86-64-v2", 2)
      .Case("x86-64-v3", 3)
      .Case("x86-64-v4", 4)
      .Default(0);
}

/// The level that the code of `op` is compiled for; 0: what runs this compiler.
inline unsigned getCpuLevel(Operation *op) {
  for (; op; op = op->getParentOp()) {
    if (auto cpu = op->getAttrOfType<StringAttr>(kCpuAttr))
      return getCpuLevel(cpu.getValue());
    if (auto cpus = op->getAttrOfType<ArrayAttr>(kCpusAttr))
      if (!cpus.empty())
        if (auto lowest = dyn_cast<StringAttr>(cpus[0]))
          return getCpuLevel(lowest.getValue());
    if (op->hasAttr("ts.library"))
      return kLowestCpuLevel;
  }
  return 0;
}

} // namespace mlir::ts

#endif // TORCHSCRIPT_TRANSFORMS_CPULEVELS_H
