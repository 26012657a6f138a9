//===- SessionImpl.h - What a session holds -------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of a session, shared by the files that make up its methods.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_EXECUTION_SESSIONIMPL_H
#define TORCHSCRIPT_LIB_EXECUTION_SESSIONIMPL_H

#include "CompiledLibrary.h"
#include "HostPrograms.h"
#include "TorchScript/Archive/ExportedProgram.h"
#include "TorchScript/Archive/TorchScriptArchive.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Execution/ObjectMaker.h"
#include "TorchScript/Execution/Session.h"
#include "TorchScript/Frontend/Modules/Importer.h"
#include "TorchScript/Frontend/Modules/RecordedState.h"
#include "TorchScript/Target/Native/JIT.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"

namespace torchscript {

struct Session::Impl {
  SessionOptions options;
  std::string path;
  std::unique_ptr<mlir::MLIRContext> context;
  std::shared_ptr<DiagnosticSink> diagnostics =
      std::make_shared<DiagnosticSink>();
  std::unique_ptr<SourceImporter> importer;
  std::unique_ptr<TorchScriptArchive> archive;
  std::unique_ptr<ExportedProgramFile> program;
  std::unique_ptr<InstanceState> state;
  /// What runs the functions of a text that are left to the host; null where
  /// nothing does.
  std::unique_ptr<HostProgram> host;
  std::unique_ptr<CompiledLibrary> library;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  // Objects may hold containers whose descriptors are in compiled code.
  std::unique_ptr<HostTypes> types;
  std::unique_ptr<JIT> jit;
  std::unique_ptr<ObjectMaker> objects;
  llvm::StringMap<std::unique_ptr<HostFunction>> functions;
  /// Kind and text of what could not be imported or compiled.
  llvm::StringMap<std::pair<Failure::Kind, std::string>> failures;
  /// The functions of a text that were asked for, by symbol.
  llvm::StringMap<mlir::func::FuncOp> sources;
  /// By name and signature.
  llvm::StringMap<std::unique_ptr<HostFunction>> specialized;
  /// Some function of the module is left to a program.
  bool callsProgram = false;
  /// Some method of a part of an object is called by itself: what the methods
  /// of the whole do not assign may change all the same.
  bool arePartsCalled = false;
  /// The host has the tensors of objects, too, and may write to them.
  bool areTensorsShared = false;
  /// The program is IR.
  bool isMLIR = false;

  void beginPhase(llvm::StringRef name) {
    if (options.hooks.onPhase)
      options.hooks.onPhase(name);
  }
};

/// A failure as an error.
inline llvm::Error makeFailure(Failure::Kind kind, const llvm::Twine &message) {
  return llvm::make_error<Failure>(kind, message);
}

/// What the name of a function stands for that is no method.
inline ResolvedFunction makeResolved(llvm::StringRef symbol) {
  ResolvedFunction resolved;
  resolved.symbol = symbol.str();
  return resolved;
}

/// The end of a message about a name that nothing has: the closest of those
/// that exist, or some of them.
std::string suggestName(llvm::StringRef name,
                        llvm::ArrayRef<std::string> known);

/// The declaration of an object's class, or null.
inline mlir::ts::ClassOp getClass(mlir::ModuleOp module,
                                  mlir::ts::ObjectOp object) {
  return module.lookupSymbol<mlir::ts::ClassOp>(
      object.getObjectType().getName());
}

/// The methods of an object, in order.
std::vector<std::string> getMethodNames(mlir::ModuleOp module,
                                        mlir::ts::ObjectOp object);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_EXECUTION_SESSIONIMPL_H
