//===- ModuleMutator.h - Damage to modules -------------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes texts and modules at random.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_UNITTESTS_FUZZ_MODULEMUTATOR_H
#define TORCHSCRIPT_UNITTESTS_FUZZ_MODULEMUTATOR_H

#include "Random.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace tsfuzz {

struct OperatorNames;

/// Cuts, copies or replaces tokens of a text.
std::string mutateText(std::string text, Random &random);

/// Changes one thing in the module: an operand, a type, an attribute, a name, a
/// region, an operation. The result need not be valid.
void mutateModule(mlir::ModuleOp module, Random &random,
                  const OperatorNames &names);

} // namespace tsfuzz

#endif // TORCHSCRIPT_UNITTESTS_FUZZ_MODULEMUTATOR_H
