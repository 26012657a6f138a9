//===- ModuleStacks.h - Which modules an operation is of --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exported programs are one straight line, but remember for each operation the
// calls of modules around it (`nn_module_stack`). Here the names of locations
// say so: of a call that was inlined which object it was about, of an operation
// of a program the whole stack as files spell it.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_MODULESTACKS_H
#define TORCHSCRIPT_DIALECT_TS_IR_MODULESTACKS_H

#include "mlir/IR/Location.h"

#include <string>

namespace mlir::ts {

/// The place of a call of a method of an object. `number` tells the calls of a
/// function apart.
Location markModuleCall(Location call, StringRef object, int64_t number);

/// The place of an operation of a loop that is written out, in one of its turns;
/// the same place where there is no call of a module between the two.
Location markTurn(Location place, Location loop, int64_t turn);

/// A call of a method around an operation.
struct ModuleCall {
  /// The symbol of the object.
  StringRef object;
  /// Tells calls of a function apart.
  std::string id;
};
/// The calls that an operation was inlined from, outermost first.
SmallVector<ModuleCall> getModuleCalls(Location place);

/// A module of a stack.
struct ModuleStackEntry {
  /// Tells the calls of a module apart: `L__self__fc@1` is the second.
  std::string key;
  /// The path of attributes from the program's module, empty for itself.
  std::string path;
  /// The class as Python spells it: `torch.nn.modules.linear.Linear`.
  std::string type;
};
/// Reads the stack of a file, outermost first: `key,path,type;...`. Takes the
/// forms of all versions; entries that are not well formed are left out.
SmallVector<ModuleStackEntry> parseModuleStack(StringRef text);

/// The place of an operation of a program, and its stack as files spell it, empty
/// when it has none.
Location setModuleStack(Location place, StringRef stack);
StringRef getModuleStack(Location place);
/// The place without the names given here.
Location stripModuleStack(Location place);

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_MODULESTACKS_H
