//===- ModuleGenerator.h - Random modules --------------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes valid modules of every form by a seed.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_UNITTESTS_FUZZ_MODULEGENERATOR_H
#define TORCHSCRIPT_UNITTESTS_FUZZ_MODULEGENERATOR_H

#include "RandomValues.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace tsfuzz {

/// The forms a module can be generated in.
enum class Form { Source, SSA, Value, SCF, Runtime, Kernels };
constexpr unsigned kNumForms = 6;

/// The name of a form for messages.
llvm::StringRef getFormName(Form form);

/// Makes a module of the form. What the verifier refuses of it is dropped.
mlir::OwningOpRef<mlir::ModuleOp> generateModule(mlir::MLIRContext &context,
                                                 Form form, uint64_t seed,
                                                 const OperatorNames &names);

/// Adds a module `@kernels` with functions on tensors and buffers, and a
/// function that calls them.
void generateKernels(mlir::ModuleOp module, Random &random);

/// Fills a function with blocks of runtime operations and branches.
void generateRuntimeBody(mlir::Block &entry, RandomValues &values,
                         Random &random);

} // namespace tsfuzz

#endif // TORCHSCRIPT_UNITTESTS_FUZZ_MODULEGENERATOR_H
