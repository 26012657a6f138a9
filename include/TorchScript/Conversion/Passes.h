//===- Passes.h - Conversion passes -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes that leave the ts and tsrt dialects.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CONVERSION_PASSES_H
#define TORCHSCRIPT_CONVERSION_PASSES_H

#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "TorchScript/Support/PassStatistic.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::ts {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "TorchScript/Conversion/Passes.h.inc"

/// The host calls `f` by the symbol `f` + this suffix (a `tsrt_entry`).
constexpr llvm::StringLiteral kBoxedSuffix = "$boxed";

/// The function the host calls once after loading a compiled module.
constexpr llvm::StringLiteral kModuleInitSymbol = "tsrt.module_init";
/// The function of a module that releases what the former made; the host calls
/// it before it unloads the code.
constexpr llvm::StringLiteral kModuleFiniSymbol = "tsrt.module_fini";

/// Prefix of the variable that holds a `ts.object` or `ts.global`; the host
/// fills it in after loading.
constexpr llvm::StringLiteral kVariablePrefix = "tsrt.var.";

/// A variable whose address tells the functions of the host which session a
/// module belongs to.
constexpr llvm::StringLiteral kHostSymbol = "tsrt_host";
/// A function of the host: `tsrt_tensor *(void *host, const char *storage,
/// int32_t dtype, int32_t rank, const int64_t *sizes, const int64_t *strides,
/// int64_t offset)` makes the tensor of a `#ts.tensor_ref` (offset in
/// elements). `host` is the address of `tsrt_host`.
constexpr llvm::StringLiteral kLoadTensorSymbol = "tsrt_host_load_tensor";

/// Attribute of an exported function in the LLVM dialect: its type before
/// conversion.
constexpr llvm::StringLiteral kSourceTypeAttr = "ts.source_type";
/// Attribute of a global: the type that it is the descriptor of.
constexpr llvm::StringLiteral kDescribedTypeAttr = "ts.described_type";

/// Module attribute: the prefix of the C names of a library. A module that has
/// it gets the functions `<prefix>_...` for C and a `tsrt_program` that
/// describes them, see ts-export-library.
constexpr llvm::StringLiteral kLibraryAttr = "ts.library";
/// Module attribute of a library: the functions that make its instances, each
/// with the name of its instance (`ts.callable`).
constexpr llvm::StringLiteral kInstancesAttr = "ts.instances";
/// Attribute of such a function: the C name of the one that drops an instance.
constexpr llvm::StringLiteral kDestroyAttr = "ts.destroy";
/// Module attribute of a library: the name it gives its process as a worker of
/// remote calls.
constexpr llvm::StringLiteral kWorkerAttr = "ts.worker";
/// Module attribute of a library: C names of the type descriptors it exports.
constexpr llvm::StringLiteral kExportedTypesAttr = "ts.exported_types";
/// The version of `tsrt_program`: TSRT_PROGRAM_ABI of tsrt.h.
constexpr int32_t kProgramABI = 2;
/// The name under which the host finds the `tsrt_program` of a loaded library.
constexpr llvm::StringLiteral kProgramSymbol = "tsrt_program_description";
/// Function attribute: the C name under which a library exports the function.
constexpr llvm::StringLiteral kExportAttr = "ts.export";
/// Function attribute: the name of an exported function in the program.
constexpr llvm::StringLiteral kCallableNameAttr = "ts.callable";
/// Function attribute: the first argument is an instance, the one of this
/// number in `ts.instances`.
constexpr llvm::StringLiteral kInstanceAttr = "ts.instance";
/// Function attribute: functions with the same parameters, of which some are
/// tensors of known shape. They run when the arguments have these shapes.
constexpr llvm::StringLiteral kVariantsAttr = "ts.variants";
/// Argument attribute: the text of the default value, as recorded calls spell
/// it.
constexpr llvm::StringLiteral kDefaultTextAttr = "ts.default_text";
/// A function of the module, without parameters and results, that a library
/// calls when it is initialised.
constexpr llvm::StringLiteral kInitObjectsSymbol = "tsrt.init_objects";
/// Likewise when it is unloaded.
constexpr llvm::StringLiteral kReleaseObjectsSymbol = "tsrt.release_objects";

/// Scalar operators to arith, math and complex (convert-ts-to-arith).
void populateTSToArithPatterns(RewritePatternSet &patterns);

/// Containers and operators to tsrt (convert-ts-to-tsrt).
void populateTSToTSRuntimePatterns(RewritePatternSet &patterns);

} // namespace mlir::ts

#endif // TORCHSCRIPT_CONVERSION_PASSES_H
